import Foundation

/// Where the program keeps what it needs until it ends.
enum TemporaryFolder {
  /// The folder that TMPDIR names; else `/var/tmp`, which lies on a disk where `/tmp` may be memory.
  static var path: String {
    if let named = ProcessInfo.processInfo.environment["TMPDIR"], !named.isEmpty { return named }
    return access("/var/tmp", W_OK) == 0 ? "/var/tmp" : NSTemporaryDirectory()
  }
}
