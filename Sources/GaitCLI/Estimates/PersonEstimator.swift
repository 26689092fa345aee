import Foundation
import GaitModel
import MobilityEstimates
import SampleStorage

/// Brings one person's estimates in a store up to date.
struct PersonEstimator: Sendable {
  let participant: String
  let store: SampleStore
  let options: EstimateOptions
  /// What the command line says of the person.
  var facts = Participant()
  /// Whether that corrects what is known, or says what changed.
  var statement = FactOptions()

  /// What came of a run.
  struct Outcome: Sendable {
    var changes: EstimateChanges
    var notices: [EstimateNotice]
    var update: EstimateUpdate
    var lastDay: LocalDay
    /// Why something was made again; `nil` in a first run.
    var reason: String?
  }

  /// Estimates what is stale since the last run, and keeps it.
  func run() async throws -> Outcome {
    var settings = EstimateSettings()
    if let source = options.source { settings.source = source }
    let before = try await EstimateProgress(of: participant, in: store, settings.estimateSource)
    let calendar = try await calendar()
    try await keepFacts(calendar)
    let person = try await EstimatedPerson(participant, in: store, calendar: calendar)
    var update = EstimateUpdate(person: person, calendar: calendar, settings: settings)
    update.settings.steadinessLimits = try options.steadinessLimits
    let lastDay = try await lastDay(calendar, before)
    let anchor = try await store.currentAnchor()
    var progress = EstimateProgress(
      anchor: anchor, lastDay: lastDay, setting: EstimateProgress.setting(of: update),
      timeZone: calendar.calendar.timeZone.identifier)
    let (stale, reason) = try await staleness(since: before, progress, update)
    let result = try await update.apply(
      in: store, stale: stale, through: lastDay, because: reason, at: Date())
    progress.anchor = try await anchorAfter(anchor, own: result.changes)
    // An earlier --until is a look back, and no progress. Before there is anything to estimate, neither the zone nor
    // the last day is known: samples that come later say both.
    let span = try await span()
    let isKnown = try before != nil || options.givenTimeZone != nil || span != nil
    if isKnown, lastDay >= before?.lastDay ?? lastDay, progress != before {
      try await store.save([progress.sample(of: participant, settings.estimateSource)])
    }
    return Outcome(
      changes: result.changes, notices: result.notices, update: update, lastDay: lastDay,
      reason: before == nil ? nil : reason)
  }

  /// The person's calendar: in the time zone that was given, that of the last run, or the samples'.
  func calendar() async throws -> DayCalendar {
    DayCalendar(
      timeZone: try await timeZone(try await EstimateProgress(of: participant, in: store)))
  }

  /// What must be made again, and why.
  private func staleness(
    since before: EstimateProgress?, _ now: EstimateProgress, _ update: EstimateUpdate
  ) async throws -> (stale: Staleness, reason: String) {
    guard let before else { return (.everything, "a first run") }
    guard before.setting == now.setting else {
      return (.everything, RevisionReason(from: before.setting, to: now.setting, update).words)
    }
    guard !options.everything else { return (.everything, "everything was estimated again") }
    let changes = try await store.changes(
      since: before.anchor,
      matching: SampleQuery(
        kinds: Staleness.kinds, participant: participant, includesLeftOut: true))
    var stale = Staleness(changed: changes.added, calendar: update.calendar)
    for stretch in changes.thinned {
      stale.add(stretch.kind, in: stretch.interval, calendar: update.calendar)
    }
    if now.lastDay > before.lastDay {
      let next = before.lastDay.advanced(by: 1)
      stale.estimatesFrom = min(stale.estimatesFrom ?? next, next)
      let last = try await dataDays(update.calendar)?.upperBound ?? before.lastDay
      if last >= next { stale.days.formUnion(next...min(last, now.lastDay)) }
    }
    return (stale, RevisionReason(stale, entered: changes.added).words)
  }

  /// The place up to which samples are accounted for: behind the estimates' own changes, where nobody
  /// else wrote meanwhile.
  private func anchorAfter(
    _ anchor: ChangeAnchor, own changes: EstimateChanges
  ) async throws -> ChangeAnchor {
    let now = try await store.currentAnchor()
    let own = (changes.addsNew ? 1 : 0) + (changes.supersedes ? 1 : 0)
    return now.rawValue - anchor.rawValue <= Int64(own) ? now : anchor
  }

  /// What the command line says of the person is kept, for the next time.
  private func keepFacts(_ calendar: DayCalendar) async throws {
    guard facts != Participant() else { return }
    let day = try await dataDays(calendar)?.upperBound ?? options.today(calendar)
    try await PersonFacts(
      participant: participant, store: store, calendar: calendar, options: statement
    ).keep(facts, on: day, now: Date())
  }

  private func timeZone(_ before: EstimateProgress?) async throws -> TimeZone {
    if let given = try options.givenTimeZone { return given }
    if let kept = before.flatMap({ TimeZone(identifier: $0.timeZone) }) { return kept }
    return try await PeopleZones.zone(of: participant, in: store)
  }

  /// The last day that is over: the last with data, or what was asked. This machine's clock has no
  /// say, so that the same samples give the same estimates on every day; and a day that was over
  /// stays so when its samples are deleted.
  private func lastDay(
    _ calendar: DayCalendar, _ before: EstimateProgress?
  ) async throws -> LocalDay {
    if let asked = options.until {
      guard let day = calendar.day(asked) else { throw options.noDate(asked, "--until") }
      // Days to come are not over, unless somebody simulated them.
      if try await dataDays(calendar).map({ day > $0.upperBound }) ?? true {
        try Entry.check(day, "--until", in: calendar)
      }
      return day
    }
    let known = [try await dataDays(calendar)?.upperBound, before?.lastDay].compactMap(\.self)
    return known.max() ?? options.today(calendar)
  }

  private func dataDays(_ calendar: DayCalendar) async throws -> ClosedRange<LocalDay>? {
    try await span().map {
      calendar.day(containing: $0.lowerBound)...calendar.day(containing: $0.upperBound)
    }
  }

  /// From when to when there are samples that days are made of.
  private func span() async throws -> ClosedRange<Date>? {
    try await store.span(of: EstimateUpdate.readKinds, participant: participant)
  }
}
