import Foundation
import GaitModel
import GaitSimulation
import Testing

@testable import MobilityEstimates

struct CardioFitnessTests {
  private let model = CardioFitnessModel()

  @Test func `walking takes the oxygen that the published equation says`() {
    // 80 m/min on the flat: 0.1 · 80 + 3.5; on 5 %: 1.8 · 80 · 0.05 more.
    #expect(
      abs(CardioFitnessModel.oxygenUptake(metersPerSecond: 80 / 60.0, grade: 0) - 11.5) < 1e-9)
    #expect(
      abs(CardioFitnessModel.oxygenUptake(metersPerSecond: 80 / 60.0, grade: 0.05) - 18.7) < 1e-9)
    #expect(CardioFitnessModel.greatestHeartRate(ageYears: 60) == 166)
  }

  @Test func `uptake and heart rate rise together as far as the greatest heart rate`() throws {
    let walk = CardioFitnessModel.Walk(speed: 80 / 60.0, heartRate: 113, seconds: 600)
    let found = try #require(
      model.greatestUptake(from: walk, restingHeartRate: 60, ageYears: 60))
    #expect(abs(found - (3.5 + 8 / 0.5)) < 1e-9)
  }

  @Test func `the grade counts only where it is known`() throws {
    func uptake(_ grade: Double?) -> Double? {
      let walk = CardioFitnessModel.Walk(speed: 1.3, grade: grade, heartRate: 110, seconds: 600)
      return model.greatestUptake(from: walk, restingHeartRate: 60, ageYears: 60)
    }
    let (flat, uphill) = (try #require(uptake(0)), try #require(uptake(0.05)))
    #expect(uptake(nil) == flat && uphill > 1.5 * flat)
  }

  @Test func `a fitter person walks the same speed with a calmer heart`() throws {
    let calm = CardioFitnessModel.Walk(speed: 1.3, heartRate: 95, seconds: 600)
    let hard = CardioFitnessModel.Walk(speed: 1.3, heartRate: 125, seconds: 600)
    let (a, b) = (
      model.greatestUptake(from: calm, restingHeartRate: 60, ageYears: 60),
      model.greatestUptake(from: hard, restingHeartRate: 60, ageYears: 60)
    )
    #expect(try #require(a) > #require(b))
  }

  @Test func `walks that are too short, slow, easy or hard say nothing`() {
    for (speed, rate, seconds) in [
      (1.3, 100.0, 100.0), (0.6, 100, 600), (1.3, 70, 600), (1.3, 160, 600), (2.0, 120, 600),
    ] {
      let walk = CardioFitnessModel.Walk(speed: speed, heartRate: rate, seconds: seconds)
      #expect(model.greatestUptake(from: walk, restingHeartRate: 60, ageYears: 60) == nil)
    }
    #expect(model.greatestUptake(from: [], restingHeartRate: 60, ageYears: 60) == nil)
  }

  @Test func `an unnoticed slope among many walks does not move it`() throws {
    var walks = (0..<9).map { _ in
      CardioFitnessModel.Walk(speed: 1.3, heartRate: 105, seconds: 600)
    }
    let before = try #require(
      model.greatestUptake(from: walks, restingHeartRate: 60, ageYears: 60))
    walks.append(CardioFitnessModel.Walk(speed: 1.3, heartRate: 145, seconds: 600))
    let after = try #require(model.greatestUptake(from: walks, restingHeartRate: 60, ageYears: 60))
    #expect(before.uptake == after.uptake)
    #expect(after.walkCount == 10 && after.standardError > before.standardError)
  }

  @Test func `the heart's recovery is its fall in the minute after effort`() throws {
    let beats = stride(from: 0.0, through: 420, by: 5).map { second in
      (seconds: second, perMinute: second <= 300 ? 120 : 120 - min(second - 300, 60) * 0.4)
    }
    let found = try #require(
      HeartRateRecoveryRule().recovery(after: 0..<300, beats: beats, restingHeartRate: 62))
    #expect(abs(found.fall - 24) < 1.5)
    #expect(found.peakRate == 120 && found.activity == .walking && found.seconds == 300)
    #expect(
      HeartRateRecoveryRule().recovery(after: 0..<300, beats: beats, restingHeartRate: 110) == nil)
    #expect(
      HeartRateRecoveryRule().recovery(after: 0..<300, beats: [], restingHeartRate: 60) == nil)
  }

  @Test func `under beta blockers VO2max carries a flag, and the recovery its context`()
    async throws
  {
    let test = try TestHistory(.fitness, seed: 5, days: 50)
    try await test.run()
    #expect(
      await test.weekly(.vo2Max).allSatisfy {
        $0.sample.metadata.other[EstimateWords.heartMedication] == nil
      })
    let medicine = Sample(
      .heartMedication, .betaBlockers, start: now, end: now, participant: "P07",
      metadata: SampleMetadata(isEnteredByHand: true))
    await test.store.save(
      [medicine] + test.update.person.samples(on: test.day(0), calendar: test.update.calendar))
    let person = try await EstimatedPerson("P07", in: test.store, calendar: test.update.calendar)
    #expect(person.words.contains("heart medication 1.0"))
    var update = test.update
    update.person = person
    _ = try await update.apply(in: test.store, stale: .everything, through: test.lastDay, at: now)
    let weeks = await test.weekly(.vo2Max)
    #expect(!weeks.isEmpty)
    #expect(
      weeks.allSatisfy {
        $0.sample.metadata.other[EstimateWords.heartMedication] == "beta-blockers"
      })
    let overview = try await update.overview(in: test.store, through: test.lastDay)
    let recoveries = overview.days.compactMap { $0.heart?.recovery }
    #expect(!recoveries.isEmpty)
    for recovery in recoveries {
      #expect(try #require(recovery.peakRate) > recovery.fall)
      #expect(recovery.activity == .walking && (recovery.seconds ?? 0) >= 180)
    }
  }
}
