import Foundation
import GaitModel
import MobilityEstimates
import SampleStorage

/// What of a person must be estimated again, and why.
struct StaleEstimates: Sendable {
  var staleness = Staleness.everything
  /// Whether estimates of another clock's days stand beside those of the person's.
  var hasOtherDays = false
  /// Why, where that does not depend on what comes of it.
  private var fixedReason: String?
  /// The days on which samples came, changed or went; without those that are only over now.
  private var sampleDays: Set<LocalDay> = []
  /// The days whose figures went with their samples, whole days of UTC about them.
  private var goneDays: Set<LocalDay> = []
  /// Samples that came since the last run.
  private var added: [Sample] = []
  /// Where samples went since.
  private var gone: [ThinnedStretch] = []
  /// Whether no run of this store says what the kept estimates were made of.
  private var isFirst = false
  /// The last day that the run before looked at; `nil` where this is the first.
  private var lookedThrough: LocalDay?
  /// Whether estimates came of which this store does not know that a run of its own made them.
  private var holdsForeign = false
  /// Whether the run before may have made them: a look back, or one beside which others wrote.
  private var isBehind = false

  private static let askedForEverything = "everything was estimated again"

  /// Everything.
  init() {}

  /// Finds what is stale.
  ///
  /// - Parameters:
  ///   - update: what makes the estimates now.
  ///   - before: how far the last run came; `nil` when this is the first.
  ///   - now: how far this one goes.
  ///   - isEverything: whether somebody asked for everything.
  ///   - store: where samples and estimates are.
  ///   - lastDataDay: the last day with samples, if any.
  ///   - notCollected: what nobody collects.
  /// - Throws: what the store throws.
  init(
    of update: EstimateUpdate, since before: EstimateProgress?, _ now: EstimateProgress,
    everything isEverything: Bool, in store: SampleStore, lastDataDay: LocalDay?,
    notCollected: Set<AnySampleKind>
  ) async throws {
    self.init()
    guard let before else {
      isFirst = true
      fixedReason = isEverything ? Self.askedForEverything : nil
      return
    }
    lookedThrough = before.lastDay
    let settings = [before.setting, before.lookedBackBy].compactMap(\.self)
    let other = settings.first { $0 != now.setting }
    let isOfOtherAge = try await Self.isOfOtherAge(update, since: before, now, in: store)
    if other != nil || isOfOtherAge {
      fixedReason =
        other.map { RevisionReason(from: $0, to: now.setting, update).words }
        ?? RevisionReason(ofAnotherAge: update.person).words
      var own = self
      try await own.find(update, since: before, now, in: store, lastDataDay ?? before.lastDay)
      (sampleDays, goneDays, added) = (own.sampleDays, own.goneDays, own.added)
      (gone, holdsForeign, isBehind) = (own.gone, own.holdsForeign, own.isBehind)
      return
    }
    hasOtherDays = try await update.keepsOtherDays(in: store, besides: notCollected)
    guard !hasOtherDays else {
      fixedReason = "days of another time zone were counted beside these"
      return
    }
    guard !isEverything else {
      fixedReason = Self.askedForEverything
      return
    }
    try await find(update, since: before, now, in: store, lastDataDay ?? before.lastDay)
  }

  /// Whether the person's birthday is another one. A run that knew of none had an older program's word or a recording's: then it
  /// is where an age was entered since.
  private static func isOfOtherAge(
    _ update: EstimateUpdate, since before: EstimateProgress, _ now: EstimateProgress,
    in store: SampleStore
  ) async throws -> Bool {
    guard before.birthday != now.birthday else { return false }
    guard before.birthday == nil else { return true }
    let changes = try await store.changes(
      since: before.anchor,
      matching: SampleQuery(
        kinds: [.age], participant: update.person.identifier, includesLeftOut: true))
    return !changes.added.isEmpty || !changes.thinned.isEmpty
  }

  private mutating func find(
    _ update: EstimateUpdate, since before: EstimateProgress, _ now: EstimateProgress,
    in store: SampleStore, _ lastDataDay: LocalDay
  ) async throws {
    let changes = try await store.changes(
      since: before.anchor,
      matching: SampleQuery(
        kinds: Staleness.kinds.union(EstimateUpdate.madeKinds),
        participant: update.person.identifier, includesLeftOut: true))
    added = changes.added.filter { Staleness.kinds.contains($0.kind) }
    staleness = Staleness(changed: added, calendar: update.calendar)
    gone = changes.thinned
    for stretch in changes.thinned {
      if EstimateUpdate.dailyKinds.contains(stretch.kind) {
        goneDays.formUnion(Self.wholeDays(of: stretch, update.calendar))
      }
      // By their own clocks the samples may have stood a day beside.
      let reach = update.calendar.clock.rule == .common ? 0 : DayClock.greatestShiftSeconds
      let interval = stretch.interval.lowerBound - reach..<stretch.interval.upperBound + reach
      staleness.add(deletionOf: stretch.kind, in: interval, calendar: update.calendar)
    }
    defer { staleness.days = staleness.days.filter { $0 <= now.lastDay } }
    sampleDays = staleness.days.filter { $0 <= now.lastDay }
    staleness.days.formUnion(try await Self.daysBeside(staleness, update, in: store))
    // What no run of this store made came with another one, in a merge. What a look back made is among it, and what a run
    // wrote while others did: it is made again as it is.
    let foreign = changes.added.filter {
      EstimateUpdate.madeKinds.contains($0.kind) && $0.source == update.settings.estimateSource
    }
    for sample in foreign {
      staleness.add(
        deletionOf: sample.kind, in: sample.start..<sample.end, calendar: update.calendar)
    }
    holdsForeign = !foreign.isEmpty
    isBehind = before.isBehind
    guard now.lastDay > before.lastDay else { return }
    let next = before.lastDay.advanced(by: 1)
    staleness.estimatesFrom = min(staleness.estimatesFrom ?? next, next)
    if lastDataDay >= next { staleness.days.formUnion(next...min(lastDataDay, now.lastDay)) }
  }

  /// The days beside those of a change on which a device does not count in what it measured, because another one was worn at
  /// once.
  private static func daysBeside(
    _ staleness: Staleness, _ update: EstimateUpdate, in store: SampleStore
  ) async throws -> Set<LocalDay> {
    let beside = staleness.daysBeside.subtracting(staleness.days)
    guard let first = beside.min(), let last = beside.max() else { return [] }
    let (person, calendar) = (update.person.identifier, update.calendar)
    let reach = DayClock.greatestShiftSeconds
    let from = calendar.interval(of: first).lowerBound - reach
    let to = calendar.interval(of: last).upperBound + reach
    var found: Set<LocalDay> = []
    for aside in try await store.setAside(of: person).map(\.interval)
    where aside.lowerBound < to && from < aside.upperBound {
      let samples = try await store.samples(
        matching: SampleQuery(
          kinds: EstimateUpdate.readKinds, participant: person,
          from: max(from, aside.lowerBound - Staleness.longestWalkSeconds),
          to: min(to, aside.upperBound), includesLeftOut: true))
      for sample in samples where sample.end > aside.lowerBound {
        found.insert(calendar.day(containing: calendar.clock.reading(sample.start, of: sample)))
      }
    }
    return beside.intersection(found)
  }

  /// The days that lie whole within the days of UTC on which samples of a kind were deleted. Figures of a day last from its
  /// beginning to its end: where they went, the days on either side are none of these.
  private static func wholeDays(
    of stretch: ThinnedStretch, _ calendar: DayCalendar
  ) -> Set<LocalDay> {
    let interval = stretch.interval
    var touched = Staleness(days: [])
    touched.add(deletionOf: stretch.kind, in: interval, calendar: calendar)
    return touched.days.filter { day in
      let whole = calendar.interval(of: day)
      return interval.lowerBound <= whole.lowerBound && whole.upperBound <= interval.upperBound
    }
  }

  /// Whether samples of later days than one came or went.
  func concernsDays(after day: LocalDay) -> Bool {
    sampleDays.union(staleness.days).contains { $0 > day }
  }

  /// Whether estimates of days may be kept that have no samples any more, and of which no run of this store knows: they
  /// came with another store in which the samples were still there.
  var mayStandBesideLater: Bool { staleness.isEverything || holdsForeign }

  /// Whether a run before looked at the week of an estimate and made none, and none that it made was deleted since.
  func foundNone(before estimate: Sample, calendar: DayCalendar) -> Bool {
    let week = LocalWeek(containing: calendar.day(containing: estimate.end - 0.001))
    guard let lookedThrough, week.lastDay <= lookedThrough else { return false }
    return !gone.contains {
      $0.kind == estimate.kind && $0.interval.overlaps(estimate.start..<estimate.end)
    }
  }

  /// Why something is said otherwise, once it is known what.
  func reason(for changes: EstimateChanges, calendar: DayCalendar) -> String {
    revision(changes, calendar).words
  }

  /// Why one sample is said otherwise: samples of later days and tests of six-minute walks say nothing of a score.
  func reason(for changes: EstimateChanges, calendar: DayCalendar, of sample: Sample) -> String {
    guard sample.kind != SampleKind.walkingChange.erased else {
      return reason(for: changes, calendar: calendar)
    }
    let end = LocalWeek(containing: calendar.day(containing: sample.end - 0.001)).lastDay
    var own = self
    own.sampleDays = sampleDays.filter { $0 <= end }
    own.staleness.days = staleness.days.filter { $0 <= end }
    if sample.kind == SampleKind.sixMinuteWalkDistance.erased {
      own.added = added.filter { calendar.day(containing: $0.start) <= end }
    } else {
      (own.added, own.gone) = ([], [])
    }
    let reason = own.revision(changes, calendar)
    return reason.isKnown ? reason.words : self.reason(for: changes, calendar: calendar)
  }

  /// Estimates are made of the figures of days. Of samples that came or went, only the days are named whose figures changed or
  /// had gone before: others say what they said, or have none, as where a phone counted and the device was not worn. Of
  /// deleted samples only whole days of UTC are known, which touch days of the person on which nothing was deleted.
  private func revision(_ changes: EstimateChanges, _ calendar: DayCalendar) -> RevisionReason {
    let weeks = changes.revisedWeeks(calendar: calendar)
    func because(_ days: Set<LocalDay>) -> RevisionReason {
      RevisionReason(
        Staleness(days: days), entered: added, withdrawn: Set(gone.map(\.kind)), from: weeks)
    }
    var told = sampleDays.intersection(changes.daysChanged(calendar: calendar))
    if told.isEmpty { told = sampleDays.intersection(goneDays).subtracting(changes.daysMade) }
    let known = because(told)
    // Where something else is known to have changed, what the run before may have made is not laid to another store.
    let mayBeOwn = isBehind && (fixedReason != nil || !sampleDays.isEmpty || known.isKnown)
    let isElsewhere = isFirst || holdsForeign && !mayBeOwn
    let elsewhere = isElsewhere ? RevisionReason(madeElsewhere: weeks) : nil
    // Where a reason is known, another one is not guessed at.
    let isTold = elsewhere?.isKnown ?? false || fixedReason == nil
    let first = [fixedReason, isTold ? elsewhere?.words : nil].compactMap(\.self)
    if !first.isEmpty {
      return RevisionReason(
        words: (first + (known.isKnown ? [known.words] : [])).joined(separator: "; "),
        isKnown: true)
    }
    return known.isKnown ? known : because(staleness.days)
  }
}

extension PersonEstimator.Proposal {
  /// What stayed as it was while it was not collected, and is collected again.
  var left: [AnySampleKind: Set<LocalDay>] { progress.left.collected(notCollected) }

  /// Adds what is left alone to what earlier runs left; what this one makes anew is left no longer.
  mutating func noteLeft(_ samples: [Sample]) {
    let calendar = update.calendar
    // A run of everything looks at all that is kept.
    var left = stale.staleness.isEverything ? LeftEstimates() : before?.left ?? LeftEstimates()
    left.remove(changes.saved + changes.deleted, calendar)
    left.add(samples, calendar)
    progress.left = left
  }

  /// Why what was said before is said otherwise.
  var reason: String { stale.reason(for: changes, calendar: update.calendar) }

  /// What gives way, with what takes its place, each by the reason that concerns it.
  func replacements(by renewed: [Sample]) -> [SampleReplacement] {
    struct Concern: Hashable {
      var kind: AnySampleKind
      var end: Date
    }
    var reasons: [Concern: String] = [:]
    func reason(of sample: Sample) -> String {
      let concern = Concern(kind: sample.kind, end: sample.end)
      if let known = reasons[concern] { return known }
      let found = stale.reason(for: changes, calendar: update.calendar, of: sample)
      reasons[concern] = found
      return found
    }
    let old = Dictionary(grouping: changes.deleted, by: reason)
    let new = Dictionary(grouping: renewed, by: reason)
    return Set(old.keys).union(new.keys).sorted().map {
      SampleReplacement(of: old[$0] ?? [], by: new[$0] ?? [], because: $0)
    }
  }
}
