import Foundation
import GRDB
import GaitModel

/// Figures of a kind, interval by interval: a day's 95th percentile, a week's mean, a month's sum.
///
/// ```swift
/// var query = StatisticsQuery(.walkingSpeed, every: .days(1), in: calendar)
/// query.samples.participant = "P07"
/// query.percentiles = [0.95]
/// for day in try await store.statistics(query) {
///   print(day.interval.start, day.percentiles[0.95] ?? .nan)
/// }
/// ```
public struct StatisticsQuery: Hashable, Sendable {
  /// The kind.
  public var kind: AnySampleKind
  /// Which samples count; order, limit and kinds do not matter.
  public var samples: SampleQuery
  /// The length of an interval.
  public var step: Step
  /// An instant at which an interval begins; intervals are counted from it both ways. `nil` for
  /// the beginning, by the calendar, of the interval that holds 2001-01-01 12:00 of its clock, a Monday; of hours, for the
  /// midnight before it.
  public var anchor: Date?
  /// Where days begin and how long they are: with a time zone, days of 23 and 25 hours are days.
  public var calendar: Calendar
  /// The shares of samples for which the value below which they lie is asked, 0-1: per-bout percentiles of
  /// kinds whose samples are bouts, a short bout counting as a long one.
  public var percentiles: [Double]
  /// The shares of time for which the value below which it lies is asked, 0-1: each sample counts for as
  /// long as it lasts, as walking time does in `daily-walking-speed-p95`. Of what adds up there is none.
  public var timeWeightedPercentiles: [Double]
  /// Whether each person has figures, or all people together.
  public var grouping: Grouping
  /// Whether values of several sources are put together. They are not unless asked for: a phone and
  /// a sensor that counted the same steps would count them twice, and a value from a clinic is no
  /// estimate.
  public var mixesSources: Bool

  /// Asks for figures of a kind.
  ///
  /// - Parameters:
  ///   - kind: the kind.
  ///   - step: the length of an interval.
  ///   - calendar: with the time zone of the people; there is no default.
  public init<Value>(_ kind: SampleKind<Value>, every step: Step, in calendar: Calendar) {
    self.init(kind: kind.erased, every: step, in: calendar)
  }

  /// Asks for figures of a kind without its type.
  public init(kind: AnySampleKind, every step: Step, in calendar: Calendar) {
    self.kind = kind
    self.step = step
    self.calendar = calendar
    samples = SampleQuery()
    percentiles = []
    timeWeightedPercentiles = []
    grouping = .eachPerson
    mixesSources = false
  }

  /// The length of an interval.
  public enum Step: Hashable, Sendable {
    /// So many hours by the clock on the wall: where it is changed, the interval is shorter or longer.
    case hours(Int)
    /// So many calendar days.
    case days(Int)
    /// So many calendar weeks.
    case weeks(Int)
    /// So many calendar months.
    case months(Int)
  }

  /// Whose figures.
  public enum Grouping: Hashable, Sendable {
    /// Each person's own.
    case eachPerson
    /// All people's samples as one heap.
    case everybody
  }
}

extension SampleStore {
  /// Figures of a kind, interval by interval.
  ///
  /// - Parameter query: which kind, samples, intervals and figures. `from` and `to` of its samples
  ///   cut the intervals at the ends.
  /// - Returns: the intervals that have samples, by person and time; values are in the kind's base
  ///   unit, see ``IntervalStatistics/converted(to:)``.
  /// - Throws: `SampleAccessError` when the kind may not be read; ``StoreError``.
  public func statistics(_ query: StatisticsQuery) async throws -> [IntervalStatistics] {
    try access.requireReading(query.kind)
    var query = query
    query.samples.kinds = [query.kind]
    return try await file.read { [query] database in
      var scan = StatisticsScan(query)
      for series in try readable(database, query.samples) { try scan.add(series, database) }
      return scan.finish()
    }
  }
}
