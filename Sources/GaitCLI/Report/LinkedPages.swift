import Foundation
import GaitModel
import GaitReports

/// The pages of recordings to which a page leads: in the folder `study-recordings` beside `study.html`.
struct LinkedPages {
  /// Where they lie.
  private let folder: String
  private var files: Set<String> = []

  /// The pages beside a page.
  init(beside page: String) {
    folder = String(page.dropLast(".html".count)) + "-recordings"
  }

  /// What a recording's page is called: by a code, because names of recordings can be names of people.
  private static func file(of names: [String]) -> String {
    CodeName.of(names.joined(separator: "/")) + ".html"
  }

  /// Where a recording's page goes; that of an earlier run gives way, also where the recording has changed since.
  ///
  /// - Parameter names: The names by which the recording is told from others.
  /// - Returns: The file to write.
  /// - Throws: What cannot be removed.
  func place(for names: [String]) throws -> String {
    let path = "\(folder)/\(Self.file(of: names))"
    if Self.isAsMade(path) { try FileManager.default.removeItem(atPath: path) }
    return path
  }

  /// Whether a page is ours and nobody changed it.
  private static func isAsMade(_ path: String) -> Bool {
    PageMark(of: path)?.isUnchanged == true
  }

  /// Notes that a recording's page was made, and returns where the page finds it.
  mutating func link(to names: [String]) -> String {
    let file = Self.file(of: names)
    files.insert(file)
    return "\(URL(fileURLWithPath: folder).lastPathComponent)/\(file)"
  }

  /// Takes away the pages of earlier runs to which the page leads no more: they show another state of the study, and
  /// beside a page without names some that have them. What somebody has changed since is theirs and stays.
  ///
  /// - Returns: What is to be said of the folder; empty where there is none.
  /// - Throws: What cannot be removed.
  func removeOthers() throws -> [String] {
    let manager = FileManager.default
    let others = ((try? manager.contentsOfDirectory(atPath: folder)) ?? []).filter {
      $0.wholeMatch(of: /P-[0-9a-f]{8}\.html/) != nil && !files.contains($0)
    }.sorted()
    var (removed, kept): (Int, [String]) = (0, [])
    for file in others {
      guard Self.isAsMade("\(folder)/\(file)") else {
        kept.append(file)
        continue
      }
      try manager.removeItem(atPath: "\(folder)/\(file)")
      removed += 1
    }
    let name = PrintableText.of(folder)
    var words = files.isEmpty ? [] : ["\(name): \(files.count.counted("page")) of recordings"]
    if removed > 0 {
      words.append(
        "\(name): \(removed.counted("page")) of an earlier run \(removed.verb("was", "were")) removed; the page leads to "
          + "\(removed.verb("it", "them")) no more")
    }
    for file in kept {
      words.append(
        "\(name)/\(file) was changed since it was made and stays; the page leads to it no more, and it may name people"
      )
    }
    if files.isEmpty, removed > 0, (try? manager.contentsOfDirectory(atPath: folder)) == [] {
      try manager.removeItem(atPath: folder)
    }
    return words
  }
}
