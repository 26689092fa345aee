import GaitModel

/// Reads the elements of an XML document as its bytes come: names and attributes, and whether there is anything between.
///
/// A health export is a list of elements whose attributes say everything, and its document type
/// declaration has been malformed for years at a time, so that strict parsers stop there: it is passed
/// over. In the elements what XML does not allow is refused: where bytes are missing in the middle of a file, the halves of
/// two elements become one that looks whole but for that. Memory holds one element.
struct MarkupScanner {
  /// An element's beginning or end, or what stands between two.
  enum Event: Equatable {
    /// `<name attributes>`, or `<name attributes/>`, which an `end` follows at once.
    case start(name: String, attributes: [String: String])
    /// `</name>`.
    case end(name: String)
    /// Anything but white space, comments and instructions between elements; ``MarkupScanner/line`` says where it begins.
    case text
  }

  /// How many bytes were read so far.
  private(set) var position = 0
  /// The line, from 1, in which what was read last ends; that in which text begins.
  var line: Int { linesBefore + Self.lineFeeds(bytes[..<next]) + 1 }
  /// Line feeds before ``bytes``.
  private var linesBefore = 0
  private var bytes: [UInt8] = []
  private var next = 0
  private var pendingEnd: String?
  private var isAtText = false
  /// Whether the document says that its letters are those of ISO 8859-1 or Windows, and not UTF-8.
  private var isWindows = false
  private let read: () throws -> [UInt8]?

  /// An element longer than this is no element of an export, bytes.
  static let longestElement = 1 << 20

  /// Makes a scanner of bytes that are handed out piece by piece; `nil` is the end.
  init(_ read: @escaping () throws -> [UInt8]?) { self.read = read }

  /// The next beginning or end, or `nil` at the end of the document.
  mutating func nextEvent() throws -> Event? {
    if let name = pendingEnd {
      pendingEnd = nil
      return .end(name: name)
    }
    if isAtText {
      isAtText = false
      try skipText()
    }
    while try skipSpace() {
      guard bytes[next] == UInt8(ascii: "<") else {
        isAtText = true
        return .text
      }
      next += 1
      guard try demand(1) else { return nil }
      switch bytes[next] {
      case UInt8(ascii: "?"): try instruction()
      case UInt8(ascii: "!"): try skipDeclaration()
      case UInt8(ascii: "/"):
        next += 1
        let name = try text(upTo: UInt8(ascii: ">"))
        return .end(name: name.trimmed)
      default: return try element()
      }
    }
    return nil
  }

  /// `<?xml version="1.0" encoding="ISO-8859-1"?>` names the encoding of what follows; other instructions say nothing.
  private mutating func instruction() throws {
    let words = Array(try text(upTo: UInt8(ascii: ">")).utf8.dropLast())
    var cursor = AttributeCursor(words[...])
    guard cursor.word() == "?xml", let encoding = try? cursor.attributes()["encoding"] else {
      return
    }
    switch encoding.lowercased() {
    case "utf-8", "utf8", "us-ascii", "ascii": break
    case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1", "windows-1252", "cp1252":
      isWindows = true
      linesBefore += Self.lineFeeds(bytes[..<next])
      bytes = TextEncoding.utf8(ofWindows: bytes[next...])
      next = 0
    default: throw MarkupError.encoding(encoding)
    }
  }

  private mutating func element() throws -> Event {
    let end = try closing()
    let isEmpty = end > next && bytes[end - 1] == UInt8(ascii: "/")
    let inside = bytes[next..<(isEmpty ? end - 1 : end)]
    if !inside.allSatisfy({ 0x01...0x7F ~= $0 }) {
      guard String(validating: inside, as: UTF8.self) != nil else {
        throw MarkupError.notUTF8(line: line)
      }
      guard !inside.contains(0) else { throw MarkupError.broken(.zeroByte, line: line) }
    }
    var cursor = AttributeCursor(inside)
    let (name, attributes): (String, [String: String])
    do { (name, attributes) = (try cursor.elementName(), try cursor.attributes()) } catch {
      throw MarkupError.broken(error, line: line)
    }
    next = end + 1
    if isEmpty { pendingEnd = name }
    return .start(name: name, attributes: attributes)
  }

  /// The index of the `>` that ends the element; one within quotes does not.
  private mutating func closing() throws -> Int {
    var index = next
    var quote: UInt8?
    while true {
      if index == bytes.count {
        let offset = index - next
        guard try fill() else { throw MarkupError.cutOff(byte: position) }
        index = next + offset
        guard offset < Self.longestElement else { throw MarkupError.tooLong(byte: position) }
        continue
      }
      let byte = bytes[index]
      // Where bytes are missing, a quote that is not closed would reach to the end of the file.
      if byte == UInt8(ascii: "<") { throw MarkupError.broken(.elementWithin, line: line) }
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return index
      }
      index += 1
    }
  }

  /// A comment, or a document type with its own declarations in brackets.
  private mutating func skipDeclaration() throws {
    if try demand(3), bytes[next + 1] == UInt8(ascii: "-") { return try skip(past: "-->") }
    var depth = 0
    while try demand(1) {
      let byte = bytes[next]
      if byte == UInt8(ascii: "<"), try demand(4), bytes[next + 1] == UInt8(ascii: "!"),
        bytes[next + 2] == UInt8(ascii: "-")
      {
        try skip(past: "-->")
        continue
      }
      next += 1
      if byte == UInt8(ascii: "[") { depth += 1 }
      if byte == UInt8(ascii: "]") { depth -= 1 }
      if byte == UInt8(ascii: ">"), depth == 0 { return }
    }
  }

  private mutating func text(upTo end: UInt8) throws -> String {
    var length = 0
    while true {
      guard try demand(length + 1) else { throw MarkupError.cutOff(byte: position) }
      guard length < Self.longestElement else { throw MarkupError.tooLong(byte: position) }
      if bytes[next + length] == end { break }
      length += 1
    }
    let text = String(decoding: bytes[next..<next + length], as: UTF8.self)
    next += length + 1
    return text
  }

  /// Passes over white space; whether anything follows.
  private mutating func skipSpace() throws -> Bool {
    repeat {
      next = bytes[next...].firstIndex { !Self.isSpace($0) } ?? bytes.count
      if next < bytes.count { return true }
    } while try fill()
    return false
  }

  /// Passes over everything up to the next element.
  private mutating func skipText() throws {
    repeat {
      next = bytes[next...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
      if next < bytes.count { return }
    } while try fill()
  }

  /// Whether XML takes a byte for white space: a zero is none.
  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  private static func lineFeeds(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
  }

  private mutating func skip(past mark: StaticString) throws {
    let mark = mark.withUTF8Buffer { Array($0) }
    while try demand(mark.count) {
      if bytes[next..<next + mark.count].elementsEqual(mark) {
        next += mark.count
        return
      }
      next += 1
    }
    next = bytes.count
  }

  /// Whether so many bytes are there, after reading on if need be.
  private mutating func demand(_ count: Int) throws -> Bool {
    while bytes.count - next < count {
      guard try fill() else { return false }
    }
    return true
  }

  private mutating func fill() throws -> Bool {
    guard let piece = try read() else { return false }
    linesBefore += Self.lineFeeds(bytes[..<next])
    bytes.removeFirst(next)
    next = 0
    bytes += isWindows ? TextEncoding.utf8(ofWindows: piece) : piece
    position += piece.count
    return true
  }
}

extension String {
  /// Without spaces at its ends.
  fileprivate var trimmed: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
