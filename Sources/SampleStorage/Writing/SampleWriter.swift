import Foundation
import GRDB
import GRDBSQLite
import GaitModel

/// Writes samples within one transaction, under one change.
struct SampleWriter {
  /// What has come of it so far.
  private(set) var outcome = SaveOutcome()
  /// Whether all samples are of one file, which says each thing once: two values of one sample are refused.
  var isOfOneFile = false
  /// The phone's export that says all samples of the change; `nil` for others.
  var export: PhoneExport?
  private let database: Database
  /// The number of the change.
  let change: Int64
  private let superseding: Superseding?
  private let instant: Int64
  private var names: NameCatalog
  private var touched: [Int64: TouchedSeries] = [:]
  private let upsert: SampleUpsert
  private var origins = RecurringAnswers<Sample.Origin, OriginNumbers>(capacity: 8)
  private var series = RecurringAnswers<SeriesName, Int64>(capacity: 32)
  private var noted: Set<Int64> = []
  private var isNoting = false
  private var revised: Set<Int64> = []
  /// Hashes of the places of which a table said what was there already; of a million of them nothing else is asked.
  private var saidAgain: Set<Int> = []

  /// Begins a change that is stored at an instant, milliseconds since 1970; what gives way in it is kept
  /// apart when there is a reason for that.
  init(_ database: Database, at instant: Int64, _ superseding: Superseding? = nil) throws {
    self.database = database
    self.superseding = superseding
    self.instant = instant
    change = try ChangeLog.next(database)
    names = NameCatalog(database)
    upsert = try SampleUpsert(database)
  }

  /// Keeps a sample; counts it as added, replaced or unchanged.
  mutating func save(_ sample: Sample) throws -> SampleKey {
    let (key, detail) = try place(of: sample)
    try save(sample, at: key, detail)
    return key
  }

  /// Keeps a sample; what stands in its place is not kept aside where only its clock is another one.
  mutating func save(_ sample: Sample, keepsAside: Bool) throws {
    let (key, detail) = try place(of: sample)
    try save(sample, at: key, detail, keepsAside: keepsAside)
  }

  /// Keeps samples series by series: of a day's figures, each lies on another page of the file.
  mutating func save(_ samples: [Sample]) throws {
    let places = try samples.map { try place(of: $0) }
    let bySeries = Dictionary(grouping: samples.indices) { places[$0].key.series }
    for (_, own) in bySeries.sorted(by: { $0.key < $1.key }) {
      for index in own { try save(samples[index], at: places[index].key, places[index].detail) }
    }
  }

  private mutating func save(
    _ sample: Sample, at key: SampleKey, _ detail: Int64, keepsAside: Bool = true
  ) throws {
    if keepsAside, let superseding { try keep(key, unlessIs: sample, detail, superseding) }
    guard try upsert.write(sample, key, detail: detail, change: change) else {
      outcome.unchanged += 1
      // A phone's export tells alike samples apart, and has years of them.
      if isOfOneFile, export == nil { saidAgain.insert(key.hashValue) }
      return
    }
    outcome.written += 1
    if touched[key.series] == nil, try SampleRemoval.hasSuperseded(database, series: key.series) {
      revised.insert(key.series)
    }
    if superseding != nil || revised.contains(key.series) {
      let others = try numbers(of: sample.origin).otherDetails
      try SampleRemoval.reinstate(database, key, sample, details: [detail] + others)
    }
    touched[key.series, default: TouchedSeries()].add(key)
  }

  /// Where a sample stands or would stand, perhaps only among those that gave way, and the number of its details.
  mutating func place(
    of sample: Sample, isAside: Bool = false
  ) throws -> (key: SampleKey, detail: Int64) {
    let origin = try numbers(of: sample.origin)
    if !isAside, origin.isAnalysis, noted.insert(origin.source).inserted {
      try RecordingRow.noteStored(database, source: origin.source, at: instant)
    }
    let start = sample.start.millisecondsSince1970
    guard StoredRange.instants.contains(start),
      StoredRange.instants.contains(sample.end.millisecondsSince1970)
    else {
      throw StoreError.notKept(
        "\(sample.participant): a sample of \(sample.kind.name) is from \(sample.start) to "
          + "\(sample.end); a store keeps the years 1 to 9999, set the clock right")
    }
    let key = SampleKey(
      series: try series(of: sample.kind, origin.participant), start: start,
      duration: sample.end.millisecondsSince1970 - start, source: origin.source,
      distinction: Int64(sample.distinction))
    return (key, try detail(of: origin, at: key, isAside: isAside))
  }

  /// The number of the details at a place: those that stand there already, where they say the same.
  private func detail(of origin: OriginNumbers, at key: SampleKey, isAside: Bool) throws -> Int64 {
    guard !origin.otherDetails.isEmpty else { return origin.detail }
    let here = try Int64.fetchAll(
      database.cachedStatement(sql: isAside ? Self.detailsOrAside : Self.details),
      arguments: [
        "series": key.series, "start": key.start, "duration": key.duration, "source": key.source,
        "distinction": key.distinction,
      ])
    guard !here.contains(origin.detail) else { return origin.detail }
    return here.first(where: origin.otherDetails.contains) ?? origin.detail
  }

  private static let place = """
    WHERE series_id = :series AND start_ms = :start AND duration_ms = :duration AND source_id = :source
      AND distinction = :distinction
    """
  private static let details = "SELECT detail_id FROM sample \(place)"
  private static let detailsOrAside =
    "\(details) UNION ALL SELECT detail_id FROM superseded \(place)"

  /// Makes it a change although it may write nothing, so that its export is known.
  mutating func noteAnyhow() { isNoting = true }

  /// Gives a sample that is there the time of this change; its value stays.
  mutating func renew(_ key: SampleKey) throws {
    try database.cachedStatement(
      sql: """
        UPDATE sample SET change_id = ? WHERE series_id = ? AND start_ms = ? AND duration_ms = ?
          AND source_id = ? AND distinction = ?
        """
    ).execute(
      arguments: [change, key.series, key.start, key.duration, key.source, key.distinction])
    isNoting = true
  }

  /// Deletes a sample that is there; it is kept among those that gave way where others of this change are or there is
  /// a reason of its own, unless it only moves. What moves with its recording is gone in no other store: it moves there, too,
  /// when the recording does, and what gave way there must stay known to have done so.
  mutating func delete(
    _ key: SampleKey, _ sample: Sample, keepsAside: Bool = true, aside: Superseding? = nil
  ) throws {
    let reason = keepsAside ? aside ?? superseding : nil
    if let reason {
      try SampleRemoval.supersede(database, key, reason)
      outcome.superseded += 1
    }
    try SampleRemoval.remove(database, key)
    try ChangeLog.recordDeletion(
      database, change: change, kind: try names.kind(sample.kind), sample: sample.id,
      gaveWay: reason != nil || !keepsAside && sample.source.recording?.content != nil)
    touched[key.series, default: TouchedSeries()].addDays(of: key)
    outcome.deleted += 1
  }

  /// Says that a sample is gone that was kept aside only.
  mutating func note(deletionOf sample: Sample) throws {
    try ChangeLog.recordDeletion(
      database, change: change, kind: try names.kind(sample.kind), sample: sample.id)
    isNoting = true
  }

  /// Keeps what stands in a sample's place, unless it is the same.
  private mutating func keep(
    _ key: SampleKey, unlessIs sample: Sample, _ detail: Int64, _ superseding: Superseding
  ) throws {
    var isOther = false
    var contradiction: Double?
    let place = SeriesScan(series: key.series, from: key.start, to: key.start + 1)
    try place.forEach(database) { row in
      let isThere =
        row.duration == key.duration && row.source == key.source
        && row.distinction == key.distinction
      let isSameValue = SampleUpsert.areSame(row.value, sample.value)
      if isThere, isOfOneFile, !isSameValue,
        row.change == change || saidAgain.contains(key.hashValue)
      {
        contradiction = row.value
      }
      isOther =
        isOther
        || isThere
          && (!isSameValue || row.detail != detail
            || row.standardError != sample.standardError
            || row.standardErrorWithinPerson != sample.standardErrorWithinPerson)
      return true
    }
    if let contradiction { throw StoreError.contradiction(of: sample, contradiction) }
    guard isOther else { return }
    try SampleRemoval.supersede(database, key, superseding)
    outcome.superseded += 1
  }

  /// The number of a source; made if need be.
  mutating func source(
    _ participant: String, _ name: String, _ recording: RecordingReference?
  ) throws -> Int64 {
    try names.source(try names.participant(participant), name, recording)
  }

  /// Writes down what was touched, for those who follow changes. Without a change there is none.
  mutating func finish() throws -> SaveOutcome {
    if outcome.written + outcome.deleted > 0 || isNoting {
      try noteExport()
      try ChangeLog.commit(database, change, at: instant)
    }
    for (series, stretch) in touched {
      try ChangeLog.recordAddition(
        database, change: change, series: series, stretch.first, stretch.last)
      try database.cachedStatement(
        sql: "UPDATE series SET longest_ms = max(longest_ms, ?) WHERE id = ?"
      ).execute(arguments: [stretch.longest, series])
    }
    return outcome
  }

  private mutating func noteExport() throws {
    for note in export?.notes(of: change) ?? [] {
      let (key, detail) = try place(of: note)
      _ = try upsert.write(note, key, detail: detail, change: change)
      touched[key.series, default: TouchedSeries()].add(key)
    }
  }

  private mutating func numbers(of origin: Sample.Origin) throws -> OriginNumbers {
    if let known = origins.answer(to: origin) { return known }
    let participant = try names.participant(origin.participant)
    let source = origin.source
    let detail = try names.detail(participant, origin.metadata, device: source.device)
    let numbers = OriginNumbers(
      participant: participant,
      source: try names.source(participant, source.name, source.recording),
      detail: detail,
      otherDetails: try names.otherDetails(participant, origin.metadata, device: source.device)
        .filter { $0 != detail },
      isAnalysis: source.recording != nil && source.name == SampleSource.analysisName)
    origins.add(origin, numbers)
    return numbers
  }

  private mutating func series(of kind: AnySampleKind, _ participant: Int64) throws -> Int64 {
    let name = SeriesName(participant: participant, kind: kind)
    if let known = series.answer(to: name) { return known }
    let number = try names.series(participant, kind)
    series.add(name, number)
    return number
  }
}

/// Numbers of the person, the source and the details.
private struct OriginNumbers {
  var participant: Int64
  var source: Int64
  var detail: Int64
  /// Numbers of other details that say the same.
  var otherDetails: [Int64]
  /// Whether an analysis of a recording wrote the samples.
  var isAnalysis: Bool
}

/// What the store tells samples apart by.
struct SampleKey: Hashable, Sendable {
  /// Number of the series.
  var series: Int64
  /// Start, milliseconds since 1970.
  var start: Int64
  /// Length, milliseconds.
  var duration: Int64
  /// Number of the source.
  var source: Int64
  /// What tells it apart from others that are alike.
  var distinction: Int64
}

/// The stretch of a series that a change touched.
private struct TouchedSeries {
  var first = Int64.max
  var last = Int64.min
  var longest: Int64 = 0

  /// A sample that was written.
  mutating func add(_ key: SampleKey) {
    first = min(first, key.start)
    last = max(last, key.start)
    longest = max(longest, key.duration)
  }

  /// A sample that was deleted: the days of UTC on which it was, and not when.
  mutating func addDays(of key: SampleKey) {
    first = min(first, Self.day(of: key.start) * Self.dayMilliseconds)
    last = max(last, (Self.day(of: key.start + key.duration) + 1) * Self.dayMilliseconds - 1)
  }

  private static let dayMilliseconds: Int64 = 86_400_000

  private static func day(of instant: Int64) -> Int64 {
    Int64((Double(instant) / Double(dayMilliseconds)).rounded(.down))
  }
}

/// The statement that writes one sample. Values are bound without a detour through arrays of
/// values: with them a save took twice as long.
struct SampleUpsert {
  private let database: Database
  private let statement: Statement

  /// Prepares the statement.
  init(_ database: Database) throws {
    self.database = database
    statement = try database.cachedStatement(sql: Self.sql)
  }

  /// Two values that differ by less than this share of them are one: what a program before rounded otherwise on the way from
  /// another unit, which is two units in a double's last place (4.4e-16) at most.
  private static let share = 1e-15

  /// Whether a value that is kept is the same as another one.
  static func areSame(_ kept: Double, _ other: Double) -> Bool {
    abs(kept - other) <= share * abs(kept)
  }

  /// Writes a sample; `false` when it was there already as it is.
  func write(_ sample: Sample, _ key: SampleKey, detail: Int64, change: Int64) throws -> Bool {
    let handle = statement.sqliteStatement
    sqlite3_bind_int64(handle, 1, key.series)
    sqlite3_bind_int64(handle, 2, key.start)
    sqlite3_bind_int64(handle, 3, key.duration)
    sqlite3_bind_int64(handle, 4, key.source)
    sqlite3_bind_int64(handle, 5, key.distinction)
    sqlite3_bind_int64(handle, 6, detail)
    sqlite3_bind_double(handle, 7, sample.value)
    bind(sample.standardError, to: 8)
    bind(sample.standardErrorWithinPerson, to: 9)
    sqlite3_bind_int64(handle, 10, change)
    let code = sqlite3_step(handle)
    sqlite3_reset(handle)
    guard code == SQLITE_DONE else {
      throw DatabaseError(
        resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
    }
    return database.changesCount > 0
  }

  private func bind(_ value: Double?, to place: Int32) {
    if let value {
      sqlite3_bind_double(statement.sqliteStatement, place, value)
    } else {
      sqlite3_bind_null(statement.sqliteStatement, place)
    }
  }

  private static let sql = """
    INSERT INTO sample (series_id, start_ms, duration_ms, source_id, distinction, detail_id, value,
      standard_error, standard_error_within_person, change_id)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET detail_id = excluded.detail_id, value = excluded.value,
      standard_error = excluded.standard_error,
      standard_error_within_person = excluded.standard_error_within_person,
      change_id = excluded.change_id
    WHERE detail_id IS NOT excluded.detail_id
      OR abs(value - excluded.value) > \(share) * abs(value)
      OR standard_error IS NOT excluded.standard_error
      OR standard_error_within_person IS NOT excluded.standard_error_within_person
    """
}
