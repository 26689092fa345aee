import GaitModel

/// The clock of a file of blocks, from the stamps of its first samples.
enum BlockClock {
  /// Samples looked at for the rate: three minutes at 100 Hz.
  static let sampleCount = 20_000

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
