import Foundation
import GRDB
import GaitModel

extension SampleStore: SampleWriting {
  /// Keeps samples, all of them or none; one with the identity of a kept one takes its place.
  public func save(_ samples: [Sample]) async throws { try await keep(samples) }

  /// Keeps samples, all of them or none; one with the identity of a kept one takes its place.
  ///
  /// - Parameter samples: of any kinds and people.
  /// - Returns: what came of it; samples whose collection is stopped are counted, not kept.
  /// - Throws: `SampleAccessError` when a kind may not be written; ``StoreError``.
  @discardableResult
  public func keep(_ samples: [Sample]) async throws -> SaveOutcome {
    try requireWriting(samples)
    let now = now
    return try await file.write { database in
      var stops = try CollectionStops(database)
      let wanted = samples.filter { stops.admits($0) }
      var writer = try SampleWriter(database, at: now)
      for sample in wanted { _ = try writer.save(sample) }
      var outcome = try writer.finish()
      outcome.stopped = stops.refused
      return outcome
    }
  }

  /// Keeps samples as they come, all of them or none: a file of millions is read and kept in one
  /// transaction.
  ///
  /// Of a feed that is the whole of an export, samples of before that it does not hold give way where it has a new one of the same
  /// source in their place, or, of what adds up, at the same time. Where a later export says a sample, its own new one does.
  ///
  /// - Parameters:
  ///   - feed: hands out samples of any kinds and people; an error of it keeps nothing.
  ///   - reason: why a sample takes the place of one with another value: that one is kept aside then, as
  ///     ``superseded(matching:)`` finds it; `nil` keeps none aside.
  ///   - instant: when.
  ///   - restores: whether a sample that was deleted here comes back; else it is counted, not kept.
  /// - Returns: what came of it; samples whose collection is stopped are counted, not kept.
  /// - Throws: what the feed throws; `SampleAccessError` when a kind may not be written; ``StoreError``.
  public func keep(
    _ feed: SampleFeed, superseding reason: String? = nil, at instant: Date = .distantPast,
    restoringDeleted restores: Bool = true
  ) async throws -> MergeOutcome {
    let now = now
    return try await file.write { database in
      let superseding = reason.map { Superseding(reason: $0, instant: instant) }
      var writer = try FeedWriter(
        database, of: feed.export, superseding, restoringDeleted: restores, at: now)
      while let samples = try feed.next() {
        try requireWriting(samples)
        try writer.take(samples)
      }
      return try writer.finish()
    }
  }

  /// Keeps the analyses of recordings, all of them or none.
  ///
  /// What an earlier analysis of the same recording wrote and this one does not find again is kept aside
  /// (``superseded(matching:)``); what people entered stays. The same analysis twice changes nothing. An analysis whose methods
  /// are older than those of the kept one is not written. A recording is identified by its content:
  /// kept under another name or with another start, it gives way, and marks that people made in it
  /// move along. Where samples of a recording were deleted and others stayed, they stay deleted.
  ///
  /// - Parameters:
  ///   - recordings: what was found in them.
  ///   - moves: whether a recording that is kept of another person becomes this person's.
  ///   - restores: whether samples come back that were deleted here while others of the recording stayed.
  /// - Returns: what came of it.
  /// - Throws: `SampleAccessError` when a kind may not be written; ``StoreError``, also when a recording
  ///   is another person's and may not be moved, or when what was deleted of it may be among new walks.
  @discardableResult
  public func save(
    _ recordings: [RecordingSamples], movingFromOthers moves: Bool = false,
    restoringDeleted restores: Bool = false
  ) async throws -> SaveOutcome {
    for recording in recordings { try requireWriting(recording.samples) }
    let now = now
    return try await file.write { database in
      var outcome = SaveOutcome()
      var stops = try CollectionStops(database)
      for recording in recordings {
        outcome.add(
          try RecordingSave.save(
            recording, &stops, moves: moves, restores: restores, at: now, database))
      }
      outcome.stopped = stops.refused
      return outcome
    }
  }

  /// Keeps the samples of one recording as ``save(_:movingFromOthers:restoringDeleted:)`` does; each is made when it is
  /// written, so that those of a month are never in memory together.
  ///
  /// - Parameters:
  ///   - recording: what was found in it.
  ///   - moves: whether a recording that is kept of another person becomes this person's.
  ///   - restores: whether samples come back that were deleted here while others of the recording stayed.
  /// - Returns: what came of it.
  /// - Throws: as for several recordings; nothing of it is kept then.
  @discardableResult
  public func save(
    _ recording: RecordingSampleFeed, movingFromOthers moves: Bool = false,
    restoringDeleted restores: Bool = false
  ) async throws -> SaveOutcome {
    let (now, access) = (now, access)
    return try await file.write { database in
      var stops = try CollectionStops(database)
      let checked = CheckedSamples(feed: recording, access: access)
      var outcome = try RecordingSave.save(
        checked, &stops, moves: moves, restores: restores, at: now, database)
      outcome.stopped = stops.refused
      return outcome
    }
  }

  /// The time by the store's clock, milliseconds since 1970.
  var now: Int64 { clock().millisecondsSince1970 }

  /// Throws unless the kinds of all these samples may be written.
  func requireWriting(_ samples: [Sample]) throws {
    for kind in Set(samples.map(\.kind)).sorted() { try access.requireWriting(kind) }
  }
}
