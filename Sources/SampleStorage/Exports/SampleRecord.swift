import Foundation
import GaitModel

/// A sample as a flat row of text: what exports hold and imports read.
///
/// Every column has one type in every row, so that a table of them can be turned into Parquet as it
/// is; instants are ISO 8601 in UTC to the millisecond, numbers have the fewest digits that give the
/// same number back, what is absent is empty.
struct SampleRecord: Hashable, Codable {
  var participant: String
  var kind: String
  var value: Double
  var unit: String
  var startTime: String
  var endTime: String
  var standardError: Double?
  var standardErrorWithinPerson: Double?
  var source: String
  var device: String?
  var recording: String?
  var recordingStartTime: String?
  var recordingContent: String?
  var isEnteredByHand: Bool?
  var isCalibrated: Bool?
  var earliestDataTime: String?
  var method: String?
  var revision: Int?
  var settings: String?
  var leftOutReason: String?
  var terrain: String?
  var site: String?
  var timeZone: String?
  var utcOffsetS: Int?
  var label: String?
  var distinction: Int?
  var other: [String: String]?
  /// When it was stored, or the analysis that it belongs to, also where it gave way.
  var storedTime: String?
  /// When the phone's export was written that says it.
  var phoneExportTime: String?
  /// When it gave way to another sample; absent while it is valid.
  var supersededTime: String?
  /// Why it gave way.
  var reason: String?
  /// How many samples the analysis has that is kept of the recording: 0 where it was given up; absent where it is not
  /// known to be whole, and of what belongs to no analysis. A file with fewer of them holds a part.
  var analysisSamples: Int?
  /// How many rows of the export follow: 0 in the last one. What was cut off at its end is seen by it.
  var rowsAfter: Int?

  /// The row of a sample, before so many others.
  init(_ sample: Sample, rowsAfter: Int? = nil) {
    self.rowsAfter = rowsAfter
    let metadata = sample.metadata
    participant = sample.participant
    kind = sample.kind.name
    value = sample.value
    unit = metadata.unit ?? sample.kind.baseUnit.symbol
    startTime = Self.text(sample.start, isLocal: metadata.isLocalClock)
    endTime = Self.text(sample.end, isLocal: metadata.isLocalClock)
    standardError = sample.standardError
    standardErrorWithinPerson = sample.standardErrorWithinPerson
    source = sample.source.name
    device = sample.source.device
    recording = sample.source.recording?.name
    recordingStartTime = (sample.source.recording?.start).map {
      Self.text($0, isLocal: metadata.isLocalClock)
    }
    recordingContent = sample.source.recording?.content
    isEnteredByHand = metadata.isEnteredByHand ? true : nil
    isCalibrated = metadata.isCalibrated
    earliestDataTime = metadata.earliestDataUsed.map {
      Self.text($0, isLocal: metadata.isLocalClock)
    }
    method = metadata.method
    revision = metadata.revision
    settings = metadata.settings
    leftOutReason = metadata.leftOutReason?.rawValue
    terrain = metadata.terrain?.rawValue
    site = metadata.site?.rawValue
    timeZone = metadata.timeZoneIdentifier
    utcOffsetS = metadata.utcOffsetSeconds
    label = metadata.label
    distinction = sample.distinction == 0 ? nil : sample.distinction
    other = metadata.other.isEmpty ? nil : metadata.other
  }

  /// ISO 8601 in UTC, to the millisecond; the reading of a local clock has no offset.
  static func text(_ date: Date, isLocal: Bool) -> String {
    isLocal ? InstantText.local(date) : text(date)
  }

  /// ISO 8601 in UTC, to the millisecond.
  static func text(_ date: Date) -> String {
    InstantText.local(date) + "Z"
  }
}

extension SampleRecord {
  /// The sample of the row; throws ``SampleRecordError`` when a column is not what it must be.
  func sample() throws(SampleRecordError) -> Sample {
    let start = try instant(startTime, "start_time")
    let end = try instant(endTime, "end_time")
    guard value.isFinite else { throw SampleRecordError("value is not a finite number") }
    guard start <= end else { throw SampleRecordError("end_time is before start_time") }
    let kind = AnySampleKind(kind)
    let unit = SampleUnit(symbol: unit)
    // Values of kinds that are known may come in any unit of theirs; others stay as they are.
    let isKnown = kind.isKnown
    if isKnown, unit?.isConvertible(to: kind.baseUnit) != true {
      throw SampleRecordError(
        "unit is \"\(self.unit)\"; \(kind.name) is kept in \(kind.baseUnit.symbol)")
    }
    func base(_ value: Double) -> Double {
      guard isKnown, let unit, unit != kind.baseUnit else { return value }
      return unit.base(value)
    }
    let isPlain = isKnown || unit == kind.baseUnit
    try checkOffset()
    var metadata = try metadata(unit: isPlain ? nil : said(self.unit))
    // As a store tells it: exports of older programs have the offset of the recording's start.
    if let zone = metadata.zoneOfOffset {
      metadata.utcOffsetSeconds = zone.secondsFromGMT(for: start)
    }
    return Sample(
      kind: kind, value: base(value), start: start, end: end, participant: participant,
      source: try sampleSource(), metadata: metadata,
      standardError: standardError.map(base),
      standardErrorWithinPerson: standardErrorWithinPerson.map(base),
      distinction: distinction ?? 0)
  }

  /// The row with what a store knows of the sample.
  func row() throws(SampleRecordError) -> ExportedRow {
    var row = ExportedRow(
      sample: try sample(), reason: reason, analysisSamples: analysisSamples)
    if let storedTime { row.stored = try instant(storedTime, "stored_time") }
    if let phoneExportTime { row.exported = try instant(phoneExportTime, "phone_export_time") }
    if let supersededTime { row.superseded = try instant(supersededTime, "superseded_time") }
    return row
  }

  private func sampleSource() throws(SampleRecordError) -> SampleSource {
    var source = SampleSource(name: source, device: said(device))
    guard let recording, let recordingStartTime else {
      try checkNoRecording()
      return source
    }
    source.recording = RecordingReference(
      name: recording, start: try instant(recordingStartTime, "recording_start_time"),
      content: recordingContent)
    return source
  }

  /// A part of a recording's identity is none: without it two recordings of one time would be one source, and count twice
  /// or take each other's place.
  private func checkNoRecording() throws(SampleRecordError) {
    let parts = [
      ("recording", said(recording)), ("recording_start_time", said(recordingStartTime)),
      ("recording_content", said(recordingContent)),
    ]
    guard let (given, word) = parts.first(where: { $0.1 != nil }) else { return }
    let missing = parts.prefix(2).filter { $0.1 == nil }.map(\.0).joined(separator: " and ")
    throw SampleRecordError(
      """
      \(given) is "\(word ?? "")" and \(missing) \(missing.contains(" ") ? "are" : "is") missing: a recording has its name in \
      recording and its beginning, like 2026-05-04T09:30:00.000+02:00, in recording_start_time; give both, or leave both and \
      recording_content empty
      """)
  }

  /// Hours reach 14 and minutes, as JavaScript gives them, 840: fewer seconds than a quarter of an hour are one of these, and put
  /// samples on another day. No time zone can be made of more than 18 hours. An export, which says how many rows follow, is
  /// taken as it is.
  private func checkOffset() throws(SampleRecordError) {
    guard rowsAfter == nil, let utcOffsetS, utcOffsetS != 0,
      utcOffsetS.magnitude < 900 || TimeZone(secondsFromGMT: utcOffsetS) == nil
    else { return }
    throw SampleRecordError(
      "utc_offset_s is \(utcOffsetS); it is in seconds, as 7200 for +02:00, and clocks differ from UTC by 900 to 64800 or "
        + "not at all")
  }

  /// Kinds that nobody but a person says, also where a table has no column for it.
  private static let kindsOfPeople = [SampleKind.event.erased, SampleKind.recalibration.erased]
    .map(\.name)

  private func metadata(unit: String?) throws(SampleRecordError) -> SampleMetadata {
    var earliest: Date?
    if let earliestDataTime {
      earliest = try instant(earliestDataTime, "earliest_data_time")
    }
    return SampleMetadata(
      isEnteredByHand: isEnteredByHand ?? false || Self.kindsOfPeople.contains(kind),
      isCalibrated: isCalibrated,
      earliestDataUsed: earliest, method: said(method), revision: revision,
      settings: said(settings),
      leftOutReason: try word(leftOutReason, "left_out_reason"),
      terrain: try word(terrain, "terrain"), site: try word(site, "site"),
      timeZoneIdentifier: said(timeZone), utcOffsetSeconds: utcOffsetS, label: said(label),
      unit: unit, other: other ?? [:])
  }

  /// A word; `nil` where it is empty, as a table has what is absent.
  private func said(_ word: String?) -> String? { word?.isEmpty == true ? nil : word }

  private func word<Word: RawRepresentable<String> & CaseIterable>(
    _ text: String?, _ column: String
  ) throws(SampleRecordError) -> Word? {
    guard let text else { return nil }
    guard let word = Word(rawValue: text) else {
      let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw SampleRecordError("\(column) is \"\(text)\"; it can be \(words) or empty")
    }
    return word
  }

  private func instant(_ text: String, _ column: String) throws(SampleRecordError) -> Date {
    let isLocal = other.map { SampleMetadata(other: $0).isLocalClock } ?? false
    guard let time = DateTime(text), isLocal || time.utcOffsetSeconds != nil else {
      throw SampleRecordError(
        "\(column) is \"\(text)\"; it must be like 2026-05-04T09:30:00.000+02:00")
    }
    return Date(timeIntervalSince1970: time.secondsSince1970)
  }
}

/// Why a row is no sample.
struct SampleRecordError: Error, CustomStringConvertible {
  /// What came and what was allowed.
  let description: String

  init(_ description: String) { self.description = description }
}

extension SampleRecord {
  /// The names of the columns, in order.
  static let columns = [
    "participant", "kind", "value", "unit", "start_time", "end_time", "standard_error",
    "standard_error_within_person", "source", "device", "recording", "recording_start_time",
    "recording_content", "is_entered_by_hand", "is_calibrated", "earliest_data_time", "method",
    "revision",
    "settings", "left_out_reason", "terrain", "site", "time_zone", "utc_offset_s", "label",
    "distinction", "other", "stored_time", "phone_export_time", "superseded_time", "reason",
    "analysis_samples", "rows_after",
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
      other.map(Self.json) ?? "", storedTime ?? "", phoneExportTime ?? "", supersededTime ?? "",
      reason ?? "",
      analysisSamples.map { "\($0)" } ?? "", rowsAfter.map { "\($0)" } ?? "",
    ]
  }

  /// Reads a row whose columns stand where the header says; columns may be missing.
  init(fields: [String], columns: [String: Int]) throws(SampleRecordError) {
    guard fields.count == columns.count else {
      throw SampleRecordError(
        "\(fields.count.counted("field")); the header names \(columns.count.counted("column"))")
    }
    func cell(_ name: String) -> String? {
      columns[name].flatMap { fields[$0].isEmpty ? nil : fields[$0] }
    }
    func required(_ name: String) throws(SampleRecordError) -> String {
      guard let field = cell(name) else { throw SampleRecordError("\(name) is empty") }
      return field
    }
    func parsed<T>(_ name: String, _ parse: (String) -> T?) throws(SampleRecordError) -> T? {
      guard let field = cell(name) else { return nil }
      guard let value = parse(field) else {
        let isDecimalComma = Double(field.replacing(",", with: ".")) != nil
        throw SampleRecordError(
          "\(name) is \"\(field)\", which cannot be read"
            + (isDecimalComma ? "; write a point in the place of the comma" : ""))
      }
      return value
    }
    participant = try required("participant")
    kind = try required("kind")
    let kind = AnySampleKind(self.kind)
    value = try parsed("value") { Double($0) ?? SampleWords.value($0, of: kind) } ?? .nan
    unit = cell("unit") ?? ""
    startTime = try required("start_time")
    endTime = try required("end_time")
    standardError = try parsed("standard_error") { Double($0) }
    standardErrorWithinPerson = try parsed("standard_error_within_person") { Double($0) }
    source = try required("source")
    device = cell("device")
    recording = cell("recording")
    recordingStartTime = cell("recording_start_time")
    recordingContent = cell("recording_content")
    isEnteredByHand = try parsed("is_entered_by_hand", Self.flag)
    isCalibrated = try parsed("is_calibrated", Self.flag)
    earliestDataTime = cell("earliest_data_time")
    method = cell("method")
    revision = try parsed("revision", Self.integer)
    settings = cell("settings")
    leftOutReason = cell("left_out_reason")
    terrain = cell("terrain")
    site = cell("site")
    timeZone = cell("time_zone")
    utcOffsetS = try parsed("utc_offset_s", Self.integer)
    label = cell("label")
    distinction = try parsed("distinction", Self.integer)
    other = try parsed("other") {
      try? JSONDecoder().decode([String: String].self, from: Data($0.utf8))
    }
    storedTime = cell("stored_time")
    phoneExportTime = cell("phone_export_time")
    supersededTime = cell("superseded_time")
    reason = cell("reason")
    analysisSamples = try parsed("analysis_samples", Self.integer)
    rowsAfter = try parsed("rows_after", Self.integer)
  }

  /// Whether a field says yes: spreadsheets and R write `TRUE`, Python `True`.
  private static func flag(_ field: String) -> Bool? { Bool(field.lowercased()) }

  /// A whole number: where others of the column are empty, programs write `3.0`.
  private static func integer(_ field: String) -> Int? {
    Int(field) ?? Double(field).flatMap { Int(exactly: $0) }
  }

  /// A table of another program says the clock of a sample only in its times: a walk at half past midnight,
  /// +02:00, belongs to that day, and not to the day before, as in UTC. So does one beside a zone that is left empty, or
  /// that no database knows, which is left out: to be asked where no known zone is named. Our own exports are in UTC and have
  /// columns for it.
  mutating func takeOffsetOfStart() {
    guard utcOffsetS == nil, let offset = DateTime(startTime)?.utcOffsetSeconds, offset != 0
    else { return }
    (timeZone, utcOffsetS) = (nil, Int(offset))
  }

  private static func json(_ words: [String: String]) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(words)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
