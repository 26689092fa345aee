import Foundation
import GaitModel

/// The text below a command's summary in its help, broken at the width of the terminal as a whole.
enum HelpText {
  /// The paragraphs of a text, each broken with its own indentation.
  static func of(_ text: String, columns: Int = terminalColumns) -> String {
    WrappedText.paragraphs(text, columns: columns)
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
