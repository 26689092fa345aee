import CSodium

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
