import CSodium
import Foundation
import GRDB
import GaitModel

/// What is done where the samples of a recording are kept already: under another name, with another
/// start, of another person, read by another clock. One recording is there once.
struct RecordingTwins {
  private let database: Database
  private let recording: RecordingRow
  private let person: String
  private let clock: SampleMetadata
  private let rows: [RecordingRow]

  /// Looks for rows of the same content, and for other readings of a local clock.
  init(
    _ database: Database, of recording: RecordingRow, _ person: String, _ clock: SampleMetadata
  ) throws {
    self.database = database
    self.recording = recording
    self.person = person
    self.clock = clock
    rows =
      try recording.twins(database)
      + RecordingRow.otherReadings(
        database, recording.participant, recording.reference, clock)
  }

  /// Puts the samples of the others aside, and keeps what people said of them: their marks move with
  /// the start and the person. What was kept of a kind that is not collected of the person any more moves, too: no analysis
  /// finds it again.
  ///
  /// - Parameters:
  ///   - writer: takes them away.
  ///   - stops: what is not collected.
  ///   - moved: hears where samples of an analysis stand that moved.
  /// - Returns: the analyses that gave way.
  /// - Throws: what the database throws.
  func replace(
    _ writer: inout SampleWriter, besides stops: CollectionStops, moved: (SampleKey) -> Void
  ) throws -> [RecordingReplacement] {
    try rows.compactMap { row in
      let owner = try row.participantName(database)
      let samples = try samples(of: row, owner)
      for (key, sample) in samples {
        let isMark = sample.source.name != SampleSource.analysisName
        try writer.delete(key, sample, keepsAside: !isMark)
        guard isMark || owner == person && stops.contains(sample) else { continue }
        let place = try writer.save(
          sample.moved(from: row.reference, to: recording.reference, of: person, by: clock))
        if !isMark { moved(place) }
      }
      guard row.stored != nil else { return nil }
      var row = row
      try row.giveWay(database)
      let first = samples.map(\.1).filter { $0.source.name == SampleSource.analysisName }
        .min { $0.start < $1.start }
      return RecordingReplacement(
        participant: owner, recording: row.reference,
        isLocalClock: samples.contains { $0.1.metadata.isLocalClock },
        utcOffsetSeconds: first?.metadata.utcOffset(at: row.reference.start))
    }
  }

  /// Gives the activities that people labelled in a recording its clock: that of an analysis before may have been another,
  /// and marks of older programs have none.
  static func setClock(
    _ database: Database, of recording: RecordingReference, _ person: String,
    _ clock: SampleMetadata, _ writer: inout SampleWriter
  ) throws {
    let sources = Set(
      try Int64.fetchAll(
        database,
        sql: """
          SELECT source.id FROM source JOIN recording ON recording.id = recording_id
            JOIN participant ON participant.id = recording.participant_id
          WHERE participant.name = ? AND recording.name = ? AND recording.start_ms = ?
            AND recording.content = ? AND source.name <> ?
          """,
        arguments: [
          person, recording.name, recording.start.millisecondsSince1970, recording.content ?? "",
          SampleSource.analysisName,
        ]))
    guard !sources.isEmpty else { return }
    var origins = OriginCatalog(database)
    var marks: [Sample] = []
    let kinds = [SampleKind.activity.erased] as Set
    for series in try SeriesCatalog.series(database, participant: person, kinds: kinds) {
      try SeriesScan(series: series.id).forEach(database) { stored in
        guard sources.contains(stored.source), let origin = try origins.origin(of: stored) else {
          return true
        }
        marks.append(stored.sample(series.kind, origin))
        return true
      }
    }
    for var mark in marks {
      let before = mark.metadata
      mark.metadata.take(clockOf: clock, at: mark.start)
      if mark.metadata != before { try writer.save(mark, keepsAside: false) }
    }
  }

  /// The people from whom something was taken.
  var people: Set<Int64> { Set(rows.map(\.participant)) }

  private func samples(of row: RecordingRow, _ owner: String) throws -> [(SampleKey, Sample)] {
    let sources = Set(
      try Int64.fetchAll(
        database, sql: "SELECT id FROM source WHERE recording_id = ?", arguments: [row.id]))
    var origins = OriginCatalog(database)
    var found: [(SampleKey, Sample)] = []
    for series in try SeriesCatalog.series(database, participant: owner, kinds: nil) {
      try SeriesScan(series: series.id).forEach(database) { stored in
        guard sources.contains(stored.source), let origin = try origins.origin(of: stored) else {
          return true
        }
        found.append((stored.key(in: series), stored.sample(series.kind, origin)))
        return true
      }
    }
    return found
  }
}

extension Sample {
  /// A mark in a recording as it stands in the same recording under another name, with another start or of
  /// another person; by the clock of that recording's samples.
  func moved(
    from old: RecordingReference, to new: RecordingReference, of person: String,
    by clock: SampleMetadata = SampleMetadata()
  ) -> Sample {
    let later = new.start.timeIntervalSince(old.start)
    var source = source
    source.recording = new
    // With the start the clock may be another one.
    var metadata = metadata
    metadata.take(clockOf: clock, at: start + later)
    return Sample(
      kind: kind, value: value, start: start + later, end: end + later, participant: person,
      source: source, metadata: metadata, standardError: standardError,
      standardErrorWithinPerson: standardErrorWithinPerson, distinction: distinction)
  }
}

/// A recording whose samples gave way to those of the same recording under another name, with
/// another start or of another person.
public struct RecordingReplacement: Hashable, Sendable {
  /// Of whom it was kept.
  public var participant: String
  /// Under which name and start.
  public var recording: RecordingReference
  /// Whether its start was the reading of a local clock of unknown zone.
  public var isLocalClock = false
  /// How far the clock with which it was kept was ahead of UTC at the start, seconds; `nil` where only the instant is known.
  public var utcOffsetSeconds: Int?
}

extension SampleMetadata {
  /// How far the clock was ahead of UTC, seconds: by its zone, else as it says; `nil` where it says neither.
  func utcOffset(at instant: Date) -> Int? {
    let zone = timeZoneIdentifier.flatMap(TimeZone.init(identifier:))
    return zone?.secondsFromGMT(for: instant) ?? utcOffsetSeconds
  }
}

/// A recording that is read as before, and whose samples are digested on the way: what tells it from
/// others, whatever its file is called and however its blocks are cut.
///
/// The digest is SHA-256 (FIPS 180-4) over the stamps and the three axes of acceleration, each for
/// itself, then over the four digests.
public struct DigestedRecording: RecordingSource {
  private var source: any RecordingSource
  private var stamps = ContentDigest()
  private var axes = [ContentDigest(), ContentDigest(), ContentDigest()]

  /// Reads on from a recording that was not read yet.
  public init(_ source: any RecordingSource) { self.source = source }

  /// What is known before the samples are read.
  public var facts: RecordingFacts { source.facts }
  /// What was wrong with the bytes read so far.
  public var remarks: [RecordingRemark] { source.remarks }

  /// The next stretch, or `nil` at the end. Throws when nothing more can be read.
  public mutating func nextBlock() throws -> RecordingBlock? {
    guard let block = try source.nextBlock() else { return nil }
    stamps.add(block.seconds)
    axes[0].add(block.acceleration.x)
    axes[1].add(block.acceleration.y)
    axes[2].add(block.acceleration.z)
    return block
  }

  /// The digest of all samples handed out so far, in hexadecimal digits.
  public var content: String {
    var whole = ContentDigest()
    for part in [stamps] + axes { whole.add(part.bytes) }
    return whole.bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}

/// A digest of numbers as they come.
private struct ContentDigest {
  private var state = crypto_hash_sha256_state()

  init() { crypto_hash_sha256_init(&state) }

  mutating func add<Number>(_ numbers: [Number]) {
    numbers.withUnsafeBytes { bytes in
      _ = crypto_hash_sha256_update(
        &state, bytes.bindMemory(to: UInt8.self).baseAddress, UInt64(bytes.count))
    }
  }

  /// The digest so far; more can be added afterward.
  var bytes: [UInt8] {
    var state = state
    var digest = [UInt8](repeating: 0, count: crypto_hash_sha256_bytes())
    crypto_hash_sha256_final(&state, &digest)
    return digest
  }
}
