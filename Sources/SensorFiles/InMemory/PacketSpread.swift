import GaitModel

/// Spreads a program's samples that come in packets over the time until the next one, as those of a table are.
package struct PacketSpread {
  private let clock: ClockRegularity
  private var packets: PacketClock

  /// Looks at the first stamps, seconds; `nil` where they do not come in packets.
  ///
  /// - Parameters:
  ///   - stamps: those that rise.
  ///   - repeatedCount: how many more are that of the sample before.
  package init?(ofStamps stamps: [Double], repeatedCount: Int) {
    guard var clock = SamplingClock().regularity(of: stamps),
      let interval = PacketClock.interval(
        ofStamps: stamps, repeatedCount: repeatedCount, clock: clock)
    else { return nil }
    clock.samplingRateHertz = 1 / interval
    self.clock = clock
    packets = PacketClock(interval: interval)
  }

  /// Samples per second.
  package var samplingRateHertz: Double { clock.samplingRateHertz }

  /// What is to be said of so many samples.
  package func remark(sampleCount: Int) -> RecordingRemark {
    remark(
      sampleCount,
      "the samples of each were spread evenly over the time until the next. Where the sensor's own times are there, give those"
    )
  }

  /// The same of a stream, whose samples are taken at their own times.
  package func streamRemark(sampleCount: Int) -> RecordingRemark {
    remark(
      sampleCount,
      "a stream takes them as they are, and steps may be lost: give the sensor's own times, or spread the samples of each "
        + "packet evenly over the time until the next")
  }

  private func remark(_ sampleCount: Int, _ words: String) -> RecordingRemark {
    RecordingRemark(
      kind: .inconsistent, sampleCount: sampleCount,
      message: "clock: \(clock.packetWords); \(words)")
  }

  /// Samples of motion, and what slower sensors gave beside them.
  package struct Spread {
    /// The times of the samples of motion.
    package var seconds: [Double] = []
    /// Three or six axes of them.
    package var columns: [[Float]]
    /// What came beside them, at their times.
    package var side: [SideChannel: SideSamples] = [:]

    /// No samples of so many axes.
    package init(axes: Int) { columns = Array(repeating: [], count: axes) }

    /// Takes what comes behind.
    package mutating func append(_ other: Spread) {
      seconds += other.seconds
      for axis in columns.indices { columns[axis] += other.columns[axis] }
      for (channel, values) in other.side {
        for (second, value) in zip(values.seconds, values.values) {
          side[channel, default: SideSamples()].append(seconds: second, value)
        }
      }
    }
  }

  /// Takes samples whose times do not go back.
  ///
  /// - Parameters:
  ///   - seconds: their times.
  ///   - columns: three or six axes of them.
  ///   - side: what slower sensors gave beside a sample, by its place; it moves with the sample, as in a row of a table.
  /// - Returns: the samples of all packets that have ended.
  package mutating func take(
    _ seconds: [Double], _ columns: [[Float]], beside side: [Int: [(SideChannel, Float)]] = [:]
  ) -> Spread {
    var spread: [PacketClock.Sample] = []
    for (place, second) in seconds.enumerated() {
      var motion = SIMD8<Float>(repeating: 0)
      for axis in columns.indices { motion[axis] = columns[axis][place] }
      packets.take(
        PacketClock.Sample(seconds: second, motion: motion, side: side[place] ?? []))
      while let sample = packets.next() { spread.append(sample) }
    }
    return Self.columns(of: spread, axes: columns.count)
  }

  /// Ends the last packet.
  ///
  /// - Returns: its samples.
  package mutating func end(axes: Int) -> Spread {
    packets.end()
    var spread: [PacketClock.Sample] = []
    while let sample = packets.next() { spread.append(sample) }
    return Self.columns(of: spread, axes: axes)
  }

  private static func columns(of samples: [PacketClock.Sample], axes: Int) -> Spread {
    var all = Spread(axes: axes)
    all.seconds = samples.map(\.seconds)
    all.columns = (0..<axes).map { axis in samples.map { $0.motion[axis] } }
    for sample in samples {
      for (channel, value) in sample.side {
        all.side[channel, default: SideSamples()].append(seconds: sample.seconds, value)
      }
    }
    return all
  }
}
