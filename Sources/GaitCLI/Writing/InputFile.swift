import ArgumentParser
import Foundation

/// A small file that an option names.
enum InputFile {
  /// The bytes of the file that an option, as in `--bars`, names.
  ///
  /// - Throws: `ValidationError` with option, path, reason and what to do.
  static func data(_ option: String, _ path: String) throws -> Data {
    do { return try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
      var status = stat()
      let reason =
        if stat(path, &status) != 0 {
          errno == ENOENT || errno == ENOTDIR
            ? "there is no such file; check the path" : String(cString: strerror(errno))
        } else if status.st_mode & S_IFMT == S_IFDIR {
          "this is a folder; name the file"
        } else {
          "it cannot be read; look at who may read it"
        }
      throw ValidationError("\(option) \(path): \(reason)")
    }
  }
}
