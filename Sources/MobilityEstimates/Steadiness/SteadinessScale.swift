import Foundation

/// From a relative rate of falls to a score between 0 and 1, and back.
///
/// ```
///   score 1 |―――__                       a logistic curve over the logarithm of the rate:
///       .85 |     ¯o                     o  a person at every norm
///       .60 |       ¯\x                  x  1.5 times the rate: below it, low
///       .22 |          ¯x__              x  2.5 times the rate: below it, very low
///         0 |______________¯¯¯――         the score has most room where the classes part
///             .7   1  1.5 2.5   4   times the rate of falls
/// ```
enum SteadinessScale {
  /// 1.5 times the rate of falls. Our choice.
  static let logRateOfLow = log(1.5)
  /// 2.5 times the rate of falls. Our choice.
  static let logRateOfVeryLow = log(2.5)
  /// The score of a person at every norm: high, with room above for those who are better.
  static let scoreAtNorm = 0.85
  /// The score at 1.5 times the rate.
  static let scoreAtLow = 0.60
  /// How steeply the logarithm of the odds of the score falls with the logarithm of the rate.
  static let steepness =
    (log(scoreAtNorm / (1 - scoreAtNorm)) - log(scoreAtLow / (1 - scoreAtLow))) / logRateOfLow

  /// The score at a relative rate.
  static func score(logRate: Double) -> Double {
    1 / (1 + exp(steepness * logRate - log(scoreAtNorm / (1 - scoreAtNorm))))
  }

  /// By how much the score changes for a small change of the logarithm of the rate.
  static func slope(logRate: Double) -> Double {
    let score = score(logRate: logRate)
    return steepness * score * (1 - score)
  }
}
