import Foundation
import GaitModel
import GaitSimulation
import Signals
import Testing

@testable import GaitAnalysis

/// A phone on one thigh: how a person's steps change, though not how they are.
struct PocketAsymmetryTests {
  @Test(arguments: [Foot.left, .right])
  func `a phone in a pocket follows a person whose left steps come to last longer`(
    _ side: Foot
  ) throws {
    let given = [0, 0.03, 0.06, 0.09, 0.12]
    var (slopes, correlations) = ([Double](), [Double]())
    for seed: UInt64 in 1...4 {
      let bouts = try given.map { try bout(asymmetry: $0, on: side, seed: seed) }
      #expect(bouts.allSatisfy { $0.carryingLeg == side })
      let found = try bouts.map { try #require($0.pocketStepTimeAsymmetry.value) }
      let line = Self.line(given, found)
      slopes.append(line.slope)
      correlations.append(line.correlation)
      // The error against the person's own past covers what the line leaves over.
      let errors = try bouts.map { try #require($0.withinPersonErrors.stepTimeAsymmetry) }
      #expect(zip(line.residuals, errors).allSatisfy { abs($0) < 3 * $1 }, "\(line)")
    }
    let slope = try #require(Statistics.mean(slopes))
    // The contacts show .83 of a change of this simple thigh, where those of real ones show .53, which is made up for.
    #expect((1.3...1.8).contains(slope), "\(slopes)")
    #expect(correlations.allSatisfy { $0 > 0.9 }, "\(correlations)")
  }

  @Test func `each leg has a kind of sample of its own, with the error against the own past alone`()
    throws
  {
    for side in [Foot.left, .right] {
      let start = WallClock(secondsSince1970: 1_780_000_000, utcOffsetSeconds: 0)
      let samples = try recording(asymmetry: 0.05, on: side, seed: 1).analyzed()
        .samples(participant: "P01", start: start).samples
      let own: SampleKind<Fraction> =
        side == .left ? .leftPocketStepTimeAsymmetry : .rightPocketStepTimeAsymmetry
      let other: SampleKind<Fraction> =
        side == .left ? .rightPocketStepTimeAsymmetry : .leftPocketStepTimeAsymmetry
      let held = samples.filter { $0.kind == own.erased }
      #expect(!held.isEmpty && !samples.contains { $0.kind == other.erased })
      #expect(held.allSatisfy { $0.standardError == nil && $0.standardErrorWithinPerson != nil })
      #expect(!samples.contains { $0.kind == SampleKind.stepTimeAsymmetry.erased })
    }
  }

  @Test func `a pelvis, a wrist and a short walk say nothing of pockets`() throws {
    for scenario in [Scenario.straightWalk, .wristWalk] {
      let bout = try #require(
        try AnalyzedRecording.simulated(scenario).analysis.bouts.first)
      #expect(bout.pocketStepTimeAsymmetry == .missing(.siteNotSupported))
    }
    let contacts = (0..<12).map {
      InitialContact(seconds: 0.5 * Double($0), foot: $0 % 2 == 0 ? .left : .right)
    }
    #expect(PocketAsymmetry().difference(of: contacts, turns: []).value == .missing(.tooFewSteps))
  }

  @Test(arguments: [(true, nil), (false, MissingReason.noGyroscope)] as [(Bool, MissingReason?)])
  func `a pocket without a gyroscope says that it takes one`(
    hasAngularRate: Bool, reason: MissingReason?
  ) throws {
    let bouts = try recording(
      asymmetry: 0.05, on: .left, seed: 1, hasAngularRate: hasAngularRate
    ).analyzed().bouts
    #expect(!bouts.isEmpty)
    for bout in bouts {
      #expect(bout.pocketStepTimeAsymmetry.missingReason == reason)
      #expect((bout.carryingLeg == .unknown) == (reason != nil))
    }
  }

  @Test func `turns, pauses and the ends of a walk do not count`() {
    // Left steps last .5 s, right ones .6 s; a turn in the middle has other steps, and so has the start.
    var (seconds, contacts) = (0.0, [InitialContact]())
    for i in 0..<80 {
      let foot: Foot = i % 2 == 0 ? .left : .right
      let isTurn = (30..<44).contains(i)
      seconds += isTurn || i < 2 ? 0.4 : i == 60 ? 2 : foot == .left ? 0.5 : 0.6
      contacts.append(InitialContact(seconds: seconds, foot: foot))
    }
    let turn = Turn(seconds: contacts[29].seconds..<contacts[43].seconds, angleDegrees: 180)
    let (value, error) = PocketAsymmetry().difference(of: contacts, turns: [turn])
    #expect(abs((value.value ?? 0) - log(0.5 / 0.6) / PocketAsymmetry().shownShare) < 1e-12)
    #expect(error == PocketAsymmetry().betweenWalks)
  }

  private func bout(asymmetry: Double, on side: Foot, seed: UInt64) throws -> WalkingBout {
    let bouts = try recording(asymmetry: asymmetry, on: side, seed: seed).analyzed().bouts
    return try #require(bouts.max { $0.stepCount < $1.stepCount })
  }

  private func recording(
    asymmetry: Double, on side: Foot, seed: UInt64, hasAngularRate: Bool = true
  ) throws -> TestRecording {
    var profile = WalkerProfile()
    profile.stepTimeAsymmetry = asymmetry
    var mount = SensorMount(site: .pocket, samplingRateHertz: 100)
    (mount.side, mount.orientation) = (side, .random(seed: seed))
    mount.hasAngularRate = hasAngularRate
    let plan = WalkPlan([.stand(seconds: 4), .walk(seconds: 60), .stand(seconds: 4)])
    return TestRecording(
      SimulatedRecording(
        name: "pocket", profile: profile, plan: plan, mount: mount, seed: seed))
  }

  /// Least squares through points.
  private static func line(
    _ x: [Double], _ y: [Double]
  ) -> (slope: Double, correlation: Double, residuals: [Double]) {
    let (a, b) = (Statistics.mean(x) ?? 0, Statistics.mean(y) ?? 0)
    let xy = zip(x, y).reduce(0) { $0 + ($1.0 - a) * ($1.1 - b) }
    let xx = x.reduce(0) { $0 + ($1 - a) * ($1 - a) }
    let yy = y.reduce(0) { $0 + ($1 - b) * ($1 - b) }
    let slope = xy / xx
    return (slope, xy / (xx * yy).squareRoot(), zip(x, y).map { $1 - b - slope * ($0 - a) })
  }
}
