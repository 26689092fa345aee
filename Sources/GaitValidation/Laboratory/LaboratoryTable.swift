import Foundation
import GaitModel
import MATLABFiles

/// A laboratory's file as columns of text by name.
struct LaboratoryTable {
  /// Names in the order of the file.
  let names: [String]
  private let columns: [String: [String]]
  /// The line of the file of each row, from 1; empty for a MATLAB file.
  private let lines: [Int]
  /// What the file holds below the table and was left out, in a sentence; `nil` where it holds nothing more.
  let remark: String?

  /// The line of the file in which a row stands, or the row's number in a MATLAB file, from 1.
  func line(of row: Int) -> Int { row < lines.count ? lines[row] : row + 1 }

  /// The fields of a column, or `nil` when there is no such column. Spaces and case count for nothing.
  func fields(_ name: String) -> [String]? {
    columns[name] ?? names.first { Self.plain($0) == Self.plain(name) }.flatMap { columns[$0] }
  }

  /// The numbers of a column; `nil` where a field is none. A decimal comma is understood.
  func numbers(_ name: String) -> [Double?]? {
    fields(name).map { $0.map(Self.number) }
  }

  static func number(_ field: String) -> Double? {
    let text = field.trimmingCharacters(in: .whitespaces)
    let number = Double(text) ?? Double(text.replacingOccurrences(of: ",", with: "."))
    return number.flatMap { abs($0) < largestNumber ? $0 : nil }
  }

  /// What is larger is no time of any clock, not even in milliseconds since 1970.
  private static let largestNumber = 1e13

  private static func plain(_ name: String) -> String {
    name.lowercased().filter { !$0.isWhitespace }
  }

  /// Reads text with separators, or the vectors of a MATLAB file.
  ///
  /// - Parameters:
  ///   - url: the file.
  ///   - wanted: names that the header must have; empty takes the first line that looks like a header.
  /// - Throws: ``ValidationError`` that says what is wrong with the file.
  init(_ url: URL, wanted: [String] = []) throws {
    guard let bytes = FileManager.default.contents(atPath: url.path) else {
      throw ValidationError("\(url.path): cannot be read; is it there?")
    }
    if MATLABFile.recognizes(Array(bytes.prefix(MATLABFile.headByteCount))) {
      let vectors = try Self.vectors(of: bytes, url)
      names = vectors.0
      columns = Self.filled(vectors.1, names, wanted: wanted)
      (lines, remark) = ([], nil)
    } else {
      (names, columns, lines, remark) = try Self.columns(of: bytes, url, wanted: wanted)
    }
  }

  // MARK: Text

  private static func columns(
    of bytes: Data, _ url: URL, wanted: [String]
  ) throws -> ([String], [String: [String]], [Int], String?) {
    var text = Array(bytes)
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text.removeFirst(3) }
    if let fault = TextEncoding.fault(in: text) { throw ValidationError("\(url.path): \(fault)") }
    var splitter = CSVSplitter()
    splitter.append(text)
    splitter.finish()
    var (lines, numbers) = ([[UInt8]](), [Int]())
    while let (line, number) = splitter.next() {
      lines.append(line)
      numbers.append(number)
    }
    // Where no row has a number, one with times of a wall clock may stand below the header: a draft says so.
    let separators = [UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: ",")]
    for (separator, takesClocks) in separators.map({ ($0, false) }) + separators.map({ ($0, true) })
    {
      let records = lines.map { line in
        CSVLine.fields(line, separator: separator).map {
          $0.trimmingCharacters(in: .whitespaces)
        }
      }
      guard let header = header(in: records, wanted: wanted, takesClocks: takesClocks) else {
        continue
      }
      let end = try end(of: records, numbers, header: header, wanted: wanted, url)
      if !wanted.isEmpty { try check(records[..<end.place], numbers, header: header, url) }
      try checkNames(records[header], wanted: wanted, url)
      let names = unique(records[header])
      // A row of which every cell is missing says as little as an empty line.
      let rows = (header + 1..<end.place).filter {
        !records[$0].allSatisfy(LaboratoryCells.isBlank)
      }
      let columns = names.enumerated().map { place, name in
        (name, rows.map { place < records[$0].count ? records[$0][place] : "" })
      }
      return (
        names, Dictionary(columns) { first, _ in first }, rows.map { numbers[$0] }, end.remark
      )
    }
    let missing =
      wanted.isEmpty ? "" : " with \(wanted.map { "\"\($0)\"" }.joined(separator: ", "))"
    throw ValidationError(
      "\(url.path): there is no header row\(missing) in its first \(headerLines) lines; separators are "
        + "comma, semicolon and tab. The first line is \"\(String(decoding: lines.first ?? [], as: UTF8.self).prefix(lineLength))\""
    )
  }

  /// So many characters of a line are shown in a message: as many as a terminal is wide.
  private static let lineLength = 80
  /// Exports begin with a few lines about the laboratory.
  private static let headerLines = 40

  private static func header(
    in records: [[String]], wanted: [String], takesClocks: Bool
  ) -> Int? {
    let asked = wanted.map(plain)
    return records.indices.prefix(headerLines).first { place in
      let names = records[place].map(plain)
      if !asked.isEmpty { return asked.allSatisfy(names.contains) }
      let words = names.filter { !$0.isEmpty && number($0) == nil }
      guard words.count >= 2, words.count == names.count, place + 1 < records.count else {
        return false
      }
      let next = records[place + 1]
      return next.count == names.count
        && next.contains { number($0) != nil || takesClocks && isClock($0) }
    }
  }

  /// Whether a cell shows a wall clock, as `09:15:09.884` does, with or without a date.
  private static func isClock(_ cell: String) -> Bool {
    cell.firstMatch(of: /(^|[ T])\d{1,2}:\d{2}(:\d{2}([.,]\d+)?)?/) != nil
  }

  /// Where the table ends; without wanted columns all of them are looked at.
  private static func end(
    of records: [[String]], _ lines: [Int], header: Int, wanted: [String], _ url: URL
  ) throws -> TableEnd {
    let asked = wanted.map(plain)
    let columns = records[header].indices.filter {
      asked.isEmpty || asked.contains(plain(records[header][$0]))
    }
    do {
      return try TableEnd(of: records, lines: lines, header: header, columns: columns)
    } catch {
      throw ValidationError("\(url.path): \(error)")
    }
  }

  /// A comma too many in a row moves what follows into the next column.
  private static func check(
    _ records: ArraySlice<[String]>, _ lines: [Int], header: Int, _ url: URL
  ) throws {
    let width = records[header].count
    for (place, record) in zip(records.indices, records).dropFirst(header + 1) {
      guard record.dropFirst(width).contains(where: { !$0.isEmpty }) else { continue }
      throw ValidationError(
        "\(url.path): line \(lines[place]): \(record.count.counted("field")); the header names "
          + "\(width.counted("column")); a decimal has a point, and what holds a separator stands in quotes"
      )
    }
  }

  /// Of two columns of one name nobody knows which is meant.
  private static func checkNames(_ names: [String], wanted: [String], _ url: URL) throws {
    for name in wanted.sorted() {
      let exact = names.indices.filter { names[$0] == name }
      let places = exact.isEmpty ? names.indices.filter { plain(names[$0]) == plain(name) } : exact
      guard places.count > 1 else { continue }
      throw ValidationError(
        "\(url.path): there are \(places.count) columns \"\(name)\", number "
          + places.map { "\($0 + 1)" }.joined(separator: " and ")
          + "; give each a name of its own, or take out those that are not meant")
    }
  }

  private static func unique(_ names: [String]) -> [String] {
    var seen: [String: Int] = [:]
    return names.map { name in
      seen[name, default: 0] += 1
      return seen[name] == 1 ? name : "\(name) (\(seen[name] ?? 0))"
    }
  }

  // MARK: MATLAB

  /// Lists for each foot are of different lengths, and the columns of a table are not: what a shorter vector does not say is
  /// an empty cell.
  private static func filled(
    _ columns: [String: [String]], _ names: [String], wanted: [String]
  ) -> [String: [String]] {
    let asked = Set(wanted.map(plain))
    let own = names.filter { asked.contains(plain($0)) }
    let longest = own.compactMap { columns[$0]?.count }.max() ?? 0
    var filled = columns
    for name in own {
      let missing = longest - (columns[name]?.count ?? 0)
      filled[name, default: []] += Array(repeating: "", count: missing)
    }
    return filled
  }

  private static func vectors(
    of bytes: Data, _ url: URL
  ) throws -> ([String], [String: [String]]) {
    do throws(MATLABFileError) {
      let file = try MATLABFile(BytesInMemory(bytes: Array(bytes)))
      var (names, columns) = ([String](), [String: [String]]())
      for (name, matrix) in vectors(in: file.variables, prefix: "") {
        let isRow = matrix.rowCount == 1
        guard isRow || matrix.columnCount == 1,
          let series = try file.series(
            of: [matrix], isTransposed: [isRow], looksAtChecksums: false
          ).first
        else { continue }
        var values = [Double](repeating: .nan, count: matrix.count)
        let count = values.withUnsafeMutableBufferPointer { buffer in
          buffer.baseAddress.map { series.read(matrix.count, into: $0, stride: matrix.count) } ?? 0
        }
        names.append(name)
        columns[name] = values.prefix(count).map { "\($0)" }
      }
      return (names, columns)
    } catch {
      throw ValidationError("\(url.path): \(error.message)")
    }
  }

  private static func vectors(
    in variables: [MATLABVariable], prefix: String
  ) -> [(String, MATLABMatrix)] {
    variables.flatMap { variable -> [(String, MATLABMatrix)] in
      let name = prefix + variable.name
      if let matrix = variable.matrix { return [(name, matrix)] }
      return vectors(in: variable.fields, prefix: name + ".")
    }
  }
}

/// A small file's bytes, in any order.
private final class BytesInMemory: MATLABBytes, MATLABByteStream, MATLABBytePlaces {
  private let bytes: [UInt8]
  private var position = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  var byteCount: Int { bytes.count }

  func stream() throws(MATLABFileError) -> any MATLABByteStream { BytesInMemory(bytes: bytes) }

  func places() throws(MATLABFileError) -> (any MATLABBytePlaces)? { self }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(MATLABFileError) -> Int {
    let count = try read(buffer, at: position)
    position += count
    return count
  }

  func skip(_ count: Int) throws(MATLABFileError) -> Int {
    let skipped = min(count, bytes.count - position)
    position += skipped
    return skipped
  }

  func read(
    _ buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(MATLABFileError) -> Int {
    let count = max(0, min(buffer.count, bytes.count - offset))
    guard count > 0 else { return 0 }
    buffer.copyBytes(from: bytes[offset..<(offset + count)])
    return count
  }
}
