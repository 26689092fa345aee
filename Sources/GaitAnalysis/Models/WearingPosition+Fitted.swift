// Made by Tools/models from Tools/fit/models/WearingPosition.json; not to be edited.

extension WearingPosition.Model {
  /// Fitted by `Tools/fit/sites/position.py` on: walks at pelvis, pocket, wrist, ankle and chest.
  static let fitted = WearingPosition.Model(
    intercept: -0.89392,
    stepTurning: -2.55402,
    strideSway: -2.27117)
}
