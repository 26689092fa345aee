/// Text from files and from the command line as a terminal may show it.
enum PrintableText {
  /// The text with everything escaped that moves the cursor, colors, rings, or turns the direction of
  /// writing: `\u{1b}` for the escape character. What people read is left as it is.
  static func of(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
    var printable = ""
    for scalar in text.unicodeScalars {
      if isUnsafe(scalar) {
        printable += escaped(scalar)
      } else {
        printable.unicodeScalars.append(scalar)
      }
    }
    return printable
  }

  /// The same for text of several lines, whose ends stay.
  static func ofLines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { of(String($0)) }.joined(separator: "\n")
  }

  /// Control characters of ASCII and Latin-1, line separators, and marks of writing direction.
  static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
      true
    default: false
    }
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\t": "\\t"
    case "\r": "\\r"
    default: "\\u{\(String(scalar.value, radix: 16))}"
    }
  }
}
