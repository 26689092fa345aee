import CSodium

/// A sealed file: a header, then chunks of ciphertext, each with its authentication code.
///
/// ```
/// "GAITSEAL" version kind-of-key salt(16) stream(24) | length(4) ciphertext code(17) | length(4) …
/// ```
///
/// Version 2 is libsodium's secret stream (XChaCha20-Poly1305) under a key of this file alone: chunks
/// cannot be changed, exchanged, dropped or cut off unseen. The header is authenticated with every
/// chunk. `length` counts the bytes of text. Version 1, which is read and no longer written, is
/// ``NumberedChunks``.
enum SealedChunks {
  /// What a sealed file begins with.
  static let magic = Array("GAITSEAL".utf8)
  /// The version that is written.
  static let version: UInt8 = 2
  /// Random bytes of a file.
  static let saltBytes = 16
  /// Bytes of the header that both versions have.
  static let headerBytes = magic.count + 2 + saltBytes
  /// Bytes of text in a chunk: large enough that codes cost nothing, small enough for memory.
  static let chunkBytes = 64 << 10

  /// Whether the library can be used; it looks once at what the processor can do.
  static let isReady = sodium_init() >= 0
}

/// Seals bytes as they come.
struct ChunkSealer {
  /// What the file begins with.
  let opening: [UInt8]
  private let header: [UInt8]
  private var stream = crypto_secretstream_xchacha20poly1305_state()
  private var pending: [UInt8] = []

  /// Makes a sealer with random bytes of its own.
  init(_ key: ExportKey) throws(SealError) {
    precondition(SealedChunks.isReady, "libsodium cannot be used on this machine")
    var salt = [UInt8](repeating: 0, count: SealedChunks.saltBytes)
    randombytes_buf(&salt, salt.count)
    header = SealedChunks.magic + [SealedChunks.version, key.kind.rawValue] + salt
    var start = [UInt8](repeating: 0, count: crypto_secretstream_xchacha20poly1305_headerbytes())
    crypto_secretstream_xchacha20poly1305_init_push(&stream, &start, try key.fileKey(salt: salt))
    opening = header + start
  }

  /// Takes bytes in and gives what can be written already.
  mutating func seal(_ bytes: [UInt8]) -> [UInt8] {
    pending += bytes
    var sealed: [UInt8] = []
    var taken = 0
    // One chunk stays behind: whether it is the last one is known at the end.
    while pending.count - taken > SealedChunks.chunkBytes {
      sealed += chunk(pending[taken..<taken + SealedChunks.chunkBytes], isLast: false)
      taken += SealedChunks.chunkBytes
    }
    pending.removeFirst(taken)
    return sealed
  }

  /// The last chunk, which may be empty.
  mutating func finish() -> [UInt8] { chunk(pending[...], isLast: true) }

  private mutating func chunk(_ text: ArraySlice<UInt8>, isLast: Bool) -> [UInt8] {
    let codeBytes = crypto_secretstream_xchacha20poly1305_abytes()
    var sealed = [UInt8](repeating: 0, count: text.count + codeBytes)
    crypto_secretstream_xchacha20poly1305_push(
      &stream, &sealed, nil, Array(text), UInt64(text.count), header, UInt64(header.count),
      isLast
        ? crypto_secretstream_xchacha20poly1305_tag_final()
        : crypto_secretstream_xchacha20poly1305_tag_message())
    return withUnsafeBytes(of: UInt32(text.count).bigEndian) { Array($0) } + sealed
  }
}

/// Opens chunks as they come, of either version.
struct ChunkOpener {
  private let header: [UInt8]
  private var cipher: Cipher
  private var number = 0
  private var isDone = false

  private enum Cipher {
    case stream(crypto_secretstream_xchacha20poly1305_state)
    case numbered(NumberedChunks)

    var codeBytes: Int {
      switch self {
      case .stream: crypto_secretstream_xchacha20poly1305_abytes()
      case .numbered: NumberedChunks.codeBytes
      }
    }
  }

  /// Reads the rest of the header; throws when the key is of another kind.
  init(
    _ key: ExportKey?, header: [UInt8], read: (Int) throws -> [UInt8]
  ) throws {
    precondition(SealedChunks.isReady, "libsodium cannot be used on this machine")
    let isPassphrase = header[SealedChunks.magic.count + 1] == ExportKey.Kind.passphrase.rawValue
    let version = header[SealedChunks.magic.count]
    guard (1...SealedChunks.version).contains(version) else {
      throw SealError.unknownVersion(Int(version))
    }
    guard let key else { throw SealError.keyNeeded(isPassphrase: isPassphrase) }
    guard (key.kind == .passphrase) == isPassphrase else {
      throw SealError.otherKeyNeeded(isPassphrase: isPassphrase)
    }
    self.header = header
    let salt = Array(header.suffix(SealedChunks.saltBytes))
    guard version > 1 else {
      cipher = .numbered(NumberedChunks(key: try key.derived(salt: salt, purpose: "export chunks")))
      return
    }
    let start = try read(crypto_secretstream_xchacha20poly1305_headerbytes())
    guard start.count == crypto_secretstream_xchacha20poly1305_headerbytes() else {
      throw SealError.cutOff
    }
    var stream = crypto_secretstream_xchacha20poly1305_state()
    crypto_secretstream_xchacha20poly1305_init_pull(&stream, start, try key.fileKey(salt: salt))
    cipher = .stream(stream)
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
    guard count <= SealedChunks.chunkBytes else { throw SealError.notOpened(chunk: number) }
    let sealed = try read(count + cipher.codeBytes)
    guard sealed.count == count + cipher.codeBytes else { throw SealError.cutOff }
    guard let (text, isLast) = opened(sealed, count) else {
      throw SealError.notOpened(chunk: number)
    }
    number += 1
    isDone = isLast
    return text
  }

  private mutating func opened(_ sealed: [UInt8], _ count: Int) -> (text: [UInt8], isLast: Bool)? {
    switch cipher {
    case .numbered(let chunks): return chunks.opened(sealed, number: number, header: header)
    case .stream(var stream):
      var text = [UInt8](repeating: 0, count: count)
      var tag: UInt8 = 0
      let result = crypto_secretstream_xchacha20poly1305_pull(
        &stream, &text, nil, &tag, sealed, UInt64(sealed.count), header, UInt64(header.count))
      cipher = .stream(stream)
      return result == 0 ? (text, tag == crypto_secretstream_xchacha20poly1305_tag_final()) : nil
    }
  }
}

/// The chunks of a sealed file of version 1, which is still read: ChaCha20-Poly1305 (RFC 8439), with
/// a nonce of the chunk's number and whether it is the last one, as in the STREAM construction
/// (Hoang, Reyhanitabar, Rogaway and Vizár 2015).
struct NumberedChunks {
  /// The key of the file.
  let key: [UInt8]

  /// Bytes of an authentication code.
  static let codeBytes = crypto_aead_chacha20poly1305_ietf_abytes()

  /// The text of a chunk, or `nil` where it was changed or the key is another one. Only the last
  /// chunk opens as the last one, only others as others.
  func opened(
    _ sealed: [UInt8], number: Int, header: [UInt8]
  ) -> (text: [UInt8], isLast: Bool)? {
    var text = [UInt8](repeating: 0, count: sealed.count - Self.codeBytes)
    let place = withUnsafeBytes(of: UInt64(number).bigEndian) { Array($0) }
    for isLast in [false, true] {
      let result = crypto_aead_chacha20poly1305_ietf_decrypt(
        &text, nil, nil, sealed, UInt64(sealed.count), header, UInt64(header.count),
        [0, 0, 0] + place + [isLast ? 1 : 0], key)
      if result == 0 { return (text, isLast) }
    }
    return nil
  }
}
