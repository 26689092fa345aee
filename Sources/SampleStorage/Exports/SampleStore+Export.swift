import Foundation
import GRDB
import GaitModel

/// What becomes of samples on their way out of a store.
public struct ExportSettings: Sendable {
  /// How rows are written.
  public var format: ExportFormat
  /// What the file is sealed with; `nil` for plain text.
  public var seal: ExportKey?
  /// What replaces participants' names; `nil` to leave them as they are.
  public var code: ParticipantCode?

  /// Makes settings: what is `nil` is not done.
  public init(format: ExportFormat = .csv, seal: ExportKey?, code: ParticipantCode?) {
    self.format = format
    self.seal = seal
    self.code = code
  }
}

extension SampleStore {
  /// Writes samples to a file, by person, kind and time. The file appears when it is whole.
  ///
  /// - Parameters:
  ///   - query: which samples; its order and limit do not count.
  ///   - path: the file, which is replaced when it exists; `-` is standard output.
  ///   - settings: plain or sealed, with names or codes.
  /// - Returns: how many samples were written.
  /// - Throws: `SampleAccessError` when a kind may not be read; ``StoreError``; ``SealError``.
  @discardableResult
  public func export(
    _ query: SampleQuery, to path: String, _ settings: ExportSettings
  ) async throws -> Int {
    try requireReading(query.kinds ?? [])
    return try await file.read { database in
      let series = try readable(database, query)
      var file = try ExportFile(path, sealer: try settings.seal.map { try ChunkSealer($0) })
      do {
        try file.write(settings.format.header)
        let count = try write(series, query, settings, to: &file, database)
        try file.finish()
        return count
      } catch {
        file.abandon()
        throw error
      }
    }
  }

  private func write(
    _ series: [Series], _ query: SampleQuery, _ settings: ExportSettings,
    to file: inout ExportFile, _ database: Database
  ) throws -> Int {
    var origins = OriginCatalog(database, for: query)
    let all = try rowCount(series, query, database)
    var count = 0
    for series in series {
      let scan = SeriesScan(query, of: series)
      try scan.forEach(database) { row in
        guard let origin = try origins.origin(of: row) else { return true }
        let record = SampleRecord(
          row.sample(series.kind, origin), rowsAfter: all - 1 - count)
        try file.write(try settings.format.line(settings.code?.coded(record) ?? record))
        count += 1
        return true
      }
    }
    return count
  }

  /// How many rows there will be: each says how many follow.
  private func rowCount(
    _ series: [Series], _ query: SampleQuery, _ database: Database
  ) throws -> Int {
    var origins = OriginCatalog(database, for: query)
    var count = 0
    for series in series {
      try SeriesScan(query, of: series).forEach(database) { row in
        if try origins.origin(of: row) != nil { count += 1 }
        return true
      }
    }
    return count
  }
}
