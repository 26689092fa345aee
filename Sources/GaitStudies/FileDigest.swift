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
    guard let digest = ByteDigest() else {
      throw UnreadableFile(path: paths.first ?? "", reason: "there is no memory to read it")
    }
    for path in paths {
      try Self.add(path, to: digest)
      // Bytes that move from one file to the next make another whole.
      digest.endFile()
    }
    text = digest.text
  }

  /// Bytes that are read at once.
  private static let pieceByteCount = 1 << 18

  private static func add(_ path: String, to digest: ByteDigest) throws(UnreadableFile) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw UnreadableFile(path: path, number: errno) }
    defer { close(descriptor) }
    posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
    try withUnsafeTemporaryAllocation(byteCount: pieceByteCount, alignment: 64) {
      piece throws(UnreadableFile) in
      while true {
        let count = read(descriptor, piece.baseAddress, piece.count)
        if count == 0 { return }
        if count > 0 {
          digest.add(UnsafeRawBufferPointer(rebasing: piece[..<count]))
        } else if errno != EINTR {
          throw UnreadableFile(path: path, number: errno)
        }
      }
    }
  }
}

/// The digest of files whose bytes come piece by piece, as ``FileDigest`` gives it of files that are there.
public final class ByteDigest {
  private let state: OpaquePointer
  private var length: UInt64 = 0

  /// The digest of nothing; `nil` where there is no memory.
  public init?() {
    guard let state = XXH3_createState() else { return nil }
    _ = XXH3_128bits_reset(state)
    self.state = state
  }

  deinit { XXH3_freeState(state) }

  /// Adds bytes of a file.
  public func add(_ bytes: UnsafeRawBufferPointer) {
    _ = XXH3_128bits_update(state, bytes.baseAddress, bytes.count)
    length += UInt64(bytes.count)
  }

  /// The file ends; what is added now is of the next one.
  public func endFile() {
    _ = XXH3_128bits_update(state, &length, MemoryLayout<UInt64>.size)
    length = 0
  }

  /// The digest of all files that have ended, 32 hexadecimal digits.
  public var text: String {
    let digest = XXH3_128bits_digest(state)
    return Self.digits(digest.high64) + Self.digits(digest.low64)
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
