import GaitModel

/// Turns the bytes of blocks into numbers, one axis at a time.
struct AxivitySamples {
  /// Some samples of a block: where they begin, how many, when, in which units.
  struct Piece {
    var bytes: UnsafeRawPointer
    var packing: AxivityBlock.Packing
    /// Samples of the block before these.
    var start: Int
    var count: Int
    /// The time of the block's first sample, and from one sample to the next, seconds.
    var first: Double
    var step: Double
    var accelerationUnit: Double
    var angularRateUnit: Double
  }

  private let pieces: [Piece]
  private let count: Int

  /// The pieces follow each other in time.
  init(_ pieces: [Piece]) {
    self.pieces = pieces
    count = pieces.reduce(0) { $0 + $1.count }
  }

  /// All samples; `origin` is the time of the recording's first sample.
  func block(origin: Double, hasAngularRate: Bool) -> RecordingBlock {
    RecordingBlock(
      seconds: seconds(origin: origin), acceleration: axes { Self.acceleration($0, $1, $2) },
      angularRate: hasAngularRate ? axes { Self.angularRate($0, $1, $2) } : nil)
  }

  private func seconds(origin: Double) -> [Double] {
    Array(unsafeUninitializedCapacity: count) { room, filled in
      guard var target = room.baseAddress else { return }
      for piece in pieces {
        let first = piece.first - origin
        for place in 0..<piece.count {
          target[place] = first + piece.step * Double(piece.start + place)
        }
        target += piece.count
      }
      filled = count
    }
  }

  private typealias Decoder = (Piece, Int, UnsafeMutablePointer<Float>) -> Void

  private func axes(_ decode: Decoder) -> Axes {
    Axes(x: column(0, decode), y: column(1, decode), z: column(2, decode))
  }

  private func column(_ axis: Int, _ decode: Decoder) -> [Float] {
    Array(unsafeUninitializedCapacity: count) { room, filled in
      guard var target = room.baseAddress else { return }
      for piece in pieces {
        decode(piece, axis, target)
        target += piece.count
      }
      filled = count
    }
  }

  private static func acceleration(
    _ piece: Piece, _ axis: Int, _ target: UnsafeMutablePointer<Float>
  ) {
    switch piece.packing {
    case .packed: unpack(piece, shift: UInt32(22 - 10 * axis), target)
    case .threeAxes: words(piece, at: axis, unit: piece.accelerationUnit, target)
    case .sixAxes, .nineAxes: words(piece, at: 3 + axis, unit: piece.accelerationUnit, target)
    }
  }

  private static func angularRate(
    _ piece: Piece, _ axis: Int, _ target: UnsafeMutablePointer<Float>
  ) {
    words(piece, at: axis, unit: piece.angularRateUnit, target)
  }

  /// `eezzzzzz zzzzyyyy yyyyyyxx xxxxxxxx`: the axis is brought to the top, so that shifting it
  /// down spreads its sign; the exponent is the power of two of a `Float`, which is exact.
  @inline(__always)
  private static func unpack(
    _ piece: Piece, shift: UInt32, _ target: UnsafeMutablePointer<Float>
  ) {
    let (bytes, unit) = (piece.bytes, piece.accelerationUnit)
    for place in 0..<piece.count {
      let stored = bytes.loadUnaligned(fromByteOffset: place &* 4, as: UInt32.self)
      let bits = UInt32(littleEndian: stored)
      let steps = Int32(bitPattern: bits &<< shift) &>> 22
      let power = Float(bitPattern: ((bits &>> 30) &+ 127) &<< 23)
      target[place] = Float(Double(Float(steps) * power) * unit)
    }
  }

  @inline(__always)
  private static func words(
    _ piece: Piece, at axis: Int, unit: Double, _ target: UnsafeMutablePointer<Float>
  ) {
    let (bytes, stride) = (piece.bytes + axis * 2, piece.packing.bytesPerSample)
    for place in 0..<piece.count {
      let stored = bytes.loadUnaligned(fromByteOffset: place &* stride, as: Int16.self)
      target[place] = Float(Double(Int16(littleEndian: stored)) * unit)
    }
  }
}
