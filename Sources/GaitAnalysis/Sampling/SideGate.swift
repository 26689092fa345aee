import GaitModel

/// Hands the values of slower sensors on when the motion has come to their time, and keeps out those that lie in no time of
/// the recording: by another clock, or in another unit of time.
struct SideGate: Sendable {
  /// Values so long before the first sample of the motion or behind its last are still the recording's, seconds, as many as a
  /// sensor may lag.
  private static let margin = SideMemory.longestDelay
  /// So many values outside, and so large a share of all, are no sensor that began earlier or ended later.
  private static let (leastCount, leastShare) = (3, 0.5)

  private var waiting: [SideChannel: SideSamples] = [:]
  private var counts: [SideChannel: (all: Int, outside: Int)] = [:]

  /// Takes new values and hands out those of all channels up to a time of the motion, seconds of the recording.
  mutating func take(
    _ new: [SideChannel: SideSamples], upTo motion: Double
  ) -> [SideChannel: SideSamples] {
    for (channel, samples) in new where !samples.seconds.isEmpty {
      let early = samples.seconds.prefix { $0 < -Self.margin }.count
      let (all, outside) = counts[channel] ?? (0, 0)
      counts[channel] = (all + samples.seconds.count, outside + early)
      waiting[channel, default: SideSamples()].append(samples, early..<samples.seconds.count)
    }
    return handOut(upTo: motion)
  }

  /// Ends the recording and hands out what is left of its time.
  mutating func finish(at end: Double) -> [SideChannel: SideSamples] {
    let last = handOut(upTo: end + Self.margin)
    for (channel, samples) in waiting {
      counts[channel]?.outside += samples.seconds.count
    }
    waiting = [:]
    return last
  }

  private mutating func handOut(upTo motion: Double) -> [SideChannel: SideSamples] {
    var ready: [SideChannel: SideSamples] = [:]
    for (channel, samples) in waiting {
      let count = samples.seconds.prefix { $0 <= motion }.count
      guard count > 0 else { continue }
      if count == samples.seconds.count {
        (ready[channel], waiting[channel]) = (samples, nil)
      } else {
        ready[channel, default: SideSamples()].append(samples, 0..<count)
        waiting[channel]?.seconds.removeFirst(count)
        waiting[channel]?.values.removeFirst(count)
      }
    }
    return ready
  }

  /// Whether most of a channel lies outside the recording.
  func isElsewhere(_ channel: SideChannel) -> Bool {
    guard let (all, outside) = counts[channel] else { return false }
    return outside >= Self.leastCount && Double(outside) > Self.leastShare * Double(all)
  }

  /// What is to be said where most of a channel lies outside a recording of so many seconds.
  func remarks(durationSeconds: Double) -> [RecordingRemark] {
    SideChannel.allCases.filter(isElsewhere).compactMap { channel in
      guard let (all, outside) = counts[channel] else { return nil }
      let end = DecimalText.text(durationSeconds, decimals: 1) ?? ""
      return RecordingRemark(
        kind: .inconsistent, sampleCount: outside,
        message:
          "\(outside) of \(all.counted("value")) of \(channel.words) \(outside.verb("lies", "lie")) outside the motion's time, 0 "
          + "to \(end) s, and \(outside.verb("was", "were")) not used: give both by one clock, in seconds"
      )
    }
  }
}

extension SideSamples {
  /// Adds some of other samples, later than all before.
  fileprivate mutating func append(_ other: SideSamples, _ range: Range<Int>) {
    seconds += other.seconds[range]
    values += other.values[range]
  }
}

extension SideChannel {
  /// As sentences call it.
  fileprivate var words: String {
    switch self {
    case .pressure: "the air pressure"
    case .heartRate: "the heart rate"
    case .temperature: "the temperature"
    case .groundSpeed: "the speed over ground"
    }
  }
}
