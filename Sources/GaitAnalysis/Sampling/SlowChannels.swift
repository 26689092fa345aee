import GaitModel

/// Gathers a slow channel of heart rates into means of ten seconds.
struct HeartRateMeans: Sendable {
  /// Who gathered them.
  static let method = MethodIdentity(
    provenance: Provenance(
      method: "HeartRateMeans", question: "heart rate",
      citation: "the device's own heart rate, means of ten seconds", revision: 1))
  /// What a heart can do, 1/min. Devices write 0 or 255 where they have lost it.
  var possible = 25.0...250.0

  /// A heart keeps no rate to the beat for so many seconds and readings: then the device repeats what it saw last.
  static let longestStill = (seconds: 600.0, count: 100)

  /// Values that were no heart rate.
  private(set) var impossibleCount = 0
  /// Values that were one and the same for longer than a heart keeps its rate.
  private(set) var stillCount = 0
  /// The same value again and again: since when, how often, and how many means there were before.
  private var still = (value: Float.nan, since: 0.0, count: 0, means: 0, isLong: false)
  private var means: [HeartRateMean] = []
  private var stretch = 0.0
  private var sum = 0.0
  private var count = 0

  /// Takes values that are later than all before.
  mutating func append(_ samples: SideSamples) {
    for (seconds, value) in zip(samples.seconds, samples.values) {
      guard possible.contains(Double(value)) else {
        impossibleCount += 1
        continue
      }
      if follow(value, at: seconds) { continue }
      let own = (seconds / HeartRateMean.stretchSeconds).rounded(.down)
      if own != stretch { close() }
      stretch = own
      sum += Double(value)
      count += 1
    }
  }

  /// Follows how long a value comes again and again; says whether that is too long for a heart. What was taken of it
  /// before is taken back then.
  private mutating func follow(_ value: Float, at seconds: Double) -> Bool {
    guard value == still.value else {
      still = (value, seconds, 1, means.count + (count > 0 ? 1 : 0), false)
      return false
    }
    still.count += 1
    let isLong =
      still.count > Self.longestStill.count && seconds - still.since > Self.longestStill.seconds
    guard still.isLong || isLong else { return false }
    if !still.isLong {
      stillCount += still.count - 1
      (sum, count) = (0, 0)
      means.removeLast(max(0, means.count - still.means))
      still.isLong = true
    }
    stillCount += 1
    return true
  }

  /// Whether there was any heart rate.
  var isKnown: Bool { count > 0 || !means.isEmpty }

  /// All means. The last one ends with the recording.
  ///
  /// - Parameter end: the recording's last sample, seconds.
  /// - Returns: the means in time order; stretches without a value have none.
  mutating func finish(at end: Double) -> [HeartRateMean] {
    close()
    if let last = means.last, last.seconds.contains(end), last.seconds.lowerBound < end {
      means[means.count - 1] = HeartRateMean(
        seconds: last.seconds.lowerBound..<end, heartRate: last.heartRate)
    }
    return means
  }

  private mutating func close() {
    guard count > 0 else { return }
    let start = stretch * HeartRateMean.stretchSeconds
    means.append(
      HeartRateMean(
        seconds: start..<start + HeartRateMean.stretchSeconds,
        heartRate: HeartRate(beatsPerMinute: sum / Double(count))))
    (sum, count) = (0, 0)
  }
}

/// A slow channel of a recording, kept as long as a walk may still need it.
struct SideMemory: Sendable {
  /// A value is used where the motion has gone on for less than this since its time, seconds. Our choice: walks close 2.4 s
  /// behind the last sample that is theirs as a rule, so that waiting so long delays no bout; it is two readings of a slow
  /// barometer or a satellite receiver.
  static let longestDelay = 2.0

  /// Whether there was anything at all so far.
  var isKnown: Bool { span != nil }
  /// From the first sample to the last, seconds of the recording.
  private(set) var span: ClosedRange<Double>?
  /// Values that came too late.
  private(set) var lateCount = 0
  /// The longest silence between two values, seconds of the recording.
  private(set) var silence: Range<Double>?
  /// How long the motion went on in it, seconds.
  private var silentSeconds = 0.0
  /// Values that were taken.
  private var valueCount = 0
  private var kept = SideSamples()

  /// The longest silence where it is one: longer than so many seconds, and than ten others together are on average, which a
  /// sensor that gives a value now and then reaches nowhere; `nil` for none. Our choice.
  func longSilence(from least: Double) -> Range<Double>? {
    guard let silence, let span, case let length = silence.upperBound - silence.lowerBound,
      silentSeconds > least, valueCount > 2,
      length > 10 * (span.upperBound - span.lowerBound - length) / Double(valueCount - 2)
    else { return nil }
    return silence
  }

  /// Takes the next samples, later than all before, after motion to `motion`, seconds of the recording. What comes too late is
  /// counted and not used.
  ///
  /// - Parameters:
  ///   - all: the samples.
  ///   - motion: how far the motion has come.
  ///   - pauses: those of the motion since the last sample, seconds of the recording, in time order: no silence of this
  ///     channel alone.
  mutating func append(
    _ all: SideSamples, behind motion: Double, pauses: [Range<Double>] = []
  ) {
    let late = all.seconds.prefix { $0 + Self.longestDelay <= motion }.count
    lateCount += late
    let new = SideSamples(
      seconds: Array(all.seconds[late...]), values: Array(all.values[late...]))
    if let first = new.seconds.first, let last = new.seconds.last {
      var before = span?.upperBound ?? first
      for stamp in new.seconds {
        let paused = pauses.reduce(0) {
          $0 + max(0, min($1.upperBound, stamp) - max($1.lowerBound, before))
        }
        if stamp - before - paused > silentSeconds {
          (silence, silentSeconds) = (before..<stamp, stamp - before - paused)
        }
        before = stamp
      }
      valueCount += new.seconds.count
      span = (span?.lowerBound ?? first)...max(last, span?.upperBound ?? last)
    }
    kept.seconds += new.seconds
    kept.values += new.values
  }

  /// The samples between two times, seconds of the recording; `nil` where there is none.
  func samples(in seconds: ClosedRange<Double>) -> SideSamples? {
    guard isKnown else { return nil }
    let found = kept.samples(in: seconds)
    return found.seconds.isEmpty ? nil : found
  }

  /// Drops what lies before a time; many at once, because dropping moves the rest.
  mutating func forget(before time: Double) {
    guard let first = kept.seconds.first, time - first > 120 else { return }
    let count = kept.seconds.prefix { $0 < time }.count
    kept.seconds.removeFirst(count)
    kept.values.removeFirst(count)
  }
}

extension SideSamples {
  /// The samples between two times.
  func samples(in range: ClosedRange<Double>) -> SideSamples {
    let kept = seconds.indices.filter { range.contains(seconds[$0]) }
    return SideSamples(seconds: kept.map { seconds[$0] }, values: kept.map { values[$0] })
  }

  /// The integral of speeds over a stretch, meters: a stamp closes the second that it was measured over, and
  /// speeds below 0 count as 0.
  ///
  /// - Returns: `nil` where a silence lasts longer than the longest gap, seconds.
  func meters(in range: Range<Double>, longestGapSeconds: Double) -> Double? {
    var (sum, last) = (0.0, range.lowerBound)
    for (stamp, value) in zip(seconds, values) {
      // Those before the stretch are passed over.
      guard stamp > range.lowerBound else { continue }
      guard stamp - last <= longestGapSeconds else { return nil }
      let end = min(stamp, range.upperBound)
      sum += Double(max(0, value)) * (end - last)
      last = end
      if last == range.upperBound { return sum }
    }
    guard range.upperBound - last <= longestGapSeconds, last > range.lowerBound else { return nil }
    return sum * (range.upperBound - range.lowerBound) / (last - range.lowerBound)
  }
}
