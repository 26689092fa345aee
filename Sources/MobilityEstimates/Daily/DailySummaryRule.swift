import GaitModel

/// How a day's walks become a summary, and when there are enough of them.
public struct DailySummaryRule: GaitMethod {
  /// Fewer flat, steady walks do not make a distribution.
  public var fewestBouts = 3
  /// Less walking in them does not either, s.
  public var leastWalkingSeconds = 60.0
  /// Steps and walking time of a day are counted when the device was worn so many hours: less is
  /// part of a day. As the wear rule of the six-minute walk.
  public var hoursOfCountedDay = 8.0
  /// A walk that lasts so long is no longer the way to the kitchen, s.
  public var sustainedSeconds = 30.0
  /// "Fastest comfortable": the share of walking time that was slower.
  public var fastShare = 0.95

  /// The usual rule.
  public init() {}

  /// Where the rule comes from.
  public var provenance: Provenance {
    Provenance(
      method: "TimeWeightedDay", question: "daily summary",
      citation: "definitions: walking-time-weighted means and percentiles of a calendar day",
      revision: 2)
  }

  /// The summaries of days.
  /// - Parameters:
  ///   - samples: Samples of one person, in any order; those of other days do not count, but wear
  ///     counts on every day that it covers.
  ///   - days: The days.
  ///   - calendar: The person's calendar.
  /// - Returns: The days on which there was anything, in time order.
  public func summaries(
    of samples: [Sample], days: ClosedRange<LocalDay>, calendar: DayCalendar
  ) -> [DailySummary] {
    summaries(of: Dictionary(grouping: samples, by: \.kind), days: days, calendar: calendar)
  }

  /// The same of samples that are already sorted by kind.
  func summaries(
    of samples: [AnySampleKind: [Sample]], days: ClosedRange<LocalDay>, calendar: DayCalendar
  ) -> [DailySummary] {
    var sorter = DaySorter(days: days, calendar: calendar)
    sorter.add(samples)
    let worn = sorter.wornSeconds()
    return zip(days, sorter.walks).compactMap { day, walks in
      summary(of: walks, on: day, wornSeconds: worn[day])
    }
  }

  private func summary(
    of walks: DayWalks, on day: LocalDay, wornSeconds: Double?
  ) -> DailySummary? {
    var walks = walks
    walks.sort()
    var summary = DailySummary(day: day, wornSeconds: wornSeconds)
    if summary.wornHours >= hoursOfCountedDay {
      summary.walkingSeconds = walks.walkingTime.reduce(0) { $0 + $1.value }
      summary.stepCount = walks.steps.reduce(0) { $0 + $1.value }
    }
    summary.walking = walking(walks)
    summary.sustained = sustained(walks)
    let isEmpty = wornSeconds == nil && summary.walking == nil && summary.sustained == nil
    return isEmpty ? nil : summary
  }

  private func walking(_ walks: DayWalks) -> DailySummary.Walking? {
    let seconds = walks.speed.reduce(0) { $0 + $1.seconds }
    guard walks.speed.count >= fewestBouts, seconds >= leastWalkingSeconds,
      let mean = figure(walks.speed), let fast = percentile(walks.speed, fastShare),
      let median = percentile(walks.speed, 0.5)
    else { return nil }
    return DailySummary.Walking(
      boutCount: walks.speed.count, meanSpeed: mean, medianSpeed: median.value, fastSpeed: fast,
      speedVariation: variation(walks.speed) ?? 0, stepLength: figure(walks.stepLength),
      stepLengthVariation: walks.stepLength.count >= fewestBouts
        ? variation(walks.stepLength) : nil,
      cadence: figure(walks.cadence), doubleSupport: figure(walks.doubleSupport),
      asymmetry: figure(walks.asymmetry), strideTimeVariation: figure(walks.strideTimeVariation))
  }

  private func sustained(_ walks: DayWalks) -> DailySummary.Sustained? {
    let speeds = walks.speed.filter { $0.seconds >= sustainedSeconds }
    let cadences = walks.cadence.filter { $0.seconds >= sustainedSeconds }
    let longer = speeds.isEmpty ? cadences : speeds
    guard !longer.isEmpty else { return nil }
    return DailySummary.Sustained(
      seconds: longer.reduce(0) { $0 + $1.seconds }, fastSpeed: percentile(speeds, fastShare),
      fastCadence: percentile(cadences, fastShare)?.value,
      longestSixMinutes: speeds.filter { $0.seconds >= 360 }.map { $0.value * 360 }.max())
  }

  /// The mean by time. Errors against the truth hold what is wrong every time and do not shrink;
  /// those against the own past shrink with the number of walks.
  private func figure(_ values: [DayWalks.Value]) -> DailySummary.Figure? {
    let total = values.reduce(0) { $0 + $1.seconds }
    guard total > 0 else { return nil }
    let mean = values.reduce(0) { $0 + $1.value * $1.seconds } / total
    let errors = values.compactMap(\.error)
    let spread = variation(values).map { $0 * abs(mean) / Double(values.count).squareRoot() }
    return DailySummary.Figure(
      value: mean, standardError: Spread.mean(errors), errorWithinPerson: spread)
  }

  private func percentile(_ values: [DayWalks.Value], _ share: Double) -> DailySummary.Figure? {
    WeightedQuantile.index(of: share, inOrder: values, weight: \.seconds).map { index in
      DailySummary.Figure(
        value: values[index].value, standardError: values[index].error,
        errorWithinPerson: values[index].errorWithinPerson)
    }
  }

  /// Standard deviation by time over the mean; `nil` of fewer than two or about 0.
  private func variation(_ values: [DayWalks.Value]) -> Double? {
    let total = values.reduce(0) { $0 + $1.seconds }
    guard values.count > 1, total > 0 else { return nil }
    let mean = values.reduce(0) { $0 + $1.value * $1.seconds } / total
    guard mean > 0 else { return nil }
    let squares = values.reduce(0) { sum, walk in
      sum + (walk.value - mean) * (walk.value - mean) * walk.seconds
    }
    return (squares / total).squareRoot() / mean
  }
}
