import Foundation
import GRDB
import GaitModel

/// Gathers the samples that a query asks for from the series that hold them.
struct SampleCollection {
  private let query: SampleQuery

  /// Makes a collection for a query.
  init(_ query: SampleQuery) { self.query = query }

  /// The samples of some series, not yet arranged: with a limit on the earliest or latest, no more
  /// of each series than can be among them.
  func samples(_ database: Database, of series: [Series]) throws -> [Sample] {
    var origins = OriginCatalog(database, for: query)
    var samples: [Sample] = []
    for series in series { try add(series, to: &samples, database, &origins) }
    return samples
  }

  private func add(
    _ series: Series, to samples: inout [Sample], _ database: Database,
    _ origins: inout OriginCatalog
  ) throws {
    var scan = SeriesScan(query, of: series)
    scan.isDescending = query.order == .newestFirst
    let enough = query.order == .oldestFirst || scan.isDescending ? query.limit ?? .max : .max
    var count = 0
    var lastStart: Int64?
    let counted = query.countsOnce ? try query.counted(database, series) : nil
    try scan.forEach(database) { row in
      // Samples of one instant stay together: their order is settled later.
      if count >= enough, row.start != lastStart { return false }
      guard let origin = try origins.origin(of: row) else { return true }
      let whole = row.sample(series.kind, origin)
      samples += counted.map { $0.samples(of: row, whole) } ?? [whole]
      count += 1
      lastStart = row.start
      return true
    }
  }
}

extension StoredSample {
  /// The row as a sample.
  func sample(_ kind: AnySampleKind, _ origin: Sample.Origin) -> Sample {
    let start = start
    return Sample(
      kind: kind, value: value, start: Date(millisecondsSince1970: start),
      end: Date(millisecondsSince1970: start + duration), origin: origin,
      standardError: standardError, standardErrorWithinPerson: standardErrorWithinPerson,
      distinction: Int(distinction))
  }
}

extension Date {
  /// The first whole millisecond that is not before the instant.
  var firstMillisecond: Int64 {
    let milliseconds = (timeIntervalSince1970 * 1000).rounded(.up)
    return Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max)
  }
}
