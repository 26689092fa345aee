import Foundation
import GaitModel
import Testing

/// From what an analysis found to samples.
struct RecordingSamplesTests {
  private static let start = AnalyzedSamples.firstStart

  private static let pendulum = MethodIdentity(
    provenance: Provenance(method: "Pendulum", question: "step length", citation: "c", revision: 4),
    settings: "0123456789abcdef")
  private static let counter = MethodIdentity(
    provenance: Provenance(
      method: "Counter", question: "initial contacts", citation: "c", revision: 2))

  private func bout(
    _ seconds: Range<Double>, _ activity: Activity = .walking, _ reason: LeftOutReason? = nil
  ) -> WalkingBout {
    var bout = WalkingBout(
      seconds: seconds, activity: activity,
      initialContacts: (0..<20).map { InitialContact(seconds: seconds.lowerBound + Double($0)) },
      missing: .tooFewSteps)
    bout.terrain = .level
    bout.turnCount = .missing(.noGyroscope)
    bout.walkingSpeed = .known(
      Speed(metersPerSecond: 1.2), standardError: Speed(metersPerSecond: 0.08), by: Self.pendulum)
    bout.stepLength = .known(Length(meters: 0.66), by: Self.pendulum)
    bout.strideLength = .known(Length(meters: 1.32), by: Self.pendulum)
    bout.cadence = .known(Cadence(stepsPerMinute: 109), by: Self.counter)
    bout.asymmetryFraction = .known(0.02)
    bout.stepTimeAsymmetry = .known(0.01)
    bout.distance = .known(Length(meters: 13), by: Self.pendulum)
    bout.leftOutReason = reason
    bout.withinPersonErrors = WithinPersonErrors(walkingSpeed: Speed(metersPerSecond: 0.03))
    bout.makers.initialContacts = Self.counter
    return bout
  }

  private func samples(
    _ bouts: [WalkingBout], flights: [StairFlight] = [],
    quality: RecordingQuality = RecordingQuality(durationSeconds: 100)
  ) throws -> [Sample] {
    let facts = RecordingFacts(
      name: "walk", device: "sensor", site: .lowerBack, samplingRateHertz: 100, start: Self.start,
      hasAngularRate: true)
    let analysis = RecordingAnalysis(
      facts: facts, quality: quality, gaitSequences: [], bouts: bouts, turns: .known([]),
      stairFlights: .known(flights))
    return try analysis.samples(participant: "P01").samples
  }

  private func values<Value>(_ kind: SampleKind<Value>, _ samples: [Sample]) -> [Value] {
    samples.compactMap { $0.value(as: kind) }
  }

  @Test func `a bout's values carry errors, method, time and site`() throws {
    let speed = try #require(
      try samples([bout(10..<22)]).first { $0.kind == AnySampleKind(.walkingSpeed) })
    #expect(speed.value == 1.2 && speed.standardError == 0.08)
    #expect(speed.standardErrorWithinPerson == 0.03)
    #expect(speed.metadata.method == "Pendulum" && speed.metadata.revision == 4)
    #expect(speed.metadata.settings == "0123456789abcdef")
    #expect(speed.metadata.site == .lowerBack && speed.metadata.utcOffsetSeconds == 7200)
    let distance = try #require(
      try samples([bout(10..<22)]).first { $0.kind == AnySampleKind(.distance) })
    #expect(abs(try #require(distance.standardErrorWithinPerson) - 13 * 0.03 / 1.2) < 1e-12)
    #expect(speed.start == AnalyzedSamples.instant(day: 0, seconds: 10))
    #expect(speed.durationSeconds == 12)
  }

  @Test func `each value names its own method, and a value without one names none`() throws {
    let samples = try samples([bout(10..<22)])
    func methods(_ kind: AnySampleKind) -> [String?] {
      samples.filter { $0.kind == kind }.map(\.metadata.method)
    }
    #expect(methods(AnySampleKind(.stepLength)) == ["Pendulum"])
    #expect(methods(AnySampleKind(.distance)) == ["Pendulum"])
    #expect(methods(AnySampleKind(.cadence)) == ["Counter"])
    #expect(methods(AnySampleKind(.stepCount)) == ["Counter"])
    #expect(methods(AnySampleKind(.walkingAsymmetry)) == [nil])
  }

  @Test func `a missing value gives no sample`() throws {
    #expect(try values(.doubleSupport, samples([bout(10..<22)])).isEmpty)
    #expect(try values(.turnCount, samples([bout(10..<22)])).isEmpty)
  }

  @Test func `a left-out bout keeps its reason with speeds; its steps count all the same`() throws {
    let samples = try samples([bout(10..<22, .walking, .unsteady)])
    let reasons = samples.filter { $0.metadata.leftOutReason == .unsteady }.map(\.kind)
    #expect(reasons.contains(AnySampleKind(.walkingSpeed)))
    #expect(!reasons.contains(AnySampleKind(.stepCount)))
    #expect(values(.stepCount, samples) == [Count(20)])
    #expect(values(.distance, samples) == [Length(meters: 13)])
  }

  @Test func `running has kinds of its own and is not left out of them`() throws {
    let samples = try samples([bout(10..<22, .running, .running)])
    #expect(values(.walkingSpeed, samples).isEmpty && values(.walkingTime, samples).isEmpty)
    #expect(values(.runningSpeed, samples) == [Speed(metersPerSecond: 1.2)])
    #expect(values(.runningTime, samples) == [.seconds(12)])
    #expect(samples.allSatisfy { $0.metadata.leftOutReason == nil })
  }

  @Test func `flights of stairs give speeds and counts`() throws {
    var flights = [
      StairFlight(
        seconds: 5..<15, direction: .stairsUp, stepCount: 18,
        height: .known(Length(meters: 3.1)), verticalSpeed: .known(Speed(metersPerSecond: 0.31))),
      StairFlight(
        seconds: 20..<28, direction: .stairsDown, stepCount: 18, height: .missing(.noMethod),
        verticalSpeed: .missing(.noMethod)),
      StairFlight(
        seconds: 30..<34, direction: .stairsUp, stepCount: 6, height: .known(Length(meters: 1.1)),
        verticalSpeed: .missing(.noMethod)),
    ]
    let samples = try samples([], flights: flights)
    #expect(values(.stairAscentSpeed, samples) == [Speed(metersPerSecond: 0.31)])
    #expect(values(.flightsClimbed, samples) == [Count(1)])
    // What is too low, or of no known height, is no flight, as in the totals.
    #expect(values(.flightsDescended, samples).isEmpty)
    #expect(values(.stairDescentSpeed, samples).isEmpty)
    let marks = samples.compactMap { $0.metadata.other[StairWords.heightAssumed] }
    #expect(marks.isEmpty)
    // Where the height was not measured, speed and count follow from the steps, and say so.
    flights[0].isHeightAssumed = true
    let assumed = try self.samples([], flights: flights).filter {
      $0.metadata.other[StairWords.heightAssumed] == "true"
    }
    #expect(
      assumed.map(\.kind) == [AnySampleKind(.stairAscentSpeed), AnySampleKind(.flightsClimbed)])
  }

  @Test func `the time worn leaves out non-wear, and gaps in proportion`() throws {
    let quality = RecordingQuality(
      durationSeconds: 1000, gapCount: 1, gapSeconds: 80, nonWear: [200..<400],
      nonWearSeconds: 200)
    let worn = try samples([], quality: quality).filter { $0.kind == AnySampleKind(.wearTime) }
    #expect(worn.map(\.durationSeconds) == [200, 600])
    #expect(abs(worn.reduce(0) { $0 + $1.value } - quality.wearSeconds) < 1e-9)
    #expect(abs(worn[0].value / worn[1].value - 200.0 / 600) < 1e-12)
  }

  @Test func `long gaps divide the time worn`() throws {
    // Of 280 s of gaps 250 s are long; the first of them begins in what was not worn.
    let quality = RecordingQuality(
      durationSeconds: 1000, gapCount: 5, gapSeconds: 280, nonWear: [200..<400],
      nonWearSeconds: 100, longGaps: [300..<450, 600..<700])
    let worn = try samples([], quality: quality).filter { $0.kind == AnySampleKind(.wearTime) }
    #expect(worn.map(\.durationSeconds) == [200, 150, 300])
    #expect(abs(worn.reduce(0) { $0 + $1.value } - quality.wearSeconds) < 1e-9)
    #expect(abs(worn[1].value / worn[2].value - 0.5) < 1e-12)
  }

  @Test func `without clock or person there are no samples, and the error says what to do`() {
    var analysis = AnalyzedSamples.straight
    analysis.facts.start = nil
    #expect(throws: RecordingSamplesError.noParticipant(recording: "straight-walk")) {
      try analysis.samples()
    }
    #expect(throws: RecordingSamplesError.noWallClock(recording: "straight-walk")) {
      try analysis.samples(participant: "P01")
    }
  }

  @Test func `a local clock is read in the time zone that is named`() throws {
    let straight = AnalyzedSamples.straight
    let told = AnalyzedSamples.samples(straight, of: "P01", day: 0).samples
    var local = straight
    local.facts.start = WallClock(
      secondsSince1970: AnalyzedSamples.firstStart.secondsSince1970 + 7200, utcOffsetSeconds: 0,
      isLocal: true)
    #expect(
      try local.samples(participant: "P01").samples.allSatisfy(\.metadata.isLocalClock))
    #expect(try local.samples(participant: "P01", timeZone: "Europe/Berlin").samples == told)
    local.facts.timeZone = TimeZone(identifier: "Europe/Berlin")
    #expect(try local.samples(participant: "P01").samples == told)
  }

  @Test func `an identity is the same wherever it is made, and another for another sample`() throws
  {
    let first = try samples([bout(10..<22)])
    #expect(try samples([bout(10..<22)]).map(\.id) == first.map(\.id))
    #expect(Set(first.map(\.id)).count == first.count)
    #expect(
      try Set(samples([bout(10..<23)]).map(\.id)).isDisjoint(
        with: first.filter {
          $0.kind != AnySampleKind(.wearTime)
        }.map(\.id)))
    // RFC 9562: version 8, variant 10.
    let bytes = try #require(first.first).id.uuid
    #expect(bytes.6 >> 4 == 8 && bytes.8 >> 6 == 2)
  }

  @Test func `a value is the same number in whichever unit it was typed`() throws {
    for tenths in 300...2500 {
      let digits = String(tenths)
      let meters = "0.000".prefix(5 - digits.count) + digits
      let typed = try #require(
        tenths < 1000 ? Double(meters) : Double("\(digits.prefix(1)).\(digits.dropFirst())"))
      let centimeters = try #require(Double("\(digits.dropLast()).\(digits.suffix(1))"))
      #expect(SampleUnit.centimeters.base(centimeters) == typed)
      #expect(SampleUnit.millimeters.base(Double(tenths)) == typed)
      #expect(SampleUnit.grams.base(Double(tenths)) == typed)
      #expect(SampleUnit.centimeters.value(fromBase: typed) == centimeters)
    }
    #expect(SampleUnit.inches.base(70) == 1.778 && SampleUnit.feet.base(5.5) == 1.6764)
    #expect(
      SampleUnit.pounds.base(154.3) == 69.989_302_691 && SampleUnit.percent.base(16.3) == 0.163)
    #expect(
      SampleUnit.kilometersPerHour.base(3.6) == 1 && SampleUnit.milesPerHour.base(3) == 1.341_12)
    #expect(
      SampleUnit.kilocalories.base(2.3) == 9.6232 && SampleUnit.stones.base(11) == 69.853_224_98)
  }

  @Test(arguments: SampleUnit.all) func `a unit comes back as it went`(unit: SampleUnit) {
    #expect(SampleUnit(symbol: unit.symbol) == unit)
    #expect(abs(unit.value(fromBase: unit.base(3.7)) - 3.7) < 1e-12)
  }
}
