import CXXHash
import Foundation

/// Digests by which files with truth are known again, whatever they are called.
///
/// XXH3 of 64 bits (Y. Collet, xxHash 0.8). It tells files apart that chance or people changed; it is no protection
/// against someone who wants two files to look alike.
public enum ContentDigest {
  /// The digest of bytes, 16 hexadecimal digits.
  public static func text(of bytes: Data) -> String {
    let digest = bytes.withUnsafeBytes { XXH3_64bits($0.baseAddress, $0.count) }
    let digits = String(digest, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// The digest of a set of digests, whatever their order.
  public static func text(of digests: some Sequence<String>) -> String {
    text(of: Data(digests.sorted().joined(separator: "\n").utf8))
  }
}
