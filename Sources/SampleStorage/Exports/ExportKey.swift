import Crypto
import CryptoExtras
import Foundation

/// What an export is sealed with: the bytes of a key file, or a passphrase.
public struct ExportKey: Sendable {
  private let secret: [UInt8]
  let kind: Kind

  /// Where the secret comes from; the raw value stands in the sealed file.
  enum Kind: UInt8 {
    /// Random bytes, used as they are.
    case file = 0
    /// A passphrase, stretched by scrypt (RFC 7914).
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

  /// scrypt's cost: 2¹⁷ blocks of 8 × 128 bytes, 128 MiB, as OWASP's Password Storage Cheat Sheet
  /// recommends (2024).
  static let stretchRounds = 1 << 17
  private static let stretchBlockSize = 8

  /// A key for one purpose.
  ///
  /// - Parameters:
  ///   - salt: random bytes of one file, or fixed ones where the key must stay the same.
  ///   - purpose: keys of two purposes say nothing about each other.
  /// - Returns: 256 bits.
  /// - Throws: ``SealError`` when a passphrase cannot be stretched, for want of memory.
  func derived(salt: [UInt8], purpose: String) throws(SealError) -> SymmetricKey {
    var master = SymmetricKey(data: secret)
    if kind == .passphrase {
      do {
        master = try KDF.Scrypt.deriveKey(
          from: secret, salt: salt, outputByteCount: 32, rounds: Self.stretchRounds,
          blockSize: Self.stretchBlockSize, parallelism: 1)
      } catch { throw .weakKey("the passphrase cannot be stretched: \(error)") }
    }
    return HKDF<SHA256>.deriveKey(
      inputKeyMaterial: master, salt: salt, info: Array(purpose.utf8), outputByteCount: 32)
  }
}
