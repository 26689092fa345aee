import Foundation
import GaitModel

/// Figures of the samples of one interval. An interval without samples has none: it is absent, not
/// zero.
public struct IntervalStatistics: Hashable, Sendable {
  /// From start, to and without end.
  public var interval: DateInterval
  /// The person; `nil` for everybody.
  public var participant: String?
  /// What wrote the samples; `nil` for all sources together.
  public var source: String?
  /// How many samples start in the interval. A cumulative sample that only reaches into it counts
  /// where it starts.
  public var count: Int
  /// How long the samples last, seconds: those of cumulative kinds within the interval, others whole
  /// where they start.
  public var seconds: Double
  /// Their sum, for cumulative kinds: a sample across the border gives each side its share by time.
  /// `nil` for other kinds.
  public var sum: Double?
  /// The mean of the values; `nil` for categories, and where no sample starts.
  public var mean: Double?
  /// The mean of the values, each weighted by how long it lasts; `nil` for categories and where all
  /// samples are instants.
  public var timeWeightedMean: Double?
  /// The smallest value; `nil` for categories, and where no sample starts.
  public var minimum: Double?
  /// The greatest value; `nil` for categories, and where no sample starts.
  public var maximum: Double?
  /// The value below which each share of the values lies, linear between neighbors as in NumPy.
  public var percentiles: [Double: Double]

  /// The same figures in another unit.
  ///
  /// - Parameter unit: the unit, which measures the same as the kind's base unit.
  /// - Returns: the figures; count and times are the same.
  public func converted(to unit: SampleUnit) -> IntervalStatistics {
    var converted = self
    converted.sum = sum.map(unit.value(fromBase:))
    converted.mean = mean.map(unit.value(fromBase:))
    converted.timeWeightedMean = timeWeightedMean.map(unit.value(fromBase:))
    converted.minimum = minimum.map(unit.value(fromBase:))
    converted.maximum = maximum.map(unit.value(fromBase:))
    converted.percentiles = percentiles.mapValues(unit.value(fromBase:))
    return converted
  }
}
