/// How fast steps follow each other, steps per minute.
struct CadenceScore: Sendable, Hashable {
  /// The reference's cadence; `nil` with fewer than four contacts.
  var truth: Double?
  /// The engine's cadence: its bouts' values, or else the value from its contacts.
  var found: Double?

  /// Found minus true; `nil` when either is missing.
  var error: Double? { difference(found, truth) }

  /// Two contacts closer than this are one step seen twice, seconds.
  private static let shortestStep = 0.15
  /// An interval longer than so many times the median holds a pause.
  private static let pauseFactor = 1.5
  /// Fewer step intervals than this make no cadence.
  private static let fewestIntervals = 3

  /// 60 / mean step interval, pauses left out; `nil` for too few contacts. Times are sorted.
  static func stepsPerMinute(_ seconds: [Double]) -> Double? {
    let intervals = zip(seconds.dropFirst(), seconds).map { $0 - $1 }
    guard intervals.count >= fewestIntervals else { return nil }
    let steps = intervals.filter { $0 > shortestStep }
    guard let median = median(steps) else { return nil }
    return mean(steps.filter { $0 <= pauseFactor * median }).map { 60 / $0 }
  }
}
