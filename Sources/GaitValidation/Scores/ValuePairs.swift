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
