import Foundation
import GRDB
import GaitModel

/// Figures in one pass over the samples, in the order in which they lie in the file.
struct StatisticsScan {
  private let query: StatisticsQuery
  private let intervals: CalendarIntervals
  private var heaps: [HeapName: IntervalAccumulator] = [:]

  /// Makes a scan for a query.
  init(_ query: StatisticsQuery) {
    self.query = query
    intervals = CalendarIntervals(query)
  }

  /// Takes in a series.
  mutating func add(_ series: Series, _ database: Database) throws {
    // Borders are looked at here, because what adds up reaches over them.
    var words = query.samples
    (words.from, words.to) = (nil, nil)
    words.clock = words.clock ?? DayClock(query.calendar.timeZone)
    var origins = OriginCatalog(database, for: words)
    let period = StoredPeriod(query.samples, by: words.clock)
    var around = query.samples
    around.clock = words.clock
    var scan = SeriesScan(around, of: series)
    scan.columns = .values
    let isCumulative = query.kind.aggregation == .cumulative
    // What adds up may reach into the first interval.
    if isCumulative { scan.from = scan.from.addingWithin(-series.longestMilliseconds) }
    var pass = SeriesPass(
      isCumulative: isCumulative,
      owners: try HeapOwners(database, series, query), place: HeapPlace(IntervalAccumulator(query)))
    let counted = try query.samples.counted(database, series, isMixing: query.mixesSources)
    try scan.forEach(database) { row in
      guard try origins.asks(for: row) else { return true }
      pass.isOther = pass.owners.step(to: row.source) || pass.isOther
      let standing = try origins.place(of: row)
      (pass.from, pass.to) = period.ends(beside: standing)
      let shift = standing.shift
      guard let counted, !counted.time.isWhole(row.source) else {
        take(TimedValue(row, shift), &pass)
        return true
      }
      let parts = counted.parts(of: row)
      // However many pieces of it count, it is one sample, which begins with the first of them.
      let whole = pass.isCumulative ? parts.reduce(0) { $0 + $1.value } : row.value
      for (place, part) in parts.enumerated() {
        let range = part.range.lowerBound + shift..<part.range.upperBound + shift
        let isSample = place == 0 && row.start + shift >= pass.from
        take(TimedValue(range, part.value, asSample: isSample ? whole : nil), &pass)
      }
      return true
    }
    leave(pass.place)
  }

  /// Takes in what is asked for of a sample.
  private mutating func take(_ sample: TimedValue, _ pass: inout SeriesPass) {
    let (from, to) = (pass.from, pass.to)
    guard sample.start >= from || pass.isCumulative && sample.end > from, sample.start < to else {
      return
    }
    let first = max(sample.start, from)
    if pass.isOther || first < pass.place.start || first >= pass.place.end {
      move(&pass.place, to: first, pass.owners.current)
      pass.isOther = false
    }
    if sample.start >= from, let value = sample.asSample { pass.place.heap.add(value) }
    guard pass.isCumulative else {
      pass.place.heap.addPart(sample.value, seconds: Double(sample.duration) / 1000, share: 1)
      return
    }
    sample.addPart(to: &pass.place.heap, from: first, to: min(pass.place.end, to))
    if sample.end > pass.place.end { spread(sample, after: pass.place, until: to) }
  }

  /// Puts the heap of one interval back and takes that of the interval that holds an instant.
  private mutating func move(
    _ place: inout HeapPlace, to instant: Int64, _ owner: HeapOwner
  ) {
    leave(place)
    var cursor = place.cursor ?? IntervalCursor(intervals, at: instant)
    if instant < cursor.start { cursor = IntervalCursor(intervals, at: instant) }
    cursor.advance(to: instant)
    place = HeapPlace(taken(owner, cursor.number))
    (place.cursor, place.start, place.end) = (cursor, cursor.start, cursor.end)
    place.owner = owner
  }

  private mutating func leave(_ place: HeapPlace) {
    if let cursor = place.cursor { put(place.heap, place.owner, cursor.number) }
  }

  /// The figures of all that was taken in, by person and time.
  func finish() -> [IntervalStatistics] {
    heaps.filter { !$0.value.isEmpty }.map { name, heap in
      let start = intervals.start(of: name.number)
      let interval = DateInterval(start: start, end: intervals.start(of: name.number + 1))
      return heap.statistics(query, interval, name.owner)
    }.sorted {
      ($0.participant ?? "", $0.source ?? "", $0.interval.start)
        < ($1.participant ?? "", $1.source ?? "", $1.interval.start)
    }
  }

  /// Gives the intervals after the first their parts of a long sample.
  private mutating func spread(
    _ sample: TimedValue, after place: HeapPlace, until to: Int64
  ) {
    guard var cursor = place.cursor else { return }
    while cursor.end < min(sample.end, to) {
      cursor.next()
      var heap = taken(place.owner, cursor.number)
      sample.addPart(to: &heap, from: cursor.start, to: min(cursor.end, to))
      put(heap, place.owner, cursor.number)
    }
  }

  private mutating func taken(_ owner: HeapOwner, _ number: Int) -> IntervalAccumulator {
    heaps.removeValue(forKey: HeapName(owner: owner, number: number))
      ?? IntervalAccumulator(query)
  }

  private mutating func put(_ heap: IntervalAccumulator, _ owner: HeapOwner, _ number: Int) {
    heaps[HeapName(owner: owner, number: number)] = heap
  }
}

/// Whose values are put together.
struct HeapOwner: Hashable {
  /// The person; `nil` for everybody.
  var participant: String?
  /// What wrote them; `nil` for all sources.
  var source: String?
}

/// An interval of an owner.
private struct HeapName: Hashable {
  var owner: HeapOwner
  var number: Int
}

/// Who owns the row on which a scan stands. A year has hundreds of recordings and thus numbers of
/// sources, and one or two names.
private struct HeapOwners {
  private(set) var current: HeapOwner
  private var names: [Int64: String] = [:]
  private var last: Int64 = -1
  private let mixes: Bool

  init(_ database: Database, _ series: Series, _ query: StatisticsQuery) throws {
    current = HeapOwner(participant: query.grouping == .eachPerson ? series.participant : nil)
    mixes = query.mixesSources
    guard !mixes else { return }
    let rows = try Row.fetchCursor(
      database.cachedStatement(sql: "SELECT id, name FROM source WHERE participant_id = ?"),
      arguments: [series.participantID])
    while let row = try rows.next() { names[try row.integer(0)] = try row.word(1) }
  }

  /// Steps to a row's source; says whether its owner is another one.
  mutating func step(to source: Int64) -> Bool {
    guard !mixes, source != last else { return false }
    last = source
    let name = names[source]
    guard name != current.source else { return false }
    current.source = name
    return true
  }
}

/// Where a scan stands in a series. One value that is passed on: what closures share is checked at each access, which took
/// a tenth of the time of a row.
private struct SeriesPass {
  /// First start beside the row, milliseconds since 1970.
  var from = Int64.min
  /// Starts before this beside the row, milliseconds since 1970.
  var to = Int64.max
  let isCumulative: Bool
  var owners: HeapOwners
  var place: HeapPlace
  /// Whether the row is another owner's than the place.
  var isOther = false
}

/// The interval on which a scan stands. Its borders are plain numbers: they are compared with every
/// row, and a calendar is not.
private struct HeapPlace {
  var heap: IntervalAccumulator
  var owner = HeapOwner()
  var cursor: IntervalCursor?
  var start = Int64.max
  var end = Int64.min

  init(_ heap: IntervalAccumulator) { self.heap = heap }
}

/// The time and value of a row.
private struct TimedValue {
  let start: Int64
  let duration: Int64
  let value: Double
  /// Its value as one of the samples; `nil` for a piece of one that is counted already.
  let asSample: Double?

  init(_ row: StoredSample, _ shift: Int64) {
    start = row.start + shift
    duration = row.duration
    value = row.value
    asSample = row.value
  }

  init(_ range: Range<Int64>, _ value: Double, asSample: Double?) {
    start = range.lowerBound
    duration = range.upperBound - range.lowerBound
    self.value = value
    self.asSample = asSample
  }

  var end: Int64 { start + duration }

  /// Adds what lies between two instants; an instant lies whole where it starts.
  func addPart(to heap: inout IntervalAccumulator, from: Int64, to: Int64) {
    guard duration > 0 else {
      heap.addPart(value, seconds: 0, share: start >= from ? 1 : 0)
      return
    }
    let part = max(0, min(end, to) - from)
    heap.addPart(value, seconds: Double(part) / 1000, share: Double(part) / Double(duration))
  }
}
