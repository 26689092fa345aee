import GaitModel

/// How the samples lie in the payload of a record.
struct ActiGraphFrame: Hashable {
  enum Packing: Hashable {
    /// Twelve bits a value, the higher ones first, nine half-bytes a sample.
    case halfBytes
    /// Sixteen bits a value.
    case words
  }

  /// One axis.
  struct Column: Hashable {
    /// Where the sample's value begins: half-bytes or bytes from the start of the sample.
    var offset: Int
    /// m/s² or rad/s for one step.
    var unit: Double
    var isBigEndian = false
  }

  let packing: Packing
  /// Bytes of the payload before the first sample.
  let leadByteCount: Int
  /// Bytes of a sample, twice as many half-bytes.
  let halfBytesPerSample: Int
  let acceleration: [Column]
  /// No columns without a gyroscope.
  let angularRate: [Column]
  /// The first two bytes of the payload, where the record names its schema.
  let schemaIdentifier: UInt16?

  /// ACTIVITY: y, x, z of twelve bits.
  static func activity(scale: Double) -> ActiGraphFrame {
    packed(offsets: [3, 0, 6], scale: scale)
  }

  /// ACTIVITY3: x, y, z of twelve bits.
  static func activity3(scale: Double) -> ActiGraphFrame {
    packed(offsets: [0, 3, 6], scale: scale)
  }

  /// ACTIVITY2: x, y, z of sixteen bits.
  static func activity2(scale: Double) -> ActiGraphFrame {
    ActiGraphFrame(
      packing: .words, leadByteCount: 0, halfBytesPerSample: 12,
      acceleration: [0, 2, 4].map { Column(offset: $0, unit: standardGravity / scale) },
      angularRate: [], schemaIdentifier: nil)
  }

  private static func packed(offsets: [Int], scale: Double) -> ActiGraphFrame {
    ActiGraphFrame(
      packing: .halfBytes, leadByteCount: 0, halfBytesPerSample: 9,
      acceleration: offsets.map { Column(offset: $0, unit: standardGravity / scale) },
      angularRate: [], schemaIdentifier: nil)
  }

  /// Whole samples in a payload.
  func sampleCount(payloadByteCount: Int) -> Int {
    max(payloadByteCount - leadByteCount, 0) * 2 / halfBytesPerSample
  }
}
