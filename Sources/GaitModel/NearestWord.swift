/// Which known word somebody meant who wrote another.
package enum NearestWord {
  /// The known word that is fewest slips away: letters that are missing, too many, wrong, or two that
  /// changed places (optimal string alignment). Case does not count. The first half of a known word
  /// or more means it.
  ///
  /// - Parameters:
  ///   - word: What was written.
  ///   - known: What could have been meant.
  /// - Returns: The nearest, the first of several; `nil` where none is near: more than a third of the
  ///   letters, and more than one, would be wrong.
  package static func of(_ word: String, among known: some Sequence<String>) -> String? {
    let written = Array(word.lowercased())
    if let whole = known.first(where: { isBeginning(written, of: $0) }) { return whole }
    let near = known.compactMap { word -> (word: String, slips: Int)? in
      let letters = Array(word.lowercased())
      let limit = max(1, max(written.count, word.count) / 3)
      // A word of another length takes that many slips at least: nothing is counted for a page of text.
      guard abs(written.count - letters.count) <= limit else { return nil }
      let slips = slips(from: written, to: letters)
      // Where no letter is right, as in a word of one letter, nothing is near.
      return slips <= limit && slips < max(written.count, letters.count) ? (word, slips) : nil
    }
    return near.min { $0.slips < $1.slips }?.word
  }

  /// ` (did you mean walking-speed?)`, or nothing where no word is near; a sentence goes on after it.
  package static func question(_ word: String, among known: some Sequence<String>) -> String {
    of(word, among: known).map { " (did you mean \($0)?)" } ?? ""
  }

  private static func isBeginning(_ written: [Character], of word: String) -> Bool {
    2 * written.count >= word.count && word.lowercased().hasPrefix(String(written))
  }

  private static func slips(from a: [Character], to b: [Character]) -> Int {
    // The rows of the last letter but one, of the last letter, and of this one.
    var (before, last, row) = ([Int](), Array(0...b.count), Array(0...b.count))
    for i in a.indices {
      row[0] = i + 1
      for j in b.indices {
        row[j + 1] = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          row[j + 1] = min(row[j + 1], before[j - 1] + 1)
        }
      }
      (before, last, row) = (last, row, before.isEmpty ? row : before)
    }
    return last[b.count]
  }
}
