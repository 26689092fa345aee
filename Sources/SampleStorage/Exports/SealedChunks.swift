import Crypto
import Foundation

/// A sealed file: a header, then chunks of ciphertext, each with its authentication code.
///
/// ```
/// "GAITSEAL" version kind-of-key salt(16)  | length(4) ciphertext code(16) | length(4) …
/// ```
///
/// Each chunk is sealed by ChaCha20-Poly1305 (RFC 8439) under a key of this file alone. Its nonce is
/// its number and whether it is the last one, as in the STREAM construction (Hoang, Reyhanitabar,
/// Rogaway and Vizár 2015): chunks cannot be changed, exchanged, dropped or cut off unseen. The
/// header is authenticated with every chunk.
enum SealedChunks {
  /// What a sealed file begins with.
  static let magic = Array("GAITSEAL".utf8)
  /// The version of the form.
  static let version: UInt8 = 1
  /// Random bytes of a file.
  static let saltBytes = 16
  /// Bytes of the header.
  static let headerBytes = magic.count + 2 + saltBytes
  /// Bytes of text in a chunk: large enough that codes cost nothing, small enough for memory.
  static let chunkBytes = 64 << 10
  /// Bytes of an authentication code.
  static let codeBytes = 16

  /// The header of a file.
  static func header(_ kind: ExportKey.Kind, salt: [UInt8]) -> [UInt8] {
    magic + [version, kind.rawValue] + salt
  }

  /// The nonce of a chunk; no two chunks of a file share one, and no two files share a key.
  static func nonce(_ number: UInt64, isLast: Bool) throws -> ChaChaPoly.Nonce {
    let bytes = withUnsafeBytes(of: number.bigEndian) { Array($0) }
    return try ChaChaPoly.Nonce(data: [0, 0, 0] + bytes + [isLast ? 1 : 0])
  }
}

/// Seals bytes as they come.
struct ChunkSealer {
  private let key: SymmetricKey
  private let header: [UInt8]
  private var pending: [UInt8] = []
  private var number: UInt64 = 0

  /// Makes a sealer; the salt is random and used once.
  init(_ key: ExportKey, salt: [UInt8]) throws {
    precondition(salt.count == SealedChunks.saltBytes, "a salt of \(SealedChunks.saltBytes) bytes")
    self.key = try key.derived(salt: salt, purpose: "export chunks")
    header = SealedChunks.header(key.kind, salt: salt)
  }

  /// What the file begins with.
  var opening: [UInt8] { header }

  /// Takes bytes in and gives what can be written already.
  mutating func seal(_ bytes: [UInt8]) throws -> [UInt8] {
    pending += bytes
    var sealed: [UInt8] = []
    // One chunk stays behind: whether it is the last one is known at the end.
    while pending.count > SealedChunks.chunkBytes {
      sealed += try chunk(Array(pending.prefix(SealedChunks.chunkBytes)), isLast: false)
      pending.removeFirst(SealedChunks.chunkBytes)
    }
    return sealed
  }

  /// The last chunk, which may be empty.
  mutating func finish() throws -> [UInt8] { try chunk(pending, isLast: true) }

  private mutating func chunk(_ text: [UInt8], isLast: Bool) throws -> [UInt8] {
    let box = try ChaChaPoly.seal(
      text, using: key, nonce: try SealedChunks.nonce(number, isLast: isLast),
      authenticating: header)
    number += 1
    let length = withUnsafeBytes(of: UInt32(text.count).bigEndian) { Array($0) }
    return length + box.ciphertext + box.tag
  }
}

/// Opens chunks as they come.
struct ChunkOpener {
  private let key: SymmetricKey
  private let header: [UInt8]
  private var number: UInt64 = 0
  private var isDone = false

  /// Reads the header; throws when the key is of another kind.
  init(_ key: ExportKey?, header: [UInt8]) throws {
    let isPassphrase = header[SealedChunks.magic.count + 1] == ExportKey.Kind.passphrase.rawValue
    let version = header[SealedChunks.magic.count]
    guard version == SealedChunks.version else { throw SealError.unknownVersion(Int(version)) }
    guard let key else { throw SealError.keyNeeded(isPassphrase: isPassphrase) }
    guard (key.kind == .passphrase) == isPassphrase else {
      throw SealError.otherKeyNeeded(isPassphrase: isPassphrase)
    }
    self.header = header
    self.key = try key.derived(
      salt: Array(header.suffix(SealedChunks.saltBytes)), purpose: "export chunks")
  }

  /// The text of the next chunk, or `nil` after the last one.
  mutating func next(_ read: (Int) throws -> [UInt8]) throws -> [UInt8]? {
    let length = try read(4)
    if isDone {
      guard length.isEmpty else { throw SealError.afterEnd }
      return nil
    }
    guard length.count == 4 else { throw SealError.cutOff }
    let count = length.reduce(0) { $0 << 8 | Int($1) }
    guard count <= SealedChunks.chunkBytes else { throw SealError.notOpened(chunk: Int(number)) }
    let sealed = try read(count + SealedChunks.codeBytes)
    guard sealed.count == count + SealedChunks.codeBytes else { throw SealError.cutOff }
    let text = try open(sealed)
    number += 1
    return text
  }

  /// Only the last chunk opens as the last one, only others as others.
  private mutating func open(_ sealed: [UInt8]) throws -> [UInt8] {
    for isLast in [false, true] {
      let box = try ChaChaPoly.SealedBox(
        nonce: try SealedChunks.nonce(number, isLast: isLast),
        ciphertext: sealed.dropLast(SealedChunks.codeBytes),
        tag: sealed.suffix(SealedChunks.codeBytes))
      if let text = try? ChaChaPoly.open(box, using: key, authenticating: header) {
        isDone = isLast
        return Array(text)
      }
    }
    throw SealError.notOpened(chunk: Int(number))
  }
}
