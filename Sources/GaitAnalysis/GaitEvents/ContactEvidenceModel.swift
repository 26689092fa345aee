/// What the evidence for a contact is made of. Fitted by `Tools/fit/events/sequence.py`: a conditional
/// logit over the samples of the step around each contact of 13 people.
struct ContactEvidenceModel: Hashable, Sendable {
  /// Log-odds per unit of the force at sixteenths of a step, half a step before to half a step after.
  var forceWeights: [Double] = [
    -0.3248, -0.2154, -0.2362, -0.1717, -0.1492, -0.0991, -0.0073, -0.0282, 0.1296, 0.4899, 0.353,
    0.1518, 0.0274, 0.1234, 0.0266, -0.2651, -0.2619,
  ]
  /// Log-odds per unit of the jolt at eighths of a step, three before to four after.
  var joltWeights: [Double] = [
    -0.3947, -0.3226, -0.5165, 0.3891, 0.3923, 0.1179, 0.1368, -0.2504,
  ]
  /// A contact by the phase of the step wave is as good as this, standard deviation in steps.
  var waveWidthSteps = 0.12
  /// The phase never speaks more strongly against a sample, log-odds: in a turn it slips.
  var largestWaveDoubt = 3.0
  /// Samples are compared with those around them, standard deviation in steps: within one step.
  var choiceSteps = 0.35
  /// Shape and jolt are divided by their root mean square around, standard deviation in steps.
  var scaleSteps = 0.6
  /// That divisor is never far below the usual one: a share of it, added in squares. What fades counts
  /// less.
  var scaleFloor = 0.3
  /// Force below this frequency, Hz, holds the step's shape.
  var forceCutoffHertz = 8.0
  /// Above this frequency, Hz, hardly anything moves on purpose: it is a jolt.
  var joltCutoffHertz = 8.0
  /// Smoothing of the jolt's energy, standard deviation in seconds: that of a heel strike.
  var joltSeconds = 0.02
  /// Smoothing of the motion's energy, standard deviation in steps: one step is told from the next.
  var levelSteps = 0.25

  /// Where the force is read, in steps from the sample.
  var forceOffsets: [Double] { (-8...8).map { Double($0) / 16 } }
  /// Where the jolt is read, in steps from the sample.
  var joltOffsets: [Double] { stride(from: -6, through: 8, by: 2).map { Double($0) / 16 } }
}
