/// Numbers below zero behind an option: the parser takes what begins with a dash for an option, and says that the value is
/// missing where the number is what is wrong.
enum NegativeValues {
  /// The words of a command line with such numbers joined to their options, as in `--height=-1`.
  static func joined(_ words: [String]) -> [String] {
    let end = words.firstIndex(of: "--") ?? words.endIndex
    // A command's description is long: it is asked only where there is such a number.
    guard words[..<end].contains(where: isNegative) else { return words }
    let names = RepeatedOptions.namesWithValue(of: RepeatedOptions.command(in: words).command)
    var joined: [String] = []
    for (place, word) in words.enumerated() {
      if place < end, isNegative(word), let option = joined.last, names.contains(option) {
        joined[joined.count - 1] = "\(option)=\(word)"
      } else {
        joined.append(word)
      }
    }
    return joined
  }

  private static func isNegative(_ word: String) -> Bool {
    word.hasPrefix("-") && Double(word) != nil
  }
}
