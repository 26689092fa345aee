import Foundation
import GaitModel
import GaitSimulation
import TestSupport
import Testing

@testable import GaitAnalysis

/// Dashes on stairs told from runs on the level.
struct QuickStairsTests {
  /// Frames of a run that say `stairs`, and a contact every third of a second.
  private func run(
    seconds: Double, saying evidence: GroundEvidence
  ) -> (walk: Walk, recording: SequenceRecording) {
    let frame = GaitFrame(
      gait: FrameEvidence(walking: 0, running: 4), ground: evidence, groundOfRun: evidence)
    let count = Int(seconds / SlowAcceleration.hopSeconds) + 20
    let recording = SequenceRecording.made(
      Array(repeating: .zero, count: Int(100 * seconds) + 800), sequences: [4..<(4 + seconds)],
      activity: .running, frames: Array(repeating: frame, count: count))
    let contacts = stride(from: 400.0, through: 400 + 100 * seconds, by: 33).map {
      DetectedContact(position: $0, amplitude: 5, stepHertz: 3)
    }
    return (Walk(contacts: contacts), recording)
  }

  @Test(arguments: [(4.0, 2.0, true), (4.0, -2.0, false), (40.0, 2.0, false)])
  func `a run is on stairs when its frames say so and it is short`(
    seconds: Double, logOdds: Double, isOnStairs: Bool
  ) {
    let (walk, recording) = run(seconds: seconds, saying: GroundEvidence(stairs: logOdds, up: 1))
    #expect(StairRunning().isOnStairs(walk, in: recording) == isOnStairs)
  }

  @Test(arguments: [(1.0, Terrain.stairsUp), (-1.0, .stairsDown)])
  func `a dash too short for a flight walked is a flight all the same`(
    up: Double, direction: Terrain
  ) throws {
    let (walk, recording) = run(seconds: 3, saying: GroundEvidence(stairs: 1, up: up))
    let stretches = try #require(MotionTerrain().stretches(onStairs: walk, in: recording))
    #expect(stretches.map(\.ground.terrain) == [direction])
    #expect(stretches[0].contacts == 0..<walk.contacts.count)
  }

  @Test(arguments: [(2.1, 12.0, false), (2.1, 60.0, true), (2.8, 60.0, false), (1.5, 12.0, true)])
  func `stairs without a landing for long need more evidence`(
    logOdds: Double, seconds: Double, isOnlyPossible: Bool
  ) throws {
    let (walk, recording) = run(seconds: seconds, saying: GroundEvidence(stairs: logOdds, up: 2))
    let stretches = try #require(MotionTerrain().stretches(of: walk, in: recording))
    #expect(stretches.count == 1)
    #expect(stretches[0].ground.mayBeStairs == isOnlyPossible)
    #expect(stretches[0].ground.isStairs == !isOnlyPossible)
    #expect(stretches[0].ground.leftOutReason == (isOnlyPossible ? .possibleStairs : .stairs))
  }

  @Test func `who dashes up stairs walks, and has no speed on the flat`() throws {
    var jog = try #require(
      try AnalyzedRecording.simulated(.jogging).analysis.bouts.first { $0.activity == .running })
    jog = jog.on(Ground(terrain: .stairsUp))
    #expect(jog.activity == .walking)
    #expect(jog.leftOutReason == .stairs)
    #expect(jog.walkingSpeed.missingReason == .outOfRange)
    #expect(jog.strideLength.missingReason == .outOfRange)
  }

  /// A force of 1 g that tilts to and fro.
  private func tilting(degrees: Double, hertz: Double) -> SlowAcceleration {
    var slow = SlowAcceleration()
    for i in 0..<SlowAcceleration.frameLength {
      let angle =
        degrees * .pi / 180 * sin(2 * .pi * hertz * Double(i) / SlowAcceleration.rateHertz)
      slow.x[i] = Float(9.81 * sin(angle))
      slow.z[i] = Float(9.81 * cos(angle))
    }
    return slow
  }

  @Test(arguments: [(4.0, 1.0, 4 / 2.0.squareRoot()), (4.0, 3.0, 0), (0.0, 1.0, 0)])
  func `slow sway is seen and fast sway is not`(degrees: Double, hertz: Double, expected: Double) {
    let spread = DirectionSpread()(tilting(degrees: degrees, hertz: hertz))
    #expect(abs(exp(spread) - (expected + 0.3)) < 0.02)
  }
}

/// Dashes and jogs of real people.
@Suite(.enabled(if: RealRecordings.isAvailable, "\(RealRecordings.absence)"))
struct RealQuickStairsTests {
  private func bouts(_ dataset: String, named: String) throws -> [[WalkingBout]] {
    try RealRecordings.recordings(dataset).filter { $0.lastPathComponent.contains(named) }
      .map { try TestRecording($0, longestSeconds: 200).analyzed().bouts }
  }

  @Test func `dashes on stairs are stairs, up before down`() throws {
    let found = try bouts("sisfall", named: "stairs_updown_fast").filter { !$0.isEmpty }
    #expect(found.count >= 6)
    for bouts in found {
      #expect(bouts.allSatisfy { $0.activity == .walking && $0.leftOutReason == .stairs })
      #expect(bouts[0].terrain == .stairsUp)
    }
    let descents = found.filter { $0.last?.terrain == .stairsDown }
    #expect(descents.count >= 4, "\(descents.count) of \(found.count)")
  }

  @Test(arguments: [("sisfall", "jog"), ("umafall", "Jogging"), ("mobifall", "JOG")])
  func `jogging is running`(dataset: String, named: String) throws {
    for bouts in try bouts(dataset, named: named) {
      #expect(bouts.allSatisfy { $0.terrain != .stairsUp && $0.terrain != .stairsDown })
      #expect(bouts.contains { $0.activity == .running })
    }
  }

  /// A sensor of a small range takes the height of the pushes away, not their length.
  @Test(arguments: [2.0, 1.5])
  func `jogging at the hip is running where the sensor cuts it off`(gravities: Double) throws {
    let limit = Float(gravities * standardGravity)
    func cutOff(_ axis: [Float]) -> [Float] { axis.map { max(-limit, min(limit, $0)) } }
    let jogs = RealRecordings.recordings("umafall")
      .filter { $0.lastPathComponent.contains("hip_Jogging") }
    #expect(jogs.count >= 12)
    for file in jogs {
      var jog = try TestRecording(file, longestSeconds: 200)
      let force = jog.block.acceleration
      jog.block.acceleration = Axes(x: cutOff(force.x), y: cutOff(force.y), z: cutOff(force.z))
      let bouts = jog.analyzed().bouts
      #expect(
        bouts.allSatisfy { $0.terrain != .stairsUp && $0.terrain != .stairsDown },
        "\(jog.facts.name)")
      #expect(bouts.contains { $0.activity == .running }, "\(jog.facts.name)")
    }
  }
}
