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
    let (changes, news) = try await update.apply(in: store, stale: .everything, through: lastDay)
    #expect(changes.saved.count > 400 && news.isEmpty)
  }

  @Test func `the example of recalibration keeps the wish as a sample`() async throws {
    let test = try TestHistory(.steady, days: 3)
    let (operation, calendar, store) = (test.day(1), test.update.calendar, test.store)
    let wish = try Recalibration(.sixMinuteWalkDistance, from: operation)
    await store.save([wish.sample(participant: "P07", calendar: calendar)])
    #expect(await store.all(SampleKind.recalibration.erased).count == 1)
  }

  @Test func `the six-minute walk's table of sensitivity is what the model gives`() throws {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/MobilityEstimates/MobilityEstimates.docc/SixMinuteWalk.md")
    let article = try String(contentsOf: path, encoding: .utf8)
    let pattern = /(\d+) ± (\d+)/
    let written = article.split(separator: "\n").filter { $0.hasPrefix("| ") }.map { row in
      row.matches(of: pattern).map { "\($0.1) ± \($0.2)" }
    }.filter { !$0.isEmpty }
    #expect(written == Self.sensitivity.map { $0.map(Self.text) })
  }

  private static func text(_ estimate: SixMinuteWalkEstimate) -> String {
    "\(Int(estimate.uncappedMeters.rounded())) ± \(Int(estimate.standardError.rounded()))"
  }

  /// The rows of the table, in its order.
  private static var sensitivity: [[SixMinuteWalkEstimate]] {
    let woman = Participant(
      height: Length(meters: 1.62), mass: Mass(kilograms: 68), ageYears: 72, sex: .female)
    let (older, taller, heavier) = (
      changed(woman) { $0.ageYears = 82 }, changed(woman) { $0.height = Length(meters: 1.72) },
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
