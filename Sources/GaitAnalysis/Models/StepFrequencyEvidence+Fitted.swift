// Made by Tools/models from Tools/fit/models/StepFrequencyEvidence.json; not to be edited.

extension StepFrequencyEvidence.Model {
  /// Fitted by `Tools/fit/events/ridge.py` on: frames of 4 s with a reference of the cadence.
  static let fitted = StepFrequencyEvidence.Model(
    weights: [
      1.24041, 0.0551, 0.13703, -0.45133, -0.0391, 0.29417, -0.13928, 1.20409, -0.11844, 2.40806,
      0.17265, -0.68771, 1.48204, -2.24453, -1.27529,
    ])
}
