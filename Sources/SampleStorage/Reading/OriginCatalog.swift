import Foundation
import GRDB
import GaitModel

/// Sources and details by number, read once each and shared by all samples that point to them.
struct OriginCatalog {
  private let database: Database
  private let query: SampleQuery
  private let isOfSource: Bool
  private var sources: [Int64: (participant: String, source: SampleSource)] = [:]
  private var details: [Int64: (device: String?, metadata: SampleMetadata)] = [:]
  private var origins: [OriginKey: Asked] = [:]
  private var offsets: [Int64: ZoneOffset] = [:]
  private var last: Sample.Origin?
  private var lastSource: Int64 = -1
  private var lastSourceDetail: Int64 = -1
  private var lastOffset = ZoneOffset.always
  private var answers = [Answer](repeating: Answer(), count: Self.answerCount)
  private let clock: DayClock?
  private var lastPlaced = (
    detail: Int64(-1), lasts: false, difference: DayClock.Difference.none, isReading: false
  )
  /// Whether rows are taken by something else than their instants.
  private let isByClock: Bool
  /// When what is asked for starts; `nil` where a scan sees to it.
  private let period: StoredPeriod?

  /// Makes an empty catalog of what a query asks for.
  init(_ database: Database, for query: SampleQuery = SampleQuery(includesLeftOut: true)) {
    self.database = database
    self.query = query
    isOfSource = query.source != nil || query.recording != nil
    clock = query.clock
    isByClock = query.clock != nil || query.hasInstants
    period =
      !isByClock || query.from == nil && query.to == nil
      ? nil : StoredPeriod(query, by: query.clock)
  }

  /// When a row starts by the query's clock, milliseconds since 1970.
  mutating func start(of row: StoredSample) throws -> Int64 {
    row.start + (try place(of: row).shift)
  }

  /// Where a row stands by the query's clock.
  mutating func place(of row: StoredSample) throws -> ClockPlace {
    guard isByClock else { return .itself }
    let (detail, lasts) = (row.detail, row.duration > 0)
    if lastPlaced.detail != detail || lastPlaced.lasts != lasts {
      let metadata = try self.detail(detail).metadata
      let difference: DayClock.Difference =
        clock?.difference(metadata, lasts: lasts) ?? .none
      lastPlaced = (detail, lasts, difference, metadata.isLocalClock)
    }
    var place = ClockPlace(shift: 0, isReading: lastPlaced.isReading)
    if case .none = lastPlaced.difference { return place }
    place.shift = clock?.shift(row.start, lastPlaced.difference) ?? 0
    return place
  }

  private mutating func isWithin(_ row: StoredSample) throws -> Bool {
    guard let period else { return true }
    let place = try place(of: row)
    let ends = period.ends(beside: place)
    let start = row.start + place.shift
    return start >= ends.from && start < ends.to
  }

  /// Whether the query asks for a row. Costs less than its origin: where the source does not matter,
  /// each of a year's recordings need not be looked up.
  mutating func asks(for row: StoredSample) throws -> Bool {
    guard try isWithin(row) else { return false }
    let detail = row.detail
    let source = isOfSource ? row.source : -1
    let place = Int(truncatingIfNeeded: source &* 7 &+ detail) & (Self.answerCount - 1)
    let known = answers[place]
    if known.detail == detail, known.source == source { return known.isAsked }
    let isAsked =
      try source < 0
      ? query.matches(self.detail(detail).metadata) : origin(of: row) != nil
    answers[place] = Answer(source: source, detail: detail, isAsked: isAsked)
    return isAsked
  }

  /// Whether the query asks for rows of a source and details.
  private struct Answer {
    var source: Int64 = -2
    var detail: Int64 = -2
    var isAsked = false
  }

  /// Straight and turning walks take turns: the last answer alone would be asked for again and again. A power of two.
  private static let answerCount = 64

  /// An origin, or `nil` when the query does not ask for samples that have it.
  mutating func origin(of row: StoredSample) throws -> Sample.Origin? {
    guard try isWithin(row) else { return nil }
    let (source, detail) = (row.source, row.detail)
    if lastSource == source, lastSourceDetail == detail, lastOffset.holds(at: row.start) {
      return last
    }
    let offset = try offset(of: detail, at: row.start)
    // Numbers of tables stay far below 2³¹: the pair is one number.
    let key = OriginKey(pair: source << 32 | detail, offset: offset.seconds)
    let asked = try origins[key] ?? made(source, detail, offset.seconds)
    origins[key] = asked
    (lastSource, lastSourceDetail, lastOffset, last) = (source, detail, offset, asked.origin)
    return last
  }

  /// The offset from UTC at an instant, milliseconds since 1970, of details that name one and its zone: what stands there
  /// may be that of a recording's start, as older programs wrote it.
  private mutating func offset(of detail: Int64, at instant: Int64) throws -> ZoneOffset {
    if let known = offsets[detail], known.holds(at: instant) { return known }
    let zone = try self.detail(detail).metadata.zoneOfOffset
    let offset = zone.map { ZoneOffset(of: $0, at: instant) } ?? .always
    offsets[detail] = offset
    return offset
  }

  private mutating func made(
    _ sourceID: Int64, _ detailID: Int64, _ offset: Int?
  ) throws -> Asked {
    let (participant, source) = try source(sourceID)
    let (device, said) = try detail(detailID)
    var metadata = said
    if let offset { metadata.utcOffsetSeconds = offset }
    var whole = source
    whole.device = device
    guard query.matches(whole), query.matches(metadata) else { return Asked(origin: nil) }
    return Asked(
      origin: Sample.Origin(participant: participant, source: whole, metadata: metadata))
  }

  /// The recording of a source, or its name where it has none.
  mutating func reference(of source: Int64) throws -> RecordingReference {
    let source = try self.source(source).source
    return source.recording ?? RecordingReference(name: source.name, start: .distantPast)
  }

  /// The name of a source.
  mutating func name(of source: Int64) throws -> String { try self.source(source).source.name }

  private mutating func source(
    _ id: Int64
  ) throws -> (participant: String, source: SampleSource) {
    if let known = sources[id] { return known }
    let row = try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT participant.name, source.name, recording.name, recording.start_ms,
            nullif(recording.content, '')
          FROM source JOIN participant ON participant.id = source.participant_id
            LEFT JOIN recording ON recording.id = source.recording_id WHERE source.id = ?
          """), arguments: [id])
    guard let row else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "no source \(id)")
    }
    let recording = try row.text(2).map {
      RecordingReference(
        name: $0, start: try row.instant(3),
        content: try row.text(4))
    }
    let found = (try row.word(0), SampleSource(name: try row.word(1), recording: recording))
    sources[id] = found
    return found
  }

  private mutating func detail(
    _ id: Int64
  ) throws -> (device: String?, metadata: SampleMetadata) {
    if let known = details[id] { return known }
    let row = try Row.fetchOne(
      database.cachedStatement(sql: "SELECT \(DetailRow.list) FROM detail WHERE id = ?"),
      arguments: [id])
    guard let row else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "no detail \(id)")
    }
    var (device, metadata) = try DetailRow.details(row)
    // Most of the time of a row goes into its words, and who does not ask for it needs none.
    if !query.other.isEmpty || query.otherKey != nil || query.matches(metadata) {
      metadata.other = try DetailRow.words(row)
    }
    details[id] = (device, metadata)
    return (device, metadata)
  }

  /// What an origin is known by: source and details, and the offset where a zone tells it.
  private struct OriginKey: Hashable {
    var pair: Int64
    var offset: Int?
  }

  /// An origin that was looked up; `nil` inside when it is not asked for.
  private struct Asked {
    var origin: Sample.Origin?
  }
}

/// How far a zone's clock is ahead of UTC from an instant to the next change of clocks.
private struct ZoneOffset {
  /// Of details whose offset no zone tells.
  static let always = ZoneOffset(seconds: nil, from: .min, to: .max)

  /// Seconds; `nil` where no zone tells them.
  let seconds: Int?
  private let from: Int64
  private let to: Int64

  private init(seconds: Int?, from: Int64, to: Int64) {
    (self.seconds, self.from, self.to) = (seconds, from, to)
  }

  /// The offset from an instant on, milliseconds since 1970: rows come in time order.
  init(of zone: TimeZone, at instant: Int64) {
    let date = Date(millisecondsSince1970: instant)
    self.init(
      seconds: zone.secondsFromGMT(for: date), from: instant,
      to: zone.nextDaylightSavingTimeTransition(after: date)?.millisecondsSince1970 ?? .max)
  }

  func holds(at instant: Int64) -> Bool { instant >= from && instant < to }
}
