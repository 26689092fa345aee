/// What one frame of 4 s said, kept for as long as a walk may still need it.
struct GaitFrame: Sendable {
  /// How well each candidate step frequency explains the frame; larger is better.
  var scores: [Double]
  /// Log-odds that the person walks in the frame.
  var logOddsOfGait: Double
  /// RMS of the acceleration vector without mean and trend, m/s².
  var variation: Double
  /// Share of samples in which the sensor is nearly weightless, 0-1.
  var weightlessShare: Double
}

/// The frames of a stretch that an excerpt covers.
struct GaitFrames: Sendable {
  /// Number of the first frame, counted from the start of the stretch.
  var first: Int
  /// Grid index at the center of frame 0 of the stretch.
  var gridStart: Int
  /// One after the other from `first` on.
  var frames: [GaitFrame]

  /// Seconds of the recording at the center of the frame with some index in `frames`.
  func seconds(at index: Int) -> Double {
    Double(gridStart + (first + index) * SlowAcceleration.hop * SlowAcceleration.factor)
      / UniformSampling.rateHertz
  }
}

/// Reads frames, one after the other.
struct GaitFrameReader {
  private let ridge: StepFrequencyRidge
  private let detector: GaitSequenceDetector
  private var spectra = FrameSpectra(
    length: SlowAcceleration.frameLength, correlationBandHertz: 0.3...8, largestBiasLag: 85)

  init(ridge: StepFrequencyRidge, detector: GaitSequenceDetector) {
    self.ridge = ridge
    self.detector = detector
  }

  /// Reads a frame's 100 samples.
  mutating func read(_ slow: SlowAcceleration) -> GaitFrame {
    spectra.read(slow)
    let scores = ridge.scores(of: spectra)
    let features = GaitFrameFeatures(of: slow, spectra: spectra, scores: scores)
    return GaitFrame(
      scores: scores, logOddsOfGait: detector.logOdds(of: features),
      variation: features.variation, weightlessShare: features.weightlessShare)
  }
}
