import Foundation

extension Sample {
  /// Who the sample is: the same kind, person, source, recording, start and end give the same
  /// identity on every machine, so that saving twice changes nothing and a new value replaces the
  /// old one.
  ///
  /// A UUID of version 8 (RFC 9562, section 5.8: made by a rule of our own), from the 128-bit FNV-1a
  /// hash (RFC 9923) of these keys.
  public var id: UUID {
    var hash = ContentHash()
    hash.add(kind.name)
    hash.add(participant)
    hash.add(source.name)
    hash.add(source.recording?.name ?? "")
    hash.add(source.recording?.start.millisecondsSince1970 ?? 0)
    hash.add(start.millisecondsSince1970)
    hash.add(end.millisecondsSince1970)
    hash.add(Int64(distinction))
    // Two recordings may share name and start. Samples from before contents were known keep their
    // identity.
    if let content = source.recording?.content { hash.add(content) }
    return hash.identifier
  }
}

/// The 128-bit FNV-1a hash of a few keys.
package struct ContentHash {
  private var state: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
  private static let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013b

  /// Makes the hash of nothing.
  package init() {}

  /// Adds a word. A byte that UTF-8 never holds ends it, so that no two lists of words are alike.
  package mutating func add(_ word: String) {
    for byte in word.utf8 { fold(byte) }
    fold(0xff)
  }

  /// Adds a number.
  package mutating func add(_ number: Int64) {
    withUnsafeBytes(of: number.littleEndian) { bytes in
      for byte in bytes { fold(byte) }
    }
  }

  private mutating func fold(_ byte: UInt8) { state = (state ^ UInt128(byte)) &* Self.prime }

  /// The hash as a UUID of version 8.
  package var identifier: UUID {
    let versioned = state & ~(0xf << 76) | (0x8 << 76)
    let bits = versioned & ~(0x3 << 62) | (0x2 << 62)
    return withUnsafeBytes(of: bits.bigEndian) { UUID(uuid: $0.load(as: uuid_t.self)) }
  }
}
