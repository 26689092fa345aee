/// A JSON value whose keys keep their order and whose numbers have fixed decimals.
///
/// Foundation's encoder keeps no order and writes numbers with as many digits as it takes; two runs
/// must give the same bytes, and a person must be able to read the file.
package indirect enum JSONValue: Equatable {
  /// A string.
  case string(String)
  /// A whole number.
  case integer(Int)
  /// A number with its decimals; `null` when it is not finite.
  case number(Double, decimals: Int)
  /// A number with all its digits; `null` when it is not finite.
  case exact(Double)
  /// True or false.
  case flag(Bool)
  /// No value.
  case null
  /// A list.
  case array([JSONValue])
  /// Named values in the order given.
  case object([Member])

  /// A named value.
  package struct Member: Equatable {
    /// The key.
    package var key: String
    /// What stands under the key.
    package var value: JSONValue

    /// Names a value.
    package init(key: String, value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// An object of these keys and values, in this order.
  package static func members(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    .object(members.map { Member(key: $0.key, value: $0.value) })
  }

  /// A string, or `null`.
  package static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  /// A number, or `null`.
  package static func optional(_ value: Double?, decimals: Int = 4) -> JSONValue {
    value.map { .number($0, decimals: decimals) } ?? .null
  }

  /// A whole number, or `null`.
  package static func optional(_ count: Int?) -> JSONValue { count.map { .integer($0) } ?? .null }

  /// Counts under their words, in the order given.
  package static func counts(_ counts: [(reason: String, count: Int)]) -> JSONValue {
    .object(counts.map { Member(key: $0.reason, value: .integer($0.count)) })
  }

  /// The document, indented by two spaces, with a line feed at the end.
  package var document: String {
    var text = ""
    write(to: &text, indent: "")
    return text + "\n"
  }

  /// The value as it stands inside a document, with this indent of the line on which it begins.
  package func text(indent: String) -> String {
    var text = ""
    write(to: &text, indent: indent)
    return text
  }

  /// The same with one member of the outermost object on a line, for lists of thousands of numbers.
  package var lines: String {
    guard case .object(let members) = self else { return compact + "\n" }
    return "{\n"
      + members.map { Self.quoted($0.key) + ":" + $0.value.compact }.joined(separator: ",\n")
      + "\n}\n"
  }

  /// This object with more members.
  package func adding(_ more: KeyValuePairs<String, JSONValue>) -> JSONValue {
    guard case .object(let members) = self else { return .members(more) }
    return .object(members + more.map { Member(key: $0.key, value: $0.value) })
  }

  /// The document on one line, for programs.
  package var compact: String {
    switch self {
    case .array(let values): "[" + values.map(\.compact).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { Self.quoted($0.key) + ":" + $0.value.compact }.joined(separator: ",")
        + "}"
    default: scalar
    }
  }

  /// What is neither a list nor an object.
  private var scalar: String {
    switch self {
    case .string(let string): Self.quoted(string)
    case .integer(let integer): String(integer)
    case .number(let value, let decimals): DecimalText.text(value, decimals: decimals) ?? "null"
    case .exact(let value): value.isFinite ? "\(value)" : "null"
    case .flag(let flag): flag ? "true" : "false"
    case .null, .array, .object: "null"
    }
  }

  private func write(to text: inout String, indent: String) {
    switch self {
    case .array(let values):
      Self.write(values, between: ("[", "]"), to: &text, indent: indent) { value, text, indent in
        value.write(to: &text, indent: indent)
      }
    case .object(let members):
      Self.write(members, between: ("{", "}"), to: &text, indent: indent) { member, text, indent in
        text += Self.quoted(member.key) + ": "
        member.value.write(to: &text, indent: indent)
      }
    default: text += scalar
    }
  }

  private static func write<Item>(
    _ items: [Item], between ends: (String, String), to text: inout String, indent: String,
    item writeItem: (Item, inout String, String) -> Void
  ) {
    guard !items.isEmpty else { return text += ends.0 + ends.1 }
    let inner = indent + "  "
    text += ends.0
    for (index, item) in items.enumerated() {
      text += index == 0 ? "\n" : ",\n"
      text += inner
      writeItem(item, &text, inner)
    }
    text += "\n" + indent + ends.1
  }

  private static func quoted(_ string: String) -> String {
    let isPlain = string.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5c }
    guard !isPlain else { return "\"" + string + "\"" }
    var text = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\0"..<" ": text += "\\u" + hexadecimal(scalar.value)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  /// A string.
  package init(stringLiteral value: String) { self = .string(value) }
  /// A whole number.
  package init(integerLiteral value: Int) { self = .integer(value) }
}
