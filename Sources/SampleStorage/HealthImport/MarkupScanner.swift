import GaitModel

/// Reads the elements of an XML document as its bytes come: names and attributes, nothing between.
///
/// A health export is a list of elements whose attributes say everything, and its document type
/// declaration has been malformed for years at a time, so that strict parsers stop there: it is passed
/// over. Memory holds one element.
struct MarkupScanner {
  /// An element's beginning or end.
  enum Event: Equatable {
    /// `<name attributes>`, or `<name attributes/>`, which an `end` follows at once.
    case start(name: String, attributes: [String: String])
    /// `</name>`.
    case end(name: String)
  }

  /// How many bytes were read so far.
  private(set) var position = 0
  private var bytes: [UInt8] = []
  private var next = 0
  private var pendingEnd: String?
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
    while try skip(to: UInt8(ascii: "<")) {
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
    guard cursor.name() == "?xml", let encoding = cursor.attributes()?["encoding"] else { return }
    switch encoding.lowercased() {
    case "utf-8", "utf8", "us-ascii", "ascii": break
    case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1", "windows-1252", "cp1252":
      isWindows = true
      bytes = TextEncoding.utf8(ofWindows: bytes[next...])
      next = 0
    default: throw MarkupError.encoding(encoding)
    }
  }

  private mutating func element() throws -> Event {
    let end = try closing()
    let isEmpty = end > next && bytes[end - 1] == UInt8(ascii: "/")
    let inside = bytes[next..<(isEmpty ? end - 1 : end)]
    guard inside.allSatisfy({ $0 < 0x80 }) || String(validating: inside, as: UTF8.self) != nil
    else { throw MarkupError.notUTF8(byte: position) }
    next = end + 1
    var cursor = AttributeCursor(inside)
    let name = cursor.name()
    if isEmpty { pendingEnd = name }
    guard let attributes = cursor.attributes() else { throw MarkupError.noQuotes(byte: position) }
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

  private mutating func skip(to byte: UInt8) throws -> Bool {
    while true {
      if let found = bytes[next...].firstIndex(of: byte) {
        next = found + 1
        return true
      }
      next = bytes.count
      guard try fill() else { return false }
    }
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
    bytes.removeFirst(next)
    next = 0
    bytes += isWindows ? TextEncoding.utf8(ofWindows: piece) : piece
    position += piece.count
    return true
  }
}

/// Why a document cannot be read on.
enum MarkupError: Error, CustomStringConvertible {
  /// It ends within an element.
  case cutOff(byte: Int)
  /// An element has no end.
  case tooLong(byte: Int)
  /// The value of an attribute has no quotes, or does not end.
  case noQuotes(byte: Int)
  /// An element has letters of another encoding than the document says: read all the same, names that differ become one.
  case notUTF8(byte: Int)
  /// The document says that it has another encoding than those that are read.
  case encoding(String)

  /// Where and what.
  var description: String {
    switch self {
    case .cutOff(let byte): "the file ends at byte \(byte), within an element"
    case .tooLong(let byte): "an element before byte \(byte) has no end"
    case .noQuotes(let byte):
      "an element before byte \(byte) has an attribute without quotes, which XML does not allow"
    case .notUTF8(let byte):
      "an element before byte \(byte) is not UTF-8, and names that differ could become one"
    case .encoding(let name):
      "its encoding is \(name), and UTF-8, ISO-8859-1 and Windows-1252 are read"
    }
  }
}

/// Steps through the inside of an element.
private struct AttributeCursor {
  private let bytes: ArraySlice<UInt8>
  private var index: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    index = bytes.startIndex
  }

  mutating func name() -> String { word { $0 <= 0x20 } }

  /// The attributes; `nil` where a value does not stand within quotes.
  mutating func attributes() -> [String: String]? {
    var attributes: [String: String] = [:]
    while true {
      while index < bytes.endIndex, bytes[index] <= 0x20 { index += 1 }
      let name = word { $0 == UInt8(ascii: "=") || $0 <= 0x20 }
      while index < bytes.endIndex, bytes[index] <= 0x20 || bytes[index] == UInt8(ascii: "=") {
        index += 1
      }
      if name.isEmpty { return index == bytes.endIndex ? attributes : nil }
      guard index < bytes.endIndex,
        bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'")
      else { return nil }
      let quote = bytes[index]
      index += 1
      attributes[name] = Entities.resolved(part { $0 == quote })
      guard index < bytes.endIndex else { return nil }
      index += 1
    }
  }

  private mutating func word(until isEnd: (UInt8) -> Bool) -> String {
    String(decoding: part(until: isEnd), as: UTF8.self)
  }

  private mutating func part(until isEnd: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = index
    while index < bytes.endIndex, !isEnd(bytes[index]) { index += 1 }
    return bytes[start..<index]
  }
}

/// The entities of XML.
private enum Entities {
  /// `&#x10FFFF;` is the longest that means something.
  private static let longest = 10

  /// The text of bytes, with what entities stand for. A device's name holds four of them in every
  /// record, so that this works on bytes.
  static func resolved(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      index += 1
      guard byte == UInt8(ascii: "&"),
        let end = bytes[index...].prefix(longest).firstIndex(of: UInt8(ascii: ";")),
        let character = character(String(decoding: bytes[index..<end], as: UTF8.self))
      else {
        text.append(byte)
        continue
      }
      text += Array(String(character).utf8)
      index = end + 1
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func character(_ name: String) -> Character? {
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard name.first == "#" else { return nil }
      let digits = name.dropFirst()
      let code =
        digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
      return code.flatMap(Unicode.Scalar.init).map(Character.init)
    }
  }
}

extension String {
  /// Without spaces at its ends.
  fileprivate var trimmed: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
