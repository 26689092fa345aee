import GaitModel

/// A word of the command line that is none of those that there are.
enum InvalidWord {
  private static let seam = "'. Please provide one of "

  /// What the parser says of it, as `The value 'oldest' is invalid for '--sort <sort>'. Please provide one of …`, with the
  /// nearest of the words that it lists; `nil` where it lists none and where none is near.
  static func question(_ message: String) -> String? {
    guard let list = message.firstRange(of: seam),
      let word = message.split(separator: "'", maxSplits: 2).dropFirst().first,
      case let question = question(of: String(word), among: words(message[list.upperBound...])),
      !question.isEmpty
    else { return nil }
    return message.replacing(seam, with: "'\(question). Please provide one of ")
  }

  /// ` (did you mean day?)`, or nothing where none of the words is near. A word of several is near by one of them, as
  /// `straight-walk` by `wlak`, and a letter by a word that begins with it, as `f` by `female`.
  static func question(of word: String, among words: [String]) -> String {
    let names = words.filter { $0.count > 1 }
    let near =
      NearestWord.of(word, among: names)
      ?? names.first { NearestWord.of(word, among: parts(of: $0)) != nil }
      ?? words.first { $0.count == 1 && word.lowercased().hasPrefix($0) }
    return near.map { " (did you mean \($0)?)" } ?? ""
  }

  /// A part of fewer letters is near to too many words.
  private static let shortestPart = 4

  private static func parts(of name: String) -> [String] {
    name.split { !$0.isLetter }.map(String.init).filter { $0.count >= shortestPart }
  }

  /// The words of a list: many stand each on a line of its own, few between quotes.
  private static func words(_ list: Substring) -> [String] {
    let lines = list.split(separator: "\n").filter { $0.hasPrefix("  - ") }
    guard lines.isEmpty else { return lines.map { String($0.dropFirst(4)) } }
    return list.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }
}
