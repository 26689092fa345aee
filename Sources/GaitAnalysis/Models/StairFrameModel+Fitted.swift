// Made by Tools/models from Tools/fit/models/StairFrameModel.json; not to be edited.

extension StairFrameModel.Model {
  /// Fitted by `Tools/fit/terrain/fit.py` on: 10 people on stairs and 49 on the flat, 59 people.
  static let fitted = StairFrameModel.Model(
    stairsIntercept: -59.82228,
    strideSwing: HingeTerm(
      low: -4.116, hinge: -0.286, high: -0.286, slope: 3.5921, bend: 0.0),
    relativeLift: HingeTerm(
      low: 0.034, hinge: 1.632, high: 1.632, slope: 9.82208, bend: 0.0),
    stepLift: HingeTerm(
      low: -2.656, hinge: -0.268, high: -0.268, slope: 5.47641, bend: 0.0),
    verticalShare: HingeTerm(
      low: -1.499, hinge: -0.272, high: -0.272, slope: 24.82036, bend: 0.0),
    strideCorrelation: HingeTerm(
      low: 0.058, hinge: 0.946, high: 0.946, slope: -4.62197, bend: 0.0),
    crest: HingeTerm(
      low: 1.489, hinge: 2.804, high: 2.804, slope: 3.8975, bend: 0.0),
    horizontalOverVertical: HingeTerm(
      low: -0.578, hinge: 0.619, high: 0.619, slope: 17.61919, bend: 0.0),
    tiltSpread: HingeTerm(
      low: 0.45, hinge: 2.689, high: 2.689, slope: 1.42525, bend: 0.0),
    upIntercept: 3.59817,
    upJerk: HingeTerm(
      low: 2.389, hinge: 3.255, high: 3.255, slope: -10.53778, bend: 0.0),
    upHorizontalOverVertical: HingeTerm(
      low: -0.614, hinge: 0.351, high: 0.351, slope: 4.28374, bend: 0.0))
}
