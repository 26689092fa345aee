import Foundation
import GaitModel
import Signals

/// How far what is counted and timed in a bout is from the truth: standard errors, people left out of the fit.
///
/// A walk may lose or win a step at each end, and a share of the steps between. Its cadence is the mean of its strides,
/// which is as sure as they are many and alike; two strides share a step, so that half of them are independent. Fitted by
/// `Tools/fit/parameters/stored_errors.py` with the interval score (T. Gneiting, A. E. Raftery, J. Am. Stat. Assoc.
/// 102:359, 2007), which asks of an error what it is read for: that its intervals hold the truth and are short. The numbers here are those of pockets, hands, arms and
/// bags, and for steps of the pelvis, too.
public struct BoutErrors: Hashable, Sendable {
  /// Steps missed or invented at the ends of a bout.
  public var endSteps = 1.05
  /// Share of the steps that are missed or invented elsewhere.
  public var missedShare = 0.0145
  /// Cadence, as a share, beside the error of its mean stride: more than the best-scoring .0024 and .0027, with which 95 %
  /// intervals hold .90 and .92.
  public var cadenceShare = 0.004
  /// Scatter of stride times in usual walks, as a share: the middle of 142 walks in a corridor and with a phone in the pocket.
  public var usualScatter = 0.06
  /// So many strides of usual scatter stand beside those of the walk, because few strides do not tell theirs.
  public var usualStrides = 2.0
  /// Step-time asymmetry, a logarithm; 0 where no truth says it.
  public var stepTimeAsymmetry = 0.0

  /// At the lower back and hip.
  static let pelvis = BoutErrors(stepTimeAsymmetry: 0.034)
  /// At the wrist: a share of the steps that is missed in a known time is one of the cadence.
  static let wrist = BoutErrors(missedShare: 0.06, cadenceShare: 0.06)

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
  /// - Parameters:
  ///   - cadence: the mean of the strides.
  ///   - strides: how long each of them takes, seconds.
  ///   - rateError: the share by which it is off because the rate of the steps is in doubt, root mean square.
  /// - Returns: the cadence; as it is where it is missing or has an error.
  func cadence(
    _ cadence: Measured<Cadence>, strides: [Double], rateError: Double = 0
  ) -> Measured<Cadence> {
    guard case .known(let value, nil, let maker) = cadence, let mean = Statistics.mean(strides)
    else { return cadence }
    let count = Double(strides.count)
    let spread = (Statistics.sampleStandardDeviation(strides) ?? 0) / mean
    let own = (count - 1) * spread * spread
    let scatter = (own + usualStrides * usualScatter * usualScatter) / (count - 1 + usualStrides)
    let share =
      (cadenceShare * cadenceShare + scatter / (count / 2) + rateError * rateError).squareRoot()
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
