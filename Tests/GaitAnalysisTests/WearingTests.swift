import Foundation
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

  /// Simulated walkers, whom no fit saw, and where they wear the device.
  static let worn: [(Scenario, WornPlace)] = [
    (.straightWalk, .pelvis), (.upsideDownPhone, .pelvis), (.dailyLife, .pelvis),
    (.trouserPocket, .pocket), (.wristWalk, .wrist),
  ]

  @Test(arguments: worn)
  func `the walks say where the device is worn`(_ scenario: Scenario, place: WornPlace) throws {
    let found = recording(scenario, site: nil).analyzed()
    let wearing = try #require(found.wearings.first)
    let likely = try #require(wearing.placeProbabilities.first)
    #expect(likely.place == place)
    let places = wearing.placeProbabilities.map(\.place.rawValue).sorted()
    #expect(places == WornPlace.allCases.map(\.rawValue).sorted())
    #expect(abs(wearing.placeProbabilities.reduce(0) { $0 + $1.probability } - 1) < 1e-9)
    #expect(wearing.place == (likely.probability >= 0.95 ? place : nil))
    #expect(wearing.method?.name == "WearingPosition")
  }

  @Test(arguments: worn)
  func `without a gyroscope no site is taken for a pelvis or a pocket`(
    _ scenario: Scenario, place: WornPlace
  ) throws {
    let walk = recording(scenario, site: nil).withoutGyroscope
    let found = walk.analyzed()
    let wearing = try #require(found.wearings.first)
    #expect(wearing.placeProbabilities.count == WornPlace.allCases.count)
    #expect(wearing.place != .pelvis && wearing.place != .pocket && wearing.isPelvis != true)
    let evidence = try #require(wearing.evidence)
    #expect(evidence.amplitudes[.tilt] != nil && evidence.amplitudes[.strideTilting] == nil)
  }

  /// What walks look like with a phone held level, and on a wrist that swings.
  private static let hand: [WearingAmplitude: Double] = [
    .strideTilting: 0.15, .unevenTilting: 0.15, .stepTilting: 0.70, .unevenBounce: 0.40,
    .tilt: 0.05,
    .strideSway: 0.55, .landingSway: 0.30, .stepBounce: 4.5,
  ]
  private static let wrist: [WearingAmplitude: Double] = [
    .strideTilting: 1.3, .unevenTilting: 0.9, .stepTilting: 1.5, .unevenBounce: 0.9, .tilt: 0.30,
    .strideSway: 1.7, .landingSway: 0.55, .stepBounce: 2.0,
  ]

  @Test(arguments: [(hand, WornPlace.hand), (wrist, .wrist)], [true, false])
  func `a hand and a wrist are recognized, without a gyroscope too`(
    _ worn: ([WearingAmplitude: Double], WornPlace), hasGyroscope: Bool
  ) {
    let amplitudes = worn.0.filter { hasGyroscope || !$0.key.rawValue.hasSuffix("_rad_s") }
    let position = WearingPosition()
    let evidence = WearingEvidence(amplitudes: amplitudes, seconds: 20)
    #expect(position.probabilities(evidence).first?.place == worn.1)
    #expect(position.place(evidence) == worn.1 && position.isPelvis(evidence) == false)
    let short = WearingEvidence(amplitudes: amplitudes, seconds: 3)
    #expect(position.probabilities(short).isEmpty && position.isPelvis(short) == nil)
  }

  @Test func `what is said is said with at least the confidence that was asked`() {
    var position = WearingPosition()
    for share in [0.7, 0.95] {
      position.leastConfidenceShare = share
      for tilting in [0.05, 0.1, 0.2, 0.4, 0.8, 1.6] {
        for bounce in [0.1, 0.3, 0.6, 1.2, 2.4] {
          var amplitudes = Self.hand
          (amplitudes[.strideTilting], amplitudes[.unevenBounce]) = (tilting, bounce)
          let evidence = WearingEvidence(amplitudes: amplitudes, seconds: 20)
          let chances = position.probabilities(evidence)
          let best = chances[0]
          #expect(position.place(evidence) == (best.probability >= share ? best.place : nil))
          let pelvis = chances.first { $0.place == .pelvis }?.probability ?? 0
          #expect((position.isPelvis(evidence) == true) == (pelvis >= share))
        }
      }
    }
  }

  @Test func `walks of one wearing count by their time`() {
    let position = WearingPosition()
    let (a, b) = (
      WearingEvidence(amplitudes: Self.hand, seconds: 30),
      WearingEvidence(amplitudes: Self.wrist, seconds: 10)
    )
    let joined = position.joined(a, b)
    #expect(joined.seconds == 40)
    for amplitude in Self.hand.keys {
      let (x, y) = (Self.hand[amplitude] ?? 0, Self.wrist[amplitude] ?? 0)
      let mean = pow((x + 0.05), 0.75) * pow((y + 0.05), 0.25) - 0.05
      #expect(abs((joined.amplitudes[amplitude] ?? 0) - mean) < 1e-9)
    }
  }

  @Test func `every amplitude equals that of sums over every sample`() {
    let radians = (0..<1200).map { k -> Double in
      let time = Double(k)
      return 0.06 * time + 0.3 * sin(0.004 * time)
    }
    let phase = GridSignal(radians, from: 700)
    let force = phase.values.map { p in
      SIMD3(
        1.2 * sin(p) + 0.3 * sin(4 * p), 0.5 * cos(p + 1),
        0.7 * sin(2 * p) + 0.4 * cos(3 * p) + 9.8)
    }
    let rate = phase.values.map { p in
      SIMD3(0.8 * sin(p), 0.6 * cos(2 * p) + 0.3 * sin(3 * p), 0.5 * sin(2 * p + 1))
    }
    let lengths = force.map { SIMD3($0.norm, 0, 0) }
    let (level, all): ([SIMD3<Double>], [SIMD3<Double>]) = (
      [[1, 0, 0], [0, 1, 0]], [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    )
    let plain: [WearingAmplitude: ([SIMD3<Double>], [SIMD3<Double>], Double)] = [
      .strideSway: (force, level, 1), .landingSway: (force, level, 4),
      .stepBounce: (force, [[0, 0, 1]], 2), .unevenBounce: (lengths, [[1, 0, 0]], 3),
      .strideTilting: (rate, level, 1), .stepTilting: (rate, level, 2),
      .stepTurning: (rate, all, 2), .unevenTilting: (rate, level, 3),
    ]
    let carrier = Carrier(radians: phase)
    let found = WearingPosition().amplitudes(force: force[...], rate: rate[...], stride: carrier)
    #expect(found.count == plain.count + 1)
    for (amplitude, (motion, axes, turns)) in plain {
      let usual = plainAmplitude(
        of: motion, along: axes, phase: phase.values.map { turns * $0 }, sigma: 120)
      #expect(abs((found[amplitude] ?? 0) / usual - 1) < 0.02, "\(amplitude)")
    }
    let sway = (1.2 * 1.2 + 0.5 * 0.5).squareRoot()
    #expect(abs((found[.strideSway] ?? 0) / sway - 1) < 0.03)
    let alone = WearingPosition().amplitudes(force: force[...], rate: nil, stride: carrier)
    #expect(alone == found.filter { alone.keys.contains($0.key) } && alone.count == 5)
  }

  /// The same, slow and plain: the product with the carrier, and a weighted mean around every sample. Beyond its ends the
  /// product is what it is on the mean over the first and last 15 samples, as where it is thinned out.
  private func plainAmplitude(
    of motion: [SIMD3<Double>], along axes: [SIMD3<Double>], phase: [Double], sigma: Double
  ) -> Double {
    let mean = motion.reduce(.zero, +) / Double(motion.count)
    var power = 0.0
    for axis in axes {
      for wave in [phase.map { cos($0) }, phase.map { sin($0) }] {
        let product = zip(motion, wave).map { (($0 - mean) * axis).sum() * $1 }
        let before = product.prefix(15).reduce(0, +) / 15
        let after = product.suffix(15).reduce(0, +) / 15
        for i in product.indices {
          var (sum, total) = (0.0, 0.0)
          for k in -480...480 {
            let weight = exp(-0.5 * pow(Double(k) / sigma, 2))
            let j = i + k
            sum += weight * (j < 0 ? before : j < product.count ? product[j] : after)
            total += weight
          }
          power += pow(sum / total, 2)
        }
      }
    }
    return 2 * (power / Double(motion.count)).squareRoot()
  }

  @Test func `a recognized pocket is measured like a given one, with a wider error`() throws {
    let found = recording(.trouserPocket, site: nil, seed: 2).analyzed()
    let given = recording(.trouserPocket, site: .pocket, seed: 2).analyzed()
    #expect(found.wearings.first?.place == .pocket)
    #expect(found.remarks.contains { $0.message.contains("moves like a pocket") })
    let (a, b) = try (#require(found.bouts.last), #require(given.bouts.last))
    #expect(a.carryingLeg == b.carryingLeg && a.carryingLeg != .unknown)
    let speeds = try (#require(a.walkingSpeed.value), #require(b.walkingSpeed.value))
    #expect(abs(speeds.0.metersPerSecond - speeds.1.metersPerSecond) < 0.02)
    let errors = try (
      #require(a.walkingSpeed.standardError), #require(b.walkingSpeed.standardError)
    )
    #expect(errors.0.metersPerSecond > errors.1.metersPerSecond)
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
    for (amplitude, value) in a.amplitudes {
      #expect(abs((b.amplitudes[amplitude] ?? 0) / value - 1) < 1e-3)
    }
    let rows: [SIMD3<Double>] = [[c, s, 0], [0, 0, 1], [s, -c, 0]]
    let ups = rows.map { ($0 * plain.up).sum() }
    let cosine = (SIMD3(ups[0], ups[1], ups[2]) * wearing.up).sum()
    #expect(cosine > 0.9999)
  }

  /// A walk, and some seconds later the same walk with the device put on another way.
  private func walks(
    _ walk: TestRecording, turned: TestRecording, after pause: Double = 10
  ) -> (TestRecording, shift: Double) {
    let (first, second) = (walk.block, turned.block)
    // What stands at the ends parts the walks; without it they are of one group.
    let cut = pause < 6 ? 150 : 0
    let kept = first.seconds.count - cut
    let shift = first.seconds[kept - 1] + pause - second.seconds[cut]
    let joined = TestRecording(
      facts: walk.facts,
      block: RecordingBlock(
        seconds: Array(first.seconds[..<kept]) + second.seconds[cut...].map { $0 + shift },
        acceleration: Axes(
          Array(first.acceleration.vectors[..<kept] + second.acceleration.vectors[cut...])),
        angularRate: first.angularRate.flatMap { a in
          second.angularRate.map { Axes(Array(a.vectors[..<kept] + $0.vectors[cut...])) }
        }))
    return (joined, shift)
  }

  @Test func `what is said without a site is said of the walks for which it holds`() throws {
    var pocket = recording(.trouserPocket, site: nil, seed: 2)
    pocket.facts.participant.height = Length(meters: 1.75)
    let wrist = recording(.wristWalk, site: nil, seed: 1)
    let own = PersonalCalibration(
      factor: 1.1, standardErrorShare: 0.05, height: Length(meters: 1.75), date: nil,
      knownDistances: [], method: KnownDistanceCalibration().provenance, placement: .thighOrHand)
    var pipeline = GaitPipeline()
    pipeline.personalCalibration = own
    let alone = pocket.analyzed(by: pipeline)
    let both = walks(pocket, turned: wrist).0.analyzed(by: pipeline)
    try #require(both.bouts.map(\.isStepLengthAssumed) == [false, true])
    func said(_ words: String, _ analysis: RecordingAnalysis) -> Bool {
      analysis.remarks.contains { $0.message.contains(words) }
    }
    #expect(said("worn; it moves like a pocket: lengths and speeds are those", alone))
    #expect(said("lengths and speeds hold the personal factor 1.1", alone))
    #expect(!said("not measured", alone) && !said("stairs were not looked for", alone))
    #expect(said("worn; in 1 of 2 walks with a speed it moves like a pocket", both))
    #expect(said("speeds of 1 of 2 walks with a speed hold the personal factor 1.1", both))
    #expect(said("step length of 1 of 2 walks with a speed is not measured", both))
    #expect(said("stairs were not looked for in 1 of 2 walks of 8 s and more", both))
    #expect(both.stairFlights.value == [])
  }

  @Test func `a device put on another way begins a new wearing`() throws {
    let walk = recording(.straightWalk, site: .lowerBack)
    let (joined, shift) = walks(walk, turned: walk.turned([[0, 1, 0], [0, 0, 1], [1, 0, 0]]))
    let wearings = joined.analyzed().wearings
    try #require(wearings.count == 2)
    #expect(wearings[0].seconds.upperBound <= shift && wearings[1].seconds.lowerBound >= shift)
    let up = (wearings[0].up, wearings[1].up)
    #expect((up.0 * up.1).sum() < 0.5)
    for wearing in wearings {
      // One group of walks holds against no other.
      #expect(wearing.upConfidence == nil)
      let forward = try #require(wearing.forward)
      #expect(abs((forward * wearing.up).sum()) < 1e-6)
      #expect((0...1).contains(wearing.forwardConfidence))
    }
  }

  @Test func `up is as sure as two groups of walks agree on it`() throws {
    let walk = recording(.straightWalk, site: .lowerBack)
    #expect(walk.analyzed().wearings.map(\.upConfidence) == [nil])
    let wearings = walks(walk, turned: walk, after: 10).0.analyzed().wearings
    #expect(wearings.count == 1)
    let confidence = try #require(wearings.first?.upConfidence)
    #expect(confidence > 0.99 && confidence <= 1)
  }

  /// A belt slid round, or a phone put back the other way round: up stays where it was.
  @Test(arguments: [10, 0.01])
  func `a device turned round between two walks swaps no feet`(pause: Double) throws {
    let walk = recording(.straightWalk, site: .lowerBack)
    let up = try #require(walk.analyzed().wearings.first).up
    let (joined, shift) = walks(
      walk,
      turned: walk.turned(
        (0..<3).map { row in
          SIMD3(2 * up[row] * up[0], 2 * up[row] * up[1], 2 * up[row] * up[2])
            - SIMD3(row == 0 ? 1 : 0, row == 1 ? 1 : 0, row == 2 ? 1 : 0)
        }), after: pause)
    let analysis = joined.analyzed()
    try #require(analysis.bouts.count == 2)
    if analysis.wearings.count == 2 {
      let forward = try analysis.wearings.map { try #require($0.forward) }
      #expect((forward[0] * forward[1]).sum() < -0.9)
    }
    #expect(analysis.wearings.count == 2 || pause < 6)
    let (first, second) = (analysis.bouts[0], analysis.bouts[1])
    for contact in first.initialContacts {
      let same = try #require(
        second.initialContacts.min {
          abs($0.seconds - shift - contact.seconds) < abs($1.seconds - shift - contact.seconds)
        })
      #expect(same.foot == contact.foot, "\(contact.seconds)")
    }
    let support = try (
      #require(first.doubleSupportFraction.value), #require(second.doubleSupportFraction.value)
    )
    #expect(abs(support.0 - support.1) < 0.01)
  }
}

extension TestRecording {
  /// The same walk as an accelerometer alone felt it.
  fileprivate var withoutGyroscope: TestRecording {
    var walk = self
    walk.block.angularRate = nil
    walk.facts.hasAngularRate = false
    return walk
  }
}
