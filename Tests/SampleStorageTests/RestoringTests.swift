import Foundation
import GRDB
import GaitModel
import Testing

import SampleStorage

/// What was deleted and comes back is forgotten among deletions row by row.
struct RestoringTests {
  /// Of a person's years a deletion has hundreds of thousands of rows in one change.
  @Test func `a deletion that is taken back is found by its whole key`() async throws {
    let folder = try StoreFolder()
    let store = try await folder.filledStore()
    _ = try await store.delete(matching: SampleQuery())
    let queue = try DatabaseQueue(path: folder.path)
    let plans = try await queue.read { database in
      try ["DELETE FROM deletion", "UPDATE deletion SET gave_way = 1"].map { statement in
        try Row.fetchAll(
          database, sql: "EXPLAIN QUERY PLAN \(statement) WHERE \(StoreDeletions.Place.isIt)",
          arguments: [1, 1, ""]
        ).map { ($0["detail"] as String?) ?? "" }.joined()
      }
    }
    for plan in plans {
      #expect(plan.contains("(change_id=? AND kind_id=? AND sample=?)"), "\(plan)")
    }
  }

  @Test func `what was deleted of several kinds at once and comes back is deleted no more`()
    async throws
  {
    let (folder, other) = (try StoreFolder(), try StoreFolder())
    let store = try await folder.filledStore()
    let copy = try other.store()
    _ = try await copy.merge(store)
    let all = try await store.samples(matching: SampleQuery(includesLeftOut: true))
    _ = try await store.delete(matching: SampleQuery())
    _ = try await store.merge(copy, restoringDeleted: true)
    #expect(try await store.samples(matching: SampleQuery(includesLeftOut: true)) == all)
    let left = try await DatabaseQueue(path: folder.path).read { database in
      try Int.fetchOne(database, sql: "SELECT count(*) FROM deletion WHERE gave_way = 0")
    }
    #expect(left == 0)
  }
}
