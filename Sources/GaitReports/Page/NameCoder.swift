import GaitModel

/// Puts codes in place of names where a text may hold some: never within a number, a date, a unit or a longer word.
/// Where a text is nothing but a name, ``CodeName`` has its code.
package struct NameCoder {
  private typealias Name = (letters: [Character], isPlain: Bool, code: String)
  /// Names by their lowercase letters: a study has thousands.
  private let names: [String: [Name]]
  /// How long the names are that begin with a letter, the longest first.
  private let lengths: [String: [Int]]

  /// Takes the names of people, recordings, files and folders; the longest goes first where one holds another.
  package init(_ names: [String]) {
    let all: [Name] = Set(names).filter { !$0.isEmpty }.sorted(by: >)
      .map { (Array($0), Self.isPlain($0), CodeName.of($0)) }
    self.names = Dictionary(grouping: all) { Self.folded($0.letters).joined() }
    lengths = Dictionary(grouping: all) { Self.folded($0.letters)[0] }
      .mapValues { Set($0.map(\.letters.count)).sorted(by: >) }
  }

  private static func folded(_ letters: [Character]) -> [String] {
    letters.map { $0.lowercased() }
  }

  /// Names of a recording's file, as messages write them, too: its path with and without the ending, and its own name.
  package static func names(ofFile path: String) -> [String] {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return [path, withoutEnding(path), file, withoutEnding(file)]
  }

  /// Names of the folders in a recording's path, each by itself and with those above it.
  package static func folders(ofFile path: String) -> [String] {
    let folders = path.split(separator: "/").dropLast().map(String.init)
      .filter { $0.contains { $0.isLetter || $0.isNumber } }
    return folders + folders.indices.map { folders[...$0].joined(separator: "/") }
  }

  private static func withoutEnding(_ path: String) -> String {
    guard let dot = path.lastIndex(of: "."), dot > path.startIndex,
      !path[dot...].contains("/")
    else { return path }
    return String(path[..<dot])
  }

  /// Words that a person entered: a name is replaced wherever it stands as a word, and one that is no other word also
  /// within a longer one, as `Erika` in `Erikas`.
  package func entered(_ text: String) -> String {
    replaced(text) { letters, range, name in
      Self.isWord(letters, range)
        || !name.isPlain && letters[range].elementsEqual(name.letters)
    }
  }

  /// The program's own sentence: a name that may be a number or a word of the program's own is replaced only in
  /// quotation marks, after `participant`, and where it is a file's.
  package func message(_ text: String) -> String {
    replaced(text) { letters, range, name in
      Self.isWord(letters, range) && (!name.isPlain || Self.isNamed(letters, range))
    }
  }

  private func replaced(
    _ text: String,
    where isName: ([Character], Range<Int>, (letters: [Character], isPlain: Bool)) -> Bool
  ) -> String {
    let letters = Array(text)
    let folded = Self.folded(letters)
    /// The longest name that begins at a place.
    func name(at place: Int) -> Name? {
      for length in lengths[folded[place], default: []] where place + length <= letters.count {
        let range = place..<place + length
        let match = names[folded[range].joined(), default: []].first { name in
          // Initials in other cases are rather a word of their own: IS.
          (length > Self.shortName || letters[range].elementsEqual(name.letters))
            && isName(letters, range, (name.letters, name.isPlain))
        }
        if let match { return match }
      }
      return nil
    }
    var (result, place) = ("", 0)
    while place < letters.count {
      let match = name(at: place)
      result += match?.code ?? String(letters[place])
      place += match?.letters.count ?? 1
    }
    return result
  }

  /// Letters of a name that is rather a word of the page's own: initials.
  private static let shortName = 2
  private static let months: Set<String> = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// Whether a name may be a number, a unit or a word of the program's own.
  private static func isPlain(_ name: String) -> Bool {
    name.count <= shortName || months.contains(name)
      || name.allSatisfy { $0.isNumber || $0.isASCII && ($0.isLowercase || "-_.,+:".contains($0)) }
  }

  /// Whether neither a letter nor a digit stands beside, nor, at a digit of the name, the mark within a number or a time.
  private static func isWord(_ letters: [Character], _ range: Range<Int>) -> Bool {
    let before = Array(letters[..<range.lowerBound].suffix(2).reversed())
    let after = Array(letters[range.upperBound...].prefix(2))
    let edges = [letters[range.lowerBound], letters[range.upperBound - 1]]
    return zip(edges, [before, after]).allSatisfy { edge, beside in
      guard let next = beside.first else { return true }
      if next.isLetter || next.isNumber { return false }
      return
        !(edge.isNumber && ".,:".contains(next) && beside.dropFirst().contains(where: \.isNumber))
    }
  }

  /// Whether the words about it say that it is a name.
  private static func isNamed(_ letters: [Character], _ range: Range<Int>) -> Bool {
    let before = letters[..<range.lowerBound]
    let after = letters[range.upperBound...]
    let marks: Set<Character> = ["\"", "'", "“", "”", "‘", "’"]
    if let first = before.last, let last = after.first, marks.contains(first), marks.contains(last)
    {
      return true
    }
    let isOfPath =
      after.first == "." && after.dropFirst().first?.isLetter == true
      || before.last == "/" && after.first == "/"
    let isPath =
      letters[range].contains { "./".contains($0) }
      && letters[range].contains(where: \.isLetter)
    return isOfPath || isPath || before.suffix(12).elementsEqual("participant ")
  }
}
