import Foundation
import GaitModel

/// Samples by kind, cut into the days on which they began; what adds up, and wear, into the days that it covers.
struct DayRows {
  private let grid: DayGrid
  private let rows: [AnySampleKind: [SampleRow]]

  /// Makes it of rows in their order, by kind, of flat, steady walking or of a kind that does not ask
  /// for it.
  init(
    _ rows: [AnySampleKind: [SampleRow]], days: ClosedRange<LocalDay>, calendar: DayCalendar
  ) {
    grid = DayGrid(days, in: calendar)
    self.rows = rows
  }

  /// The kinds that days are made of.
  static let kinds: Set<AnySampleKind> = [
    SampleKind.walkingSpeed.erased, SampleKind.stepLength.erased, SampleKind.cadence.erased,
    SampleKind.doubleSupport.erased, SampleKind.walkingAsymmetry.erased,
    SampleKind.strideTimeVariability.erased, SampleKind.walkingTime.erased,
    SampleKind.stepCount.erased, SampleKind.wearTime.erased,
  ]

  /// The kinds that add up over a day, besides wear.
  static let summedKinds: Set<AnySampleKind> = [
    SampleKind.walkingTime.erased, SampleKind.stepCount.erased,
  ]

  /// No walk lasts longer, days: so far before a day lie walks that reach into it. Our choice.
  static let longestWalkDays = 1

  /// The sum of a kind on a day: a sample across midnight gives each day its share by time, as the figures of a
  /// store's intervals do.
  func sum<Value>(of kind: SampleKind<Value>, on day: LocalDay) -> Double {
    let rows = rows[kind.erased] ?? []
    let interval = grid.interval(of: day)
    let begin = interval.lowerBound.millisecondsSince1970
    let end = interval.upperBound.millisecondsSince1970
    let earliest = begin - Int64(Self.longestWalkDays) * 86_400_000
    return rows[Self.place(of: earliest, in: rows)..<Self.place(of: end, in: rows)]
      .reduce(0) { $0 + $1.value * $1.share(between: begin, end) }
  }

  /// The samples of a kind that began on a day, in time order.
  func of<Value>(_ kind: SampleKind<Value>, on day: LocalDay) -> ArraySlice<SampleRow> {
    let rows = rows[kind.erased] ?? []
    let interval = grid.interval(of: day)
    let first = Self.place(of: interval.lowerBound.millisecondsSince1970, in: rows)
    let end = Self.place(of: interval.upperBound.millisecondsSince1970, in: rows)
    return rows[first..<end]
  }

  /// Seconds worn by day; a stretch that two devices shared counts once.
  func wornSeconds() -> [LocalDay: Double] {
    var wear: [LocalDay: [WornStretch]] = [:]
    for row in rows[SampleKind.wearTime.erased] ?? [] where row.duration > 0 {
      let share = min(row.value / row.seconds, 1)
      let (start, end) = (
        Date(millisecondsSince1970: row.start), Date(millisecondsSince1970: row.end)
      )
      for day in grid.days(overlapping: start..<end) {
        let interval = grid.interval(of: day)
        wear[day, default: []].append(
          WornStretch(
            start: max(start, interval.lowerBound).timeIntervalSinceReferenceDate,
            end: min(end, interval.upperBound).timeIntervalSinceReferenceDate, share: share))
      }
    }
    return wear.mapValues(Self.seconds)
  }

  /// Time in a stretch, of which a share was worn.
  private struct WornStretch {
    var start: Double
    var end: Double
    var share: Double
  }

  private static func seconds(_ stretches: [WornStretch]) -> Double {
    let sorted = stretches.sorted {
      ($0.start, $0.end, $0.share) < ($1.start, $1.end, $1.share)
    }
    var (seconds, reached) = (0.0, -Double.infinity)
    for stretch in sorted where stretch.end > reached {
      seconds += (stretch.end - max(stretch.start, reached)) * stretch.share
      reached = stretch.end
    }
    return seconds
  }

  /// The first place whose start is not before an instant.
  private static func place(of instant: Int64, in rows: [SampleRow]) -> Int {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].start < instant { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension SampleRow {
  /// The share of a sample's time between two instants, milliseconds since 1970; an instant lies whole where it is.
  fileprivate func share(between begin: Int64, _ limit: Int64) -> Double {
    guard duration > 0 else { return start >= begin && start < limit ? 1 : 0 }
    return Double(max(0, min(end, limit) - max(start, begin))) / Double(duration)
  }
}
