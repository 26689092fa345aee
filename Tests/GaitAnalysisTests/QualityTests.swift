import Foundation
import GaitModel
import GaitSimulation
import Testing

@testable import GaitAnalysis

/// What is said of the recording itself.
struct QualityTests {
  private func quality(_ change: (inout SensorMount) -> Void) -> RecordingQuality {
    var mount = SensorMount(samplingRateHertz: 100)
    change(&mount)
    return TestRecording(
      SimulatedRecording(
        name: "quality", profile: WalkerProfile(),
        plan: WalkPlan([.stand(seconds: 40), .walk(seconds: 30), .stand(seconds: 40)]),
        mount: mount, seed: 9)
    ).analyzed().quality
  }

  @Test func `a good recording has no faults`() {
    let found = quality { _ in }
    #expect(found.gapCount == 0 && found.gapSeconds == 0)
    #expect(found.clippedFraction == 0)
    #expect(abs(found.durationSeconds * 100 - Double(found.sampleCount - 1)) < 0.01)
    #expect(found.movingSeconds >= 30 && found.movingSeconds <= 60)
  }

  @Test func `a walk shorter than an epoch is motion all the same`() {
    let walk = SimulatedRecording(
      name: "short", profile: WalkerProfile(), plan: WalkPlan([.walk(seconds: 8)]),
      mount: SensorMount(samplingRateHertz: 100), seed: 9)
    let found = TestRecording(walk).analyzed().quality
    #expect(abs(found.movingSeconds - found.durationSeconds) < 0.02)
    #expect(found.stillGravityErrorG == nil)
  }

  @Test func `a sensor at its limit is seen`() {
    let found = quality { mount in
      mount.accelerationGain = 3
      mount.accelerationLimit = 2 * standardGravity
    }
    // One axis of three is beyond the limit nearly all the time.
    #expect(found.clippedFraction > 0.3 && found.clippedFraction < 0.5)
    let limits = [found.clippingLimits.x, found.clippingLimits.y, found.clippingLimits.z]
    #expect(limits.compactMap(\.self).allSatisfy { abs($0 - 2) < 0.001 })
    #expect(limits.contains { $0 != nil })
  }

  @Test func `an axis has the limit at which it stood still, whatever its sign`() {
    func values(_ peak: Float) -> [Float] { [0, peak, peak, peak, peak, 1, -2 * peak, 0] }
    var watch = ClippingWatch()
    watch.append(
      Axes(
        x: values(Float(4 * standardGravity)), y: values(Float(-8 * standardGravity)),
        z: values(Float(standardGravity))))
    #expect(watch.count == 8)
    #expect(abs((watch.limits.x ?? 0) - 4) < 1e-6 && abs((watch.limits.y ?? 0) - 8) < 1e-6)
    #expect(watch.limits.z == nil)
  }

  @Test(arguments: [1.5, 1.7])
  func `a sensor of 1.5 g is seen, too, and a coarse one is not taken for one`(limit: Double) {
    let clipped = quality { mount in
      mount.accelerationGain = 1.6
      mount.accelerationLimit = limit * standardGravity
    }
    let limits = [clipped.clippingLimits.x, clipped.clippingLimits.y, clipped.clippingLimits.z]
    #expect(limits.compactMap(\.self).map { ($0 * 1000).rounded() } == [1000 * limit])
    #expect(clipped.clippedFraction > 0.01)
    // Peaks of different heights, each told four times, are those of a slow sensor in a quick table.
    var watch = ClippingWatch()
    let peaks: [Float] = (0..<400).flatMap { k -> [Float] in
      [Float](repeating: Float(14.3 + 0.03 * Double(k * 7 % 131)), count: 4) + [5, 6]
    }
    watch.append(Axes(x: peaks, y: peaks.map { -$0 }, z: peaks.map { _ in 9.8 }))
    #expect(watch.count == 0 && watch.limits.x == nil)
  }

  @Test(arguments: [20.0, 100])
  func `a limit is seen where samples are too few to stand still there`(hertz: Double) {
    var plain = ClippingWatch()
    var clipped = ClippingWatch()
    // Steps of different force whose peaks last a tenth of a second.
    let peaks = (0..<Int(60 * hertz)).map { i -> Float in
      let t = Double(i) / hertz
      let step = (t * 1.9).rounded(.down)
      let force = 22 + 3 * sin(step * 2.4)
      return Float(max(8, force * cos(2 * .pi * 1.9 * (t - step / 1.9 - 0.25))))
    }
    let limit = Float(2 * standardGravity)
    let rest = [Float](repeating: 0, count: peaks.count)
    for start in stride(from: 0, to: peaks.count, by: 33) {
      let part = start..<min(start + 33, peaks.count)
      plain.append(
        Axes(x: peaks[part].map { $0 }, y: rest[part].map { $0 }, z: rest[part].map { $0 }))
      clipped.append(
        Axes(
          x: peaks[part].map { min($0, limit) }, y: peaks[part].map { max(-$0, -limit) },
          z: rest[part].map { $0 }))
    }
    #expect(plain.count == 0 && plain.limits.x == nil)
    #expect(clipped.count == 2 * peaks.count { $0 >= limit } && clipped.count > 80)
    #expect(abs((clipped.limits.x ?? 0) - 2) < 1e-6 && abs((clipped.limits.y ?? 0) - 2) < 1e-6)
  }

  /// A sensor of steps of 1/8 g: its highest peaks are equal, but rarer than those below.
  @Test func `a coarse sensor's peaks are no limit`() {
    var watch = ClippingWatch()
    let step = Float(standardGravity / 8)
    let peaks = (0..<4000).map { i -> Float in
      let force = 17 + 4 * sin(Double(i) * 0.7) * sin(Double(i) * 0.013)
      return (Float(force) / step).rounded() * step
    }
    watch.append(Axes(x: peaks, y: peaks.map { -$0 }, z: peaks.map { _ in 9.8 }))
    #expect(watch.count == 0 && watch.limits.x == nil)
  }

  @Test func `temperatures are summed up however they arrive`() {
    func quality(_ cuts: [[Float]]) -> RecordingQuality {
      var monitor = QualityMonitor(samplingRateHertz: 100)
      for values in cuts { monitor.append(temperatures: values) }
      return monitor.quality
    }
    let found = quality([[20, 25], [], [36]]).temperature
    #expect(found == TemperatureSpan(meanCelsius: 27, leastCelsius: 20, greatestCelsius: 36))
    #expect(quality([[20], [25, 36]]).temperature == found)
    #expect(quality([[]]).temperature == nil)
  }

  @Test(arguments: [1, 60, 997])
  func `a check without looking for gait finds the same`(cutEvery: Int) throws {
    let made = try AnalyzedRecording.simulated(.dailyLife)
    var check = RecordingQualityCheck(for: made.recording.facts)
    var source = BlockSource(
      made.recording.block, facts: made.recording.facts, blockLength: cutEvery)
    while let block = source.nextBlock() { check.append(block) }
    var found = check.finish()
    #expect(found.calibration?.obstacle == .tooFewStillEpochs)
    found.calibration = nil
    var expected = made.analysis.quality
    expected.upWhileWalking = nil
    #expect(found == expected)
  }

  @Test func `rest cut short by a gap proves nothing`() {
    var monitor = QualityMonitor(samplingRateHertz: 100)
    let rest = [[Float]](repeating: [Float](repeating: 5, count: 900), count: 3)
    monitor.append(grid: rest, start: 0)
    monitor.append(grid: rest, start: 5000)
    monitor.finish()
    #expect(monitor.quality.stillGravityErrorG == nil && monitor.quality.movingSeconds == 0)
  }

  @Test(arguments: [0.95, 1, 1.08])
  func `a wrong gain shows while the device lies still`(gain: Double) throws {
    var monitor = QualityMonitor(samplingRateHertz: 100)
    let force = Float(gain * standardGravity)
    let lying = [Float](repeating: force * 0.6, count: 3000)
    let up = [Float](repeating: force * 0.8, count: 3000)
    monitor.append(grid: [lying, up, [Float](repeating: 0, count: 3000)], start: 0)
    let error = try #require(monitor.quality.stillGravityErrorG)
    #expect(abs(error - (gain - 1)) < 1e-5)
    #expect(monitor.quality.movingSeconds == 0)
  }

  @Test(arguments: [
    (SensorOrientation.upright, SIMD3(1.0, 0, 0)), (.upright.upsideDown, SIMD3(-1.0, 0, 0)),
    (.body, SIMD3(0.0, 0, 1)), (.phone, SIMD3(0.0, 1, 0)),
  ])
  func `how the sensor was worn is told from walking alone`(
    orientation: SensorOrientation, up: SIMD3<Double>
  ) throws {
    var mount = SensorMount(samplingRateHertz: 50)
    mount.orientation = orientation
    let plan = WalkPlan([.stand(seconds: 5), .walk(seconds: 20), .stand(seconds: 5)])
    let made = SimulatedRecording(
      name: "worn", profile: WalkerProfile(), plan: plan, mount: mount, seed: 4)
    let found = try #require(TestRecording(made).analyzed().quality.upWhileWalking)
    #expect((found - up).norm < 0.2)
    let standing = SimulatedRecording(
      name: "stood", profile: WalkerProfile(), plan: WalkPlan([.stand(seconds: 20)]), mount: mount,
      seed: 4)
    #expect(TestRecording(standing).analyzed().quality.upWhileWalking == nil)
  }

  @Test func `gaps are counted and measured`() {
    let found = quality { $0.gaps = [10..<12.5, 50.001..<50.2, 80..<90] }
    #expect(found.gapCount == 2)
    #expect(abs(found.gapSeconds - 12.5) < 0.05)
  }

  @Test func `what pauses too short for a gap miss is counted and said`() {
    let found = quality { made in
      made.gaps = (0..<30).map { 20 + Double($0) * 0.8..<20.3 + Double($0) * 0.8 }
    }
    #expect(found.gapCount == 0)
    #expect(abs(found.shortPauseSeconds - 9) < 0.5)
    #expect(found.remarks.map(\.message).joined().contains("8 % of the time beside gaps, "))
    var brief = RecordingQuality(durationSeconds: 6.3, sampleCount: 600)
    brief.shortPauseSeconds = 0.3773
    #expect(brief.remarks.map(\.message).joined().hasPrefix("6 % of the time beside gaps, 0.4 s, "))
    (brief.durationSeconds, brief.shortPauseSeconds) = (10_000, 1234.2)
    #expect(brief.remarks.map(\.message).joined().contains("beside gaps, 1,234 s, "))
    #expect(quality { _ in }.shortPauseSeconds == 0)
  }

  @Test(arguments: [(10, 6900), (50, 10)])
  func `pauses as long as a limit are not longer, however their stamps round`(
    hundredths: Int, start: Int
  ) {
    let even = (0..<start).map { Double($0) / 100 }
    let pauses = (0..<687).map { Double(start + hundredths * $0) / 100 }
    let limit = Double(hundredths) / 100
    let lengths = zip(pauses.dropFirst(), pauses).map { $0 - $1 }
    #expect(lengths.contains { $0 > limit } && lengths.contains { $0 < limit })
    var monitor = QualityMonitor(samplingRateHertz: 100)
    monitor.append(usable: even + pauses)
    monitor.finish()
    #expect(monitor.quality.gapCount == 0)
    // Of a tenth of a second nothing is missing, of half a second all but one interval.
    let missed = hundredths == 10 ? 0 : Double(lengths.count) * (limit - 0.01)
    #expect(abs(monitor.quality.shortPauseSeconds - missed) < 1e-6)
  }

  /// What is known of the gaps among pauses, seconds, where there is a sample between two of them.
  private func quality(_ seconds: [Double], cutEvery length: Int) -> RecordingQuality {
    var monitor = QualityMonitor(samplingRateHertz: 100)
    for from in stride(from: 0, to: seconds.count, by: length) {
      let part = Array(seconds[from..<min(seconds.count, from + length)])
      let zeros = [Float](repeating: 0, count: part.count)
      monitor.append(
        RecordingBlock(seconds: part, acceleration: Axes(x: zeros, y: zeros, z: zeros)))
      monitor.append(usable: part)
    }
    monitor.finish()
    return monitor.quality
  }

  @Test(arguments: [(1500, 60.0), (2500, 120.0)])
  func `long gaps have a place, the longest where there are too many`(
    count: Int, least: Double
  ) {
    var seconds = [0.0]
    for k in 0..<count { seconds.append((seconds.last ?? 0) + [0.25, 30, 60, 150][k % 4]) }
    let expected = zip(seconds, seconds.dropFirst()).filter { $1 - $0 >= least }
      .map { $0.0..<$0.1 }
    #expect(expected.count > 500 && expected.count <= 1000)
    for length in [1, 7, 100_000] {
      let quality = quality(seconds, cutEvery: length)
      #expect(quality.longGaps == expected)
      // All others are counted where they lie.
      let long = expected.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
      let short = quality.shortGaps.reduce(0) { $0 + $1.gapSeconds }
      #expect(abs(long + short - quality.gapSeconds) < 1e-6)
    }
  }

  @Test func `short gaps are taken off the quarter of an hour in which they lie`() {
    // Two hours of a sample each tenth of a second; from 40 to 70 minutes every second half minute is missing.
    let all = (0...72_000).map { Double($0) / 10 }
    let seconds = all.filter { (second: Double) in
      !(2400..<4200).contains(second) || second.truncatingRemainder(dividingBy: 60) < 30
    }
    for length in [999, 100_000] {
      let quality = quality(seconds, cutEvery: length)
      #expect(quality.gapCount == 30 && quality.longGaps.isEmpty)
      let bounds = quality.shortGaps.map(\.seconds)
      #expect(bounds == [1800..<2700, 2700..<3600, 3600..<4500])
      let worn = quality.wornTimes
      #expect(worn.map(\.seconds) == [0..<1800] + bounds + [4500..<7200])
      let expected = [1800, 900 - 5 * 30.1, 900 - 15 * 30.1, 900 - 10 * 30.1, 2700]
      for (worn, seconds) in zip(worn, expected) {
        #expect(abs(worn.wornSeconds - seconds) < 1, "\(worn)")
      }
      #expect(abs(worn.reduce(0) { $0 + $1.wornSeconds } - quality.wearSeconds) < 1e-6)
    }
  }
}

/// A walk longer than what is kept in memory.
struct LongWalkTests {
  @Test func `a walk is cut after half an hour without losing or doubling a contact`() throws {
    let made = SimulatedRecording(
      name: "long", profile: WalkerProfile(), plan: WalkPlan([.walk(seconds: 2100)]),
      mount: SensorMount(samplingRateHertz: 25), seed: 17)
    let analysis = TestRecording(made).analyzed()
    #expect(analysis.bouts.count == 2)
    let found = analysis.bouts.flatMap(\.initialContacts).map(\.seconds)
    let steps = zip(found.dropFirst(), found).map { $0 - $1 }
    #expect((steps.min() ?? 0) > 0.3 && (steps.max() ?? 9) < 0.9)
    #expect(abs(found.count - made.truth.stepCount) <= 4)
    #expect(abs((analysis.bouts.first?.seconds.upperBound ?? 0) - 1800) < 2)
  }
}
