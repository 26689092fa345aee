import Foundation
import GaitAnalysis
import GaitModel
import SensorFiles
import Testing

@testable import MobilityEstimates

/// Pass one into pass two: recordings of `SampleData`, analyzed, on four weeks of days.
struct RecordingEstimateTests {
  private let calendar: DayCalendar
  private let monday: LocalDay

  init() throws {
    calendar = DayCalendar(timeZone: try #require(TimeZone(identifier: "Europe/Berlin")))
    monday = try #require(calendar.day("2026-05-04"))
  }

  /// A sample recording's analysis; the folder lies beside `Tests`.
  private func analysis(_ name: String) throws -> RecordingAnalysis {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "SampleData/\(name)").path
    var recording = try SensorFile.open(path)
    return try GaitPipeline().analysis(of: &recording)
  }

  private func samples(_ analysis: RecordingAnalysis, onDay index: Int) throws -> [Sample] {
    let start = calendar.start(of: monday.advanced(by: index)) + 9.5 * 3600
    return try analysis.samples(
      participant: "P07",
      start: WallClock(secondsSince1970: start.timeIntervalSince1970, utcOffsetSeconds: 7200)
    ).samples
  }

  private func person(_ analysis: RecordingAnalysis) -> EstimatedPerson {
    EstimatedPerson(identifier: "P07", facts: analysis.facts.participant)
  }

  @Test func `a day's figures are those of its bouts, by walking time`() throws {
    let analysis = try analysis("daily-life.csv")
    let found = try #require(
      DailySummaryRule().summaries(
        of: try samples(analysis, onDay: 0), days: monday...monday, calendar: calendar
      ).first?.walking)
    let bouts = analysis.bouts.filter { $0.isSteady && $0.walkingSpeed.value != nil }
    let seconds = bouts.map { $0.seconds.upperBound - $0.seconds.lowerBound }
    let speeds = bouts.compactMap { $0.walkingSpeed.value?.metersPerSecond }
    let mean = zip(speeds, seconds).reduce(0) { $0 + $1.0 * $1.1 } / seconds.reduce(0, +)
    #expect(found.boutCount == bouts.count && bouts.count >= 3)
    #expect(abs(found.meanSpeed.value - mean) < 1e-4)
    #expect(speeds.contains { abs($0 - found.fastSpeed.value) < 1e-9 })
  }

  @Test func `recorded days make steadiness, and no six-minute walk without wear`() async throws {
    let analysis = try analysis("daily-life.csv")
    var all: [Sample] = []
    for day in 0..<28 { all += try samples(analysis, onDay: day) }
    let store = HistoryStore(all)
    let update = EstimateUpdate(person: person(analysis), calendar: calendar)
    let lastDay = monday.advanced(by: 27)
    let result = try await update.apply(in: store, stale: .everything, through: lastDay, at: now)
    #expect(result.changes.daysRead == 28)
    let scores = await store.all(SampleKind.walkingSteadiness.erased)
    #expect(scores.count == 4 && scores.allSatisfy { (0...1).contains($0.value) })
    #expect(await store.all(SampleKind.sixMinuteWalkDistance.erased).isEmpty)
    let overview = try await update.overview(in: store, through: lastDay)
    #expect(
      overview.sixMinuteWalkDelay?.description
        == "worn for 8 h or longer on 0 of the last 7 days (3 needed) and on 0 of the last 28 (10 needed)"
    )
    #expect(!overview.readiness.isReady)
  }

  @Test func `worn all day, recorded walks make a six-minute walk`() async throws {
    let analysis = try analysis("straight-walk.csv")
    var all: [Sample] = []
    for day in 0..<28 {
      all += try samples(analysis, onDay: day)
      let start = calendar.start(of: monday.advanced(by: day)) + 8 * 3600
      all.append(
        Sample(
          .wearTime, .seconds(36_000), start: start, end: start + 36_000, participant: "P07",
          source: SampleSource(name: SampleSource.analysisName)))
    }
    let store = HistoryStore(all)
    let update = EstimateUpdate(person: person(analysis), calendar: calendar)
    _ = try await update.apply(
      in: store, stale: .everything, through: monday.advanced(by: 27), at: now)
    let last = try #require(await store.all(SampleKind.sixMinuteWalkDistance.erased).last)
    let speed = try #require(analysis.bouts.first?.walkingSpeed.value?.metersPerSecond)
    #expect(abs(last.value - min(360 * speed * 1.09, 500)) < 2 * (last.standardError ?? 0))
  }
}
