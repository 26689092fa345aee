import GaitModel

/// Estimates the sampling rate from stamps that jitter, come in batches, are rounded or have gaps.
struct SamplingClock: Hashable {
  /// Samples per second that a motion sensor can give: phones that save power give one in two
  /// seconds, shock sensors thousands in one.
  static let possibleRatesHertz = 0.5...10_000.0

  /// An interval longer than this is a gap whatever the rate: nothing that can count steps is
  /// slower, and no buffer of a phone is longer.
  var longestPause = 2.0
  /// Shorter intervals are gaps when they are this many times the middle one: a sensor that
  /// jitters is late by one interval or two.
  var gapFactor = 8.0
  /// Unless they hold more than this share of the time: then the stamps come in batches, and the
  /// pauses between batches are part of the clock.
  var largestGapShare = 0.5

  /// How samples follow each other at a rate that no motion sensor has, samples per second: by their distance where it is
  /// too low.
  static func words(ofImpossibleRate hertz: Double) -> String {
    let isSlow = hertz < possibleRatesHertz.lowerBound
    let number = isSlow ? 1 / hertz : hertz
    let text = DecimalText.trimmed(number) ?? "\(number)"
    return isSlow ? "\(text) s from sample to sample" : "\(text) samples per second"
  }

  /// The regularity of rising stamps in seconds; `nil` with fewer than two.
  func regularity(of seconds: [Double], nominalRateHertz: Double? = nil) -> ClockRegularity? {
    guard seconds.count > 1 else { return nil }
    let intervals = zip(seconds.dropFirst(), seconds).map { $0 - $1 }.sorted()
    let median = intervals[intervals.count / 2]
    let mean = meanInterval(sorted: intervals, median: median)
    guard mean > 0 else { return nil }
    return ClockRegularity(
      samplingRateHertz: rounded(1 / mean), nominalRateHertz: nominalRateHertz,
      medianInterval: median, shortInterval: intervals[intervals.count / 20],
      longInterval: intervals[intervals.count - 1 - intervals.count / 20],
      sampleCount: seconds.count)
  }

  private func meanInterval(sorted intervals: [Double], median: Double) -> Double {
    let short = intervals.prefix { $0 <= max(longestPause, median) }
    let limit = gapFactor * median
    let even = short.prefix { $0 <= limit }
    let shortTime = short.reduce(0, +)
    let evenTime = even.reduce(0, +)
    return shortTime - evenTime > largestGapShare * shortTime
      ? shortTime / Double(short.count) : evenTime / Double(even.count)
  }

  /// A rate within a hundred-thousandth of a whole number is that number: the rest is round-off of
  /// the stamps.
  private func rounded(_ rate: Double) -> Double {
    abs(rate - rate.rounded()) < 1e-5 * rate ? rate.rounded() : rate
  }
}

/// The clock of a file of blocks, from the stamps of its first samples.
enum BlockClock {
  /// Samples looked at for the rate: three minutes at 100 Hz.
  static let sampleCount = 20_000

  /// What is said of a clock whose offset from UTC the file does not name.
  static let localTimes =
    "the device's clock has no offset from UTC; its times are local ones without an offset unless "
    + "--time-zone or the description's start_datetime or time_zone says more"

  /// What follows a count where only parts of a file were read.
  static let looked = " in the stretches that were looked at"

  /// How regular the stamps are.
  ///
  /// - Parameters:
  ///   - seconds: stamps of the first samples, rising, in seconds.
  ///   - nominalRateHertz: the rate that the blocks name, or `nil`.
  ///   - path: the file, for the error.
  /// - Returns: rate, and how evenly the stamps lie.
  /// - Throws: `.tooFewSamples` when there are fewer than two.
  static func regularity(
    of seconds: [Double], nominalRateHertz: Double?, path: String
  ) throws(SensorFileError) -> ClockRegularity {
    guard
      let regularity = SamplingClock().regularity(of: seconds, nominalRateHertz: nominalRateHertz)
    else { throw tooFew(path) }
    return regularity
  }

  /// The error of a file that holds fewer than two samples: no rate can be had from them.
  static func tooFew(_ path: String) -> SensorFileError {
    SensorFileError(.tooFewSamples, path: path, "fewer than two samples can be used.")
  }

  /// The sentence about a description whose rate is more than 5 % off, or `nil`.
  static func contradiction(
    _ clock: ClockRegularity, _ description: RecordingDescription
  ) -> String? {
    guard let named = description.samplingRateHertz,
      abs(named - clock.samplingRateHertz) > 0.05 * clock.samplingRateHertz
    else { return nil }
    return "sampling_rate_hz of the description is \(named), the stamps give "
      + "\(clock.samplingRateHertz); the stamps win"
  }
}
