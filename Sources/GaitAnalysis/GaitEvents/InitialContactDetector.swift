import Foundation
import GaitModel
import Signals

/// Finds the instants at which a foot first touches the ground.
protocol InitialContactDetector: GaitMethod {
  /// Contacts in an excerpt, in time order, each with the strength of its step.
  ///
  /// - Parameters:
  ///   - motion: where the steps are sought.
  ///   - isRefined: whether contacts are moved by the waveform; not away from the waist, where it was
  ///     not fitted.
  /// - Returns: none when no wave passes the phase of contact.
  func initialContacts(in motion: StepMotion, isRefined: Bool) -> [DetectedContact]
}

/// An initial contact before it belongs to a bout.
struct DetectedContact: Hashable, Sendable {
  /// Fractional sample position in the excerpt.
  var position: Double
  /// The same, moved once more by the waveform: noisier, but without smoothing over neighbors.
  var sharpened: Double
  /// Amplitude of the step wave there, m/s².
  var amplitude: Double
  /// The step frequency there, Hz.
  var stepHertz: Double
  /// Whether the foot was put down beside the other to end the walk.
  var isClosing = false
}

/// Contacts at a fixed phase of the step wave, then moved by the shape of the wave around them.
///
/// The phase alone is robust but blunt; the waveform of one step around it (17 samples at sixteenths
/// of a step) tells how far the steepest loading lies from there. The sum is as exact as hand-placed
/// contacts on people it was not fitted on, and needs no axis.
///
/// Source: own; phase by complex demodulation (see ``StepPhase``), refinement a linear regression.
/// Constants: `Tools/fit/events`.
struct PhaseInitialContactDetector: InitialContactDetector {
  /// Smoothing of the step phase, standard deviation in steps: narrow enough for irregular steps.
  var smoothingSteps = 0.25
  /// Phase of the step wave at contact, degrees; 0 is the crest. Unbiased against three laboratory
  /// references; the crest itself is 43-62 ms late.
  var contactPhaseDegrees = -36.0

  /// Offset in steps for each of the 17 samples of the normalized waveform.
  var waveformWeights: [Double] = [
    -0.00698, -0.00292, -0.00389, 0.00518, 0.01203, -0.0007, 0.00727, 0.00156, -0.00813, 0.02297,
    0.01719, 0.00614, -0.00455, 0.00105, 0.01115, 0.00032, -0.0246,
  ]
  /// Offset in steps of a flat waveform.
  var waveformIntercept = -0.08457

  var provenance: Provenance {
    Provenance(
      method: "PhaseInitialContactDetector", question: "initial contacts",
      citation: "Gabor 1946 (complex demodulation)", doi: "10.1049/ji-3-2.1946.0074",
      deviations: [
        "demodulated at the tracked step frequency", "moved by the waveform of the step",
      ], revision: 1)
  }

  func initialContacts(in motion: StepMotion, isRefined: Bool) -> [DetectedContact] {
    let phase = motion.phase
    let positions = phase.crossings(ofRadians: contactPhaseDegrees * .pi / 180)
    var last = (once: -Double.infinity, twice: -Double.infinity)
    return positions.map { position in
      let hertz = phase.stepHertz[Int(position)]
      func moved(_ place: Double) -> Double {
        guard isRefined else { return place }
        let offset = offsetInSteps(motion.loading, at: place, stepHertz: hertz)
        return place + offset / hertz * UniformSampling.rateHertz
      }
      let once = moved(position)
      last = (max(last.once, once), max(last.twice, moved(once)))
      return DetectedContact(
        position: last.once, sharpened: last.twice,
        amplitude: Interpolation.linear(phase.amplitude, at: position), stepHertz: hertz)
    }
  }

  private func offsetInSteps(_ x: [Double], at position: Double, stepHertz: Double) -> Double {
    let half = waveformWeights.count / 2
    let sixteenth = UniformSampling.rateHertz / stepHertz / 16
    let wave = waveformWeights.indices.map { j in
      Interpolation.linear(x, at: position + Double(j - half) * sixteenth)
    }
    let strength = (wave.reduce(0) { $0 + $1 * $1 } / Double(wave.count)).squareRoot() + 1e-6
    let projection = zip(waveformWeights, wave).reduce(0) { $0 + $1.0 * $1.1 }
    return waveformIntercept + projection / strength
  }
}
