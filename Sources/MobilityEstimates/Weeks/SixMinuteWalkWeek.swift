import Foundation
import GaitModel

/// The six-minute walk of a week: from which days, and what came of it.
public struct SixMinuteWalkWeek: Hashable, Sendable {
  /// The last of the seven days that it stands for.
  public var lastDay: LocalDay
  /// The estimate.
  public var estimate: SixMinuteWalkEstimate
  /// The earliest day whose data were used.
  public var earliestDay: LocalDay
  /// The days looked back on, and the recalibration that cut them short, if any.
  public var window: RecalibrationWindow
  /// The change in the days looked back on that was known then, if any; it makes the estimate one of
  /// two.
  public var change: WalkingChange?
  /// What the days before the change say alone, m; `nil` without a change.
  public var metersBefore: Double?
  /// What the days since the change say alone, m; `nil` without a change, and as long as they say
  /// nothing.
  public var metersSince: Double?
}

/// Why a week has no six-minute walk.
public enum SixMinuteWalkDelay: Error, Hashable, Sendable, CustomStringConvertible {
  /// The device was not worn enough.
  case wear(WearShortage)
  /// No walk was long enough to tell anything.
  case noSustainedWalking
  /// Of the walks that are long enough nobody knows the cadence, and their speeds may be of assumed steps.
  case unmeasuredWalking

  /// The reason in words.
  public var description: String {
    switch self {
    case .wear(let shortage): shortage.description
    case .noSustainedWalking: "no walk of half a minute or more in the window"
    case .unmeasuredWalking:
      "the walks of half a minute or more in the window have no cadence, and their speeds do not count, because nothing shows "
        + "that their step lengths were measured"
    }
  }
}

/// Everything that the six-minute walk of a week depends on.
struct SixMinuteWalkWeeks {
  let person: EstimatedPerson
  let settings: EstimateSettings
  let recalibrations: [Recalibration]
  let tests: [ClinicTest]
  let days: [LocalDay: DailySummary]
  /// All changes of the person's days.
  let changes: [WalkingChange]

  /// The estimate of a week.
  ///
  /// It stands on the last day of the week on which the device was worn: of the days after it nothing is known,
  /// and whoever was operated on Saturday wears nothing on Sunday. In the week in which there is enough again
  /// after a recalibration it stands on the first day that has enough.
  func result(of week: LocalWeek) -> Result<SixMinuteWalkWeek, SixMinuteWalkDelay> {
    result(
      endingOn: firstDayAfterRecalibration(in: week) ?? lastWornDay(in: week) ?? week.lastDay)
  }

  private func lastWornDay(in week: LocalWeek) -> LocalDay? {
    week.days.last { day in
      days[day].map { ($0.wornHours ?? 0) > 0 || $0.walking != nil || $0.sustained != nil }
        ?? false
    }
  }

  private func result(endingOn lastDay: LocalDay) -> Result<SixMinuteWalkWeek, SixMinuteWalkDelay> {
    let window = window(endingOn: lastDay)
    if let shortage = settings.wear.shortage(worn: wornHours(in: window.days), in: window) {
      return .failure(.wear(shortage))
    }
    let walking = FastWalking(days: days, in: window.days)
    if let delay = walking.delay { return .failure(delay) }
    let earliest = window.days.first { days[$0] != nil } ?? window.firstDay
    let ratio = settings.calibration.ratio(
      from: settings.sixMinuteWalk.usualRatio, tests: tests(for: lastDay), until: lastDay,
      since: forgottenBefore(lastDay), testErrorShare: settings.sixMinuteWalk.testErrorShare,
      days: days)
    return .success(
      week(endingOn: lastDay, window: window, earliest: earliest, walking: walking, ratio: ratio))
  }

  private func week(
    endingOn lastDay: LocalDay, window: RecalibrationWindow, earliest: LocalDay,
    walking: FastWalking, ratio: WalkRatio
  ) -> SixMinuteWalkWeek {
    let model = settings.sixMinuteWalk
    let participant = person.participant(on: lastDay)
    func posterior(_ evidence: SixMinuteWalkEvidence) -> DistancePosterior {
      model.posterior(from: evidence, participant: participant, ratio: ratio)
    }
    var week = SixMinuteWalkWeek(
      lastDay: lastDay,
      estimate: model.estimate(
        from: walking.evidence, participant: participant, ratio: ratio),
      earliestDay: earliest, window: window)
    guard let change = change(in: window) else { return week }
    let before = FastWalking(days: days, in: window.firstDay...change.day.advanced(by: -1))
    guard before.speed != nil || before.cadence != nil else { return week }
    let since = FastWalking(days: days, in: change.day...lastDay)
    let old = posterior(before.evidence)
    let isKnown = since.speed != nil || since.cadence != nil
    // Without walks since the change nothing is known but that it may be much.
    let new =
      isKnown ? posterior(since.evidence) : old.widened(by: settings.unknownChangeDeviation)
    let share = settings.shareSinceChange
    let both = old.mixed(with: new, share: share)
    let apart = (old.median - new.median).magnitude
    week.estimate = model.estimate(
      of: both,
      errorWithinPerson: model.chanceError(since.evidence, ratio).map {
        hypot($0, apart * (share * (1 - share)).squareRoot())
      },
      participant: participant, ratio: ratio)
    week.change = change
    week.metersBefore = old.median
    week.metersSince = isKnown ? new.median : nil
    return week
  }

  /// The latest change within the window that was noticed by its end, or one that its last days suggest.
  private func change(in window: RecalibrationWindow) -> WalkingChange? {
    let known = changes.last { $0.noticedOn <= window.lastDay }
    let earliest = window.lastDay.advanced(
      by: -(settings.changes.baselineDays + settings.changes.longestDays))
    let recent = (earliest...window.lastDay).compactMap { days[$0].map(ChangeDay.init) }
    let suspected = settings.changes.suspicion(in: recent, since: known?.firstMeasuredDay)
    return [suspected, known].compactMap(\.self).first {
      $0.day > window.firstDay && $0.day <= window.lastDay
    }
  }

  private func window(endingOn lastDay: LocalDay) -> RecalibrationWindow {
    RecalibrationWindow(
      of: .sixMinuteWalkDistance, endingOn: lastDay, normalDays: settings.sixMinuteWalkDays,
      recalibrations: recalibrations)
  }

  private func wornHours(in window: ClosedRange<LocalDay>) -> [LocalDay: Double?] {
    Dictionary(
      uniqueKeysWithValues: window.compactMap { day in days[day].map { (day, $0.wornHours) } })
  }

  /// The tests that calibrate an estimate: what was stored when a recalibration was asked holds those that were known
  /// then.
  private func tests(for lastDay: LocalDay) -> [ClinicTest] {
    tests.filter { test in
      recalibrations.allSatisfy {
        $0.estimate != .sixMinuteWalkDistance || $0.lets(test, calibrateEstimateEndingOn: lastDay)
      }
    }
  }

  /// Clinic tests before the latest recalibration stay forgotten, also when the window is the normal
  /// one again: the body that they calibrated is another.
  private func forgottenBefore(_ lastDay: LocalDay) -> LocalDay? {
    recalibrations.filter {
      $0.estimate == .sixMinuteWalkDistance && $0.applies(toEstimateEndingOn: lastDay)
    }.map(\.day).max()
  }

  /// The first day after a recalibration with enough data, if it lies in the week; also where estimates up to it had been
  /// stored when the recalibration was asked, so that later weeks do not depend on when that was.
  private func firstDayAfterRecalibration(in week: LocalWeek) -> LocalDay? {
    guard let request = window(endingOn: week.lastDay).recalibration else { return nil }
    let first = (request.day...week.lastDay).first { day in
      let since = request.day...day
      return settings.wear.shortage(worn: wornHours(in: since), in: since) == nil
        && FastWalking(days: days, in: since).dayCount > 0
    }
    return first.flatMap {
      week.days.contains($0) && request.applies(toEstimateEndingOn: $0) ? $0 : nil
    }
  }
}
