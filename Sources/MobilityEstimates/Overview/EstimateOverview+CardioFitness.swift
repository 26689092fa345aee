import Foundation
import GaitModel

extension EstimateOverview {
  /// Why the latest week has no cardio fitness, in words; `nil` where it has one, and where it does not lie in the steps of the
  /// walks.
  public var cardioFitnessReason: String? {
    guard assumedHeartDays > 0, !notCollected.contains(SampleKind.vo2Max.erased) else { return nil }
    return
      "it takes the speed of measured steps, and on \(assumedHeartDays.counted("day")) with a heart rate walks have no measured "
      + "step length, \(whyAssumed)"
  }
}

extension EstimateUpdate {
  /// The days that the cardio fitness of a week looks back on with a heart rate and walks that count for none, as their steps
  /// were not measured; 0 where the week has one.
  func assumedHeartDays(
    of week: LocalWeek, in store: some SampleReading, _ days: [LocalDay: DailySummary],
    _ kept: [Sample]
  ) async throws -> Int {
    let window = week.lastDay.advanced(by: 1 - settings.cardioFitnessDays)...week.lastDay
    let assumed = window.filter { days[$0]?.hasAssumedWalks ?? false }
    guard !assumed.isEmpty, !hasEstimate(of: week, in: kept) else { return 0 }
    var query = SampleQuery(
      kinds: [SampleKind.heartRate.erased], participant: person.identifier,
      from: calendar.start(of: window.lowerBound),
      to: calendar.interval(of: week.lastDay).upperBound)
    query.clock = calendar.ownClock
    query.needsErrors = false
    let rates = try await store.rows(matching: query)[SampleKind.heartRate.erased] ?? []
    let heard = Set(
      rates.map { calendar.day(containing: Date(millisecondsSince1970: $0.start)) })
    return heard.intersection(assumed).count
  }
}

extension DailySummary {
  /// Whether it has longer walks of our own whose steps were not measured, and no uptake by others.
  fileprivate var hasAssumedWalks: Bool {
    guard let sustained, sustained.fastSpeed != nil, !isMeasuredElsewhere else { return false }
    return heart?.greatestUptake == nil && (sustained.measuredSeconds ?? 0) < sustained.seconds
  }
}
