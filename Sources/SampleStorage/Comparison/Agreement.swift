import Foundation
import Signals

/// How far two ways of measuring the same thing lie apart (Bland and Altman 1986, Lancet 327:307).
public struct Agreement: Hashable, Sendable {
  /// How many pairs.
  public var count: Int
  /// Mean of ours minus theirs.
  public var bias: Double
  /// Mean of the distances.
  public var meanAbsoluteError: Double
  /// Bias ± 1.96 standard deviations of the differences: where 19 of 20 pairs lie when differences
  /// are normal. `nil` for fewer than two pairs.
  public var limits: ClosedRange<Double>?

  /// The agreement of pairs; `nil` when there are none.
  public init?(_ pairs: [MeasuredPair]) {
    let differences = pairs.map { $0.ours - $0.theirs }
    guard let mean = Statistics.mean(differences),
      let distance = Statistics.mean(differences.map(abs))
    else { return nil }
    count = pairs.count
    bias = mean
    meanAbsoluteError = distance
    limits = Statistics.sampleStandardDeviation(differences).map {
      mean - 1.96 * $0...mean + 1.96 * $0
    }
  }
}

/// The same thing measured twice.
public struct MeasuredPair: Hashable, Sendable {
  /// The person.
  public var participant: String
  /// The day, or the time in which both overlap.
  public var interval: DateInterval
  /// Our value, in the kind's base unit.
  public var ours: Double
  /// The other's value, in the kind's base unit.
  public var theirs: Double
}
