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
      ?? insert(
        Self.insertDetail,
        StatementArguments([participant.databaseValue, digest.databaseValue] + values))
    details[key] = id
    return id
  }

  /// The numbers of the same but for the offset beside the same zone, as programs wrote them that took the one of a
  /// recording's start for all of it: a zone says its own offset at every instant, and what differs in it alone is the same.
  mutating func detailsOfOtherOffsets(
    _ participant: Int64, _ metadata: SampleMetadata, device: String?
  ) throws -> [Int64] {
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
    return try known.filter { $0 != metadata.utcOffsetSeconds }.compactMap { offset in
      var other = metadata
      other.utcOffsetSeconds = offset
      return try found(
        "SELECT id FROM detail WHERE participant_id = ? AND digest = ?",
        [participant, DetailRow.digest(DetailRow.values(other, device: device))])
    }
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
