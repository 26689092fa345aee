/// A line of comma-separated values (RFC 4180).
package enum CSVLine {
  private static let quote = UInt8(ascii: "\"")
  /// What some programs write before the first line.
  package static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

  /// The fields of a line, without quotes; two quotes within quotes are one.
  package static func fields(
    _ line: some Sequence<UInt8>, separator: UInt8 = UInt8(ascii: ",")
  ) -> [String] {
    fields(ofBytes: Array(line), separator)
  }

  private static func fields(ofBytes line: [UInt8], _ separator: UInt8) -> [String] {
    var fields: [String] = []
    var (start, isQuoted, hasQuotes) = (0, false, false)
    for (index, byte) in line.enumerated() {
      if byte == quote {
        isQuoted.toggle()
        hasQuotes = true
      } else if byte == separator, !isQuoted {
        fields.append(field(line[start..<index], hasQuotes))
        (start, hasQuotes) = (index + 1, false)
      }
    }
    return fields + [field(line[start...], hasQuotes)]
  }

  private static func field(_ bytes: ArraySlice<UInt8>, _ hasQuotes: Bool) -> String {
    guard hasQuotes else { return String(decoding: bytes, as: UTF8.self) }
    var field: [UInt8] = []
    var (isQuoted, hasJustClosed) = (false, false)
    for byte in bytes {
      if byte == quote {
        if hasJustClosed { field.append(quote) }
        isQuoted.toggle()
        hasJustClosed = !isQuoted
      } else {
        field.append(byte)
        hasJustClosed = false
      }
    }
    return String(decoding: field, as: UTF8.self)
  }

  /// What separates the fields of a header: `,`, `;` or tabs, as spreadsheets write them.
  package static func separator(ofHeader line: some Sequence<UInt8>) -> UInt8 {
    let bytes = Set(line)
    return [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")].first { bytes.contains($0) }
      ?? UInt8(ascii: ",")
  }

  /// The fields of every line of a text that is not empty; a mark of byte order before it is passed over.
  package static func records(
    _ text: some Sequence<UInt8>, separator: UInt8 = UInt8(ascii: ",")
  ) -> [[String]] {
    var splitter = CSVSplitter()
    var bytes = Array(text)
    if bytes.starts(with: byteOrderMark) { bytes.removeFirst(3) }
    splitter.append(bytes)
    splitter.finish()
    var records: [[String]] = []
    while let line = splitter.next()?.line {
      if !line.isEmpty { records.append(fields(line, separator: separator)) }
    }
    return records
  }

  /// The line that holds these fields, without its end; fields with commas, quotes or line ends are
  /// quoted.
  package static func line(_ fields: [String]) -> String {
    var bytes: [UInt8] = []
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      let start = bytes.count
      bytes += field.utf8
      if !isPlain(bytes[start...]) { bytes.replaceSubrange(start..., with: quoted(field).utf8) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A field as it stands in a line.
  package static func quoted(_ field: String) -> String {
    guard !isPlain(field.utf8) else { return field }
    // By bytes: to Swift a quote with a mark behind it, as an accent that belongs to it, is another letter.
    let parts = field.utf8.split(separator: quote, omittingEmptySubsequences: false)
    let doubled = Array(parts.joined(separator: [quote, quote]))
    return String(decoding: [quote] + doubled + [quote], as: UTF8.self)
  }

  private static func isPlain(_ field: some Sequence<UInt8>) -> Bool {
    field.allSatisfy { $0 != 44 && $0 != 34 && $0 != 10 && $0 != 13 }
  }
}

/// Cuts bytes into lines as they come; a line end within quotes does not end a line of CSV. Where the
/// first one ends with a carriage return alone, as spreadsheets write for a Macintosh, all do.
package struct CSVSplitter {
  private var bytes: [UInt8] = []
  private var position = 0
  private var line = 0
  private var isFinished = false
  /// Whether carriage returns end lines; `nil` before the first end.
  private var endsWithReturns: Bool?

  /// Begins before the first line.
  package init() {}

  /// Adds bytes.
  package mutating func append(_ piece: [UInt8]) {
    bytes.removeFirst(position)
    position = 0
    bytes += piece
  }

  /// Whether bytes are left that no line end follows.
  package var isWithinLine: Bool {
    position < bytes.count && !(endsWithReturns == true && bytes.last == UInt8(ascii: "\r"))
  }

  /// Says that nothing more comes.
  package mutating func finish() { isFinished = true }

  /// The next whole line with its number, counted from 1, or `nil` when more bytes are needed.
  package mutating func next() -> (line: [UInt8], number: Int)? {
    var isQuoted = false
    // In JSON a quote may be escaped, and a line end never stands inside of one.
    let isJSON = position < bytes.count && bytes[position] == UInt8(ascii: "{")
    for index in position..<bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""): isQuoted = !isJSON && !isQuoted
      case UInt8(ascii: "\n") where !isQuoted:
        if endsWithReturns == nil { endsWithReturns = false }
        return taken(upTo: index, next: index + 1)
      case UInt8(ascii: "\r") where !isQuoted && endsWithReturns != false:
        let next = index + 1
        guard next < bytes.count, bytes[next] != UInt8(ascii: "\n") else { break }
        endsWithReturns = true
        return taken(upTo: index, next: next)
      default: break
      }
    }
    guard isFinished, position < bytes.count else { return nil }
    return taken(upTo: bytes.count, next: bytes.count)
  }

  private mutating func taken(upTo end: Int, next: Int) -> (line: [UInt8], number: Int) {
    var line = bytes[position..<end]
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    position = next
    self.line += 1
    return (Array(line), self.line)
  }
}
