import GRDB
import GaitModel

extension SampleStore {
  /// The samples asked for as plain numbers by kind, in their order; the query's order and limit do
  /// not count.
  ///
  /// A row costs a third of a sample: nothing is looked up that the query does not ask for.
  ///
  /// - Parameter query: which samples.
  /// - Returns: the rows of each kind that has some, the earliest first.
  /// - Throws: `SampleAccessError` when a kind may not be read; ``StoreError``.
  public func rows(matching query: SampleQuery) async throws -> [AnySampleKind: [SampleRow]] {
    try requireReading(query.kinds ?? [])
    return try await file.read { database in
      var origins = OriginCatalog(database, for: query)
      var rows: [AnySampleKind: [SampleRow]] = [:]
      for series in try readable(database, query) {
        let own = try Self.rows(of: series, query, database, &origins)
        if !own.isEmpty { rows[series.kind, default: []] += own }
      }
      // Series and what a source is called by number come in the order in which they were added.
      return rows.mapValues { zip($0, $0.dropFirst()).allSatisfy { $0 <= $1 } ? $0 : $0.sorted() }
    }
  }

  private static func rows(
    of series: Series, _ query: SampleQuery, _ database: Database, _ origins: inout OriginCatalog
  ) throws -> [SampleRow] {
    var scan = SeriesScan(query, of: series)
    scan.isWhole = false
    var rows: [SampleRow] = []
    let counted = query.countsOnce ? try query.counted(database, series) : nil
    try scan.forEach(database) { stored in
      guard try origins.asks(for: stored) else { return true }
      guard let counted, !counted.time.isWhole(stored.source) else {
        rows.append(stored.row)
        return true
      }
      rows += counted.parts(of: stored).map { stored.row(in: $0.range, $0.value) }
      return true
    }
    return rows
  }
}

extension StoredSample {
  /// The row as plain numbers.
  var row: SampleRow {
    SampleRow(
      start: start, duration: duration, value: value, standardError: standardError,
      standardErrorWithinPerson: standardErrorWithinPerson)
  }

  /// A part of the row as plain numbers.
  func row(in range: Range<Int64>, _ value: Double) -> SampleRow {
    SampleRow(
      start: range.lowerBound, duration: range.upperBound - range.lowerBound, value: value,
      standardError: standardError, standardErrorWithinPerson: standardErrorWithinPerson)
  }
}
