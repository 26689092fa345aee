import Foundation
import GRDB
import GaitModel

/// Puts the analysis of a recording in the place of the one before it.
enum RecordingSave {
  /// Saves the analysis that was just made; that before it is kept aside.
  ///
  /// Only what was written under the same source gives way: what a person entered has another. Of a kind
  /// whose collection is stopped nothing is written and nothing goes. Where samples were deleted and others stayed, they
  /// stay deleted unless they are restored.
  static func save(
    _ recording: some GivesSamples, _ stops: inout CollectionStops, moves: Bool, restores: Bool,
    at now: Int64, _ database: Database
  ) throws -> SaveOutcome {
    let person = try RecordingRow.person(database, recording.participant)
    let kept =
      try RecordingRow.analyses(database, person, recording.recording)
      + RecordingRow.otherReadings(database, person, recording.recording, recording.clock)
    if let person, let own = try RecordingRow.find(database, person, recording.recording),
      own.stored != nil, own.isNewer(than: recording.revisions)
    {
      var outcome = SaveOutcome()
      outcome.olderRecordings = [recording.recording]
      outcome.stored = own.stored
      return outcome
    }
    if !moves, let other = kept.first(where: { $0.participant != person }) {
      throw StoreError.keptOfAnother(
        recording: recording.recording.name, person: recording.participant,
        other: try other.participantName(database), kept: other.reference)
    }
    // Whatever the clocks said: what replaces is later than what it replaces, and than what was deleted.
    let before = try
      (kept.compactMap(\.stored)
      + RecordingDeletions.instants(database, of: recording.recording, recording.participant)).max()
    var marks = MovedMarks(database)
    let others =
      try kept.filter { $0.participant != person || $0.reference != recording.recording }
      + RecordingRow.withoutAnalysis(database, of: recording.recording, besides: person)
    let times = try others.isEmpty ? [:] : ChangeLog.times(database)
    for row in others { try marks.add(of: KeptAnalysis(database, row), to: recording, times) }
    var outcome = try put(
      recording, &stops, at: max(now, before.map { $0 + 1 } ?? now), replacing: kept,
      withholding: restores ? nil : try WithheldSamples(database, of: kept), database)
    try marks.settle(isAsked: true)
    outcome.isBesideDeleted =
      try !restores && kept.isEmpty && outcome.written > 0
      && RecordingRow.hasPartDeleted(
        besides: recording.recording, of: recording.participant, database)
    outcome.leftMethods = Set(kept.flatMap(\.revisions.keys)).subtracting(recording.revisions.keys)
    var writer = try SampleWriter(database, at: outcome.stored ?? now)
    try RecordingTwins.setClock(
      database, of: recording.recording, recording.participant, recording.clock, &writer)
    outcome.add(try writer.finish())
    return outcome
  }

  /// Puts an analysis that was stored at an instant in the place of all others of the recording.
  static func put(
    _ recording: some GivesSamples, _ stops: inout CollectionStops, at stored: Int64,
    replacing others: [RecordingRow], withholding withheld: WithheldSamples? = nil,
    _ database: Database
  ) throws -> SaveOutcome {
    var withheld = withheld
    var deletions = RecordingDeletions()
    let superseding = try others.first.map { old in
      Superseding(
        by: recording.recording, storedAt: stored,
        differing: try AnalysisTraits(of: recording).differences(
          from: AnalysisTraits(of: KeptAnalysis(database, old).analysis.recording)))
    }
    var writer = try SampleWriter(database, at: stored, superseding)
    let source = try writer.source(
      recording.participant, SampleSource.analysisName, recording.recording)
    guard
      let participant = try Int64.fetchOne(
        database.cachedStatement(sql: "SELECT participant_id FROM source WHERE id = ?"),
        arguments: [source]),
      var row = try RecordingRow.find(database, participant, recording.recording)
    else { return writer.outcome }
    row.reference = recording.recording
    let twins = try RecordingTwins(
      database, of: row, recording.participant, recording.clock)
    var starts = row.starts
    let replaced = try twins.replace(&writer, besides: stops) { place in
      starts = span(place.start...place.start, starts)
    }
    let kept = try row.starts.map { _ in try WrittenKeys(database) }
    try recording.forEach { sample in
      guard stops.admits(sample) else { return }
      if withheld != nil { deletions.add(partWith: sample, at: stored) }
      switch withheld?.decide(on: sample) {
      case .withholdAnew:
        try writer.note(deletionOf: sample)
        return
      case .withhold: return
      case .keep, nil: break
      }
      let key = try writer.save(sample)
      starts = span(key.start...key.start, starts)
      try kept?.insert(key)
    }
    if let withheld, withheld.others > 0 {
      throw StoreError.deletedInPart(recording: recording.recording.name)
    }
    if let kept {
      try removeStale(recording.participant, row, source, except: kept, stops, &writer, database)
    }
    // As one expression, among GRDB's operators of the same names, it takes nine seconds to compile.
    let isKnown = row.stored != nil && row.doubtfulSamples == 0
    let isAlike = row.revisions == recording.revisions && row.starts == starts
    let hasWritten = writer.outcome.written != 0 || writer.outcome.deleted != 0
    let isSame = isKnown && isAlike && !hasWritten
    if !isSame {
      (row.starts, row.revisions, row.doubtfulSamples) = (starts, recording.revisions, 0)
      row.stored = stored
      try row.update(database)
    }
    if withheld != nil {
      for other in others {
        try RecordingDeletions.follow(
          database, from: other.reference, of: try other.participantName(database),
          to: recording.recording, of: recording.participant)
      }
    }
    try deletions.write(database)
    var outcome = try writer.finish()
    outcome.replaced = replaced
    outcome.stayDeleted = withheld?.count ?? 0
    outcome.stopsLeftBehind = stops.leftBehind(
      by: recording.participant, Set(replaced.map(\.participant)))
    outcome.stored = row.stored
    if outcome.deleted > 0 {
      for person in twins.people.union([participant]) {
        try SampleRemoval.removeUnused(database, participant: person)
      }
    }
    return outcome
  }

  /// Stale samples that are looked for at once: some hundred kilobytes.
  private static let staleCount = 1024

  /// Where samples of the recording may lie: it never shrinks, because what is not collected any
  /// more may still be there.
  static func span(
    _ new: ClosedRange<Int64>, _ known: ClosedRange<Int64>?
  ) -> ClosedRange<Int64> {
    guard let known else { return new }
    return min(new.lowerBound, known.lowerBound)...max(new.upperBound, known.upperBound)
  }

  /// Deletes what the source wrote before and not again.
  private static func removeStale(
    _ participant: String, _ row: RecordingRow, _ source: Int64, except kept: WrittenKeys,
    _ stops: CollectionStops, _ writer: inout SampleWriter, _ database: Database
  ) throws {
    guard let starts = row.starts else { return }
    var origins = OriginCatalog(database)
    for series in try SeriesCatalog.series(database, participant: participant, kinds: nil) {
      var from = starts.lowerBound
      var isThrough = false
      while !isThrough {
        var stale: [(key: SampleKey, sample: Sample)] = []
        let scan = SeriesScan(series: series.id, from: from, to: starts.upperBound + 1)
        try scan.forEach(database) { stored in
          guard stored.source == source else { return true }
          let key = stored.key(in: series)
          guard try !kept.contains(key), let origin = try origins.origin(of: stored) else {
            return true
          }
          let sample = stored.sample(series.kind, origin)
          if !stops.contains(sample) { stale.append((key, sample)) }
          return stale.count < staleCount
        }
        for (key, sample) in stale { try writer.delete(key, sample) }
        isThrough = stale.count < staleCount
        from = stale.last?.key.start ?? from
      }
    }
  }
}

extension StoredSample {
  /// What the store tells the row apart by.
  func key(in series: Series) -> SampleKey {
    SampleKey(
      series: series.id, start: start, duration: duration, source: source,
      distinction: distinction)
  }
}

/// What came of a save.
public struct SaveOutcome: Hashable, Sendable {
  /// Samples that are new or have another value than before.
  public var written = 0
  /// Samples that were there already, as they are.
  public var unchanged = 0
  /// Samples that gave way to others, or were not found again, and are kept aside: ``SampleStore/superseded(matching:)``
  /// lists them.
  public var superseded = 0
  /// Samples that are answers no more: of an analysis that gave way, and marks that moved.
  public var deleted = 0
  /// Samples that were not kept because collection of their kind is stopped for the person, by kind.
  public var stopped: [AnySampleKind: Int] = [:]
  /// What is not collected of somebody else of whom the recording was before, and is of whom it is of now.
  public var stopsLeftBehind: Set<CollectionStop> = []
  /// Samples that were deleted here and stay so, in recordings of which other samples are kept.
  public var stayDeleted = 0
  /// Whether another recording of the same name and start is kept of which samples were deleted, as of a longer or shorter file:
  /// of this one everything is kept.
  public var isBesideDeleted = false
  /// Names of methods that gave something of the analysis that gave way, and nothing of the new one.
  public var leftMethods: Set<String> = []
  /// Recordings of which a newer analysis is kept already; nothing of them was written.
  public var olderRecordings: [RecordingReference] = []
  /// Recordings of which an analysis came that was stored earlier than the kept one, and said something else: it is
  /// kept aside.
  public var older: [RecordingReference] = []
  /// Samples of a file that gave way elsewhere, and were not taken because what they gave way to is not here.
  public var historyLeft = 0

  /// Recordings with the same samples that gave way: kept under another name, with another start, or
  /// of another person.
  public var replaced: [RecordingReplacement] = []
  /// When the analysis that the store holds now was stored, milliseconds since 1970; of several the last, `nil` where none
  /// was saved.
  package var stored: Int64?

  /// Makes an outcome of nothing.
  public init() {}

  /// Counts samples as not written that gave way at once.
  mutating func leaveOut(written count: Int) {
    (written, superseded, deleted) = (written - count, superseded - count, deleted - count)
  }

  /// Adds another outcome.
  public mutating func add(_ other: SaveOutcome) {
    written += other.written
    unchanged += other.unchanged
    superseded += other.superseded
    deleted += other.deleted
    stopped.merge(other.stopped, uniquingKeysWith: +)
    stayDeleted += other.stayDeleted
    isBesideDeleted = isBesideDeleted || other.isBesideDeleted
    stopsLeftBehind.formUnion(other.stopsLeftBehind)
    leftMethods.formUnion(other.leftMethods)
    olderRecordings += other.olderRecordings
    older += other.older
    historyLeft += other.historyLeft
    replaced += other.replaced
    stored = other.stored ?? stored
  }
}
