/// People's names within other words.
package enum NameText {
  /// The text with a code in place of a name: as it is written wherever it stands, and in other cases where it stands as
  /// a word. How letters with marks are composed does not count.
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - code: what replaces it.
  ///   - text: where it may stand.
  ///   - ignoresCase: whether `anna` is `Anna`, too; a name of one or two letters may be a word of its own.
  /// - Returns: the text itself where the name is not in it.
  package static func replacing(
    _ name: String, with code: String, in text: String, ignoresCase: Bool = true
  ) -> String {
    guard mayHold(text, name) else { return text }
    let (letters, written) = (Array(text), Array(name))
    let folded = written.map { $0.lowercased() }
    func isName(_ letters: [Character], _ range: Range<Int>) -> Bool {
      if letters[range].elementsEqual(written) { return true }
      guard ignoresCase, zip(letters[range], folded).allSatisfy({ $0.lowercased() == $1 }) else {
        return false
      }
      return !letters[..<range.lowerBound].suffix(1).contains(where: isOfWord)
        && !letters[range.upperBound...].prefix(1).contains(where: isOfWord)
    }
    var result = ""
    var place = 0
    while place < letters.count {
      let end = place + written.count
      if end <= letters.count, isName(letters, place..<end) {
        result += code
        place = end
      } else {
        result.append(letters[place])
        place += 1
      }
    }
    return result
  }

  private static func isOfWord(_ letter: Character) -> Bool { letter.isLetter || letter.isNumber }

  /// Whether the name may stand in the text: most texts do not hold it, and most are ASCII, which is looked through
  /// byte by byte.
  private static func mayHold(_ text: String, _ name: String) -> Bool {
    guard !name.isEmpty, text.utf8.allSatisfy({ $0 < 0x80 }) else { return !name.isEmpty }
    let (bytes, wanted) = (text.utf8.map(lowercased), name.utf8.map(lowercased))
    guard bytes.count >= wanted.count else { return false }
    return (0...bytes.count - wanted.count).contains {
      bytes[$0..<$0 + wanted.count].elementsEqual(wanted)
    }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
