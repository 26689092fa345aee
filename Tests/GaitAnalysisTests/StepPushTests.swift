import Foundation
import GaitModel
import Testing

@testable import GaitAnalysis

/// A run pushes at every step; a fast walk that merely has a runner's rhythm does not.
struct StepPushTests {
  private func frame(_ force: (Double) -> Double) -> SlowAcceleration {
    var slow = SlowAcceleration()
    for i in 0..<SlowAcceleration.frameLength {
      slow.z[i] = Float(force(Double(i) / SlowAcceleration.rateHertz))
    }
    return slow
  }

  /// Half sines with a flight between them, gravity in the mean.
  private func run(stepHertz: Double, flightShare: Double, at t: Double) -> Double {
    let contact = 1 - flightShare
    let phase = (t * stepHertz).truncatingRemainder(dividingBy: 1)
    guard phase < contact else { return 0.3 }
    return standardGravity * .pi / 2 / contact * sin(.pi * phase / contact)
  }

  @Test(arguments: [2.0, 2.4, 2.8], [0.1, 0.3])
  func `a run pushes with more than half a sine of gravity`(hertz: Double, flight: Double) {
    let rule = StepPushRule()
    let slow = frame { run(stepHertz: hertz, flightShare: flight, at: $0) }
    let push = rule.push(of: slow, stepHertz: hertz)
    #expect(push > rule.leastPushShare, "\(push)")
    #expect(rule.allowsRun([push, push, 1]))
  }

  @Test func `neither a fast walk nor one leg's pushes are a run`() {
    let rule = StepPushRule()
    let walk = frame { standardGravity + 5.2 * sin(2 * .pi * 2.4 * $0) }
    #expect(rule.push(of: walk, stepHertz: 2.4) < 1.55)
    let oneLeg = frame { t in
      let size: Double = Int(t * 2.4).isMultiple(of: 2) ? 9 : 4
      return standardGravity + size * sin(2 * .pi * 2.4 * t)
    }
    #expect(rule.push(of: oneLeg, stepHertz: 2.4) < 1.55)
    #expect(!rule.allowsRun([1.4, 1.5, 1.9]))
  }

  @Test func `a sensor whose gain is too small shows pushes all the same`() {
    let slow = frame { 0.4 * run(stepHertz: 2.6, flightShare: 0.3, at: $0) }
    #expect(StepPushRule().push(of: slow, stepHertz: 2.6) > 1.8)
  }

  @Test func `frames that are not asked leave a run alone`() {
    let rule = StepPushRule()
    #expect(rule.allowsRun([]))
    #expect(rule.allowsRun([1, .infinity, .infinity]))
  }

  @Test func `a run is judged when it ends and every half minute`() {
    let detector = LogisticGaitSequenceDetector()
    var judge = RunJudge()
    var decided: [Bool] = []
    func take(_ count: Int, isRun: Bool = true, push: Double = .infinity) {
      for _ in 0..<count { decided += judge.append(isRun: isRun, push: push, by: detector) }
    }
    take(3, isRun: false)
    take(20, push: 1.2)
    #expect(decided.count == 3)
    take(2, isRun: false)
    #expect(decided == Array(repeating: false, count: 25))
    take(80, push: 2)
    #expect(decided.count == 100)
    // The last steps of a run are soft.
    take(5, push: 1.2)
    decided += judge.finish(by: detector)
    #expect(decided[25...].allSatisfy { $0 } && decided.count == 110)
    #expect(judge.finish(by: detector).isEmpty)
  }

  /// A minute in a pocket at 2.4 steps a second, as hard as the step frequency's square asks for and no harder.
  private var fastWalk: TestRecording {
    let rows = (0..<7000).map { i -> SIMD3<Double> in
      let t = Double(i) / 100
      guard (5..<65).contains(t) else { return SIMD3(0, 0, standardGravity) }
      let phase = 2 * .pi * 2.4 * t
      return SIMD3(
        2 * sin(phase), 4 * sin(phase / 2),
        standardGravity + 5 * cos(phase) - cos(2 * phase))
    }
    let facts = RecordingFacts(
      name: "fast walk", device: "test", site: .pocket, samplingRateHertz: 100,
      hasAngularRate: false)
    return TestRecording(
      facts: facts,
      block: RecordingBlock(
        seconds: rows.indices.map { Double($0) / 100 }, acceleration: Axes(rows)))
  }

  @Test func `a fast walk in the pocket is no run`() {
    let bouts = fastWalk.analyzed().bouts
    let walking = bouts.filter { $0.activity == .walking }.reduce(0) {
      $0 + $1.seconds.upperBound - $1.seconds.lowerBound
    }
    #expect(walking > 55, "\(bouts.map { ($0.activity, $0.seconds) })")
    #expect(!bouts.contains { $0.activity == .running })
    var pipeline = GaitPipeline()
    var lenient = LogisticGaitSequenceDetector()
    lenient.push.leastPushShare = 0
    pipeline.presets.thigh.gaitSequences = lenient
    let unasked = fastWalk.streamed(cutEvery: 1000, by: pipeline).analysis.bouts
    #expect(unasked.contains { $0.activity == .running })
  }
}
