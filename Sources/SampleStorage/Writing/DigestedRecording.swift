import CSodium
import Foundation
import GaitModel

/// A recording that is read as before, and whose samples are digested on the way: what tells it from
/// others, whatever its file is called and however its blocks are cut.
///
/// The digest is SHA-256 (FIPS 180-4) over the stamps and the three axes of acceleration, each for
/// itself, then over the four digests.
public struct DigestedRecording: RecordingSource {
  private var source: any RecordingSource
  private var stamps = ContentDigest()
  private var axes = [ContentDigest(), ContentDigest(), ContentDigest()]

  /// Reads on from a recording that was not read yet.
  public init(_ source: any RecordingSource) { self.source = source }

  /// What is known before the samples are read.
  public var facts: RecordingFacts { source.facts }
  /// What was wrong with the bytes read so far.
  public var remarks: [RecordingRemark] { source.remarks }

  /// The next stretch, or `nil` at the end. Throws when nothing more can be read.
  public mutating func nextBlock() throws -> RecordingBlock? {
    guard let block = try source.nextBlock() else { return nil }
    stamps.add(block.seconds)
    axes[0].add(block.acceleration.x)
    axes[1].add(block.acceleration.y)
    axes[2].add(block.acceleration.z)
    return block
  }

  /// The digest of all samples handed out so far, in hexadecimal digits.
  public var content: String {
    var whole = ContentDigest()
    for part in [stamps] + axes { whole.add(part.bytes) }
    return whole.bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}

/// A digest of numbers as they come.
private struct ContentDigest {
  private var state = crypto_hash_sha256_state()

  init() { crypto_hash_sha256_init(&state) }

  mutating func add<Number>(_ numbers: [Number]) {
    numbers.withUnsafeBytes { bytes in
      _ = crypto_hash_sha256_update(
        &state, bytes.bindMemory(to: UInt8.self).baseAddress, UInt64(bytes.count))
    }
  }

  /// The digest so far; more can be added afterward.
  var bytes: [UInt8] {
    var state = state
    var digest = [UInt8](repeating: 0, count: crypto_hash_sha256_bytes())
    crypto_hash_sha256_final(&state, &digest)
    return digest
  }
}
