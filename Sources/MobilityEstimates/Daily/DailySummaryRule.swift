import Foundation
import GaitModel
import Signals

/// How a day's walks become a summary, and when there are enough of them.
public struct DailySummaryRule: GaitMethod {
  /// Fewer flat, steady walks do not make a distribution.
  public var fewestBouts = 3
  /// Less walking in them does not either, s.
  public var leastWalkingSeconds = 60.0
  /// Steps and walking time of a day are counted when the device was worn so many hours: less is
  /// part of a day. As the wear rule of the six-minute walk. Where nothing says that anybody walked, they are 0;
  /// where something does and they were deleted or are not collected, they are not known.
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
      revision: 10)
  }

  /// The summaries of days.
  /// - Parameters:
  ///   - samples: Samples of one person, in any order; those of other days do not count, but wear, steps and walking
  ///     time count on every day that they cover, by time.
  ///   - days: The days.
  ///   - calendar: The person's calendar.
  /// - Returns: The days on which there was anything, in time order.
  public func summaries(
    of samples: [Sample], days: ClosedRange<LocalDay>, calendar: DayCalendar
  ) -> [DailySummary] {
    let usable = samples.filter {
      $0.metadata.leftOutReason == nil && !$0.metadata.isEnteredByHand
    }
    return summaries(
      of: Self.rows(usable), signs: Self.rows(samples.filter { !$0.metadata.isEnteredByHand }),
      marks: StepMarks(of: usable), days: days, calendar: calendar)
  }

  private static func rows(_ samples: [Sample]) -> [AnySampleKind: [SampleRow]] {
    var rows = Dictionary(grouping: samples, by: \.kind).mapValues { $0.map(\.row).sorted() }
    rows[SampleKind.wearTime.erased] = rows[SampleKind.wearTime.erased].map(once)
    return rows
  }

  /// Wear without what another one has already: two devices at once are worn once.
  private static func once(_ rows: [SampleRow]) -> [SampleRow] {
    var reached = Int64.min
    return rows.compactMap { row in
      guard row.duration > 0, row.end > reached else { return nil }
      var part = row
      part.start = max(row.start, reached)
      part.duration = row.end - part.start
      part.value *= Double(part.duration) / Double(row.duration)
      reached = row.end
      return part
    }
  }

  /// The same of rows in their order, by kind, of flat, steady walking; and of whatever else shows that somebody
  /// walked, at least on ``DayRows/daysInDoubt``; and which step lengths say that they were not measured, at least on
  /// ``daysToldByMarks(in:days:calendar:)``.
  func summaries(
    of rows: [AnySampleKind: [SampleRow]], signs: [AnySampleKind: [SampleRow]], marks: StepMarks,
    days: ClosedRange<LocalDay>, calendar: DayCalendar
  ) -> [DailySummary] {
    let rows = DayRows(rows, signs: signs, days: days, calendar: calendar)
    let worn = rows.wornSeconds()
    return days.compactMap { summary(of: rows, marks, on: $0, wornSeconds: worn[$0]) }
  }

  /// Whether there are enough walks for a day's figures.
  func isDistribution(_ speeds: ArraySlice<SampleRow>) -> Bool {
    speeds.count >= fewestBouts && speeds.reduce(0) { $0 + $1.seconds } >= leastWalkingSeconds
  }

  private func summary(
    of rows: DayRows, _ marks: StepMarks, on day: LocalDay, wornSeconds: Double?
  ) -> DailySummary? {
    var summary = DailySummary(day: day, wornSeconds: wornSeconds)
    if let hours = summary.wornHours, WearRule.isWorn(hours, for: hoursOfCountedDay) {
      summary.walkingSeconds = rows.sum(of: .walkingTime, on: day)
      summary.stepCount = rows.sum(of: .stepCount, on: day)
    }
    let speeds = rows.of(.walkingSpeed, on: day)
    let counted = counted(rows, marks, on: day)
    let byValue = Self.byValue(counted.walks.speeds)
    summary.walking = walking(rows, on: day, counted, byValue)
    summary.sustained = sustained(speeds: speeds, byValue, cadences: rows.of(.cadence, on: day))
    summary.isMeasuredElsewhere = marks.areElsewhere
    summary.personalFactor = marks.factor(of: counted.walks.speeds)
    summary.sustained?.measuredSeconds = counted.measuredSeconds
    let isEmpty = wornSeconds == nil && summary.walking == nil && summary.sustained == nil
    return isEmpty ? nil : summary
  }

  private func walking(
    _ rows: DayRows, on day: LocalDay, _ counted: CountedWalks, _ byValue: [SampleRow]
  ) -> DailySummary.Walking? {
    let walks = counted.walks
    guard isDistribution(walks.speeds), let mean = WalkMean(walks.speeds) else { return nil }
    guard let fast = percentile(byValue, fastShare), let median = percentile(byValue, 0.5) else {
      return nil
    }
    let step = WalkMean(walks.steps)
    return DailySummary.Walking(
      boutCount: walks.speeds.count, meanSpeed: mean.figure, medianSpeed: median.value,
      fastSpeed: fast, speedVariation: mean.variation, stepLength: step?.figure,
      stepLengthVariation: counted.areMeasured ? step?.variation : nil,
      cadence: WalkMean(rows.of(.cadence, on: day))?.figure,
      doubleSupport: WalkMean(rows.of(.doubleSupport, on: day))?.figure,
      asymmetry: WalkMean(rows.of(.walkingAsymmetry, on: day))?.figure,
      strideTimeVariation: WalkMean(rows.of(.strideTimeVariability, on: day))?.figure)
  }

  /// What the longer walks say; their speeds are those of the walks that count, which come in the order of these.
  private func sustained(
    speeds: ArraySlice<SampleRow>, _ byValue: [SampleRow], cadences: ArraySlice<SampleRow>
  ) -> DailySummary.Sustained? {
    let speeds = speeds.filter { $0.seconds >= sustainedSeconds }
    let cadences = cadences.filter { $0.seconds >= sustainedSeconds }
    let longer = speeds.isEmpty ? cadences : speeds
    guard !longer.isEmpty else { return nil }
    return DailySummary.Sustained(
      seconds: longer.reduce(0) { $0 + $1.seconds },
      fastSpeed: percentile(byValue.filter { $0.seconds >= sustainedSeconds }, fastShare),
      fastCadence: percentile(Self.byValue(cadences[...]), fastShare)?.value,
      longestSixMinutes: byValue.filter { $0.seconds >= 360 }.map { $0.value * 360 }.max())
  }

  /// Walks in the order of their values. Values are sorted with their places: a row is three times as large.
  static func byValue(_ rows: ArraySlice<SampleRow>) -> [SampleRow] {
    rows.indices.map { (value: rows[$0].value, place: $0) }.sorted {
      $0.value != $1.value ? $0.value < $1.value : rows[$0.place] < rows[$1.place]
    }.map { rows[$0.place] }
  }

  private func percentile(_ inOrder: [SampleRow], _ share: Double) -> DailySummary.Figure? {
    WeightedQuantile.index(of: share, inOrder: inOrder, weight: \.seconds).map { index in
      DailySummary.Figure(
        value: inOrder[index].value, standardError: inOrder[index].standardError,
        errorWithinPerson: inOrder[index].standardErrorWithinPerson)
    }
  }
}
