import Foundation
import GaitModel

/// What new, changed or deleted samples have made stale.
public struct Staleness: Hashable, Sendable {
  /// Days whose summaries must be made again.
  public var days: Set<LocalDay>
  /// Days that may count otherwise though no sample of theirs changed, where devices were worn at once: of these one counts, and
  /// what changed may lie in a walk that began before midnight, or in one that stands on another day by its own device's
  /// clock. Who knows what was worn at once adds those on which it was to ``days``.
  public private(set) var daysBeside: Set<LocalDay> = []
  /// Estimates of this day and later must be made again; `nil` when only those that use the days.
  public var estimatesFrom: LocalDay?
  /// Everything must be made again.
  public var isEverything: Bool

  /// Nothing is stale.
  public static let nothing = Staleness(days: [])
  /// Everything is.
  public static let everything = Staleness(days: [], isEverything: true)

  /// Makes a staleness.
  public init(days: Set<LocalDay>, estimatesFrom: LocalDay? = nil, isEverything: Bool = false) {
    self.days = days
    self.estimatesFrom = estimatesFrom
    self.isEverything = isEverything
  }

  /// What samples of one person that were added, replaced or deleted make stale; estimates
  /// themselves make nothing stale.
  public init(changed samples: [Sample], calendar: DayCalendar) {
    self.init(days: [])
    for sample in samples.map(calendar.clock.reading(of:))
    where !sample.source.name.hasPrefix(SampleSource.estimates.name) {
      // Walks belong to the day they begin on; wear, and what adds up, to every day of its stretch.
      let end = DayRows.covers(sample.kind) ? sample.end : sample.start
      add(sample.kind, in: sample.start..<end, calendar: calendar)
    }
  }

  /// Adds what a change to samples of a kind makes stale, wherever in a stretch they were or are.
  public mutating func add(
    _ kind: AnySampleKind, in stretch: Range<Date>, calendar: DayCalendar
  ) {
    let first = calendar.day(containing: stretch.lowerBound)
    if Self.changesDays.contains(kind) {
      let last = calendar.day(containing: max(stretch.upperBound - 0.001, stretch.lowerBound))
      days.formUnion(first...last)
      let shift = calendar.clock.rule == .common ? 0 : DayClock.greatestShiftSeconds
      let earliest = stretch.lowerBound - max(shift, Self.longestWalkSeconds)
      let latest = max(stretch.upperBound - 0.001, stretch.lowerBound) + shift
      daysBeside.formUnion(
        calendar.day(containing: earliest)...calendar.day(containing: latest))
    } else if Self.changesEstimates.contains(kind) {
      estimatesFrom = min(estimatesFrom ?? first, first)
    }
  }

  /// Adds what a deletion of a kind makes stale, wherever in a stretch it was: estimates that were deleted are made again.
  public mutating func add(
    deletionOf kind: AnySampleKind, in stretch: Range<Date>, calendar: DayCalendar
  ) {
    add(kind, in: stretch, calendar: calendar)
    guard EstimateUpdate.madeKinds.contains(kind) else { return }
    let first = calendar.day(containing: stretch.lowerBound)
    if EstimateUpdate.weeklyKinds.contains(kind) {
      estimatesFrom = min(estimatesFrom ?? first, first)
    } else {
      days.formUnion(
        first...calendar.day(containing: max(stretch.upperBound - 0.001, stretch.lowerBound)))
    }
  }

  /// Whether there is nothing to do.
  public var isNothing: Bool { days.isEmpty && estimatesFrom == nil && !isEverything }

  /// So long a walk lasts at most, seconds; the analysis divides walks at half of it.
  package static let longestWalkSeconds = 3600.0

  /// The kinds whose samples make something stale.
  public static var kinds: Set<AnySampleKind> {
    changesDays.union(changesEstimates)
  }

  /// What days are made of, and what shows that somebody walked where their own samples are not there.
  private static let changesDays = DayRows.kinds.union(DayRows.signKinds)
    .union(DailyHeartRule.kinds)

  /// Clinic tests and requests change estimates, not days.
  private static let changesEstimates: Set<AnySampleKind> = [
    SampleKind.sixMinuteWalkDistance.erased, SampleKind.recalibration.erased,
  ]
}

/// A staleness with its days named: "everything" has become the days that there are.
struct SettledStaleness {
  var days: Set<LocalDay>
  var estimatesFrom: LocalDay?
  var isEverything: Bool
  /// Where everything is: the day before which there can be nothing, as no walk or wear is earlier, or none through the last
  /// day; `nil` where there is none at all.
  var begin: LocalDay?

  /// The earliest day that anything is to be made for; `nil` when nothing is.
  var firstDay: LocalDay? {
    [days.min(), estimatesFrom].compactMap { $0 }.min()
  }

  /// The days in stretches without gaps, each short enough that a life's walks are not in memory at
  /// once.
  var stretches: [ClosedRange<LocalDay>] {
    var stretches: [ClosedRange<LocalDay>] = []
    for day in days.sorted() {
      if let last = stretches.last, last.upperBound.advanced(by: 1) == day,
        last.count < Self.longestStretch
      {
        stretches[stretches.count - 1] = last.lowerBound...day
      } else {
        stretches.append(day...day)
      }
    }
    return stretches
  }

  /// A year: some 10 MB of rows.
  private static let longestStretch = 366
}

extension EstimateReading {
  /// Names the days of a staleness, and lets a changed day about a clinic test make everything
  /// stale that the test calibrates.
  func settled(_ stale: Staleness, through lastDay: LocalDay) async throws -> SettledStaleness {
    // What is stale after the last day waits for it: a clinic test or a new beginning may be entered before there are data.
    var settled = SettledStaleness(
      days: stale.days.filter { $0 <= lastDay },
      estimatesFrom: stale.estimatesFrom.flatMap { $0 <= lastDay ? $0 : nil },
      isEverything: stale.isEverything)
    if stale.isEverything, let first = try await earliestDay() {
      settled.begin = min(first, lastDay.advanced(by: 1))
      if first <= lastDay {
        settled.days.formUnion(first...lastDay)
        settled.estimatesFrom = first
        settled.begin = settled.firstDay
        return settled
      }
    }
    let around = update.settings.calibration.daysAround
    for test in try await requests().tests {
      let near = test.day.advanced(by: -around)...test.day.advanced(by: around)
      if settled.days.contains(where: near.contains) {
        settled.estimatesFrom = min(settled.estimatesFrom ?? test.day, test.day)
      }
    }
    return settled
  }
}
