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
