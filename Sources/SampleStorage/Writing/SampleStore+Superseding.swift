import Foundation
import GRDB
import GaitModel

/// A sample that gave way to another one and stays to be looked at.
public struct SupersededSample: Hashable, Sendable {
  /// The sample as it was.
  public var sample: Sample
  /// Why it gave way, in words.
  public var reason: String
  /// When it gave way.
  public var instant: Date
  /// When it was stored, or the analysis that it was of; `nil` where that is not known, as older programs did not note it.
  public var stored: Date?
}

/// Samples that take the place of others.
public struct SampleReplacement: Hashable, Sendable {
  /// What gives way.
  public var old: [Sample]
  /// What is kept in its place.
  public var new: [Sample]
  /// Why, in words.
  public var reason: String

  /// How the reason of a correction begins: what was corrected does not come back with the file that said it.
  public static let correction = "corrected: "

  /// Makes a replacement.
  public init(of old: [Sample], by new: [Sample], because reason: String) {
    (self.old, self.new, self.reason) = (old, new, reason)
  }
}

extension SampleStore {
  /// Puts samples in the place of others, all of it or nothing. What gives way is kept as it was and is
  /// no answer to a query any more; ``superseded(matching:)`` finds it. Of a kind whose collection is stopped nothing is
  /// written and nothing gives way.
  ///
  /// - Parameters:
  ///   - old: the samples that give way.
  ///   - new: what is kept in their place; one that has the identity of a kept sample and says something
  ///     else supersedes that one too.
  ///   - reason: why, in words.
  ///   - instant: when.
  /// - Throws: `SampleAccessError` when a kind may not be written; ``StoreError``.
  public func replace(
    _ old: [Sample], with new: [Sample], because reason: String, at instant: Date
  ) async throws {
    try await replace([SampleReplacement(of: old, by: new, because: reason)], at: instant)
  }

  /// Puts samples in the place of others, several times, all of it or nothing.
  ///
  /// - Parameters:
  ///   - replacements: in their order.
  ///   - instant: when.
  /// - Throws: `SampleAccessError` when a kind may not be written; ``StoreError``.
  public func replace(_ replacements: [SampleReplacement], at instant: Date) async throws {
    for kind in Set(replacements.flatMap { $0.old + $0.new }.map(\.kind)).sorted() {
      try access.requireWriting(kind)
    }
    try await file.write { database in
      for replacement in replacements { try Self.replace(database, replacement, at: instant) }
    }
  }

  static func replace(
    _ database: Database, _ replacement: SampleReplacement, at instant: Date
  ) throws {
    let stops = try CollectionStops(database)
    var writer = try SampleWriter(
      database, at: instant.millisecondsSince1970,
      Superseding(reason: replacement.reason, instant: instant))
    let (old, renewed) = (Set(replacement.old.map(\.id)), Set(replacement.new.map(\.id)))
    let gone = old.subtracting(renewed)
    for sample in replacement.new where !stops.contains(sample) {
      let key = try writer.save(sample)
      // A protocol that changes is said anew as a whole, so that none of its labels gives way elsewhere to one in between.
      if sample.kind == SampleKind.activity.erased, old != renewed { try writer.renew(key) }
    }
    let people = Dictionary(grouping: replacement.old, by: \.participant)
    for (person, samples) in people.sorted(by: { $0.key < $1.key }) {
      try forEach(database, samples, of: person) { key, sample in
        if gone.contains(sample.id), !stops.contains(sample) { try writer.delete(key, sample) }
      }
    }
    _ = try writer.finish()
  }

  /// Gives up the analysis of a recording, as when its file holds another one: its samples are kept aside, and what people
  /// said of it stays.
  ///
  /// - Parameters:
  ///   - recording: which.
  ///   - participant: of whom.
  ///   - reason: why, in words.
  /// - Returns: how many samples are kept aside.
  /// - Throws: `SampleAccessError` when a kind may not be written; ``StoreError``.
  @discardableResult
  public func giveUp(
    _ recording: RecordingReference, of participant: String, because reason: String
  ) async throws -> Int {
    let now = now
    return try await file.write { database in
      let person = try Int64.fetchOne(
        database, sql: "SELECT id FROM participant WHERE name = ?", arguments: [participant])
      guard let person, let row = try RecordingRow.find(database, person, recording),
        let stored = row.stored
      else { return 0 }
      let kept = try KeptAnalysis(database, row)
      for kind in Set(kept.samples.map(\.kind)) { try access.requireWriting(kind) }
      let instant = Date(millisecondsSince1970: max(now, stored + 1))
      return try kept.giveWay(Superseding(reason: reason, instant: instant), database).superseded
    }
  }

  /// What gave way to other samples, the oldest samples first and those of one kind and start in the order in which they
  /// gave way; order and limit of the query do not count.
  ///
  /// - Parameter query: which samples.
  /// - Returns: the samples as they were; empty when nothing gave way.
  /// - Throws: `SampleAccessError` when a kind may not be read; ``StoreError``.
  public func superseded(matching query: SampleQuery) async throws -> [SupersededSample] {
    try requireReading(query.kinds ?? [])
    return try await file.read { database in
      var origins = OriginCatalog(database, for: query)
      var found: [SupersededSample] = []
      for series in try readable(database, query) {
        found += try SupersededSample.all(
          database, in: SeriesScan(query, of: series), of: series, &origins)
      }
      // Those of each series come in their order.
      return found.enumerated().sorted {
        ($0.element.sample.start, $0.offset) < ($1.element.sample.start, $1.offset)
      }.map(\.element)
    }
  }
}

extension SupersededSample {
  init(_ sample: Sample, _ superseding: Superseding) {
    self.init(
      sample: sample, reason: superseding.reason, instant: superseding.instant,
      stored: superseding.stored)
  }

  /// Why it gave way, and when.
  var superseding: Superseding { Superseding(reason: reason, instant: instant, stored: stored) }

  /// What gave way in a stretch of a series, as far as the catalog asks for it.
  static func all(
    _ database: Database, in stretch: SeriesScan? = nil, of series: Series,
    _ origins: inout OriginCatalog
  ) throws -> [SupersededSample] {
    let scan = stretch ?? SeriesScan(series: series.id)
    var found: [SupersededSample] = []
    try scan.forEachSuperseded(database) { row, superseding in
      guard let origin = try origins.origin(of: row) else { return }
      found.append(SupersededSample(row.sample(series.kind, origin), superseding))
    }
    return found
  }
}
