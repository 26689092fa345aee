import Foundation
import GaitModel
import GaitSimulation
import Testing

@testable import MobilityEstimates

/// Days with walks at the hip, which have step lengths, and on the wrist, which have none, or those of a factor of the person's
/// own.
struct MixedStepTests {
  enum Site: Hashable {
    case hip, wrist, ownFactor

    var metadata: SampleMetadata {
      switch self {
      case .hip, .wrist: SampleMetadata()
      case .ownFactor:
        SampleMetadata(
          method: StepLengthWords.assumingMethod, site: .wrist,
          other: [CalibrationWords.factor: "1.0500"])
      }
    }

    /// A walk's step length; `nil` without one.
    func step(at cadence: Double, measured: Double) -> Double? {
      switch self {
      case .hip: measured
      case .wrist: nil
      case .ownFactor: 0.7 * (cadence / 108).squareRoot()
      }
    }
  }

  /// Days of walks of ten minutes with a heart rate, each day with its sites.
  private func samples(_ days: [[Site]], _ test: TestHistory) -> [Sample] {
    var made: [Sample] = []
    for (day, sites) in days.enumerated() {
      let begin = test.update.calendar.start(of: test.day(day)) + 9 * 3600
      func add(
        _ kind: AnySampleKind, _ value: Double, _ start: Date, _ seconds: Double,
        _ metadata: SampleMetadata = SampleMetadata()
      ) {
        made.append(
          Sample(
            kind: kind, value: value, start: start, end: start + seconds,
            origin: Sample.Origin(
              participant: "P07", source: SampleSource(name: SampleSource.analysisName),
              metadata: metadata)))
      }
      add(SampleKind.wearTime.erased, 36_000, begin, 36_000)
      add(SampleKind.restingHeartRate.erased, 62, begin, 0)
      for (place, site) in sites.enumerated() {
        let start = begin + 3600 * Double(1 + place)
        let cadence = 108 + Double(place % 3)
        let measured = 0.6 + 0.02 * Double((place + day) % 4) + 0.004 * Double(day % 3)
        let step = site.step(at: cadence, measured: measured)
        add(
          SampleKind.walkingSpeed.erased, (step ?? 0.8) * cadence / 60, start, 600, site.metadata)
        add(SampleKind.cadence.erased, cadence, start, 600)
        if let step { add(SampleKind.stepLength.erased, step, start, 600, site.metadata) }
        add(SampleKind.heartRate.erased, site == .hip ? 100 : 120, start, 600)
      }
    }
    return made
  }

  private func run(_ days: [[Site]]) async throws -> (test: TestHistory, found: EstimateOverview) {
    let test = try TestHistory(.steady, days: days.count, samples: { _ in [] })
    await test.store.save(samples(days, test))
    try await test.run()
    return (test, try await test.update.overview(in: test.store, through: test.lastDay))
  }

  @Test(arguments: [Site.wrist, .ownFactor])
  func `walks of assumed steps are not measured by others, and leave the day to these`(
    site: Site
  ) async throws {
    let hip = Array(repeating: Site.hip, count: 4)
    let wrist = Array(repeating: site, count: 4)
    let days = [hip, hip + wrist, wrist, [.hip] + wrist, [.hip, site]]
    let (test, found) = try await run(days)
    let seconds = found.days.map { $0.sustained?.measuredSeconds }
    #expect(seconds == [2400, 2400, 0, 600, 600])
    #expect(found.days.map { $0.sustained?.seconds } == [2400, 4800, 2400, 3000, 1200])
    #expect(found.days.map(\.measuresSteps) == [true, true, false, false, false])
    #expect(
      found.days.map { WeeklyMeasure.meanSpeed.value(on: $0) != nil }
        == [true, true, false, false, false])
    // The figures of the day are those that it has without the wrist, and so is the factor in them.
    let alone = try #require(try await run([[], hip]).found.days.last)
    let (own, both) = (try #require(alone.walking), try #require(found.days[1].walking))
    #expect(both.boutCount == 4 && both.meanSpeed == own.meanSpeed)
    #expect(both.fastSpeed == own.fastSpeed && both.medianSpeed == own.medianSpeed)
    #expect(both.stepLength == own.stepLength)
    #expect(both.stepLengthVariation == own.stepLengthVariation)
    #expect(found.days[1].sustained?.fastSpeed == alone.sustained?.fastSpeed)
    #expect(found.days[1].sustained?.longestSixMinutes == alone.sustained?.longestSixMinutes)
    #expect(found.days[1].personalFactor == nil)
    #expect((found.days[2].personalFactor != nil) == (site == .ownFactor))
    let plain = test.update.settings.daily.summaries(
      of: samples(days, test), days: test.day(0)...test.lastDay, calendar: test.update.calendar)
    #expect(plain.map(\.sustained) == found.days.map(\.sustained))
    #expect(plain.map(\.walking) == found.days.map(\.walking))
  }

  @Test func `a heart rate counts with the walks whose steps were measured`() async throws {
    let hip = Array(repeating: Site.hip, count: 4)
    let wrist = Array(repeating: Site.wrist, count: 4)
    let (_, found) = try await run([hip, hip + wrist, wrist])
    let uptakes = found.days.map { $0.heart?.greatestUptake?.value }
    #expect(uptakes[0] != nil && uptakes[2] == nil)
    let both = try #require(uptakes[1])
    let alone = try await run([[], hip]).found.days.last?.heart?.greatestUptake?.value
    #expect(both == alone)
  }

  @Test func `VO2max says that its walks have no measured steps`() async throws {
    let wrist = Array(repeating: [Site.wrist, .wrist, .wrist], count: 14)
    let (_, found) = try await run(wrist)
    #expect(found.cardioFitness.isEmpty && found.assumedHeartDays == 14)
    #expect(
      found.cardioFitnessReason
        == "it takes the speed of measured steps, and on 14 days with a heart rate walks have no measured step length, as in a "
        + "pocket or on the wrist")
    let hip = Array(repeating: [Site.hip, .hip, .hip], count: 14)
    let measured = try await run(hip).found
    #expect(measured.cardioFitness.count == 2 && measured.cardioFitnessReason == nil)
  }

  // MARK: - What chance does

  @Test func `a measure of fewer days than a week needs is not known`() async throws {
    let hip = Array(repeating: Site.hip, count: 4)
    let wrist = Array(repeating: Site.wrist, count: 4)
    for count in 1...4 {
      let days =
        Array(repeating: hip, count: count) + Array(repeating: wrist, count: 7 - count)
      let found = try await run(days).found
      let week = WalkingWeek(days: found.days, fewestDays: 3)
      #expect(week.dayCount == 7 && week.daysWithSteps == count)
      #expect((week.fastSpeed != nil) == (count >= 3))
      #expect((week.stepLength.map { $0.chanceError > 0 } ?? true))
      #expect((week.stepLengthVariation == nil) == (count < 3))
      if count < 3 {
        #expect(found.steadinessDelay == .tooFewMeasuredDays(count, needed: 3))
      }
    }
    let few = try await run(Array(repeating: [.hip] + wrist, count: 7)).found
    #expect(few.steadinessDelay == .tooFewMeasuredDays(0, needed: 3))
    let mixed = try await run(Array(repeating: hip + wrist, count: 7)).found
    let alone = try await run(Array(repeating: hip, count: 7)).found
    #expect(mixed.steadiness.map(\.value) == alone.steadiness.map(\.value))
    #expect(mixed.steadinessDelay == nil && mixed.steadiness.count == 1)
  }

  @Test func `how much cadence alone misses by chance is not known`() async throws {
    let test = try TestHistory(.pocket, seed: 3, days: 56)
    try await test.run()
    let weeks = await test.weekly(.sixMinuteWalkDistance).map(\.sample)
    #expect(weeks.count > 3 && weeks.allSatisfy { $0.standardErrorWithinPerson == nil })
    #expect(weeks.allSatisfy { $0.standardError ?? 0 > 0 })
  }
}
