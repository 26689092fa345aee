// Made by Tools/models from Tools/fit/models/RunningDetector.json; not to be edited.

extension RunningDetector.Model {
  /// Fitted by `Tools/fit/events/detect.py` on: frames of 4 s of all data sets, weighted by data set.
  static let fitted = RunningDetector.Model(
    intercept: -29.65213,
    level: HingeTerm(
      low: -1.208, hinge: 1.822, high: 2.859, slope: 5.70744, bend: -5.18166),
    logStepHertz: HingeTerm(
      low: -0.398, hinge: 0.764, high: 1.064, slope: 0.17894, bend: 38.5416),
    weightlessShare: HingeTerm(
      low: 0.0, hinge: 0.02, high: 0.3, slope: 39.12846, bend: -30.11612),
    verticalShare: HingeTerm(
      low: -2.051, hinge: -0.439, high: -0.108, slope: 7.29209, bend: -6.51726),
    strideCorrelation: HingeTerm(
      low: -0.039, hinge: 0.812, high: 0.968, slope: -2.929, bend: -4.13639),
    vectorStepCorrelation: HingeTerm(
      low: -0.304, hinge: 0.473, high: 0.859, slope: 4.79356, bend: -22.84048))
}
