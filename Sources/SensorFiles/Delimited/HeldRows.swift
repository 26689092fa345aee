import GaitModel

/// Rows that repeat the acceleration of the row before while it moves: where the rows of a quicker sensor were filled with what a
/// slower one gave last, the rate is that of the rows, and the steps between its values are no movement.
struct HeldRows {
  /// Of rows in motion sensors repeat a quarter at most (1,123 recordings, phones with duplicated samples among them). Where each
  /// value stands in two rows, it is half of them.
  private static let leastShare = 0.4
  /// A stretch in which the acceleration changes by a smaller share of its mean is one of rest, where a coarse sensor gives one
  /// value again and again: 2 m/s² of gravity.
  private static let leastChange = 0.2
  /// In so many rows in motion, at least: five seconds at 20 Hz.
  private static let leastCount = 100
  /// So many rows with one value are of a device that sleeps, or of rest: from sensor to sensor a value is filled up less often.
  private static let longestRun = 20
  /// Rows that are looked at together.
  private static let stretchCount = 100

  /// Rows in motion, and those of them that have the acceleration of the row before.
  private var count = 0
  private var heldCount = 0
  private var stretch = Stretch()
  private var last: SIMD3<Double>?

  /// The stretch that is open.
  private struct Stretch {
    var (count, held, run, longestRun) = (0, 0, 0, 0)
    var (least, greatest, sum) = (Double.infinity, 0.0, 0.0)

    var isInMotion: Bool {
      greatest - least > HeldRows.leastChange * sum / Double(count)
        && longestRun < HeldRows.longestRun
    }
  }

  /// Takes the next row that has a time of its own, in the file's unit.
  mutating func take(_ force: SIMD3<Double>) {
    defer { last = force }
    guard let last else { return }
    let length = (force * force).sum().squareRoot()
    stretch.count += 1
    stretch.run = force == last ? stretch.run + 1 : 0
    stretch.held += stretch.run > 0 ? 1 : 0
    stretch.longestRun = max(stretch.longestRun, stretch.run)
    stretch.least = min(stretch.least, length)
    stretch.greatest = max(stretch.greatest, length)
    stretch.sum += length
    guard stretch.count == Self.stretchCount else { return }
    if stretch.isInMotion { (count, heldCount) = (count + stretch.count, heldCount + stretch.held) }
    stretch = Stretch()
  }

  /// Behind a rest so many rows in motion are looked at: the first of them share a stretch with the rest. Our choice.
  private static let enoughCount = 2000

  /// Whether so little has moved that more rows tell more.
  var isOpen: Bool { count < Self.enoughCount }

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
