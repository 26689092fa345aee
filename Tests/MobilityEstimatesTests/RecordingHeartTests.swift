import Foundation
import GaitAnalysis
import GaitModel
import GaitSimulation
import Testing

@testable import MobilityEstimates

/// A heart-rate channel of a recording on its way to the estimates of row 20.
struct RecordingHeartTests {
  private let calendar: DayCalendar
  private let monday: LocalDay

  init() throws {
    calendar = DayCalendar(timeZone: try #require(TimeZone(identifier: "Europe/Berlin")))
    monday = try #require(calendar.day("2026-05-04"))
  }

  /// Two walks between rests, in blocks of any length.
  private func analysis(
    seconds: Double = 300, seed: UInt64 = 1, blockSeconds: Double = 60,
    change: (inout RecordingBlock) -> Void = { _ in }
  ) -> RecordingAnalysis {
    let scenario = Scenario.heartRate
    var recording = SimulatedRecording(
      name: "heart \(seed)", profile: scenario.profile, plan: scenario.plan(seconds: seconds),
      mount: scenario.mount(seed: seed), seed: seed, blockSeconds: blockSeconds)
    var engine = GaitPipeline().engine(for: recording.facts)
    while var block = recording.nextBlock() {
      change(&block)
      _ = engine.append(block)
    }
    return engine.finish()
  }

  private func samples(_ analysis: RecordingAnalysis, onDay index: Int) throws -> [Sample] {
    let start = calendar.start(of: monday.advanced(by: index)) + 9.5 * 3600
    return try analysis.samples(
      participant: "P07",
      start: WallClock(secondsSince1970: start.timeIntervalSince1970, utcOffsetSeconds: 7200)
    ).samples
  }

  @Test(arguments: [0.5, 7.3, 300])
  func `heart rates are the same however the recording is cut`(blockSeconds: Double) {
    let (whole, cut) = (analysis(), analysis(blockSeconds: blockSeconds))
    #expect(cut.heartRates == whole.heartRates)
    #expect(whole.heartRates.count == 30)
  }

  @Test func `a heart rate is the mean of ten seconds, counted from the first sample`() throws {
    let found = analysis().heartRates
    let block = Scenario.heartRate.recording(seed: 1, seconds: 300).wholeBlock()
    let beats = try #require(block.side[.heartRate])
    for mean in found {
      var own: [Double] = []
      for (seconds, value) in zip(beats.seconds, beats.values) where mean.seconds.contains(seconds)
      {
        own.append(Double(value))
      }
      #expect(own.count >= 9)
      #expect(mean.heartRate.beatsPerMinute == own.reduce(0, +) / Double(own.count))
    }
  }

  @Test func `what no heart does is left out and said`() {
    let found = analysis { block in
      block.side[.heartRate]?.values[0] = 0
      block.side[.heartRate]?.values[1] = 255
    }
    #expect(found.heartRates.allSatisfy { (50...200).contains($0.heartRate.beatsPerMinute) })
    #expect(
      found.remarks.contains {
        $0.sampleCount == 10
          && $0.message
            == "10 values of the heart rate are outside 25 to 250 a minute and were not used"
      }, "\(found.remarks.map(\.message))")
  }

  @Test func `every ten seconds are kept about a walk, and a minute elsewhere`() throws {
    let analysis = analysis(seconds: 1440)
    let rates = try samples(analysis, onDay: 0).filter { $0.kind == SampleKind.heartRate.erased }
    let walks = analysis.bouts.map(\.seconds)
    #expect(walks.count == 2)
    let start = calendar.start(of: monday) + 9.5 * 3600
    for rate in rates {
      let middle = rate.start.timeIntervalSince(start) + rate.durationSeconds / 2
      let isNear = walks.contains { ($0.lowerBound..<$0.upperBound + 120).contains(middle) }
      let isLast = rate == rates.last
      if isNear, !isLast { #expect(rate.durationSeconds == 10) }
      let isFar = walks.allSatisfy {
        !($0.lowerBound - 60..<$0.upperBound + 180).contains(middle)
      }
      if isFar, !isLast { #expect(rate.durationSeconds == 60) }
    }
    // The last one ends with the recording.
    let heard = analysis.heartRates.reduce(0) {
      $0 + $1.seconds.upperBound - $1.seconds.lowerBound
    }
    #expect(abs(rates.reduce(0) { $0 + $1.durationSeconds } - heard) < 0.002)
    #expect(abs(heard - analysis.quality.durationSeconds) < 1e-6 && heard > 1439)
  }

  @Test func `recorded walks with a heart rate give VO2max at walking speeds, and recovery`()
    async throws
  {
    let recordings = (0..<3).map { analysis(seconds: 1440, seed: UInt64($0)) }
    var all: [Sample] = []
    for (day, recording) in recordings.enumerated() { all += try samples(recording, onDay: day) }
    let store = HistoryStore(all)
    let heart = try #require(Scenario.heartRate.mount(seed: 1).heartMonitor?.heart)
    var facts = try #require(recordings.first).facts.participant
    facts.ageYears = heart.ageYears
    let update = EstimateUpdate(
      person: EstimatedPerson(identifier: "P07", facts: facts), calendar: calendar)
    _ = try await update.apply(
      in: store, stale: .everything, through: monday.advanced(by: 6), at: .distantPast)
    let found = try #require(await store.all(SampleKind.vo2Max.erased).last)
    #expect(abs(found.value - heart.greatestUptake) < found.standardError ?? 0, "\(found.value)")
    let recoveries = await store.all(SampleKind.heartRateRecovery.erased).map(\.value)
    // After a minute 1/e of the rise is left; the windows about it give a little less.
    let rise =
      try #require(recordings.first?.heartRates.map(\.heartRate.beatsPerMinute).max())
      - heart.restingRate
    #expect(recoveries.count == 3)
    #expect(recoveries.allSatisfy { abs($0 - rise * (1 - exp(-1))) < 4 }, "\(recoveries) \(rise)")
  }

  @Test func `without enough time away from walks nothing is said of the resting heart rate`()
    async throws
  {
    let store = HistoryStore(
      try (0..<3).flatMap { try samples(analysis(seconds: 1100), onDay: $0) })
    var facts = Participant()
    facts.ageYears = 68
    let update = EstimateUpdate(
      person: EstimatedPerson(identifier: "P07", facts: facts), calendar: calendar)
    _ = try await update.apply(
      in: store, stale: .everything, through: monday.advanced(by: 6), at: .distantPast)
    #expect(await store.all(SampleKind.dailyVO2Max.erased).isEmpty)
    let known = Sample(
      .restingHeartRate, HeartRate(beatsPerMinute: 62), start: calendar.start(of: monday) + 3600,
      end: calendar.start(of: monday) + 3600, participant: "P07",
      metadata: SampleMetadata(isEnteredByHand: true))
    await store.save([known])
    _ = try await update.apply(
      in: store, stale: Staleness(changed: [known], calendar: calendar),
      through: monday.advanced(by: 6), at: .distantPast)
    #expect(await store.all(SampleKind.heartRateRecovery.erased).count == 1)
  }
}
