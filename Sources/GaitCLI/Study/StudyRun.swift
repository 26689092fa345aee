import Foundation
import GaitModel
import GaitResults
import GaitStudies
import SampleStorage

/// A study on its way: what comes of each recording is kept, written down and counted.
///
/// The order of the steps makes a run that is killed at any moment go on where it was: first the folder of
/// results, whole or not at all; then the samples, in one transaction; last the line of the ledger.
struct StudyRun {
  /// A recording that has results.
  struct Done: Equatable {
    /// Whether they are of this run, of an earlier one, or of files that are gone.
    enum Kind { case analyzed, unchanged, vanished }
    var kind: Kind
    var isClockless: Bool
    /// Whether its clock does not say its offset from UTC.
    var isLocal: Bool
    var seconds: Double
  }

  private let recordings: [StudyRecording]
  private let folder: StudyFolder
  private let store: StudyStore?
  private let terminal: Terminal
  private let isStrict: Bool
  private let overwrites: Bool
  private let orphans: [String: String]
  private var owners: [String: Int] = [:]
  /// Repetitions that an earlier run found, with their content.
  private var repeats: [Int: String] = [:]
  /// What gave no result, and why.
  private(set) var failures: [StudyFailure]
  /// The recordings that have results, by their place in the plan.
  private(set) var done: [Int: Done] = [:]
  /// How many samples of earlier analyses gave way in the store.
  private(set) var aside = 0
  /// How many recordings of an earlier run were not in the store any more, and are again.
  private(set) var restored = 0
  /// The contents of recordings that gave nothing in this run and have results of an earlier one.
  private(set) var keptOfFailed: [String] = []
  /// The people from whom recordings moved to others.
  private(set) var formerPeople: Set<String> = []
  /// Rows whose files hold another recording now, by the content of the one before.
  private var givenUp: [String: StudyRecording] = [:]
  private var progress: StudyProgress
  /// What came of rows that wait for an earlier one of the same file, by the place of that.
  private var waiting: [Int: [(place: Int, outcome: StudyAnalyzer.Outcome)]] = [:]
  private var taken: Set<Int> = []
  /// The places of rows by the size of their files; nobody knows what others hold before they are read.
  private let places: [Int?: [Int]]
  /// The places of rows by the content that an earlier run found in them.
  private let pastPlaces: [String: [Int]]

  /// Files that hold another recording than before, where that before is in no other file of the study.
  var exchanged: [String] { givenUp.values.map(\.row.path).sorted() }

  /// Prepares the run. What cannot be analyzed is said at once; `orphans` are places of results that the study no
  /// longer names, by the content of the recording.
  init(
    _ plan: StudyPlan, in folder: StudyFolder, store: StudyStore?, orphans: [String: String],
    isStrict: Bool, overwrites: Bool, progress: StudyProgress, terminal: Terminal
  ) {
    recordings = plan.recordings
    places = Dictionary(grouping: plan.recordings.indices) {
      progress.byteCount(of: plan.recordings[$0])
    }
    pastPlaces = Dictionary(
      grouping: plan.recordings.indices.compactMap { place in
        folder.record(of: plan.recordings[place])?.result.map { ($0.content, place) }
      }, by: \.0
    ).mapValues { $0.map(\.1) }
    failures = []
    (self.folder, self.store, self.orphans) = (folder, store, orphans)
    (self.isStrict, self.progress, self.terminal) = (isStrict, progress, terminal)
    self.overwrites = overwrites
    for failure in plan.failures { fail(failure) }
  }

  /// Settles which repetitions of an earlier run are still repetitions.
  ///
  /// - Returns: Those whose first is not there any more: they must be analyzed.
  mutating func unfoundedRepeats() -> [Int] {
    var unfounded: [Int] = []
    for (place, content) in repeats.sorted(by: { $0.key < $1.key }) {
      if let owner = owners[content], owner < place {
        fail(repetition(of: recordings[owner], by: recordings[place]))
      } else {
        unfounded.append(place)
      }
    }
    repeats = [:]
    taken.subtract(unfounded)
    return unfounded
  }

  /// Takes what came of a recording; `false` when nothing more is to be started. Of rows of one file the first counts,
  /// also where another is analyzed sooner: that waits, so that nothing of it is stored.
  mutating func take(_ place: Int, _ outcome: StudyAnalyzer.Outcome) async -> Bool {
    if let first = earlierRow(ofSameFileAs: place, outcome) {
      waiting[first, default: []].append((place, outcome))
      return true
    }
    var goesOn = await settle(place, outcome)
    for next in waiting.removeValue(forKey: place) ?? [] {
      goesOn = await take(next.place, next.outcome)
    }
    return goesOn
  }

  /// The place of an earlier row that is not settled yet and whose file has the same bytes, or had the same samples in an
  /// earlier run; rows of one size are begun in their order.
  private func earlierRow(
    ofSameFileAs place: Int, _ outcome: StudyAnalyzer.Outcome
  ) -> Int? {
    guard case .analyzed(_, let record) = outcome else { return nil }
    let sameFile = places[progress.byteCount(of: recordings[place])]?.first {
      $0 < place && !taken.contains($0)
        && BatchStudy.digest(of: recordings[$0].path) == record.file
    }
    return sameFile
      ?? record.result.flatMap { pastPlaces[$0.content] }?.first {
        $0 < place && !taken.contains($0)
      }
  }

  private mutating func settle(_ place: Int, _ outcome: StudyAnalyzer.Outcome) async -> Bool {
    taken.insert(place)
    let recording = recordings[place]
    do {
      switch outcome {
      case .unchanged(let record): try takeUnchanged(record, place)
      case .vanished(let record): note(record, place, .vanished)
      case .analyzed(let analyzed, let record): try await keep(analyzed, record, place)
      case .failed(let failure, let record):
        folder.sweep(recording)
        if let result = folder.record(of: recording)?.result {
          keptOfFailed.append(result.lastStored?.content ?? result.content)
        } else if let record {
          try folder.write(record, of: recording)
        }
        throw failure
      case .due: break
      }
    } catch {
      fail(StudyAnalyzer.failure(recording, error))
    }
    progress.add(recording, failures: failures.count, terminal)
    Interruption.says(
      "\(done.count) of \(StudyText.count(recordings.count, "recording")) \(recordings.count == 1 ? "is" : "are") done and kept in \(folder.path); the same command "
        + "goes on from here")
    return !isStrict || failures.isEmpty
  }

  private mutating func takeUnchanged(_ record: StudyRecord, _ place: Int) throws {
    if let content = record.repeats {
      repeats[place] = content
      return
    }
    if var failure = record.failure {
      (failure.index, failure.path) = (recordings[place].index, recordings[place].row.path)
      throw failure
    }
    note(record, place, .unchanged)
  }

  /// Of two recordings with the same samples that which comes first in the study counts, whichever was analyzed
  /// first and wherever an earlier run was killed.
  private mutating func note(_ record: StudyRecord, _ place: Int, _ kind: Done.Kind) {
    guard let result = record.result else { return }
    done[place] = Done(
      kind: kind, isClockless: result.start == nil,
      isLocal: result.start != nil && result.offset == nil, seconds: result.seconds)
    let owner = owners[result.content] ?? place
    owners[result.content] = min(owner, place)
    if owner != place { withdraw(max(owner, place), for: min(owner, place), result.content) }
  }

  /// Results, samples, ledger, in this order.
  private mutating func keep(
    _ analyzed: AnalyzedRecording, _ record: StudyRecord, _ place: Int
  ) async throws {
    let recording = recordings[place]
    guard let content = record.result?.content else { return }
    folder.sweep(recording)
    let past = folder.record(of: recording)
    let owner = owners[content]
    if let owner, owner < place {
      try await giveUp(past, of: recording, now: content)
      let failure = repetition(of: recordings[owner], by: recording)
      var record = record
      (record.result, record.failure, record.repeats) = (nil, failure, content)
      folder.remove(recording.folder)
      try folder.write(record, of: recording)
      throw failure
    }
    // Results that stand beside the record of others would be taken for them, when this ends before its own is written.
    if var begun = past {
      begun.file = ""
      try folder.write(begun, of: recording)
    }
    try RecordingFolder.write(
      analyzed, in: (folder.results(at: recording.folder) as NSString).deletingLastPathComponent,
      force: overwrites, mayReplaceOthers: true)
    var record = record
    do {
      try await store(
        analyzed, recording, after: past?.result ?? orphan(content),
        moving: owner != nil || orphans[content] != nil,
        into: &record)
    } catch {
      // Results of which nothing is in the store count for nothing.
      if past == nil { folder.remove(recording.folder) }
      throw error
    }
    try await giveUp(past, of: recording, now: content)
    try folder.write(record, of: recording)
    if let orphan = orphans[content], orphan != recording.folder { folder.remove(orphan) }
    note(record, place, .analyzed)
    remark(on: analyzed, recording)
    if analyzed.analysis.quality.durationSeconds > Self.longSeconds { FreedMemory.giveBack() }
  }

  /// What the ledger has of the same samples at a place that the study no longer names: the person was corrected.
  private func orphan(_ content: String) -> StudyRecordResult? {
    guard let record = orphans[content].flatMap({ folder.record(at: $0) }) else { return nil }
    var result = record.result
    if result?.stored?.participant == nil {
      result?.stored?.participant = record.facts["participant"]
    }
    return result
  }

  /// From three hours on a recording leaves holes in memory that are worth closing, seconds.
  private static let longSeconds = 10_800.0

  /// What was in the file before it was changed is no recording of the study any more. It goes before the ledger is
  /// written, so that a run that is killed here does it again.
  private mutating func giveUp(
    _ past: StudyRecord?, of recording: StudyRecording, now content: String
  ) async throws {
    guard let store, let past = past?.result?.lastStored?.content, past != content else { return }
    let count = try await store.giveUp(
      recording.name, of: recording.participant, content: past,
      because: "its file holds another recording now")
    guard count > 0 else { return }
    aside += count
    givenUp[past] = recording
  }

  /// Keeps the samples; the record says what the store holds then, or why nothing.
  private mutating func store(
    _ analyzed: AnalyzedRecording, _ recording: StudyRecording, after past: StudyRecordResult?,
    moving: Bool, into record: inout StudyRecord
  ) async throws {
    guard let store else {
      record.result?.notStored = "no_store"
      record.result?.stored = past?.lastStored
      return
    }
    guard analyzed.analysis.facts.start != nil else {
      record.result?.notStored = "no_wall_clock"
      try await forgetStart(past, of: recording)
      return
    }
    let outcome = try await keep(analyzed.analysis, recording, in: store, moving: moving)
    var replaced = outcome.replaced.map { (name: $0.recording.name, person: $0.participant) }
    // Of two files that changed places the first has given up what the second brings.
    if let content = analyzed.analysis.content, let old = givenUp.removeValue(forKey: content) {
      replaced.append((name: old.name, person: old.participant))
    }
    for old in replaced {
      if old.person != recording.participant { formerPeople.insert(old.person) }
      terminal.note(
        "\(recording.row.path): in the store it takes the place of \(old.name) of \(old.person), which has the same "
          + "samples")
    }
    aside += outcome.superseded
    let content = analyzed.analysis.content
    if past?.lastStored?.content == content, outcome.unchanged == 0, outcome.superseded == 0,
      outcome.written > 0
    {
      restored += 1
    }
    if outcome.leavesCalibration {
      terminal.note(
        "\(recording.row.path): in the store it takes the place of an analysis with the person's own factor, which gait "
          + "batch does not use; gait analyze --calibration does")
    }
    for sentence in [outcome.stayingDeleted].compactMap(\.self) + outcome.notCollected {
      terminal.note("\(recording.row.path): \(sentence)")
    }
    if !outcome.olderRecordings.isEmpty {
      terminal.note("\(recording.row.path): the store keeps samples of newer methods; they stay")
    }
    if let content, let instant = outcome.stored {
      record.result?.stored = StudyRecordResult.StoredAnalysis(
        content: content, instant: instant, participant: recording.participant)
    }
  }

  /// What an earlier run stored by a start that the study does not say any more is kept aside: a wrong one was taken away.
  private mutating func forgetStart(
    _ past: StudyRecordResult?, of recording: StudyRecording
  ) async throws {
    guard let store, let stored = past?.lastStored else { return }
    let count = try await store.giveUp(
      of: stored.participant ?? recording.participant, content: stored.content,
      because: "the study does not say any more when it began")
    guard count > 0 else { return }
    aside += count
    terminal.note(
      "\(recording.row.path): nothing says any more when it began; what the store held of it is kept aside"
    )
  }

  /// Keeps the samples; they move where the manifest has been corrected since the store got them.
  private func keep(
    _ analysis: RecordingAnalysis, _ recording: StudyRecording, in store: StudyStore, moving: Bool
  ) async throws -> SaveOutcome {
    let zone = recording.row.timeZone
    do {
      return try await store.keep(analysis, timeZone: zone, moving: moving)
    } catch StoreError.keptOfAnother(_, _, let person, let kept)
      where hasGivenWay(kept, of: person, to: recording)
    {
      return try await store.keep(analysis, timeZone: zone, moving: true)
    }
  }

  /// Whether the row of this study in which an earlier run found a recording has it no more: this row stored it under that
  /// person before it was corrected, that row's file is another one by now, or it comes after the row that has the same
  /// samples, and the first counts.
  private func hasGivenWay(
    _ kept: RecordingReference, of person: String, to recording: StudyRecording
  ) -> Bool {
    if let stored = folder.record(of: recording)?.result?.stored, stored.content == kept.content,
      stored.participant == person
    {
      return true
    }
    let place = StudyRecording.folder(of: kept.name, person)
    guard let past = folder.record(at: place), past.result?.content == kept.content,
      let row = recordings.first(where: { $0.folder == place })
    else { return false }
    if row.index > recording.index { return true }
    guard let file = BatchStudy.digest(of: row.path) else { return false }
    return file != past.file
  }

  private mutating func withdraw(_ later: Int, for place: Int, _ content: String) {
    let recording = recordings[later]
    let failure = repetition(of: recordings[place], by: recording)
    if var record = folder.record(of: recording) {
      (record.result, record.failure, record.repeats) = (nil, failure, content)
      folder.remove(recording.folder)
      try? folder.write(record, of: recording)
    }
    done[later] = nil
    fail(failure)
  }

  private func repetition(of first: StudyRecording, by second: StudyRecording) -> StudyFailure {
    StudyFailure(
      index: second.index, path: second.row.path, participant: second.participant,
      reason: first.participant == second.participant ? "duplicate" : "kept_of_another",
      message:
        "the same samples are in \(first.row.path) of \(first.participant), and a recording counts once; "
        + "leave one of them out")
  }

  private mutating func fail(_ failure: StudyFailure) {
    failures.removeAll { $0.index == failure.index }
    failures.append(failure)
    // A thousand lines of the same say no more than a few; all stand in failures.csv.
    let alike = failures.count { $0.reason == failure.reason }
    if alike <= 3 || terminal.isVerbose {
      terminal.error(failure.description)
    } else if alike == 4 {
      terminal.error(
        "more failures of the kind \(failure.reason) are not listed here; -v lists them")
    }
  }

  /// What was lost or contradicts itself is said; what was assumed stands in `summary.json`, and only the curious
  /// want it from thousands.
  private func remark(on analyzed: AnalyzedRecording, _ recording: StudyRecording) {
    for remark in analyzed.remarks where terminal.isVerbose || remark.kind.isTrouble {
      terminal.note("\(recording.row.path): \(remark.message)")
    }
  }
}

/// Memory that was freed and that the C library keeps for later.
enum FreedMemory {
  /// GNU's `malloc_trim`; Swift's module of the C library leaves it out, and other libraries have none.
  private static let trim: (@convention(c) (Int) -> Int32)? = {
    guard let library = dlopen(nil, RTLD_NOW), let symbol = dlsym(library, "malloc_trim") else {
      return nil
    }
    return unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)
  }()

  /// Gives it back to the system: over a night of long recordings the holes would add up.
  static func giveBack() { _ = trim?(0) }
}

extension Duration {
  /// In seconds.
  var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
