import GRDB
import GaitModel

/// One person's samples of one kind.
struct Series: Hashable, Sendable {
  /// Its number in the store.
  var id: Int64
  /// The person.
  var participant: String
  /// The person's number in the store.
  var participantID: Int64
  /// The kind.
  var kind: AnySampleKind
  /// The kind's number in the store.
  var kindID: Int64
  /// No sample of the series is longer, milliseconds.
  var longestMilliseconds: Int64
}

/// Which series there are.
enum SeriesCatalog {
  /// The series of a person or of everybody, of some kinds or of all, by person and kind.
  static func series(
    _ database: Database, participant: String?, kinds: Set<AnySampleKind>?
  ) throws -> [Series] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT series.id, participant.name, participant.id, kind.name, kind.id, longest_ms
        FROM participant CROSS JOIN series ON series.participant_id = participant.id
          JOIN kind ON kind.id = series.kind_id
        \(participant == nil ? "" : "WHERE participant.name = ?")
        ORDER BY participant.name, kind.name
        """, arguments: participant.map { [$0] } ?? [])
    return try rows.compactMap { row in
      let kind = AnySampleKind(try row.word(3))
      guard kinds?.contains(kind) ?? true else { return nil }
      return Series(
        id: try row.integer(0), participant: try row.word(1), participantID: try row.integer(2),
        kind: kind, kindID: try row.integer(4), longestMilliseconds: try row.integer(5))
    }
  }
}
