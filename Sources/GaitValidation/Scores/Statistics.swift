/// The mean; `nil` for no numbers.
func mean(_ values: [Double]) -> Double? {
  values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
}

/// The middle number, or the mean of the two middle ones; `nil` for no numbers.
func median(_ values: [Double]) -> Double? {
  guard !values.isEmpty else { return nil }
  let sorted = values.sorted()
  let middle = sorted.count / 2
  return sorted.count.isMultiple(of: 2)
    ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}

/// The standard deviation of a sample (n − 1); `nil` for fewer than two numbers.
func standardDeviation(_ values: [Double]) -> Double? {
  guard values.count > 1, let center = mean(values) else { return nil }
  let squares = values.reduce(0) { $0 + ($1 - center) * ($1 - center) }
  return (squares / Double(values.count - 1)).squareRoot()
}

/// Pearson's correlation; `nil` for fewer than four pairs or when one side does not vary.
///
/// Through three points or fewer a high correlation says nothing.
func correlation(_ pairs: [(Double, Double)]) -> Double? {
  guard pairs.count > 3, let x = mean(pairs.map(\.0)), let y = mean(pairs.map(\.1)) else {
    return nil
  }
  var (xx, yy, xy) = (0.0, 0.0, 0.0)
  for (a, b) in pairs {
    xx += (a - x) * (a - x)
    yy += (b - y) * (b - y)
    xy += (a - x) * (b - y)
  }
  return xx > 0 && yy > 0 ? xy / (xx * yy).squareRoot() : nil
}

/// a − b; `nil` when either is missing.
func difference(_ a: Double?, _ b: Double?) -> Double? {
  guard let a, let b else { return nil }
  return a - b
}

/// How often, or for how long, an engine and the truth agree on a yes-or-no matter.
struct Tally: Sendable, Hashable {
  /// Found and true.
  var hits = 0.0
  /// Found but not true.
  var falseAlarms = 0.0
  /// True but not found.
  var misses = 0.0

  /// hits / found; `nil` when nothing was found.
  var precision: Double? { ratio(hits, hits + falseAlarms) }
  /// hits / true; `nil` when nothing is true.
  var recall: Double? { ratio(hits, hits + misses) }
  /// The harmonic mean of precision and recall; `nil` when nothing was found and nothing is true.
  var f1: Double? { ratio(2 * hits, 2 * hits + falseAlarms + misses) }

  static func + (a: Tally, b: Tally) -> Tally {
    Tally(
      hits: a.hits + b.hits, falseAlarms: a.falseAlarms + b.falseAlarms,
      misses: a.misses + b.misses)
  }
}

/// A quotient, `nil` when the divisor is 0.
func ratio(_ dividend: Double, _ divisor: Double) -> Double? {
  divisor == 0 ? nil : dividend / divisor
}

/// Pairs of a found and a true value.
struct ValuePairs: Sendable, Hashable {
  /// Found minus true, of the pairs in which both are known.
  private(set) var errors: [Double] = []
  /// |found − true| in percent of true, of those whose true value is not 0.
  private(set) var percents: [Double] = []

  /// Adds a pair; one with a missing value does not count.
  mutating func add(found: Double?, truth: Double?) {
    guard let found, let truth else { return }
    errors.append(found - truth)
    if truth != 0 { percents.append(100 * abs(found - truth) / truth) }
  }

  /// Adds all pairs of another list.
  mutating func add(_ other: ValuePairs) {
    errors += other.errors
    percents += other.percents
  }
}
