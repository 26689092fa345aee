import Foundation
import GaitModel
import GaitSimulation
import Testing

@testable import MobilityEstimates

/// The examples and tables of the articles, compiled and computed.
struct DocumentationTests {
  @Test func `the landing page's example brings a person up to date`() async throws {
    let test = try TestHistory(.steady, days: 30)
    let participant = test.history.person.participant
    let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
    let (store, lastDay) = (test.store, test.lastDay)
    let person = EstimatedPerson(identifier: "P07", facts: participant)
    let update = EstimateUpdate(person: person, calendar: DayCalendar(timeZone: berlin))
    let (changes, notices) = try await update.apply(
      in: store, stale: .everything, through: lastDay, at: now)
    #expect(changes.saved.count > 400 && notices.isEmpty)
  }

  @Test func `the example of recalibration keeps the request as a sample`() async throws {
    let test = try TestHistory(.steady, days: 3)
    let (operation, calendar, store) = (test.day(1), test.update.calendar, test.store)
    let request = try Recalibration(.sixMinuteWalkDistance, from: operation)
    await store.save([request.sample(participant: "P07", calendar: calendar)])
    #expect(await store.all(SampleKind.recalibration.erased).count == 1)
  }

  @Test func `the six-minute walk's table of sensitivity is what the model gives`() throws {
    let written = try Self.article("SixMinuteWalk").split(separator: "\n").filter {
      $0.hasPrefix("| ")
    }.map { row in
      row.matches(of: /(\d+) ± (\d+)/).map { "\($0.1) ± \($0.2)" }
    }.filter { !$0.isEmpty }
    #expect(written == Self.sensitivity.map { $0.map(Self.text) })
  }

  @Test func `steadiness's table of sensitivity is what the model gives`() throws {
    let table = try #require(
      try Self.article("WalkingSteadiness").split(separator: "## Sensitivity").last?
        .split(separator: "## Events").first)
    let written = table.matches(of: /\| (\.\d+) ± (\.\d+) \|/).map { "\($0.1) ± \($0.2)" }
    let computed = try Self.steadiness
    #expect(written == computed)
  }

  @Test func `cardio fitness's table of sensitivity is what the model gives`() throws {
    let written = try Self.article("CardioFitness").matches(of: /\| (\d+\.\d ± \d\.\d) \|/).map {
      String($0.1)
    }
    typealias Walk = (speed: Double, rate: Double, rest: Double, age: Double, grade: Double?)
    let walks: [Walk] = [
      (1.2, 100, 62, 68, nil), (1.3, 100, 62, 68, nil), (1.1, 100, 62, 68, nil),
      (1.2, 105, 62, 68, nil), (1.2, 95, 62, 68, nil), (1.2, 100, 67, 68, nil),
      (1.2, 100, 57, 68, nil), (1.2, 100, 62, 78, nil), (1.2, 100, 62, 58, nil),
      (1.2, 100, 62, 68, 0.02), (1.2, 90, 55, 68, nil),
    ]
    let computed = try walks.map { walk in
      let found = try #require(
        CardioFitnessModel().greatestUptake(
          from: [
            CardioFitnessModel.Walk(
              speed: walk.speed, grade: walk.grade, heartRate: walk.rate, seconds: 600)
          ], restingHeartRate: walk.rest, ageYears: walk.age))
      return [found.uptake, found.standardError].map { String(($0 * 10).rounded() / 10) }
        .joined(separator: " ± ")
    }
    #expect(written == computed, "\(computed)")
  }

  private static func article(_ name: String) throws -> String {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/MobilityEstimates/MobilityEstimates.docc/\(name).md")
    return try String(contentsOf: path, encoding: .utf8)
  }

  /// The rows of steadiness's table, in its order.
  private static var steadiness: [String] {
    get throws {
      let man = Participant(
        height: Length(meters: 1.75), mass: Mass(kilograms: 80), ageYears: 72, sex: .male)
      var older = man
      older.ageYears = 85
      let all: (inout WalkingWeek) -> Void = { week in
        week.fastSpeed?.mean -= 0.3
        week.stepLength?.mean -= 0.05
        week.doubleSupport?.mean += 0.05
        week.asymmetry?.mean += 0.2
        week.strideTimeVariation?.mean += 0.013
      }
      return try [
        score(man) { _ in }, score(man) { $0.fastSpeed?.mean -= 0.2 },
        score(man) { $0.fastSpeed?.mean -= 0.4 }, score(man) { $0.stepLength?.mean -= 0.05 },
        score(man) { $0.doubleSupport?.mean += 0.05 }, score(man) { $0.asymmetry?.mean += 0.2 },
        score(man) { $0.strideTimeVariation?.mean += 0.013 },
        score(man) {
          $0.strideTimeVariation = nil
          $0.stepLengthVariation?.mean += 0.04
        }, score(man, all), score(older) { $0.fastSpeed?.mean -= 0.2 },
      ]
    }
  }

  /// The score of the man's week at every norm, changed, for somebody.
  private static func score(
    _ person: Participant, _ change: (inout WalkingWeek) -> Void
  ) throws -> String {
    func figure(_ mean: Double, device: Double) -> WalkingWeek.Figure {
      WalkingWeek.Figure(mean: mean, chanceError: mean * 0.02, deviceError: device)
    }
    let man = Participant(
      height: Length(meters: 1.75), mass: Mass(kilograms: 80), ageYears: 72, sex: .male)
    let usual = GaitNorms.usualSpeed(of: man).mean
    let step = GaitNorms.stepLength(atSpeed: 1, height: Length(meters: 1.75)).mean
    var week = WalkingWeek(
      dayCount: 6, fastSpeed: figure(usual * 1.04, device: 0.07 * usual),
      meanSpeed: figure(1, device: 0.07), stepLength: figure(step, device: 0.045),
      doubleSupport: figure(GaitNorms.doubleSupport(atSpeed: 1).mean, device: 0.025),
      asymmetry: figure(GaitNorms.asymmetry.mean, device: 0.02),
      stepLengthVariation: figure(GaitNorms.stepLengthVariation.mean, device: 0),
      strideTimeVariation: figure(GaitNorms.strideTimeVariation.mean, device: 0.004))
    change(&week)
    let found = try SteadinessModel().score(of: week, participant: person)
    return [found.value, found.standardError].map { "." + String(Int(($0 * 100).rounded())) }
      .joined(separator: " ± ").replacing(/\.(\d)(?!\d)/) { ".0\($0.1)" }
  }

  private static func text(_ estimate: SixMinuteWalkEstimate) -> String {
    "\(Int(estimate.uncappedMeters.rounded())) ± \(Int(estimate.standardError.rounded()))"
  }

  /// The rows of the table, in its order.
  private static var sensitivity: [[SixMinuteWalkEstimate]] {
    let woman = Participant(
      height: Length(meters: 1.62), mass: Mass(kilograms: 68), ageYears: 72, sex: .female)
    let (older, taller, heavier) = (
      changed(woman) { $0.ageYears = 80 }, changed(woman) { $0.height = Length(meters: 1.72) },
      changed(woman) { $0.mass = Mass(kilograms: 78) }
    )
    return [
      [estimate(woman)],
      [estimate(woman) { $0.fastSpeed = 1.1 }, estimate(woman) { $0.fastSpeed = 0.9 }],
      [estimate(woman) { $0.fastCadence = 115 }, estimate(woman) { $0.fastCadence = nil }],
      [
        estimate(woman) { $0.sustainedMinutesPerDay = 5 },
        estimate(woman) { $0.sustainedMinutesPerDay = 60 },
      ],
      [
        estimate(woman) { $0.longestSixMinutes = 380 },
        estimate(woman) { $0.longestSixMinutes = 420 },
      ],
      [estimate(older), estimate(taller), estimate(heavier)],
      [estimate(Participant())],
      [estimate(Participant(ageYears: 72, sex: .female)) { $0.fastSpeed = nil }],
      [estimate(woman) { $0.deviceErrorShare = 0.045 }],
      [estimate(woman, tests: 1), estimate(woman, tests: 2), estimate(woman, tests: 3)],
    ]
  }

  private static func changed(
    _ participant: Participant, _ change: (inout Participant) -> Void
  ) -> Participant {
    var participant = participant
    change(&participant)
    return participant
  }

  private static func estimate(
    _ participant: Participant, tests: Int = 0,
    _ change: (inout SixMinuteWalkEvidence) -> Void = { _ in }
  ) -> SixMinuteWalkEstimate {
    let model = SixMinuteWalkModel()
    var evidence = SixMinuteWalkEvidence(
      fastSpeed: 1, fastSpeedChanceError: 0.02, fastCadence: 105, sustainedMinutesPerDay: 20)
    change(&evidence)
    let ratio = (0..<tests).reduce(model.usualRatio) { ratio, _ in
      ratio.knowing(speed: 350.0 / 360, fastSpeed: 1, errorShare: 0.054)
    }
    return model.estimate(from: evidence, participant: participant, ratio: ratio)
  }
}
