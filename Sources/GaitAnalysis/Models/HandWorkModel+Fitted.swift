// Made by Tools/models from Tools/fit/models/HandWorkModel.json; not to be edited.

extension HandWorkModel.Model {
  /// Fitted by `Tools/fit/sites/arm.py` on: frames of wrists and hands, real and simulated.
  static let fitted = HandWorkModel.Model(
    intercept: -33.54807,
    relativeLevel: HingeTerm(
      low: -0.11, hinge: 1.437, high: 3.709, slope: -2.78694, bend: -0.68293),
    magnitudeLevel: HingeTerm(
      low: -1.645, hinge: 0.732, high: 1.424, slope: 5.25595, bend: -3.30567),
    steadiness: HingeTerm(
      low: -2.442, hinge: -0.276, high: -0.033, slope: 2.3887, bend: -3.75767),
    utility: HingeTerm(
      low: -8.262, hinge: -0.679, high: 3.067, slope: 0.73008, bend: -0.81112),
    logStepHertz: HingeTerm(
      low: -0.473, hinge: 0.427, high: 1.139, slope: -1.75538, bend: -6.60271),
    spread: HingeTerm(
      low: -8.647, hinge: -1.099, high: -0.088, slope: 1.98359, bend: -0.35884),
    bounce: HingeTerm(
      low: -2.881, hinge: 0.307, high: 2.008, slope: 1.60012, bend: -2.36145),
    stepCorrelation: HingeTerm(
      low: -0.165, hinge: 0.439, high: 0.946, slope: 2.89008, bend: -0.82992))
}
