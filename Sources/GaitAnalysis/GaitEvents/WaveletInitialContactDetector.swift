import GaitModel
import Signals

/// A classic: initial contacts are the crests of the vertical velocity's wavelet transform.
///
/// The vertical acceleration is integrated and differentiated again by a Gaussian wavelet, which smooths it;
/// a foot lands where the result is highest (lowest in the paper, whose wavelet has the other sign).
///
/// Source: J. McCamley, M. Donati, E. Grimpampi, C. Mazzà, Gait Posture 36:316 (2012).
public struct WaveletInitialContactDetector: InitialContactDetector {
  /// The wavelet follows this frequency, Hz: that of scale 9 at 100 Hz, a step.
  public var centerHertz = 1.8
  /// A crest counts when it reaches this share of the usual one; the paper takes all of them.
  public var leastHeightShare = 0.25
  /// What is slower is drift of the integral, Hz.
  public var slowestHertz = 0.4

  /// The method with the scale of the paper.
  public init() {}

  /// Where the method comes from, and how it departs from there.
  public var provenance: Provenance {
    Provenance(
      method: "WaveletInitialContactDetector", question: "initial contacts",
      citation: "McCamley et al. 2012, Gait Posture 36:316", doi: "10.1016/j.gaitpost.2012.02.019",
      deviations: [
        "vertical is the mean direction of the force in the sequences",
        "low crests are left out; walks are put together by strength and rhythm",
      ], revision: 1)
  }

  /// The crests, none of them chosen yet.
  public func initialContacts(
    in recording: SequenceRecording, cycle: StepCycle
  ) -> DetectedContacts {
    let wave = GaussianWave(
      of: recording, centerHertz: centerHertz, slowestHertz: slowestHertz)
    let crests = Peaks.maxima(in: wave.derivative.values, minimumHeight: 0)
    let usual = Statistics.median(crests.map(\.height)) ?? 0
    let high = crests.filter { $0.height >= leastHeightShare * usual }
    return DetectedContacts(
      high.map {
        let sample = $0.index + recording.samples.lowerBound
        return DetectedContact(
          position: Double(sample), amplitude: cycle.phase.amplitude[sample],
          stepHertz: cycle.stepHertz[sample])
      })
  }
}

/// The vertical acceleration, integrated and differentiated by a Gaussian wavelet: once, and once more.
struct GaussianWave {
  /// Where it is highest a foot lands.
  let derivative: GridSignal<Double>
  /// Where it is lowest the other foot leaves the ground.
  let second: GridSignal<Double>

  init(of recording: SequenceRecording, centerHertz: Double, slowestHertz: Double) {
    let up = recording.sequences.reduce(SIMD3<Double>.zero) {
      $0 + recording.acceleration.sum(over: recording.indices($1))
    }.unit
    self.init(
      vertical: recording.acceleration.each { $0.dot(up) }, centerHertz: centerHertz,
      slowestHertz: slowestHertz)
  }

  init(vertical: GridSignal<Double>, centerHertz: Double, slowestHertz: Double) {
    let rate = SampleGrid.rateHertz
    let steady = Butterworth.highPass(
      order: 2, cutoffHertz: slowestHertz, samplingRateHertz: rate
    ).filteredForwardBackward(vertical.values, padding: Int(3 * rate))
    let velocity = Integration.cumulativeTrapezoid(steady, samplingRateHertz: rate)
    func differentiated(_ x: [Double]) -> [Double] {
      Wavelet.gaussianFirstDerivative.transform(
        x, centerHertz: centerHertz, samplingRateHertz: rate)
    }
    let once = differentiated(velocity)
    derivative = vertical.with(once)
    second = vertical.with(differentiated(once))
  }
}
