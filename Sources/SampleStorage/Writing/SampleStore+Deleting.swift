import Foundation
import GRDB
import GaitModel

extension SampleStore {
  /// Deletes samples by their identity, and what gave way to them; those that are not there do not matter.
  public func delete(_ samples: [Sample]) async throws {
    for kind in Set(samples.map(\.kind)).sorted() { try access.requireWriting(kind) }
    let now = now
    try await file.write { try Self.delete($0, samples, at: now) }
  }

  static func delete(_ database: Database, _ samples: [Sample], at now: Int64) throws {
    let identities = Set(samples.map(\.id))
    let people = Dictionary(grouping: samples, by: \.participant)
    for (person, samples) in people.sorted(by: { $0.key < $1.key }) {
      try delete(database, query(around: samples, of: person), at: now) {
        identities.contains($0.id)
      }
    }
  }

  /// Deletes what a query asks for, those left out of flat walking too, and every word that nothing
  /// points to any more. The bytes are overwritten; ``scrub()`` makes sure of it.
  ///
  /// Where every kind of a period is asked for, an estimate that is also of days behind it stays
  /// (`SampleQuery.keeps(estimate:)`): the next update makes it anew of what is left, and keeps what was said. A store's own
  /// notes on a person (`AnySampleKind.isBookkeeping`) are not of the days that they are dated by: they stay while anything
  /// else is held of the person.
  ///
  /// Of a recording that is also kept aside with another start, or under another code, the same stretch of it goes there.
  ///
  /// - Parameters:
  ///   - query: which samples; its order and limit do not count.
  ///   - done: is called with the number of samples at the instant from which on they are gone, whatever becomes of
  ///     the program.
  /// - Returns: how many samples are gone.
  /// - Throws: `SampleAccessError` when a kind may not be written; ``StoreError``.
  @discardableResult
  public func delete(
    matching query: SampleQuery,
    whenDone done: @escaping @Sendable (DeletedCount) -> Void = { _ in }
  ) async throws -> DeletedCount {
    var query = query
    query.includesLeftOut = true
    query.limit = nil
    for kind in (query.kinds ?? []).sorted() { try access.requireWriting(kind) }
    try await file.requireSoundPages()
    return try await file.write { [query, now] database in
      for series in try SeriesCatalog.series(
        database, participant: query.participant, kinds: query.kinds)
      { try access.requireWriting(series.kind) }
      let count = try Self.delete(database, query, at: now, isWhole: true) {
        !query.keeps(estimate: $0)
      }
      database.afterNextTransaction { _ in done(count) }
      return count
    }
  }

  /// Deletes what gave way to other samples, and nothing else, here and in no other store: a merge with one that keeps
  /// it aside brings it along again.
  ///
  /// - Parameters:
  ///   - query: which samples; its order and limit do not count.
  ///   - done: is called with the number of samples at the instant from which on they are gone.
  /// - Returns: how many samples are gone.
  /// - Throws: `SampleAccessError` when a kind may not be written; ``StoreError``.
  @discardableResult
  public func deleteSuperseded(
    matching query: SampleQuery, whenDone done: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> Int {
    var query = query
    query.includesLeftOut = true
    try await file.requireSoundPages()
    return try await file.write { [query] database in
      let series = try SeriesCatalog.series(
        database, participant: query.participant, kinds: query.kinds)
      let before = try Self.supersededCount(database)
      for series in series { try access.requireWriting(series.kind) }
      try StoreDeletions.markGivenWay(database)
      var recordings = RecordingDeletions()
      for series in series {
        for (_, old) in try SampleRemoval.removeSuperseded(database, query, of: series) {
          recordings.add(withdrawn: old)
        }
      }
      try recordings.write(database)
      for participant in Set(series.map(\.participantID)) {
        try SampleRemoval.removeUnused(database, participant: participant)
      }
      let count = before - (try Self.supersededCount(database))
      database.afterNextTransaction { _ in done(count) }
      return count
    }
  }

  /// How many samples are kept aside.
  static func supersededCount(_ database: Database) throws -> Int {
    try Int.fetchOne(database, sql: "SELECT count(*) FROM superseded") ?? 0
  }

  /// Deletes everything held on a person, the name among it.
  ///
  /// - Parameters:
  ///   - participant: the person.
  ///   - keepsStops: whether what the person stopped stays stopped, which keeps the name with it.
  ///   - done: is called with the number of samples at the instant from which on they are gone.
  /// - Returns: how many samples are gone.
  /// - Throws: `SampleAccessError` when a kind may not be written; ``StoreError``.
  @discardableResult
  public func deleteEverything(
    of participant: String, keepingStops keepsStops: Bool = false,
    whenDone done: @escaping @Sendable (DeletedCount) -> Void = { _ in }
  ) async throws -> DeletedCount {
    let count = try await delete(
      matching: SampleQuery(participant: participant), whenDone: done)
    guard !keepsStops else { return count }
    for stop in try await collectionStops() where stop.participant == participant {
      try await resumeCollection(of: stop.kind, for: participant)
    }
    return count
  }

  /// Rewrites the whole file. No byte of what was deleted is left in it or in the files beside it.
  /// This takes as long as copying the file, and as much space while it lasts.
  ///
  /// - Throws: ``StoreError/notScrubbed(path:message:)`` when the disk is full or another process keeps reading: what
  ///   was deleted stays so, and its bytes go with the next scrub.
  public func scrub() async throws {
    let path = file.path
    try await file.requireSoundPages()
    do {
      try await file.barrier { database in
        try database.execute(sql: "VACUUM")
        let isBlocked = try Bool.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        if isBlocked == true { throw DatabaseError(resultCode: .SQLITE_BUSY) }
      }
    } catch let error as StoreError {
      guard let message = error.obstacle else { throw error }
      throw StoreError.notScrubbed(path: path, message: message)
    }
  }

  /// Hands out the stored rows among which some samples of a person are.
  static func forEach(
    _ database: Database, _ samples: [Sample], of person: String,
    _ body: (SampleKey, Sample) throws -> Void
  ) throws {
    let query = query(around: samples, of: person)
    for series in try SeriesCatalog.series(database, participant: person, kinds: query.kinds) {
      for (key, sample) in try found(database, query, series) { try body(key, sample) }
    }
  }

  private static func query(around samples: [Sample], of person: String) -> SampleQuery {
    let starts = samples.map(\.start)
    return SampleQuery(
      kinds: Set(samples.map(\.kind)), participant: person, from: starts.min(),
      to: starts.max().map { $0 + 0.001 }, includesLeftOut: true)
  }

  /// Deletes what a query asks for, later than all that is stored, so that no older copy brings it back; notes of which
  /// recordings. Where it is whole, what gave way goes too, and whole kinds of recordings where the query narrows nothing.
  ///
  /// - Returns: how many samples that people see are gone; bookkeeping goes with them and is not counted.
  @discardableResult
  private static func delete(
    _ database: Database, _ query: SampleQuery, at now: Int64, isWhole: Bool = false,
    where isMeant: (Sample) -> Bool
  ) throws -> DeletedCount {
    let instant = try ChangeLog.afterAll(database, now: now)
    let times = try AnalysisTimes(database)
    let kinds: Set<AnySampleKind>? = isWhole && query.takesWholeRecordings ? query.kinds : []
    let before = try supersededCount(database)
    var recordings = RecordingDeletions()
    var writer = try SampleWriter(database, at: instant)
    func remove(aside series: Series, _ query: SampleQuery, where isMeant: (Sample) -> Bool) throws
    {
      for (key, old) in try SampleRemoval.removeSuperseded(
        database, query, of: series, where: isMeant)
      {
        // What is valid in its place, and is not to go, has the same identity.
        if try KeptValue(database, key, [:]) == nil { try writer.note(deletionOf: old.sample) }
        recordings.add(
          old.sample, kinds: kinds, at: instant,
          stored: old.sample.analyzedRecording == nil ? nil : old.instant.millisecondsSince1970)
      }
    }
    let series = try SeriesCatalog.series(
      database, participant: query.participant, kinds: query.kinds
    ).filter { !(isWhole && query.isOfPart && $0.kind.isBookkeeping) }
    var count = 0
    var asideElsewhere = SameRecordings()
    for series in series {
      if isWhole { try remove(aside: series, query, where: isMeant) }
      for (key, sample) in try found(database, query, series) where isMeant(sample) {
        try writer.delete(key, sample)
        if !series.kind.isBookkeeping { count += 1 }
        try SampleRemoval.removeSuperseded(database, key, before: instant)
        recordings.add(sample, kinds: kinds, at: instant, stored: times.stored(of: sample))
        if kinds != nil { recordings.add(partWith: sample, at: instant) }
        recordings.add(daysOf: sample, at: instant)
        asideElsewhere.add(sample)
      }
    }
    var people = Set(series.map(\.participantID))
    if isWhole, !asideElsewhere.isEmpty {
      let everybody = SampleQuery(kinds: query.kinds, includesLeftOut: true)
      let owners = try asideElsewhere.owners(database)
      for series in try SeriesCatalog.series(database, participant: nil, kinds: query.kinds)
      where owners.contains(series.participantID) {
        try remove(aside: series, everybody) { sample in
          asideElsewhere.places(of: sample).contains { query.matches($0) && isMeant($0) }
        }
        people.insert(series.participantID)
      }
    }
    _ = try writer.finish()
    try recordings.write(database)
    for participant in people {
      if isWhole, query.kinds == nil {
        try SampleRemoval.removeLoneNotes(database, participant: participant)
      }
      try SampleRemoval.removeUnused(database, participant: participant)
    }
    return DeletedCount(valid: count, aside: before - (try supersededCount(database)))
  }

  private static func found(
    _ database: Database, _ query: SampleQuery, _ series: Series
  ) throws -> [(SampleKey, Sample)] {
    var origins = OriginCatalog(database, for: query)
    var found: [(SampleKey, Sample)] = []
    let scan = SeriesScan(query, of: series)
    try scan.forEach(database) { row in
      if let origin = try origins.origin(of: row) {
        found.append((row.key(in: series), row.sample(series.kind, origin)))
      }
      return true
    }
    return found
  }
}

extension SampleQuery {
  /// Whether an estimate that begins in the period stays where everything of the period is deleted, because it is also of
  /// days behind the period. The estimate of a week that begins on the first day is no other than that of a week which
  /// began earlier. `false` of all other samples, and where kinds or a source are named.
  public func keeps(estimate sample: Sample) -> Bool {
    guard kinds == nil, source == nil, sample.source.name.hasPrefix(SampleSource.estimates.name)
    else { return false }
    let end = placed(sample.end, of: sample)
    return end.to.map { end.date > $0 } ?? false
  }

  /// Whether it asks for a part of what is held of a person, by times or words, and for every kind of it.
  fileprivate var isOfPart: Bool {
    kinds == nil && !(takesWholeRecordings && recording == nil)
  }

  /// Whether it asks for all samples of its kinds in each recording: neither times nor words narrow it.
  fileprivate var takesWholeRecordings: Bool {
    from == nil && to == nil && source == nil && isEnteredByHand == nil && terrains == nil
      && other.isEmpty
  }
}

/// How many samples a deletion took away.
public struct DeletedCount: Hashable, Sendable {
  /// Those that counted.
  public var valid: Int
  /// Those that had given way to others and were kept aside.
  public var aside: Int

  /// Says how many.
  public init(valid: Int, aside: Int = 0) { (self.valid, self.aside) = (valid, aside) }
}

/// Recordings of which something is deleted. The same samples of a sensor may be kept aside with another start, or under
/// another code, in which a person's afternoon would stay.
private struct SameRecordings {
  private struct Place: Hashable {
    var participant: String
    var recording: RecordingReference
  }

  /// Where the samples of a content stood, and by which clock.
  private var places: [String: [Place: SampleMetadata]] = [:]

  var isEmpty: Bool { places.isEmpty }

  mutating func add(_ sample: Sample) {
    guard let recording = sample.analyzedRecording, let content = recording.content else { return }
    places[content, default: [:]][
      Place(participant: sample.participant, recording: recording)] = sample.metadata
  }

  /// The people under whom such a recording is known more than once, or with somebody else: a store of thousands holds much
  /// aside, and little of it is looked at.
  func owners(_ database: Database) throws -> Set<Int64> {
    var owners: Set<Int64> = []
    for content in places.keys {
      let known = try Int64.fetchAll(
        database.cachedStatement(
          sql: "SELECT participant_id FROM recording WHERE content = ? AND content <> ''"),
        arguments: [content])
      if known.count > 1 { owners.formUnion(known) }
    }
    return owners
  }

  /// A sample of such a recording as it stands in the others; none where it is of none.
  func places(of sample: Sample) -> [Sample] {
    guard let own = sample.analyzedRecording, let content = own.content else { return [] }
    return (places[content] ?? [:]).map {
      sample.moved(from: own, to: $0.recording, of: $0.participant, by: $1)
    }
  }
}

/// When the analyses of a store were stored, by person and recording.
private struct AnalysisTimes {
  private struct Name: Hashable {
    var participant: String
    var recording: RecordingReference
  }

  private let times: [Name: Int64]

  init(_ database: Database) throws {
    times = Dictionary(
      try SampleStore.keptRecordings(database, of: nil).map {
        (Name(participant: $0.participant, recording: $0.recording), $0.stored)
      }, uniquingKeysWith: max)
  }

  func stored(of sample: Sample) -> Int64? {
    sample.analyzedRecording.flatMap {
      times[Name(participant: sample.participant, recording: $0)]
    }
  }
}
