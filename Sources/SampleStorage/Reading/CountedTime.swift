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
/// longer, then the one that began earlier. Only time worn counts. What adds up is divided where another one begins to
/// count. All samples stay in the store. A clock that does not say its offset from UTC is compared as it reads.
///
/// Other programs' samples do not say when a device was worn, nor do walks whose wear was deleted or that last longer
/// than it. They come after what does, and were worn as long as the samples of the kind that is asked for.
struct CountedTime {
  /// Stretches that do not count, by source, milliseconds since 1970.
  private(set) var aside: [Int64: [AsideStretch]] = [:]
  /// Sources that do not say when a device was worn.
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
    try addWorn(to: &sources, database, series)
    unworn = Set(sources.values.filter { $0.stretches.isEmpty }.map(\.id))
    if unworn.count == sources.count {
      guard try Self.overlap(sources, isMixing: isMixing, database, series) else { return }
    }
    try addSamples(to: &sources, isMixing: isMixing, database, series)
    for group in Dictionary(grouping: sources.values, by: { isMixing ? "" : $0.source }).values {
      settle(group)
    }
    aside = aside.mapValues { $0.sorted { $0.range.lowerBound < $1.range.lowerBound } }
  }

  /// Whether samples of different sources lie over each other, where none says when it was worn: most do not, and
  /// need not be put in order.
  private static func overlap(
    _ sources: [Int64: WornSource], isMixing: Bool, _ database: Database, _ series: Series
  ) throws -> Bool {
    var ends: [String: LatestEnds] = [:]
    var isFound = false
    try SeriesScan(series: series.id, columns: .values).forEach(database) { row in
      guard row.duration > 0, let name = sources[row.source]?.source else { return true }
      isFound = ends[isMixing ? "" : name, default: LatestEnds()].take(row)
      return !isFound
    }
    return isFound
  }

  /// Sources that touch each other in time, each with its stretches there: a recording of days touches others again
  /// and again, with nights between. In order of time.
  private static func clusters(
    of sources: [WornSource], where isMeant: (WornSource.Stretch) -> Bool = { _ in true }
  ) -> [[WornSource]] {
    var clusters: [[WornSource]] = []
    var cluster: [Int64: WornSource] = [:]
    var end = Int64.min
    let all = sources.flatMap { source in source.stretches.filter(isMeant).map { (source, $0) } }
    for (source, stretch) in all.sorted(by: {
      ($0.1.range.lowerBound, $0.0.id) < ($1.1.range.lowerBound, $1.0.id)
    }) {
      if stretch.range.lowerBound >= end {
        clusters.append(Array(cluster.values))
        cluster = [:]
      }
      end = max(end, stretch.range.upperBound)
      cluster[source.id, default: source.withoutStretches].add(stretch)
    }
    return clusters + [Array(cluster.values)]
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

  private mutating func addWorn(
    to sources: inout [Int64: WornSource], _ database: Database, _ series: Series
  ) throws {
    let rows = try Row.fetchCursor(
      database.cachedStatement(sql: Self.worn), arguments: [series.participantID])
    while let row = try rows.next() {
      let start = try row.integer(1)
      sources[try row.integer(0)]?.add(
        WornSource.Stretch(
          range: try row.range(start, start + row.integer(2)),
          rank: WornSource.rank(of: try row.text(3).flatMap(WearingSite.init))),
        try Self.clock(row, at: start))
    }
    let all = Array(sources.values)
    for source in all {
      guard case .local = source.clock else { continue }
      local.insert(source.id)
      sources[source.id]?.set(by: all)
    }
  }

  private static func clock(_ row: Row, at start: Int64) throws -> WornSource.Clock {
    let metadata = SampleMetadata(
      timeZoneIdentifier: try row.text(4),
      utcOffsetSeconds: try row.optionalInteger(5).map { Int($0) },
      other: DetailRow.words(try row.text(6)))
    if metadata.isLocalClock { return .local }
    let offset = metadata.utcOffset(at: Date(millisecondsSince1970: start))
    return offset.map { .ahead(Int64($0) * 1000) } ?? .unknown
  }

  /// Adds the times of samples that lie in no wear of their source.
  private func addSamples(
    to sources: inout [Int64: WornSource], isMixing: Bool, _ database: Database, _ series: Series
  ) throws {
    let scans =
      unworn.isEmpty
      ? DoubtfulTime(Array(sources.values), isMixing: isMixing).scans(of: series)
      : [SeriesScan(series: series.id, columns: .values)]
    guard !scans.isEmpty else { return }
    let worn = sources.mapValues(\.disjoint)
    for scan in scans {
      try scan.forEach(database) { row in
        guard row.duration > 0, let shift = sources[row.source]?.shift else { return true }
        let whole = (row.start..<row.start + row.duration).moved(by: shift)
        for range in (worn[row.source] ?? []).rest(of: whole) {
          sources[row.source]?.add(WornSource.Stretch(range: range, rank: WornSource.lastRank))
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

  /// Settles who counts among sources: by their wear, then of what is left by samples that lie in none.
  private mutating func settle(_ group: [WornSource]) {
    let haveSamples = group.contains { $0.stretches.contains { !$0.isWear } }
    var worn: [AsideStretch] = []
    for cluster in Self.clusters(of: group, where: \.isWear) where haveSamples || cluster.count > 1
    {
      var counted: [AsideStretch] = []
      settle(cluster.sorted(by: WornSource.counts), after: &counted)
      worn += counted
    }
    guard haveSamples else { return }
    // All kinds prefer the same source, however much each holds of them.
    let order = group.filter { !unworn.contains($0.id) }.map(\.asWorn).sorted(by: WornSource.counts)
    let places = Dictionary(uniqueKeysWithValues: zip(order.map(\.id), order.indices))
    var next = 0
    for cluster in Self.clusters(of: group) {
      let end = cluster.flatMap(\.stretches).map(\.range.upperBound).max() ?? .min
      let first = next
      while next < worn.count, worn[next].range.lowerBound < end { next += 1 }
      var counted = Array(worn[first..<next])
      let sources = cluster.map(\.asSampled).filter { !$0.stretches.isEmpty }.sorted { a, b in
        let (place, other) = (places[a.id] ?? .max, places[b.id] ?? .max)
        return place == other ? WornSource.counts(a, before: b) : place < other
      }
      settle(sources, after: &counted, bySamples: true)
    }
  }

  /// Settles who counts among sources in their order: of each one what those before it left.
  private mutating func settle(
    _ sources: [WornSource], after counted: inout [AsideStretch],
    bySamples isOfSamples: Bool = false
  ) {
    for source in sources {
      let own = source.disjoint
      let taken = Self.overlaps(of: own, with: counted)
      if !taken.isEmpty {
        aside[source.id, default: []] += taken.map {
          AsideStretch(
            range: $0.range.moved(by: -source.shift), counting: $0.counting,
            isOfSamples: isOfSamples)
        }
      }
      counted += Self.rest(of: own, without: taken).map {
        AsideStretch(range: $0, counting: source.id)
      }
      counted.sort { $0.range.lowerBound < $1.range.lowerBound }
    }
  }

  /// Where stretches lie in others; both are in order, and none lies over another.
  private static func overlaps(
    of stretches: [Range<Int64>], with others: [AsideStretch]
  ) -> [AsideStretch] {
    var found: [AsideStretch] = []
    var place = 0
    for stretch in stretches {
      while place < others.count, others[place].range.upperBound <= stretch.lowerBound {
        place += 1
      }
      var next = place
      while next < others.count, others[next].range.lowerBound < stretch.upperBound {
        found.append(
          AsideStretch(
            range: others[next].range.clamped(to: stretch), counting: others[next].counting))
        next += 1
      }
    }
    return found
  }

  private static func rest(
    of stretches: [Range<Int64>], without taken: [AsideStretch]
  ) -> [Range<Int64>] {
    var rest: [Range<Int64>] = []
    var place = 0
    for stretch in stretches {
      var begin = stretch.lowerBound
      while place < taken.count, taken[place].range.lowerBound < stretch.upperBound {
        if taken[place].range.lowerBound > begin {
          rest.append(begin..<taken[place].range.lowerBound)
        }
        begin = taken[place].range.upperBound
        place += 1
      }
      if begin < stretch.upperBound { rest.append(begin..<stretch.upperBound) }
    }
    return rest
  }

  private static let ofPerson = """
    SELECT source.id, source.name, recording.name, recording.content, recording.id,
      recording.first_ms, recording.last_ms
    FROM source LEFT JOIN recording ON recording.id = source.recording_id
    WHERE source.participant_id = ? AND source.name <> ? AND source.name NOT LIKE ?
    """

  private static let worn = """
    SELECT sample.source_id, sample.start_ms, sample.duration_ms, detail.site, detail.time_zone,
      detail.utc_offset_s, detail.other
    FROM sample JOIN detail ON detail.id = sample.detail_id
    WHERE sample.series_id = (
        SELECT series.id FROM series JOIN kind ON kind.id = series.kind_id
        WHERE series.participant_id = ? AND kind.name = 'wear-time')
      AND sample.duration_ms > 0
    ORDER BY sample.start_ms
    """
}

/// Until when the samples so far last, of the source that lasts longest and of all others.
private struct LatestEnds {
  private var source: Int64 = -1
  private var end = Int64.min
  private var endOfOthers = Int64.min

  /// Takes the next sample by start; says whether it lies over one of another source.
  mutating func take(_ row: StoredSample) -> Bool {
    let isOver = row.start < (row.source == source ? endOfOthers : end)
    let end = row.start + row.duration
    if row.source == source {
      self.end = max(self.end, end)
    } else if end > self.end {
      (source, endOfOthers, self.end) = (row.source, self.end, end)
    } else {
      endOfOthers = max(endOfOthers, end)
    }
    return isOver
  }
}
