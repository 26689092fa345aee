import Foundation
import GRDB
import GaitModel

/// Gathers the samples that a query asks for from the series that hold them.
struct SampleCollection {
  private let query: SampleQuery
  private let recordings: Set<Int64>?

  /// Makes a collection for a query.
  ///
  /// - Parameters:
  ///   - query: which samples.
  ///   - recordings: the numbers of those among which one at a time counts, where the query asks for that; `nil` for
  ///     all.
  init(_ query: SampleQuery, among recordings: Set<Int64>? = nil) {
    self.query = query
    self.recordings = recordings
  }

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
    let counted =
      query.countsOnce ? try query.counted(database, series, among: recordings) : nil
    try scan.forEach(database) { row in
      // Samples of one instant stay together: their order is settled later.
      if count >= enough, row.start != lastStart { return false }
      guard let origin = try origins.origin(of: row) else { return true }
      let whole = row.sample(series.kind, origin)
      if let counted {
        samples += counted.samples(of: row, whole)
      } else {
        samples.append(whole)
      }
      count += 1
      lastStart = row.start
      return true
    }
  }
}

extension SampleStore {
  /// The samples asked for; of recordings that were labelled and made at once, one at a time counts.
  ///
  /// - Parameters:
  ///   - query: which samples.
  ///   - marks: the kind of the labels.
  /// - Returns: the samples in the order asked for, all of a recording where no other one was labelled.
  /// - Throws: `SampleAccessError` when a kind may not be read; ``StoreError``.
  func samples(
    matching query: SampleQuery, labelledBy marks: AnySampleKind
  ) async throws -> [Sample] {
    try requireReading(query.kinds ?? [])
    return try await file.read { database in
      let labelled = try Int64.fetchAll(
        database,
        sql: """
          SELECT DISTINCT source.recording_id
          FROM sample JOIN source ON source.id = sample.source_id
          WHERE source.recording_id IS NOT NULL AND sample.series_id IN (
            SELECT series.id FROM series JOIN kind ON kind.id = series.kind_id WHERE kind.name = ?)
          """, arguments: [marks.name])
      let series = try readable(database, query)
      return query.arranged(
        try SampleCollection(query, among: Set(labelled)).samples(database, of: series))
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
