import GaitModel

/// Turns the bytes of stretches into numbers, one axis at a time.
struct ActiGraphSamples {
  /// Some samples of a stretch.
  struct Piece {
    let stretch: ActiGraphStretch
    /// Samples of the stretch before these.
    let start: Int
    let count: Int
  }

  private let pieces: [Piece]
  private let count: Int

  /// The pieces follow each other in time.
  init(_ pieces: [Piece]) {
    self.pieces = pieces
    count = pieces.reduce(0) { $0 + $1.count }
  }

  /// All samples.
  func block(hasAngularRate: Bool) -> RecordingBlock {
    RecordingBlock(
      seconds: seconds, acceleration: axes { $0.acceleration },
      angularRate: hasAngularRate ? axes { $0.angularRate } : nil)
  }

  private var seconds: [Double] {
    Array(unsafeUninitializedCapacity: count) { room, filled in
      guard var target = room.baseAddress else { return }
      for piece in pieces {
        let (first, step) = (piece.stretch.first, piece.stretch.step)
        for place in 0..<piece.count {
          target[place] = first + step * Double(piece.start + place)
        }
        target += piece.count
      }
      filled = count
    }
  }

  private func axes(_ columns: (ActiGraphFrame) -> [ActiGraphFrame.Column]) -> Axes {
    Axes(x: values(0, columns), y: values(1, columns), z: values(2, columns))
  }

  private func values(
    _ axis: Int, _ columns: (ActiGraphFrame) -> [ActiGraphFrame.Column]
  ) -> [Float] {
    Array(unsafeUninitializedCapacity: count) { room, filled in
      guard var target = room.baseAddress else { return }
      for piece in pieces {
        Self.decode(piece, columns(piece.stretch.frame)[axis], to: target)
        target += piece.count
      }
      filled = count
    }
  }

  private static func decode(
    _ piece: Piece, _ column: ActiGraphFrame.Column, to target: UnsafeMutablePointer<Float>
  ) {
    if let sample = piece.stretch.heldSample {
      decode(piece.stretch, column, from: sample, count: 1, to: target)
      let value = target.pointee
      target.update(repeating: value, count: piece.count)
    } else {
      decode(piece.stretch, column, from: piece.start, count: piece.count, to: target)
    }
  }

  private static func decode(
    _ stretch: ActiGraphStretch, _ column: ActiGraphFrame.Column, from start: Int, count: Int,
    to target: UnsafeMutablePointer<Float>
  ) {
    switch stretch.frame.packing {
    case .halfBytes:
      unpack(stretch.bytes, from: start * 9 + column.offset, count, column.unit, target)
    case .words:
      let stride = stretch.frame.halfBytesPerSample / 2
      let bytes = stretch.bytes + start * stride + column.offset
      if column.isBigEndian {
        words(bytes, stride, count, column.unit, target) { Int16(bigEndian: $0) }
      } else {
        words(bytes, stride, count, column.unit, target) { Int16(littleEndian: $0) }
      }
    }
  }

  /// Twelve bits begin on a byte or in its middle, in turns, as a sample has nine half-bytes. Two
  /// bytes are read as one number; what is not the value's is shifted out at the top, and shifting
  /// down again spreads the sign.
  @inline(__always)
  private static func unpack(
    _ bytes: UnsafeRawPointer, from halfByte: Int, _ count: Int, _ unit: Double,
    _ target: UnsafeMutablePointer<Float>
  ) {
    var place = halfByte
    for sample in 0..<count {
      let stored = bytes.loadUnaligned(fromByteOffset: place &>> 1, as: UInt16.self)
      let bits = UInt16(bigEndian: stored) &<< UInt16(truncatingIfNeeded: (place & 1) &<< 2)
      target[sample] = Float(Double(Int16(bitPattern: bits) &>> 4) * unit)
      place &+= 9
    }
  }

  @inline(__always)
  private static func words(
    _ bytes: UnsafeRawPointer, _ stride: Int, _ count: Int, _ unit: Double,
    _ target: UnsafeMutablePointer<Float>, _ native: (Int16) -> Int16
  ) {
    for sample in 0..<count {
      let stored = bytes.loadUnaligned(fromByteOffset: sample &* stride, as: Int16.self)
      target[sample] = Float(Double(native(stored)) * unit)
    }
  }
}

/// Samples that follow each other evenly, and where their bytes lie.
struct ActiGraphStretch {
  /// The bytes of the first sample.
  let bytes: UnsafeRawPointer
  let frame: ActiGraphFrame
  let count: Int
  /// When the first sample was taken, seconds from the recording's origin.
  let first: Double
  /// From one sample to the next, seconds.
  let step: Double
  /// The sample of `bytes` that is held for the whole stretch, or `nil` when all are measured.
  var heldSample: Int?
}

/// Hands out the samples of a recording as stretches, in order of time.
protocol ActiGraphStretches: AnyObject {
  /// The next stretches, or `nil` at the end; there may be none among damage. Their bytes are valid
  /// until the next call.
  func next() throws(SensorFileError) -> [ActiGraphStretch]?
  /// What was wrong so far.
  var remarks: [RecordingRemark] { get }
  /// Heart rates up to a time, seconds.
  func heartRates(until end: Double) -> [SideChannel: SideSamples]
}

/// The samples of `activity.bin`, which older devices write: no records, no times, from the start to
/// the end of the recording.
final class ActiGraphActivity: ActiGraphStretches {
  private static let bytesPerTwoSamples = 9
  /// Samples of a stretch: a multiple of two, so that each begins with a byte.
  private static let sampleCount = 4096

  private let stream: any ByteStream
  private let rateHertz: Double
  private let frame: ActiGraphFrame
  private let storage = UnsafeMutableRawBufferPointer.allocate(
    byteCount: sampleCount / 2 * bytesPerTwoSamples, alignment: 16)
  private var usedCount = 0
  private var cutByteCount = 0

  /// Reads from the first sample on; `scale` is the accelerometer's steps for one g.
  init(_ stream: any ByteStream, rateHertz: Double, scale: Double) {
    self.stream = stream
    self.rateHertz = rateHertz
    frame = .activity(scale: scale)
  }

  deinit { storage.deallocate() }

  func next() throws(SensorFileError) -> [ActiGraphStretch]? {
    var byteCount = 0
    while byteCount < storage.count {
      let more = try stream.read(
        into: UnsafeMutableRawBufferPointer(rebasing: storage[byteCount...]))
      if more == 0 { break }
      byteCount += more
    }
    let count = frame.sampleCount(payloadByteCount: byteCount)
    // The last half-byte of an odd number of samples is no sample.
    if byteCount > 0 { cutByteCount = byteCount - (count * Self.bytesPerTwoSamples + 1) / 2 }
    guard count > 0, let base = storage.baseAddress else { return nil }
    defer { usedCount += count }
    return [
      ActiGraphStretch(
        bytes: UnsafeRawPointer(base), frame: frame, count: count,
        first: Double(usedCount) / rateHertz, step: 1 / rateHertz)
    ]
  }

  var remarks: [RecordingRemark] {
    var messages = stream.damage.map { [$0] } ?? []
    if cutByteCount > 0 {
      messages.append("\(ActiGraphGT3X.activityName) ends inside a sample")
    }
    return messages.map { RecordingRemark(kind: .truncated, sampleCount: 0, message: $0) }
  }

  func heartRates(until end: Double) -> [SideChannel: SideSamples] { [:] }
}
