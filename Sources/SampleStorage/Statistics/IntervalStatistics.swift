import Foundation
import GaitModel
import Signals

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
  /// The mean of the values; `nil` for categories, and where no sample starts. Of a heart rate each value is weighted by
  /// how long it lasts; one of an instant as one of the others on average.
  public var mean: Double?
  /// The mean of the values, each weighted by how long it lasts; `nil` for categories and where all
  /// samples are instants.
  public var timeWeightedMean: Double?
  /// The smallest value; `nil` for categories, and where no sample starts.
  public var minimum: Double?
  /// The greatest value; `nil` for categories, and where no sample starts.
  public var maximum: Double?
  /// The value below which each share of the samples lies, linear between neighbors as in NumPy: per-bout
  /// percentiles of kinds whose samples are bouts.
  public var percentiles: [Double: Double]
  /// The smallest value that, with all smaller ones, lasts for at least each share of the time: always one
  /// that occurred. Empty of what adds up, and where all samples are instants.
  public var timeWeightedPercentiles: [Double: Double]

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
    converted.timeWeightedPercentiles = timeWeightedPercentiles.mapValues(unit.value(fromBase:))
    return converted
  }
}

/// Takes in values and gives their figures.
struct IntervalAccumulator {
  /// How many values were taken in.
  private(set) var count = 0
  private var seconds = 0.0
  private var instants = (count: 0, sum: 0.0)
  private var sum = 0.0
  private var weighted = 0.0
  private var total = 0.0
  private var minimum = Double.infinity
  private var maximum = -Double.infinity
  private var values: [Double] = []
  private var times: [(value: Double, seconds: Double)] = []
  private let keepsValues: Bool
  private let keepsTimes: Bool

  /// Makes an empty one; values are kept only when percentiles are asked for.
  init(_ query: StatisticsQuery) {
    keepsValues = !query.percentiles.isEmpty
    keepsTimes =
      !query.timeWeightedPercentiles.isEmpty && query.kind.aggregation == .discrete
  }

  /// Whether nothing was taken in, not even a part of a sample.
  var isEmpty: Bool { count == 0 && seconds == 0 }

  /// Takes in the value of a sample that starts in the interval.
  mutating func add(_ value: Double) {
    count += 1
    sum += value
    minimum = min(minimum, value)
    maximum = max(maximum, value)
    if keepsValues { values.append(value) }
  }

  /// Takes in the part of a sample that lies in the interval: so many seconds, such a share of it.
  mutating func addPart(_ value: Double, seconds part: Double, share: Double) {
    seconds += part
    if part <= 0 { instants = (instants.count + 1, instants.sum + value) }
    weighted += value * part
    total += value * share
    if keepsTimes, part > 0 { times.append((value, part)) }
  }

  /// The mean of the values: of those that last by their time, where an instant counts as one of them on average.
  private func mean(isTimed: Bool) -> Double {
    let timed = Double(count - instants.count)
    guard isTimed, seconds > 0, timed > 0 else { return sum / Double(count) }
    let average = seconds / timed
    return (weighted + instants.sum * average) / (seconds + Double(instants.count) * average)
  }

  /// The smallest value that, with all smaller ones, lasts for a share of the time.
  private static func quantile(
    _ sorted: [(value: Double, seconds: Double)], _ share: Double
  ) -> Double? {
    // A share of a sum of rounded numbers may come out a bit too large.
    let sought = share * sorted.reduce(0) { $0 + $1.seconds } * (1 - 1e-12)
    var sum = 0.0
    return sorted.first { time in
      sum += time.seconds
      return sum >= sought
    }?.value
  }

  /// The figures.
  func statistics(
    _ query: StatisticsQuery, _ interval: DateInterval, _ owner: HeapOwner
  ) -> IntervalStatistics {
    let isNumber = !SampleWords.areValues(of: query.kind)
    let hasValues = isNumber && count > 0
    var percentiles: [Double: Double] = [:]
    if hasValues {
      for share in query.percentiles { percentiles[share] = Statistics.percentile(values, share) }
    }
    let sorted = times.sorted { $0.value < $1.value }
    let timeWeighted = query.timeWeightedPercentiles.map { ($0, Self.quantile(sorted, $0)) }
    return IntervalStatistics(
      interval: interval, participant: owner.participant, source: owner.source, count: count,
      seconds: seconds,
      sum: query.kind.aggregation == .cumulative ? total : nil,
      mean: hasValues ? mean(isTimed: query.kind.isWeightedByTime) : nil,
      timeWeightedMean: isNumber && seconds > 0 ? weighted / seconds : nil,
      minimum: hasValues ? minimum : nil, maximum: hasValues ? maximum : nil,
      percentiles: percentiles,
      timeWeightedPercentiles: Dictionary(
        timeWeighted.compactMap { pair in
          pair.1.map { (pair.0, $0) }
        }
      ) { first, _ in first })
  }
}
