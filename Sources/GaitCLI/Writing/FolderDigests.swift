import Foundation
import GaitStudies

/// The digests of the files that the program wrote into a folder: what somebody has changed since is no result of the
/// program any more, and theirs.
///
/// ```
/// 0f3a…  bouts.csv
/// ```
struct FolderDigests {
  /// The file that holds them, in the folder.
  static let name = ".digests"

  /// The folder.
  let folder: String
  /// What a file may be: while files are written, the old one or the new one.
  private let digests: [String: Set<String>]

  /// Reads what is known of a folder; nothing of one that an older version wrote.
  init(of folder: String) {
    self.folder = folder
    let data = FileManager.default.contents(atPath: "\(folder)/\(Self.name)") ?? Data()
    digests = String(decoding: data, as: UTF8.self).split(separator: "\n").reduce(into: [:]) {
      let parts = $1.split(separator: " ", maxSplits: 1)
      guard parts.count == 2 else { return }
      $0[String(parts[1].drop { $0 == " " }), default: []].insert(String(parts[0]))
    }
  }

  /// The first file, by name, that is there and not as the program wrote it; `nil` where there is none or nobody knows.
  var changedFile: String? { digests.keys.sorted().first(where: isChanged) }

  /// Whether a file is there and not as the program wrote it.
  func isChanged(_ name: String) -> Bool {
    guard let known = digests[name] else { return false }
    let path = "\(folder)/\(name)"
    switch FileKind(of: path) {
    case nil: return false
    // Who reads a pipe waits for somebody who writes into it.
    case .device: return true
    case .file, .folder: return Self.digest(of: path).map { !known.contains($0) } ?? false
    }
  }

  /// Whether something had this digest when it was written down; `nil` where nobody knows.
  func knows(_ digest: String, of name: String) -> Bool? {
    digests[name].map { $0.contains(digest) }
  }

  /// The lines of files that are written, once nothing more is added to them.
  static func text(of files: [(name: String, writer: PendingWriter)]) throws -> String {
    try files.map { line($0.name, try $0.writer.digest()) }.joined()
  }

  /// The lines of files that are there.
  static func text(of names: [String], in folder: String) -> String {
    names.map { line($0, digest(of: "\(folder)/\($0)")) }.joined()
  }

  /// The line of a name.
  static func line(_ name: String, _ digest: String?) -> String {
    digest.map { "\($0)  \(name)\n" } ?? ""
  }

  /// `nil` of what is no file, too: opening a pipe waits for whoever writes to it.
  private static func digest(of path: String) -> String? {
    FileKind(of: path) == .file ? try? FileDigest(of: [path]).text : nil
  }
}
