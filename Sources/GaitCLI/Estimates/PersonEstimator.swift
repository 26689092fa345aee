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
    /// What else somebody should hear: entries that gave way, days of another zone.
    var remarks: [String] = []
  }

  /// What a run begins with.
  private struct Beginning {
    var before: EstimateProgress?
    var progress: EstimateProgress
    var update: EstimateUpdate
    var stale: Staleness
    var reason: String
    var remarks: [String]
  }

  /// Estimates what is stale since the last run, and keeps it.
  func run() async throws -> Outcome {
    let begun = try await begin()
    let (before, update) = (begun.before, begun.update)
    var progress = begun.progress
    let result = try await update.apply(
      in: store, stale: begun.stale, through: progress.lastDay, because: begun.reason, at: Date())
    progress.anchor = try await anchorAfter(progress.anchor, own: result.changes)
    // An earlier --until is a look back, and no progress. Before there is anything to estimate, neither the zone nor
    // the last day is known: samples that come later say both.
    let span = try await span()
    let isMoved = before.map { $0.usedTimeZone != progress.usedTimeZone } ?? false
    if before != nil || span != nil,
      isMoved || progress.lastDay >= before?.lastDay ?? progress.lastDay, progress != before
    {
      try await store.save([progress.sample(of: participant, update.settings.estimateSource)])
    }
    return Outcome(
      changes: result.changes, notices: result.notices, update: update, lastDay: progress.lastDay,
      reason: before == nil ? nil : begun.reason, remarks: begun.remarks)
  }

  /// What a run would leave behind, for a page; the store stays as it is.
  func look() async throws -> (update: EstimateUpdate, overview: EstimateOverview) {
    let begun = try await begin()
    let lastDay = begun.progress.lastDay
    let changes = try await begun.update.changes(in: store, stale: begun.stale, through: lastDay)
    let overview = try await begun.update.overview(
      in: UnkeptEstimates(changes, over: store), through: lastDay)
    return (begun.update, overview)
  }

  private func begin() async throws -> Beginning {
    var settings = EstimateSettings()
    if let source = options.days.source { settings.source = source }
    let before = try await EstimateProgress(of: participant, in: store, settings.estimateSource)
    let own = try await PeopleZones.clock(of: participant, in: store)
    let calendar = DayCalendar(own.asked(options.days.givenTimeZone))
    settings.steadinessLimits = try options.steadinessLimits
    let lastDay = try await lastDay(calendar, before)
    // Facts are kept when nothing else of the command can be refused any more.
    var remarks = try await keepFacts(calendar)
    let person = try await EstimatedPerson(participant, in: store, calendar: calendar)
    let update = EstimateUpdate(person: person, calendar: calendar, settings: settings)
    let anchor = try await store.currentAnchor()
    let progress = EstimateProgress(
      anchor: anchor, lastDay: lastDay, setting: EstimateProgress.setting(of: update),
      timeZone: own.name)
    remarks += [zoneRemark(before, progress)].compactMap(\.self)
    let (stale, reason) = try await staleness(since: before, progress, update)
    return Beginning(
      before: before, progress: progress, update: update, stale: stale, reason: reason,
      remarks: remarks)
  }

  /// What must be known of the zone in which days are counted; `nil` where it is the samples' own, as before.
  private func zoneRemark(_ before: EstimateProgress?, _ now: EstimateProgress) -> String? {
    let (used, own) = (now.usedTimeZone, now.timeZone)
    let words = DayClock.words(of: used)
    if let before, before.usedTimeZone != used {
      let told =
        used != own
        ? "days are counted \(words), as --time-zone says"
        : used == DayClock.local.name
          ? "days are counted \(words) now, as the samples have no common one"
          : "days are counted \(words) \(before.timeZone == own ? "again" : "now"), the time zone of the samples"
      return told + "; they were \(DayClock.words(of: before.usedTimeZone))"
        + ". Estimates of the former days are kept aside: gait query --store \(options.days.store) "
        + "--participant \(participant) --superseded"
    }
    guard before == nil, used != own else { return nil }
    return
      "days are counted \(words), as --time-zone says; a run without it counts them "
      + "\(DayClock.words(of: own))\(own == DayClock.local.name ? "" : ", as the samples do")"
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
      // By their own clocks the samples may have stood a day beside.
      let reach = update.calendar.clock.rule == .common ? 0 : DayClock.greatestShiftSeconds
      let interval = stretch.interval.lowerBound - reach..<stretch.interval.upperBound + reach
      stale.add(stretch.kind, in: interval, calendar: update.calendar)
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
  private func keepFacts(_ calendar: DayCalendar) async throws -> [String] {
    guard facts != Participant() else { return [] }
    let day = try await dataDays(calendar)?.upperBound ?? options.today(calendar)
    return try await PersonFacts(
      participant: participant, store: store, calendar: calendar, options: statement
    ).keep(facts, on: day, now: Date())
  }

  /// The last day that is over: the last with data, or what was asked. This machine's clock has no
  /// say, so that the same samples give the same estimates on every day; and a day that was over
  /// stays so when its samples are deleted. By another zone's calendar it was another day.
  private func lastDay(
    _ calendar: DayCalendar, _ before: EstimateProgress?
  ) async throws -> LocalDay {
    if let asked = options.until {
      guard let day = calendar.day(asked) else { throw options.days.noDate(asked, "--until") }
      // Days to come are not over, unless somebody simulated them.
      if try await dataDays(calendar).map({ day > $0.upperBound }) ?? true {
        try Entry.check(day, "--until", in: calendar)
      }
      return day
    }
    let last = try await dataDays(calendar)?.upperBound
    let isSameZone = before?.usedTimeZone == calendar.clock.name
    let known = [last, isSameZone || last == nil ? before?.lastDay : nil].compactMap(\.self)
    return known.max() ?? options.today(calendar)
  }

  private func dataDays(_ calendar: DayCalendar) async throws -> ClosedRange<LocalDay>? {
    guard let span = try await span() else { return nil }
    let clock = calendar.clock
    guard clock.rule != .common else {
      return calendar.day(containing: span.lowerBound)...calendar.day(containing: span.upperBound)
    }
    let reach = DayClock.greatestShiftSeconds
    var days: [LocalDay] = []
    for (from, to) in [
      (span.lowerBound, span.lowerBound + reach), (span.upperBound - reach, span.upperBound + 1),
    ] {
      let query = SampleQuery(
        kinds: EstimateUpdate.readKinds, participant: participant, from: from, to: to,
        includesLeftOut: true)
      days += try await store.samples(matching: query).map {
        calendar.day(containing: clock.reading($0.start, of: $0))
      }
    }
    return days.min().flatMap { first in days.max().map { first...$0 } }
  }

  /// From when to when there are samples that days are made of.
  private func span() async throws -> ClosedRange<Date>? {
    try await store.span(of: EstimateUpdate.readKinds, participant: participant)
  }
}
