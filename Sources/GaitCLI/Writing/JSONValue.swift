/// A JSON value whose keys keep their order and whose numbers have fixed decimals.
///
/// Foundation's encoder keeps no order and writes numbers with as many digits as it takes; two runs
/// must give the same bytes, and a person must be able to read the file.
indirect enum JSONValue: Equatable {
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
  struct Member: Equatable {
    /// The key.
    var key: String
    /// What stands under the key.
    var value: JSONValue
  }

  /// An object of these keys and values, in this order.
  static func members(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    .object(members.map { Member(key: $0.key, value: $0.value) })
  }

  /// A string, or `null`.
  static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  /// A number, or `null`.
  static func optional(_ value: Double?, decimals: Int = 4) -> JSONValue {
    value.map { .number($0, decimals: decimals) } ?? .null
  }

  /// A whole number, or `null`.
  static func optional(_ count: Int?) -> JSONValue { count.map { .integer($0) } ?? .null }

  /// Counts under their words, in the order given.
  static func counts(_ counts: [(reason: String, count: Int)]) -> JSONValue {
    .object(counts.map { Member(key: $0.reason, value: .integer($0.count)) })
  }

  /// The document, indented by two spaces, with a line feed at the end.
  var document: String {
    var text = ""
    write(to: &text, indent: "")
    return text + "\n"
  }

  private func write(to text: inout String, indent: String) {
    switch self {
    case .string(let string): text += Self.quoted(string)
    case .integer(let integer): text += String(integer)
    case .number(let value, let decimals):
      text += DecimalText.text(value, decimals: decimals) ?? "null"
    case .exact(let value): text += value.isFinite ? "\(value)" : "null"
    case .flag(let flag): text += flag ? "true" : "false"
    case .null: text += "null"
    case .array(let values):
      Self.write(values, between: ("[", "]"), to: &text, indent: indent) { value, text, indent in
        value.write(to: &text, indent: indent)
      }
    case .object(let members):
      Self.write(members, between: ("{", "}"), to: &text, indent: indent) { member, text, indent in
        text += Self.quoted(member.key) + ": "
        member.value.write(to: &text, indent: indent)
      }
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
