/// Sentences broken into lines that a terminal of 80 columns shows whole.
package enum WrappedText {
  /// The width of every table and sentence that is printed.
  package static let columns = 80

  /// The text with line feeds between words; lines after the first begin with `indent` spaces.
  /// A word that is longer than a line stays whole.
  package static func text(_ text: String, indent: Int = 0, columns: Int = columns) -> String {
    let space = UInt8(ascii: " ")
    let margin = text.utf8.prefix { $0 == space }.count
    let words = text.utf8.dropFirst(margin)
      .split(separator: space, omittingEmptySubsequences: false).map(Substring.init)
    var wrapped = String(repeating: " ", count: margin) + words[0]
    var width = margin + words[0].count
    for word in words.dropFirst() {
      let size = word.count
      if width + 1 + size > columns {
        wrapped += "\n" + String(repeating: " ", count: indent) + word
        width = indent + size
      } else {
        wrapped += " " + word
        width += 1 + size
      }
    }
    return wrapped
  }

  /// The paragraphs of a text, each broken with its own indentation.
  ///
  /// Lines that follow each other with the same indentation are one paragraph. A line that begins with `gait`, and a line
  /// of a list with two spaces after its word, stand by themselves.
  package static func paragraphs(_ text: String, columns: Int = columns) -> String {
    paragraphs(of: text).map { broken($0, columns) }.joined(separator: "\n")
  }

  private struct Paragraph {
    var indent: Int
    var text: String
    /// Further lines do not belong to it.
    var isClosed: Bool
  }

  private static func paragraphs(of text: String) -> [Paragraph] {
    var paragraphs: [Paragraph] = []
    // Bytes, not characters: every command's help is broken whenever the program starts.
    let space = UInt8(ascii: " ")
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let bytes = line.drop { $0 == space }
      let words = Substring(bytes)
      let indent = line.count - bytes.count
      let standsAlone =
        words.isEmpty || words.hasPrefix("gait ")
        || zip(bytes, bytes.dropFirst()).contains { $0 == space && $1 == space }
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
    return Self.text(margin + paragraph.text, indent: hanging, columns: columns)
  }
}
