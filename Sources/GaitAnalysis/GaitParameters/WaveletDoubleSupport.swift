import GaitModel
import Signals

/// A classic: the other foot leaves the ground where the vertical velocity's wavelet transform falls most steeply.
///
/// The time from a contact to that dip of its derivative is one double support; two of them make a stride's.
///
/// Source: J. McCamley, M. Donati, E. Grimpampi, C. Mazzà, Gait Posture 36:316 (2012).
public struct WaveletDoubleSupport: DoubleSupportEstimator {
  /// The wavelet follows this frequency, Hz, as for the contacts.
  public var centerHertz = 1.8
  /// What is slower is drift of the integral, Hz.
  public var slowestHertz = 0.4
  /// Steps outside these limits are not averaged, seconds.
  public var stepSeconds = 0.35...1.2
  /// Fewer steps do not make a mean.
  public var leastSteps = 12

  /// The method with the scale of the paper.
  public init() {}

  /// Where the method comes from, and how it departs from there.
  public var provenance: Provenance {
    Provenance(
      method: "WaveletDoubleSupport", question: "double support",
      citation: "McCamley et al. 2012, Gait Posture 36:316", doi: "10.1016/j.gaitpost.2012.02.019",
      deviations: [
        "one mean for a walk", "the first dip after a contact, within half of the step",
      ],
      revision: 1)
  }

  /// The mean over steps of the time to the crest, twice, over the stride.
  public func doubleSupport(
    of signal: WalkSignal?, feet: [Foot], speed: Speed?, in context: SequenceContext
  ) -> DoubleSupport {
    if context.recording.activity == .running { return DoubleSupport(fraction: .missing(.running)) }
    guard let signal else { return DoubleSupport(fraction: .missing(.siteNotSupported)) }
    let wave = GaussianWave(
      vertical: signal.vertical, centerHertz: centerHertz, slowestHertz: slowestHertz)
    let dips = Peaks.maxima(in: wave.second.values.map { -$0 }, minimumHeight: 0)
      .map { Double($0.index + signal.vertical.startIndex) }
    let shares = zip(signal.contacts, signal.contacts.dropFirst()).compactMap { a, b -> Double? in
      guard stepSeconds.contains((b - a) / SampleGrid.rateHertz),
        let dip = dips.first(where: { $0 > a }), dip < a + (b - a) / 2
      else { return nil }
      return (dip - a) / (b - a)
    }
    guard shares.count >= leastSteps, let mean = Statistics.mean(shares) else {
      return DoubleSupport(fraction: .missing(.tooFewSteps))
    }
    return DoubleSupport(fraction: .known(mean))
  }
}
