import GaitModel

/// Spreads the samples of packets evenly over the time until the next packet comes.
///
/// A sensor that is read over Bluetooth often gives its samples the time at which they came: many at once, then a pause. The
/// sensor itself took them evenly, so the samples of a packet share the time until the next one.
struct PacketClock {
  /// A sample with its time, in seconds.
  struct Sample {
    var seconds: Double
    let motion: SIMD8<Float>
    let side: [(SideChannel, Float)]
  }

  /// Within a packet samples follow each other in this share of the mean interval or less: the stamps of a clock that
  /// jitters have a middle interval that is near the mean one. Our choice.
  static let largestShare = 0.3
  /// Fewer packets are no rule but a stutter here and there.
  static let leastCount = 10
  /// The share of a mean interval that parts two packets.
  private static let leastPause = 0.5
  /// Samples are not drawn apart to more than so many mean intervals: then a packet is lost, or the sensor paused.
  private static let widest = 1.5

  /// A packet ends after so many seconds, whatever follows.
  private static let longest = SamplingClock().longestPause

  /// The mean interval between samples, seconds.
  let interval: Double
  private var spread: ArraySlice<Sample> = []
  private var packet: [Sample] = []
  private var hasEnded = false

  /// Begins before the first sample.
  init(interval: Double) { self.interval = interval }

  /// Tells stamps that come in packets.
  ///
  /// - Parameters:
  ///   - sample: the first rows.
  ///   - secondsPerUnit: one unit of their stamps, seconds.
  ///   - clock: the regularity of the stamps in seconds.
  /// - Returns: the mean interval between samples, seconds; `nil` for other stamps.
  static func interval(
    of sample: TableSample, secondsPerUnit: Double, clock: ClockRegularity
  ) -> Double? {
    Self.interval(
      ofStamps: sample.stamps, repeatedCount: sample.repeatedCount, secondsPerUnit: secondsPerUnit,
      clock: clock)
  }

  /// Tells stamps that come in packets: stamps that rise, and how many more are that of the sample before.
  static func interval(
    ofStamps stamps: [Double], repeatedCount: Int, secondsPerUnit: Double = 1,
    clock: ClockRegularity
  ) -> Double? {
    guard clock.samplingRateHertz > 0, !stamps.isEmpty else { return nil }
    let share = Double(stamps.count) / Double(stamps.count + repeatedCount)
    let interval = share / clock.samplingRateHertz
    guard clock.medianInterval <= largestShare * interval else { return nil }
    let pauses = zip(stamps.dropFirst(), stamps).count { ($0 - $1) * secondsPerUnit > interval }
    return pauses >= leastCount ? interval : nil
  }

  /// Whether more samples must be taken before the next one can be given.
  var isWaiting: Bool { spread.isEmpty && !hasEnded }

  /// Takes a sample; where it begins a packet, those of the packet before are ready.
  mutating func take(_ sample: Sample) {
    if let first = packet.first, let last = packet.last,
      sample.seconds - last.seconds > Self.leastPause * interval
        || sample.seconds - first.seconds > Self.longest
    {
      close(until: sample.seconds)
    }
    packet.append(sample)
  }

  /// Says that there are no more samples.
  mutating func end() {
    hasEnded = true
    close(until: .infinity)
  }

  /// The next sample, or `nil` at the end.
  mutating func next() -> Sample? { spread.popFirst() }

  private mutating func close(until next: Double) {
    guard let first = packet.first else { return }
    let shared = (next - first.seconds) / Double(packet.count)
    let step = shared <= Self.widest * interval ? shared : interval
    for place in packet.indices { packet[place].seconds = first.seconds + Double(place) * step }
    spread = packet[...]
    packet = []
  }
}

extension ClockRegularity {
  /// That stamps come in packets, whose mean interval is that of the rate.
  var packetWords: String {
    "the times come in packets, with \(TableUnits.short(1000 * medianInterval)) ms from sample to sample in a packet and "
      + "\(TableUnits.short(1000 / samplingRateHertz)) ms on average"
  }
}
