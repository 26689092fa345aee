import GaitAnalysis
import GaitModel
import GaitSimulation
import Testing

@testable import GaitAnalysis

/// Where the device is worn, since when, and how sure that is.
struct WearingTests {
  private func recording(_ scenario: Scenario, site: WearingSite?, seed: UInt64 = 3)
    -> TestRecording
  {
    var made = TestRecording(scenario.recording(seed: seed))
    made.facts.site = site
    return made
  }

  @Test(arguments: [WearingSite.lowerBack, .pocket, .wrist])
  func `a given site wins`(site: WearingSite) throws {
    let wearing = try #require(
      recording(.straightWalk, site: site).analyzed().wearings.first)
    #expect(wearing.source == .given && wearing.site == site)
    #expect(wearing.isPelvis == site.isPelvis && wearing.confidence == nil)
  }

  @Test(arguments: [Scenario.trouserPocket, .wristWalk], 1...6)
  func `a limb is never taken for a pelvis`(_ scenario: Scenario, seed: Int) throws {
    let found = recording(scenario, site: nil, seed: UInt64(seed)).analyzed()
    let wearing = try #require(found.wearings.first)
    #expect(wearing.isPelvis != true)
    #expect(found.bouts.allSatisfy { $0.doubleSupportFraction.missingReason == .siteNotSupported })
  }

  @Test func `without a gyroscope the site stays unknown`() throws {
    var walk = recording(.straightWalk, site: nil)
    walk.block.angularRate = nil
    walk.facts.hasAngularRate = false
    let found = walk.analyzed()
    let wearing = try #require(found.wearings.first)
    #expect(wearing.source == .unknown && wearing.isPelvis == nil && wearing.evidence == nil)
    #expect(!found.methods.contains { $0.name == "WearingPosition" })
  }

  @Test func `what is said is said with at least the confidence that was asked`() {
    let position = WearingPosition()
    for turning in [0.05, 0.1, 0.2, 0.4, 0.8, 1.6] {
      for sway in [0.1, 0.3, 0.6, 1.2, 2.4] {
        let evidence = WearingEvidence(stepTurning: turning, strideSway: sway, seconds: 20)
        let chance = position.pelvisProbability(evidence) ?? 0.5
        #expect((position.isPelvis(evidence) == true) == (chance >= 0.95))
        #expect((position.isPelvis(evidence) == false) == (chance <= 1 - 0.95))
        let short = WearingEvidence(stepTurning: turning, strideSway: sway, seconds: 3)
        #expect(position.isPelvis(short) == nil)
      }
    }
  }

  @Test func `more turning and more sway speak for a limb`() throws {
    let position = WearingPosition()
    func chance(_ turning: Double, _ sway: Double) -> Double? {
      position.pelvisProbability(
        WearingEvidence(stepTurning: turning, strideSway: sway, seconds: 20))
    }
    #expect(try #require(chance(0.15, 0.4)) > #require(chance(0.6, 0.4)))
    #expect(try #require(chance(0.15, 0.4)) > #require(chance(0.15, 1.6)))
  }

  @Test func `a recognized pelvis is measured like a given one, with a wider error`() throws {
    var recognized: (found: RecordingAnalysis, given: RecordingAnalysis)?
    for seed in 1...8 where recognized == nil {
      let found = recording(.dailyLife, site: nil, seed: UInt64(seed)).analyzed()
      guard found.wearings.first?.isPelvis == true else { continue }
      recognized = (found, recording(.dailyLife, site: .hip, seed: UInt64(seed)).analyzed())
    }
    let (found, given) = try #require(recognized)
    #expect(found.remarks.contains { $0.message.contains("moves like a pelvis") })
    let (a, b) = try (#require(found.bouts.last), #require(given.bouts.last))
    let speeds = try (
      #require(a.walkingSpeed.value), #require(b.walkingSpeed.value)
    )
    #expect(abs(speeds.0.metersPerSecond - speeds.1.metersPerSecond) < 0.02)
    let errors = try (
      #require(a.walkingSpeed.standardError), #require(b.walkingSpeed.standardError)
    )
    #expect(errors.0.metersPerSecond > errors.1.metersPerSecond)
  }

  @Test(arguments: [Scenario.straightWalk, .trouserPocket, .wristWalk, .upsideDownPhone])
  func `turning the sensor changes nothing of what the walks say`(_ scenario: Scenario) throws {
    let walk = recording(scenario, site: nil)
    let plain = try #require(walk.analyzed().wearings.first)
    let (c, s) = (0.6, 0.8)
    let turned = walk.turned([[c, s, 0], [0, 0, 1], [s, -c, 0]]).analyzed()
    let wearing = try #require(turned.wearings.first)
    #expect(wearing.isPelvis == plain.isPelvis && wearing.source == plain.source)
    let (a, b) = (try #require(plain.evidence), try #require(wearing.evidence))
    let turning = abs(a.stepTurning - b.stepTurning) / a.stepTurning
    let sway = abs(a.strideSway - b.strideSway) / a.strideSway
    #expect(turning < 1e-3)
    #expect(sway < 1e-3)
    let rows: [SIMD3<Double>] = [[c, s, 0], [0, 0, 1], [s, -c, 0]]
    let ups = rows.map { ($0 * plain.up).sum() }
    let cosine = (SIMD3(ups[0], ups[1], ups[2]) * wearing.up).sum()
    #expect(cosine > 0.9999)
  }

  @Test func `a device put on another way begins a new wearing`() throws {
    let walk = recording(.straightWalk, site: .lowerBack)
    let turned = walk.turned([[0, 1, 0], [0, 0, 1], [1, 0, 0]])
    let first = walk.block
    let shift = (first.seconds.last ?? 0) + 10
    let second = turned.block
    let joined = TestRecording(
      facts: walk.facts,
      block: RecordingBlock(
        seconds: first.seconds + second.seconds.map { $0 + shift },
        acceleration: Axes(first.acceleration.vectors + second.acceleration.vectors),
        angularRate: first.angularRate.flatMap { a in
          second.angularRate.map { Axes(a.vectors + $0.vectors) }
        }))
    let wearings = joined.analyzed().wearings
    try #require(wearings.count == 2)
    #expect(wearings[0].seconds.upperBound <= shift && wearings[1].seconds.lowerBound >= shift)
    let up = (wearings[0].up, wearings[1].up)
    #expect((up.0 * up.1).sum() < 0.5)
    for wearing in wearings {
      #expect(wearing.upConfidence > 0.95)
      let forward = try #require(wearing.forward)
      #expect(abs((forward * wearing.up).sum()) < 1e-6)
      #expect((0...1).contains(wearing.forwardConfidence))
    }
  }
}
