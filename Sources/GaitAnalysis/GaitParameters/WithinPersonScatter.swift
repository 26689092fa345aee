import GaitModel

/// How far the values of a person's bouts scatter when nothing about the person changes.
///
/// Errors of 58 walks of 10 people about each person's own mean (`Tools/fit/parameters/own_past.py`). Walks of
/// some 28 steps: longer bouts scatter less and shorter ones more, by how much was not measured.
public struct WithinPersonScatter: Hashable, Sendable {
  /// Cadence, as a share.
  public var cadenceShare = 0.0120
  /// Double support, fraction of the stride.
  public var doubleSupportFraction = 0.0161
  /// Step-time asymmetry, a logarithm.
  public var stepTimeAsymmetry = 0.0142

  /// The standard errors of one bout.
  ///
  /// - Parameters:
  ///   - speed: that of its speed; `nil` where the speed is missing.
  ///   - stepSeconds: its mean step time, by which an error of speed is one of length.
  ///   - cadence: its cadence.
  /// - Returns: an error for every measure that has one.
  func errors(speed: Speed?, stepSeconds: Double?, cadence: Cadence?) -> WithinPersonErrors {
    WithinPersonErrors(
      walkingSpeed: speed,
      stepLength: speed.flatMap { error in
        stepSeconds.map { Length(meters: error.metersPerSecond * $0) }
      },
      cadence: cadence.map { Cadence(stepsPerMinute: cadenceShare * $0.stepsPerMinute) },
      doubleSupportFraction: doubleSupportFraction, stepTimeAsymmetry: stepTimeAsymmetry)
  }
}
