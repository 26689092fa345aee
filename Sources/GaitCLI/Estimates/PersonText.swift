import Foundation
import GaitModel
import MobilityEstimates

/// What is known of one person, in sentences: each property is a paragraph of `gait estimate`.
struct PersonText {
  let overview: EstimateOverview
  let update: EstimateUpdate
  let store: String
  /// Other programs that walks are by, where there are none by the one that is used.
  var elsewhere: WalksElsewhere?

  /// What happened, by the person's word and by the days themselves.
  var changes: [String] {
    let said = overview.personEvents.suffix(Self.latest).map { event in
      (
        event.day,
        "\(event.day.words): \(event.kind.word)" + (event.words.map { ", \($0)" } ?? "")
          + " (entered)"
      )
    }
    let asked = overview.recalibrations.suffix(Self.latest).map { request in
      (
        request.day,
        "\(request.day.words): the six-minute walk begins anew"
          + (request.reason.map { ", \($0)" } ?? "") + " (asked for)"
      )
    }
    let seen = overview.walkingChanges.suffix(Self.latest).map { change in
      (change.day, "\(change.message) (noticed on \(change.noticedOn.words))")
    }
    let lines = (said + asked + seen).sorted { $0.0 < $1.0 }.map(\.1)
    let earlier =
      earlier(overview.personEvents.count, "entered events", SampleKind.event.erased)
      + earlier(overview.recalibrations.count, "new beginnings", SampleKind.recalibration.erased)
      + earlier(
        overview.walkingChanges.count, "noticed changes", SampleKind.walkingChange.erased)
    return lines + earlier
      + [overview.presently(by: update.settings), overview.personalFactorWords, offer].compactMap(
        \.self)
  }

  /// So many of each kind of event, and of clinic tests, are told, the latest.
  static let latest = 3

  /// That there are more than the latest that are told, and how to list them.
  func earlier(
    _ count: Int, _ name: String, _ kind: AnySampleKind, options: String = ""
  ) -> [String] {
    guard count > Self.latest else { return [] }
    return [
      "these are the latest \(Self.latest) of \(count) \(name): gait query \(kind.name)\(options) --store "
        + "\(store.shellWord) --participant \(update.person.identifier.shellWord) lists all"
    ]
  }

  /// The latest change that nobody has answered yet.
  private var offer: String? {
    guard let change = overview.walkingChanges.last,
      change.day.distance(to: overview.lastDay) < update.settings.sixMinuteWalkDays,
      !overview.recalibrations.contains(where: { $0.day >= change.day })
    else { return nil }
    return
      "if it lasts, let the six-minute walk begin anew: gait recalibrate --store \(store.shellWord)"
      + " --participant \(update.person.identifier.shellWord) --from \(calendar.text(of: change.day))"
  }

  /// The greatest oxygen uptake.
  var fitness: [String] {
    let uptake = overview.cardioFitness.last.map { sample in
      let error = sample.standardError.map { " ± \(decimal($0, 1))" } ?? ""
      return
        "greatest oxygen uptake (VO2max) \(decimal(sample.value, 1))\(error) mL/(kg·min) in the week"
        + " to \(weekEnd(of: sample).words)" + doubt(about: sample)
    }
    let kind = SampleKind.vo2Max.erased
    return [
      uptake ?? tooFewUptakes, noUptake, unmade(kind), leftAlone(kind, overview.cardioFitness),
      recovery,
    ].compactMap(\.self)
  }

  /// That there is no estimate of the oxygen uptake yet; `nil` where no day has one.
  private var tooFewUptakes: String? {
    let (last, length) = (overview.latestWeek.lastDay, update.settings.cardioFitnessDays)
    let window = last.advanced(by: 1 - length)...last
    let days = overview.wholeDays.values.count {
      window.contains($0.day) && $0.heart?.greatestUptake != nil
    }
    guard days > 0, days < update.settings.fewestCardioFitnessDays else { return nil }
    return
      "no VO2max yet: \(days) of the \(length) days to \(last.words) \(days == 1 ? "has" : "have") one "
      + "(\(update.settings.fewestCardioFitnessDays) needed)"
  }

  /// That the latest week has no estimate of the oxygen uptake, as its walks have no measured steps.
  private var noUptake: String? {
    overview.cardioFitnessReason.map {
      "no VO2max for the week to \(overview.latestWeek.lastDay.words): \($0)"
    }
  }

  /// Medicines that slow the heart make the estimate too high.
  private func doubt(about sample: Sample) -> String {
    sample.metadata.other[EstimateWords.heartMedication].flatMap {
      SampleWords.value($0, of: SampleKind.heartMedication.erased)
    }.flatMap(HeartMedication.init(baseValue:)).map {
      "; too high, because \($0.words) slow the heart: compare it only with weeks under the same medicine"
    } ?? ""
  }

  /// The heart's latest recovery, with what came before it.
  private var recovery: String? {
    guard let day = overview.days.last(where: { $0.heart?.recovery != nil }),
      let recovery = day.heart?.recovery
    else { return nil }
    let fall =
      recovery.peakRate.map {
        "from \(decimal($0, 0)) to \(decimal($0 - recovery.fall, 0)) beats a minute"
      } ?? "by \(decimal(recovery.fall, 0)) beats a minute"
    let minutes = recovery.seconds.map { " \(decimal($0 / 60, 0)) minutes of" } ?? ""
    return "the heart rate fell \(fall) in the minute after\(minutes)"
      + " \(recovery.activity?.rawValue ?? "effort") on \(day.day.words)"
  }

  /// Before and after each of the latest events.
  var comparisons: [String] {
    overview.toldEvents.flatMap(comparison) + [overview.earlierEvents].compactMap(\.self)
  }

  private func comparison(of events: ComparedEvents) -> [String] {
    guard !events.comparisons.isEmpty else { return [overview.tooFewDays(about: events)] }
    let spans = overview.comparedSpans(about: events.day, by: update.settings.comparison)
    return ["\(overview.name(of: events)); \(spans.words):"]
      + events.comparisons.map { row in
        "\(row.measure.words): \(row.measure.text(row.latest.value))"
          + " (\(row.measure.text(row.latest.interval.lowerBound)) to"
          + " \(row.measure.text(row.latest.interval.upperBound)))"
          + ", before \(row.measure.text(row.before.value)): \(percent(row.shareOfBefore)) of it"
          + " (\(percent(row.shareInterval.lowerBound)) to \(percent(row.shareInterval.upperBound)))"
      } + [overview.assumed(about: events, withFirst: false)].compactMap(\.self)
  }

  /// Measures of the latest week that differ from the weeks before by more than chance.
  var past: [String] {
    let changed = overview.changes.filter(\.change.isDetectable)
    let leftOut = [overview.assumedInWeeks].compactMap(\.self)
    guard let week = changed.first?.week else { return leftOut }
    return [
      "the week to \(week.lastDay.words) against the weeks 5 to 12 before it; what differs beyond chance:"
    ]
      + changed.map { row in
        let change = row.change
        let now = change.baseline + change.change
        return
          "\(row.measure.words) \(row.measure.text(now)), usually \(row.measure.text(change.baseline))"
          + " (less than \(row.measure.text(change.minimalDetectable)) of difference would be chance)"
      } + leftOut
  }

  /// What is missing.
  var missing: [String] {
    let others = elsewhere?.words(in: store, of: update.person.identifier)
    let needed = overview.readiness.lacks.compactMap { lack -> String? in
      switch lack {
      // Of a program that says nothing at all, nobody needs to hear what else it does not say.
      case .wear, .walkingDays, .measuredSteps, .sustainedWalking, .measuredWalking:
        others != nil ? nil : "by \(overview.lastDay.words): \(overview.words(of: lack))"
      case .height, .mass, .age, .sex: overview.words(of: lack)
      }
    }
    let lacks = [others].compactMap(\.self) + needed
    return lacks.isEmpty ? ["nothing that the estimates need"] : lacks
  }

  /// That estimates of a kind stayed as they were while nobody collected it; `nil` where none did, or none of them is kept.
  func leftAlone(_ kind: AnySampleKind, _ kept: [Sample]) -> String? {
    let days = (overview.leftAlone[kind] ?? []).intersection(kept.map(lastDay(of:)))
    return days.isEmpty
      ? nil
      : LeftEstimates.words([kind: days], in: store, of: update.person.identifier)
  }

  /// That nobody collects an estimate; `nil` where it is made.
  func notCollected(_ kind: AnySampleKind) -> String? {
    guard overview.notCollected.contains(kind) else { return nil }
    return
      "not collected, as was asked: gait delete --store \(store.shellWord) --participant \(update.person.identifier.shellWord) "
      + "--resume-collecting \(kind.name) ends that"
  }

  /// That weeks were not made while nobody collected an estimate; `nil` where none are missing, or it is still so.
  func unmade(_ kind: AnySampleKind) -> String? {
    guard !overview.notCollected.contains(kind), let weeks = overview.unmade[kind],
      let first = weeks.first, let last = weeks.last
    else { return nil }
    let (span, were, they) =
      weeks.count == 1
      ? ("the week to \(last.lastDay.words)", "was", "it")
      : (
        "\(weeks.count) weeks from \(first.firstDay.words) to \(last.lastDay.words)", "were",
        "them"
      )
    return
      "\(span) \(were) not made, because \(kind.name) was not collected: gait estimate --store \(store.shellWord) "
      + "--participant \(update.person.identifier.shellWord) --everything makes \(they)"
  }

  /// What an estimate lacks: that nobody collects it, why the latest week has none, weeks that were not made.
  func lacks(_ kind: AnySampleKind, _ reason: String?) -> [String] {
    if let stop = notCollected(kind) { return [stop] }
    let none =
      overview.isLatestUnmade(kind)
      ? nil : reason.map { "none for the week to \(overview.latestWeek.lastDay.words): \($0)" }
    let kept =
      kind == SampleKind.walkingSteadiness.erased ? overview.steadiness : overview.sixMinuteWalks
    return [none, unmade(kind), leftAlone(kind, kept)].compactMap(\.self)
  }

  /// Why there is no estimate at all, as of the week that would have had the first.
  func noneYet(_ reason: String?) -> String {
    let week = overview.latestWeek
    guard let first = overview.days.first?.day else {
      return "there are no walks" + (elsewhere.map { " by \($0.used)" } ?? "")
    }
    guard first <= week.lastDay, let reason else {
      let end = LocalWeek(containing: first).lastDay.words
      return "the data begin on \(first.words), and the first week is over on \(end)"
    }
    return "by \(week.lastDay.words), when the last week was over: \(reason)"
  }

  var calendar: DayCalendar { update.calendar }
  func day(_ instant: Date) -> LocalDay { calendar.day(containing: instant) }
  /// The Sunday of the week that a weekly sample is of: what it was made of may end sooner, with the last day worn.
  func weekEnd(of sample: Sample) -> LocalDay {
    LocalWeek(containing: lastDay(of: sample)).lastDay
  }

  func lastDay(of sample: Sample) -> LocalDay { day(sample.end - 0.001) }
  func meters(_ value: Double) -> String { "\(decimal(value, 0)) m" }
  func percent(_ share: Double) -> String { "\(decimal(share * 100, 0)) %" }
  func decimal(_ value: Double, _ decimals: Int) -> String {
    DecimalText.text(value, decimals: decimals) ?? ""
  }
}
