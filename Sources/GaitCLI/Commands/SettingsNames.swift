import Foundation

/// What files of settings that are compared are called: in tables, and the folders of their results.
enum SettingsNames {
  /// The names of the files; where two files are called alike, as much of their paths as tells them apart.
  ///
  /// - Parameter paths: the files.
  /// - Returns: a name for each, as `ours` of `settings/ours.json`. They differ, but for a file that is given twice.
  static func of(_ paths: [String]) -> [String] {
    let files = paths.map { URL(fileURLWithPath: $0).standardizedFileURL }
    func names(_ parts: Int, of files: [URL]) -> [String] {
      files.map { $0.pathComponents.filter { $0 != "/" }.suffix(parts).joined(separator: "/") }
    }
    let bare = files.map { $0.deletingPathExtension() }
    let most = files.map(\.pathComponents.count).max() ?? 1
    // A disk may not tell capitals from small letters.
    return (1...most).lazy.flatMap { [names($0, of: bare), names($0, of: files)] }
      .first { Set($0.map { $0.lowercased() }).count == files.count } ?? names(1, of: bare)
  }
}
