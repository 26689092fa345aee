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
    let distances = known.map {
      (word: $0, slips: slips(from: written, to: Array($0.lowercased())))
    }
    guard let nearest = distances.min(by: { $0.slips < $1.slips }) else { return nil }
    return nearest.slips <= max(1, max(written.count, nearest.word.count) / 3) ? nearest.word : nil
  }

  /// `; did you mean walking-speed?`, or nothing where no word is near.
  package static func question(_ word: String, among known: some Sequence<String>) -> String {
    of(word, among: known).map { "; did you mean \($0)?" } ?? ""
  }

  private static func isBeginning(_ written: [Character], of word: String) -> Bool {
    2 * written.count >= word.count && word.lowercased().hasPrefix(String(written))
  }

  private static func slips(from a: [Character], to b: [Character]) -> Int {
    var rows = [Array(0...b.count)]
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var least = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          least = min(least, rows[i - 1][j - 1] + 1)
        }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
