import Foundation

/// The files of a recording that is a folder or a zip file.
///
/// Hidden files and what some systems add to archives are left out. When all files lie in one folder
/// inside, that folder is passed over: people pack a folder as often as its content.
struct RecordingContainer {
  /// Where a member lies.
  enum Place {
    case file(String)
    case entry(ZipArchive, ZipArchive.Entry)
  }

  /// How deep folders are searched: loggers put no file deeper than one folder, packed in another.
  private static let depthLimit = 3

  /// `folder` or `zip file`, for messages.
  let kind: String
  /// Names of the files, parted by `/`, in alphabetical order.
  let names: [String]
  private let places: [String: Place]

  /// The files of a zip archive.
  init(zip: ZipArchive) {
    var files: [String: Place] = [:]
    for entry in zip.entries { files[entry.name] = .entry(zip, entry) }
    self.init(kind: "zip file", files: files)
  }

  /// The files of a folder. Links to folders are not followed, so that a loop has no end to reach.
  init(folder: String) throws(SensorFileError) {
    var files: [String: Place] = [:]
    try Self.list(folder, prefix: "", depth: 1, into: &files)
    self.init(kind: "folder", files: files)
  }

  private init(kind: String, files: [String: Place]) {
    self.kind = kind
    let seen = files.filter { !Self.isHidden($0.key) }
    let shared = Self.sharedFolder(of: Array(seen.keys))
    var places: [String: Place] = [:]
    for (name, place) in seen { places[String(name.dropFirst(shared.count))] = place }
    self.places = places
    names = places.keys.sorted()
  }

  /// The file of a name, whatever its case.
  func place(of name: String) -> Place? {
    if let exact = places[name] { return exact }
    let lowercased = name.lowercased()
    return names.first { $0.lowercased() == lowercased }.flatMap { places[$0] }
  }

  private static func list(
    _ folder: String, prefix: String, depth: Int, into files: inout [String: Place]
  ) throws(SensorFileError) {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw SensorFileError(.notReadable, path: folder, "the folder cannot be listed: \(error).")
    }
    for name in names where files.count < ZipArchive.entryLimit {
      let path = RecordingPath.joined(folder, name)
      switch try? PathKind(of: path) {
      case .regularFile: files[prefix + name] = .file(path)
      case .folder where depth < depthLimit && !isLink(path):
        try list(path, prefix: prefix + name + "/", depth: depth + 1, into: &files)
      default: break
      }
    }
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  private static func isHidden(_ name: String) -> Bool {
    name.split(separator: "/").contains { $0.hasPrefix(".") || $0 == "__MACOSX" }
  }

  /// The folder, with its slash, that all names begin with.
  private static func sharedFolder(of names: [String]) -> String {
    guard let first = names.first, let slash = first.firstIndex(of: "/") else { return "" }
    let folder = String(first[...slash])
    guard names.allSatisfy({ $0.hasPrefix(folder) }) else { return "" }
    return folder + sharedFolder(of: names.map { String($0.dropFirst(folder.count)) })
  }
}
