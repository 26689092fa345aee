import Foundation

/// What a path leads to, asked before it is opened: opening a pipe would wait for ever.
enum PathKind {
  case regularFile
  case folder

  /// Looks at the path; throws when there is nothing, or something that cannot be read twice.
  init(of path: String) throws(SensorFileError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      let isMissing = errno == ENOENT || errno == ENOTDIR
      throw SensorFileError(
        isMissing ? .missing : .notReadable, path: path,
        isMissing
          ? "there is no such file; check the path."
          : "cannot be looked at: \(String(cString: strerror(errno))).")
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .regularFile
    case S_IFDIR: self = .folder
    default:
      throw SensorFileError(
        .notARegularFile, path: path,
        "this is a pipe or a device; a recording is read twice, so save it to a file first.")
    }
  }
}
