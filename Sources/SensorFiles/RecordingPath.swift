/// The names that belong to a recording's path.
struct RecordingPath {
  /// The folder with its final slash, or empty.
  let folder: String
  /// The file's name without folder and extension: `walk` for `data/walk.csv.gz`.
  let name: String

  /// Takes a path apart. `.gz` is not an extension of its own.
  init(_ path: String) {
    var path = Substring(path)
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    let split = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    folder = String(path[..<split])
    var file = path[split...]
    if file.lowercased().hasSuffix(".gz") { file.removeLast(3) }
    if let dot = file.lastIndex(of: "."), dot > file.startIndex { file = file[..<dot] }
    name = String(file)
  }

  /// A name inside a folder.
  static func joined(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }

  /// Where the description lies: `NAME.json` beside the recording. Never lab truth, which lies in
  /// `NAME.reference.json`.
  var description: String { "\(folder)\(name).json" }
}
