// Made by Tools/models from Tools/fit/models/JumpingDetector.json; not to be edited.

extension JumpingDetector.Model {
  /// Fitted by `Tools/fit/terrain/jumping.py` on: 58 runs and 21 series of jumps, 15 people.
  static let fitted = JumpingDetector.Model(
    intercept: 11.20054,
    strideSwing: HingeTerm(
      low: -5.412, hinge: -0.545, high: -0.545, slope: -1.16245, bend: 0.0),
    horizontalOverVertical: HingeTerm(
      low: -1.723, hinge: 0.237, high: 0.237, slope: -4.57587, bend: 0.0),
    jerk: HingeTerm(
      low: 2.621, hinge: 3.332, high: 3.332, slope: -11.41122, bend: 0.0))
}
