/// Why an export cannot be sealed or opened.
public enum SealError: Error, Hashable, CustomStringConvertible {
  /// The key is too short to protect anything.
  case weakKey(String)
  /// The key is another one, or bytes were changed.
  case notOpened(chunk: Int)
  /// The file ends before its last chunk.
  case cutOff
  /// Something follows the last chunk.
  case afterEnd
  /// The file is sealed, and no key was given.
  case keyNeeded(isPassphrase: Bool)
  /// The file is sealed with a passphrase and a key file was given, or the other way round.
  case otherKeyNeeded(isPassphrase: Bool)
  /// The file was sealed by a later version.
  case unknownVersion(Int)

  /// What came and what to do.
  public var description: String {
    switch self {
    case .weakKey(let message): message
    case .notOpened(let chunk):
      "the seal of part \(chunk + 1) is broken: the key is another one, or the file was changed"
    case .cutOff: "the sealed file is cut off; what was read of it was not kept"
    case .afterEnd: "something was added after the end of the sealed file"
    case .keyNeeded(let isPassphrase):
      isPassphrase
        ? "the file is sealed with a passphrase; give it with --passphrase-file"
        : "the file is sealed with a key file; give it with --key"
    case .otherKeyNeeded(let isPassphrase):
      isPassphrase
        ? "the file is sealed with a passphrase, not with a key file; use --passphrase-file"
        : "the file is sealed with a key file, not with a passphrase; use --key"
    case .unknownVersion(let version):
      "the file was sealed in version \(version); this program knows up to version \(SealedChunks.version)"
    }
  }
}
