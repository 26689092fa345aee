import CISAL
import GaitModel

/// A recording with a checksum of what it has handed out so far: the CRC-32 of RFC 1952, section 8, over the
/// acceleration. It tells two recordings of a name apart at the cost of a glance; whoever keeps samples by their content
/// digests them.
package struct ChecksummedRecording: RecordingSource {
  /// The recording itself.
  package private(set) var source: any RecordingSource
  // Each axis of its own, so that the blocks' lengths change nothing.
  private var axes: (x: UInt32, y: UInt32, z: UInt32) = (0, 0, 0)

  /// Reads on from a recording that was not read yet.
  package init(_ source: any RecordingSource) { self.source = source }

  /// What is known before the samples are read.
  package var facts: RecordingFacts { source.facts }
  /// What was wrong with the bytes read so far.
  package var remarks: [RecordingRemark] { source.remarks }

  /// The next stretch, or `nil` at the end. Throws when nothing more can be read.
  package mutating func nextBlock() throws -> RecordingBlock? {
    guard let block = try source.nextBlock() else { return nil }
    axes.x = Self.sum(block.acceleration.x, after: axes.x)
    axes.y = Self.sum(block.acceleration.y, after: axes.y)
    axes.z = Self.sum(block.acceleration.z, after: axes.z)
    return block
  }

  /// The checksum of all samples handed out so far, eight hexadecimal digits.
  package var checksum: String {
    let sum = Self.sum([axes.x, axes.y, axes.z], after: 0)
    let digits = String(sum, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  private static func sum<Number>(_ numbers: [Number], after sum: UInt32) -> UInt32 {
    numbers.withUnsafeBytes {
      crc32_gzip_refl(sum, $0.bindMemory(to: UInt8.self).baseAddress, UInt64($0.count))
    }
  }
}
