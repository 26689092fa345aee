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
}

/// Why a week has no six-minute walk.
public enum SixMinuteWalkDelay: Error, Hashable, Sendable, CustomStringConvertible {
  /// The device was not worn enough.
  case wear(WearShortage)
  /// No walk was long enough to tell anything.
  case noSustainedWalking

  /// The reason in words.
  public var description: String {
    switch self {
    case .wear(let shortage): shortage.description
    case .noSustainedWalking: "no walk of half a minute or more in the window"
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

  /// The estimate of a week.
  ///
  /// It stands at the week's end, or in the week in which there is enough again after a
  /// recalibration, on the day on which there is: nobody waits longer than they must.
  func result(of week: LocalWeek) -> Result<SixMinuteWalkWeek, SixMinuteWalkDelay> {
    result(endingOn: firstDayAfterRecalibration(in: week) ?? week.lastDay)
  }

  private func result(endingOn lastDay: LocalDay) -> Result<SixMinuteWalkWeek, SixMinuteWalkDelay> {
    let window = window(endingOn: lastDay)
    if let shortage = settings.wear.shortage(worn: wornHours(in: window.days), in: window.days) {
      return .failure(.wear(shortage))
    }
    let walking = FastWalking(days: days, in: window.days)
    guard walking.speed != nil || walking.cadence != nil,
      let earliest = window.days.first(where: { days[$0] != nil })
    else { return .failure(.noSustainedWalking) }
    let model = settings.sixMinuteWalk
    let ratio = settings.calibration.ratio(
      from: model.usualRatio, tests: tests, until: lastDay, since: forgottenBefore(lastDay),
      testErrorShare: model.testErrorShare, days: days)
    let estimate = model.estimate(
      from: SixMinuteWalkEvidence(
        fastSpeed: walking.speed, fastSpeedChanceError: walking.chanceError,
        deviceErrorShare: walking.deviceErrorShare, fastCadence: walking.cadence,
        longestSixMinutes: walking.longestSixMinutes,
        sustainedMinutesPerDay: walking.minutesPerDay, drift: walking.drift),
      participant: person.participant(on: lastDay), ratio: ratio)
    return .success(
      SixMinuteWalkWeek(
        lastDay: lastDay, estimate: estimate, earliestDay: earliest, window: window))
  }

  private func window(endingOn lastDay: LocalDay) -> RecalibrationWindow {
    RecalibrationWindow(
      of: .sixMinuteWalkDistance, endingOn: lastDay, normalDays: settings.sixMinuteWalkDays,
      recalibrations: recalibrations)
  }

  private func wornHours(in window: ClosedRange<LocalDay>) -> [LocalDay: Double] {
    var hours: [LocalDay: Double] = [:]
    for day in window { hours[day] = days[day]?.wornHours }
    return hours
  }

  /// Clinic tests before the latest recalibration stay forgotten, also when the window is the normal
  /// one again: the body that they calibrated is another.
  private func forgottenBefore(_ lastDay: LocalDay) -> LocalDay? {
    recalibrations.filter {
      $0.estimate == .sixMinuteWalkDistance && $0.applies(toEstimateEndingOn: lastDay)
    }.map(\.day).max()
  }

  /// The first day after a recalibration with enough data, if it lies in the week.
  private func firstDayAfterRecalibration(in week: LocalWeek) -> LocalDay? {
    guard let wish = window(endingOn: week.lastDay).recalibration else { return nil }
    let begin = max(wish.day, wish.storedThrough?.advanced(by: 1) ?? wish.day)
    guard begin <= week.lastDay else { return nil }
    let first = (begin...week.lastDay).first { day in
      let window = window(endingOn: day)
      return window.recalibration == wish
        && settings.wear.shortage(worn: wornHours(in: window.days), in: window.days) == nil
        && FastWalking(days: days, in: window.days).dayCount > 0
    }
    return first.flatMap { week.days.contains($0) ? $0 : nil }
  }
}
