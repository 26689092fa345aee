import Foundation
import GRDB
import GaitModel

/// Numbers for words: each is looked up once per transaction, and made when it is not there.
struct NameCatalog {
  private let database: Database
  private var participants: [String: Int64] = [:]
  private var kinds: [AnySampleKind: Int64] = [:]
  private var series: [SeriesName: Int64] = [:]
  private var sources: [SourceName: Int64] = [:]
  private var details: [DetailName: Int64] = [:]
  private var offsets: [ZoneName: [Int]] = [:]
  private var otherwise: [Int64: [String: [Int64]]] = [:]

  /// Makes a catalog for one transaction.
  init(_ database: Database) { self.database = database }

  /// The number of a person.
  mutating func participant(_ name: String) throws -> Int64 {
    if let known = participants[name] { return known }
    let id = try number(
      "SELECT id FROM participant WHERE name = ?", "INSERT INTO participant (name) VALUES (?)",
      [name])
    participants[name] = id
    return id
  }

  /// The number of a kind.
  mutating func kind(_ kind: AnySampleKind) throws -> Int64 {
    if let known = kinds[kind] { return known }
    let id =
      try found("SELECT id FROM kind WHERE name = ?", [kind.name])
      ?? insert(
        "INSERT INTO kind (name, aggregation, unit) VALUES (?, ?, ?)",
        [kind.name, kind.aggregation.rawValue, kind.baseUnit.symbol])
    kinds[kind] = id
    return id
  }

  /// The number of a person's kind.
  mutating func series(_ participant: Int64, _ kind: AnySampleKind) throws -> Int64 {
    let name = SeriesName(participant: participant, kind: kind)
    if let known = series[name] { return known }
    let id = try number(
      "SELECT id FROM series WHERE participant_id = ? AND kind_id = ?",
      "INSERT INTO series (participant_id, kind_id, longest_ms) VALUES (?, ?, 0)",
      [participant, try self.kind(kind)])
    series[name] = id
    return id
  }

  /// The number of what wrote a person's samples.
  mutating func source(
    _ participant: Int64, _ name: String, _ recording: RecordingReference?
  ) throws -> Int64 {
    let key = SourceName(participant: participant, name: name, recording: recording)
    if let known = sources[key] { return known }
    let recordingID = try recording.map { try RecordingRow.number(database, participant, $0) }
    let id = try number(
      """
      SELECT id FROM source
      WHERE participant_id = ? AND name = ? AND ifnull(recording_id, 0) = ifnull(?, 0)
      """, "INSERT INTO source (participant_id, name, recording_id) VALUES (?, ?, ?)",
      [participant, name, recordingID])
    sources[key] = id
    return id
  }

  /// The number of what is said of a person's samples.
  mutating func detail(
    _ participant: Int64, _ metadata: SampleMetadata, device: String?
  ) throws -> Int64 {
    let key = DetailName(participant: participant, metadata: metadata, device: device)
    if let known = details[key] { return known }
    let values = DetailRow.values(metadata, device: device)
    let digest = DetailRow.digest(values)
    let id =
      try found(
        "SELECT id FROM detail WHERE participant_id = ? AND digest = ?", [participant, digest])
      ?? writtenOtherwise(participant)[digest]?.first
      ?? insert(
        Self.insertDetail,
        StatementArguments([participant.databaseValue, digest.databaseValue] + values))
    details[key] = id
    return id
  }

  /// The numbers of other details that say the same: of the same zone with another offset, as programs wrote them that took
  /// the one of a recording's start for all of it, where a zone says its own offset at every instant; and with empty words
  /// where there are none.
  mutating func otherDetails(
    _ participant: Int64, _ metadata: SampleMetadata, device: String?
  ) throws -> [Int64] {
    let before = try writtenOtherwise(participant)
    var others = before.isEmpty ? [] : before[Self.digest(metadata, device)] ?? []
    for offset in try otherOffsets(participant, metadata) {
      var other = metadata
      other.utcOffsetSeconds = offset
      let digest = Self.digest(other, device)
      let known = try found(
        "SELECT id FROM detail WHERE participant_id = ? AND digest = ?", [participant, digest])
      others += [known].compactMap(\.self) + (before[digest] ?? [])
    }
    return others
  }

  private static func digest(_ metadata: SampleMetadata, _ device: String?) -> String {
    DetailRow.digest(DetailRow.values(metadata, device: device))
  }

  private mutating func otherOffsets(
    _ participant: Int64, _ metadata: SampleMetadata
  ) throws -> [Int] {
    guard let zone = metadata.zoneOfOffset else { return [] }
    let name = ZoneName(participant: participant, zone: zone.identifier)
    let known =
      try offsets[name]
      ?? Int64.fetchAll(
        database,
        sql: """
          SELECT DISTINCT utc_offset_s FROM detail
          WHERE participant_id = ? AND time_zone = ? AND utc_offset_s IS NOT NULL
          """, arguments: [participant, metadata.timeZoneIdentifier]
      ).map { Int($0) }
    offsets[name] = known
    return known.filter { $0 != metadata.utcOffsetSeconds }
  }

  /// The numbers of a person's details that older programs wrote with empty words, by the digest that they would have now.
  private mutating func writtenOtherwise(_ participant: Int64) throws -> [String: [Int64]] {
    if let known = otherwise[participant] { return known }
    let rows = try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT id, \(DetailRow.list) FROM detail
          WHERE participant_id = ? AND (\(DetailRow.isWrittenOtherwise))
          """), arguments: [participant])
    var found: [String: [Int64]] = [:]
    for row in rows {
      let values = DetailRow.columns.indices.map { row[$0 + 1] as DatabaseValue }
      found[DetailRow.digest(DetailRow.plain(values)), default: []].append(try row.integer(0))
    }
    otherwise[participant] = found
    return found
  }

  private func number(
    _ select: String, _ insertion: String, _ arguments: StatementArguments
  ) throws -> Int64 {
    try found(select, arguments) ?? insert(insertion, arguments)
  }

  private func found(_ select: String, _ arguments: StatementArguments) throws -> Int64? {
    try Int64.fetchOne(database.cachedStatement(sql: select), arguments: arguments)
  }

  private func insert(_ sql: String, _ arguments: StatementArguments) throws -> Int64 {
    try database.cachedStatement(sql: sql).execute(arguments: arguments)
    return database.lastInsertedRowID
  }

  private static let insertDetail = """
    INSERT INTO detail (participant_id, digest, \(DetailRow.columns.joined(separator: ", ")))
    VALUES (?, ?\(String(repeating: ", ?", count: DetailRow.columns.count)))
    """
}

/// A person's kind.
struct SeriesName: Hashable {
  var participant: Int64
  var kind: AnySampleKind
}

/// A zone in a person's details.
private struct ZoneName: Hashable {
  var participant: Int64
  var zone: String
}

/// What wrote a person's samples.
private struct SourceName: Hashable {
  var participant: Int64
  var name: String
  var recording: RecordingReference?
}

/// What is said of a person's samples.
private struct DetailName: Hashable {
  var participant: Int64
  var metadata: SampleMetadata
  var device: String?
}
