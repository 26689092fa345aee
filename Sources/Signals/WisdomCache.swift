import CFFTW

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Measured FFTW plans, kept from run to run: one small file per transform.
///
/// They lie in `$XDG_CACHE_HOME/gaitkit` or `~/.cache/gaitkit`, in a folder named after FFTW's version
/// and the processor. With `GAITKIT_FFT_PLANNING=estimate` in the environment nothing is read or
/// written.
struct WisdomCache: Sendable {
  /// The folder, made at need.
  var folder: String

  /// This machine's cache, or `nil` where there is none or none is wanted.
  static let standard: WisdomCache? = {
    if getenv("GAITKIT_FFT_PLANNING").map({ String(cString: $0) }) == "estimate" { return nil }
    guard let base = cacheFolder() else { return nil }
    let version = String(cString: cfftw_version())
    return WisdomCache(folder: "\(base)/gaitkit/\(version)-\(Processor.name)")
  }()

  private static func cacheFolder() -> String? {
    if let cache = getenv("XDG_CACHE_HOME").map({ String(cString: $0) }), cache.hasPrefix("/") {
      return cache
    }
    return getenv("HOME").map { String(cString: $0) + "/.cache" }
  }

  /// Reads, and perhaps replaces, one entry while no other process can.
  /// - Parameters:
  ///   - name: name of the entry, fit for a file name.
  ///   - body: gets the entry, if there is one, and a function that replaces it and says whether
  ///     that worked.
  /// - Returns: what `body` returns; `nil` where the file cannot be opened and locked.
  func withEntry<Result>(
    _ name: String, _ body: (_ known: String?, _ remember: (String) -> Bool) -> Result?
  ) -> Result? {
    makeFolder()
    let file = open("\(folder)/\(name).wisdom", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard file >= 0 else { return readOnlyEntry(name).flatMap { body($0) { _ in false } } }
    defer { close(file) }
    guard flock(file, LOCK_EX) == 0 else { return nil }
    return body(WisdomCache.text(of: file)) { WisdomCache.replace(contentsOf: file, by: $0) }
  }

  /// An entry of a cache that somebody else filled, in a place that may only be read.
  private func readOnlyEntry(_ name: String) -> String? {
    let file = open("\(folder)/\(name).wisdom", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return WisdomCache.text(of: file)
  }

  private func makeFolder() {
    var path = ""
    for part in folder.split(separator: "/") {
      path += "/" + part
      mkdir(path, 0o755)
    }
  }

  /// Everything in the file, or `nil` when it is empty, too long to be wisdom, or not text.
  private static func text(of file: Int32) -> String? {
    let limit = 1 << 20
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = pread(file, &bytes, limit, 0)
    guard count > 0, count < limit, !bytes[..<count].contains(0) else { return nil }
    return String(validating: bytes[..<count], as: UTF8.self)
  }

  private static func replace(contentsOf file: Int32, by text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard ftruncate(file, 0) == 0 else { return false }
    return pwrite(file, bytes, bytes.count, 0) == bytes.count
  }
}
