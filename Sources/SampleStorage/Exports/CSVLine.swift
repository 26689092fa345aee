/// A line of comma-separated values (RFC 4180).
enum CSVLine {
  /// The fields of a line, without quotes.
  static func fields(_ line: String) -> [String] {
    var fields: [String] = []
    var field = ""
    var isQuoted = false
    var characters = line.makeIterator()
    var next = characters.next()
    while let character = next {
      next = characters.next()
      switch character {
      case "\"" where isQuoted && next == "\"":
        field.append("\"")
        next = characters.next()
      case "\"": isQuoted.toggle()
      case "," where !isQuoted:
        fields.append(field)
        field = ""
      default: field.append(character)
      }
    }
    fields.append(field)
    return fields
  }

  /// The line that holds these fields, without its end; fields with commas, quotes or line ends are
  /// quoted.
  static func line(_ fields: [String]) -> String {
    fields.map(quoted).joined(separator: ",")
  }

  private static func quoted(_ field: String) -> String {
    let isPlain = field.utf8.allSatisfy { $0 != 44 && $0 != 34 && $0 != 10 && $0 != 13 }
    return isPlain ? field : "\"" + field.replacing("\"", with: "\"\"") + "\""
  }
}
