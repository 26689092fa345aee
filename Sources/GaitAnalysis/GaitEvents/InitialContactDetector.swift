import Foundation
import GaitModel
import Signals

/// Finds the instants at which a foot first touches the ground.
public protocol InitialContactDetector: ConfigurableMethod {
  /// The contacts in gait sequences and around them.
  ///
  /// - Parameters:
  ///   - recording: the samples, with where gait was detected.
  ///   - cycle: the cycle of the steps.
  /// - Returns: in time order; none when nothing looks like a contact.
  func initialContacts(in recording: SequenceRecording, cycle: StepCycle) -> DetectedContacts
}

/// Contacts at a fixed phase of the step wave, then moved by the shape of the wave around them.
///
/// The phase alone is robust but blunt; the waveform of one step around it (17 samples at sixteenths
/// of a step) tells how far the steepest loading lies from there. The sum is as exact as hand-placed
/// contacts on people it was not fitted on, and needs no axis.
///
/// Source: own; phase by complex demodulation (see ``StepPhase``), refinement a linear regression.
/// Constants: `Tools/fit/events`.
public struct PhaseInitialContactDetector: InitialContactDetector {
  /// Phase of the step wave at contact, degrees; 0 is the crest. Unbiased against three laboratory
  /// references; the crest itself is 43-62 ms late.
  public var contactPhaseDegrees = -36.0

  /// Whether contacts are moved by the waveform; not away from the pelvis, where that was not fitted.
  public var isRefined = true
  /// What was fitted.
  var model = Model.fitted

  /// The fitted numbers.
  struct Model: Hashable, Sendable {
    /// Offset in steps for each of the 17 samples of the normalized waveform.
    var waveformWeights: [Double]
    /// Offset in steps of a flat waveform.
    var waveformIntercept: Double
  }

  /// The method as it suits the lower back and hip.
  public init() {}

  /// The method with or without refinement by the waveform.
  public init(isRefined: Bool) { self.isRefined = isRefined }

  /// Where the method comes from.
  public var provenance: Provenance {
    Provenance(
      method: "PhaseInitialContactDetector", question: "initial contacts",
      citation: "Gabor 1946 (complex demodulation)", doi: "10.1049/ji-3-2.1946.0074",
      deviations: [
        "demodulated at the tracked step frequency", "moved by the waveform of the step",
      ], revision: 1)
  }

  /// The contacts at the phase, none of them chosen yet.
  public func initialContacts(
    in recording: SequenceRecording, cycle: StepCycle
  ) -> DetectedContacts { DetectedContacts(contacts(in: cycle)) }

  /// The contacts at the phase.
  func contacts(in cycle: StepCycle) -> [DetectedContact] {
    let positions = cycle.phase.crossings(ofRadians: contactPhaseDegrees * .pi / 180)
    let loading = isRefined ? cycle.loading : GridSignal()
    var last = (once: -Double.infinity, twice: -Double.infinity)
    return positions.map { position in
      let hertz = cycle.stepHertz[SampleIndex(position)]
      func moved(_ place: SamplePosition) -> SamplePosition {
        guard isRefined else { return place }
        let offset = offsetInSteps(loading, at: place, stepHertz: hertz)
        return place + offset / hertz * SampleGrid.rateHertz
      }
      let once = moved(position)
      last = (max(last.once, once), max(last.twice, moved(once)))
      var contact = DetectedContact(
        position: last.once, amplitude: cycle.phase.amplitude.value(at: position),
        stepHertz: hertz)
      contact.sharpened = last.twice
      return contact
    }
  }

  private func offsetInSteps(
    _ x: GridSignal<Double>, at position: SamplePosition, stepHertz: Double
  ) -> Double {
    let weights = model.waveformWeights
    let half = weights.count / 2
    let sixteenth = SampleGrid.rateHertz / stepHertz / 16
    var (squares, projection) = (0.0, 0.0)
    for (j, weight) in weights.enumerated() {
      let value = x.value(at: position + Double(j - half) * sixteenth)
      squares += value * value
      projection += weight * value
    }
    let strength = (squares / Double(weights.count)).squareRoot() + 1e-6
    return model.waveformIntercept + projection / strength
  }
}
