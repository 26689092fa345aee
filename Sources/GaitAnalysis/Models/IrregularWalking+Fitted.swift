// Made by Tools/models from Tools/fit/models/IrregularWalking.json; not to be edited.

extension IrregularWalking.Model {
  /// Fitted by `Tools/fit/events/irregular.py` on: hard walking and other activities at the lower back and hip of six data sets, with a gyroscope, 31 people.
  static let fitted = IrregularWalking.Model(
    intercept: 3.043,
    still: -4.528,
    yaw: 0.969,
    tilting: -0.879,
    leaning: -1.03,
    hard: -2.189)
}
