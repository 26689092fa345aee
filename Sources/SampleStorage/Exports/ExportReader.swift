import Foundation
import GaitModel

/// Reads the samples of an export, sealed or plain, CSV or JSON, told apart by their first bytes.
public struct ExportReader {
  private let path: String
  private let bytes: ByteFeed
  private var opener: ChunkOpener?
  private var records: CSVSplitter
  private var header: [String]? {
    didSet { columns = Dictionary(uniqueKeysWithValues: zip(header ?? [], 0...)) }
  }
  /// Where each column of the header stands.
  private var columns: [String: Int] = [:]
  private var separator = UInt8(ascii: ",")
  private var isDone = false
  /// Whether the last line has no end.
  private var endsWithinLine = false
  private let now: Date?
  private var firstBytes: [UInt8]
  private var rowsAfter: Int?
  /// Whether an empty line follows the header, as in an export without rows.
  private var hasEmptyLine = false
  private var rowCount = 0
  /// Which names of time zones are known, of those that came.
  private var isZoneKnown: [String: Bool] = [:]
  /// Rows that name a time zone that is not known here, by its name.
  public private(set) var unknownZones: [String: Int] = [:]

  /// Bytes that are read at once.
  private static let pieceBytes = 1 << 18

  /// Spreadsheets write it before a table in UTF-8.
  private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

  /// Whether a file begins as an export does.
  ///
  /// A table has its columns in any order, parted by commas, semicolons or tabs. Text in UTF-16 is taken for one too,
  /// and refused in words when it is opened.
  public static func isExport(firstBytes bytes: [UInt8]) -> Bool {
    if isUTF16(bytes) { return true }
    let bytes =
      bytes.starts(with: byteOrderMark) ? bytes.dropFirst(byteOrderMark.count) : bytes[...]
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    return isSealed(firstBytes: bytes) || bytes.first == UInt8(ascii: "{")
      || knownColumns(of: line, separator(of: line)) >= leastKnown
  }

  /// Whether a file begins as a sealed export does, which nobody reads without its key.
  public static func isSealed(firstBytes bytes: some Collection<UInt8>) -> Bool {
    bytes.starts(with: SealedChunks.magic)
  }

  /// So many names of columns are no chance.
  private static let leastKnown = 3

  private static func isUTF16(_ bytes: [UInt8]) -> Bool {
    [[0xff, 0xfe], [0xfe, 0xff]].contains(Array(bytes.prefix(2)))
      || bytes.count > 3 && (bytes[0] == 0) != (bytes[1] == 0) && (bytes[2] == 0) != (bytes[3] == 0)
  }

  private static func separator(of line: some Collection<UInt8>) -> UInt8 {
    let possible = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    let known = possible.map { knownColumns(of: line, $0) }
    return zip(possible, known).max { $0.1 < $1.1 }?.0 ?? possible[0]
  }

  private static func knownColumns(of line: some Collection<UInt8>, _ separator: UInt8) -> Int {
    CSVLine.fields(line, separator: separator).count {
      SampleRecord.columns.contains($0.lowercased().filter { $0 != " " })
    }
  }

  /// Opens an export.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - key: needed when it is sealed.
  ///   - now: what begins later than a day after this cannot be; `nil` does not look at values.
  /// - Throws: ``ImportError`` and ``SealError``.
  public init(_ path: String, key: ExportKey? = nil, now: Date? = nil) throws {
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw ImportError(path, nil, "the file cannot be opened for reading")
    }
    try self.init(path, key: key, now: now) {
      try handle.read(upToCount: Self.pieceBytes).map { Array($0) } ?? []
    }
  }

  /// Reads an export whose bytes come from somewhere else, as from within a compressed file.
  ///
  /// - Parameters:
  ///   - path: what messages call it.
  ///   - key: needed when it is sealed.
  ///   - now: what begins later than a day after this cannot be; `nil` does not look at values.
  ///   - piece: the next bytes, as many as it likes; none at the end.
  /// - Throws: ``ImportError``, ``SealError``, and what `piece` throws.
  public init(
    _ path: String, key: ExportKey?, now: Date?, piece: @escaping () throws -> [UInt8]
  ) throws {
    self.now = now
    self.path = path
    let bytes = ByteFeed(piece)
    self.bytes = bytes
    firstBytes = try bytes.read(SealedChunks.headerBytes)
    if Self.isUTF16(firstBytes) {
      let isMarkup = firstBytes.first { ![0, 0xff, 0xfe].contains($0) } == UInt8(ascii: "<")
      throw ImportError(
        path, nil,
        "the text is UTF-16 and must be UTF-8; save it as \(isMarkup ? "XML" : "CSV") in UTF-8")
    }
    if firstBytes.starts(with: Self.byteOrderMark) {
      firstBytes.removeFirst(Self.byteOrderMark.count)
    }
    records = CSVSplitter()
    if Self.isSealed(firstBytes: firstBytes) {
      guard firstBytes.count == SealedChunks.headerBytes else { throw SealError.cutOff }
      opener = try ChunkOpener(key, header: firstBytes) { try bytes.read($0) }
      firstBytes = []
    }
  }

  /// The next samples, or `nil` after the last one; those that gave way are left out. Throws
  /// ``ImportError`` with the line.
  public mutating func next() throws -> [Sample]? {
    try nextRows()?.filter { $0.superseded == nil }.map(\.sample)
  }

  /// The next rows, or `nil` after the last one. Throws ``ImportError`` with the line.
  public mutating func nextRows() throws -> [ExportedRow]? {
    while !isDone {
      let piece = try nextPiece()
      isDone = piece == nil
      var rows: [ExportedRow] = []
      if let piece { records.append(piece) } else { try finish() }
      while let (line, number) = records.next() {
        if let row = try row(line, number) { rows.append(row) }
      }
      if !rows.isEmpty { return rows }
    }
    try checkEnd()
    return nil
  }

  /// After the last row.
  private func checkEnd() throws {
    let isWithoutRows = header == SampleRecord.columns && hasEmptyLine
    if header != nil, rowCount == 0, opener == nil, !isWithoutRows {
      throw ImportError(path, nil, "there is a header and no row below it")
    }
    if let rowsAfter, rowsAfter > 0 {
      throw ImportError(
        path, nil,
        """
        the last row says that \(rowsAfter) more follow: the end is missing. If rows were left out on \
        purpose, take the column rows_after out
        """)
    }
  }

  /// An export ends with a line end; a table of another program may do without one.
  private mutating func finish() throws {
    endsWithinLine = records.isWithinLine
    if endsWithinLine, header?.contains("recording_start_time") == true {
      throw ImportError(path, nil, Self.cutOff)
    }
    records.finish()
  }

  private static let cutOff =
    "the file ends within a line: the rest is missing, or a quote is not closed"

  private mutating func nextPiece() throws -> [UInt8]? {
    if opener != nil {
      let bytes = bytes
      return try opener?.next { try bytes.read($0) }
    }
    if !firstBytes.isEmpty {
      defer { firstBytes = [] }
      return firstBytes
    }
    let piece = try bytes.read(Self.pieceBytes)
    return piece.isEmpty ? nil : piece
  }

  private mutating func row(_ line: [UInt8], _ number: Int) throws -> ExportedRow? {
    guard !line.isEmpty else {
      hasEmptyLine = hasEmptyLine || header != nil
      return nil
    }
    if let fault = TextEncoding.fault(in: line, firstLine: number) {
      throw ImportError(path, nil, fault)
    }
    do {
      if line.first == UInt8(ascii: "{") {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let row = try decoder.decode(RecordLine.self, from: Data(line))
        try RecordLine.check(row.keys)
        if let key = JSONKeys.duplicate(in: line) {
          throw SampleRecordError("the key \(key) is there twice; keep one")
        }
        return try checked(row.record, takesOffset: true)
      }
      guard header != nil else {
        guard rowCount == 0 else {
          throw SampleRecordError("no JSON object, which the lines before it are")
        }
        separator = Self.separator(of: line)
        let fields = CSVLine.fields(line, separator: separator)
        try check(fields)
        header = fields
        return nil
      }
      let fields = CSVLine.fields(line, separator: separator)
      return try checked(
        SampleRecord(fields: fields, columns: columns),
        takesOffset: columns["utc_offset_s"] == nil)
    } catch let error as DecodingError {
      if endsWithinLine, case .dataCorrupted = error { throw ImportError(path, nil, Self.cutOff) }
      throw ImportError(
        path, number,
        "no JSON object with the columns of an export: \(RecordLine.words(error))")
    } catch let error as SampleRecordError {
      throw ImportError(path, number, error.description)
    }
  }

  /// Whether the rows so far say how many follow, or the file is sealed: what is missing at the end is seen
  /// then.
  public var saysItsEnd: Bool { rowsAfter != nil || opener != nil }

  /// Whether all rows of a person come together, as in an export; what was sorted since has lost its count of rows.
  public var isByPerson: Bool { saysItsEnd }

  /// The row of a record, checked. The offset of its times may be its clock where it names no known zone.
  private mutating func checked(
    _ record: SampleRecord, takesOffset: Bool
  ) throws(SampleRecordError) -> ExportedRow {
    var record = record
    let isKnown = record.timeZone.map { knows($0) }
    if let zone = record.timeZone, !zone.isEmpty, isKnown == false {
      unknownZones[zone, default: 0] += 1
    }
    if takesOffset, isKnown != true { record.takeOffsetOfStart() }
    if let before = rowsAfter, record.rowsAfter != before - 1 {
      throw SampleRecordError(
        """
        rows_after is \(record.rowsAfter.map(String.init) ?? "empty") and must be \(before - 1): rows are \
        missing or in another order. If that is meant, take the column rows_after out
        """)
    }
    rowsAfter = record.rowsAfter
    rowCount += 1
    let row = try record.row()
    if let now, let reason = row.sample.impossibility(now: now, isExported: saysItsEnd) {
      throw SampleRecordError(reason)
    }
    return row
  }

  private mutating func knows(_ zone: String) -> Bool {
    if let known = isZoneKnown[zone] { return known }
    let known = TimeZone(named: zone) != nil
    isZoneKnown[zone] = known
    return known
  }

  private func check(_ header: [String]) throws(SampleRecordError) {
    for (place, name) in header.enumerated() {
      guard SampleRecord.columns.contains(name) else {
        let near = NearestWord.question(name, among: SampleRecord.columns)
        throw SampleRecordError(
          "there is no column \(name)\(near); there are \(SampleRecord.columns.joined(separator: ", "))"
        )
      }
      if header[..<place].contains(name) {
        throw SampleRecordError("the column \(name) is there twice")
      }
    }
    let needed = ["participant", "kind", "value", "unit", "start_time", "end_time", "source"]
    let missing = needed.filter { !header.contains($0) }
    guard missing.isEmpty else {
      throw SampleRecordError(
        "the header lacks \(missing.joined(separator: ", ")); gait export writes such files")
    }
  }
}

/// A row of JSON, and the names of all that it says: what nobody knows is not passed over.
private struct RecordLine: Decodable {
  var record: SampleRecord
  let keys: [String]

  init(from decoder: any Decoder) throws {
    record = try SampleRecord(from: decoder)
    keys = try decoder.container(keyedBy: Key.self).allKeys.map(\.stringValue).sorted()
  }

  /// Throws unless all keys are columns of an export; they come as the decoder writes them, `startTime`.
  static func check(_ keys: [String]) throws(SampleRecordError) {
    guard let key = keys.first(where: { !known.contains($0) }) else { return }
    let name = column(key)
    let near = NearestWord.question(name, among: SampleRecord.columns)
    throw SampleRecordError(
      "there is no column \(name)\(near); there are \(SampleRecord.columns.joined(separator: ", "))"
    )
  }

  /// The column of a key.
  private static func column(_ key: String) -> String {
    key.map { $0.isUppercase ? "_\($0.lowercased())" : "\($0)" }.joined()
  }

  /// What is wrong with a row.
  static func words(_ error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, _): return "\(column(key.stringValue)) is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      guard let key = context.codingPath.last else { return "it is no object" }
      return "\(column(key.stringValue)) is of another type"
    case .dataCorrupted: return "it is no JSON"
    @unknown default: return "it cannot be read"
    }
  }

  private static let known = Set(
    SampleRecord.columns.map { column in
      column.split(separator: "_").enumerated().map { place, word in
        place == 0 ? String(word) : word.capitalized
      }.joined()
    })

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

/// Bytes that come in pieces of any length, handed out in others.
private final class ByteFeed {
  private let piece: () throws -> [UInt8]
  private var pending: [UInt8] = []
  private var isAtEnd = false

  init(_ piece: @escaping () throws -> [UInt8]) { self.piece = piece }

  /// The next bytes, fewer than asked only at the end.
  func read(_ count: Int) throws -> [UInt8] {
    while pending.count < count, !isAtEnd {
      let next = try piece()
      isAtEnd = next.isEmpty
      pending += next
    }
    let taken = Array(pending.prefix(count))
    pending.removeFirst(taken.count)
    return taken
  }
}

/// Why a file cannot be imported.
public struct ImportError: Error, Hashable, CustomStringConvertible {
  /// File, line where there is one, what came and what was allowed.
  public let description: String

  /// Says what is wrong with a file, in a line if it has a number.
  public init(_ path: String, _ line: Int?, _ message: String) {
    description = path + (line.map { ": line \($0): " } ?? ": ") + message
  }
}
