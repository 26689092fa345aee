import Foundation
import GaitModel
import Testing

@testable import GaitAnalysis

/// Flight in every second is a run at any cadence; a fall, a hard walk and a long series of jumps are judged by what
/// they are.
struct FlightRuleTests {
  /// Pushes of half a sine with a flight between them, mean gravity, as the pelvis of a runner feels them.
  private func run(stepHertz: Double, flightShare: Double, at t: Double) -> Double {
    let phase = (t * stepHertz).truncatingRemainder(dividingBy: 1)
    let contact = 1 - flightShare
    guard phase < contact else { return 0.3 }
    return standardGravity * .pi / 2 / contact * sin(.pi * phase / contact)
  }

  private func frame(_ force: (Double) -> Double) -> SlowAcceleration {
    var slow = SlowAcceleration()
    for i in 0..<SlowAcceleration.frameLength {
      slow.z[i] = Float(force(Double(i) / SlowAcceleration.rateHertz))
    }
    return slow
  }

  @Test(arguments: [1.9, 2.2, 2.6, 3.0])
  func `flight is told at any cadence`(hertz: Double) {
    #expect(FlightRule().isFlight(frame { run(stepHertz: hertz, flightShare: 0.35, at: $0) }))
  }

  @Test func `neither a hard walk nor a fall is flight`() {
    let walk = frame { standardGravity + 8 * sin(2 * .pi * 2.2 * $0) }
    #expect(!FlightRule().isFlight(walk))
    let fall = frame {
      (1.5...2.1).contains($0) ? run(stepHertz: 2, flightShare: 0.5, at: $0) : 9.8
    }
    #expect(!FlightRule().isFlight(fall))
    #expect(!FlightRule().isFlight(frame { _ in standardGravity }))
  }

  @Test func `less push is enough where the setting says so`() {
    var rule = FlightRule()
    rule.leastPushShare = 1.5
    rule.largestFlightShare = 0.5
    let soft = frame { standardGravity + 7 * sin(2 * .pi * 2.2 * $0) }
    #expect(rule.isFlight(soft) && !FlightRule().isFlight(soft))
  }

  /// A minute at the hip: standing, a jog at a fast walker's cadence that sways, brakes and pushes, standing.
  private var slowJog: TestRecording {
    let hertz = 2.05
    let rows = (0..<7000).map { i -> SIMD3<Double> in
      let t = Double(i) / 100
      guard (5..<65).contains(t) else { return SIMD3(0, 0, standardGravity) }
      let contact = (t * hertz).truncatingRemainder(dividingBy: 1) / 0.7
      let isDown = contact < 1
      let side: Double = Int(t * hertz).isMultiple(of: 2) ? 1 : -1
      return SIMD3(
        isDown ? 6 * side * sin(.pi * contact) : 0, isDown ? -6 * sin(2 * .pi * contact) : 0,
        run(stepHertz: hertz, flightShare: 0.3, at: t))
    }
    let facts = RecordingFacts(
      name: "slow jog", device: "test", site: .hip, samplingRateHertz: 100, hasAngularRate: false)
    return TestRecording(
      facts: facts,
      block: RecordingBlock(
        seconds: rows.indices.map { Double($0) / 100 }, acceleration: Axes(rows)))
  }

  @Test func `a slow jog at the hip is a run from end to end`() {
    let bouts = slowJog.analyzed().bouts
    let running = bouts.filter { $0.activity == .running }.reduce(0) {
      $0 + $1.seconds.upperBound - $1.seconds.lowerBound
    }
    #expect(running > 54, "\(bouts.map { ($0.activity, $0.seconds) })")
    #expect(!bouts.contains { $0.activity == .walking })
  }

  @Test func `a hundred seconds of weak evidence for jumps are a run, twenty are jumps`() {
    var frame = GaitFrame.still
    frame.gait.jumping = 3
    let detector = LogisticGaitSequenceDetector()
    #expect(detector.isJumping(Array(repeating: frame, count: 50), stepHertz: 2.4))
    #expect(!detector.isJumping(Array(repeating: frame, count: 250), stepHertz: 2.4))
    frame.gait.jumping = 9
    #expect(detector.isJumping(Array(repeating: frame, count: 250), stepHertz: 2.4))
    #expect(JumpingDetector().enduranceLogOdds(ofSeconds: 20) == 0)
  }
}
