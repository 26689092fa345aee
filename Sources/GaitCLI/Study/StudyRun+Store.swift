import GaitModel
import GaitResults
import GaitStudies
import SampleStorage

/// What a study keeps in a store.
extension StudyRun {
  /// What was in the file before it was changed is no recording of the study any more. It goes before the ledger is
  /// written, so that a run that is killed here does it again. Where this store has nothing of it, another may, and the record
  /// says so.
  mutating func giveUp(
    _ past: StudyRecord?, of recording: StudyRecording, now content: String,
    into record: inout StudyRecord
  ) async throws {
    guard let store, let past = past?.result?.lastStored, past.content != content else { return }
    let (count, isPart) = try await store.giveUp(
      recording.name, of: recording.participant, content: past.content,
      because: Self.exchangedReason)
    if isPart { tellDeleted(recording) }
    guard count > 0 else {
      // What another row has taken over is given up nowhere.
      if owners[past.content] == nil { record.giveWay(past, of: recording.participant) }
      return
    }
    aside += count
    givenUp[past.content] = recording
  }

  /// Puts aside what an earlier run gave up beside another store, and this one has: the part to which a file belonged when it was
  /// exchanged is not that which it belongs to now, and the stores of both were merged.
  ///
  /// - Parameter kept: what the store holds.
  /// - Returns: whether there was anything.
  /// - Throws: what the store throws.
  mutating func giveUpFormer(among kept: some Collection<KeptRecording>) async throws -> Bool {
    let isClear = kept.allSatisfy { kept in
      guard let content = kept.recording.content else { return true }
      return owners[content].flatMap { done[$0] }?.isClockless == false
    }
    guard let store, !isClear else { return false }
    let former = FormerRecordings(recordings, in: folder)
    var isChanged = false
    for kept in kept {
      guard let content = kept.recording.content, let recording = former.recording(of: kept)
      else { continue }
      let isExchanged = owners[content] == nil
      let count = try await store.store.giveUp(
        kept.recording, of: kept.participant,
        because: isExchanged ? Self.exchangedReason : Self.clocklessReason)
      isChanged = true
      if isExchanged, kept.isPart { tellDeleted(recording) }
      guard count > 0 else { continue }
      aside += count
      if isExchanged { givenUp[content] = recording } else { tellClockless(recording) }
    }
    return isChanged
  }

  private static let exchangedReason = "its file holds another recording now"
  private static let clocklessReason = "the study does not say any more when it began"

  private func tellDeleted(_ recording: StudyRecording) {
    terminal.note(
      "\(recording.row.path): samples of the recording that the file held before were deleted in the store; of the one that "
        + "it holds now everything is kept: gait delete takes away what is to stay deleted")
  }

  private func tellClockless(_ recording: StudyRecording) {
    terminal.note(
      "\(recording.row.path): nothing says any more when it began; what the store held of it is kept aside"
    )
  }

  /// Keeps the samples; the record says what the store holds then, or why nothing.
  mutating func store(
    _ analyzed: AnalyzedRecording, _ recording: StudyRecording, after past: StudyRecordResult?,
    moving: Bool, into record: inout StudyRecord
  ) async throws {
    guard let store else {
      record.result?.notStored = "no_store"
      record.result?.stored = past?.lastStored
      return
    }
    guard analyzed.analysis.facts.start != nil else {
      record.result?.notStored = StudyStore.noWallClock
      try await forgetStart(past, of: recording, into: &record)
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
      let isItself =
        old.name == analyzed.analysis.facts.name && old.person == recording.participant
      terminal.note(
        "\(recording.row.path): in the store it takes the place of "
          + (isItself
            ? "itself as it was analyzed before, with another start"
            : "\(old.name) of \(old.person), which has the same samples"))
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
    // Of what the file itself held before it is said where that is given up.
    let hasOther = past?.lastStored.map { $0.content != content } ?? false
    let besideDeleted = hasOther ? nil : outcome.besideDeleted
    for sentence in [outcome.stayingDeleted, besideDeleted].compactMap(\.self)
      + outcome.notCollected
    {
      terminal.note("\(recording.row.path): \(sentence)")
    }
    if !outcome.olderRecordings.isEmpty {
      terminal.note("\(recording.row.path): the store keeps samples of newer methods; they stay")
    }
    if let content, let instant = outcome.stored {
      record.takeBack(content)
      record.result?.stored = StudyRecordResult.StoredAnalysis(
        content: content, instant: instant, participant: recording.participant)
    }
  }

  /// What an earlier run stored by a start that the study does not say any more is kept aside: a wrong one was taken away.
  private mutating func forgetStart(
    _ past: StudyRecordResult?, of recording: StudyRecording, into record: inout StudyRecord
  ) async throws {
    guard let store, let stored = past?.lastStored else { return }
    let (count, _) = try await store.giveUp(
      of: stored.participant ?? recording.participant, content: stored.content,
      because: Self.clocklessReason)
    guard count > 0 else {
      record.giveWay(stored, of: recording.participant)
      return
    }
    aside += count
    tellClockless(recording)
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
}
