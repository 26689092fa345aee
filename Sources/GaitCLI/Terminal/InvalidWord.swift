import GaitModel

/// A word of the command line that is none of those that there are.
enum InvalidWord {
  private static let seam = "'. Please provide one of "

  /// What the parser says of it, as `The value 'oldest' is invalid for '--sort <sort>'. Please provide one of …`, with the
  /// nearest of the words that it lists; `nil` where it lists none and where none is near.
  static func question(_ message: String) -> String? {
    guard let list = message.firstRange(of: seam),
      let word = message.split(separator: "'", maxSplits: 2).dropFirst().first,
      let near = NearestWord.of(String(word), among: words(message[list.upperBound...]))
    else { return nil }
    return message.replacing(seam, with: "' (did you mean \(near)?). Please provide one of ")
  }

  /// The words of a list: many stand each on a line of its own, few between quotes.
  private static func words(_ list: Substring) -> [String] {
    let lines = list.split(separator: "\n").filter { $0.hasPrefix("  - ") }
    guard lines.isEmpty else { return lines.map { String($0.dropFirst(4)) } }
    return list.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }
}
