// Made by Tools/models from Tools/fit/models/StairRunning.json; not to be edited.

extension StairRunning.Model {
  /// Fitted by `Tools/fit/terrain/quick.py` on: 16 runs up and down stairs of 4 people and 25 jogs of 10, at the waist, 14 people.
  static let fitted = StairRunning.Model(
    stairsIntercept: 13.8945,
    stepSwing: HingeTerm(
      low: -4.763, hinge: -0.717, high: -0.717, slope: -9.6722, bend: 0.0),
    shortPush: HingeTerm(
      low: -5.405, hinge: -1.228, high: -1.228, slope: -2.72525, bend: 0.0),
    logStepHertz: HingeTerm(
      low: 0.174, hinge: 1.175, high: 1.175, slope: 20.25906, bend: 0.0),
    upIntercept: -2.96401,
    jerk: HingeTerm(
      low: 3.015, hinge: 3.49, high: 3.49, slope: -4.92245, bend: 0.0),
    directionSpread: HingeTerm(
      low: 1.245, hinge: 2.232, high: 2.232, slope: 6.61697, bend: 0.0))
}
