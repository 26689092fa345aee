import Foundation
import GaitModel

extension SampleRecord {
  /// The names of the columns, in order.
  static let columns = [
    "participant", "kind", "value", "unit", "start_time", "end_time", "standard_error",
    "standard_error_within_person", "source", "device", "recording", "recording_start_time",
    "recording_content", "is_entered_by_hand", "is_calibrated", "earliest_data_time", "method",
    "revision",
    "settings", "left_out_reason", "terrain", "site", "time_zone", "utc_offset_s", "label",
    "distinction",
    "other",
  ]

  /// The fields of the row, in the order of the columns.
  var fields: [String] {
    [
      participant, kind, "\(value)", unit, startTime, endTime,
      standardError.map { "\($0)" } ?? "", standardErrorWithinPerson.map { "\($0)" } ?? "",
      source, device ?? "", recording ?? "", recordingStartTime ?? "",
      recordingContent ?? "",
      "\(isEnteredByHand ?? false)", isCalibrated.map { "\($0)" } ?? "",
      earliestDataTime ?? "", method ?? "", revision.map { "\($0)" } ?? "",
      settings ?? "",
      leftOutReason ?? "", terrain ?? "", site ?? "", timeZone ?? "",
      utcOffsetS.map { "\($0)" } ?? "", label ?? "", distinction.map { "\($0)" } ?? "",
      other.map(Self.json) ?? "",
    ]
  }

  /// Reads a row whose columns stand in the order of the header; columns may be missing.
  init(fields: [String], header: [String]) throws(SampleRecordError) {
    guard fields.count == header.count else {
      throw SampleRecordError("\(fields.count) fields; the header names \(header.count) columns")
    }
    var row: [String: String] = [:]
    for (name, field) in zip(header, fields) where !field.isEmpty { row[name] = field }
    func required(_ name: String) throws(SampleRecordError) -> String {
      guard let field = row[name] else { throw SampleRecordError("\(name) is empty") }
      return field
    }
    func parsed<T>(_ name: String, _ parse: (String) -> T?) throws(SampleRecordError) -> T? {
      guard let field = row[name] else { return nil }
      guard let value = parse(field) else {
        throw SampleRecordError("\(name) is \"\(field)\", which cannot be read")
      }
      return value
    }
    participant = try required("participant")
    kind = try required("kind")
    let kind = AnySampleKind(self.kind)
    value = try parsed("value") { Double($0) ?? SampleWords.value($0, of: kind) } ?? .nan
    unit = row["unit"] ?? ""
    startTime = try required("start_time")
    endTime = try required("end_time")
    standardError = try parsed("standard_error") { Double($0) }
    standardErrorWithinPerson = try parsed("standard_error_within_person") { Double($0) }
    source = try required("source")
    device = row["device"]
    recording = row["recording"]
    recordingStartTime = row["recording_start_time"]
    recordingContent = row["recording_content"]
    isEnteredByHand = try parsed("is_entered_by_hand") { Bool($0) }
    isCalibrated = try parsed("is_calibrated") { Bool($0) }
    earliestDataTime = row["earliest_data_time"]
    method = row["method"]
    revision = try parsed("revision") { Int($0) }
    settings = row["settings"]
    leftOutReason = row["left_out_reason"]
    terrain = row["terrain"]
    site = row["site"]
    timeZone = row["time_zone"]
    utcOffsetS = try parsed("utc_offset_s") { Int($0) }
    label = row["label"]
    distinction = try parsed("distinction") { Int($0) }
    other = try parsed("other") {
      try? JSONDecoder().decode([String: String].self, from: Data($0.utf8))
    }
  }

  private static func json(_ words: [String: String]) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(words)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
