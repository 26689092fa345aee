import Foundation
import GRDB
import GaitModel

extension SampleStore {
  /// The clocks by which a person's samples of some kinds were made; those that name none give none.
  ///
  /// - Parameters:
  ///   - participant: the person.
  ///   - kinds: the kinds; `nil` for all.
  ///   - isEnteredByHand: only what a person entered, or only the others.
  ///   - source: the beginning of the names of sources that do not count; `nil` counts all.
  ///   - isSuperseded: of what gave way, in place of what is valid.
  /// - Returns: each clock once; empty where nothing is held that names one.
  /// - Throws: `SampleAccessError` when a kind may not be read; ``StoreError``.
  public func clocks(
    of participant: String, kinds: Set<AnySampleKind>?, isEnteredByHand: Bool = false,
    without source: String? = nil, ofSuperseded isSuperseded: Bool = false
  ) async throws -> Set<SampleClock> {
    try await file.read { database in
      let series = try readable(database, SampleQuery(kinds: kinds, participant: participant))
      guard let person = series.first?.participantID else { return [] }
      var details: [SampleClock: [Int64]] = [:]
      for (metadata, numbers) in try DetailRow.clocks(database, of: person)
      where metadata.isEnteredByHand == isEnteredByHand {
        guard let clock = SampleClock(metadata) else { continue }
        details[clock, default: []] += numbers
      }
      // What gave way keeps its details: a clock counts while a sample has it.
      return try Set(
        details.keys.filter { clock in
          try series.contains { series in
            try Self.holds(
              database, series, details[clock] ?? [], without: source,
              in: isSuperseded ? "superseded" : "sample")
          }
        })
    }
  }

  private static func holds(
    _ database: Database, _ series: Series, _ details: [Int64], without source: String?,
    in table: String
  ) throws -> Bool {
    let numbers = "[" + details.map(String.init).joined(separator: ",") + "]"
    return try Bool.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT EXISTS (SELECT 1 FROM \(table) JOIN source ON source.id = source_id
            WHERE series_id = ? AND detail_id IN (SELECT value FROM json_each(?))
              AND (? IS NULL OR substr(source.name, 1, length(?)) <> ?))
          """), arguments: [series.id, numbers, source, source, source]) ?? false
  }
}

extension DetailRow {
  /// What of a person's details tells their clocks, each once, with the numbers of the details.
  static func clocks(
    _ database: Database, of person: Int64
  ) throws -> [(metadata: SampleMetadata, numbers: [Int64])] {
    let rows = try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT is_entered_by_hand, time_zone, utc_offset_s,
            CASE WHEN other LIKE '%"clock"%' THEN other END, json_group_array(id)
          FROM detail WHERE participant_id = ? GROUP BY 1, 2, 3, 4
          """), arguments: [person])
    return try rows.map { row in
      let metadata = SampleMetadata(
        isEnteredByHand: try row.integer(0) == 1, timeZoneIdentifier: try row.text(1),
        utcOffsetSeconds: try row.optionalInteger(2).map { Int($0) },
        other: words(try row.text(3)))
      let numbers = try JSONDecoder().decode([Int64].self, from: Data(try row.word(4).utf8))
      return (metadata, numbers)
    }
  }
}
