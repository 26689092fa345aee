// Made by Tools/models from Tools/fit/models/PhaseInitialContactDetector.json; not to be edited.

extension PhaseInitialContactDetector.Model {
  /// Fitted by `Tools/fit/events/refine.py` on: contacts with a reference at the lower back, 13 people.
  static let fitted = PhaseInitialContactDetector.Model(
    waveformWeights: [
      -0.00698, -0.00292, -0.00389, 0.00518, 0.01203, -0.0007, 0.00727, 0.00156, -0.00813, 0.02297,
      0.01719, 0.00614, -0.00455, 0.00105, 0.01115, 0.00032, -0.0246,
    ],
    waveformIntercept: -0.08457)
}
