// Made by Tools/models from Tools/fit/models/PendulumStepLength.json; not to be edited.

extension PendulumStepLength.Model {
  /// Fitted by `Tools/fit/parameters/step_length.py` on: laboratory (2), corridor (10), patient (1), 13 people.
  static let fitted = PendulumStepLength.Model(
    factor: 1.24977,
    shorteningExponent: 2.9404,
    hinge: -0.12316,
    unheadedFactor: 1.24681,
    unheadedExponent: 2.6312,
    unheadedHinge: -0.14515)
}
