import GaitModel

/// A recording whose truth is known, handed out in blocks like any other.
///
/// ```swift
/// var recording = SimulatedRecording(
///   name: "walk", profile: WalkerProfile(), plan: WalkPlan([.stand(seconds: 3), .walk(seconds: 20)]),
///   mount: SensorMount(samplingRateHertz: 100), seed: 1)
/// let block = recording.nextBlock()
/// let truth = recording.truth
/// ```
///
/// A simulated recording is never evidence of accuracy: it contains what its author thought of.
public struct SimulatedRecording: RecordingSource, Sendable {
  /// What is known of the recording before its samples are made.
  public let facts: RecordingFacts
  /// Always empty: nothing goes wrong in a simulation that was not asked for.
  public var remarks: [RecordingRemark] { [] }
  /// What really happened.
  public let truth: SimulationTruth
  /// The seed that it was made from.
  public let seed: UInt64

  private let mount: SensorMount
  private let samplesPerBlock: Int
  private var motion: WalkerMotion
  private var clock: SampleClock
  private var noise: SplitMix64
  private var pressure: PressureTrack?
  private var beats: HeartTrack?

  /// Makes a recording of a walker, a plan and a sensor that pass their `validate()`.
  ///
  /// - Parameters:
  ///   - name: The recording's name.
  ///   - profile: Who walks.
  ///   - plan: What the walker does.
  ///   - mount: What the sensor is and where it is worn.
  ///   - seed: The same seed gives the same recording, bit for bit, on every machine.
  ///   - blockSeconds: Length of a block; the samples do not depend on it.
  public init(
    name: String, profile: WalkerProfile, plan: WalkPlan, mount: SensorMount, seed: UInt64,
    blockSeconds: Double = 60
  ) {
    var generator = SplitMix64(seed: seed)
    let timeline = WalkTimeline(plan: plan, profile: profile, generator: generator.split())
    motion = WalkerMotion(
      timeline: timeline, profile: profile, mount: mount, generator: generator.split())
    clock = SampleClock(
      mount: mount, durationSeconds: timeline.durationSeconds, generator: generator.split())
    noise = generator.split()
    let air = generator.split()
    pressure = mount.barometer.map {
      PressureTrack(
        $0, height: timeline.height, durationSeconds: timeline.durationSeconds, generator: air)
    }
    let pulse = generator.split()
    beats = mount.heartMonitor.map {
      HeartTrack($0, bouts: timeline.bouts, generator: pulse)
    }
    facts = RecordingFacts(
      name: name, device: "simulated walker",
      participant: Participant(
        height: profile.height, ageYears: mount.heartMonitor?.heart.ageYears), site: mount.site,
      samplingRateHertz: mount.samplingRateHertz, hasAngularRate: mount.hasAngularRate)
    truth = SimulationTruth(
      bouts: timeline.bouts, turns: timeline.turns, durationSeconds: timeline.durationSeconds)
    samplesPerBlock = max(1, Int(blockSeconds * mount.samplingRateHertz))
    self.mount = mount
    self.seed = seed
  }

  /// The next stretch, or `nil` at the end.
  public mutating func nextBlock() -> RecordingBlock? {
    var samples = BlockColumns(capacity: samplesPerBlock)
    while samples.seconds.count < samplesPerBlock, let seconds = clock.next() {
      let (force, rate) = motion.state(at: seconds)
      let sample = mount.sample(force: force, rate: rate, noise: &noise)
      let side = [
        (SideChannel.pressure, pressure?.sample(at: seconds)),
        (.heartRate, beats?.sample(at: seconds)),
      ]
      if !clock.isInGap { samples.append(at: seconds, sample, side: side) }
    }
    guard !samples.seconds.isEmpty else { return nil }
    return samples.block(hasAngularRate: mount.hasAngularRate)
  }

  /// What it has beside the motion, in the order of a table's columns.
  public var sideChannels: [SideChannel] {
    (mount.barometer == nil ? [] : [.pressure]) + (mount.heartMonitor == nil ? [] : [.heartRate])
  }

  /// Whether its samples are unevenly spaced, gaps left aside.
  public var isUneven: Bool { mount.stampJitter > 0 }

  /// The heart behind the heart rate; `nil` without one.
  public var heart: HeartResponse? { mount.heartMonitor?.heart }

  /// The whole recording, from where it stands, in one block.
  public func wholeBlock() -> RecordingBlock {
    var copy = self
    var samples = BlockColumns(capacity: 0)
    while let block = copy.nextBlock() { samples.append(block) }
    return samples.block(hasAngularRate: mount.hasAngularRate)
  }
}

/// The instants at which the sensor takes a sample.
struct SampleClock: Sendable {
  private let interval: Double
  private let jitter: Double
  private let gaps: [Range<Double>]
  private let count: Int
  private var index = 0
  private var generator: SplitMix64
  /// Whether the instant given last lies in a gap.
  private(set) var isInGap = false

  /// Stamps are whole multiples of this, seconds, so that a file can hold them exactly.
  private static let ticksPerSecond = 10_000.0

  init(mount: SensorMount, durationSeconds: Double, generator: SplitMix64) {
    precondition((1...2_000).contains(mount.samplingRateHertz), "the mount passes its validate()")
    precondition((0...0.45).contains(mount.stampJitter), "the mount passes its validate()")
    interval = 1 / mount.samplingRateHertz
    jitter = mount.stampJitter
    gaps = mount.gaps
    count = Int((durationSeconds * mount.samplingRateHertz).rounded(.down))
    self.generator = generator
  }

  mutating func next() -> Double? {
    guard index < count else { return nil }
    let shift = index == 0 ? 0 : jitter * (2 * generator.uniform() - 1)
    let seconds = (Double(index) + shift) * interval
    let stamp = (seconds * Self.ticksPerSecond).rounded() / Self.ticksPerSecond
    index += 1
    isInGap = gaps.contains { $0.contains(stamp) } && stamp > 0
    return stamp
  }
}

/// Samples on their way into a block.
private struct BlockColumns {
  var seconds: [Double] = []
  var acceleration = Axes()
  var angularRate = Axes()
  var side: [SideChannel: SideSamples] = [:]

  init(capacity: Int) { seconds.reserveCapacity(capacity) }

  mutating func append(
    at stamp: Double, _ sample: SensorSample, side values: [(SideChannel, Float?)]
  ) {
    seconds.append(stamp)
    for case (let channel, let value?) in values {
      side[channel, default: SideSamples()].append(seconds: stamp, value)
    }
    acceleration.x.append(sample.acceleration.x)
    acceleration.y.append(sample.acceleration.y)
    acceleration.z.append(sample.acceleration.z)
    angularRate.x.append(sample.angularRate.x)
    angularRate.y.append(sample.angularRate.y)
    angularRate.z.append(sample.angularRate.z)
  }

  mutating func append(_ block: RecordingBlock) {
    seconds += block.seconds
    for (channel, samples) in block.side {
      side[channel, default: SideSamples()].seconds += samples.seconds
      side[channel, default: SideSamples()].values += samples.values
    }
    acceleration.x += block.acceleration.x
    acceleration.y += block.acceleration.y
    acceleration.z += block.acceleration.z
    angularRate.x += block.angularRate?.x ?? []
    angularRate.y += block.angularRate?.y ?? []
    angularRate.z += block.angularRate?.z ?? []
  }

  func block(hasAngularRate: Bool) -> RecordingBlock {
    RecordingBlock(
      seconds: seconds, acceleration: acceleration,
      angularRate: hasAngularRate ? angularRate : nil, side: side)
  }
}
