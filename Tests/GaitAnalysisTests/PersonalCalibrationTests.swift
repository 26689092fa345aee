import Foundation
import GaitModel
import GaitSimulation
import Testing

@testable import GaitAnalysis

/// A person's own factor from known distances.
struct PersonalCalibrationTests {
  private let method = KnownDistanceCalibration()

  private func walk() throws -> TestRecording {
    try AnalyzedRecording.simulated(.straightWalk).recording
  }

  private func analysis(with calibration: PersonalCalibration? = nil) throws -> RecordingAnalysis {
    var pipeline = GaitPipeline()
    pipeline.personalCalibration = calibration
    let walk = try walk()
    var engine = pipeline.engine(for: walk.facts)
    _ = engine.append(walk.block)
    return engine.finish()
  }

  private func distance(of analysis: RecordingAnalysis) -> Double {
    analysis.bouts.compactMap { $0.distance.value?.meters }.reduce(0, +)
  }

  /// From standing to standing: each contact ends a step.
  private func path(of analysis: RecordingAnalysis) -> Double {
    analysis.bouts.compactMap { bout in
      bout.stepLength.value.map { Double(bout.stepCount) * $0.meters }
    }.reduce(0, +)
  }

  @Test func `a step that is a share of the height is said, until a person's own is known`() throws
  {
    var bag = try walk()
    bag.facts.site = .bag
    bag.facts.participant.height = Length(meters: 1.75)
    func said(_ calibration: PersonalCalibration?) -> Bool {
      var pipeline = GaitPipeline()
      pipeline.personalCalibration = calibration
      return bag.analyzed(by: pipeline).remarks.contains {
        $0.message.contains("every step is taken as")
      }
    }
    #expect(said(nil))
    let known = try #require(bag.analyzed().bouts.first?.distance.value)
    let own = try GaitPipeline().personalCalibration(from: [(bag.analyzed(), known)])
    #expect(own.placement == .elsewhere && !said(own))
  }

  /// It would only say how tall people are.
  @Test
  func `a share of the height is marked, and no sample of a length, until a person's own is known`()
    throws
  {
    var bag = try walk()
    bag.facts.site = .bag
    bag.facts.participant.height = Length(meters: 1.75)
    func kinds(_ analysis: RecordingAnalysis) throws -> Set<AnySampleKind> {
      let start = WallClock(secondsSince1970: 1_780_000_000, utcOffsetSeconds: 0)
      return Set(try analysis.samples(participant: "P01", start: start).samples.map(\.kind))
    }
    let lengths: Set<AnySampleKind> = [
      SampleKind.stepLength.erased, SampleKind.strideLength.erased,
    ]
    let assumed = bag.analyzed()
    #expect(assumed.bouts.allSatisfy { $0.isStepLengthAssumed && $0.stepLength.value != nil })
    #expect(try kinds(assumed).isDisjoint(with: lengths))
    #expect(try kinds(assumed).contains(SampleKind.walkingSpeed.erased))
    var pipeline = GaitPipeline()
    let known = try #require(assumed.bouts.first?.distance.value)
    pipeline.personalCalibration = try GaitPipeline().personalCalibration(from: [(assumed, known)])
    let own = bag.analyzed(by: pipeline)
    #expect(own.bouts.allSatisfy { !$0.isStepLengthAssumed })
    #expect(try kinds(own).isSuperset(of: lengths))
  }

  @Test func `no walk leaves the population's model as it is`() {
    let none = method.logFactor(ratios: [])
    #expect(none.value == 0)
    #expect(none.standardError == method.personShare)
  }

  @Test func `the more walks, the more they are believed and the smaller the error`() {
    let found = [1, 2, 4, 100].map { method.logFactor(ratios: Array(repeating: 0.9, count: $0)) }
    let full = -log(0.9)
    for (few, more) in zip(found, found.dropFirst()) {
      #expect(few.value < more.value)
      #expect(few.standardError > more.standardError)
    }
    #expect(found[0].value > 0 && found[0].value < full / 2)
    #expect(abs(found[3].value / full - 1) < 0.02)
  }

  @Test func `the weight has the least mean square error of all`() {
    func error(_ weight: Double) -> Double {
      let left = (1 - weight) * method.personShare
      let noise = weight * method.walkShare / 2.squareRoot()
      return left * left + noise * noise
    }
    let best = method.shrinkageWeight(inWalks: 2)
    #expect(error(best) < error(best - 0.01))
    #expect(error(best) < error(best + 0.01))
    let expected = method.logFactor(ratios: [1, 1]).standardError
    #expect(abs(error(best).squareRoot() - expected) < 1e-12)
  }

  @Test func `lengths, distances and speeds are multiplied and nothing else changes`() throws {
    let plain = try analysis()
    let known = Length(meters: 1.08 * path(of: plain))
    let personal = try GaitPipeline().personalCalibration(from: [(plain, known), (plain, known)])
    #expect(personal.factor > 1.03 && personal.factor < 1.08)
    let corrected = try analysis(with: personal)
    #expect(abs(distance(of: corrected) / distance(of: plain) / personal.factor - 1) < 1e-9)
    let (a, b) = (try #require(plain.bouts.first), try #require(corrected.bouts.first))
    #expect(a.initialContacts == b.initialContacts)
    let speeds = (try #require(a.walkingSpeed.value), try #require(b.walkingSpeed.value))
    #expect(
      abs(speeds.1.metersPerSecond / speeds.0.metersPerSecond / personal.factor - 1) < 1e-9)
    let errors = (
      try #require(a.walkingSpeed.standardError), try #require(b.walkingSpeed.standardError)
    )
    #expect(errors.1 < errors.0)
    #expect(corrected.methods.contains { $0.provenance == personal.method })
    #expect(!plain.methods.contains { $0.provenance == personal.method })
  }

  @Test func `a distance that cannot be says so`() throws {
    let plain = try analysis()
    let found = path(of: plain)
    let pipeline = GaitPipeline()
    #expect(throws: PersonalCalibrationError.noRecording) {
      try pipeline.personalCalibration(from: [])
    }
    for meters in [0, -3, 2, 10 * found, found / 10, .infinity, .nan] {
      #expect(throws: PersonalCalibrationError.self) {
        try pipeline.personalCalibration(from: [(plain, Length(meters: meters))])
      }
    }
    var elsewhere = plain
    elsewhere.facts.site = .wrist
    #expect(throws: PersonalCalibrationError.differentSites) {
      try pipeline.personalCalibration(
        from: [(plain, Length(meters: found)), (elsewhere, Length(meters: found))])
    }
    var taller = plain
    taller.facts.participant.height = Length(meters: 2.1)
    #expect(throws: PersonalCalibrationError.differentHeights) {
      try pipeline.personalCalibration(
        from: [(plain, Length(meters: found)), (taller, Length(meters: found))])
    }
    var (first, second) = (plain, plain)
    first.facts.participant.identifier = "A"
    second.facts.participant.identifier = "B"
    #expect(throws: PersonalCalibrationError.differentPeople(["A", "B"])) {
      try pipeline.personalCalibration(
        from: [(first, Length(meters: found)), (second, Length(meters: found))])
    }
    let own = try pipeline.personalCalibration(
      from: [(plain, Length(meters: found)), (first, Length(meters: found))])
    #expect(own.participant == "A")
  }
}

/// A person's own factor where only steps are known: pocket, bag, wrist.
struct ElsewhereCalibrationTests {
  private let model = ProportionalStepLength()

  /// Forty steps of so many seconds each.
  private func walk(stepSeconds: Double) -> Walk {
    Walk(
      contacts: (0...40).map {
        DetectedContact(
          position: SampleGrid.position(atSeconds: stepSeconds * Double($0)), amplitude: 2,
          stepHertz: 1 / stepSeconds)
      })
  }

  private func person(_ calibration: PersonalCalibration?) -> StepLengthPerson {
    StepLengthPerson(height: Length(meters: 1.7), calibration: calibration)
  }

  private func calibration(factor: Double = 1.1, cadence: Double = 110) -> PersonalCalibration {
    PersonalCalibration(
      factor: factor, standardErrorShare: 0.05, height: Length(meters: 1.7), date: nil,
      knownDistances: [], method: KnownDistanceCalibration().provenance, placement: .elsewhere,
      cadence: Cadence(stepsPerMinute: cadence))
  }

  private func meters(_ stepSeconds: Double, _ calibration: PersonalCalibration?) throws -> Double {
    let steps = model.steps(
      of: walk(stepSeconds: stepSeconds), signal: nil, person: person(calibration))
    return try #require(steps.value?.first).meters
  }

  @Test func `at the usual cadence a step is the person's own share of stature`() throws {
    let plain = try meters(60.0 / 110, nil)
    #expect(abs(try meters(60.0 / 110, calibration()) / plain - 1.1) < 1e-9)
  }

  @Test func `a person's own steps grow with the root of cadence, the population's do not`() throws
  {
    #expect(try meters(0.5, nil) == meters(0.6, nil))
    let ratio = try meters(0.5, calibration()) / meters(0.6, calibration())
    #expect(abs(ratio - (0.6 / 0.5).squareRoot()) < 1e-9)
  }

  @Test func `a factor of the pelvis is not used elsewhere, nor the other way`() throws {
    for (scenario, other) in [
      (Scenario.trouserPocket, PersonalCalibration.Placement.pelvis), (.straightWalk, .elsewhere),
      (.trouserPocket, .elsewhere), (.straightWalk, .thighOrHand),
    ] {
      var foreign = calibration()
      foreign.placement = other
      let plain = try AnalyzedRecording.simulated(scenario)
      var pipeline = GaitPipeline()
      pipeline.personalCalibration = foreign
      var engine = pipeline.engine(for: plain.recording.facts)
      _ = engine.append(plain.recording.block)
      let found = engine.finish()
      #expect(found.bouts == plain.analysis.bouts && !found.bouts.isEmpty)
      #expect(!found.methods.contains { $0.provenance == foreign.method })
      #expect(found.remarks.contains { $0.message.contains("calibration is not used") })
    }
  }

  @Test func `no factor is used where nobody said the site and the walks do not show it`() throws {
    var walk = TestRecording(Scenario.straightWalk.recording(seed: 4, seconds: 60))
    walk.facts.site = nil
    for leastSeconds in [WearingPosition().leastSeconds, .infinity] {
      var pipeline = GaitPipeline()
      var recognizer = WearingPosition()
      recognizer.leastSeconds = leastSeconds
      pipeline.wearing = recognizer
      let plain = walk.streamed(cuts: [], by: pipeline).analysis
      #expect(plain.bouts.contains { $0.distance.value != nil })
      for placement in PersonalCalibration.Placement.allCases {
        var foreign = calibration()
        foreign.placement = placement
        pipeline.personalCalibration = foreign
        let found = walk.streamed(cuts: [], by: pipeline).analysis
        let isRecognized = leastSeconds.isFinite && placement == .pelvis
        let isUsed = found.methods.contains { $0.provenance == foreign.method }
        #expect(isUsed == isRecognized, "\(placement), \(leastSeconds)")
        #expect((found.bouts == plain.bouts) != isRecognized)
        let isSaid = found.remarks.contains { $0.message.contains("calibration is not used") }
        #expect(isSaid != isRecognized)
      }
    }
  }

  @Test func `a known factor makes the error smaller, never larger`() throws {
    func error(_ speed: Double, _ calibration: PersonalCalibration?) -> Double {
      model.speedError(
        ofMetersPerSecond: speed, steps: [], person: person(calibration))
    }
    #expect(error(1.2, calibration()) < error(1.2, nil))
    #expect(error(3, calibration()) <= error(3, nil))
  }

  @Test func `a pocket learns from a known distance, with its own spread between people`() throws {
    let pocket = try AnalyzedRecording.simulated(.trouserPocket).analysis
    let method = KnownDistanceCalibration()
    let meters = pocket.bouts.compactMap(method.pathMeters).reduce(0, +)
    let known = 1.2 * meters
    let personal = try GaitPipeline().personalCalibration(
      from: [(pocket, Length(meters: known))])
    #expect(personal.placement == .thighOrHand)
    #expect(personal.cadence == nil, "its steps are measured at every cadence")
    let end = method.endShare(ofMeters: known, pocket)
    let weight = method.shrinkageWeight(inWalks: 1, at: .thighOrHand, known: (0, end))
    #expect(weight > method.shrinkageWeight(inWalks: 1))
    #expect(abs(personal.factor - pow(1.2, weight)) < 1e-9)
  }

  @Test func `why a walk has no length is said, and nothing of a height that was given`() throws {
    var walk = TestRecording(Scenario.straightWalk.recording(seed: 4, seconds: 60))
    walk.facts.site = .bag
    var bag = walk.analyzed()
    for place in bag.bouts.indices { bag.bouts[place].distance = .missing(.outOfRange) }
    let speeds = SideSamples(
      seconds: (0..<300).map(Double.init), values: (0..<300).map { _ in 1.3 })
    for error in [
      #expect(throws: PersonalCalibrationError.self) {
        try GaitPipeline().personalCalibration(from: [(bag, Length(meters: 66))])
      },
      #expect(throws: PersonalCalibrationError.self) {
        try GaitPipeline().personalCalibration(fromGroundSpeeds: [(bag, speeds)])
      },
    ] {
      #expect(error == .noDistance(recording: bag.facts.name, .outOfRange))
      let words = error?.description ?? ""
      #expect(words.contains("slowly") && !words.contains("height"), "\(words)")
    }
  }

  @Test func `where nobody said the site there is no factor`() throws {
    var walk = TestRecording(Scenario.straightWalk.recording(seed: 4, seconds: 60))
    walk.facts.site = nil
    let analysis = walk.analyzed()
    let error = #expect(throws: PersonalCalibrationError.self) {
      try GaitPipeline().personalCalibration(from: [(analysis, Length(meters: 66))])
    }
    #expect(error == .siteUnknown(recording: analysis.facts.name))
  }

  @Test func `a calibration does not outlive a recalibration`() {
    var dated = calibration()
    let (early, late) = (
      WallClock(secondsSince1970: 1e9, utcOffsetSeconds: 0),
      WallClock(secondsSince1970: 2e9, utcOffsetSeconds: 7200)
    )
    #expect(dated.holds(after: nil))
    #expect(!dated.holds(after: early))
    dated.date = late
    #expect(dated.holds(after: early) && dated.holds(after: late))
    dated.date = early
    #expect(!dated.holds(after: late))
  }
}

/// Walks whose length satellites know.
struct GroundSpeedTests {
  private let method = KnownDistanceCalibration()
  private static let minute = TestRecording(Scenario.straightWalk.recording(seed: 4, seconds: 60))
    .analyzed()

  private func analysis() throws -> RecordingAnalysis { Self.minute }

  /// A speed for each second of a stretch.
  private func speeds(_ metersPerSecond: Float, in seconds: Range<Int>) -> SideSamples {
    SideSamples(
      seconds: seconds.map(Double.init), values: seconds.map { _ in metersPerSecond })
  }

  @Test func `the length of a bout is the integral of its speeds`() throws {
    let analysis = try analysis()
    let bout = try #require(analysis.bouts.max { $0.strides.count < $1.strides.count })
    let duration = bout.seconds.upperBound - bout.seconds.lowerBound
    try #require(duration > method.leastGroundSeconds)
    let found = method.distances(of: analysis, groundSpeed: speeds(1.25, in: 0..<300)).known
    #expect(abs(try #require(found.first).known.meters - 1.25 * duration) < 1e-6)
    #expect(try #require(found.first).estimated == bout.distance.value)
  }

  @Test func `a gap, a short bout or none of its speeds make no distance`() throws {
    let analysis = try analysis()
    let bout = try #require(analysis.bouts.max { $0.strides.count < $1.strides.count })
    let middle = Int((bout.seconds.lowerBound + bout.seconds.upperBound) / 2)
    var gap = speeds(1.25, in: 0..<middle)
    for second in (middle + 5)..<300 { gap.append(seconds: Double(second), 1.25) }
    #expect(method.distances(of: analysis, groundSpeed: gap).known.isEmpty)
    #expect(method.distances(of: analysis, groundSpeed: SideSamples()).known.isEmpty)
    let fast = speeds(9, in: 0..<300)
    #expect(method.distances(of: analysis, groundSpeed: fast).known.isEmpty)
    // The speeds cover the walk, and are at fault: it is not to be walked again.
    let error = #expect(throws: PersonalCalibrationError.self) {
      try GaitPipeline().personalCalibration(fromGroundSpeeds: [(analysis, fast)])
    }
    guard case .disagreeingSpeeds(_, let estimated, let known) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(known > 5 * estimated && error?.description.contains("unit") == true)
    #expect(throws: PersonalCalibrationError.self) {
      try GaitPipeline().personalCalibration(fromGroundSpeeds: [(analysis, SideSamples())])
    }
  }

  @Test func `a factor learned from satellites is that of the distances`() throws {
    let analysis = try analysis()
    let speed = speeds(1.3, in: 0..<300)
    let personal = try GaitPipeline().personalCalibration(fromGroundSpeeds: [(analysis, speed)])
    let ratios = method.distances(of: analysis, groundSpeed: speed).known.map {
      $0.estimated.meters / $0.known.meters
    }
    #expect(abs(log(personal.factor) - method.logFactor(ratios: ratios).value) < 1e-9)
  }

  @Test func `a walk whose two lengths differ too much is left out, and named`() throws {
    let analysis = try analysis()
    let good = try GaitPipeline().personalCalibration(
      fromGroundSpeeds: [(analysis, speeds(1.3, in: 0..<300))])
    let both = try GaitPipeline().personalCalibration(
      fromGroundSpeeds: [
        (analysis, speeds(1.3, in: 0..<300)), (analysis, speeds(4.7, in: 0..<300)),
      ])
    #expect(good.distancesAtOdds.isEmpty && both.factor == good.factor)
    #expect(both.distancesAtOdds.count == good.knownDistances.count)
    #expect(both.distancesAtOdds.allSatisfy { $0.known.meters > 3 * $0.estimated.meters })
  }
}
