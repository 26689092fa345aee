import GaitModel
import Signals

/// A classic: a step is where the filtered magnitude of the force rises through zero.
///
/// The magnitude needs no axis. A band that holds the step and little else leaves one wave per step.
///
/// Source: S. H. Shin, C. G. Park, Med. Eng. Phys. 33:1064 (2011).
public struct ZeroCrossingInitialContactDetector: InitialContactDetector {
  /// What is slower is posture, Hz.
  public var slowestHertz = 0.6
  /// What is faster is impact and ringing, Hz: above the fastest walk.
  public var fastestHertz = 3.0

  /// The method with the band of the step.
  public init() {}

  /// Where the method comes from, and how it departs from there.
  public var provenance: Provenance {
    Provenance(
      method: "ZeroCrossingInitialContactDetector", question: "initial contacts",
      citation: "Shin and Park 2011, Med. Eng. Phys. 33:1064",
      doi: "10.1016/j.medengphy.2011.04.009",
      deviations: [
        "a Butterworth band in both directions of time in place of a moving average",
        "walks are put together by strength and rhythm",
      ], revision: 1)
  }

  /// The rising crossings, none of them chosen yet.
  public func initialContacts(
    in recording: SequenceRecording, cycle: StepCycle
  ) -> DetectedContacts {
    let rate = SampleGrid.rateHertz
    let band = Butterworth.bandPass(
      order: 2, fromHertz: slowestHertz, toHertz: fastestHertz, samplingRateHertz: rate)
    let force = recording.magnitude
    let wave = force.with(band.filteredForwardBackward(force.values, padding: Int(3 * rate)))
    let rising = (wave.startIndex..<(wave.endIndex - 1)).filter {
      wave[$0] < 0 && wave[$0 + 1] >= 0
    }
    return DetectedContacts(
      rising.map { i in
        DetectedContact(
          position: Double(i) - wave[i] / (wave[i + 1] - wave[i]),
          amplitude: cycle.phase.amplitude[i], stepHertz: cycle.stepHertz[i])
      })
  }
}
