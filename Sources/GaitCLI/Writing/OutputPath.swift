import ArgumentParser
import Foundation

/// Where a command may write: somewhere, and not over what it reads.
enum OutputPath {
  /// Looks at a path before anything is read.
  ///
  /// - Parameters:
  ///   - path: the option's value; `nil` where it was not given.
  ///   - option: its name, for the sentence.
  ///   - inputs: the files that the command reads.
  /// - Throws: a sentence for an empty path, as an unset variable gives, and for a file that is read.
  static func check(_ path: String?, option: String = "--output", besides inputs: [String] = [])
    throws
  {
    guard let path else { return }
    guard !path.isEmpty else {
      throw ValidationError("\(option) is empty; give a name, or leave the option out")
    }
    guard let input = inputs.first(where: { isSame($0, path) }) else { return }
    throw ValidationError(
      "\(option) \(path) would be written over \(input), which is read; give another name")
  }

  /// Whether two names are those of one file, whatever links and dots lead to it.
  static func isSame(_ a: String, _ b: String) -> Bool {
    let files = [a, b].map { String($0.prefix { $0 != "#" }) }
    let resolved = files.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path }
    if resolved[0] == resolved[1] { return true }
    // Hard links are names of equal rank: only the file itself tells.
    var (first, second) = (stat(), stat())
    return stat(files[0], &first) == 0 && stat(files[1], &second) == 0
      && first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }
}

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
    guard try isFile(path, option: option) else { return }
    guard !force, !isOwn(path) else { return }
    throw ValidationError(
      "\(option) \(PrintableText.of(path)) is there already and was not made by this command, or was changed since; give another "
        + "name, or --force to write over it")
  }

  /// Looks whether a file already holds what a command is about to write, for one that a person completes afterwards.
  ///
  /// - Parameters:
  ///   - content: What would be written.
  ///   - path: Where to.
  ///   - option: The option that names it, for the sentence.
  ///   - force: Whether the person means it, whatever stands there.
  /// - Returns: Whether it does, so that there is nothing to write.
  /// - Throws: that something else stands there, and what to do.
  static func holds(_ content: Data, at path: String, option: String, force: Bool) throws -> Bool {
    guard try isFile(path, option: option) else { return false }
    if FileManager.default.contents(atPath: path) == content { return true }
    guard !force else { return false }
    throw ValidationError(
      "\(option) \(PrintableText.of(path)) is there already and holds something else than would be written now; move it "
        + "away, or say --force to write over it")
  }

  /// Whether a text file of this path begins like this: how a command knows what it has made.
  static func begins(_ path: String, with beginning: String) -> Bool {
    guard FileKind(of: path) == .file, let file = FileHandle(forReadingAtPath: path) else {
      return false
    }
    defer { try? file.close() }
    return (try? file.read(upToCount: beginning.utf8.count)) == Data(beginning.utf8)
  }

  /// Looks whether a file of this path is there.
  ///
  /// - Throws: a sentence where something else is: nobody who names it means to lose a folder, a device or a pipe.
  static func isFile(_ path: String, option: String = "--output") throws -> Bool {
    let name = PrintableText.of(path)
    switch FileKind(of: path) {
    case nil: return false
    case .file: return true
    case .folder: throw ValidationError("\(option) \(name) is a folder; name a file in it")
    case .device:
      throw ValidationError("\(option) \(name) is a device or pipe, no file; name a file")
    }
  }
}

/// What a path leads to.
enum FileKind: String {
  case file = "a file"
  case folder = "a folder"
  case device = "a device or pipe"

  /// `nil` where nothing is there.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    default: self = .device
    }
  }
}

/// Whether a command may write over what it did not make.
struct OverwritingOptions: ParsableArguments {
  @Flag(help: "Write over what is there, also if gait did not make it.")
  var force = false
}

/// Two folders change names.
enum FolderExchange {
  /// Linux's `renameat2`, which does both renames in one go; Swift's module of the C library leaves it out.
  private typealias Rename =
    @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32

  private static let atOnce: Rename? = {
    guard let library = dlopen(nil, RTLD_NOW), let symbol = dlsym(library, "renameat2") else {
      return nil
    }
    return unsafeBitCast(symbol, to: Rename.self)
  }()

  /// `AT_FDCWD`: relative paths begin where the program was started.
  private static let here: Int32 = -100
  /// `RENAME_EXCHANGE`.
  private static let exchanging: UInt32 = 2

  /// Exchanges the names in one go, or one after the other where the file system cannot.
  ///
  /// - Throws: `WriteFailure` for the second when it keeps its name.
  static func exchange(_ new: String, _ old: String) throws {
    if let atOnce, atOnce(here, new, here, old, exchanging) == 0 { return }
    let aside = new + ".old"
    guard rename(old, aside) == 0 else { throw failure(old) }
    guard rename(new, old) == 0 else {
      let failure = failure(old)
      rename(aside, old)
      throw failure
    }
    rename(aside, new)
  }

  private static func failure(_ path: String) -> WriteFailure {
    WriteFailure(path: path, reason: String(cString: strerror(errno)))
  }
}
