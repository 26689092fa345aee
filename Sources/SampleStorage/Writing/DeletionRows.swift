import Foundation
import GRDB
import GaitModel

extension StoreDeletions {
  /// Where a deletion stands, by its whole key: by change and sample alone all that went with it is looked through for each.
  package struct Place {
    let change: Int64
    let kind: Int64
    let sample: String

    /// The condition that holds for its row alone.
    package static let isIt = "change_id = ? AND kind_id = ? AND sample = ?"

    var arguments: StatementArguments { [change, kind, sample] }
  }

  /// Hands out what was deleted since the store notes when, without what gave way.
  /// - Throws: What the database or the body throws.
  static func forEach(
    _ database: Database, _ body: (UUID, Fact, Place) throws -> Void
  ) throws {
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT deletion.sample, kind.name, change.stored_ms, change.change_id, kind.id
        FROM change JOIN deletion USING (change_id) JOIN kind ON kind.id = deletion.kind_id
        WHERE change.stored_ms > 0 AND deletion.gave_way = 0
        """)
    while let row = try rows.next() {
      let word = try row.word(0)
      guard let sample = UUID(uuidString: word) else { continue }
      let fact = Fact(kind: AnySampleKind(try row.word(1)), instant: try row.integer(2))
      let place = Place(change: try row.integer(3), kind: try row.integer(4), sample: word)
      try body(sample, fact, place)
    }
  }
}
