import Foundation
import GRDB
import GaitModel

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
