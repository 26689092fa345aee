import GRDB
import GaitModel

/// Samples that come in pieces, as from a file.
///
/// It is handed over to the one transaction that reads it to its end, and used nowhere else: that makes
/// it safe to send, although what it reads from is not.
public struct SampleFeed: @unchecked Sendable {
  /// The next samples, or `nil` after the last ones.
  let next: () throws -> [Sample]?
  /// The export that they are the whole of, as far as it was read.
  let export: (() -> PhoneExport)?

  /// Makes a feed.
  ///
  /// - Parameters:
  ///   - export: which export the samples are the whole of, as far as it was read; `nil` where they are none.
  ///   - next: gives `nil` after the last samples and is not used by anybody else.
  public init(of export: (() -> PhoneExport)? = nil, _ next: @escaping () throws -> [Sample]?) {
    (self.export, self.next) = (export, next)
  }
}

/// Keeps what a feed hands out in one change, sample by sample, and settles at its end what gave way to what.
struct FeedWriter {
  private let database: Database
  private let now: Int64
  /// The export that the samples are the whole of; `nil` of other feeds.
  private let export: (() -> PhoneExport)?
  private let superseding: Superseding?
  /// When each change was said.
  private let times: [Int64: TimeSaid]
  private var stops: CollectionStops
  private var deleted: DeletedSamples
  private var writer: SampleWriter
  private var otherClocks: OtherClocks
  /// What the export said so far; `nil` of other feeds.
  private var given: GivenAgain?
  /// The export where a later one of the phone was taken before it; else `nil`.
  private var older: OlderExport?
  private var outcome = MergeOutcome()

  /// Begins a change.
  ///
  /// - Parameters:
  ///   - database: the store.
  ///   - export: the export that the samples are the whole of; `nil` of other feeds.
  ///   - superseding: why and when a sample takes the place of one with another value; `nil` keeps none aside.
  ///   - restores: whether a sample that was deleted here comes back.
  ///   - now: milliseconds since 1970.
  /// - Throws: what the database throws.
  init(
    _ database: Database, of export: (() -> PhoneExport)?, _ superseding: Superseding?,
    restoringDeleted restores: Bool, at now: Int64
  ) throws {
    (self.database, self.export, self.superseding, self.now) = (database, export, superseding, now)
    stops = try CollectionStops(database)
    deleted = try DeletedSamples(database, restoring: restores, at: now)
    times = try ChangeLog.times(database)
    writer = try SampleWriter(database, at: now, superseding)
    writer.isOfOneFile = true
    otherClocks = OtherClocks(database)
    if export != nil { given = try GivenAgain(database, change: writer.change) }
  }

  /// Keeps those samples that are collected and were not deleted here.
  mutating func take(_ samples: [Sample]) throws {
    if writer.export == nil, let export { try begin(export()) }
    let said = TimeSaid.now(writer.export)
    for sample in samples where stops.admits(sample) {
      if export == nil {
        if try deleted.admits(sample) { _ = try writer.save(sample) }
      } else if try deleted.admits(exported: sample) {
        try take(exported: sample, said)
      }
    }
  }

  /// Compares an export with the last one of the phone.
  private mutating func begin(_ export: PhoneExport) throws {
    let last = try export.last(in: database)
    // One that does not say when it was written is as late as the last one.
    writer.export = PhoneExport(
      participant: export.participant, written: export.written ?? last)
    guard let written = export.written else { return }
    if let last, written < last {
      outcome.laterExport = last
      older = try OlderExport(
        database, written: written.millisecondsSince1970, .now(writer.export), times, at: now)
    } else if written != last {
      writer.noteAnyhow()
    }
  }

  /// Keeps a record of an export, unless it was corrected here or a later export says otherwise.
  private mutating func take(exported record: Sample, _ said: TimeSaid) throws {
    let sample = try otherClocks.onItsDay(record, &writer, besides: older)
    guard try !wasCorrected(sample) else {
      outcome.saved.unchanged += 1
      return
    }
    if let key = try older?.isKept(sample, &writer) {
      try given?.take(key, isNew: false, said)
      return
    }
    let before = writer.outcome.written
    let key = try writer.save(sample)
    let isNew = writer.outcome.written > before
    try given?.take(key, isNew: isNew, said)
    // A person has few facts: that this export says them, too, is kept. Of all records it would be too much to write.
    if !isNew, let exported = said.exported, Self.facts.contains(sample.kind),
      let here = try KeptValue(database, key, times), here.said.exported ?? .min < exported
    {
      try writer.renew(key)
    }
  }

  /// Whether a fact of a person was said before and corrected since.
  private mutating func wasCorrected(_ sample: Sample) throws -> Bool {
    guard Self.facts.contains(sample.kind) else { return false }
    let key = try writer.place(of: sample).key
    return try Bool.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT EXISTS (SELECT 1 FROM superseded WHERE series_id = ? AND start_ms = ?
            AND duration_ms = ? AND source_id = ? AND distinction = ? AND value = ? AND reason LIKE ?)
          """),
      arguments: [
        key.series, key.start, key.duration, key.source, key.distinction, sample.value,
        SampleReplacement.correction + "%",
      ]) ?? false
  }

  private static let facts: Set<AnySampleKind> = [
    .age, .sex, SampleKind.height.erased, SampleKind.bodyMass.erased,
    SampleKind.heartMedication.erased,
  ]

  /// Ends the change.
  ///
  /// - Returns: what came of all samples.
  /// - Throws: what the database throws.
  mutating func finish() throws -> MergeOutcome {
    let clocks = try settle()
    outcome.saved.add(try writer.finish())
    outcome.otherClocks = try clocks.write(database, whereRead: true)
    if let export = writer.export {
      outcome.otherClocks += try older?.settleClocks(of: export.participant) ?? 0
      if outcome.saved.written == 0 {
        try SampleRemoval.removeLoneNotes(database, of: export.participant)
      }
    }
    outcome.saved.unchanged += older?.unchanged ?? 0
    outcome.contradicting += older?.contradicting ?? 0
    outcome.stayingAside = older?.stayingAside ?? 0
    outcome.saved.stopped = stops.refused
    (outcome.deletedHere, outcome.condensedHere) = (deleted.leftOut, deleted.condensed)
    try deleted.finish()
    return outcome
  }

  /// Lets give way what an export does not say any more, or says otherwise.
  ///
  /// - Returns: by whose clocks that stays to which something gave way.
  private mutating func settle() throws -> TakenClocks {
    guard var given, let superseding else { return TakenClocks() }
    let count = try given.settle(by: times, with: &writer) {
      $0.isNew ? PhoneExport.superseding(at: $0.winner.stored) : superseding
    }
    outcome.saved.leaveOut(written: count)
    outcome.contradicting = count
    return given.clocks
  }
}
