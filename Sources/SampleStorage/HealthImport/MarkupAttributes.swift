/// Why a document cannot be read on.
enum MarkupError: Error, CustomStringConvertible {
  /// It ends within an element.
  case cutOff(byte: Int)
  /// An element has no end.
  case tooLong(byte: Int)
  /// An element is none of XML.
  case broken(AttributeFault, line: Int)
  /// An element has letters of another encoding than the document says: read all the same, names that differ become one.
  case notUTF8(line: Int)
  /// The document says that it has another encoding than those that are read.
  case encoding(String)

  /// Where and what.
  var description: String {
    switch self {
    case .cutOff(let byte): "the file ends at byte \(byte), within an element"
    case .tooLong(let byte): "an element before byte \(byte) has no end"
    case .broken(let fault, let line):
      "line \(line): an element \(fault.words), which XML does not allow; bytes may be missing there"
    case .notUTF8(let line):
      "line \(line): an element is not UTF-8, and names that differ could become one"
    case .encoding(let name):
      "its encoding is \(name), and UTF-8, ISO-8859-1 and Windows-1252 are read"
    }
  }
}

/// What no element of XML has.
enum AttributeFault: Error {
  /// The value of an attribute has no quotes, or does not end.
  case noQuotes
  /// Nothing parts an attribute from the value before it.
  case noSpace(before: String)
  /// An attribute comes twice.
  case twice(String)
  /// Another element begins within it.
  case elementWithin
  /// A byte is zero, as disks read where they have lost what was there.
  case zeroByte
  /// Its name is none.
  case noName

  /// What the element is like.
  var words: String {
    switch self {
    case .noQuotes: "with an attribute without quotes"
    case .noSpace(let name): "without a space before its \(name)"
    case .twice(let name): "with \(name) twice"
    case .elementWithin: "with a \"<\" in it"
    case .zeroByte: "with a byte of zero"
    case .noName: "without a name"
    }
  }
}

/// Steps through the inside of an element.
struct AttributeCursor {
  private let bytes: ArraySlice<UInt8>
  private var index: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    index = bytes.startIndex
  }

  /// What stands before the next space.
  mutating func word() -> String { word { $0 <= 0x20 } }

  /// The name of the element.
  ///
  /// - Throws: ``AttributeFault``.
  mutating func elementName() throws(AttributeFault) -> String {
    let name = word()
    guard !name.isEmpty, !name.contains(where: { "\"'=&".contains($0) }) else { throw .noName }
    return name
  }

  /// The attributes.
  ///
  /// - Throws: ``AttributeFault``.
  mutating func attributes() throws(AttributeFault) -> [String: String] {
    var attributes: [String: String] = [:]
    while true {
      let end = index
      while index < bytes.endIndex, bytes[index] <= 0x20 { index += 1 }
      let isParted = index > end
      let name = word { $0 == UInt8(ascii: "=") || $0 <= 0x20 }
      while index < bytes.endIndex, bytes[index] <= 0x20 || bytes[index] == UInt8(ascii: "=") {
        index += 1
      }
      if name.isEmpty {
        guard index == bytes.endIndex else { throw .noQuotes }
        return attributes
      }
      guard isParted else { throw .noSpace(before: name) }
      guard index < bytes.endIndex,
        bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'")
      else { throw .noQuotes }
      let quote = bytes[index]
      index += 1
      let value = part { $0 == quote }
      guard index < bytes.endIndex else { throw .noQuotes }
      guard attributes.updateValue(Entities.resolved(value), forKey: name) == nil else {
        throw .twice(name)
      }
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
