import Foundation
import GaitModel

/// Samples by kind, cut into the days on which they began; what adds up, and wear, into the days that it covers.
struct DayRows {
  private let grid: DayGrid
  private let rows: [AnySampleKind: [SampleRow]]
  private let signs: [AnySampleKind: [SampleRow]]

  /// Makes it of rows in their order, by kind, of flat, steady walking or of a kind that does not ask
  /// for it; and of whatever else shows that somebody walked or ran on the days in doubt.
  init(
    _ rows: [AnySampleKind: [SampleRow]], signs: [AnySampleKind: [SampleRow]] = [:],
    days: ClosedRange<LocalDay>, calendar: DayCalendar
  ) {
    grid = DayGrid(days, in: calendar)
    self.rows = rows
    self.signs = signs
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

  /// Kinds of which a run has some as well.
  private static let ofAnyGait: Set<AnySampleKind> = [
    SampleKind.stepCount.erased, SampleKind.distance.erased, SampleKind.turnCount.erased,
  ]

  /// The kinds that show that somebody walked or ran, steadily or not.
  static let signKinds: Set<AnySampleKind> = kinds.subtracting([SampleKind.wearTime.erased])
    .union(ofAnyGait)
    .union([SampleKind.runningTime.erased, SampleKind.strideLength.erased])

  /// Those of them that reach into every day that they cover.
  static let coveringKinds: Set<AnySampleKind> = summedKinds.union(ofAnyGait)
    .union([SampleKind.runningTime.erased])

  /// Whether a sample of a kind counts on every day that it covers; others count on the one on which they begin.
  static func covers(_ kind: AnySampleKind) -> Bool {
    coveringKinds.contains(kind) || kind == SampleKind.wearTime.erased
  }

  /// No walk lasts longer, days: so far before a day lie walks that reach into it. Our choice.
  static let longestWalkDays = 1

  /// The sum of a kind on a day: a sample across midnight gives each day its share by time, as the figures of a
  /// store's intervals do. `nil` where others show that somebody walked and none of the kind is there: it was
  /// deleted, or is not collected.
  func sum<Value>(of kind: SampleKind<Value>, on day: LocalDay) -> Double? {
    guard !isMissing(kind.erased, on: day) else { return nil }
    let rows = rows[kind.erased] ?? []
    let interval = interval(of: day)
    let sum =
      rows[Self.places(in: rows, from: interval.lowerBound - Self.longestWalk, to: interval)]
      .reduce(0.0) { $0 + $1.value * $1.share(of: interval) }
    return sum
  }

  /// The samples of a kind that began on a day, in time order.
  func of<Value>(_ kind: SampleKind<Value>, on day: LocalDay) -> ArraySlice<SampleRow> {
    let rows = rows[kind.erased] ?? []
    let interval = interval(of: day)
    return rows[Self.places(in: rows, from: interval.lowerBound, to: interval)]
  }

  /// The days on which the device was worn and no step, or no walking time, begins. Whether nobody walked or the
  /// samples are not there, others tell.
  var daysInDoubt: Set<LocalDay> {
    Set(
      wornSeconds().keys.filter {
        of(.stepCount, on: $0).isEmpty || of(.walkingTime, on: $0).isEmpty
      })
  }

  /// Whether somebody walked on a day, as others show, and nothing says how much of a kind it was.
  private func isMissing(_ kind: AnySampleKind, on day: LocalDay) -> Bool {
    let interval = interval(of: day)
    guard !Self.begins(rows[kind] ?? [], in: interval) else { return false }
    let others = others(of: kind, in: interval)
    if others.contains(where: { Self.begins(signs[$0] ?? [], in: interval) }) { return true }
    return !Self.reaches(rows[kind] ?? [], into: interval)
      && others.intersection(Self.coveringKinds).contains {
        Self.reaches(signs[$0] ?? [], into: interval)
      }
  }

  /// The kinds that show that there should be some of a kind: a run has no walking time.
  private func others(of kind: AnySampleKind, in interval: Range<Int64>) -> Set<AnySampleKind> {
    let others = Self.signKinds.subtracting([kind])
    let running = SampleKind.runningTime.erased
    guard kind == SampleKind.walkingTime.erased else { return others }
    let ran = Self.reaches(signs[running] ?? [], into: interval)
    return others.subtracting(ran ? Self.ofAnyGait.union([running]) : [running])
  }

  private static func begins(_ rows: [SampleRow], in interval: Range<Int64>) -> Bool {
    !places(in: rows, from: interval.lowerBound, to: interval).isEmpty
  }

  private static func reaches(_ rows: [SampleRow], into interval: Range<Int64>) -> Bool {
    rows[places(in: rows, from: interval.lowerBound - longestWalk, to: interval)].contains {
      $0.share(of: interval) > 0
    }
  }

  /// From the first to the last millisecond of a day, since 1970.
  private func interval(of day: LocalDay) -> Range<Int64> {
    let interval = grid.interval(of: day)
    return interval.lowerBound.millisecondsSince1970..<interval.upperBound.millisecondsSince1970
  }

  /// Milliseconds.
  private static let longestWalk = Int64(longestWalkDays) * 86_400_000

  /// Seconds worn by day. Of devices that were worn at once one counts, as the store tells: here days are by the
  /// samples' own clocks, and after a flight west two mornings have the same hours.
  func wornSeconds() -> [LocalDay: Double] {
    var worn: [LocalDay: Double] = [:]
    for row in rows[SampleKind.wearTime.erased] ?? [] where row.duration > 0 {
      let time =
        Date(millisecondsSince1970: row.start)..<Date(millisecondsSince1970: row.end)
      for day in grid.days(overlapping: time) {
        worn[day, default: 0] += min(row.value, row.seconds) * row.share(of: interval(of: day))
      }
    }
    return worn
  }

  /// The places of rows that begin from an instant on and before an interval ends.
  private static func places(
    in rows: [SampleRow], from first: Int64, to interval: Range<Int64>
  ) -> Range<Int> {
    place(of: first, in: rows)..<place(of: interval.upperBound, in: rows)
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
  /// The share of a sample's time in an interval, milliseconds since 1970; an instant lies whole where it is.
  fileprivate func share(of interval: Range<Int64>) -> Double {
    guard duration > 0 else { return interval.contains(start) ? 1 : 0 }
    return Double(max(0, min(end, interval.upperBound) - max(start, interval.lowerBound)))
      / Double(duration)
  }
}
