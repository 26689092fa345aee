import Foundation
import GRDB
import GaitModel

/// A row of an export: a sample, and what a store knows of it beside.
public struct ExportedRow: Hashable, Sendable {
  /// The sample.
  public var sample: Sample
  /// When it was stored, or the analysis that it belongs to; `nil` where that is not known.
  public var stored: Date?
  /// When the phone's export was written that says it; `nil` where that is not known, or none does.
  public var exported: Date?
  /// When it gave way to another sample; `nil` while it is valid.
  public var superseded: Date?
  /// Why it gave way, in words.
  public var reason: String?
  /// How many samples the analysis has that was kept of its recording: 0 where it was given up, `nil` where that is
  /// not known.
  public var analysisSamples: Int?
}

/// Rows that come in pieces, as from a file, for the one transaction that reads them to their end.
public struct RowFeed: @unchecked Sendable {
  let next: () throws -> [ExportedRow]?
  let isByPerson: () -> Bool

  /// Makes a feed; nobody else uses what it reads from.
  ///
  /// - Parameters:
  ///   - isByPerson: whether all rows of a person come together, as in an export.
  ///   - next: the next rows; `nil` after the last ones.
  public init(isByPerson: @escaping () -> Bool, _ next: @escaping () throws -> [ExportedRow]?) {
    self.next = next
    self.isByPerson = isByPerson
  }
}

extension SampleStore {
  /// Takes over the rows of an export or a table, all of them or none.
  ///
  /// Rows that say when they were stored follow the rule of ``merge(_:restoringDeleted:whenTaken:)``: the later word stays, a
  /// deletion too. Rows of an analysis join what is here of the same analysis, in any order. Only an analysis that is
  /// whole, as its rows say, and was stored later takes the place of another one; rows of others, and of a recording
  /// that is somebody else's here, are not taken and named in ``MergeOutcome/conflicts``. Other rows are new: what is
  /// here with another value gives way and is kept aside.
  ///
  /// - Parameters:
  ///   - feed: hands out the rows; an error of it keeps nothing.
  ///   - reason: why the value of a row without a time takes the place of another.
  ///   - restores: whether what was deleted here comes back: after it was stored there, or at any time where a row does
  ///     not say when that was.
  /// - Returns: what came of it.
  /// - Throws: what the feed throws; `SampleAccessError` when a kind may not be written; ``StoreError``.
  public func take(
    _ feed: RowFeed, because reason: String, restoringDeleted restores: Bool = false
  ) async throws -> MergeOutcome {
    let now = now
    return try await file.write { database in
      var taking = try RowTaking(
        database, at: now, Superseding(reason: reason, instant: Date(millisecondsSince1970: now)),
        stops: try CollectionStops(database), restoring: restores)
      while let rows = try feed.next() {
        try requireWriting(rows.map(\.sample))
        for row in rows { try taking.take(row, isByPerson: feed.isByPerson()) }
      }
      return try taking.finish()
    }
  }
}

extension SampleStore {
  /// Who else has the same samples: one person under two names, as a code of an export beside the name, would count
  /// twice.
  ///
  /// - Parameter samples: of one person; some are enough.
  /// - Returns: somebody else who has each of them with kind, start, end and value; `nil` when there is nobody.
  /// - Throws: `SampleAccessError` when a kind may not be read; ``StoreError``.
  public func otherName(with samples: [Sample]) async throws -> String? {
    guard let first = samples.first else { return nil }
    let kinds = Set(samples.map(\.kind))
    return try await file.read { database in
      let series = try readable(database, SampleQuery(kinds: kinds)).filter {
        $0.participant != first.participant
      }
      return try Dictionary(grouping: series, by: \.participant).sorted { $0.key < $1.key }
        .first { _, own in
          try samples.allSatisfy { sample in
            try own.contains { try $0.kind == sample.kind && $0.holds(sample, database) }
          }
        }?.key
    }
  }
}

extension Series {
  fileprivate func holds(_ sample: Sample, _ database: Database) throws -> Bool {
    let start = sample.start.millisecondsSince1970
    let length = sample.end.millisecondsSince1970 - start
    var isHeld = false
    try SeriesScan(series: id, from: start, to: start + 1).forEach(database) { row in
      isHeld = row.duration == length && row.value == sample.value
      return !isHeld
    }
    return isHeld
  }
}

/// Rows on their way into a store, within one transaction.
private struct RowTaking {
  private let database: Database
  private let now: Int64
  private let superseding: Superseding
  private var stops: CollectionStops
  private let restores: Bool
  private var outcome = MergeOutcome()
  private var held: [String: HeldRows] = [:]
  /// What gave way to the analysis of somebody who comes later, or never.
  private var waiting: [SupersededSample] = []
  private var writer: SampleWriter?
  /// Whose row came last.
  private var person: String?
  private var deleted: DeletedSamples
  /// What was kept aside before.
  private let asideBefore: AsideRows
  /// What was deleted before.
  private let returning: ReturningRecordings

  init(
    _ database: Database, at now: Int64, _ superseding: Superseding, stops: CollectionStops,
    restoring restores: Bool
  ) throws {
    self.restores = restores
    deleted = try DeletedSamples(database, restoring: restores, at: now)
    asideBefore = try AsideRows(database)
    returning = try ReturningRecordings(database)
    self.database = database
    self.now = now
    self.superseding = superseding
    self.stops = stops
  }

  mutating func take(_ row: ExportedRow, isByPerson: Bool) throws {
    guard !row.sample.kind.isBookkeeping else { return }
    let person = row.sample.participant
    if isByPerson, person != self.person { try settle() }
    self.person = person
    let isPlain =
      row.stored == nil && row.superseded == nil && row.sample.analyzedRecording == nil
    guard isPlain else {
      held[person, default: HeldRows()].add(row)
      return
    }
    guard stops.admits(row.sample) else { return }
    if writer == nil {
      writer = try SampleWriter(database, at: now, superseding)
      writer?.isOfOneFile = true
    }
    if try deleted.admits(row.sample) { _ = try writer?.save(row.sample) }
  }

  mutating func finish() throws -> MergeOutcome {
    try settle()
    var merge = try StoreMerge(database, restoringAt: restores ? now : nil, from: .file)
    try merge.take(history: waiting)
    outcome.add(merge.finish())
    outcome.saved.historyLeft = merge.waiting.count
    outcome.deletedHere += deleted.leftOut
    try deleted.finish()
    if !restores { _ = try RecordingDeletions(database).supersede(database) }
    outcome.saved.superseded = try asideBefore.added(database)
    outcome.saved.stopped.merge(stops.refused, uniquingKeysWith: +)
    return outcome
  }

  /// Puts what was gathered beside what is here.
  private mutating func settle() throws {
    if var writer {
      outcome.saved.add(try writer.finish())
      self.writer = nil
    }
    for (_, rows) in held.sorted(by: { $0.key < $1.key }) {
      var merge = try StoreMerge(
        database, restoringAt: restores ? now : nil, from: .file, returning: returning)
      var samples = try rows.gathered()
      samples.leaveOut(&stops)
      try samples.storeAnew(whatWasAnothersIn: database)
      try merge.take(samples)
      outcome.add(merge.finish())
      waiting += merge.waiting
    }
    held = [:]
  }
}

/// The rows of a person that follow the rule of a merge.
private struct HeldRows {
  private var analyses: [Run: (size: Int?, samples: [Sample])] = [:]
  private var others: [HeldSamples.Other] = []
  private var superseded: [SupersededSample] = []
  private var analyzedElsewhere: Set<RecordingReference> = []

  /// An analysis of a recording, told apart from others by when it was stored.
  private struct Run: Hashable {
    var recording: RecordingReference
    var stored: Int64
  }

  mutating func add(_ row: ExportedRow) {
    let stored = row.stored?.millisecondsSince1970 ?? 0
    if let instant = row.superseded {
      if let recording = row.sample.analyzedRecording, row.analysisSamples != 0 {
        analyzedElsewhere.insert(recording)
      }
      superseded.append(
        SupersededSample(
          sample: row.sample, reason: row.reason ?? "", instant: instant, stored: row.stored))
    } else if let recording = row.sample.analyzedRecording {
      let run = Run(recording: recording, stored: stored)
      // Where one row does not know it, none is believed.
      if let known = analyses[run]?.size {
        analyses[run]?.size = row.analysisSamples.map { max($0, known) }
      }
      // In its place: an array that is taken out is copied with every row.
      analyses[run, default: (row.analysisSamples, [])].samples.append(row.sample)
    } else {
      let said = TimeSaid(stored: stored, exported: row.exported?.millisecondsSince1970)
      others.append(HeldSamples.Other(sample: row.sample, said: said))
    }
  }

  /// What was gathered; a row that is there twice once.
  ///
  /// - Throws: ``StoreError`` where two rows say two values of one sample, as where a table of what gave way has lost the
  ///   columns that say so.
  func gathered() throws -> HeldSamples {
    var held = HeldSamples()
    held.analyses = try analyses.compactMap { run, rows in
      let samples = try Self.once(rows.samples) { ($0, run.stored) }
      return samples.first.map { first in
        var analysis = HeldSamples.Analysis(
          recording: RecordingSamples(
            participant: first.participant, recording: run.recording, revisions: [:],
            samples: samples),
          stored: run.stored, size: rows.size)
        analysis.recognizeWhole()
        return analysis
      }
    }.sorted {
      ($0.recording.recording.start, $0.stored) < ($1.recording.recording.start, $1.stored)
    }
    held.others = try Self.once(others) { ($0.sample, $0.said.stored) }
    held.superseded = superseded
    held.analyzedElsewhere = analyzedElsewhere
    return held
  }

  private static func once<Row>(
    _ rows: [Row], _ told: (Row) -> (sample: Sample, stored: Int64)
  ) throws -> [Row] {
    var values: [Told: Double] = [:]
    return try rows.filter { row in
      let (sample, stored) = told(row)
      let key = Told(sample: sample.id, stored: stored)
      guard let value = values.updateValue(sample.value, forKey: key) else { return true }
      guard SampleUpsert.areSame(value, sample.value) else {
        throw StoreError.contradiction(of: sample, value)
      }
      return false
    }
  }

  /// A sample as it was stored at a time; that of a later time has another value.
  private struct Told: Hashable {
    var sample: UUID
    var stored: Int64
  }
}
