import Foundation
import GaitModel
import Signals

/// Takes in values and gives their figures.
struct IntervalAccumulator {
  /// How many values were taken in.
  private(set) var count = 0
  private var seconds = 0.0
  private var sum = 0.0
  private var weighted = 0.0
  private var total = 0.0
  private var minimum = Double.infinity
  private var maximum = -Double.infinity
  private var values: [Double] = []
  private let keepsValues: Bool

  /// Makes an empty one; values are kept only when percentiles are asked for.
  init(keepsValues: Bool) { self.keepsValues = keepsValues }

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
    weighted += value * part
    total += value * share
  }

  /// The figures.
  func statistics(
    _ query: StatisticsQuery, _ interval: DateInterval, _ owner: HeapOwner
  ) -> IntervalStatistics {
    let isNumber = !query.kind.isCategory
    let hasValues = isNumber && count > 0
    var percentiles: [Double: Double] = [:]
    if hasValues {
      for share in query.percentiles { percentiles[share] = Statistics.percentile(values, share) }
    }
    return IntervalStatistics(
      interval: interval, participant: owner.participant, source: owner.source, count: count,
      seconds: seconds,
      sum: query.kind.aggregation == .cumulative ? total : nil,
      mean: hasValues ? sum / Double(count) : nil,
      timeWeightedMean: isNumber && seconds > 0 ? weighted / seconds : nil,
      minimum: hasValues ? minimum : nil, maximum: hasValues ? maximum : nil,
      percentiles: percentiles)
  }
}
