import Foundation
import GaitModel
import GaitSimulation
import Testing

@testable import GaitAnalysis

/// Turns of known angle.
struct TurnTests {
  /// Yaw rate of 20 s in which a turn lies in the middle, rad/s; walking sways about it.
  private func yawRate(degrees: Double, seconds: Double) -> [Double] {
    (0..<2000).map { i in
      let t = Double(i) / 100 - 10
      let sway = 0.15 * sin(2 * .pi * 0.9 * t)
      guard abs(t) < seconds / 2 else { return sway }
      return sway + degrees * .pi / 180 / seconds * (1 + cos(2 * .pi * t / seconds))
    }
  }

  private func turns(degrees: Double, seconds: Double) -> [Turn] {
    YawRateTurnDetector().turns(yawRate: GridSignal(yawRate(degrees: degrees, seconds: seconds)))
  }

  @Test(arguments: [90.0, -90, 180, -180, 120, 360], [1.5, 2.5, 4])
  func `a turn is found with its angle`(degrees: Double, seconds: Double) throws {
    let found = turns(degrees: degrees, seconds: seconds)
    #expect(found.count == 1)
    let turn = try #require(found.first)
    // What is left of the sway over two strides, and of the turn beyond its edges.
    #expect(abs(turn.angleDegrees - degrees) < 2 + 0.01 * abs(degrees))
    #expect(abs(turn.seconds.lowerBound - (10 - seconds / 2)) < 0.6)
    #expect(abs(turn.seconds.upperBound - (10 + seconds / 2)) < 0.6)
  }

  @Test(arguments: [2.0, 10, 20])
  func `turning too far and coming back does not make a turn larger`(overshoot: Double) throws {
    let yaw = yawRate(degrees: 180 + overshoot, seconds: 2)
    let back = (0..<2000).map { (1100..<1200).contains($0) ? -overshoot * .pi / 180 : 0 }
    let found = YawRateTurnDetector().turns(yawRate: GridSignal(zip(yaw, back).map { $0 + $1 }))
    #expect(found.count == 1)
    let turn = try #require(found.first)
    #expect(turn.angleDegrees - 180 < 0.5 * overshoot + 2)
  }

  @Test(arguments: [0.0, 20, -30])
  func `veering is not turning`(degrees: Double) {
    #expect(turns(degrees: degrees, seconds: 2) == [])
  }

  @Test(arguments: [[0.0, 0, 0], [0.04, -0.03, 0.05], [-0.06, 0.02, 0.01]])
  func `a walker's turn is found, also by a gyroscope that drifts`(offset: [Double]) throws {
    let turns = [90.0, -150, 180]
    var segments: [WalkPlan.Segment] = [.stand(seconds: 6), .walk(seconds: 8)]
    for degrees in turns {
      segments += [.turn(degrees: degrees, seconds: 2.4), .walk(seconds: 8)]
    }
    var mount = SensorMount(samplingRateHertz: 100)
    mount.angularRateOffset = offset
    let walk = TestRecording(
      SimulatedRecording(
        name: "turns", profile: WalkerProfile(),
        plan: WalkPlan(segments + [.stand(seconds: 6)]), mount: mount, seed: 6))
    let found = try #require(walk.analyzed().turns.value)
    #expect(found.count == turns.count)
    for (turn, degrees) in zip(found, turns) {
      #expect(abs(turn.angleDegrees - degrees) < 12, "\(turn.angleDegrees) for \(degrees)")
    }
  }
}
