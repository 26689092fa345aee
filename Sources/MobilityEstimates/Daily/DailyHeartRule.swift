import Foundation
import GaitModel

/// What the heart did in a day's walks: the greatest uptake they point to, and its recovery.
public struct DailyHeartRule: Hashable, Sendable {
  /// From walks to the greatest oxygen uptake.
  public var fitness = CardioFitnessModel()
  /// From walks to the recovery.
  public var recovery = HeartRateRecoveryRule()
  /// The heart rate follows a change of effort within about this time, s; before, it is not steady.
  public var secondsUntilSteady = 120.0
  /// Without a resting heart rate, so small a share of the day's heart rates lies below it.
  public var restingShare = 0.05
  /// So many heart rates make a day of which that can be said.
  public var fewestRates = 60

  /// The usual rule.
  public init() {}

  /// The kinds it reads, besides those of walks.
  static let kinds: Set<AnySampleKind> = [
    SampleKind.heartRate.erased, SampleKind.restingHeartRate.erased,
  ]

  /// The hearts of days.
  /// - Parameters:
  ///   - samples: Samples of one person by kind, in any order.
  ///   - calendar: The person's calendar.
  ///   - ageYears: The person's age.
  /// - Returns: What the heart did, by day; days that say nothing are absent.
  func hearts(
    of samples: [AnySampleKind: [Sample]], calendar: DayCalendar, ageYears: Double?
  ) -> [LocalDay: DailySummary.Heart] {
    let rates = samples[SampleKind.heartRate.erased] ?? []
    guard !rates.isEmpty else { return [:] }
    let walks = (samples[SampleKind.walkingSpeed.erased] ?? []).filter {
      $0.metadata.leftOutReason == nil
    }
    let resting = samples[SampleKind.restingHeartRate.erased] ?? []
    func byDay(_ samples: [Sample]) -> [LocalDay: [Sample]] {
      Dictionary(grouping: samples) { calendar.day(containing: $0.start) }
    }
    let (walksByDay, restingByDay) = (byDay(walks), byDay(resting))
    return byDay(rates).reduce(into: [:]) { hearts, entry in
      let rest = restingRate(restingByDay[entry.key] ?? [], rates: entry.value)
      hearts[entry.key] = heart(
        walks: walksByDay[entry.key] ?? [], rates: entry.value, resting: rest, ageYears: ageYears)
    }
  }

  private func restingRate(_ resting: [Sample], rates: [Sample]) -> Double? {
    if let known = Spread.median(resting.map(\.value)) { return known }
    guard rates.count >= fewestRates else { return nil }
    return WeightedQuantile(rates.map { ($0.value, 1) })[restingShare]
  }

  private func heart(
    walks: [Sample], rates: [Sample], resting: Double?, ageYears: Double?
  ) -> DailySummary.Heart? {
    guard let resting else { return nil }
    let beats = rates.sorted { ($0.start, $0.value) < ($1.start, $1.value) }.map {
      (seconds: $0.start.timeIntervalSinceReferenceDate, perMinute: $0.value)
    }
    let ordered = walks.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
    let steady = ordered.compactMap { walk(of: $0, beats: beats) }
    let uptake = ageYears.flatMap {
      fitness.greatestUptake(from: steady, restingHeartRate: resting, ageYears: $0)
    }
    let recoveries = ordered.compactMap { walk -> Double? in
      let span = Self.span(of: walk)
      return recovery.recovery(
        after: span, beats: Self.beats(beats, within: span.lowerBound...span.upperBound + 120),
        restingHeartRate: resting)
    }
    let found = DailySummary.Heart(
      greatestUptake: uptake.map {
        DailySummary.Figure(value: $0.uptake, standardError: $0.standardError)
      }, recovery: Spread.median(recoveries))
    return found.greatestUptake == nil && found.recovery == nil ? nil : found
  }

  private func walk(
    of sample: Sample, beats: [(seconds: Double, perMinute: Double)]
  ) -> CardioFitnessModel.Walk? {
    let span = Self.span(of: sample)
    guard sample.durationSeconds >= fitness.shortestSeconds,
      let rate = Spread.mean(
        Self.beats(beats, within: span.lowerBound + secondsUntilSteady...span.upperBound)
          .map(\.perMinute))
    else { return nil }
    return CardioFitnessModel.Walk(
      speed: sample.value, heartRate: rate, seconds: sample.durationSeconds)
  }

  private static func span(of sample: Sample) -> Range<Double> {
    sample.start.timeIntervalSinceReferenceDate..<sample.end.timeIntervalSinceReferenceDate
  }

  private static func beats(
    _ beats: [(seconds: Double, perMinute: Double)], within span: ClosedRange<Double>
  ) -> [(seconds: Double, perMinute: Double)] {
    var (low, high) = (0, beats.count)
    while low < high {
      let middle = (low + high) / 2
      if beats[middle].seconds < span.lowerBound { low = middle + 1 } else { high = middle }
    }
    return Array(beats[low...].prefix { $0.seconds <= span.upperBound })
  }
}
