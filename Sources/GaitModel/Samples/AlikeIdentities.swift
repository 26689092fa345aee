import Foundation

/// Identities among which those are found that a sample would have with another distinction: of samples that are alike in
/// kind, person, source, start and end.
///
/// An identity is the hash of these keys and, last, of the distinction. Each byte takes the hash `h` to `(h ^ byte) · p`
/// (FNV-1a), and `h ^ byte` is at most 255 away from `h`. So four bytes take it to `h·p⁴` and at most
/// 255·(p⁴ + p³ + p² + p) beside that, and the other four of a distinction below 2³² are 0 and can be undone. Of the
/// lowest 62 bits, which an identity keeps, `p` is 315: identities of samples that are alike lie within 2⁴² of one
/// number of 2⁶², and of those few that do the bytes are found.
package struct AlikeIdentities: Sendable {
  private struct Entry {
    /// The lowest 62 bits of the hash before the four last bytes.
    var place: UInt64
    var identity: UUID
  }

  private let entries: [Entry]

  /// Takes identities of samples; those of recordings with a content are not found.
  package init(_ identities: some Sequence<UUID>) {
    entries = identities.map { identity in
      let hash = withUnsafeBytes(of: identity.uuid) { bytes in
        UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      }
      return Entry(place: hash &* Self.undoing & Self.mask, identity: identity)
    }.sorted { $0.place < $1.place }
  }

  /// The identities that a sample has with one distinction or another, its own among them.
  package func identities(of sample: Sample) -> [UUID] {
    guard !entries.isEmpty, sample.source.recording?.content == nil else { return [] }
    let hash = sample.hashBeforeDistinction
    let first = (hash.low &* Self.power(4) &- Self.reach) & Self.mask
    var found: [UUID] = []
    let begin = index(of: first)
    for index in begin..<begin + entries.count {
      // After the greatest number comes 0.
      let entry = entries[index % entries.count]
      let beside = (entry.place &- first) & Self.mask
      guard beside <= 2 * Self.reach else { break }
      if hash.leads(to: entry.identity, by: Int64(beside) - Int64(Self.reach), bytes: 4) {
        found.append(entry.identity)
      }
    }
    return found
  }

  /// Where the first entry stands that is at a place or after it.
  private func index(of place: UInt64) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].place < place { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static let mask: UInt64 = (1 << 62) - 1
  /// 315 to a power, at most the fourth.
  fileprivate static func power(_ exponent: Int) -> UInt64 {
    (0..<exponent).reduce(1) { power, _ in power * 315 }
  }
  /// So far four bytes lead at most.
  private static let reach: UInt64 = (1...4).reduce(0) { $0 + 255 * power($1) }
  /// What undoes four bytes of 0: 315⁴ times this is 1 modulo 2⁶⁴, by Newton's steps, each of which doubles the bits that are right.
  private static let undoing: UInt64 = (0..<6).reduce(power(4)) { inverse, _ in
    inverse &* (2 &- power(4) &* inverse)
  }
}

extension ContentHash {
  /// Whether so many bytes and four of 0 take the hash to an identity, where the former lead so far beside those of 0.
  fileprivate func leads(to identity: UUID, by difference: Int64, bytes: Int) -> Bool {
    guard bytes > 0 else {
      return difference == 0 && adding(bytes: [0, 0, 0, 0]).identifier == identity
    }
    let power = Int64(AlikeIdentities.power(bytes))
    let byte = Int64(low & 0xff)
    // The bytes that follow lead less far than this one by one step.
    let step = difference >= 0 ? difference / power : -((power - 1 - difference) / power)
    return [step, step + 1].contains { step in
      guard let other = UInt8(exactly: byte + step) else { return false }
      return adding(bytes: [other ^ UInt8(byte)])
        .leads(to: identity, by: difference - step * power, bytes: bytes - 1)
    }
  }
}
