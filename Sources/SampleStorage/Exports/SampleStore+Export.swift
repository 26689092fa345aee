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
  /// Writes samples to a file, by person, kind and time, and after those of a kind what gave way to them. The file
  /// appears when it is whole.
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
    try await file.requireSoundPages()
    return try await file.read { database in
      let series = try readable(database, query)
      var file = try ExportFile(path, sealer: try settings.seal.map { try ChunkSealer($0) })
      do {
        try file.write(settings.format.header)
        let count = try write(series, query, settings, to: &file, database)
        if count == 0 { try file.write(settings.format.endWithoutRows) }
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
    let all = try rowCount(series, query, database)
    let times = try StoredTimes(database)
    let sizes = try AnalysisSizes(database, of: query.participant)
    var count = 0
    try forEachRow(series, query, database) { row, series, origin, superseding in
      var record = SampleRecord(row.sample(series.kind, origin), rowsAfter: all - 1 - count)
      if let superseding {
        record.supersededTime = SampleRecord.text(superseding.instant)
        record.reason = superseding.reason
        record.storedTime = superseding.stored.map { SampleRecord.text($0) }
      } else {
        record.storedTime = times.time(of: row).map { SampleRecord.text($0) }
        record.phoneExportTime = times.export(of: row).map { SampleRecord.text($0) }
      }
      record.analysisSamples = sizes.size(of: row)
      try file.write(try settings.format.line(settings.code?.coded(record) ?? record))
      count += 1
    }
    return count
  }

  /// How many rows there will be: each says how many follow.
  private func rowCount(
    _ series: [Series], _ query: SampleQuery, _ database: Database
  ) throws -> Int {
    var count = 0
    try forEachRow(series, query, database) { _, _, _, _ in count += 1 }
    return count
  }

  /// Hands out the rows of each series: first what is valid, then what gave way.
  private func forEachRow(
    _ series: [Series], _ query: SampleQuery, _ database: Database,
    _ body: (StoredSample, Series, Sample.Origin, Superseding?) throws -> Void
  ) throws {
    var origins = OriginCatalog(database, for: query)
    for series in series where !series.kind.isBookkeeping {
      let scan = SeriesScan(query, of: series)
      try scan.forEach(database) { row in
        if let origin = try origins.origin(of: row) { try body(row, series, origin, nil) }
        return true
      }
      try scan.forEachSuperseded(database) { row, superseding in
        if let origin = try origins.origin(of: row) {
          try body(row, series, origin, superseding)
        }
      }
    }
  }
}

/// How many samples the analyses of a store have: whoever reads a part of one knows by it that it is a part.
struct AnalysisSizes {
  private var sizes: [Int64: Int] = [:]

  /// Counts the samples of a person, or of everybody.
  init(_ database: Database, of participant: String?) throws {
    var counts: [Int64: Int] = [:]
    for series in try SeriesCatalog.series(database, participant: participant, kinds: nil)
    where !series.kind.isBookkeeping {
      try SeriesScan(series: series.id).forEach(database) { row in
        counts[row.source, default: 0] += 1
        return true
      }
    }
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT source.id, recording.stored_ms IS NOT NULL AND recording.revisions <> '{}',
          recording.stored_ms IS NULL AND NOT EXISTS (
            SELECT 1 FROM recording AS kept WHERE kept.stored_ms IS NOT NULL
              AND kept.content <> '' AND kept.content = recording.content)
        FROM source JOIN recording ON recording.id = source.recording_id WHERE source.name = ?
        """, arguments: [SampleSource.analysisName])
    while let row = try rows.next() {
      let source = try row.integer(0)
      let (isWhole, isGivenUp) = (try row.integer(1) == 1, try row.integer(2) == 1)
      if isWhole { sizes[source] = counts[source] ?? 0 }
      if isGivenUp { sizes[source] = 0 }
    }
  }

  /// Of the analysis to which a row belongs or gave way: 0 where there is none any more, `nil` where it may lack
  /// samples, gave way to one under another name, or is none.
  func size(of row: StoredSample) -> Int? { sizes[row.source] }
}

/// When samples were stored.
struct StoredTimes {
  private let changes: [Int64: TimeSaid]
  private var analyses: [Int64: Int64] = [:]

  /// Reads the times of a store.
  init(_ database: Database) throws {
    changes = try ChangeLog.times(database)
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT source.id, stored_ms FROM source JOIN recording ON recording.id = source.recording_id
        WHERE source.name = ? AND stored_ms IS NOT NULL
        """, arguments: [SampleSource.analysisName])
    while let row = try rows.next() { analyses[try row.integer(0)] = try row.integer(1) }
  }

  /// When a sample was stored: of an analysis, when that was. `nil` where it is not known.
  func time(of row: StoredSample) -> Date? {
    let stored = analyses[row.source] ?? changes[row.change]?.stored ?? 0
    return stored == 0 ? nil : Date(millisecondsSince1970: stored)
  }

  /// When the phone's export was written that says a sample; `nil` where that is not known, or none does.
  func export(of row: StoredSample) -> Date? {
    changes[row.change]?.exported.map { Date(millisecondsSince1970: $0) }
  }
}
