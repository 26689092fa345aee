import Foundation

/// The text below a command's summary in its help, broken at the width of the terminal as a whole.
///
/// In the source, lines that follow each other with the same indentation are one paragraph. A line that
/// begins with `gait`, and a line of a list with two spaces after its word, stand by themselves.
enum HelpText {
  /// The paragraphs of a text, each broken with its own indentation.
  static func of(_ text: String, columns: Int = terminalColumns) -> String {
    paragraphs(of: text).map { broken($0, columns) }.joined(separator: "\n")
  }

  /// A message of the parser, whose lines of usage are as long as a command has options, with those broken between
  /// options.
  static func breakingUsage(in message: String, columns: Int = terminalColumns) -> String {
    message.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard line.lowercased().hasPrefix("usage: "), line.count > columns else {
        return String(line)
      }
      // An option stays beside its value.
      var depth = 0
      var joined = ""
      for character in line {
        depth += character == "[" ? 1 : character == "]" ? -1 : 0
        joined.append(character == " " && depth > 0 ? tie : character)
      }
      joined = joined.replacing(" <", with: "\(tie)<").replacing("]\(tie)<", with: "] <")
      return WrappedText.text(joined, indent: 7, columns: columns).replacing(String(tie), with: " ")
    }.joined(separator: "\n")
  }

  /// A space that is no place to break.
  private static let tie: Character = "\u{A0}"

  private struct Paragraph {
    var indent: Int
    var text: String
    /// Further lines do not belong to it.
    var isClosed: Bool
  }

  private static func paragraphs(of text: String) -> [Paragraph] {
    var paragraphs: [Paragraph] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let words = line.drop { $0 == " " }
      let indent = line.count - words.count
      let standsAlone =
        words.isEmpty || words.hasPrefix("gait ") || words.contains("  ")
        || words.allSatisfy { $0.isUppercase || !$0.isLetter }
      if let last = paragraphs.last, !last.isClosed, last.indent == indent, !standsAlone {
        paragraphs[paragraphs.count - 1].text += " " + words
      } else {
        paragraphs.append(
          Paragraph(indent: indent, text: String(words), isClosed: standsAlone))
      }
    }
    return paragraphs
  }

  private static func broken(_ paragraph: Paragraph, _ columns: Int) -> String {
    let margin = String(repeating: " ", count: paragraph.indent)
    // What continues a command or an entry of a list lies deeper than the next one.
    let hanging = paragraph.isClosed ? paragraph.indent + 4 : paragraph.indent
    return WrappedText.text(margin + paragraph.text, indent: hanging, columns: columns)
  }

  /// The width that help is shown in; 80 away from a terminal, less one: the parser of arguments breaks a line
  /// that fills the width once more.
  static let terminalColumns: Int = {
    var size = winsize()
    guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0,
      size.ws_col >= 40
    else { return WrappedText.columns - 1 }
    return min(Int(size.ws_col), 100) - 1
  }()
}
