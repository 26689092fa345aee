import Foundation
import GaitModel

/// How far what is counted and timed in a bout is from the truth: standard errors, people left out of the fit.
///
/// A walk may lose or win a step at each end, and a share of the steps between. Its cadence is off by what its first
/// and last contact are off, over its length, and by a share. Fitted by `Tools/fit/parameters/stored_errors.py` with the
/// interval score (T. Gneiting, A. E. Raftery, J. Am. Stat. Assoc. 102:359, 2007), which asks of an error what it is
/// read for: that its intervals hold the truth and are short. The numbers here are those of pockets, hands, arms and
/// bags, and for steps of the pelvis, too.
public struct BoutErrors: Hashable, Sendable {
  /// Steps missed or invented at the ends of a bout.
  public var endSteps = 1.05
  /// Share of the steps that are missed or invented elsewhere.
  public var missedShare = 0.0145
  /// Cadence, as a share; 0 where no truth says it.
  public var cadenceShare = 0.008
  /// What the contacts at both ends are off, seconds.
  public var contactSeconds = 0.07
  /// Step-time asymmetry, a logarithm; 0 where no truth says it.
  public var stepTimeAsymmetry = 0.0

  /// At the lower back and hip.
  static let pelvis = BoutErrors(
    cadenceShare: 0.0115, contactSeconds: 0.086, stepTimeAsymmetry: 0.034)
  /// At the wrist: a share of the steps that is missed in a known time is one of the cadence.
  static let wrist = BoutErrors(
    missedShare: 0.06, cadenceShare: 0.06, contactSeconds: 0.07, stepTimeAsymmetry: 0)

  /// Standard error of a number of steps.
  /// - Parameters:
  ///   - count: the steps.
  ///   - rateError: the share of them by which it is off because the rate of the steps is in doubt, root mean square.
  /// - Returns: steps.
  func steps(of count: Int, rateError: Double = 0) -> Double {
    let share = hypot(missedShare, rateError) * Double(count)
    return (endSteps * endSteps + share * share).squareRoot()
  }

  /// A cadence with its standard error.
  func cadence(
    _ cadence: Measured<Cadence>, seconds: Double, rateError: Double = 0
  ) -> Measured<Cadence> {
    guard case .known(let value, nil, let maker) = cadence, cadenceShare > 0, seconds > 0 else {
      return cadence
    }
    let ends = contactSeconds / seconds
    let share =
      (cadenceShare * cadenceShare + ends * ends + rateError * rateError).squareRoot()
    return .known(
      value, standardError: Cadence(stepsPerMinute: share * value.stepsPerMinute), by: maker)
  }

  /// A distance, of whose error so far only that of the speed is known, with that of its steps.
  func distance(
    _ distance: Measured<Length>, steps count: Int, rateError: Double = 0
  ) -> Measured<Length> {
    guard case .known(let value, let error?, let maker) = distance, count > 1 else {
      return distance
    }
    let steps = steps(of: count, rateError: rateError) * value.meters / Double(count - 1)
    let both = (error.meters * error.meters + steps * steps).squareRoot()
    return .known(value, standardError: Length(meters: both), by: maker)
  }

  /// An asymmetry with its standard error.
  func asymmetry(_ asymmetry: Measured<Double>) -> Measured<Double> {
    guard case .known(let value, nil, let maker) = asymmetry, stepTimeAsymmetry > 0 else {
      return asymmetry
    }
    return .known(value, standardError: stepTimeAsymmetry, by: maker)
  }
}
