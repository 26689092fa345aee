import CSodium
import Foundation

/// The digest by which a page's policy knows the scripts that may run: whatever else got into the
/// page does not.
enum ScriptDigest {
  /// SHA-256 in base 64.
  static func base64(_ script: String) -> String {
    Data(sha256(Array(script.utf8))).base64EncodedString()
  }

  /// SHA-256.
  static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
    return digest
  }
}

/// Names that say nothing of who it is.
package enum CodeName {
  /// The code of a name: the same on every page and every machine, and not to be turned back. Who
  /// has a list of
  /// names can still find out which is whose.
  package static func of(_ name: String) -> String {
    "P-"
      + ScriptDigest.sha256(Array("gait report ".utf8) + Array(name.utf8)).prefix(4)
      .map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}
