import Foundation

/// A frame of 4 s, looked at as far as anybody asks; buffers are made once and used again for every frame.
public struct FrameReading {
  /// The slow samples of the frame, m/s².
  public internal(set) var slow = SlowAcceleration()
  /// How well each candidate step frequency explains the frame; larger is better.
  public private(set) var scores: [Double] = []
  /// The frame in numbers that do not depend on how the sensor is turned.
  public private(set) var features = GaitFrameFeatures()
  private(set) var spectra = FrameSpectra(
    length: SlowAcceleration.frameLength, correlationBandHertz: 0.3...8, largestBiasLag: 85)
  private let stepFrequency: StepFrequencyEvidence
  private let directionSpread = DirectionSpread()
  private var groundReader = GroundFeatureReader()
  private var groundKept: GroundFeatures?

  /// Below this a frame is still and not looked at further, RMS of the vector in m/s²: a quarter of the
  /// weakest gait, and the noise of a sensor at rest.
  private static let leastVariation = 0.05

  init(stepFrequency: StepFrequencyEvidence) { self.stepFrequency = stepFrequency }

  /// Reads the samples in `slow`.
  ///
  /// - Returns: whether anything moves; if not, nothing else is read.
  mutating func read() -> Bool {
    groundKept = nil
    let square = spectra.readSamples(slow)
    guard square >= Self.leastVariation * Self.leastVariation else { return false }
    spectra.transform()
    scores = stepFrequency.scores(of: spectra)
    features = GaitFrameFeatures(of: slow, spectra: spectra, scores: scores)
    return true
  }

  /// Autocorrelation of the magnitude of the force at a lag in seconds, up to 1.
  public func magnitudeCorrelation(atSeconds lag: Double) -> Double {
    spectra.magnitudeCorrelation(atLag: lag * SlowAcceleration.rateHertz)
  }

  /// What the frame says about the ground; read when first asked for.
  mutating func ground() -> GroundFeatures {
    if let groundKept { return groundKept }
    let read = groundReader.features(of: slow, spectra: spectra, gait: features)
    groundKept = read
    return read
  }

  /// ln of how far the direction of the force swings, RMS in degrees.
  func directionSwing() -> Double { directionSpread(slow) }
}
