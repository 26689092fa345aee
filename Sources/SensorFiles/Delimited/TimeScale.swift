/// What the numbers in a time column count.
struct TimeScale: Hashable {
  /// One unit of the column in seconds.
  let secondsPerUnit: Double
  /// The unit, and how it is known.
  let words: String
  /// Whether the numbers count from 1970: then the first of them is the wall clock.
  let isEpoch: Bool

  /// Dates written out.
  static let dateTimes = TimeScale(secondsPerUnit: 1, words: "date and time", isEpoch: true)

  /// Intervals between samples that a unit may lead to, seconds: 5 Hz to 2000 Hz. The bands of
  /// seconds, milliseconds, microseconds and nanoseconds do not touch.
  private static let plausibleInterval = 0.0005...0.2

  /// From 2001 to 2096 in seconds since 1970: no recording lasts long enough to reach it from 0.
  private static let epochSeconds = 1e9...4e9

  init(secondsPerUnit: Double, words: String, isEpoch: Bool) {
    self.secondsPerUnit = secondsPerUnit
    self.words = words
    self.isEpoch = isEpoch
  }

  /// The unit in the header wins; then times since 1970 are recognized by their size; then the unit
  /// that gives a plausible sampling rate is taken. `nil` when there is none.
  init?(named unit: ColumnUnit?, stamps: [Double]) {
    guard let first = stamps.first else { return nil }
    let units: [ColumnUnit] = [.seconds, .milliseconds, .microseconds, .nanoseconds]
    if let unit, units.contains(unit) {
      let isEpoch = Self.epochSeconds.contains(first * unit.factor)
      self.init(
        secondsPerUnit: unit.factor, words: "\(unit.rawValue) (named)", isEpoch: isEpoch)
    } else if let unit = units.first(where: { Self.epochSeconds.contains(first * $0.factor) }) {
      self.init(
        secondsPerUnit: unit.factor, words: "\(unit.rawValue) since 1970 (by size)", isEpoch: true)
    } else {
      let interval = SamplingClock().regularity(of: stamps).map { 1 / $0.samplingRateHertz } ?? 0
      guard
        let unit = units.first(where: { Self.plausibleInterval.contains(interval * $0.factor) })
      else { return nil }
      self.init(
        secondsPerUnit: unit.factor, words: "\(unit.rawValue) (by sampling rate)", isEpoch: false)
    }
  }
}
