import Foundation
import GRDB
import GaitModel

extension SampleStore {
  /// The place after the last change.
  public func currentAnchor() async throws -> ChangeAnchor {
    try await file.read { try ChangeLog.anchor($0) }
  }

  /// What was added and deleted since a place in the store's history.
  ///
  /// - Parameters:
  ///   - anchor: the place; ``ChangeAnchor/beginning`` for everything.
  ///   - query: which samples; its order and limit do not count.
  /// - Returns: additions, deletions and the place to ask from the next time.
  /// - Throws: `SampleAccessError` when a kind may not be read; ``StoreError``, which is
  ///   ``StoreError/otherHistory(path:anchor:last:)`` when the store's history has no such place, as when an older copy
  ///   was put back: what happened since is not known then.
  public func changes(
    since anchor: ChangeAnchor, matching query: SampleQuery = SampleQuery(includesLeftOut: true)
  ) async throws -> SampleChanges {
    try requireReading(query.kinds ?? [])
    let path = file.path
    return try await file.read { database in
      try anchor.requirePlace(in: database, of: path)
      let (added, left) = try written(since: anchor, query, database)
      let gone = Set(try deleted(since: anchor, query, without: added, database)).union(left)
      return SampleChanges(
        added: added, deleted: gone.sorted { $0.uuidString < $1.uuidString },
        thinned: try thinned(since: anchor, query, database),
        anchor: try ChangeLog.anchor(database))
    }
  }

  /// The samples of some kinds of which the last that happened is that somebody deleted them. What gave way to others, or was made no
  /// more, is none of these.
  ///
  /// - Parameter kinds: which kinds; of all people, because a store does not say of whom a deleted sample was.
  /// - Returns: their identities; what was written again since may be among them.
  /// - Throws: `SampleAccessError` when a kind may not be read; ``StoreError``.
  package func deletedLast(of kinds: Set<AnySampleKind>) async throws -> Set<UUID> {
    try requireReading(kinds)
    return try await file.read { database in
      // Beside max() SQLite gives the other columns of the row that has it.
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT sample, kind.name, gave_way, max(coalesce(stored_ms, 0)) FROM deletion
            JOIN kind ON kind.id = kind_id LEFT JOIN change USING (change_id)
          GROUP BY sample, kind_id
          """)
      return Set(
        try rows.compactMap { row in
          let (kind, gaveWay) = (AnySampleKind(try row.word(1)), try row.integer(2) != 0)
          return kinds.contains(kind) && !gaveWay ? UUID(uuidString: try row.word(0)) : nil
        })
    }
  }

  /// Some of what other programs measured and was added since a place in the store's history.
  ///
  /// - Parameters:
  ///   - anchor: the place.
  ///   - count: how many samples of each person and source at most.
  /// - Returns: samples of one person and source each, none of an instant; empty where nothing was added.
  /// - Throws: `SampleAccessError` when a kind may not be read; ``StoreError``.
  public func someAdded(since anchor: ChangeAnchor, atMost count: Int) async throws -> [[Sample]] {
    try await file.read { database in
      let series = try seriesByNumber(SampleQuery(), database)
      var origins = OriginCatalog(database)
      var found: [Int64: [Sample]] = [:]
      for stretch in try stretches(since: anchor, database) {
        guard let series = series[try stretch.integer(0)] else { continue }
        let scan = SeriesScan(
          series: series.id, from: try stretch.integer(1), to: try stretch.integer(2) + 1)
        try scan.forEach(database) { row in
          guard row.change > anchor.rawValue, row.duration > 0,
            found[row.source, default: []].count < count, let origin = try origins.origin(of: row)
          else { return true }
          let sample = row.sample(series.kind, origin)
          let isMeasuredElsewhere =
            sample.source.recording == nil && !sample.metadata.isEnteredByHand
            && !sample.source.name.hasPrefix(SampleSource.estimates.name)
          if isMeasuredElsewhere { found[row.source, default: []].append(sample) }
          return true
        }
      }
      return found.sorted { $0.key < $1.key }.map(\.value).filter { !$0.isEmpty }
    }
  }

  /// What was written: samples that are asked for, and the identities of those that are not, or no longer: a sample that is
  /// written anew keeps its identity where its ground, or that it is left out, is another. Before the beginning nobody knew any.
  private func written(
    since anchor: ChangeAnchor, _ query: SampleQuery, _ database: Database
  ) throws -> (added: [Sample], left: [UUID]) {
    let stretches = try stretches(since: anchor, database)
    let series = try seriesByNumber(query, database)
    var origins = OriginCatalog(database, for: query)
    var others = OriginCatalog(database, for: query.withAnyMetadata)
    var (added, left): ([Sample], [UUID]) = ([], [])
    for stretch in stretches {
      guard let series = series[try stretch.integer(0)] else { continue }
      var scan = SeriesScan(query, of: series)
      scan.from = max(scan.from, try stretch.integer(1))
      scan.to = min(scan.to, try stretch.integer(2) + 1)
      try scan.forEach(database) { row in
        guard row.change > anchor.rawValue else { return true }
        if let origin = try origins.origin(of: row) {
          added.append(row.sample(series.kind, origin))
        } else if anchor > .beginning, let origin = try others.origin(of: row) {
          left.append(row.sample(series.kind, origin).id)
        }
        return true
      }
    }
    return (added.sorted { SampleQuery.Order.oldestFirst.places($0, before: $1) }, left)
  }

  private func thinned(
    since anchor: ChangeAnchor, _ query: SampleQuery, _ database: Database
  ) throws -> [ThinnedStretch] {
    let series = try seriesByNumber(query, database)
    let rows = try stretches(
      since: anchor, database, where: "AND change_id IN (SELECT change_id FROM deletion)")
    return try rows.compactMap { row in
      try series[row.integer(0)].map { series in
        let first = try row.instant(1)
        let last = Date(millisecondsSince1970: try row.integer(2) + 1)
        return ThinnedStretch(
          participant: series.participant, kind: series.kind, interval: first..<max(first, last))
      }
    }.sorted { ($0.participant, $0.kind) < ($1.participant, $1.kind) }
  }

  /// Where in each series changes wrote or deleted since a place.
  private func stretches(
    since anchor: ChangeAnchor, _ database: Database, where condition: String = ""
  ) throws -> [Row] {
    try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT series_id, min(first_ms), max(last_ms) FROM addition WHERE change_id > ?
          \(condition) GROUP BY series_id
          """), arguments: [anchor.rawValue])
  }

  private func seriesByNumber(
    _ query: SampleQuery, _ database: Database
  ) throws -> [Int64: Series] {
    Dictionary(uniqueKeysWithValues: try readable(database, query).map { ($0.id, $0) })
  }

  /// What is gone: not what was deleted and is there again, whoever follows takes that for gone.
  private func deleted(
    since anchor: ChangeAnchor, _ query: SampleQuery, without added: [Sample], _ database: Database
  ) throws -> [UUID] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT DISTINCT sample, kind.name FROM deletion JOIN kind ON kind.id = kind_id
        WHERE change_id > ? ORDER BY sample
        """, arguments: [anchor.rawValue])
    let deleted = try rows.compactMap { row -> UUID? in
      let kind = AnySampleKind(try row.word(1))
      guard query.kinds?.contains(kind) ?? true else { return nil }
      try access.requireReading(kind)
      return UUID(uuidString: try row.word(0))
    }
    guard !deleted.isEmpty else { return [] }
    let again = Set(added.map(\.id))
    return deleted.filter { !again.contains($0) }
  }
}

/// A place in the history of a store: after so many changes.
///
/// Keep it as text (``description``, read back by ``init(_:)``) and ask later for everything since. The text says
/// when the last change before the place was stored, too: where an older copy of the store was put back, another
/// change has this number, or none.
public struct ChangeAnchor: RawRepresentable, Hashable, Sendable, Comparable {
  /// The number of the last change before the place; 0 before everything.
  public var rawValue: Int64
  /// When that change was stored, milliseconds since 1970; `nil` where that is not known, and not asked then.
  public var stored: Int64?

  /// The place after so many changes, in whatever history: only whether there are as many can be asked.
  public init(rawValue: Int64) { self.init(rawValue: rawValue, stored: nil) }

  init(rawValue: Int64, stored: Int64?) { (self.rawValue, self.stored) = (rawValue, stored) }

  /// Before everything.
  public static let beginning = ChangeAnchor(rawValue: 0)

  /// Orders places by time.
  public static func < (a: ChangeAnchor, b: ChangeAnchor) -> Bool { a.rawValue < b.rawValue }

  /// Throws where the history of a store has no such place.
  fileprivate func requirePlace(in database: Database, of path: String) throws {
    let last = try ChangeLog.last(database)
    guard rawValue <= last, try isStored(in: database) else {
      throw StoreError.otherHistory(path: path, anchor: self, last: last)
    }
  }

  /// Whether the change that it names was stored when it says; true where it says no time.
  private func isStored(in database: Database) throws -> Bool {
    guard let stored, rawValue > 0 else { return true }
    return try ChangeLog.stored(database, rawValue) == stored
  }
}

extension ChangeAnchor: LosslessStringConvertible {
  /// The number of the last change and when it was stored, as `7-1764023956123`; the number alone where that is not
  /// known.
  public var description: String { stored.map { "\(rawValue)-\($0)" } ?? "\(rawValue)" }

  /// Reads what ``description`` wrote, or a number alone; `nil` when it is neither.
  public init?(_ description: String) {
    let parts = description.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.utf8.allSatisfy { (48...57).contains($0) } ? Int64(part) : nil
    }
    guard numbers.count == parts.count, let number = numbers.first, numbers.count <= 2 else {
      return nil
    }
    self.init(rawValue: number, stored: numbers.dropFirst().first)
  }
}

/// What happened to samples between two places in the history of a store.
public struct SampleChanges: Hashable, Sendable {
  /// Samples that are new or have a new value, the earliest first. One whose identity is known
  /// already takes the place of the known one.
  public var added: [Sample]
  /// The identities of samples that are gone, sorted; what came back since is added only. A store does not say more about a
  /// deleted sample, not even of whom it was: deletions of all people are among them. So are samples that were written and
  /// whose metadata are not asked for: one of them may have been asked for before, as one that is left out now.
  public var deleted: [UUID]
  /// Where samples that are gone may have been; people of whom nothing is left have no stretch.
  public var thinned: [ThinnedStretch]
  /// From where to ask the next time.
  public var anchor: ChangeAnchor

  /// Whether nothing happened.
  public var isEmpty: Bool { added.isEmpty && deleted.isEmpty }
}

/// Days from which samples of a person's kind were deleted, perhaps beside others that were added.
///
/// Whole days of UTC, so that a store does not keep when a deleted sample was.
public struct ThinnedStretch: Hashable, Sendable {
  /// The person.
  public var participant: String
  /// The kind.
  public var kind: AnySampleKind
  /// From the first instant of a day up to that of another.
  public var interval: Range<Date>
}

extension SampleQuery {
  /// The same of samples with whatever metadata.
  fileprivate var withAnyMetadata: SampleQuery {
    var query = self
    (query.includesLeftOut, query.isEnteredByHand, query.terrains) = (true, nil, nil)
    (query.other, query.otherKey) = ([:], nil)
    return query
  }
}
