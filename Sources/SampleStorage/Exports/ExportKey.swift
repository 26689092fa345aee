import CSodium

/// What an export is sealed with: the bytes of a key file, or a passphrase.
public struct ExportKey: Sendable {
  private let secret: [UInt8]
  let kind: Kind

  /// Where the secret comes from; the raw value stands in the sealed file.
  enum Kind: UInt8 {
    /// Random bytes.
    case file = 0
    /// A passphrase, which is stretched.
    case passphrase = 1
  }

  /// The fewest bytes of a key file: 256 bits.
  public static let fewestKeyBytes = 32
  /// The fewest bytes of a passphrase.
  public static let fewestPassphraseBytes = 8

  /// A key from the bytes of a key file, made for example by `head -c 32 /dev/urandom`.
  public init(fileBytes: [UInt8]) throws(SealError) {
    guard fileBytes.count >= Self.fewestKeyBytes else {
      throw .weakKey(
        "a key file has at least \(Self.fewestKeyBytes) bytes; this has \(fileBytes.count)")
    }
    secret = fileBytes
    kind = .file
  }

  /// A key from a passphrase.
  public init(passphrase: String) throws(SealError) {
    guard passphrase.utf8.count >= Self.fewestPassphraseBytes else {
      throw .weakKey("a passphrase has at least \(Self.fewestPassphraseBytes) characters")
    }
    secret = Array(passphrase.utf8)
    kind = .passphrase
  }

  /// Bytes of every key that is made of the secret.
  static let keyBytes = 32

  /// What stretching a passphrase costs: Argon2id (RFC 9106) with three passes over 256 MiB, which
  /// libsodium calls moderate. Both numbers belong to version 2 of a sealed file.
  private static let stretchPasses: UInt64 = 3
  private static let stretchMemoryBytes = 256 << 20

  /// The key of one sealed file (version 2).
  ///
  /// - Parameter salt: 16 random bytes, used for this file only.
  /// - Returns: 256 bits.
  /// - Throws: ``SealError`` when a passphrase cannot be stretched, for want of memory.
  func fileKey(salt: [UInt8]) throws(SealError) -> [UInt8] {
    var key = [UInt8](repeating: 0, count: Self.keyBytes)
    let result =
      switch kind {
      case .file:
        crypto_generichash_blake2b_salt_personal(
          &key, key.count, secret, UInt64(secret.count), nil, 0, salt,
          Array("gait export file".utf8))
      case .passphrase:
        crypto_pwhash(
          &key, UInt64(key.count), secret.map { CChar(bitPattern: $0) }, UInt64(secret.count), salt,
          Self.stretchPasses, Self.stretchMemoryBytes, crypto_pwhash_alg_argon2id13())
      }
    guard result == 0 else { throw Self.noMemory }
    return key
  }

  /// scrypt's cost: 2¹⁷ blocks of 8 × 128 bytes, 128 MiB, as OWASP's Password Storage Cheat Sheet
  /// recommends (2024).
  private static let scryptRounds: UInt64 = 1 << 17
  private static let scryptBlockSize: UInt32 = 8

  /// A key for one purpose, made as the first version of sealed files made all of its keys: scrypt
  /// (RFC 7914) for a passphrase, then HKDF-SHA-256 (RFC 5869). Participants' codes are still made
  /// with it: a person's code must not change.
  ///
  /// - Parameters:
  ///   - salt: random bytes of one file, or fixed ones where the key must stay the same.
  ///   - purpose: keys of two purposes say nothing about each other.
  /// - Returns: 256 bits.
  /// - Throws: ``SealError`` when a passphrase cannot be stretched, for want of memory.
  func derived(salt: [UInt8], purpose: String) throws(SealError) -> [UInt8] {
    var master = secret
    if kind == .passphrase {
      master = Array(repeating: 0, count: Self.keyBytes)
      let result = crypto_pwhash_scryptsalsa208sha256_ll(
        secret, secret.count, salt, salt.count, Self.scryptRounds, Self.scryptBlockSize, 1,
        &master, master.count)
      guard result == 0 else { throw Self.noMemory }
    }
    // One block of HKDF's second step is all that 32 bytes take.
    let extracted = KeyedHash.sha256(master, key: salt)
    return KeyedHash.sha256(Array(purpose.utf8) + [1], key: extracted)
  }

  private static let noMemory = SealError.weakKey(
    "the passphrase cannot be stretched: there is not enough memory")
}

/// HMAC-SHA-256 (RFC 2104).
enum KeyedHash {
  /// The hash of a message under a key of any length.
  static func sha256(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    var state = crypto_auth_hmacsha256_state()
    crypto_auth_hmacsha256_init(&state, key, key.count)
    crypto_auth_hmacsha256_update(&state, message, UInt64(message.count))
    var hash = [UInt8](repeating: 0, count: crypto_auth_hmacsha256_bytes())
    crypto_auth_hmacsha256_final(&state, &hash)
    return hash
  }
}

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
        ? "the file is sealed with a passphrase, and none was given"
        : "the file is sealed with a key file, and none was given"
    case .otherKeyNeeded(let isPassphrase):
      isPassphrase
        ? "the file is sealed with a passphrase, not with a key file"
        : "the file is sealed with a key file, not with a passphrase"
    case .unknownVersion(let version):
      "the file was sealed in version \(version); this program knows up to version \(SealedChunks.version)"
    }
  }
}
