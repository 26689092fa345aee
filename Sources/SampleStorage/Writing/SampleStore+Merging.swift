import Foundation
import GRDB
import GaitModel

extension SampleStore {
  /// Takes over everything that another store holds, person by person, each whole or not at all.
  ///
  /// What stays depends on what the stores hold, not on their order or on how often they are merged: of two analyses of
  /// a recording, and of two values of any other sample, **the one that was stored later** stays. Where both were stored
  /// at the same time, or by programs that did not note it, the analysis with more samples stays, then an order of the
  /// contents decides. What does not stay is kept aside, and so is what either store kept aside
  /// (``superseded(matching:)``). What was withdrawn after it was stored does not come back.
  ///
  /// **What adds up counts once.** Of two records of one source that overlap, each held by one of the stores only, the one
  /// that was stored later stays: a phone condenses and corrects what it has given before. Of two that exports of a phone
  /// say, the one of the later export stays, whichever was stored last. Of two protocols of activities of a recording that lie
  /// over each other the one that was stored later stays.
  ///
  /// **A deletion is a later word, too.** What was deleted in one store after it was stored in the other is deleted in
  /// both, its bytes as well, also where it is kept aside, and an older copy does not bring it back. So are records of a phone that may hold it in longer ones:
  /// those of a source and a day (UTC) of which records were deleted, stored before that and not held where these were.
  /// What was deleted of one person in a recording that is another person's there, as where a code is corrected, stands against
  /// nothing that comes.
  /// `restoring` pays no heed to deletions.
  ///
  /// **So is a stop of collection, and its end.** Both are taken over with their times. What was stored in either store
  /// after the collection of its kind had been stopped in the other is kept aside; what was stored before stays. How far
  /// estimates have come (`AnySampleKind.isBookkeeping`) is a store's own and stays there: they are made again from all
  /// samples, through the last week of which one came.
  ///
  /// - Parameters:
  ///   - other: the store to take from; it is only read.
  ///   - restores: whether what was deleted here comes back, and what was deleted there stays here. What comes back is
  ///     stored anew, after the deletion, and comes back in other stores, too; what only stays is deleted in the next
  ///     merge that heeds the deletion.
  ///   - done: hears, after each person who is taken over, how many are, and of how many.
  /// - Returns: what came of it, and what the stores say otherwise.
  /// - Throws: `SampleAccessError` when a kind may not be read there or written here; ``StoreError``.
  public func merge(
    _ other: SampleStore, restoringDeleted restores: Bool = false,
    whenTaken done: @Sendable (_ people: Int, _ all: Int) -> Void = { _, _ in }
  ) async throws -> MergeOutcome {
    for store in [self, other] { try await store.file.requireSoundPages() }
    var outcome = MergeOutcome()
    let (before, returning) = try await file.read { database in
      try (AsideRows(database), ReturningRecordings(database))
    }
    let now = now
    let theirs = try await other.file.read { try CollectionHistory($0) }
    let (all, stoppedHere) = try await takeStops(theirs, &outcome)
    var stoppedThere: [Sample] = []
    let owners = Dictionary(
      try await other.file.read { try Self.keptRecordings($0, of: nil) }.compactMap { kept in
        kept.recording.content.map { ($0, kept.participant) }
      }, uniquingKeysWith: { first, _ in first })
    let deletions = try await other.file.read { database in
      var deletions = try StoreDeletions(database, forgettingWhatGaveWay: false)
      if !restores, !deletions.isEmpty { try deletions.forgetWhatIsValid(database) }
      return deletions
    }
    // Before what is held there comes, which such records would take the place of, and such analyses.
    if !restores {
      outcome.condensedThere = try await takeDays(deletions)
    }
    let renamed = restores ? [] : try await deleteRenamed(deletions, owners, &outcome)
    let people = try await other.everybody()
    var labelled: Set<String> = []
    for (place, person) in people.enumerated() {
      var held = try await other.holdings(of: person)
      held.owners = owners
      if !restores { held.recordingDeletions = deletions.recordings }
      stoppedThere += StoppedSamples(before: theirs, now: all).settle(&held)
      try requireWriting(held.others.map(\.sample) + held.analyses.flatMap(\.recording.samples))
      labelled.formUnion(
        try await file.read { [held] in try OneProtocol.recordings(labelledIn: held, $0) })
      let own = try await file.write { [held] database in
        var merge = try StoreMerge(
          database, restoringAt: restores ? now : nil, returning: returning)
        try merge.take(held)
        return merge.finish()
      }
      outcome.add(own)
      done(place + 1, people.count)
    }
    try await moveMarks(of: renamed, to: owners, deletions)
    if !restores { outcome.deletedThere += try await take(deletions) }
    for content in labelled.sorted() {
      outcome.conflicts += try await file.write { try OneProtocol($0).settle(of: content) }
    }
    // An analysis that gives way to one that says the same leaves nothing aside, nor does what is deleted then.
    return try await file.write { [outcome, stoppedHere, stoppedThere] database in
      var outcome = outcome
      if !restores { _ = try RecordingDeletions(database).supersede(database) }
      try StoppedSamples.settleReasons(database)
      outcome.saved.superseded = try before.added(database)
      // Others were deleted after they were stored, which is counted already of those that were here, or came anew since.
      let taken = try StoppedSamples.areAside(stoppedThere, database)
      let left = Set(stoppedThere.map(\.id)).subtracting(taken.map(\.id))
      outcome.deletedHere += left.count - (try Self.validCount(of: left, stoppedThere, database))
      let aside = try taken + StoppedSamples.areAside(stoppedHere, database)
      outcome.stopped = Dictionary(grouping: aside, by: \.kind).mapValues(\.count)
      return outcome
    }
  }

  /// How many of some samples are valid here.
  private static func validCount(
    of identities: Set<UUID>, _ samples: [Sample], _ database: Database
  ) throws -> Int {
    var valid: Set<UUID> = []
    for (person, own) in Dictionary(
      grouping: samples.filter { identities.contains($0.id) }, by: \.participant)
    {
      try forEach(database, own, of: person) { valid.insert($1.id) }
    }
    return valid.intersection(identities).count
  }

  /// Deletes here what was deleted there after it was stored here; returns how many samples are gone.
  private func take(_ deletions: StoreDeletions) async throws -> Int {
    guard !deletions.isEmpty else { return 0 }
    var count = 0
    for person in try await everybody() {
      count += try await file.write { try deletions.apply($0, to: person, access) }
    }
    try await file.write { try deletions.note($0) }
    return count
  }

  /// Deletes here records of phones that may hold what was deleted there after they were stored here; returns how many are gone.
  private func takeDays(_ deletions: StoreDeletions) async throws -> Int {
    guard deletions.haveDays else { return 0 }
    var count = 0
    for person in try await everybody() {
      count += try await file.write { try deletions.applyDays($0, to: person, access) }
    }
    return count
  }

  /// Takes over when collection was stopped there and began again, and puts aside what was stored here in between.
  private func takeStops(
    _ theirs: CollectionHistory, _ outcome: inout MergeOutcome
  ) async throws -> (CollectionHistory, [Sample]) {
    let access = access
    let (before, all, stopped) = try await file.write { database in
      let before = try CollectionHistory(database)
      let all = before.joined(theirs)
      let stopped = try StoppedSamples(before: before, now: all).settle(database, access)
      try all.write(database)
      return (before, all, stopped)
    }
    outcome.stops = all.stops.filter { !before.stops.contains($0) }
    outcome.resumed = before.stops.filter { !all.stops.contains($0) }
    return (all, stopped)
  }

  /// Everything that is held on a person at one instant.
  private func holdings(of person: String) async throws -> HeldSamples {
    let access = access
    return try await file.read { try HeldSamples($0, of: person, access) }
  }
}

/// Everything that a store holds on a person, with the time at which it was stored.
struct HeldSamples: Sendable {
  /// An analysis of a recording.
  struct Analysis: Sendable {
    var recording: RecordingSamples
    /// When it was stored, milliseconds since 1970; 0 where that is not known.
    var stored: Int64
    /// How many samples it has when none is missing; `nil` where that is not known.
    var size: Int?
    /// When it is stored anew as something of it was deleted and comes back, milliseconds since 1970.
    var restored: Int64?
    /// Whether it comes back under another code by the import that follows its deletion, which somebody meant.
    var isRenamed = false

    /// When it is stored where it is taken, milliseconds since 1970.
    var kept: Int64 { restored ?? stored }

    /// Whether no sample of it is missing: a part does not know all methods that were used.
    var isWhole: Bool { !recording.revisions.isEmpty }
  }

  /// A sample that belongs to no analysis.
  struct Other: Sendable {
    var sample: Sample
    /// When it was said.
    var said: TimeSaid
  }

  var analyses: [Analysis] = []
  var others: [Other] = []
  var superseded: [SupersededSample] = []
  /// Recordings of which an analysis is known to be kept elsewhere, or not known not to be: what gave way there gave
  /// way to it.
  var analyzedElsewhere: Set<RecordingReference> = []
  /// Of whom the recordings of the whole store are, by their content: one may have moved to somebody who comes later.
  var owners: [String: String] = [:]
  /// What was deleted of recordings in the whole store, and of which days.
  var recordingDeletions = RecordingDeletions()

  /// Nothing.
  init() {}

  /// Reads all of a person.
  init(_ database: Database, of person: String, _ access: SampleAccess) throws {
    let times = try ChangeLog.times(database)
    var origins = OriginCatalog(database)
    var found: [RecordingReference: [Sample]] = [:]
    for series in try SeriesCatalog.series(database, participant: person, kinds: nil)
    where !series.kind.isBookkeeping {
      try access.requireReading(series.kind)
      try SeriesScan(series: series.id).forEach(database) { row in
        guard let origin = try origins.origin(of: row) else { return true }
        let sample = row.sample(series.kind, origin)
        if let recording = sample.analyzedRecording {
          found[recording, default: []].append(sample)
        } else {
          others.append(Other(sample: sample, said: times[row.change] ?? TimeSaid()))
        }
        return true
      }
      superseded += try SupersededSample.all(database, of: series, &origins)
    }
    analyses = try SampleStore.keptRecordings(database, of: person).map { kept in
      Analysis(
        recording: RecordingSamples(
          participant: person, recording: kept.recording, revisions: kept.revisions,
          samples: found[kept.recording] ?? []),
        stored: kept.stored)
    }
  }
}

extension HeldSamples {
  /// Leaves out what is not collected here.
  mutating func leaveOut(_ stops: inout CollectionStops) {
    for place in analyses.indices {
      analyses[place].recording.samples.removeAll { !stops.admits($0) }
    }
    others.removeAll { !stops.admits($0.sample) }
    superseded.removeAll { stops.contains($0.sample) }
  }
}

extension Sample {
  /// The recording in whose analysis it was found; `nil` for anything else.
  var analyzedRecording: RecordingReference? {
    source.name == SampleSource.analysisName ? source.recording : nil
  }
}

extension StoreMerge {
  /// Where something comes from.
  enum Origin {
    /// Another store, which holds its analyses as they are.
    case store
    /// A file, in which rows may be missing: what is kept gives way to later whole analyses only.
    case file
    /// This store itself, which holds them aside.
    case aside
  }
}

/// What came of taking over another store.
public struct MergeOutcome: Hashable, Sendable {
  /// Recordings that were taken over or were there already.
  public var recordings = 0
  /// Samples written, there already, and not kept.
  public var saved = SaveOutcome()
  /// Samples that were not taken over, because they were deleted here after they were stored there.
  public var deletedHere = 0
  /// Records of a phone that were not taken over, because records of their source and day were deleted here that they may
  /// hold.
  public var condensedHere = 0
  /// Records of a phone that were deleted here, because records of their source and day were deleted there since that they may
  /// hold.
  public var condensedThere = 0
  /// Records of a phone that are here by the clock of an earlier export now, which the other store read.
  public var otherClocks = 0
  /// Samples that were deleted here, because they were deleted there after they were stored here.
  public var deletedThere = 0
  /// Samples that were taken over although they had been deleted here: there they were stored anew since.
  public var cameBack = 0
  /// Samples of an analysis of a recording of which samples were deleted here, with another start, person or length or other
  /// walks: what was deleted is here again with them, or may be.
  public var mayHoldDeleted = 0
  /// Kinds of people that are not collected here from now on, because they were stopped there.
  public var stops: [CollectionStop] = []
  /// Kinds of people that are collected here again, because they are there since.
  public var resumed: [CollectionStop] = []
  /// Samples that are kept aside because they were stored after their collection had been stopped in the other store,
  /// by kind.
  public var stopped: [AnySampleKind: Int] = [:]
  /// Samples that were stored before their collection was stopped, and are aside with the analysis they are of, because the
  /// recording has a later one that was made after the stop and has none of their kind; by kind. They may have been aside
  /// before.
  public var gaveWayStopped: [AnySampleKind: Int] = [:]
  /// What the stores say otherwise of a recording's person or of what somebody entered, in words. The later word stays,
  /// and what does not stay is kept aside.
  public var conflicts: [String] = []

  /// When the last export of the phone was written that was taken before and is later than this one; `nil` where none is.
  public var laterExport: Date?
  /// Samples of an export that contradict what a later one brought, and are kept aside.
  public var contradicting = 0
  /// Samples of an export that contradict what a later one brought, and were aside before.
  public var stayingAside = 0

  /// Nothing yet.
  public init() {}

  mutating func add(_ other: MergeOutcome) {
    recordings += other.recordings
    deletedHere += other.deletedHere
    condensedHere += other.condensedHere
    condensedThere += other.condensedThere
    otherClocks += other.otherClocks
    cameBack += other.cameBack
    mayHoldDeleted += other.mayHoldDeleted
    deletedThere += other.deletedThere
    saved.add(other.saved)
    conflicts += other.conflicts
    stopped.merge(other.stopped, uniquingKeysWith: +)
    gaveWayStopped.merge(other.gaveWayStopped, uniquingKeysWith: +)
  }
}
