// Made by Tools/models from Tools/fit/models/ProportionalStepLength.json; not to be edited.

extension ProportionalStepLength.Model {
  /// Fitted by `Tools/fit/parameters/cadence_model.py` on: corridor, 58 walks, 10 people.
  static let fitted = ProportionalStepLength.Model(
    shareOfHeight: 0.385)
}
