import Foundation

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
