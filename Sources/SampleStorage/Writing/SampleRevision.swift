import Foundation
import GRDB
import GaitModel

/// What a program made of a person's samples, to be kept unless somebody else was at it meanwhile.
///
/// ```swift
/// let place = try await store.currentAnchor()
/// // … read, and make something of it …
/// let revision = SampleRevision(of: "P07", madeFrom: place, kinds: made)
/// while try await !store.keep(revision, at: now) { … /* read and make it again */ }
/// ```
/// What is kept beside something was chosen by what was read. Where another program wrote in between, both would
/// stand there.
public struct SampleRevision: Sendable {
  /// The person.
  public var participant: String
  /// The place in the store's history before anything was read for it.
  public var place: ChangeAnchor
  /// The kinds that are held to: where any of them was written or deleted since the place, nothing is kept.
  public var kinds: Set<AnySampleKind>
  /// Samples that take no other's place.
  public var added: [Sample] = []
  /// Samples that take the place of others, in this order.
  public var replacements: [SampleReplacement] = []
  /// Samples that are deleted.
  public var deleted: [Sample] = []
  /// Whether the person may be unknown to the store; else nothing is kept of who is not there, as somebody deleted them.
  public var mayAddPerson = false

  /// Makes a revision that keeps nothing yet.
  public init(
    of participant: String, madeFrom place: ChangeAnchor, kinds: Set<AnySampleKind>
  ) {
    (self.participant, self.place, self.kinds) = (participant, place, kinds)
  }

  private var samples: [Sample] {
    added + replacements.flatMap { $0.old + $0.new } + deleted
  }

  var writesAnything: Bool { !samples.isEmpty }

  fileprivate var writtenKinds: Set<AnySampleKind> { Set(samples.map(\.kind)) }
}

extension SampleStore {
  /// Keeps a revision, all of it or nothing, and after it how far it goes.
  ///
  /// - Parameters:
  ///   - revision: what was made.
  ///   - instant: when; what gives way says so.
  ///   - mark: says up to which place everything of the person is accounted for: after the revision, or, where
  ///     somebody wrote other kinds of the person meanwhile, the place it was made from. What it returns is kept too.
  /// - Returns: whether it was kept. Nothing was where one of its kinds was written since, and where all of the person was
  ///   deleted: whoever deletes a person does not get them back from somebody who was still counting.
  /// - Throws: `SampleAccessError` when a kind may not be written; ``StoreError``.
  public func keep(
    _ revision: SampleRevision, at instant: Date,
    marking mark: @escaping @Sendable (ChangeAnchor) -> [Sample] = { _ in [] }
  ) async throws -> Bool {
    for kind in revision.writtenKinds.sorted() { try access.requireWriting(kind) }
    let (now, access) = (now, access)
    return try await file.write { database in
      let changed = try Self.kindsChanged(
        database, of: revision.participant, since: revision.place)
      guard let since = changed ?? (revision.mayAddPerson ? [] : nil),
        since.isDisjoint(with: revision.kinds)
      else { return false }
      var stops = try CollectionStops(database)
      func add(_ samples: [Sample]) throws {
        var writer = try SampleWriter(database, at: now)
        try writer.save(samples.filter { stops.admits($0) })
        _ = try writer.finish()
      }
      try add(revision.added)
      for replacement in revision.replacements {
        try Self.replace(database, replacement, at: instant)
      }
      try Self.delete(database, revision.deleted, at: now)
      let marks = mark(since.isEmpty ? try ChangeLog.anchor(database) : revision.place)
      for kind in Set(marks.map(\.kind)) { try access.requireWriting(kind) }
      try add(marks)
      return true
    }
  }

  /// The kinds of a person that were written or deleted since a place; `nil` where nothing of the person is there.
  private static func kindsChanged(
    _ database: Database, of participant: String, since place: ChangeAnchor
  ) throws -> Set<AnySampleKind>? {
    let person = try Int64.fetchOne(
      database.cachedStatement(sql: "SELECT id FROM participant WHERE name = ?"),
      arguments: [participant])
    guard let person else { return nil }
    let names = try String.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT DISTINCT kind.name FROM addition JOIN series ON series.id = series_id
            JOIN kind ON kind.id = kind_id
          WHERE change_id > ? AND participant_id = ?
          """), arguments: [place.rawValue, person])
    return Set(names.map { AnySampleKind($0) })
  }
}
