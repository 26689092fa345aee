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
/// longer on the day, then the one that began earlier (``DevicesAtOnce``). Only time worn counts. What adds up is divided
/// where another one begins to count. All samples stay in the store. A clock that does not say its offset from UTC is
/// compared as it reads.
///
/// Other programs' samples do not say when a device was worn, nor do walks whose wear was deleted or that last longer
/// than it. They come after what does.
struct CountedTime {
  /// Stretches that do not count, by source, milliseconds since 1970.
  private(set) var aside: [Int64: [AsideStretch]] = [:]
  /// Sources that are no recording, and do not say when a device was worn.
  private(set) var unworn: Set<Int64> = []
  /// Sources whose clock does not say its offset: their stretches are its readings.
  private(set) var local: Set<Int64> = []

  /// A stretch that does not count, and the source that counts in its place.
  struct AsideStretch {
    var range: Range<Int64>
    var counting: Int64
    /// Whether samples tell that the source was worn there, and no wear does.
    var isOfSamples = false
  }

  /// Looks at what was recorded of a person.
  ///
  /// - Parameters:
  ///   - database: the store.
  ///   - series: the person and kind that are asked for.
  ///   - isMixing: whether sources of different names are put together; else only those of one name are.
  ///   - recordings: the numbers of those among which one counts; `nil` for all.
  /// - Throws: what the database throws.
  init(
    _ database: Database, of series: Series, isMixing: Bool, among recordings: Set<Int64>? = nil
  ) throws {
    var sources = try Self.sources(database, series)
    if let recordings {
      sources = sources.filter { $0.value.recording.map(recordings.contains) ?? false }
    }
    guard sources.count > 1 else { return }
    let names = Dictionary(grouping: sources.values) { $0.source }
    if !isMixing {
      sources = sources.filter { (names[$0.value.source]?.count ?? 0) > 1 }
      guard !sources.isEmpty else { return }
    }
    var facts = SampleFacts(database)
    try Self.addWorn(to: &sources, database, series, &facts)
    let silent = Set(sources.values.filter { $0.stretches.isEmpty }.map(\.id))
    unworn = silent.filter { sources[$0]?.recording == nil }
    var scans = [SeriesScan(series: series.id, columns: .values)]
    if silent.isEmpty {
      var placed = sources
      Self.setClocks(of: &placed)
      scans = DoubtfulTime(Array(placed.values), isMixing: isMixing).scans(of: series)
    } else if silent.count == sources.count {
      guard try Self.overlap(sources, isMixing: isMixing, database, series, &facts) else { return }
    }
    try Self.addSamples(in: scans, to: &sources, database, series, &facts)
    Self.setClocks(of: &sources)
    local = Set(sources.values.filter(\.isLocal).map(\.id))
    for group in Dictionary(grouping: sources.values, by: { isMixing ? "" : $0.source }).values {
      aside.merge(DevicesAtOnce(group).aside) { own, _ in own }
    }
  }

  /// Whether samples of different sources lie over each other, where none says when it was worn: most do not, and
  /// need not be put in order. Those of a local clock must be moved first, so that they are.
  private static func overlap(
    _ sources: [Int64: WornSource], isMixing: Bool, _ database: Database, _ series: Series,
    _ facts: inout SampleFacts
  ) throws -> Bool {
    var ends: [String: LatestEnds] = [:]
    var isFound = false
    try SeriesScan(series: series.id, columns: .values).forEach(database) { row in
      guard let source = sources[row.source] else { return true }
      if try facts.facts(ofDetail: row.detail).clock.isLocal {
        isFound = true
      } else if let range = series.stretch(of: row) {
        isFound = ends[isMixing ? "" : source.source, default: LatestEnds()]
          .take(range, of: row.source)
      }
      return !isFound
    }
    return isFound
  }

  /// All sources of a person but what was entered and what was made of others.
  private static func sources(
    _ database: Database, _ series: Series
  ) throws -> [Int64: WornSource] {
    let rows = try Row.fetchAll(
      database.cachedStatement(sql: Self.ofPerson),
      arguments: [
        series.participantID, SampleSource.person.name, SampleSource.estimates.name + "%",
      ])
    return try rows.reduce(into: [:]) { sources, row in
      let source = try WornSource(row)
      sources[source.id] = source
    }
  }

  private static func addWorn(
    to sources: inout [Int64: WornSource], _ database: Database, _ series: Series,
    _ facts: inout SampleFacts
  ) throws {
    let rows = try Row.fetchCursor(
      database.cachedStatement(sql: Self.worn), arguments: [series.participantID])
    while let row = try rows.next() {
      let start = try row.integer(1)
      try sources[row.integer(0)]?.add(
        row.range(start, start + row.integer(2)), facts.facts(ofDetail: row.integer(3)),
        isWear: true)
    }
  }

  /// Puts local clocks beside those that say their offset.
  private static func setClocks(of sources: inout [Int64: WornSource]) {
    let local = sources.values.filter(\.isLocal).map(\.id)
    guard !local.isEmpty, let others = KnownClocks(sources.values.flatMap(\.stretches)) else {
      return
    }
    for source in local { sources[source]?.setClock(by: others) }
  }

  /// Adds the times of samples that lie in no wear of their source.
  private static func addSamples(
    in scans: [SeriesScan], to sources: inout [Int64: WornSource], _ database: Database,
    _ series: Series, _ facts: inout SampleFacts
  ) throws {
    guard !scans.isEmpty else { return }
    let worn = sources.mapValues(\.disjoint)
    for scan in scans {
      try scan.forEach(database) { row in
        guard let worn = worn[row.source], let whole = series.stretch(of: row) else { return true }
        for range in worn.rest(of: whole) {
          try sources[row.source]?.add(
            range, facts.facts(ofDetail: row.detail), isWear: false)
        }
        return true
      }
    }
  }

  /// Whether everything of a source counts.
  func isWhole(_ source: Int64) -> Bool { aside[source] == nil }

  /// The parts of a row that count: of what adds up those at whose time it does. Everything else counts whole where its
  /// middle does, so that all values of a walk stay together.
  func parts(
    _ start: Int64, _ duration: Int64, of source: Int64, isCut: Bool
  ) -> [Range<Int64>] {
    let whole = start..<(start + duration)
    guard let ranges = aside[source]?.lazy.map(\.range) else { return [whole] }
    guard isCut, duration > 0 else {
      return ranges.holds(start + duration / 2) ? [] : [whole]
    }
    return ranges.rest(of: whole)
  }

  private static let ofPerson = """
    SELECT source.id, source.name, recording.name, recording.content, recording.id,
      recording.first_ms, recording.last_ms
    FROM source LEFT JOIN recording ON recording.id = source.recording_id
    WHERE source.participant_id = ? AND source.name <> ? AND source.name NOT LIKE ?
    """

  private static let worn = """
    SELECT sample.source_id, sample.start_ms, sample.duration_ms, sample.detail_id
    FROM sample
    WHERE sample.series_id = (
        SELECT series.id FROM series JOIN kind ON kind.id = series.kind_id
        WHERE series.participant_id = ? AND kind.name = 'wear-time')
      AND sample.duration_ms > 0
    ORDER BY sample.start_ms
    """
}

extension Series {
  /// The time in which a sample tells that its device was worn: an instant is its millisecond where values add up, and tells
  /// nothing where they do not.
  fileprivate func stretch(of row: StoredSample) -> Range<Int64>? {
    guard row.duration > 0 || kind.aggregation == .cumulative else { return nil }
    return row.start..<row.start + max(row.duration, 1)
  }
}

/// Until when the samples so far last, of the source that lasts longest and of all others.
private struct LatestEnds {
  private var source: Int64 = -1
  private var end = Int64.min
  private var endOfOthers = Int64.min

  /// Takes the stretch of the next sample by start; says whether it lies over one of another source.
  mutating func take(_ range: Range<Int64>, of source: Int64) -> Bool {
    let isOver = range.lowerBound < (source == self.source ? endOfOthers : end)
    if source == self.source {
      end = max(end, range.upperBound)
    } else if range.upperBound > end {
      (self.source, endOfOthers, end) = (source, end, range.upperBound)
    } else {
      endOfOthers = max(endOfOthers, range.upperBound)
    }
    return isOver
  }
}

/// What the details of samples say of their device; each is read once.
private struct SampleFacts {
  private let database: Database
  private var known: [Int64: WornSource.Facts] = [:]
  private var zones: [String: ZoneOffsets] = [:]

  init(_ database: Database) { self.database = database }

  /// Where the device was worn, and how its clock told time.
  mutating func facts(ofDetail detail: Int64) throws -> WornSource.Facts {
    if let known = known[detail] { return known }
    let row = try Row.fetchOne(
      database.cachedStatement(
        sql: "SELECT site, time_zone, utc_offset_s, other FROM detail WHERE id = ?"),
      arguments: [detail])
    var facts = WornSource.Facts(clock: .unknown)
    if let row {
      let metadata = SampleMetadata(
        timeZoneIdentifier: try row.text(1),
        utcOffsetSeconds: try row.optionalInteger(2).map { Int($0) },
        other: DetailRow.words(try row.text(3)))
      facts = WornSource.Facts(
        site: try row.text(0).flatMap(WearingSite.init), clock: clock(of: metadata))
    }
    known[detail] = facts
    return facts
  }

  /// The clock that metadata name: of a zone, else by the offset alone.
  private mutating func clock(of metadata: SampleMetadata) -> DeviceClock {
    if metadata.isLocalClock { return .local }
    if let name = metadata.timeZoneIdentifier, let zone = TimeZone(identifier: name) {
      let offsets = zones[name] ?? ZoneOffsets(zone)
      zones[name] = offsets
      return .zone(offsets)
    }
    return metadata.utcOffsetSeconds.map { .ahead(Int64($0) * 1000) } ?? .unknown
  }
}
