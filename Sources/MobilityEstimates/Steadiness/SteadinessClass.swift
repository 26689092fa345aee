import Foundation

/// A class of walking steadiness. The raw value is the word used in files.
public enum SteadinessClass: String, CaseIterable, Hashable, Sendable, Comparable, Codable {
  /// As steady as people of that age, sex and height, or not far from it.
  case ok
  /// Less steady.
  case low
  /// Much less steady.
  case veryLow = "very_low"

  /// Orders classes from steady to unsteady.
  public static func < (a: SteadinessClass, b: SteadinessClass) -> Bool {
    a.severity < b.severity
  }

  private var severity: Int {
    switch self {
    case .ok: 0
    case .low: 1
    case .veryLow: 2
    }
  }
}

/// Where one class of steadiness ends and the next begins.
///
/// The limits are ours: they stand where the published associations put 1.5 and 2.5 times the rate
/// of falls of people of the same age, sex and height. They are not a diagnosis.
public struct SteadinessLimits: Hashable, Sendable {
  /// Rises whenever the default limits change; stored with every class.
  public static let version = 1
  /// At and above this score a week is `ok`; below it, `low`.
  public var low: Double
  /// Below this score a week is `veryLow`.
  public var veryLow: Double

  /// Limits at two scores; the one for very low lies below the other.
  public init(low: Double, veryLow: Double) {
    precondition(veryLow < low, "very low lies below low")
    self.low = low
    self.veryLow = veryLow
  }

  /// The limits of this version, from the relative rates 1.5 and 2.5.
  public static let standard = SteadinessLimits(
    low: SteadinessScale.score(logRate: SteadinessScale.logRateOfLow),
    veryLow: SteadinessScale.score(logRate: SteadinessScale.logRateOfVeryLow))

  /// How likely a week's score lies below a limit but for the chance of that week, 0-1.
  /// - Parameters:
  ///   - limit: The limit of the class.
  ///   - score: The week's score.
  ///   - error: Its standard error against the person's other weeks.
  /// - Returns: The probability; one half at the limit.
  public static func probability(below limit: Double, score: Double, error: Double) -> Double {
    NormalDistribution.share(below: (limit - score) / max(error, leastError))
  }

  /// No week is known better than this: what differs from week to week and is in no walk. Our choice.
  private static let leastError = 0.02

  /// The class of a score.
  public func classification(of score: Double) -> SteadinessClass {
    score < veryLow ? .veryLow : score < low ? .low : .ok
  }

  /// The scores of a class, from its lower limit up to the next class; 1 is among those of `ok`.
  public func scores(of classification: SteadinessClass) -> Range<Double> {
    switch classification {
    case .ok: low..<1.nextUp
    case .low: veryLow..<low
    case .veryLow: 0..<veryLow
    }
  }
}

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
package enum SteadinessScale {
  /// 1.5 times the rate of falls. Our choice.
  static let logRateOfLow = log(1.5)
  /// 2.5 times the rate of falls. Our choice.
  static let logRateOfVeryLow = log(2.5)
  /// The score of a person at every norm: high, with room above for those who are better.
  package static let scoreAtNorm = 0.85
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
