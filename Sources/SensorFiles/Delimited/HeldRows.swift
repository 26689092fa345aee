import GaitModel

/// Rows that repeat the acceleration of the row before while it moves: where the rows of a quicker sensor were filled with what a
/// slower one gave last, the rate is that of the rows, and the steps between its values are no movement.
struct HeldRows {
  /// Of rows in motion sensors repeat a quarter at most (1,123 recordings, phones with duplicated samples among them). Where each
  /// value stands in two rows, it is half of them.
  private static let leastShare = 0.4
  /// A second in which the acceleration changes less is one of rest, where a coarse sensor gives one value again and again, m/s².
  private static let leastChange = 2.0
  /// In so many rows in motion, at least: five seconds at 20 Hz.
  private static let leastCount = 100

  /// Rows in motion, and those of them that have the acceleration of the row before.
  private let count: Int
  private let heldCount: Int

  /// Looks at the first rows of a table, in stretches of a hundred.
  init(_ sample: TableSample, metersPerSecondSquaredPerUnit unit: Double) {
    let (x, y, z) = (sample.x, sample.y, sample.z)
    var (count, heldCount) = (0, 0)
    for start in stride(from: 1, to: x.count - Self.stretchCount, by: Self.stretchCount) {
      let stretch = start..<start + Self.stretchCount
      let lengths = stretch.map { (x[$0] * x[$0] + y[$0] * y[$0] + z[$0] * z[$0]).squareRoot() }
      guard let least = lengths.min(), let greatest = lengths.max(),
        (greatest - least) * unit > Self.leastChange
      else { continue }
      var (held, run, longestRun) = (0, 0, 0)
      for row in stretch {
        let isHeld = x[row] == x[row - 1] && y[row] == y[row - 1] && z[row] == z[row - 1]
        run = isHeld ? run + 1 : 0
        held += isHeld ? 1 : 0
        longestRun = max(longestRun, run)
      }
      guard longestRun < Self.longestRun else { continue }
      count += stretch.count
      heldCount += held
    }
    (self.count, self.heldCount) = (count, heldCount)
  }

  /// So many rows with one value are of a device that sleeps, or of rest: from sensor to sensor a value is filled up less often.
  private static let longestRun = 20
  /// Rows that are looked at together.
  private static let stretchCount = 100

  /// What is to be said of them; `nil` where there are few.
  func sentence(samplingRateHertz: Double) -> String? {
    let share = Double(heldCount) / Double(max(count, 1))
    guard count >= Self.leastCount, share >= Self.leastShare else { return nil }
    return
      "acceleration: \(heldCount.grouped) of \(count.grouped) rows in motion repeat that of the row before, as where a slower "
      + "sensor's values were filled up: it changes about \(TableUnits.short(samplingRateHertz * (1 - share))) times a second, "
      + "the rows come \(TableUnits.short(samplingRateHertz)) times, and steps may be lost; leave those rows out"
  }
}
