import Foundation
import GRDB
import GaitModel

/// Which recording of a person counts where several were made at once.
///
/// ```
///   lower_back  [=========]        [====]      counts: the site whose speed is known best
///   wrist    [----]=========]                  counts where nothing better was worn
/// ```
///
/// One device at a time counts: that at the site whose speed is known best (`WearingSite` in the
/// order lower back, hip, pocket, bag, neck, arm, hand, wrist, unknown), then the one that was worn
/// longer, then the one that began earlier. Only time worn counts. All samples stay in the store.
struct CountedTime {
  /// Stretches that do not count, by source, milliseconds since 1970.
  private(set) var aside: [Int64: [AsideStretch]] = [:]

  /// A stretch that does not count, and the source that counts in its place.
  struct AsideStretch {
    var range: Range<Int64>
    var counting: Int64
  }

  /// Looks at the recordings of a person.
  init(_ database: Database, participant: Int64) throws {
    let rows = try Row.fetchAll(
      database.cachedStatement(sql: Self.worn), arguments: [participant])
    var cluster: [Int64: WornSource] = [:]
    var end = Int64.min
    for row in rows {
      let stretch = try row.integer(1)..<(try row.integer(1) + row.integer(2))
      if stretch.lowerBound >= end {
        add(cluster)
        cluster = [:]
      }
      end = max(end, stretch.upperBound)
      let source = try row.integer(0)
      var worn = try cluster[source] ?? WornSource(source, row)
      worn.add(stretch)
      cluster[source] = worn
    }
    add(cluster)
  }

  /// Whether everything of a source counts.
  func isWhole(_ source: Int64) -> Bool { aside[source] == nil }

  /// The parts of a row that count. Time worn is cut; everything else counts whole where its middle
  /// does, so that all values of a walk stay together.
  func parts(
    _ start: Int64, _ duration: Int64, of source: Int64, isCut: Bool
  ) -> [Range<Int64>] {
    let whole = start..<(start + duration)
    guard let aside = aside[source] else { return [whole] }
    guard isCut else {
      let middle = start + duration / 2
      return aside.contains { $0.range.contains(middle) } ? [] : [whole]
    }
    var parts: [Range<Int64>] = []
    var begin = start
    for stretch in aside.map({ $0.range.clamped(to: whole) }) where !stretch.isEmpty {
      if stretch.lowerBound > begin { parts.append(begin..<stretch.lowerBound) }
      begin = stretch.upperBound
    }
    if begin < whole.upperBound { parts.append(begin..<whole.upperBound) }
    return parts
  }

  /// Settles who counts among recordings that touch each other in time.
  private mutating func add(_ cluster: [Int64: WornSource]) {
    guard cluster.count > 1 else { return }
    var counted: [(range: Range<Int64>, source: Int64)] = []
    for source in cluster.values.sorted(by: WornSource.counts) {
      var own: [AsideStretch] = []
      for stretch in source.stretches {
        for (range, counting) in counted where range.overlaps(stretch) {
          own.append(AsideStretch(range: range.clamped(to: stretch), counting: counting))
        }
      }
      counted += source.stretches.map { ($0, source.id) }
      // A recording of days touches others again and again, with nights between.
      if !own.isEmpty { aside[source.id] = Self.inOrder(own + (aside[source.id] ?? [])) }
    }
  }

  /// In time order, none over another.
  private static func inOrder(_ stretches: [AsideStretch]) -> [AsideStretch] {
    var ordered: [AsideStretch] = []
    for var stretch in stretches.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      let begin = max(stretch.range.lowerBound, ordered.last?.range.upperBound ?? .min)
      guard begin < stretch.range.upperBound else { continue }
      stretch.range = begin..<stretch.range.upperBound
      ordered.append(stretch)
    }
    return ordered
  }

  private static let worn = """
    SELECT source.id, sample.start_ms, sample.duration_ms, detail.site, recording.name,
      recording.content
    FROM sample
      JOIN source ON source.id = sample.source_id
      JOIN recording ON recording.id = source.recording_id
      JOIN detail ON detail.id = sample.detail_id
    WHERE sample.series_id = (
        SELECT series.id FROM series JOIN kind ON kind.id = series.kind_id
        WHERE series.participant_id = ? AND kind.name = 'wear-time')
      AND source.name = 'gait' AND sample.duration_ms > 0
    ORDER BY sample.start_ms
    """
}

/// What counts of a series.
struct SeriesCount {
  let time: CountedTime
  let isCut: Bool

  /// The parts of a row that count. The value of a part is in proportion to its time.
  func parts(of row: StoredSample) -> [(range: Range<Int64>, value: Double)] {
    let (start, duration, value) = (row.start, row.duration, row.value)
    return time.parts(start, duration, of: row.source, isCut: isCut).map { range in
      let share = duration > 0 ? Double(range.upperBound - range.lowerBound) / Double(duration) : 1
      return (range, value * share)
    }
  }
}

extension SeriesCount {
  /// The parts of a sample that count, as samples.
  func samples(of row: StoredSample, _ whole: Sample) -> [Sample] {
    guard !time.isWhole(row.source) else { return [whole] }
    return parts(of: row).map { range, value in
      Sample(
        kind: whole.kind, value: value, start: Date(millisecondsSince1970: range.lowerBound),
        end: Date(millisecondsSince1970: range.upperBound), origin: whole.origin,
        standardError: whole.standardError,
        standardErrorWithinPerson: whole.standardErrorWithinPerson,
        distinction: whole.distinction)
    }
  }
}

extension SampleQuery {
  /// What counts of a series where only one recording at a time does; `nil` where all do, because
  /// the question is about one recording or no recordings overlap.
  func counted(_ database: Database, _ series: Series) throws -> SeriesCount? {
    guard recording == nil else { return nil }
    let time = try CountedTime(database, participant: series.participantID)
    guard !time.aside.isEmpty else { return nil }
    return SeriesCount(time: time, isCut: series.kind == SampleKind.wearTime.erased)
  }
}

/// When a device was worn in a recording.
private struct WornSource {
  let id: Int64
  private(set) var stretches: [Range<Int64>] = []
  private let rank: Int
  private let name: String
  private let content: String

  init(_ id: Int64, _ row: Row) throws {
    self.id = id
    let site = try row.text(3).flatMap(WearingSite.init)
    rank = site.flatMap(Self.sites.firstIndex) ?? Self.sites.count
    name = try row.text(4) ?? ""
    content = try row.text(5) ?? ""
  }

  mutating func add(_ stretch: Range<Int64>) { stretches.append(stretch) }

  /// The order does not depend on that in which recordings were added to the store.
  static func counts(_ a: WornSource, before b: WornSource) -> Bool {
    (a.rank, -a.length, a.start, a.name, a.content)
      < (b.rank, -b.length, b.start, b.name, b.content)
  }

  private var length: Int64 { stretches.reduce(0) { $0 + Int64($1.count) } }
  private var start: Int64 { stretches.first?.lowerBound ?? .max }

  /// Sites whose speed is known best first (the README's table of errors).
  private static let sites: [WearingSite] = [
    .lowerBack, .hip, .pocket, .bag, .neck, .arm, .hand, .wrist,
  ]
}

extension SampleStore {
  /// Where recordings of a person do not count, because another one was made at the same time.
  ///
  /// - Parameter participant: the person; `nil` for everybody.
  /// - Returns: by person and time; empty where no recordings overlap.
  /// - Throws: `SampleAccessError` when wear time may not be read; ``StoreError``.
  public func setAside(of participant: String? = nil) async throws -> [SetAsideTime] {
    let kinds = [SampleKind.wearTime.erased] as Set
    return try await file.read { database in
      var origins = OriginCatalog(database)
      var found: [SetAsideTime] = []
      for series in try readable(database, SampleQuery(kinds: kinds, participant: participant)) {
        for (source, stretches) in try CountedTime(database, participant: series.participantID)
          .aside
        {
          for stretch in stretches {
            guard let other = try origins.recording(of: source),
              let counting = try origins.recording(of: stretch.counting)
            else { continue }
            found.append(
              SetAsideTime(
                participant: series.participant, recording: other, counting: counting,
                interval: Date(
                  millisecondsSince1970: stretch.range.lowerBound)..<Date(
                    millisecondsSince1970: stretch.range.upperBound)))
          }
        }
      }
      return found.sorted {
        ($0.participant, $0.interval.lowerBound, $0.recording.name)
          < ($1.participant, $1.interval.lowerBound, $1.recording.name)
      }
    }
  }
}

/// A stretch of a recording that counts in no total, because another recording of the person counts
/// there: the one at the site whose speed is known best, then the longer, then the earlier one.
public struct SetAsideTime: Hashable, Sendable {
  /// The person.
  public var participant: String
  /// The recording that does not count.
  public var recording: RecordingReference
  /// The recording that counts in its place.
  public var counting: RecordingReference
  /// From when to when.
  public var interval: Range<Date>
}

/// A recording with samples that name a method which did not make them, by a fault of an older
/// program; analyzing it again mends it.
public struct DoubtfulRecording: Hashable, Sendable {
  /// The person.
  public var participant: String
  /// The recording.
  public var recording: RecordingReference
  /// How many samples.
  public var samples: Int
}

extension SampleStore {
  /// The recordings that must be analyzed again because of what an older program wrote.
  ///
  /// - Parameter participant: the person; `nil` for everybody.
  /// - Returns: by person and start; empty when all is well.
  /// - Throws: ``StoreError``.
  public func doubtfulRecordings(
    of participant: String? = nil
  ) async throws -> [DoubtfulRecording] {
    try await file.read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT participant.name, recording.name, start_ms, nullif(content, ''), doubtful_samples
          FROM recording JOIN participant ON participant.id = recording.participant_id
          WHERE doubtful_samples > 0 AND (? IS NULL OR participant.name = ?)
          ORDER BY participant.name, start_ms, recording.name
          """, arguments: [participant, participant]
      ).map { row in
        DoubtfulRecording(
          participant: try row.word(0),
          recording: RecordingReference(
            name: try row.word(1), start: Date(millisecondsSince1970: try row.integer(2)),
            content: try row.text(3)),
          samples: Int(try row.integer(4)))
      }
    }
  }
}
