import Signals

/// What contacts are sought in: an excerpt's force at the tracked step frequency, made once for all
/// methods.
struct StepMotion: Sendable {
  let excerpt: GaitExcerpt
  /// The force, turned back by the tracked step frequency.
  let wave: StepWave
  /// Phase of the steps, narrow enough for irregular ones.
  let phase: StepPhase
  /// Magnitude of the force from 0.4 to 8 Hz, m/s²: the step without posture and without ringing.
  let loading: [Double]

  /// Force above this frequency rings rather than shapes the step, Hz.
  static let loadingCutoffHertz = 8.0

  /// - Parameters:
  ///   - excerpt: where the signals come from.
  ///   - stepHertz: the tracked step frequency at each sample.
  ///   - smoothingSteps: smoothing of the phase, standard deviation in steps.
  init(of excerpt: GaitExcerpt, stepHertz: [Double], smoothingSteps: Double) {
    self.excerpt = excerpt
    wave = StepWave(of: excerpt.magnitude, stepHertz: stepHertz)
    phase = StepPhase(of: wave, smoothingSteps: smoothingSteps)
    let rate = UniformSampling.rateHertz
    loading = Butterworth.lowPass(
      order: 4, cutoffHertz: Self.loadingCutoffHertz, samplingRateHertz: rate
    ).filteredForwardBackward(wave.steady, padding: Int(2 * rate))
  }
}
