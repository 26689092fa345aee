import CXXHash
import Foundation

/// A digest of everything that is read with a recording: of its bytes and those of the files beside it.
///
/// XXH3 of 128 bits (Y. Collet, xxHash 0.8): as fast as the files can be read, so that a study that has not
/// changed is looked through in a moment. It tells files apart that chance or people changed; it is no protection
/// against someone who wants two files to look alike. The stamps of a file are not asked: they can be set, and
/// a copy from elsewhere keeps old ones.
public struct FileDigest: Hashable, Sendable {
  /// The digest, 32 hexadecimal digits.
  public let text: String

  /// Reads files to their ends.
  ///
  /// - Parameter paths: the files; their order counts and their names do not.
  /// - Throws: ``UnreadableFile`` when one cannot be read.
  public init(of paths: [String]) throws(UnreadableFile) {
    guard let state = XXH3_createState() else {
      throw UnreadableFile(path: paths.first ?? "", reason: "there is no memory to read it")
    }
    defer { XXH3_freeState(state) }
    _ = XXH3_128bits_reset(state)
    for path in paths {
      var length = try Self.add(path, to: state)
      // Bytes that move from one file to the next make another whole.
      _ = XXH3_128bits_update(state, &length, MemoryLayout<UInt64>.size)
    }
    let digest = XXH3_128bits_digest(state)
    text = Self.digits(digest.high64) + Self.digits(digest.low64)
  }

  /// Bytes that are read at once.
  private static let pieceByteCount = 1 << 18

  private static func add(_ path: String, to state: OpaquePointer) throws(UnreadableFile) -> UInt64
  {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw UnreadableFile(path: path, number: errno) }
    defer { close(descriptor) }
    posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
    return try withUnsafeTemporaryAllocation(byteCount: pieceByteCount, alignment: 64) {
      piece throws(UnreadableFile) in
      var length: UInt64 = 0
      while true {
        let count = read(descriptor, piece.baseAddress, piece.count)
        if count == 0 { return length }
        if count > 0 {
          _ = XXH3_128bits_update(state, piece.baseAddress, count)
          length += UInt64(count)
        } else if errno != EINTR {
          throw UnreadableFile(path: path, number: errno)
        }
      }
    }
  }

  private static func digits(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

/// A file of a recording cannot be read.
public struct UnreadableFile: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file.
  public var path: String
  /// Why not, in the system's words.
  public var reason: String

  init(path: String, reason: String) { (self.path, self.reason) = (path, reason) }

  init(path: String, number: Int32) {
    self.init(path: path, reason: String(cString: strerror(number)))
  }

  /// File and reason.
  public var description: String { "\(path): cannot be read: \(reason)" }
}
