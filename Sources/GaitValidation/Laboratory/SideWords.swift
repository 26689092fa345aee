import Foundation

extension Side {
  private static let leftWords: Set<String> = [
    "l", "left", "li", "links", "izq", "g", "gauche", "sx",
  ]
  private static let rightWords: Set<String> = [
    "r", "right", "re", "rechts", "der", "d", "droite", "dx",
  ]

  /// Guesses a side by a word of English, German, Spanish, French or Italian; `nil` for any other word.
  ///
  /// A guess is shown to a person: some of these words mean something else in another language.
  init?(guessedFrom word: String) {
    let plain = word.lowercased().trimmingCharacters(in: .whitespaces)
    if Self.leftWords.contains(plain) {
      self = .left
    } else if Self.rightWords.contains(plain) {
      self = .right
    } else {
      return nil
    }
  }
}
