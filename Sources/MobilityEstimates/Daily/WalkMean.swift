import GaitModel

/// The mean of some walks, weighted by their time, and how much they differ.
struct WalkMean {
  /// The mean. Its error against the truth is the walks' own, because it holds what is wrong every time
  /// and does not shrink; that against the own past shrinks with the number of walks.
  let figure: DailySummary.Figure
  /// Standard deviation by time over the mean; `nil` of fewer than two or about 0.
  let variation: Double?

  /// Makes it of walks in their order; `nil` when they took no time.
  init?(_ walks: ArraySlice<SampleRow>) {
    var (seconds, sum, errors, errorCount) = (0.0, 0.0, 0.0, 0.0)
    for walk in walks {
      seconds += walk.seconds
      sum += walk.value * walk.seconds
      if let error = walk.standardError {
        errors += error
        errorCount += 1
      }
    }
    guard seconds > 0 else { return nil }
    let mean = sum / seconds
    variation = Self.variation(of: walks, about: mean, seconds: seconds)
    figure = DailySummary.Figure(
      value: mean, standardError: errorCount > 0 ? errors / errorCount : nil,
      errorWithinPerson: variation.map { $0 * mean / Double(walks.count).squareRoot() })
  }

  private static func variation(
    of walks: ArraySlice<SampleRow>, about mean: Double, seconds: Double
  ) -> Double? {
    guard walks.count > 1, mean > 0 else { return nil }
    var squares = 0.0
    for walk in walks { squares += (walk.value - mean) * (walk.value - mean) * walk.seconds }
    return (squares / seconds).squareRoot() / mean
  }
}
