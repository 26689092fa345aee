import Foundation
import GRDB
import GaitModel

/// A value that a store keeps, and since when.
struct KeptValue {
  let value: Double
  /// When it was said.
  let said: TimeSaid
  /// Number of its details.
  let detail: Int64
  let errors: [Double?]

  /// The value at a place; `nil` where there is none.
  init?(_ database: Database, _ key: SampleKey, _ times: [Int64: TimeSaid]) throws {
    let row = try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT value, change_id, detail_id, standard_error, standard_error_within_person
          FROM sample WHERE series_id = ? AND start_ms = ? AND duration_ms = ? AND source_id = ?
            AND distinction = ?
          """),
      arguments: [key.series, key.start, key.duration, key.source, key.distinction])
    guard let row else { return nil }
    value = Double.fromDatabaseValue(row[0]) ?? 0
    said = times[try row.integer(1)] ?? TimeSaid()
    detail = try row.integer(2)
    errors = [Double.fromDatabaseValue(row[3]), Double.fromDatabaseValue(row[4])]
  }

  func `is`(_ sample: Sample, _ detail: Int64) -> Bool {
    value == sample.value && self.detail == detail
      && errors == [sample.standardError, sample.standardErrorWithinPerson]
  }

  /// Whether it is one of some that gave way at its place, which is that of a sample.
  func isAmong(_ superseded: [SupersededSample], at place: Sample) -> Bool {
    superseded.contains { $0.sample.value == value && $0.sample.id == place.id }
  }

  /// Whether another value of the same sample was said later; where the times are the same the greater
  /// number stays, whichever store it is in.
  func isBefore(_ sample: Sample, _ other: TimeSaid) -> Bool {
    if !said.isAtOnce(with: other) { return said.isBefore(other) }
    let own = [value, errors[0] ?? -1, errors[1] ?? -1]
    let new = [sample.value, sample.standardError ?? -1, sample.standardErrorWithinPerson ?? -1]
    return own.lexicographicallyPrecedes(new)
  }
}

/// Records of a phone in whose place one is kept that names another offset from UTC.
///
/// A phone writes all of its export by the clock of the place where it is exported, also what it recorded elsewhere. The instant is
/// the same, and what is in that place stays on the day on which it was, also where its value was corrected.
struct OtherClocks {
  private let database: Database
  private var answers: [[Int64]: Bool] = [:]
  private var origins: [[Int64]: Sample.Origin] = [:]
  /// Whether a series held anything before.
  private var isKnown: [Int64: Bool] = [:]

  init(_ database: Database) { self.database = database }

  /// A sample by the clock of that which is kept in its place, where they differ in what else is said of them by nothing but
  /// their clocks.
  ///
  /// - Parameters:
  ///   - sample: what comes.
  ///   - writer: knows where it would stand.
  ///   - older: the export that says the sample, where a later one was taken before: the clock of what that one wrote does not hold.
  /// - Returns: the sample by one clock or the other.
  /// - Throws: what the database throws.
  mutating func onItsDay(
    _ sample: Sample, _ writer: inout SampleWriter, besides older: OlderExport?
  ) throws -> Sample {
    let (key, detail) = try writer.place(of: sample)
    guard try holds(key.series), let (here, change) = try self.detail(at: key), here != detail,
      older?.isByLaterClock(change) != true, try differInClockOnly(here, detail)
    else { return sample }
    var placed = sample
    placed.origin = try origin(of: sample, [here, detail, key.source])
    return placed
  }

  private mutating func holds(_ series: Int64) throws -> Bool {
    if let known = isKnown[series] { return known }
    let known =
      try Bool.fetchOne(
        database.cachedStatement(
          sql: "SELECT EXISTS (SELECT 1 FROM sample WHERE series_id = ?)"), arguments: [series])
      ?? false
    isKnown[series] = known
    return known
  }

  /// The details of what is kept in a place, and the change that wrote it: of the record itself, else of one with another
  /// value.
  private func detail(at key: SampleKey) throws -> (number: Int64, change: Int64)? {
    try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT detail_id, change_id FROM sample
          WHERE series_id = ? AND start_ms = ? AND duration_ms = ? AND source_id = ?
          ORDER BY distinction <> ?, distinction LIMIT 1
          """),
      arguments: [key.series, key.start, key.duration, key.source, key.distinction]
    ).map { (try $0.integer(0), try $0.integer(1)) }
  }

  /// The origin of a sample by the clock of the first of these details.
  mutating func origin(of sample: Sample, _ place: [Int64]) throws -> Sample.Origin {
    if let known = origins[place] { return known }
    let row = try Row.fetchOne(
      database.cachedStatement(sql: "SELECT time_zone, utc_offset_s FROM detail WHERE id = ?"),
      arguments: [place[0]])
    var metadata = sample.metadata
    metadata.timeZoneIdentifier = try row?.text(0)
    metadata.utcOffsetSeconds = try row?.optionalInteger(1).map { Int($0) }
    let origin = Sample.Origin(
      participant: sample.participant, source: sample.source, metadata: metadata)
    origins[place] = origin
    return origin
  }

  /// Whether two details differ in nothing but their clocks.
  mutating func differInClockOnly(_ a: Int64, _ b: Int64) throws -> Bool {
    if let known = answers[[a, b]] { return known }
    let clock: Set = ["utc_offset_s", "time_zone"]
    let same = DetailRow.columns.filter { !clock.contains($0) }.map {
      "\(DetailRow.plain($0, of: "a")) IS \(DetailRow.plain($0, of: "b"))"
    }
    let answer =
      try Bool.fetchOne(
        database.cachedStatement(
          sql: """
            SELECT EXISTS (SELECT 1 FROM detail a, detail b WHERE a.id = ? AND b.id = ?
              AND \(same.joined(separator: " AND ")))
            """), arguments: [a, b]) ?? false
    answers[[a, b]] = answer
    return answer
  }
}

/// Puts samples among those that gave way.
struct Aside {
  private let database: Database
  private var writer: SampleWriter

  init(_ database: Database, at stored: Int64) throws {
    self.database = database
    writer = try SampleWriter(database, at: stored)
  }

  /// Keeps a sample aside, unless it is there already, aside or not.
  ///
  /// - Parameters:
  ///   - sample: which.
  ///   - superseding: why and when, and when it was stored.
  ///   - renews: whether the later of two times stays, whichever store says it, and not the one that is kept.
  /// - Returns: whether it is new.
  /// - Throws: what the database throws.
  mutating func put(
    _ sample: Sample, _ superseding: Superseding, renewing renews: Bool = true
  ) throws -> Bool {
    let (key, detail) = try writer.place(of: sample, isAside: true)
    let arguments = Self.arguments(sample, key, detail)
    let since = superseding.instant.millisecondsSince1970
    let known = try Row.fetchOne(
      database.cachedStatement(
        sql:
          "SELECT id, superseded_ms, reason FROM superseded WHERE \(Self.same) ORDER BY superseded_ms DESC, reason DESC"
      ),
      arguments: arguments)
    if let known {
      let (instant, reason) = (try known.integer(1), try known.word(2))
      if renews, (instant, reason) < (since, superseding.reason) {
        try database.cachedStatement(
          sql: "UPDATE superseded SET superseded_ms = ?, reason = ? WHERE id = ?"
        ).execute(arguments: [since, superseding.reason, try known.integer(0)])
      }
      // The last time counts: a deletion between two of them is of the first.
      if let stored = superseding.stored?.millisecondsSince1970 {
        try database.cachedStatement(
          sql: "UPDATE superseded SET stored_ms = max(coalesce(stored_ms, ?1), ?1) WHERE id = ?2"
        ).execute(arguments: [stored, try known.integer(0)])
      }
      return false
    }
    let isCurrent = try Bool.fetchOne(
      database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM sample WHERE \(Self.same))"),
      arguments: arguments)
    if isCurrent == true { return false }
    try database.cachedStatement(
      sql: """
        INSERT INTO superseded (series_id, start_ms, duration_ms, source_id, distinction, detail_id,
          value, standard_error, standard_error_within_person, superseded_ms, reason, stored_ms)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(
      arguments: [
        key.series, key.start, key.duration, key.source, key.distinction, detail, sample.value,
        sample.standardError, sample.standardErrorWithinPerson, since, superseding.reason,
        superseding.stored?.millisecondsSince1970,
      ])
    return true
  }

  /// Whether a sample is aside already, perhaps by another clock.
  mutating func holds(_ sample: Sample, by clocks: inout OtherClocks) throws -> Bool {
    let (key, detail) = try writer.place(of: sample, isAside: true)
    let known = try Int64.fetchAll(
      database.cachedStatement(
        sql: "SELECT detail_id FROM superseded WHERE \(Self.alike) ORDER BY detail_id <> :detail"),
      arguments: Self.arguments(sample, key, detail))
    return try known.contains { try $0 == detail || clocks.differInClockOnly($0, detail) }
  }

  private static let same = "\(alike) AND detail_id = :detail"
  private static let alike = """
    series_id = :series AND start_ms = :start AND duration_ms = :duration AND source_id = :source
      AND distinction = :distinction AND value = :value
      AND standard_error IS :error AND standard_error_within_person IS :within
    """

  private static func arguments(
    _ sample: Sample, _ key: SampleKey, _ detail: Int64
  ) -> StatementArguments {
    [
      "series": key.series, "start": key.start, "duration": key.duration, "source": key.source,
      "distinction": key.distinction, "detail": detail, "value": sample.value,
      "error": sample.standardError, "within": sample.standardErrorWithinPerson,
    ]
  }
}
