import Foundation
import GaitModel
import Signals

/// What the heart did in a day's walks: the greatest uptake they point to, and its recovery.
public struct DailyHeartRule: Hashable, Sendable {
  /// From walks to the greatest oxygen uptake.
  public var fitness = CardioFitnessModel()
  /// From walks to the recovery.
  public var recovery = HeartRateRecoveryRule()
  /// The heart rate follows a change of effort within about this time, s; before, it is not steady.
  public var secondsUntilSteady = 120.0
  /// Without a resting heart rate, so small a share of the day's heart rates away from walks lies
  /// below it.
  public var restingShare = 0.05
  /// So much time with a heart rate away from walks makes a day of which that can be said, s.
  public var leastRestingSeconds = 600.0
  /// After a walk the heart is not at rest for so long, s.
  public var secondsUntilRested = 120.0
  /// A heart rate that is an instant stands for so long, s: as often straps and watches write one.
  public var secondsOfInstant = 10.0

  /// The usual rule.
  public init() {}

  /// The kinds it reads, besides those of walks.
  static let kinds: Set<AnySampleKind> = [
    SampleKind.heartRate.erased, SampleKind.restingHeartRate.erased,
  ]

  /// The hearts of days.
  /// - Parameters:
  ///   - rows: Samples of one person by kind, in their order; walks are flat and steady.
  ///   - calendar: The person's calendar.
  ///   - measured: When a day's walks began whose steps were measured, milliseconds since 1970; `nil` where all count. A speed
  ///     of assumed steps is cadence and height, and says nothing of the effort.
  ///   - ageYears: The person's age.
  /// - Returns: What the heart did, by day; days that say nothing are absent.
  func hearts(
    of rows: [AnySampleKind: [SampleRow]], calendar: DayCalendar,
    measured: (LocalDay) -> Set<Int64>?, ageYears: (LocalDay) -> Double?
  ) -> [LocalDay: DailySummary.Heart] {
    func byDay<Value>(_ kind: SampleKind<Value>) -> [LocalDay: [SampleRow]] {
      Dictionary(grouping: rows[kind.erased] ?? []) {
        calendar.day(containing: Date(millisecondsSince1970: $0.start))
      }
    }
    let ratesByDay = byDay(.heartRate)
    guard !ratesByDay.isEmpty else { return [:] }
    let walksByDay = byDay(.walkingSpeed)
    let movingByDay = byDay(.walkingTime)
    let restingByDay = byDay(.restingHeartRate)
    return ratesByDay.reduce(into: [:]) { hearts, entry in
      let beats = Self.beats(of: entry.value, secondsOfInstant)
      let known = Statistics.median((restingByDay[entry.key] ?? []).map(\.value))
      let rest = known ?? restingRate(beats, walks: movingByDay[entry.key] ?? [])
      hearts[entry.key] = heart(
        walks: walksByDay[entry.key] ?? [], measured: measured(entry.key), beats: beats,
        resting: rest, ageYears: ageYears(entry.key))
    }
  }

  /// A heart rate: when, for how long, and how fast.
  private typealias Beats = (seconds: Double, weight: Double, perMinute: Double)

  /// Heart rates at the middle of the time that they stand for, in time order.
  private static func beats(of rates: [SampleRow], _ secondsOfInstant: Double) -> [Beats] {
    rates.map { rate in
      let length = rate.seconds
      return (
        Double(rate.start) / 1000 + length / 2, length > 0 ? length : secondsOfInstant, rate.value
      )
    }.sorted { $0 < $1 }
  }

  /// What few of the heart rates away from walks lie below; `nil` when there is too little of them.
  private func restingRate(_ beats: [Beats], walks: [SampleRow]) -> Double? {
    let spans = walks.map(Self.span)
    var (next, restedFrom) = (0, -Double.infinity)
    let away = beats.filter { beat in
      while next < spans.count, spans[next].lowerBound <= beat.seconds {
        restedFrom = max(restedFrom, spans[next].upperBound + secondsUntilRested)
        next += 1
      }
      return beat.seconds >= restedFrom
    }
    guard away.reduce(0, { $0 + $1.weight }) >= leastRestingSeconds else { return nil }
    return WeightedQuantile(away.map { ($0.perMinute, $0.weight) })[restingShare]
  }

  private func heart(
    walks: [SampleRow], measured: Set<Int64>?, beats: [Beats], resting: Double?, ageYears: Double?
  ) -> DailySummary.Heart? {
    guard let resting else { return nil }
    let steady = walks.filter { measured?.contains($0.start) ?? true }
      .compactMap { walk(of: $0, beats: beats) }
    let uptake = ageYears.flatMap {
      fitness.greatestUptake(from: steady, restingHeartRate: resting, ageYears: $0)
    }
    let recoveries = walks.compactMap { walk -> HeartRateRecovery? in
      let span = Self.span(of: walk)
      return recovery.recovery(
        after: span,
        beats: Self.beats(beats, within: span.lowerBound...span.upperBound + 120)
          .map { ($0.seconds, $0.perMinute) }, restingHeartRate: resting)
    }
    let found = DailySummary.Heart(
      greatestUptake: uptake.map {
        DailySummary.Figure(value: $0.uptake, standardError: $0.standardError)
      }, recovery: Self.middle(of: recoveries))
    return found.greatestUptake == nil && found.recovery == nil ? nil : found
  }

  /// The one whose fall is the middle one, of two the smaller; a mean of two would belong to no walk.
  private static func middle(of recoveries: [HeartRateRecovery]) -> HeartRateRecovery? {
    let sorted = recoveries.sorted { ($0.fall, $0.peakRate ?? 0) < ($1.fall, $1.peakRate ?? 0) }
    return sorted.isEmpty ? nil : sorted[(sorted.count - 1) / 2]
  }

  private func walk(
    of row: SampleRow, beats: [Beats]
  ) -> CardioFitnessModel.Walk? {
    let span = Self.span(of: row)
    guard row.seconds >= max(fitness.shortestSeconds, secondsUntilSteady),
      let rate = Statistics.mean(
        Self.beats(beats, within: span.lowerBound + secondsUntilSteady...span.upperBound)
          .map(\.perMinute))
    else { return nil }
    return CardioFitnessModel.Walk(
      speed: row.value, heartRate: rate, seconds: row.seconds)
  }

  /// From start to end, seconds since 1970.
  private static func span(of row: SampleRow) -> Range<Double> {
    Double(row.start) / 1000..<Double(row.end) / 1000
  }

  private static func beats(
    _ beats: [Beats], within span: ClosedRange<Double>
  ) -> [Beats] {
    var (low, high) = (0, beats.count)
    while low < high {
      let middle = (low + high) / 2
      if beats[middle].seconds < span.lowerBound { low = middle + 1 } else { high = middle }
    }
    return Array(beats[low...].prefix { $0.seconds <= span.upperBound })
  }
}
