import GaitModel

/// How far two clocks of a table are apart, looked at in all rows.
struct ClockDifference {
  /// Two clocks that count from different instants run alike where they part by no more than this share of the time:
  /// quartz keeps a ten-thousandth, and clocks that are set by others are moved more. Our choice.
  private static let largestDrift = 1e-3

  /// The largest difference, seconds, and the line in which it is.
  private var largest = (seconds: 0.0, line: 0)
  /// How much the difference changed since the first row with both, seconds.
  private var change = 0.0
  private var firstDifference: Double?
  private var pairCount = 0
  /// Rows that have the other clock alone.
  private var aloneCount = 0
  /// Rows whose time by the other clock is that of the row before.
  private var heldCount = 0
  private var lastOther = -Double.infinity
  /// From the least to the greatest time by either clock, seconds.
  private var range = (least: Double.infinity, greatest: -Double.infinity)
  private var otherRange = (least: Double.infinity, greatest: -Double.infinity)

  /// Reads both clocks of a table side by side.
  init(
    of other: TablePlan, from rows: TablePlan, in file: RecordingFile
  ) throws(SensorFileError) {
    let (one, two) = (try rows.rows(of: file), try other.rows(of: file))
    while true {
      let (line, otherLine) = (try one.next(), try two.next())
      if line == .end || otherLine == .end { return }
      let seconds = line == .row ? one.raw[0] * rows.time.secondsPerUnit : nil
      let otherSeconds = otherLine == .row ? two.raw[0] * other.time.secondsPerUnit : nil
      take(seconds, otherSeconds, line: one.lineNumber)
    }
  }

  private mutating func take(_ seconds: Double?, _ other: Double?, line: Int) {
    if let seconds { range = (min(range.least, seconds), max(range.greatest, seconds)) }
    guard let other else { return }
    otherRange = (min(otherRange.least, other), max(otherRange.greatest, other))
    if other == lastOther { heldCount += 1 }
    lastOther = other
    guard let seconds else {
      aloneCount += 1
      return
    }
    pairCount += 1
    let difference = other - seconds
    let first = firstDifference ?? difference
    firstDifference = first
    change = max(change, abs(difference - first))
    if abs(difference) > abs(largest.seconds) { largest = (difference, line) }
  }

  /// Whether there are times that both clocks show.
  var haveTimeInCommon: Bool {
    range.least <= otherRange.greatest && otherRange.least <= range.greatest
  }

  /// Whether both say the same: within half an interval, or from different instants on; a clock that counts whole seconds
  /// says the same within them. One that most rows share is none of a sensor where its name says none.
  func isNone(interval: Double, isNamed: Bool) -> Bool {
    if 2 * heldCount > pairCount,
      !isNamed || abs(largest.seconds) <= TableClocks.leastDifference
    {
      return true
    }
    guard aloneCount == 0 else { return false }
    if abs(largest.seconds) <= interval / 2 { return true }
    let allowed = max(
      TableClocks.leastDifference, Self.largestDrift * (range.greatest - range.least))
    return !haveTimeInCommon && change <= allowed
  }

  /// By how much the clocks differ, and where.
  func words(_ name: String, _ rows: String) -> String {
    let seconds = DecimalText.text(abs(largest.seconds), decimals: 3) ?? ""
    return "\"\(name)\" differs from \"\(rows)\" by up to \(seconds) s (line \(largest.line))"
  }
}
