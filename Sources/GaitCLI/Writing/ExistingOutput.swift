import ArgumentParser
import Foundation

/// What already stands where a command is to write.
enum ExistingOutput {
  /// Looks before anything is done whether a file may be written.
  ///
  /// - Parameters:
  ///   - path: Where to.
  ///   - option: The option that names it, for the sentence.
  ///   - force: Whether the person means it, whatever stands there.
  ///   - isOwn: Whether a file of this path is one that the same command made.
  /// - Throws: what stands there and what to do.
  static func check(
    _ path: String?, option: String = "--output", force: Bool, isOwn: (String) -> Bool
  ) throws {
    guard let path else { return }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return }
    let name = PrintableText.of(path)
    if isFolder.boolValue {
      throw ValidationError("\(option) \(name) is a folder; name a file in it")
    }
    guard isRegularFile(path) else {
      throw ValidationError("\(option) \(name) is a device or pipe, no file; name a file")
    }
    guard !force, !isOwn(path) else { return }
    throw ValidationError(
      "\(option) \(name) is there already and was not made by this command; give another name, or "
        + "--force to write over it")
  }

  /// Whether a text file of this path begins like this: how a command knows what it has made.
  static func begins(_ path: String, with beginning: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    return (try? file.read(upToCount: beginning.utf8.count)) == Data(beginning.utf8)
  }

  private static func isRegularFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}

/// Whether a command may write over what it did not make.
struct OverwritingOptions: ParsableArguments {
  @Flag(help: "Write over what is there, also if gait did not make it.")
  var force = false
}
