import Foundation
import GaitModel
import SensorFiles

/// The recordings of a study, as a table that a person can edit: CSV with one row for each.
///
/// ```
/// path,participant,site,height_m,mass_kg,age_years,sex,start,override_start,time_zone,settings,recording
/// P07/monday.cwa,P07,wrist,1.68,,71,f,,,Europe/Berlin,,monday
/// ```
public struct StudyManifest: Hashable, Sendable {
  /// The columns, in the order in which they are written. Only `path` must be there; others may be left out and
  /// come in any order.
  public static let columns = [
    "path", "participant", "site", "height_m", "mass_kg", "age_years", "sex", "start",
    "override_start", "time_zone", "settings", "recording",
  ]

  /// The recordings, in the order of the study.
  public var rows: [StudyRow]

  /// Makes a manifest.
  public init(rows: [StudyRow]) { self.rows = rows }

  /// The manifest as CSV, with all columns.
  public var text: String {
    ([Self.columns] + rows.map(\.fields)).map { CSVLine.line($0) + "\n" }.joined()
  }

  /// Reads a manifest.
  ///
  /// - Parameters:
  ///   - text: CSV in UTF-8 with a header row; separators are `,`, `;` or tabs, as spreadsheets write them. Each row has
  ///     as many fields as the header; rows of empty fields are passed over.
  ///   - name: the file, for messages.
  /// - Throws: ``ManifestError`` with every fault that was found.
  public init(_ text: some Sequence<UInt8>, name: String) throws(ManifestError) {
    var bytes = Array(text)
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { bytes.removeFirst(3) }
    if let fault = TextEncoding.fault(in: bytes) {
      throw ManifestError(faults: ["\(name): \(fault)"])
    }
    var reader = ManifestReader(name: name)
    rows = reader.rows(in: bytes)
    guard reader.faults.isEmpty else { throw ManifestError(faults: reader.faults) }
  }
}

/// What is wrong with a manifest: line, column, what came and what is allowed, for each fault.
public struct ManifestError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The faults, in the order of the lines.
  public var faults: [String]

  /// The first twenty faults, one on a line.
  public var description: String {
    let shown = faults.prefix(20).joined(separator: "\n")
    return faults.count > 20 ? shown + "\n… and \(faults.count - 20) more" : shown
  }
}

/// Reads the rows of a manifest and gathers what is wrong.
private struct ManifestReader {
  let name: String
  var faults: [String] = []
  private var places: [String: Int] = [:]
  private var columnCount = 0
  private var line = 0

  init(name: String) { self.name = name }

  mutating func rows(in bytes: [UInt8]) -> [StudyRow] {
    var splitter = CSVSplitter()
    splitter.append(bytes)
    splitter.finish()
    guard let head = splitter.next() else {
      faults = ["\(name): the file is empty; gait batch FOLDER --make-manifest FILE writes one"]
      return []
    }
    let separator = CSVLine.separator(ofHeader: head.line)
    readHeader(CSVLine.fields(head.line, separator: separator))
    guard faults.isEmpty else { return [] }
    var rows: [StudyRow] = []
    var lines: [ByteText: Int] = [:]
    while let (bytes, number) = splitter.next() {
      line = number
      let fields = CSVLine.fields(bytes, separator: separator)
      guard fields.contains(where: { !$0.isEmpty }) else { continue }
      guard fields.count == columnCount else {
        refuse(fields)
        continue
      }
      guard let row = row(fields) else { continue }
      if let first = lines.updateValue(number, forKey: ByteText(row.path)) {
        fault("path", "\(row.path) is in line \(first) already; name each recording once")
      }
      rows.append(row)
    }
    if rows.isEmpty, faults.isEmpty { faults = ["\(name): there is no recording in it"] }
    return rows
  }

  private mutating func readHeader(_ names: [String]) {
    line = 1
    columnCount = names.count
    for (place, raw) in names.enumerated() {
      let column = raw.trimmingCharacters(in: .whitespaces)
      if column.isEmpty { continue }
      guard StudyManifest.columns.contains(column) else {
        faults.append(
          "\(name): line 1: the column \(column) is not known"
            + Self.nearest(column, among: StudyManifest.columns)
            + " there are \(StudyManifest.columns.joined(separator: ", "))")
        continue
      }
      if places.updateValue(place, forKey: column) != nil {
        fault(column, "the column is there twice; keep one")
      }
    }
    if places["path"] == nil, faults.isEmpty { fault("path", "the column is missing") }
  }

  /// A comma too many moves what follows into the next column, one too few or a line that was cut off leaves something
  /// out: what is meant cannot be known.
  private mutating func refuse(_ fields: [String]) {
    let remedy =
      fields.count > columnCount
      ? "; a decimal has a point, as 1.66, and what holds a separator stands in quotes"
      : "; an empty field has its separator, too"
    faults.append(
      "\(name): line \(line): \(fields.count.counted("field")); the header names "
        + columnCount.counted("column") + remedy)
  }

  private mutating func row(_ fields: [String]) -> StudyRow? {
    func text(_ column: String) -> String? {
      guard let place = places[column], place < fields.count else { return nil }
      let text = fields[place].trimmingCharacters(in: .whitespaces)
      return text.isEmpty ? nil : text
    }
    guard let path = text("path") else {
      fault("path", "it is empty; name the recording's file")
      return nil
    }
    var row = StudyRow(path: path, participant: text("participant"))
    (row.settings, row.recording) = (text("settings"), text("recording"))
    row.site = text("site").flatMap { site($0) }
    row.sex = text("sex").flatMap { sex($0) }
    row.heightMeters = text("height_m").flatMap {
      number($0, "height_m", Participant.possibleHeightMeters, "meters, as 1.72")
    }
    row.massKilograms = text("mass_kg").flatMap {
      number($0, "mass_kg", Participant.possibleMassKilograms, "kilograms, as 70")
    }
    row.ageYears = text("age_years").flatMap {
      number($0, "age_years", Participant.possibleAgeYears, "years, as 64")
    }
    row.timeZone = text("time_zone").flatMap { zone($0) }
    row.start = text("start").flatMap { start($0, in: row.timeZone) }
    row.overridesStart = text("override_start").map {
      overrides($0, hasStart: text("start") != nil)
    }
    if let word = row.recording { checkName(word) }
    return row
  }

  private mutating func site(_ word: String) -> WearingSite? {
    if let site = WearingSite(word: word) { return site }
    let known = WearingSite.allCases.map(\.rawValue)
    guard word.lowercased() == "unknown" else {
      fault("site", word, among: known)
      return nil
    }
    // Taken as empty it would leave the site to the .json, which may name one.
    fault(
      "site",
      "unknown is no site; leave the field empty where the manifest does not say it (the .json beside the recording may), or "
        + "write \(known.joined(separator: ", "))")
    return nil
  }

  private mutating func sex(_ word: String) -> Sex? {
    if let sex = Sex(word: word) { return sex }
    fault("sex", word, among: Sex.allCases.map(\.rawValue))
    return nil
  }

  private mutating func number(
    _ text: String, _ column: String, _ range: ClosedRange<Double>, _ unit: String
  ) -> Double? {
    if let value = Double(text), range.contains(value) { return value }
    let why = text.contains(",") ? "; decimals have a point" : ""
    fault(
      column,
      "\(text) cannot be\(why); from \(range.lowerBound) to \(range.upperBound) \(unit)")
    return nil
  }

  private mutating func zone(_ text: String) -> String? {
    if TimeZone(named: text) != nil { return text }
    fault(
      "time_zone",
      "there is no zone \(text)"
        + Self.nearest(text, among: TimeZone.knownTimeZoneIdentifiers)
        + " zones are named as Europe/Berlin")
    return nil
  }

  private mutating func start(_ text: String, in zone: String?) -> String? {
    guard let time = DateTime(text) else {
      fault("start", "\(text) is no date and time; as 2026-05-04T09:30:00+02:00")
      return nil
    }
    // A local time is right to a day, by which what is to come is allowed to be off.
    let instant = Date(timeIntervalSince1970: time.secondsSince1970)
    if let why = PossibleValues.impossibility(of: instant, now: Date()) {
      fault("start", "\(text) cannot be: \(why)")
      return nil
    }
    guard time.utcOffsetSeconds == nil else { return text }
    let reading = WallClock(
      secondsSince1970: time.secondsSince1970, utcOffsetSeconds: 0, isLocal: true)
    if zone == nil {
      fault("start", "\(text) does not say where: add the offset, as in +02:00, or a time_zone")
    } else if let doubt = zone.flatMap(TimeZone.init(named:)).flatMap(reading.doubt(in:)) {
      fault("start", "\(text) \(doubt)")
    }
    return text
  }

  private mutating func overrides(_ word: String, hasStart: Bool) -> Bool {
    guard let overrides = ["yes": true, "no": false][word.lowercased()] else {
      fault("override_start", word, among: ["yes", "no"])
      return false
    }
    if overrides, !hasStart {
      fault(
        "override_start", "it needs the time: in the column start, as 2026-05-04T09:30:00+02:00")
    }
    return overrides
  }

  private mutating func checkName(_ word: String) {
    if word.contains("/") || word.hasPrefix(".") {
      fault("recording", "\(word) names a folder of results; no / in it and no point before it")
    }
  }

  private mutating func fault(_ column: String, _ word: String, among known: [String]) {
    fault(
      column,
      "\(word) is not known\(Self.nearest(word, among: known)) allowed are "
        + known.joined(separator: ", "))
  }

  /// The nearest word as a question, and the mark behind which what is allowed follows.
  private static func nearest(_ word: String, among known: [String]) -> String {
    // Of a single letter any other is one slip away.
    NearestWord.of(word, among: known.filter { $0.count > 1 }).map { " (did you mean \($0)?);" }
      ?? ";"
  }

  private mutating func fault(_ column: String, _ sentence: String) {
    faults.append("\(name): line \(line), column \(column): \(sentence)")
  }
}

/// How the path of a recording says who was recorded, where nothing else does.
public enum ParticipantRule: String, Hashable, Sendable, CaseIterable {
  /// The first folder below the root of the study: `P07` of `P07/monday/walk.cwa`.
  case folder
  /// The file's name up to the first `_` or `-`: `P07` of `data/P07_monday.cwa`.
  case name
  /// The path says nothing.
  case none

  /// The rule that fits paths: folders where every recording lies in one, names otherwise.
  ///
  /// - Parameter paths: paths of the recordings' files, relative to the root of the study.
  /// - Returns: ``folder`` or ``name``.
  public static func fitting(_ paths: some Collection<String>) -> ParticipantRule {
    paths.allSatisfy { $0.contains("/") } ? .folder : .name
  }

  /// The person of a recording.
  ///
  /// - Parameter path: the path of the file, relative to the root of the study; without what stands behind `#`, which is
  ///   inside of it.
  /// - Returns: the name; `nil` where the rule finds none.
  public func participant(of path: String) -> String? {
    switch self {
    case .folder:
      let parts = path.split(separator: "/")
      return parts.count > 1 ? String(parts[0]) : nil
    case .name:
      let name = path.split(separator: "/").last ?? ""
      let person = name.prefix { $0 != "_" && $0 != "-" }
      return person.isEmpty || person.count == name.count ? nil : String(person)
    case .none: return nil
    }
  }

  /// The rule in words: who the participant is.
  public var words: String {
    switch self {
    case .folder: "the first folder below the root"
    case .name: "the file's name up to the first _ or -"
    case .none: "not taken from the path"
    }
  }
}
