import GaitModel
import SignalKernels

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
    /// °C when the block began; `nil` for a piece that does not begin with the block.
    var temperatureCelsius: Double?
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
      angularRate: hasAngularRate ? axes { Self.angularRate($0, $1, $2) } : nil,
      side: side(origin: origin))
  }

  /// One temperature for each block that begins here.
  private func side(origin: Double) -> [SideChannel: SideSamples] {
    var samples = SideSamples()
    for piece in pieces {
      guard let celsius = piece.temperatureCelsius else { continue }
      samples.append(seconds: piece.first - origin, Float(celsius))
    }
    return samples.seconds.isEmpty ? [:] : [.temperature: samples]
  }

  private func seconds(origin: Double) -> [Double] {
    Array(unsafeUninitializedCapacity: count) { room, filled in
      guard var target = room.baseAddress else { return }
      for piece in pieces {
        signal_kernels_ramp(
          piece.first - origin, piece.step, piece.start, target, piece.count)
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

  /// Packed are `eezzzzzz zzzzyyyy yyyyyyxx xxxxxxxx`: each axis has its own number of bits above it.
  private static func acceleration(
    _ piece: Piece, _ axis: Int, _ target: UnsafeMutablePointer<Float>
  ) {
    switch piece.packing {
    case .packed:
      signal_kernels_scale_packed_words(
        piece.bytes, Int32(22 - 10 * axis), piece.accelerationUnit, target, piece.count)
    case .threeAxes: words(piece, at: axis, unit: piece.accelerationUnit, target)
    case .sixAxes, .nineAxes: words(piece, at: 3 + axis, unit: piece.accelerationUnit, target)
    }
  }

  private static func angularRate(
    _ piece: Piece, _ axis: Int, _ target: UnsafeMutablePointer<Float>
  ) {
    words(piece, at: axis, unit: piece.angularRateUnit, target)
  }

  private static func words(
    _ piece: Piece, at axis: Int, unit: Double, _ target: UnsafeMutablePointer<Float>
  ) {
    signal_kernels_scale_words(
      piece.bytes + axis * 2, piece.packing.bytesPerSample / 2, unit, target, piece.count)
  }
}
