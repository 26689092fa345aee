import Foundation
import GRDB
import GaitModel

/// Metadata as a row of the table `detail`.
enum DetailRow {
  /// The columns after the number, the person and the digest, in order.
  static let columns = [
    "device", "is_entered_by_hand", "is_calibrated", "earliest_data_ms", "method", "revision",
    "left_out_reason", "terrain", "site", "time_zone", "utc_offset_s", "label", "unit", "other",
  ]

  /// The values of these columns.
  static func values(_ metadata: SampleMetadata, device: String?) -> [DatabaseValue] {
    [
      device.databaseValue, metadata.isEnteredByHand.databaseValue,
      metadata.isCalibrated.databaseValue,
      (metadata.earliestDataUsed?.millisecondsSince1970).databaseValue,
      metadata.method.databaseValue, metadata.revision.databaseValue,
      (metadata.leftOutReason?.rawValue).databaseValue, (metadata.terrain?.rawValue).databaseValue,
      (metadata.site?.rawValue).databaseValue, metadata.timeZoneIdentifier.databaseValue,
      metadata.utcOffsetSeconds.databaseValue, metadata.label.databaseValue,
      metadata.unit.databaseValue, json(metadata.other).databaseValue,
    ]
  }

  /// The metadata of a row. A word that this version does not know is read as absent.
  static func metadata(_ row: Row) -> SampleMetadata {
    SampleMetadata(
      isEnteredByHand: row["is_entered_by_hand"], isCalibrated: row["is_calibrated"],
      earliestDataUsed: (row["earliest_data_ms"] as Int64?).map {
        Date(millisecondsSince1970: $0)
      },
      method: row["method"], revision: row["revision"],
      // A reason that only a later version knows is still a reason.
      leftOutReason: (row["left_out_reason"] as String?).map {
        LeftOutReason(rawValue: $0) ?? .unsteady
      },
      terrain: (row["terrain"] as String?).flatMap(Terrain.init),
      site: (row["site"] as String?).flatMap(WearingSite.init),
      timeZoneIdentifier: row["time_zone"], utcOffsetSeconds: row["utc_offset_s"],
      label: row["label"], unit: row["unit"], other: words(row["other"]))
  }

  /// What makes two rows the same: all columns.
  static func digest(_ values: [DatabaseValue]) -> String {
    var hash = ContentHash()
    for value in values { hash.add(String.fromDatabaseValue(value) ?? number(value)) }
    return hash.identifier.uuidString
  }

  /// A column that is no text: its number, or a word that no number is.
  private static func number(_ value: DatabaseValue) -> String {
    Int64.fromDatabaseValue(value).map { "\($0)" } ?? "none"
  }

  private static func json(_ words: [String: String]) -> String? {
    guard !words.isEmpty else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(words)).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func words(_ json: String?) -> [String: String] {
    guard let json else { return [:] }
    return (try? JSONDecoder().decode([String: String].self, from: Data(json.utf8))) ?? [:]
  }
}

extension Optional where Wrapped: DatabaseValueConvertible {
  /// The value, or SQL's `NULL`.
  fileprivate var databaseValue: DatabaseValue { self?.databaseValue ?? .null }
}
