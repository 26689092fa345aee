import Foundation
import GRDB
import GaitModel

/// Metadata as a row of the table `detail`.
package enum DetailRow {
  /// The columns after the number, the person and the digest, in order.
  package static let columns = [
    "device", "is_entered_by_hand", "is_calibrated", "earliest_data_ms", "method", "revision",
    "left_out_reason", "terrain", "site", "time_zone", "utc_offset_s", "label", "unit", "other",
    "settings",
  ]

  /// Columns with words of which an empty one says nothing, as none does.
  private static let wordColumns: Set<String> = [
    "device", "method", "time_zone", "label", "unit", "settings",
  ]
  /// Of each column whether it is one of them.
  private static let holdsWords = columns.map(wordColumns.contains)
  private static let unitPlace = columns.firstIndex(of: "unit")
  private static let plainUnit = SampleUnit.one.symbol

  /// Whether a row was written by a program that kept empty words, or the unit of a plain number, and says the same as
  /// another one without.
  static let isWrittenOtherwise =
    (wordColumns.sorted().map { "\($0) = ''" } + ["unit = '\(plainUnit)'"])
    .joined(separator: " OR ")

  /// A column of a table as it is written now.
  static func plain(_ column: String, of table: String) -> String {
    let word = "\(table).\(column)"
    guard wordColumns.contains(column) else { return word }
    return column == "unit"
      ? "nullif(nullif(\(word), ''), '\(plainUnit)')" : "nullif(\(word), '')"
  }

  /// The values of these columns as they are written now: an export cannot tell an empty word, or the unit of a plain
  /// number, from what is absent, and what comes back from it is the same.
  static func plain(_ values: [DatabaseValue]) -> [DatabaseValue] {
    zip(columns.indices, values).map { column, value in
      guard holdsWords[column], let word = String.fromDatabaseValue(value) else { return value }
      return word.isEmpty || column == unitPlace && word == plainUnit ? .null : value
    }
  }

  /// The values of these columns.
  package static func values(_ metadata: SampleMetadata, device: String?) -> [DatabaseValue] {
    plain([
      device.databaseValue, metadata.isEnteredByHand.databaseValue,
      metadata.isCalibrated.databaseValue,
      (metadata.earliestDataUsed?.millisecondsSince1970).databaseValue,
      metadata.method.databaseValue, metadata.revision.databaseValue,
      (metadata.leftOutReason?.rawValue).databaseValue, (metadata.terrain?.rawValue).databaseValue,
      (metadata.site?.rawValue).databaseValue, metadata.timeZoneIdentifier.databaseValue,
      metadata.utcOffsetSeconds.databaseValue, metadata.label.databaseValue,
      metadata.unit.databaseValue, json(metadata.other).databaseValue,
      metadata.settings.databaseValue,
    ])
  }

  /// The columns as SQL.
  static let list = columns.joined(separator: ", ")

  /// The device and the metadata of a row of these columns, without the words that have no column of their own. A word
  /// that this version does not know is read as absent.
  static func details(_ row: Row) throws -> (device: String?, metadata: SampleMetadata) {
    let metadata = SampleMetadata(
      isEnteredByHand: try row.optionalInteger(1) == 1,
      isCalibrated: try row.optionalInteger(2).map { $0 == 1 },
      earliestDataUsed: try row.optionalInstant(3), method: try row.said(4),
      revision: try row.optionalInteger(5).map { Int($0) }, settings: try row.said(14),
      // A reason that only a later version knows is still a reason.
      leftOutReason: try row.text(6).map { LeftOutReason(rawValue: $0) ?? .unsteady },
      terrain: try row.text(7).flatMap(Terrain.init),
      site: try row.text(8).flatMap(WearingSite.init), timeZoneIdentifier: try row.said(9),
      utcOffsetSeconds: try row.optionalInteger(10).map { Int($0) }, label: try row.said(11),
      unit: try row.said(12).flatMap { $0 == plainUnit ? nil : $0 })
    return (try row.said(0), metadata)
  }

  /// The words of a row of these columns that have no column of their own; none where they cannot be read.
  static func words(_ row: Row) throws -> [String: String] { words(try row.text(13)) }

  /// Whether some details of a person may say something under a key; `false` only where none does.
  static func mayHold(_ key: String, _ database: Database, participant: Int64) throws -> Bool {
    guard isPlain(key), !key.contains("/") else { return true }
    return try Bool.fetchOne(
      database.cachedStatement(
        sql: "SELECT EXISTS (SELECT 1 FROM detail WHERE participant_id = ? AND instr(other, ?))"),
      arguments: [participant, "\"\(key)\""]) ?? true
  }

  /// What makes two rows the same: all columns. The last one came later and counts where it is filled,
  /// so that rows from before keep their digest.
  package static func digest(_ values: [DatabaseValue]) -> String {
    var hash = ContentHash()
    for value in values.last?.isNull == true ? values.dropLast() : values[...] {
      hash.add(String.fromDatabaseValue(value) ?? number(value))
    }
    return hash.identifier.uuidString
  }

  /// A column that is no text: its number, or a word that no number is.
  private static func number(_ value: DatabaseValue) -> String {
    Int64.fromDatabaseValue(value).map { "\($0)" } ?? "none"
  }

  /// Words as JSON, in the order of their keys; `nil` for none.
  package static func json(_ words: [String: String]) -> String? {
    guard !words.isEmpty else { return nil }
    // Nearly all words stand there as they are, and need no encoder.
    if words.allSatisfy({ isPlain($0.key) && isPlain($0.value) }) {
      let members = words.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\"\($0.value)\"" }
      return "{\(members.joined(separator: ","))}"
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(words)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether a word is of ASCII's visible characters and blanks, without those that JSON writes otherwise.
  private static func isPlain(_ word: String) -> Bool {
    word.utf8.allSatisfy { (0x20...0x7e).contains($0) && $0 != 0x22 && $0 != 0x5c }
  }

  /// Words of JSON; none where there is none or it cannot be read.
  package static func words(_ json: String?) -> [String: String] {
    guard var json else { return [:] }
    // Nearly all words stand there as they are, and need no decoder, which takes longer than the rest of a row.
    if let plain = json.withUTF8(plainWords) { return plain }
    return (try? JSONDecoder().decode([String: String].self, from: Data(json.utf8))) ?? [:]
  }

  /// The words of JSON without blanks between its marks and without escapes; `nil` where it is written otherwise.
  private static func plainWords(_ json: UnsafeBufferPointer<UInt8>) -> [String: String]? {
    let (quote, colon, comma) = (UInt8(ascii: "\""), UInt8(ascii: ":"), UInt8(ascii: ","))
    guard json.first == UInt8(ascii: "{"), json.last == UInt8(ascii: "}") else { return nil }
    var next = 1
    func word() -> String? {
      guard next < json.count, json[next] == quote else { return nil }
      let first = next + 1
      next = first
      while next < json.count, json[next] != quote {
        guard json[next] >= 0x20, json[next] != UInt8(ascii: "\\") else { return nil }
        next += 1
      }
      guard next < json.count else { return nil }
      next += 1
      return String(decoding: json[first..<(next - 1)], as: UTF8.self)
    }
    var words: [String: String] = [:]
    while true {
      guard let key = word(), json[next] == colon else { return nil }
      next += 1
      guard let value = word() else { return nil }
      words[key] = value
      if next == json.count - 1 { return words }
      guard json[next] == comma else { return nil }
      next += 1
    }
  }
}

extension Optional where Wrapped: DatabaseValueConvertible {
  /// The value, or SQL's `NULL`.
  fileprivate var databaseValue: DatabaseValue { self?.databaseValue ?? .null }
}

/// Columns of a row that says what it holds: GRDB's own subscripts end the program where a damaged
/// file holds something else.
extension Row {
  /// A whole number; throws when the column holds something else or a number that no store holds, with which
  /// one could not reckon.
  func integer(_ column: Int) throws -> Int64 {
    guard let number = Int64.fromDatabaseValue(self[column] as DatabaseValue),
      StoredRange.integers.contains(number)
    else { throw DatabaseError.impossibleRow }
    return number
  }

  /// An instant; throws when it is in no year from 1 to 9999.
  func instant(_ column: Int) throws -> Date {
    let milliseconds = try integer(column)
    guard StoredRange.instants.contains(milliseconds) else { throw DatabaseError.impossibleRow }
    return Date(millisecondsSince1970: milliseconds)
  }

  /// A stretch of time, from its first to its last or end; throws when it ends before it begins.
  func range(_ first: Int64, _ end: Int64) throws -> Range<Int64> {
    guard first <= end else { throw DatabaseError.impossibleRow }
    return first..<end
  }

  /// A whole number or `nil` for nothing; throws when the column holds something else.
  func optionalInteger(_ column: Int) throws -> Int64? {
    (self[column] as DatabaseValue).isNull ? nil : try integer(column)
  }

  /// A word or `nil` for nothing; throws when the column holds something else.
  func text(_ column: Int) throws -> String? {
    let value = self[column] as DatabaseValue
    guard !value.isNull else { return nil }
    guard let text = String.fromDatabaseValue(value) else { throw DatabaseError.impossibleRow }
    return text
  }

  /// A word or `nil` for nothing, also for an empty one; throws when the column holds something else.
  fileprivate func said(_ column: Int) throws -> String? {
    try text(column).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// A word; throws when the column holds something else.
  func word(_ column: Int) throws -> String {
    guard let word = try text(column) else { throw DatabaseError.impossibleRow }
    return word
  }

  /// An instant or `nil` for nothing; throws when the column holds something else.
  func optionalInstant(_ column: Int) throws -> Date? {
    (self[column] as DatabaseValue).isNull ? nil : try instant(column)
  }
}

/// What a sound store can hold: what lies beyond is damage, and one could not reckon with it.
enum StoredRange {
  /// Numbers of rows and changes, counts and lengths, milliseconds: what a `Double` holds exactly.
  static let integers: ClosedRange<Int64> = -(1 << 53)...(1 << 53)
  /// Milliseconds since 1970 in the years 1 to 9999, which ISO 8601 writes with four digits.
  static let instants: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999
}

extension DatabaseError {
  /// A row of a damaged file.
  static let impossibleRow = DatabaseError(
    resultCode: .SQLITE_CORRUPT, message: "a row holds what cannot be there")
}
