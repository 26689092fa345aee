import GaitModel
import Signals

/// Leaves out what sensors beside the accelerometer say around gait where they give one value again and again, or what no
/// person can do: a dead gyroscope does not say that nobody turned, a dead barometer not that nobody climbed.
struct DeadSensors: Sendable {
  /// A gyroscope of which one axis has one value so long, seconds, while the device is shaken is dead: each step turns a
  /// device about every axis by more than a coarse sensor counts.
  static let rateSeconds = 3.0
  /// Shaken is a device whose force moves by this in each third of that time, m/s²: ten times an accelerometer's noise,
  /// and less than the slowest step.
  static let leastShake = 1.0
  /// A barometer with one value for so many seconds and readings is dead, also where it varied before: drafts and its noise
  /// move it.
  static let pressure = (seconds: 10.0, count: 20)
  /// In a walk and in a run a device turns by no less and no more than this, RMS about all axes, rad/s. 819 groups of walks
  /// of the given recordings lie between 0.13 (a slow trunk) and 4.7 (a jogger's wrist); rad/s that are called °/s are 57
  /// times less, and half of those walks would lie below 0.02; °/s that are called rad/s lie above 7.4. A sprinter's arm
  /// swings by a right angle each way, 14 RMS.
  static let possibleRates = (walking: 0.03...7.0, running: 0.03...15.0)
  /// A receiver that gives one speed for so many seconds and readings repeats its last: nobody's pace is so even.
  static let groundSpeed = (seconds: 120.0, count: 60)
  /// One whose speed changed from reading to reading so often besides does so sooner: at a resolution at which it
  /// varies, a run varies, too.
  static let stuckSpeed = (seconds: 10.0, count: 10, leastChanges: 5)
  /// Nobody runs faster for so long, m/s and seconds (the world records of 400 and 800 m are run at 9.3 and 7.9 m/s): a
  /// speed in another unit.
  static let fastestRun = (metersPerSecond: 8.5, seconds: 20.0)

  /// Where a sensor was dead.
  struct Findings: Sendable {
    /// Stretches that were looked at.
    var lookedAt = 0
    /// Those in which it was dead.
    var dead = 0
    /// From the first to the last such stretch, seconds of the recording.
    var seconds: Range<Double>?

    /// Whether it was dead wherever it was asked.
    var isDeadThroughout: Bool { dead > 0 && dead == lookedAt }

    /// What was found, and what follows from it; `nil` where nothing was.
    fileprivate func remark(_ finding: String, _ consequence: String) -> RecordingRemark? {
      guard let seconds else { return nil }
      let place = "\(Int(seconds.lowerBound))-\(Int(seconds.upperBound.rounded(.up))) s"
      return RecordingRemark(
        kind: .unreadable, sampleCount: 0,
        message:
          "\(finding) in \(dead) of \(lookedAt.counted("group")) of walks, within \(place): \(consequence)"
      )
    }

    fileprivate mutating func note(isDead: Bool, in stretch: Range<Double>) {
      add(Findings(lookedAt: 1, dead: isDead ? 1 : 0, seconds: isDead ? stretch : nil))
    }

    fileprivate mutating func add(_ other: Findings) {
      lookedAt += other.lookedAt
      dead += other.dead
      guard let stretch = other.seconds else { return }
      seconds =
        seconds.map {
          min($0.lowerBound, stretch.lowerBound)..<max($0.upperBound, stretch.upperBound)
        } ?? stretch
    }
  }

  /// What was found of the gyroscope, of the barometer and of the satellites' receiver.
  private(set) var (rates, pressures, speeds) = (Findings(), Findings(), Findings())
  /// Where rates, or speeds of runs, are those of no person.
  private(set) var (impossibleRates, impossibleSpeeds) = (Findings(), Findings())

  /// Whether no rate of the recording could be used.
  var hasNoRate: Bool {
    rates.lookedAt > 0 && rates.dead + impossibleRates.dead == rates.lookedAt
  }

  /// Adds what was found in other walks.
  mutating func add(_ other: DeadSensors) {
    rates.add(other.rates)
    pressures.add(other.pressures)
    speeds.add(other.speeds)
    impossibleRates.add(other.impossibleRates)
    impossibleSpeeds.add(other.impossibleSpeeds)
  }

  /// Adds that the speed over ground in gait that was looked at makes strides of nobody.
  mutating func noteNoRunner(in stretch: Range<Double>) {
    impossibleSpeeds.add(Findings(lookedAt: 0, dead: 1, seconds: stretch))
  }

  /// The same gait without what dead sensors say of it.
  mutating func leftOut(of recording: SequenceRecording) -> SequenceRecording {
    var alive = recording
    if recording.angularRate != nil {
      let isDead = Self.isRateDead(in: recording)
      rates.note(isDead: isDead, in: recording.extent)
      let isPossible = isDead || Self.isRatePossible(in: recording)
      impossibleRates.note(isDead: !isPossible, in: recording.extent)
      if isDead || !isPossible { alive.angularRate = nil }
    }
    if let samples = recording.pressure {
      // One value alone does not show that it could give another: it is dead, or too coarse for a flight.
      let isDead = samples.givesOneValue || samples.standStill(for: Self.pressure)
      pressures.note(isDead: isDead, in: recording.extent)
      if isDead { alive.pressure = nil }
    }
    if let samples = recording.groundSpeed, recording.activity == .running {
      let isDead =
        samples.standStill(for: Self.groundSpeed)
        || (samples.changes >= Self.stuckSpeed.leastChanges
          && samples.standStill(for: (Self.stuckSpeed.seconds, Self.stuckSpeed.count)))
      let isTooFast = !isDead && Self.isTooFast(samples, in: recording.extent)
      speeds.note(isDead: isDead, in: recording.extent)
      impossibleSpeeds.note(isDead: isTooFast, in: recording.extent)
      if isDead || isTooFast { alive.groundSpeed = nil }
    }
    return alive
  }

  /// What is to be said of them.
  var remarks: [RecordingRemark] {
    [
      remark(
        "an axis of the gyroscope", rates,
        "turns there are not counted, and sides that need it are not known"),
      remark("the barometer", pressures, "flights there that it would tell are not counted"),
      remark("the speed over ground", speeds, "the speed of runs there is not known", gave: "was"),
      impossibleRates.remark(
        "the angular rate is that of no walk", "it is not used there; is its unit right?"),
      impossibleSpeeds.remark(
        "the speed over ground is that of no runner", "it is not used there; is its unit right?"),
    ].compactMap(\.self)
  }

  private func remark(
    _ sensor: String, _ findings: Findings, _ consequence: String, gave: String = "gave"
  ) -> RecordingRemark? {
    findings.remark("\(sensor) \(gave) one value again and again", consequence)
  }

  /// Whether the device turns as far as walking makes it, in the walks together.
  private static func isRatePossible(in recording: SequenceRecording) -> Bool {
    guard let rate = recording.angularRate else { return true }
    var (sum, count) = (0.0, 0)
    for sequence in recording.sequences {
      let samples = recording.indices(sequence)
      sum += rate.values(in: samples).reduce(0) { $0 + $1.dot($1) }
      count += samples.count
    }
    let possible =
      recording.activity == .running ? possibleRates.running : possibleRates.walking
    return count == 0 || possible.contains((sum / Double(count)).squareRoot())
  }

  /// Whether a speed is faster than a person for longer than a sprint.
  private static func isTooFast(_ speeds: SideSamples, in run: Range<Double>) -> Bool {
    let seconds = run.upperBound - run.lowerBound
    guard seconds >= fastestRun.seconds else { return false }
    let own = zip(speeds.seconds, speeds.values).filter { run.contains($0.0) }.map { Double($0.1) }
    return (Statistics.mean(own) ?? 0) > fastestRun.metersPerSecond
  }

  private static func isRateDead(in recording: SequenceRecording) -> Bool {
    guard let rate = recording.angularRate else { return false }
    let length = Int(rateSeconds * SampleGrid.rateHertz)
    return recording.sequences.contains { sequence in
      let samples = recording.indices(sequence)
      return (0..<3).contains { axis in
        runs(of: length, in: samples) { rate[$0][axis] == rate[$1][axis] }
          .contains { isShaken(recording, $0) }
      }
    }
  }

  /// Runs of at least so many samples in which each equals the one before. Samples half of that apart are compared first:
  /// a run has two of them wherever it begins.
  private static func runs(
    of length: Int, in samples: Range<SampleIndex>, areEqual: (SampleIndex, SampleIndex) -> Bool
  ) -> [Range<SampleIndex>] {
    let half = length / 2
    var found: [Range<SampleIndex>] = []
    var last = samples.lowerBound
    for i in stride(from: samples.lowerBound + half, to: samples.upperBound, by: half)
    where i > last && areEqual(i - half, i) {
      var (low, high) = (i, i + 1)
      while low > samples.lowerBound, areEqual(low - 1, low) { low -= 1 }
      while high < samples.upperBound, areEqual(high - 1, high) { high += 1 }
      last = high
      if high - low >= length { found.append(low..<high) }
    }
    return found
  }

  /// Whether the force moves in each third of a run.
  private static func isShaken(_ recording: SequenceRecording, _ run: Range<SampleIndex>) -> Bool {
    (0..<3).allSatisfy { third in
      let part =
        (run.lowerBound + third * run.count / 3)..<(run.lowerBound + (third + 1) * run.count / 3)
      let force = recording.acceleration.values(in: part)
      return (0..<3).contains { axis in
        let values = force.lazy.map { $0[axis] }
        return (values.max() ?? 0) - (values.min() ?? 0) >= leastShake
      }
    }
  }
}

extension SideSamples {
  /// How many values are not those before them.
  fileprivate var changes: Int { zip(values, values.dropFirst()).count { $0 != $1 } }

  /// Whether there are several values, and all are the same.
  fileprivate var givesOneValue: Bool { values.count > 1 && changes == 0 }

  /// Whether one value comes again and again for so many seconds and readings.
  fileprivate func standStill(for least: (seconds: Double, count: Int)) -> Bool {
    var start = 0
    for i in values.indices {
      if values[i] != values[start] { start = i }
      if i - start + 1 >= least.count, seconds[i] - seconds[start] >= least.seconds { return true }
    }
    return false
  }
}
