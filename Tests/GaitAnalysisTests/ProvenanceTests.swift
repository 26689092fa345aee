import GaitModel
import GaitSimulation
import Testing

@testable import GaitAnalysis

/// Every value names the method that gave it, and an analysis names no other.
struct ProvenanceTests {
  /// A walk up a flight of stairs, and what was found in it.
  struct Climb: Sendable, CustomTestStringConvertible {
    var mounted: WearingSite
    var isSiteGiven: Bool
    var hasPressure: Bool
    var analysis: RecordingAnalysis

    /// What is known of the wearing before anybody walks.
    var place: WearingPlace { WearingPlace(isSiteGiven ? mounted : nil) }
    var testDescription: String {
      "\(mounted)\(isSiteGiven ? "" : ", not said")\(hasPressure ? ", pressure" : "")"
    }
  }

  static let climbs: [Climb] = [WearingSite.lowerBack, .hip, .pocket, .wrist].flatMap { site in
    [true, false].flatMap { isGiven in
      [true, false].map { hasPressure in
        climb(site, isSiteGiven: isGiven, hasPressure: hasPressure)
      }
    }
  }

  private static func climb(
    _ site: WearingSite, isSiteGiven: Bool, hasPressure: Bool
  ) -> Climb {
    var mount = SensorMount(site: site, samplingRateHertz: 50)
    if hasPressure { mount.barometer = Barometer(rateHertz: 10, noise: 0.05) }
    var recording = TestRecording(
      SimulatedRecording(
        name: "climb", profile: WalkerProfile(),
        plan: WalkPlan([
          .stand(seconds: 6), .walkDistance(meters: 16), .turn(degrees: 90, seconds: 2.4),
          .walkDistance(meters: 8), .stairs(steps: 20, riser: Length(meters: 0.17)),
          .walkDistance(meters: 12), .stand(seconds: 6),
        ]), mount: mount, seed: 4))
    if !isSiteGiven { recording.facts.site = nil }
    return Climb(
      mounted: site, isSiteGiven: isSiteGiven, hasPressure: hasPressure,
      analysis: recording.analyzed())
  }

  /// A thigh's rise is measured; away from thigh and pelvis a step is a share of stature.
  private static let elsewhereLengths: Set<String> = [
    "ExcursionStepLength", "ProportionalStepLength",
  ]

  /// The methods that may give a kind of sample, at the pelvis and elsewhere.
  private static let makers: [AnySampleKind: (pelvis: Set<String>, elsewhere: Set<String>)] = [
    AnySampleKind(.stepCount): (["StepSequenceDetector"], ["PhaseInitialContactDetector"]),
    AnySampleKind(.cadence): (["StepSequenceDetector"], ["PhaseInitialContactDetector"]),
    AnySampleKind(.walkingTime): (["RhythmWalkAssembler"], ["RhythmWalkAssembler"]),
    AnySampleKind(.distance): (["PendulumStepLength"], elsewhereLengths),
    AnySampleKind(.walkingSpeed): (["PendulumStepLength"], elsewhereLengths),
    AnySampleKind(.stepLength): (["PendulumStepLength"], ["ExcursionStepLength"]),
    AnySampleKind(.strideLength): (["PendulumStepLength"], ["ExcursionStepLength"]),
    AnySampleKind(.doubleSupport): (["OscillationDoubleSupport"], []),
    AnySampleKind(.walkingAsymmetry): (["StepTimeAsymmetry"], []),
    AnySampleKind(.stepTimeAsymmetry): (["StepTimeAsymmetry"], []),
    AnySampleKind(.leftPocketStepTimeAsymmetry): ([], ["ThighSwingLaterality"]),
    AnySampleKind(.rightPocketStepTimeAsymmetry): ([], ["ThighSwingLaterality"]),
    AnySampleKind(.strideTimeVariability): (["TimingVariability"], []),
    AnySampleKind(.turnCount): (["YawRateTurnDetector"], ["YawRateTurnDetector"]),
    AnySampleKind(.wearTime): (["NonWear"], ["NonWear"]),
    AnySampleKind(.stairAscentSpeed): (["StairFlights"], ["StairFlights"]),
    AnySampleKind(.stairDescentSpeed): (["StairFlights"], ["StairFlights"]),
    AnySampleKind(.flightsClimbed): (
      ["PressureTerrain", "MotionTerrain"], ["PressureTerrain", "MotionTerrain"]
    ),
    AnySampleKind(.flightsDescended): (
      ["PressureTerrain", "MotionTerrain"], ["PressureTerrain", "MotionTerrain"]
    ),
  ]

  @Test(arguments: climbs)
  func `every sample names a method that answers its question`(_ climb: Climb) throws {
    let start = WallClock(secondsSince1970: 1_777_879_800, utcOffsetSeconds: 7200)
    let samples = try climb.analysis.samples(participant: "P01", start: start).samples
    #expect(samples.contains { $0.kind == AnySampleKind(.stepCount) })
    let known = Dictionary(
      climb.analysis.methods.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    // What a description says of the person came from no method.
    let facts: Set<AnySampleKind> = [
      SampleKind.height.erased, SampleKind.bodyMass.erased, .age, .sex,
    ]
    for sample in samples where !facts.contains(sample.kind) {
      let makers = try #require(Self.makers[sample.kind], "\(sample.kind)")
      let allowed =
        switch climb.place {
        case .pelvis: makers.pelvis
        // Walks may tell that it is the pelvis, some before others.
        case .anywhere: makers.pelvis.union(makers.elsewhere)
        default: makers.elsewhere
        }
      let name = try #require(sample.metadata.method, "\(sample.kind) names no method")
      #expect(allowed.contains(name), "\(sample.kind) by \(name)")
      if Self.elsewhereLengths.contains(name) {
        #expect((name == "ExcursionStepLength") == (climb.place == .thigh), "\(climb.mounted)")
      }
      #expect(sample.metadata.revision == known[name]?.revision)
      #expect(sample.metadata.settings?.isEmpty == false)
    }
  }

  @Test(arguments: climbs)
  func `a flight names what told it: air pressure where there is some`(_ climb: Climb) {
    let flights = climb.analysis.stairFlights.value ?? []
    if climb.hasPressure { #expect(!flights.isEmpty) }
    for flight in flights {
      #expect(flight.finder?.name == (climb.hasPressure ? "PressureTerrain" : "MotionTerrain"))
      #expect(
        flight.height.method?.name == (climb.hasPressure ? "PressureTerrain" : "StairFlights"))
      #expect(flight.verticalSpeed.method?.name == "StairFlights")
    }
  }

  @Test(arguments: climbs)
  func `a bout whose ground is known names who told it, any other names nobody`(_ climb: Climb) {
    #expect(!climb.analysis.bouts.isEmpty)
    for bout in climb.analysis.bouts {
      #expect((bout.terrain == .unknown) == (bout.makers.terrain == nil), "\(bout.terrain)")
      #expect(bout.makers.terrain?.name != "LayeredTerrain")
    }
  }

  @Test(arguments: climbs)
  func `an analysis names the makers of its values and no others`(_ climb: Climb) {
    let named = climb.analysis.methods
    let makers = Set(Self.identities(in: climb.analysis).flatMap(\.withParts))
    #expect(Set(named).count == named.count)
    #expect(Set(named) == makers)
    #expect(named.allSatisfy { !$0.provenance.leavesOpen && !$0.settings.isEmpty })
  }

  @Test func `another setting has another digest, the same one the same`() {
    var slow = StepSequenceDetector()
    slow.longestPauseSeconds += 0.5
    #expect(slow.identity != StepSequenceDetector().identity)
    #expect(slow.identity.settings != StepSequenceDetector().identity.settings)
    #expect(slow.identity.name == "StepSequenceDetector")
    #expect(StepSequenceDetector().identity == StepSequenceDetector().identity)
  }

  @Test func `a recognized pelvis names a terrain method`() throws {
    let recognized = (1...8).lazy.map { seed in
      var recording = TestRecording(Scenario.dailyLife.recording(seed: UInt64(seed)))
      recording.facts.site = nil
      return recording.analyzed()
    }.first { $0.wearings.first?.isPelvis == true }
    let analysis = try #require(recognized)
    #expect(analysis.wearings.first?.method?.name == "WearingPosition")
    let asPelvis = analysis.bouts.filter {
      $0.makers.initialContacts?.name == "StepSequenceDetector"
    }
    #expect(!asPelvis.isEmpty)
    for bout in asPelvis {
      #expect(bout.makers.terrain?.name == "MotionTerrain")
      #expect(bout.terrain != .unknown)
    }
  }

  /// Every identity anywhere in a value, found without knowing its shape.
  private static func identities(in value: Any) -> [MethodIdentity] {
    if let identity = value as? MethodIdentity { return [identity] }
    return Mirror(reflecting: value).children.flatMap { identities(in: $0.value) }
  }
}
