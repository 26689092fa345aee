import GaitModel

/// Compares the rate that a stream was opened with to that of its first stamps.
package struct StreamRate {
  /// The times of samples that can be used, seconds.
  private var usable: [Double] = []
  /// Those of samples without values, too: the sensor took them, and only some lack something.
  private var all: [Double] = []
  /// Samples that have the time of the one before.
  private var repeatedCount = 0
  /// Those of them that can be used otherwise.
  private var usableRepeatedCount = 0

  /// Begins before the first sample.
  package init() {}

  /// Takes the time of a sample from the first usable one on, seconds; usable ones rise.
  package mutating func take(_ second: Double, isUsable: Bool) {
    if isUsable, !isComplete { usable.append(second) }
    guard all.count < SampleCheck.stampCount else { return }
    if second == all.last {
      repeatedCount += 1
    } else if second > all.last ?? -.infinity {
      all.append(second)
    }
  }

  /// Takes the time of a sample that can be used but for its time, which is that of the one before, seconds.
  package mutating func takeRepeated(_ second: Double) {
    take(second, isUsable: false)
    if !isComplete { usableRepeatedCount += 1 }
  }

  /// Whether as many were taken as are looked at.
  package var isComplete: Bool { usable.count == SampleCheck.stampCount }

  /// Whether as many usable samples were taken as times are looked at, those of one time among them.
  package var isFull: Bool { usable.count + usableRepeatedCount >= SampleCheck.stampCount }

  /// That the times are too coarse for the samples so far, in words; `nil` where they are not, and of packets.
  package var coarseTimes: String? {
    let trouble = SampleCheck.coarseTimes(
      risingCount: usable.count, repeatedCount: usableRepeatedCount)
    return trouble == nil || packets != nil ? nil : trouble
  }

  /// Usable samples in a second; `nil` where too few were taken.
  package var usableHertz: Double? { SampleCheck.samplingRateHertz(ofStamps: usable) }

  /// That the stamps are no seconds, as no motion sensor is so slow or fast. A long pause lowers the mean rate alone.
  ///
  /// - Parameter said: the rate that the stream was opened with, samples per second.
  /// - Returns: words; `nil` where they may be seconds.
  package func impossibleTimes(openedWith said: Double) -> String? {
    guard SampleCheck.impossibleRate(ofStamps: all) != nil,
      let middle = SamplingClock().regularity(of: all)?.medianInterval,
      !SampleCheck.possibleRatesHertz.contains(1 / middle)
    else { return nil }
    return remark(openedWith: said)?.message
  }

  /// Tells samples that come in packets, which a stream takes at their own times; `nil` for others.
  package var packets: PacketSpread? { PacketSpread(ofStamps: usable, repeatedCount: 0) }

  /// That the stamps have another rate than the stream was opened with, samples per second; `nil` where they have not.
  ///
  /// Samples that are lost lower the mean rate and leave the middle interval; samples without values are lost to the analysis
  /// and not to the sensor, and those of one time are as many as they are. A stream that was opened with any of these rates
  /// may be right.
  package func remark(openedWith said: Double) -> RecordingRemark? {
    let clock = SamplingClock()
    guard let whole = clock.regularity(of: all), let used = clock.regularity(of: usable) else {
      return nil
    }
    let (mean, middle) = (whole.samplingRateHertz, 1 / whole.medianInterval)
    let withRepeated = mean * Double(all.count + repeatedCount) / Double(all.count)
    let possible = [
      mean, middle, withRepeated, used.samplingRateHertz, 1 / used.medianInterval,
    ]
    guard possible.allSatisfy({ SampleCheck.areAtOdds(said, $0) }) else { return nil }
    func text(_ hertz: Double) -> String { DecimalText.text(hertz, decimals: 2) ?? "\(hertz)" }
    let found =
      SampleCheck.impossibleRate(ofStamps: all)
      ?? (SampleCheck.areAtOdds(mean, middle)
        ? "\(text(mean)) on average and \(text(middle)) by their middle interval: open it with the sensor's rate"
        : "\(text(mean)): open it with these")
    return RecordingRemark(
      kind: .inconsistent, sampleCount: 0,
      message:
        "the stream was opened with \(text(said)) samples a second, and the stamps give \(found)"
    )
  }
}
