import Foundation
import GaitModel
import GaitResults
import GaitStudies
import SampleStorage

/// A study on its way: what comes of each recording is kept, written down and counted.
///
/// The order of the steps makes a run that is killed at any moment go on where it was: first the results, beside their
/// place; then the samples, in one transaction; then the results take their place, whole or not at all; last the line of the
/// ledger. Where the store refuses the samples, the results of an earlier run stay.
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
    /// Where the files, which are gone, lay when they were last seen, from the folder of results; `nil` where the study names
    /// this place still.
    var formerPlace: String?
    /// Why the files, which are gone, are needed for the store; `nil` where they are not.
    var unstored: String?
    /// How program or methods are others than those that found something in files that are gone; `nil` where they are not.
    var methods: String?
    /// What is known of a file that was cut or is damaged; `nil` of any other.
    var loss: String?
  }

  let recordings: [StudyRecording]
  let folder: StudyFolder
  let store: StudyStore?
  let terminal: Terminal
  private let isStrict: Bool
  private let overwrites: Bool
  private let orphans: [String: String]
  /// By the content of a recording that has results the first row that has it.
  private(set) var owners: [String: Int] = [:]
  /// Repetitions that an earlier run found, with their content.
  private var repeats: [Int: String] = [:]
  /// What gave no result, and why.
  private(set) var failures: [StudyFailure]
  /// The recordings that have results, by their place in the plan.
  private(set) var done: [Int: Done] = [:]
  /// How many samples of earlier analyses gave way in the store.
  var aside = 0
  /// How many recordings of an earlier run were not in the store any more, and are again.
  var restored = 0
  /// The contents of recordings that gave nothing in this run and have results of an earlier one.
  private(set) var keptOfFailed: [String] = []
  /// The people from whom recordings moved to others.
  var formerPeople: Set<String> = []
  /// Rows whose files hold another recording now, by the content of the one before.
  var givenUp: [String: StudyRecording] = [:]
  private var progress: StudyProgress
  /// What came of rows that wait for an earlier one of the same file, by the place of that.
  private var waiting: [Int: [(place: Int, outcome: StudyAnalyzer.Outcome)]] = [:]
  private var taken: Set<Int> = []
  /// The places of rows by the size of their files; nobody knows what others hold before they are read.
  private let places: [Int?: [Int]]
  /// The places of rows by the content that an earlier run found in them.
  private let pastPlaces: [String: [Int]]

  /// What is to be said of recordings that were before in a row or a file and are in no other of the study, a sentence each.
  var exchanged: [String] {
    givenUp.values.map {
      "\($0.row.path): \($0.name) of \($0.participant) is another recording than before; what was found in that is kept aside in "
        + "the store"
    }.sorted()
  }

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

  /// The place of an earlier row that is not settled yet and whose file has the same bytes, whatever the descriptions beside
  /// them say, or had the same samples in an earlier run; rows of one size are begun in their order.
  private func earlierRow(
    ofSameFileAs place: Int, _ outcome: StudyAnalyzer.Outcome
  ) -> Int? {
    guard case .analyzed(_, let record) = outcome else { return nil }
    let alike = (places[progress.byteCount(of: recordings[place])] ?? []).filter {
      $0 < place && !taken.contains($0)
    }
    let own = alike.isEmpty ? nil : BatchStudy.digest(ofBytesOf: recordings[place].path)
    let sameFile = alike.first {
      own != nil && BatchStudy.digest(ofBytesOf: recordings[$0].path) == own
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
      case .unchanged(let record, let isMoved):
        if isMoved { try folder.write(record, of: recording) }
        try takeUnchanged(record, place)
      case .vanished(let record, let unstored, let methods):
        let formerPlace = folder.formerPlace(of: recording, in: record)
        note(record, place, .vanished)
        done[place]?.formerPlace = formerPlace
        done[place]?.unstored = unstored
        done[place]?.methods = methods
      case .analyzed(let analyzed, let record): try await keep(analyzed, record, place)
      case .failed(let failure, let record):
        folder.sweep(recording)
        if let record, folder.record(of: recording)?.result == nil {
          try folder.write(record, of: recording)
        }
        throw failure
      case .due: break
      }
    } catch {
      let failure = StudyAnalyzer.failure(recording, error)
      // Also where something came of it and could not be kept. What stands in its place may be another's.
      if failure.reason != "same_name", let result = folder.record(of: recording)?.wholeResult,
        folder.hasResults(of: recording)
      {
        keptOfFailed.append(result.lastStored?.content ?? result.content)
      }
      fail(failure)
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
    folder.forgetFailure(of: recordings[place].row.path)
    done[place] = Done(
      kind: kind, isClockless: result.start == nil,
      isLocal: result.start != nil && result.offset == nil, seconds: result.seconds,
      loss: StudyText.loss(of: result))
    let owner = owners[result.content] ?? place
    owners[result.content] = min(owner, place)
    if owner != place { withdraw(max(owner, place), for: min(owner, place), result.content) }
  }

  /// Samples, results, ledger, in this order.
  private mutating func keep(
    _ analyzed: AnalyzedRecording, _ record: StudyRecord, _ place: Int
  ) async throws {
    let recording = recordings[place]
    guard let content = record.result?.content else { return }
    folder.sweep(recording)
    let past = folder.record(of: recording)
    let owner = owners[content]
    if let owner, owner < place {
      var record = record
      try await giveUp(past, of: recording, now: content, into: &record)
      let failure = repetition(of: recordings[owner], by: recording)
      (record.result, record.failure, record.repeats) = (nil, failure, content)
      folder.remove(recording.folder)
      try folder.write(record, of: recording)
      throw failure
    }
    let results = try RecordingFolder.prepare(
      analyzed, at: folder.results(at: recording.folder), force: overwrites)
    var record = record
    if past == nil { record.givesWay = orphanRecord(content)?.givesWay }
    if let earlier = past?.result, past?.path == record.path {
      record.result?.compareLength(with: earlier)
    }
    do {
      // Results and samples that stand beside the record of others would be taken for them, when this ends before its own
      // is written.
      if var begun = past {
        begun.file = ""
        try folder.write(begun, of: recording)
      }
      try await store(
        analyzed, recording, after: past?.result ?? orphan(content),
        moving: owner != nil || orphans[content] != nil,
        into: &record)
    } catch {
      results.discard()
      // Nothing of it counts, nor what a run that was killed left there.
      if let past { try folder.write(past, of: recording) } else { folder.remove(recording.folder) }
      throw error
    }
    try results.takePlaces()
    try await giveUp(past, of: recording, now: content, into: &record)
    try folder.write(record, of: recording)
    if let orphan = orphans[content], orphan != recording.folder { folder.remove(orphan) }
    note(record, place, .analyzed)
    remark(on: analyzed, recording)
    if analyzed.analysis.quality.durationSeconds > Self.longSeconds { FreedMemory.giveBack() }
  }

  /// What the ledger has of the same samples at a place that the study no longer names: the person was corrected.
  private func orphanRecord(_ content: String) -> StudyRecord? {
    orphans[content].flatMap { folder.record(at: $0) }
  }

  /// The result of that record, with whose it was.
  private func orphan(_ content: String) -> StudyRecordResult? {
    guard let record = orphanRecord(content) else { return nil }
    var result = record.result
    if result?.stored?.participant == nil {
      result?.stored?.participant = record.facts["participant"]
    }
    return result
  }

  /// From three hours on a recording leaves holes in memory that are worth closing, seconds.
  private static let longSeconds = 10_800.0

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
        "the same samples are in \(first.row.path) of participant \(first.participant), and a recording counts "
        + "once; leave one of them out")
  }

  private mutating func fail(_ failure: StudyFailure) {
    failures.removeAll { $0.index == failure.index }
    failures.append(failure)
    folder.keep(failure)
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
