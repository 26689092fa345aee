import GaitModel

/// A recording written out as it was read: the rows of a plain table, or of a table of BIDS motion.
///
/// Numbers have as many digits as it takes to read them back to the last bit. What a slower sensor gave stands in
/// the row of the first sample that is not earlier, which is at most one sampling interval later; a value that
/// finds its place taken, and one after the last sample, is left out and counted. Rows without values lead from second 0 to
/// the first sample.
package struct RecordingRows {
  /// What parts the columns.
  private let separator: String
  private let hasAngularRate: Bool
  /// Whether the time stands in the first column, or in the last as in BIDS motion.
  private let layout: Layout
  private let channels: [SideChannel]
  private var waiting: [SideChannel: SideSamples] = [:]
  /// Rows that were written.
  package private(set) var count = 0
  /// Values of slower sensors that found no row.
  package private(set) var lostSideCount = 0

  /// The layouts that can be written.
  package enum Layout: Sendable {
    /// `time_s,acc_x,acc_y,acc_z[,gyr_x,gyr_y,gyr_z]` and a column for each slower sensor.
    case plain
    /// Acceleration, angular rate and time between tabs, without a header; no slower sensors.
    case bids
  }

  /// Begins a table.
  ///
  /// - Parameters:
  ///   - layout: which.
  ///   - hasAngularRate: whether there are columns of the angular rate.
  ///   - channels: the slower sensors with a column of their own.
  package init(_ layout: Layout, hasAngularRate: Bool, channels: Set<SideChannel>) {
    self.layout = layout
    self.hasAngularRate = hasAngularRate
    self.channels = SideChannel.allCases.filter(channels.contains)
    separator = layout == .plain ? "," : "\t"
  }

  /// The header row; empty in BIDS motion.
  package var header: String {
    guard layout == .plain else { return "" }
    let motion = ["acc"] + (hasAngularRate ? ["gyr"] : [])
    let axes = motion.flatMap { name in ["x", "y", "z"].map { "\(name)_\($0)" } }
    return (["time_s"] + axes + channels.map(\.rawValue)).joined(separator: ",") + "\n"
  }

  /// The rows of the next block.
  package mutating func rows(of block: RecordingBlock) -> String {
    for channel in channels {
      for (stamp, value) in block.side[channel].map({ zip($0.seconds, $0.values) }) ?? zip([], []) {
        waiting[channel, default: SideSamples()].append(seconds: stamp, value)
      }
    }
    let columns = [block.acceleration, block.angularRate].compactMap(\.self).flatMap {
      [$0.x, $0.y, $0.z]
    }
    let side = channels.map { cells(of: $0, at: block.seconds) }
    var text = count == 0 ? lead(to: block.seconds.first ?? 0, columnCount: columns.count) : ""
    for (row, seconds) in block.seconds.enumerated() {
      if layout == .plain { text += "\(seconds)" }
      for (place, column) in columns.enumerated() {
        if layout == .plain || place > 0 { text += separator }
        text += "\(column[row])"
      }
      if layout == .bids { text += "\(separator)\(seconds)" }
      for cells in side { text += separator + (cells[row] ?? "") }
      text += "\n"
    }
    count += block.seconds.count
    return text
  }

  /// Rows without values from second 0 to the first sample: a table's second 0 is its first row. One for each second, because
  /// times count as going on up to `SamplingClock.longestPause`.
  private func lead(to first: Double, columnCount: Int) -> String {
    let missing = layout == .plain ? "NaN" : "n/a"
    let cells = Array(repeating: missing, count: columnCount)
    return stride(from: 0, to: first, by: 1).map { second in
      let time = ["\(second)"]
      let row = layout == .plain ? time + cells + channels.map { _ in "" } : cells + time
      return row.joined(separator: separator) + "\n"
    }.joined()
  }

  /// Ends the table: what slower sensors gave after the last sample has no row.
  package mutating func finish() {
    lostSideCount += waiting.values.reduce(0) { $0 + $1.values.count }
    waiting = [:]
  }

  /// The cells of a slower sensor, by the row in the block.
  private mutating func cells(of channel: SideChannel, at seconds: [Double]) -> [Int: String] {
    guard let samples = waiting[channel] else { return [:] }
    var cells: [Int: String] = [:]
    var row = 0
    var taken = 0
    for (stamp, value) in zip(samples.seconds, samples.values) {
      while row < seconds.count, seconds[row] < stamp { row += 1 }
      guard row < seconds.count else { break }
      if cells.updateValue("\(value)", forKey: row) != nil { lostSideCount += 1 }
      taken += 1
    }
    waiting[channel] = SideSamples(
      seconds: Array(samples.seconds[taken...]), values: Array(samples.values[taken...]))
    return cells
  }
}
