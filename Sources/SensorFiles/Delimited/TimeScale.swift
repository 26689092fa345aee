import GaitModel

/// What the numbers in a time column count.
struct TimeScale: Hashable {
  /// One unit of the column in seconds.
  let secondsPerUnit: Double
  /// The unit, and how it is known.
  let words: String
  /// The number of seconds before 1970 from which the numbers count: then the first of them is the wall clock. `nil` where
  /// they count from anything else.
  let epoch: Double?

  /// The instant of a stamp, seconds since 1970; `nil` where it is that of no clock.
  func secondsSince1970(_ stamp: Double) -> Double? {
    epoch.map { stamp * secondsPerUnit - $0 }
  }

  /// Whether nothing but the sampling rate that comes of it tells the unit.
  var isByRate: Bool { words.hasSuffix(Self.byRate) }
  private static let byRate = "(by sampling rate)"

  /// Dates written out.
  static let dateTimes = TimeScale(secondsPerUnit: 1, words: "date and time", epoch: 0)

  /// Intervals between samples that a unit may lead to, seconds: 5 Hz to 2000 Hz. The bands of
  /// seconds, milliseconds, microseconds and nanoseconds do not touch.
  private static let plausibleInterval = 0.0005...0.2

  /// From 2001 to 2096 in seconds since 1970: no recording lasts long enough to reach it from 0.
  static let epochSeconds = 1e9...4e9

  /// Clocks of Windows: they count units of 100 ns from another year, which lies so many seconds before 1970 (Microsoft,
  /// *DateTime.Ticks* and *FILETIME structure*).
  private static let windowsClocks: [(words: String, epoch: Double)] = [
    ("100 ns since the year 1 (by size, taken for UTC)", 62_135_596_800),
    ("100 ns since 1601 (by size)", 11_644_473_600),
  ]

  /// Whether rows lie as far apart as samples do when their times count days, as a spreadsheet's dates and MATLAB's `datenum`:
  /// no other unit makes a rate of such steps.
  static func countsDays(from first: Double, to last: Double, rowCount: Int) -> Bool {
    rowCount > 1 && plausibleInterval.contains((last - first) * 86_400 / Double(rowCount - 1))
  }

  /// Makes a scale. `epoch` is where the numbers begin, seconds before 1970.
  init(secondsPerUnit: Double, words: String, epoch: Double?) {
    self.secondsPerUnit = secondsPerUnit
    self.words = words
    self.epoch = epoch
  }

  /// The unit in the header wins; then times since 1970, or of Windows, are told by their size; then the unit
  /// that gives a plausible sampling rate is taken. `nil` when there is none.
  init?(named unit: ColumnUnit?, stamps: [Double]) {
    guard let first = stamps.first else { return nil }
    let units: [ColumnUnit] = [.seconds, .milliseconds, .microseconds, .nanoseconds]
    if let unit, unit.measures(.time) {
      self.init(
        secondsPerUnit: unit.factor, words: "\(unit.rawValue) (named)",
        epoch: Self.epochSeconds.contains(first * unit.factor) ? 0 : nil)
    } else if let unit = units.first(where: { Self.epochSeconds.contains(first * $0.factor) }) {
      self.init(
        secondsPerUnit: unit.factor, words: "\(unit.rawValue) since 1970 (by size)", epoch: 0)
    } else if let clock = Self.windowsClocks.first(where: {
      Self.epochSeconds.contains(first * 1e-7 - $0.epoch)
    }) {
      self.init(secondsPerUnit: 1e-7, words: clock.words, epoch: clock.epoch)
    } else {
      let interval = SamplingClock().regularity(of: stamps).map { 1 / $0.samplingRateHertz } ?? 0
      guard
        let unit = units.first(where: { Self.plausibleInterval.contains(interval * $0.factor) })
      else { return nil }
      self.init(
        secondsPerUnit: unit.factor, words: "\(unit.rawValue) \(Self.byRate)", epoch: nil)
    }
  }
}
