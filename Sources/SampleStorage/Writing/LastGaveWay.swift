import Foundation
import GRDB
import GaitModel

/// When something gave way last, milliseconds since 1970: what was stored before does not come back.
enum LastGaveWay {
  /// When an analysis of a recording gave way last.
  static func of(
    _ recording: RecordingReference, _ participant: String, _ database: Database
  ) throws -> Int64? {
    try Int64.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT max(superseded_ms) FROM superseded
          WHERE source_id IN (
            SELECT source.id FROM source JOIN recording ON recording.id = source.recording_id
              JOIN participant ON participant.id = recording.participant_id
            WHERE source.name = ? AND (recording.content <> '' AND recording.content = ?
              OR participant.name = ? AND recording.name = ? AND recording.start_ms = ?
                AND (recording.content = '' OR ? = '')))
          """),
      arguments: [
        SampleSource.analysisName, recording.content ?? "", participant, recording.name,
        recording.start.millisecondsSince1970, recording.content ?? "",
      ])
  }

  /// When anything at a place gave way last.
  static func at(_ key: SampleKey, _ database: Database) throws -> Int64? {
    try Int64.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT max(superseded_ms) FROM superseded WHERE series_id = ? AND start_ms = ?
            AND duration_ms = ? AND source_id = ? AND distinction = ?
          """),
      arguments: [key.series, key.start, key.duration, key.source, key.distinction])
  }
}

extension StoreMerge {
  /// Why and when something gives way in a merge. A merge has no time that would be the same in another order: what
  /// gives way is dated by when it was stored itself.
  static func later(than stored: Int64) -> Superseding {
    let instant = Date(millisecondsSince1970: stored)
    return Superseding(
      reason: "something else was stored later in another store", instant: instant,
      stored: stored == 0 ? nil : instant)
  }
}

extension StoreMerge {
  /// The day for which something was entered, by the clock of its entry.
  static func day(of sample: Sample) -> String {
    Int(exactly: sample.dayOfEntry).map { CivilDate(daysSince1970: $0).text } ?? ""
  }

  /// How many of some samples are valid here.
  static func count(_ samples: [Sample], _ database: Database) throws -> Int {
    guard let first = samples.first else { return 0 }
    let wanted = Set(samples.map(\.id))
    var (origins, count) = (OriginCatalog(database), 0)
    for series in try SeriesCatalog.series(
      database, participant: first.participant, kinds: Set(samples.map(\.kind)))
    {
      try SeriesScan(series: series.id).forEach(database) { row in
        guard let origin = try origins.origin(of: row) else { return true }
        if wanted.contains(row.sample(series.kind, origin).id) { count += 1 }
        return true
      }
    }
    return count
  }
}

extension GivenAgain {
  /// Whether a record gave way before to what is kept at its time, as it would again: it changes nothing.
  ///
  /// - Parameters:
  ///   - sample: a record that is not kept.
  ///   - key: where it would stand.
  ///   - said: when it was said.
  ///   - times: when each change was said.
  ///   - writer: knows the number of its details.
  ///   - database: the store.
  /// - Returns: `true` where it is aside since that was stored to which it would give way.
  /// - Throws: what the database throws.
  static func isAside(
    _ sample: Sample, at key: SampleKey, _ said: TimeSaid, _ times: [Int64: TimeSaid],
    _ writer: inout SampleWriter, _ database: Database
  ) throws -> Bool {
    guard said.exported != nil, try SampleRemoval.hasSuperseded(database, series: key.series)
    else { return false }
    let others = try tells(of: sample.kind, key, in: database).compactMap { times[$0] }
    guard let last = others.max(by: { $0.isBefore($1) }), said.isBefore(last) else { return false }
    return try Bool.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT EXISTS (SELECT 1 FROM superseded WHERE series_id = ? AND start_ms = ?
            AND duration_ms = ? AND source_id = ? AND distinction = ? AND detail_id = ?
            AND value = ? AND superseded_ms = ?)
          """),
      arguments: [
        key.series, key.start, key.duration, key.source, key.distinction,
        try writer.place(of: sample, isAside: true).detail, sample.value, last.stored,
      ]) ?? false
  }
}
