import Foundation
import GaitModel
import Testing

@testable import GaitAnalysis

/// Gyroscopes and barometers that die on the way, around gait.
struct DeadSensorsTests {
  /// A walk from 10 to 30 s in 40 s, shaken by `shake` m/s², turning in steps of `resolution` rad/s.
  private func walk(shake: Double = 4, resolution: Double = 0.001) -> SequenceRecording {
    let seconds = (0..<4000).map { Double($0) / 100 }
    let rate = seconds.map { t in
      SIMD3(sin(5.8 * t), 0.4 * cos(11.6 * t), 0.3 * sin(5.8 * t + 1)).rounded(to: resolution)
    }
    return SequenceRecording(
      acceleration: GridSignal(seconds.map { SIMD3(0, 9.8 + shake / 2 * sin(11.6 * $0), 0) }),
      angularRate: GridSignal(rate), activity: .walking,
      frames: GaitFrames(runStart: 0, kept: GridSignal()), sequences: [10..<30], runs: [],
      isCut: (false, false))
  }

  private func isLeftOut(_ recording: SequenceRecording) -> Bool {
    var sensors = DeadSensors()
    let isDead = sensors.leftOut(of: recording).angularRate == nil
    #expect(sensors.rates.isDeadThroughout == isDead && sensors.remarks.isEmpty != isDead)
    return isDead
  }

  @Test(arguments: 0..<3, [250, 299, 300, 450, 2000])
  func `a rate with an axis that stands still for three seconds of a walk is left out`(
    axis: Int, count: Int
  ) {
    for start in [1000, 1037, 2999 - count] {
      var recording = walk()
      for i in start..<(start + count) { recording.angularRate?[i][axis] = 0.0421 }
      #expect(isLeftOut(recording) == (count >= 300), "from \(start)")
    }
  }

  @Test func `one that stands still before the walk, or with the device, is not`() {
    var before = walk()
    for i in 0..<1000 { before.angularRate?[i] = SIMD3(0, 0, 0.0421) }
    #expect(!isLeftOut(before))
    var still = walk(shake: 0.5)
    for i in 1200..<2200 { still.angularRate?[i] = .zero }
    #expect(!isLeftOut(still))
  }

  @Test(arguments: [0.001, 0.0175, 0.1])
  func `a coarse gyroscope is not dead`(resolution: Double) {
    #expect(!isLeftOut(walk(resolution: resolution)))
  }

  @Test(arguments: [
    (1.0, 19.0, false), (1, 21, true), (0.1, 9, false), (0.1, 11, true), (0.01, 5, false),
  ])
  func `a barometer with one value for ten seconds and twenty readings says nothing`(
    interval: Double, seconds: Double, isDead: Bool
  ) {
    var recording = walk()
    let stamps = Array(stride(from: 0, to: 40, by: interval))
    let values = stamps.indices.map {
      stamps[$0] < seconds ? 1013.25 : 1013.25 + 0.01 * Float($0 % 3 + 1)
    }
    recording.pressure = SideSamples(seconds: stamps, values: values)
    var sensors = DeadSensors()
    let left = sensors.leftOut(of: recording)
    #expect((left.pressure == nil) == isDead && left.angularRate != nil)
    #expect(sensors.pressures.dead == (isDead ? 1 : 0))
  }

  /// It may be dead, or count whole hPa: 8 m.
  @Test(arguments: [(1, false), (2, true), (7, true), (19, true)])
  func `a barometer with one value alone says nothing, however short`(count: Int, isDead: Bool) {
    for last in [1000, Float(1000.01)] {
      var recording = walk()
      recording.pressure = SideSamples(
        seconds: (0..<count).map { 10 + Double($0) },
        values: [Float](repeating: 1000, count: count - 1) + [last])
      var sensors = DeadSensors()
      let isLeft = sensors.leftOut(of: recording).pressure != nil
      #expect(isLeft != (isDead && last == 1000), "\(count) \(last)")
    }
  }

  /// What is left of the speeds of a run, second by second.
  private func left(of speeds: [Float]) -> (speeds: SideSamples?, sensors: DeadSensors) {
    var recording = walk()
    recording.activity = .running
    recording.sequences = [0..<Double(speeds.count)]
    recording.groundSpeed = SideSamples(
      seconds: speeds.indices.map(Double.init), values: speeds)
    var sensors = DeadSensors()
    let left = sensors.leftOut(of: recording)
    return (left.groundSpeed, sensors)
  }

  @Test(arguments: [(120, false), (121, true)])
  func `a receiver that gives one speed for two minutes tells no pace`(count: Int, isDead: Bool) {
    let found = left(of: [Float](repeating: 3.25, count: count))
    #expect((found.speeds == nil) == isDead && found.sensors.remarks.isEmpty == !isDead)
  }

  @Test(arguments: [(10, false), (11, true)])
  func `nor does one that varied and stands still for ten seconds`(count: Int, isDead: Bool) {
    let varying = (0..<20).map { 2.7 + 0.05 * Float($0 % 4) }
    let found = left(of: varying + [Float](repeating: 1.22, count: count) + varying)
    #expect((found.speeds == nil) == isDead && found.sensors.speeds.dead == (isDead ? 1 : 0))
  }

  @Test(arguments: [(2.8, false), (8.2, false), (2.8 * 3.6, true)])
  func `nobody runs as fast as a number in km h`(speed: Double, isLeftOut: Bool) {
    let found = left(of: (0..<30).map { Float(speed) + 0.05 * Float($0 % 4) })
    #expect((found.speeds == nil) == isLeftOut)
    #expect(found.sensors.impossibleSpeeds.dead == (isLeftOut ? 1 : 0))
  }

  @Test(arguments: [(1.0, false), (.pi / 180, true), (180 / .pi, true)])
  func `a rate whose unit was mistaken is that of no walk`(factor: Double, isLeftOut: Bool) {
    var recording = walk()
    if let rate = recording.angularRate { recording.angularRate = rate.each { factor * $0 } }
    var sensors = DeadSensors()
    #expect((sensors.leftOut(of: recording).angularRate == nil) == isLeftOut)
    #expect(sensors.remarks.contains { $0.message.contains("unit") } == isLeftOut)
  }

  @Test(arguments: [1.0, 10, 60], [5.0, 9, 11, 31, 200])
  func `a heart that keeps its rate for ten minutes and a hundred readings is a dead device`(
    interval: Double, minutes: Double
  ) {
    let stamps = Array(stride(from: 0, to: 18000, by: interval))
    let values = stamps.map { t in
      (3600..<3600 + 60 * minutes).contains(t) ? 71 : Float(60 + Int(t / interval) % 7)
    }
    let isDead = minutes > 10 && minutes * 60 / interval > 100
    for piece in [1, 7, stamps.count] {
      var means = HeartRateMeans()
      for from in stride(from: 0, to: stamps.count, by: piece) {
        let part = from..<min(stamps.count, from + piece)
        means.append(SideSamples(seconds: Array(stamps[part]), values: Array(values[part])))
      }
      let dead = isDead ? values.count { $0 == 71 } : 0
      #expect(means.stillCount == dead)
      let all = means.finish(at: stamps[stamps.count - 1])
      // The last one ends with the recording, but for one that begins there.
      let end = stamps[stamps.count - 1]
      let isAtEnd = end.truncatingRemainder(dividingBy: 10) == 0
      #expect(all.last?.seconds.upperBound == (isAtEnd ? end + 10 : end))
      #expect(all.contains { $0.heartRate.beatsPerMinute == 71 } == !isDead)
      let stretches = Set(
        zip(stamps, values).filter { !isDead || $0.1 != 71 }.map { Int($0.0 / 10) })
      #expect(all.map { Int($0.seconds.lowerBound / 10) } == stretches.sorted())
    }
  }
}

extension SIMD3<Double> {
  fileprivate func rounded(to step: Double) -> SIMD3 {
    (self / step).rounded(.toNearestOrEven) * step
  }
}
