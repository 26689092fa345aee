import GaitModel

/// Rows that hold what slow sensors gave and no motion, as where the tables of two sensors were joined: they say nothing of the
/// motion's clock, and wait until its samples come to their time.
struct SlowRows {
  /// A row of slow sensors.
  typealias Row = (seconds: Double, side: [(SideChannel, Float)])

  /// A value may be written so long after samples that are later, seconds, and then counts at the last of them: less than half
  /// a step. Programs that write a row for each event are late by some milliseconds.
  private static let longestDelay = StreamCoverage.longestInterval

  private var waiting: [Row] = []
  private var given: Set<SideChannel> = []

  /// Whether no row waits.
  var isEmpty: Bool { waiting.isEmpty }

  /// Whether a row has its time, no motion, and a value of a slow sensor.
  static func isOne(_ raw: UnsafeMutablePointer<Double>) -> Bool {
    // The places of channels that no column holds are 0.
    raw[Channel.time.rawValue].isFinite
      && Channel.acceleration.allSatisfy { raw[$0.rawValue].isNaN }
      && (Channel.angularRate + Channel.gravity).allSatisfy {
        raw[$0.rawValue].isNaN || raw[$0.rawValue] == 0
      } && Channel.side.contains { raw[$0.rawValue].isFinite }
  }

  /// Takes a row behind the sample at `last`; `seconds` is its time, or `nil` where the samples have not begun.
  ///
  /// - Returns: why it cannot be read; `nil` where it is.
  mutating func take(
    _ side: [(SideChannel, Float)], at seconds: Double?, after last: Double
  ) -> String? {
    guard !side.isEmpty else { return nil }
    guard let seconds, seconds >= max(0, last - Self.longestDelay) else {
      let names = side.map(\.0.rawValue).joined(separator: ", ")
      let place =
        last.isFinite ? "with a time before that of a row above" : "above the first sample"
      return "\(names) in a row without motion, \(place), not read"
    }
    let second = max(seconds, last)
    let place = waiting.lastIndex { $0.seconds <= second }.map { $0 + 1 } ?? 0
    waiting.insert((second, side), at: place)
    return nil
  }

  /// Hands out the rows before a time.
  mutating func take(before seconds: Double) -> [Row] {
    guard let first = waiting.first, first.seconds < seconds else { return [] }
    let rows = waiting.prefix { $0.seconds < seconds }
    waiting.removeFirst(rows.count)
    return Array(rows)
  }

  /// Notes which slow sensors gave values that can be used.
  mutating func note(_ sides: some Sequence<SideChannel>) { given.formUnion(sides) }

  /// Whether a slow sensor gave a value so far.
  func isGiven(_ side: SideChannel) -> Bool { given.contains(side) }
}
