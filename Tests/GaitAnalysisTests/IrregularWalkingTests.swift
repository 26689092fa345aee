import Foundation
import GaitModel
import GaitSimulation
import TestSupport
import Testing

@testable import GaitAnalysis

/// Walking without rhythm, beside a sure walk: a walker comes in, potters about and stands still.
struct IrregularWalkingTests {
  /// A recording at the lower back, and when its pottering knocks.
  private struct Pottering {
    var recording: TestRecording
    var steps: [Double]
    /// When it begins.
    var start: Double
  }

  private enum Beginning { case walk, rest }

  /// 20 s of walking or rest, 16 s of steps 0.7-1.4 s apart in curves, 15 s of rest. Who bends instead turns nowhere,
  /// leans by 30° to both sides and rocks. A quick turn by 76° can stand in the place of a part of a curve.
  private func pottering(
    after beginning: Beginning, seed: UInt64, bending: Bool = false, quickTurnAt turn: Double? = nil
  ) -> Pottering {
    var dice = SplitMix64(seed: seed)
    let scenario: Scenario = beginning == .walk ? .straightWalk : .standingOnly
    let made = SimulatedRecording(
      name: "pottering", profile: scenario.profile,
      plan: WalkPlan(
        beginning == .walk
          ? [.stand(seconds: 5), .walkDistance(meters: 18)] : [.stand(seconds: 20)]),
      mount: scenario.mount(seed: seed), seed: seed)
    var whole = TestRecording(made)
    let up = whole.block.acceleration.vectors.prefix(300).reduce(SIMD3<Double>.zero, +).unit
    let side = up.somePerpendicular
    let start = (whole.block.seconds.last ?? 0) + 0.01
    var steps: [Double] = []
    var next = 0.8
    while next < 15.5 {
      steps.append(next)
      next += 0.7 + 0.7 * dice.uniform()
    }
    let sways = (0..<12).map { _ in
      (hertz: 0.5 + 2.5 * dice.uniform(), phase: 2 * Double.pi * dice.uniform())
    }
    var rows: [(force: SIMD3<Double>, rate: SIMD3<Double>)] = []
    for i in 0..<3100 {
      let t: Double = Double(i) / 100
      var upward: Double = standardGravity + 0.02 * dice.normal()
      var sideways: Double = 0
      var yaw: Double = 0
      var tilting: Double = 0.01 * dice.normal()
      var lean = 0.0
      if t < 16 {
        sideways = sways.reduce(0) { $0 + 0.4 * sin($1.hertz * 2 * Double.pi * t + $1.phase) }
        yaw = bending ? 0 : 0.7 * sin(0.8 * t)
        if let turn, abs(t - turn) < 2 { yaw = 3 * exp(-((t - turn) / 0.25) * ((t - turn) / 0.25)) }
        tilting += (bending ? 0.8 : 0.15) * sin(2.2 * Double.pi * t)
        lean = bending ? 0.52 * sin(0.3 * Double.pi * t) : 0
        upward += steps.reduce(0) { $0 + knock(at: t - $1) }
      }
      let leaningUp = cos(lean) * up + sin(lean) * side
      let leaningSide = cos(lean) * side - sin(lean) * up
      rows.append(
        (upward * leaningUp + sideways * leaningSide, yaw * leaningUp + tilting * leaningSide))
    }
    whole.append(rows, from: start)
    return Pottering(recording: whole, steps: steps.map { $0 + start }, start: start)
  }

  /// A burst of 14 Hz, .2 s long.
  private func knock(at t: Double) -> Double {
    guard abs(t) < 0.1 else { return 0 }
    return 4 * (0.5 + 0.5 * cos(10 * Double.pi * t)) * sin(28 * Double.pi * t)
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `steps without rhythm beside a walk are a bout of their own`(seed: UInt64) throws {
    let made = pottering(after: .walk, seed: seed)
    let bouts = made.recording.analyzed().bouts
    let irregular = bouts.filter { $0.leftOutReason == .irregular }
    #expect(irregular.count == 1 && bouts.count == 2)
    let bout = try #require(irregular.first)
    #expect(bout.activity == .walking && bout.strides.isEmpty && bout.finalContacts.isEmpty)
    #expect(bout.walkingSpeed.missingReason == .irregular)
    #expect(bout.cadence.missingReason == .irregular)
    #expect(bout.initialContacts.allSatisfy { $0.foot == .unknown })
    let found = bout.initialContacts.map(\.seconds)
    let hits = made.steps.count { step in found.contains { abs($0 - step) <= 0.1 } }
    #expect(Double(hits) >= 0.8 * Double(made.steps.count), "\(hits) of \(made.steps.count)")
    #expect(found.count <= made.steps.count + 2)
    #expect(bout.seconds.upperBound < made.steps[made.steps.count - 1] + 1)
    #expect(made.recording.analyzed().totals.stepCount == bouts.reduce(0) { $0 + $1.stepCount })
  }

  @Test
  func
    `turns that begin in it are counted in it, and in the store, also far from the walk beside it`()
    throws
  {
    for turn in [1.8, 2.2, 6, 10, 13.0] {
      let made = pottering(after: .walk, seed: 1, quickTurnAt: turn)
      let recording = made.recording
      let analysis = recording.analyzed()
      #expect(RecordingAnalysisContract.breaches(of: analysis, seconds: recording.span) == [])
      let bout = try #require(analysis.bouts.first { $0.leftOutReason == .irregular })
      let quick = try #require(analysis.turns.value).filter {
        $0.seconds.contains(made.start + turn) && bout.seconds.contains($0.seconds.lowerBound)
      }
      #expect(quick.count == 1, "the turn at \(turn) s")
      #expect((bout.turnCount.value ?? 0) > 1, "the curves")
      let start = WallClock(secondsSince1970: 1_800_000_000, utcOffsetSeconds: 3600)
      let samples = try analysis.samples(participant: "P01", start: start).samples
        .filter { $0.kind == AnySampleKind(.turnCount) }
      let inBouts = analysis.bouts.compactMap(\.turnCount.value).reduce(0, +)
      #expect(samples.reduce(0) { $0 + $1.value } == Double(inBouts))
      let (streamed, live) = recording.streamed(cutEvery: 500)
      let liveBout = live.first { $0.leftOutReason == .irregular }
      #expect(streamed == analysis && liveBout?.turnCount == bout.turnCount)
    }
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `who bends and reaches beside a walk does not walk, though it knocks`(seed: UInt64) {
    let bouts = pottering(after: .walk, seed: seed, bending: true).recording.analyzed().bouts
    #expect(bouts.count == 1 && bouts.allSatisfy { $0.leftOutReason == nil })
  }

  @Test func `nothing is irregular walking where nobody walks or nothing feels it`() {
    func count(_ recording: TestRecording) -> Int {
      recording.analyzed().bouts.count { $0.leftOutReason == .irregular }
    }
    let made = pottering(after: .walk, seed: 1).recording
    #expect(count(made) == 1)
    #expect(count(pottering(after: .rest, seed: 1).recording) == 0)
    var without = made
    without.block.angularRate = nil
    without.facts.hasAngularRate = false
    #expect(count(without) == 0)
    var pocket = made
    pocket.facts.site = .pocket
    #expect(count(pocket) == 0)
  }

  @Test func `it does not matter how the samples came`() {
    let made = pottering(after: .walk, seed: 2).recording
    let whole = made.analyzed()
    for length in [1, 97, 1000] { #expect(made.streamed(cutEvery: length).analysis == whole) }
  }

  @Test func `it is handed out while the recording goes on`() {
    var made = pottering(after: .walk, seed: 2).recording
    let last = made.block.acceleration.vectors.last ?? .zero
    let rest = (0..<6000).map { k in
      (force: last + 0.01 * sin(Double(k)) * last, rate: SIMD3<Double>.zero)
    }
    made.append(rest, from: (made.block.seconds.last ?? 0) + 0.01)
    let (analysis, live) = made.streamed(cutEvery: 500)
    #expect(live.count { $0.leftOutReason == .irregular } == 1)
    #expect(analysis == made.analyzed())
  }

  @Test func `what other ranges leave`() {
    #expect((0.0..<10).without([]) == [0..<10])
    #expect((0.0..<10).without([2..<3, 2.5..<5, 9..<12]) == [0..<2, 5..<9])
    #expect((0.0..<10).without([-1..<11]) == [])
  }
}

extension TestRecording {
  /// Adds samples at 100 Hz behind the last.
  fileprivate mutating func append(
    _ rows: [(force: SIMD3<Double>, rate: SIMD3<Double>)], from start: Double
  ) {
    func axes(_ of: (Int) -> SIMD3<Double>, before: Axes) -> Axes {
      let new = rows.indices.map(of)
      return Axes(
        x: before.x + new.map { Float($0.x) }, y: before.y + new.map { Float($0.y) },
        z: before.z + new.map { Float($0.z) })
    }
    let still = Axes(x: [], y: [], z: [])
    block = RecordingBlock(
      seconds: block.seconds + rows.indices.map { start + Double($0) / 100 },
      acceleration: axes({ rows[$0].force }, before: block.acceleration),
      angularRate: axes({ rows[$0].rate }, before: block.angularRate ?? still))
  }
}
