/// Sentences broken into lines that a terminal of 80 columns shows whole.
enum WrappedText {
  /// The width of every table and sentence that is printed.
  static let columns = 80

  /// The text with line feeds between words; lines after the first begin with `indent` spaces.
  /// A word that is longer than a line stays whole.
  static func text(_ text: String, indent: Int = 0, columns: Int = columns) -> String {
    let margin = text.prefix { $0 == " " }
    let words = text.dropFirst(margin.count).split(separator: " ", omittingEmptySubsequences: false)
    var lines: [String] = []
    var line = String(margin) + (words.first ?? "")
    for word in words.dropFirst() {
      if line.count + 1 + word.count > columns {
        lines.append(line)
        line = String(repeating: " ", count: indent) + word
      } else {
        line += " " + word
      }
    }
    return (lines + [line]).joined(separator: "\n")
  }
}
