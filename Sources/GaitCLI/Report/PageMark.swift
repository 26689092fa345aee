import Foundation
import GaitReports
import GaitStudies

/// A line of a page or drawing that says what the rest was when it was made, and whose it is: what somebody has changed
/// since is theirs.
///
/// ```
/// <!-- made as 0f3a… of 77ab… -->
/// ```
/// A drawing by dots has the same words as its comment.
struct PageMark {
  /// The digest of what follows the line.
  private let content: String
  /// The digest of the subject: who or what is shown.
  private let subject: String
  /// Whether what follows is as it was made.
  let isUnchanged: Bool

  private static let words = (begin: "made as ", middle: " of ")
  private static let line = (begin: "<!-- ", end: " -->\n")

  /// How pages and drawings of ours begin.
  private static let beginnings = [PageRenderer.beginning, FigureDrawing.beginning]

  /// Reads the mark of a file; `nil` where it has none, as those of older versions.
  init?(of path: String) {
    guard FileKind(of: path) == .file, let data = FileManager.default.contents(atPath: path),
      let (words, rest) = PNGComment.first(in: data) ?? Self.firstLine(of: data),
      words.hasPrefix(Self.words.begin)
    else { return nil }
    let digests = words.dropFirst(Self.words.begin.count)
      .components(separatedBy: Self.words.middle)
    guard digests.count == 2 else { return nil }
    (content, subject) = (digests[0], digests[1])
    isUnchanged = content == Self.digest(of: rest)
  }

  /// The words of the line below the beginning of a page or drawing, and what follows it.
  private static func firstLine(of data: Data) -> (words: String, rest: Data)? {
    guard let beginning = beginnings.first(where: { data.starts(with: Data($0.utf8)) }) else {
      return nil
    }
    let marked = data.dropFirst(beginning.utf8.count)
    guard let end = marked.range(of: Data(line.end.utf8)) else { return nil }
    let words = String(decoding: marked[..<end.lowerBound], as: UTF8.self)
    guard words.hasPrefix(line.begin) else { return nil }
    return (String(words.dropFirst(line.begin.count)), marked[end.upperBound...])
  }

  /// Whether the file shows this subject.
  func isOf(_ subject: [String]) -> Bool { self.subject == Self.digest(of: subject) }

  /// What is made, with its mark below its beginning.
  static func marked(_ made: Data, subject: [String]) -> Data {
    func mark(of rest: Data) -> String {
      words.begin + digest(of: rest) + words.middle + digest(of: subject)
    }
    if let rest = PNGComment.rest(of: made) {
      return PNGComment.put(mark(of: rest), into: made)
    }
    guard let beginning = beginnings.first(where: { made.starts(with: Data($0.utf8)) }) else {
      return made
    }
    let rest = made.dropFirst(beginning.utf8.count)
    return Data((beginning + line.begin + mark(of: rest) + line.end).utf8) + rest
  }

  /// Names go in as codes, so that a page without names gives none away.
  private static func digest(of subject: [String]) -> String {
    digest(of: Data(subject.map(CodeName.of).joined(separator: "\n").utf8))
  }

  private static func digest(of data: Data) -> String {
    guard let digest = ByteDigest() else { return "" }
    data.withUnsafeBytes { digest.add($0) }
    digest.endFile()
    return digest.text
  }
}
