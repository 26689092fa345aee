import Signals

/// A frame of the acceleration below 8 Hz at a quarter of the engine's rate: all that is needed to see
/// walking and to track its cadence.
///
/// Frame `j` of an uninterrupted run of samples is centered on the slow sample `10 j` and holds 100 samples (4 s). At both
/// ends of a run the samples are mirrored, so that every frame is whole.
public struct SlowAcceleration: Sendable {
  /// Every so many grid samples.
  static let factor = 4
  /// Samples per second: gait's harmonics up to the fourth fit below half of it.
  public static let rateHertz = SampleGrid.rateHertz / Double(factor)
  /// The low-pass before it. Passes 8 Hz; what would fold back, from 12.5 Hz on, is stopped.
  static let filter = FiniteImpulseResponse.lowPass(
    passHertz: 8, stopHertz: 12, attenuationDecibels: 50,
    samplingRateHertz: SampleGrid.rateHertz)
  /// Slow samples in a frame: 4 s, at least two strides of a very slow walk.
  public static let frameLength = 100
  /// Slow samples from frame to frame: 0.4 s, less than a step.
  static let hop = 10
  /// Seconds from frame to frame.
  static var hopSeconds: Double { Double(hop) / rateHertz }

  /// Specific force along the sensor's axes, m/s².
  public internal(set) var x: [Float]
  /// As `x`.
  public internal(set) var y: [Float]
  /// As `x`.
  public internal(set) var z: [Float]

  init() {
    x = Array(repeating: 0, count: Self.frameLength)
    (y, z) = (x, x)
  }
}
