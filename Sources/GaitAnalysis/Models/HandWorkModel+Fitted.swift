// Made by Tools/models from Tools/fit/models/HandWorkModel.json; not to be edited.

extension HandWorkModel.Model {
  /// Fitted by `Tools/fit/sites/arm.py` on: frames of wrists and hands, real and simulated.
  static let fitted = HandWorkModel.Model(
    intercept: -32.47407,
    relativeLevel: HingeTerm(
      low: -0.055, hinge: 1.443, high: 3.808, slope: -3.36212, bend: -0.14227),
    magnitudeLevel: HingeTerm(
      low: -1.713, hinge: 0.724, high: 1.428, slope: 5.19097, bend: -3.25718),
    steadiness: HingeTerm(
      low: -2.508, hinge: -0.276, high: -0.034, slope: 2.55899, bend: -3.29951),
    utility: HingeTerm(
      low: -8.396, hinge: -0.687, high: 2.952, slope: 0.74384, bend: -0.52822),
    logStepHertz: HingeTerm(
      low: -0.511, hinge: 0.427, high: 1.102, slope: -1.62018, bend: -7.67801),
    spread: HingeTerm(
      low: -8.822, hinge: -1.101, high: -0.089, slope: 1.8089, bend: -0.40593),
    bounce: HingeTerm(
      low: -2.864, hinge: 0.284, high: 2.008, slope: 1.9189, bend: -1.60524))
}
