import GRDB
import GaitModel

extension SampleStore {
  /// The samples asked for as plain numbers, in their order; the query's order and limit do not count.
  ///
  /// A row costs a third of a sample: nothing is looked up that the query does not ask for.
  ///
  /// - Parameter query: which samples.
  /// - Returns: the rows, the earliest first.
  /// - Throws: `SampleAccessError` when a kind may not be read; ``StoreError``.
  public func rows(matching query: SampleQuery) async throws -> [SampleRow] {
    try requireReading(query.kinds ?? [])
    return try await file.read { database in
      var origins = OriginCatalog(database, for: query)
      var rows: [SampleRow] = []
      var isSorted = true
      var last: SampleRow?
      for series in try readable(database, query) {
        var scan = SeriesScan(series: series.id, isWhole: false)
        if let from = query.from { scan.from = from.firstMillisecond }
        if let to = query.to { scan.to = to.firstMillisecond }
        try scan.forEach(database) { stored in
          guard try origins.asks(for: stored) else { return true }
          let row = stored.row
          if let last, row < last { isSorted = false }
          last = row
          rows.append(row)
          return true
        }
      }
      if !isSorted { rows.sort() }
      return rows
    }
  }
}

extension StoredSample {
  /// The row as plain numbers.
  var row: SampleRow {
    SampleRow(
      start: start, duration: duration, value: value, standardError: standardError,
      standardErrorWithinPerson: standardErrorWithinPerson)
  }
}
