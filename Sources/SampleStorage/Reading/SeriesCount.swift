import Foundation
import GRDB
import GaitModel

/// What counts of a series.
struct SeriesCount {
  let time: CountedTime
  let kind: AnySampleKind

  /// Of an analysis a sample is one of them.
  private static let oneByOne = [
    SampleKind.flightsClimbed.erased, SampleKind.flightsDescended.erased,
  ]

  /// The parts of a row that count. The value of a part is in proportion to its time.
  func parts(of row: StoredSample) -> [(range: Range<Int64>, value: Double)] {
    let (start, duration, value) = (row.start, row.duration, row.value)
    let isCut =
      kind.aggregation == .cumulative
      && (!Self.oneByOne.contains(kind) || time.unworn.contains(row.source))
    return time.parts(start, duration, of: row.source, isCut: isCut).map { range in
      let share = duration > 0 ? Double(range.upperBound - range.lowerBound) / Double(duration) : 1
      return (range, value * share)
    }
  }
}

extension SeriesCount {
  /// The parts of a sample that count, as samples.
  func samples(of row: StoredSample, _ whole: Sample) -> [Sample] {
    guard !time.isWhole(row.source) else { return [whole] }
    return parts(of: row).map { range, value in
      Sample(
        kind: whole.kind, value: value, start: Date(millisecondsSince1970: range.lowerBound),
        end: Date(millisecondsSince1970: range.upperBound), origin: whole.origin,
        standardError: whole.standardError,
        standardErrorWithinPerson: whole.standardErrorWithinPerson,
        distinction: whole.distinction)
    }
  }
}

extension SampleQuery {
  /// What counts of a series where only one device at a time does; `nil` where all do, because
  /// the question is about one recording or nothing overlaps.
  ///
  /// - Parameters:
  ///   - database: the store.
  ///   - series: of whom and of which kind.
  ///   - isMixing: whether sources of different names are put together.
  ///   - recordings: the numbers of those among which one counts; `nil` for all.
  /// - Returns: which parts of each row count.
  /// - Throws: what the database throws.
  func counted(
    _ database: Database, _ series: Series, isMixing: Bool = false,
    among recordings: Set<Int64>? = nil
  ) throws -> SeriesCount? {
    guard recording == nil else { return nil }
    let time = try CountedTime(database, of: series, isMixing: isMixing, among: recordings)
    guard !time.aside.isEmpty else { return nil }
    return SeriesCount(time: time, kind: series.kind)
  }
}
