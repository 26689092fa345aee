import Foundation

/// Memory that was freed and that the C library keeps for later.
enum FreedMemory {
  /// GNU's `malloc_trim`; Swift's module of the C library leaves it out, and other libraries have none.
  private static let trim: (@convention(c) (Int) -> Int32)? = {
    guard let library = dlopen(nil, RTLD_NOW), let symbol = dlsym(library, "malloc_trim") else {
      return nil
    }
    return unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)
  }()

  /// Gives it back to the system: over a night of long recordings the holes would add up.
  static func giveBack() { _ = trim?(0) }
}
