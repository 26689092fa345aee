/// What the evidence for a contact is made of. Fitted by `Tools/fit/events/sequence.py`: a conditional
/// logit over the samples of the step around each contact of 13 people.
struct ContactEvidenceModel: Hashable, Sendable {
  /// Log-odds per unit of the force at sixteenths of a step, half a step before to half a step after.
  var forceWeights: [Double] = [
    -0.3251, -0.2155, -0.2362, -0.1714, -0.1488, -0.0986, -0.0068, -0.0278, 0.1298, 0.49, 0.353,
    0.152, 0.0278, 0.124, 0.0275, -0.2642, -0.2605,
  ]
  /// Log-odds per unit of the jolt at eighths of a step, three before to four after.
  var joltWeights: [Double] = [
    -0.3947, -0.3225, -0.5161, 0.3894, 0.3925, 0.1179, 0.1367, -0.25,
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
