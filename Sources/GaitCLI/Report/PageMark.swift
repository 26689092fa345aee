import Foundation
import GaitReports
import GaitStudies

/// A line of a page or drawing that says what the rest was when it was made, and whose it is: what somebody has changed
/// since is theirs.
///
/// ```
/// <!-- made as 0f3a… of 77ab… -->
/// ```
struct PageMark {
  /// The digest of what follows the line.
  private let content: String
  /// The digest of the subject: who or what is shown.
  private let subject: String
  /// Whether what follows is as it was made.
  let isUnchanged: Bool

  private static let words = (begin: "<!-- made as ", middle: " of ", end: " -->\n")

  /// How pages and drawings of ours begin.
  private static let beginnings = [PageRenderer.beginning, FigureDrawing.beginning]

  /// Reads the mark of a file; `nil` where it has none, as those of older versions.
  init?(of path: String) {
    guard FileKind(of: path) == .file, let data = FileManager.default.contents(atPath: path),
      let beginning = Self.beginnings.first(where: { data.starts(with: Data($0.utf8)) })
    else { return nil }
    let marked = data.dropFirst(beginning.utf8.count)
    guard let end = marked.range(of: Data(Self.words.end.utf8)) else { return nil }
    let line = String(decoding: marked[..<end.lowerBound], as: UTF8.self)
    let digests = line.dropFirst(Self.words.begin.count).components(separatedBy: Self.words.middle)
    guard line.hasPrefix(Self.words.begin), digests.count == 2 else { return nil }
    (content, subject) = (digests[0], digests[1])
    isUnchanged = content == Self.digest(of: marked[end.upperBound...])
  }

  /// Whether the file shows this subject.
  func isOf(_ subject: [String]) -> Bool { self.subject == Self.digest(of: subject) }

  /// What is made, with its mark below its beginning.
  static func marked(_ made: Data, subject: [String]) -> Data {
    guard let beginning = beginnings.first(where: { made.starts(with: Data($0.utf8)) }) else {
      return made
    }
    let rest = made.dropFirst(beginning.utf8.count)
    let line = words.begin + digest(of: rest) + words.middle + digest(of: subject) + words.end
    return Data((beginning + line).utf8) + rest
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
