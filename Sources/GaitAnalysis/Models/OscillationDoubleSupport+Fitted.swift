// Made by Tools/models from Tools/fit/models/OscillationDoubleSupport.json; not to be edited.

extension OscillationDoubleSupport.Model {
  /// Fitted by `Tools/fit/parameters/double_support.py` on: corridor, 58 walks; centers by Tools/fit/parameters/measured.py, 10 people.
  static let fitted = OscillationDoubleSupport.Model(
    expectedPercent: 24.48,
    expectedSlope: -6.0,
    expectedSpeed: 1.17,
    slopes: [
      89.086, -11.045, 4.5719,
    ],
    slopesWithoutGyroscope: [
      88.083, -14.076,
    ],
    reliability: 0.51718,
    reliabilityWithoutGyroscope: 0.44446,
    centers: [
      -0.023, 0.41721, 0.19948,
    ],
    leastSigns: [
      -0.15, 0.25, -1.0,
    ],
    greatestSigns: [
      0.05, 0.55, 1.0,
    ])
}
