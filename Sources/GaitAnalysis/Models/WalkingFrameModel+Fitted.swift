// Made by Tools/models from Tools/fit/models/WalkingFrameModel.json; not to be edited.

extension WalkingFrameModel.Model {
  /// Fitted by `Tools/fit/events/detect.py` on: frames of 4 s of all data sets, weighted by data set.
  static let fitted = WalkingFrameModel.Model(
    intercept: -15.75352,
    relativeLevel: HingeTerm(
      low: -1.927, hinge: 1.263, high: 2.97, slope: -0.11556, bend: -2.18493),
    magnitudeLevel: HingeTerm(
      low: -3.368, hinge: 0.366, high: 1.653, slope: 0.92459, bend: -0.38474),
    steadiness: HingeTerm(
      low: -2.792, hinge: -0.28, high: -0.019, slope: 1.14074, bend: -3.07178),
    weightlessShare: HingeTerm(
      low: 0.0, hinge: 0.0, high: 0.4, slope: -25.50942, bend: -25.50942),
    strideCorrelation: HingeTerm(
      low: -0.171, hinge: 0.403, high: 0.973, slope: 1.6751, bend: 1.88971),
    utility: HingeTerm(
      low: -4.987, hinge: -0.717, high: 2.761, slope: 0.76843, bend: -0.79525),
    swayShare: HingeTerm(
      low: -4.553, hinge: -2.691, high: 1.488, slope: -0.23903, bend: -0.04065),
    verticalShare: HingeTerm(
      low: -2.907, hinge: -0.903, high: -0.07, slope: 2.14627, bend: -3.38557),
    shortLevel: HingeTerm(
      low: -3.046, hinge: 0.855, high: 2.0, slope: 1.85344, bend: 1.05921),
    tilt: HingeTerm(
      low: 0.085, hinge: 1.155, high: 3.997, slope: -0.03476, bend: -0.89078))
}
