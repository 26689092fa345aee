import Foundation
import GRDB
import GaitModel

/// What becomes of samples when a store learns from another one that their collection had been stopped: what was
/// stored before stays, what was stored afterward is kept aside. A store that knew it has not collected them.
struct StoppedSamples {
  private let before: CollectionHistory
  private let now: CollectionHistory

  /// - Parameters:
  ///   - before: what the store of the samples knew.
  ///   - now: what both stores know together.
  init(before: CollectionHistory, now: CollectionHistory) {
    self.before = before
    self.now = now
  }

  private static let reason = "its collection had been stopped before it was stored"

  private static func aside(_ stored: Int64) -> Superseding {
    let instant = Date(millisecondsSince1970: stored)
    return Superseding(reason: reason, instant: instant, stored: stored == 0 ? nil : instant)
  }

  private func isStopped(_ sample: Sample, _ stored: Int64) -> Bool {
    now.isStopped(sample.kind, of: sample.participant, at: stored)
      && !before.isStopped(sample.kind, of: sample.participant, at: stored)
  }

  /// Whether it had been collected again when it was stored, which was not known.
  private func isCollectedAgain(_ old: SupersededSample) -> Bool {
    old.reason == Self.reason
      && !now.isStopped(
        old.sample.kind, of: old.sample.participant, at: old.instant.millisecondsSince1970)
  }

  /// Puts aside what another store holds.
  ///
  /// - Returns: the samples that are put aside.
  func settle(_ held: inout HeldSamples) -> [Sample] {
    var aside: [SupersededSample] = []
    func remains(_ sample: Sample, _ stored: Int64) -> Bool {
      guard isStopped(sample, stored) else { return true }
      aside.append(SupersededSample(sample, Self.aside(stored)))
      return false
    }
    for place in held.analyses.indices {
      let stored = held.analyses[place].stored
      held.analyses[place].recording.samples.removeAll { !remains($0, stored) }
    }
    held.others.removeAll { !remains($0.sample, $0.said.stored) }
    let stillAside = held.superseded.filter {
      !isCollectedAgain($0) || !Self.takeBack($0, in: &held)
    }
    held.superseded = stillAside + aside
    return aside.map(\.sample)
  }

  /// Lets a sample be valid again, unless the analysis that it belongs to gave way.
  private static func takeBack(_ old: SupersededSample, in held: inout HeldSamples) -> Bool {
    let stored = old.instant.millisecondsSince1970
    guard let recording = old.sample.analyzedRecording else {
      held.others.append(HeldSamples.Other(sample: old.sample, said: TimeSaid(stored: stored)))
      return true
    }
    let place = held.analyses.firstIndex {
      $0.stored == stored && $0.recording.recording == recording
    }
    guard let place else { return false }
    held.analyses[place].recording.samples.append(old.sample)
    return true
  }

  /// Puts aside what the store itself holds.
  ///
  /// - Returns: the samples that are put aside.
  /// - Throws: `SampleAccessError` when a kind may not be written; what the database throws.
  func settle(_ database: Database, _ access: SampleAccess) throws -> [Sample] {
    guard !before.isSame(as: now) else { return [] }
    let times = try StoredTimes(database)
    var origins = OriginCatalog(database)
    var stopped: [Int64: [(SampleKey, Sample)]] = [:]
    var again: [SupersededSample] = []
    for series in try SeriesCatalog.series(database, participant: nil, kinds: nil) {
      try SeriesScan(series: series.id).forEach(database) { row in
        guard let origin = try origins.origin(of: row) else { return true }
        let stored = times.time(of: row)?.millisecondsSince1970 ?? 0
        let sample = row.sample(series.kind, origin)
        if isStopped(sample, stored) {
          try access.requireWriting(series.kind)
          stopped[stored, default: []].append((row.key(in: series), sample))
        }
        return true
      }
      again += try SupersededSample.all(database, of: series, &origins).filter(isCollectedAgain)
    }
    for (stored, samples) in stopped.sorted(by: { $0.key < $1.key }) {
      var writer = try SampleWriter(database, at: stored, Self.aside(stored))
      for (key, sample) in samples { try writer.delete(key, sample) }
      _ = try writer.finish()
    }
    for old in again { try takeBack(old, database) }
    return stopped.values.flatMap { $0.map(\.1) }
  }

  /// What is aside of an analysis that gave way since is so for that reason, in whatever order it was learned.
  ///
  /// - Parameter database: the store.
  /// - Throws: what the database throws.
  static func settleReasons(_ database: Database) throws {
    try database.execute(
      sql: """
        UPDATE superseded SET reason = ? WHERE reason = ? AND source_id IN (
          SELECT source.id FROM source JOIN recording ON recording.id = source.recording_id
          WHERE source.name = ? AND recording.stored_ms IS NOT superseded.superseded_ms)
        """, arguments: [StoreMerge.later(than: 0).reason, reason, SampleSource.analysisName])
  }

  /// Which of some samples are aside.
  static func areAside(_ samples: [Sample], _ database: Database) throws -> [Sample] {
    struct Said: Hashable {
      var sample: UUID
      var value: Double
    }
    var (origins, aside) = (OriginCatalog(database), Set<Said>())
    for (person, own) in Dictionary(grouping: samples, by: \.participant) {
      for series in try SeriesCatalog.series(
        database, participant: person, kinds: Set(own.map(\.kind)))
      {
        for old in try SupersededSample.all(database, of: series, &origins) {
          aside.insert(Said(sample: old.sample.id, value: old.sample.value))
        }
      }
    }
    return samples.filter { aside.contains(Said(sample: $0.id, value: $0.value)) }
  }

  private func takeBack(_ old: SupersededSample, _ database: Database) throws {
    let stored = old.instant.millisecondsSince1970
    var writer = try SampleWriter(database, at: stored)
    let (key, detail) = try writer.place(of: old.sample, isAside: true)
    if old.sample.analyzedRecording != nil {
      let analysis = try Int64.fetchOne(
        database,
        sql: """
          SELECT stored_ms FROM recording JOIN source ON source.recording_id = recording.id
          WHERE source.id = ?
          """, arguments: [key.source])
      guard analysis == stored else { return }
      _ = try writer.save(old.sample)
      _ = try writer.finish()
      return
    }
    try SampleRemoval.reinstate(database, key, old.sample, details: [detail])
    var held = HeldSamples()
    held.others = [HeldSamples.Other(sample: old.sample, said: TimeSaid(stored: stored))]
    var merge = try StoreMerge(database, from: .aside)
    try merge.take(held)
  }
}

extension MergeOutcome {
  /// Notes what gives way to an analysis that has nothing of its kind, because that was not collected: it was before.
  mutating func note(
    _ samples: [Sample], givingWayTo analysis: HeldSamples.Analysis, _ origin: StoreMerge.Origin,
    _ database: Database
  ) throws {
    let history = try CollectionHistory(database)
    let kinds = Set(analysis.recording.samples.map(\.kind))
    // An import is collecting, whenever its analysis was made.
    let instant = origin == .file ? .max : analysis.stored
    for sample in samples
    where !kinds.contains(sample.kind)
      && history.isStopped(sample.kind, of: sample.participant, at: instant)
    {
      gaveWayStopped[sample.kind, default: 0] += 1
    }
  }
}
