import GaitModel
import GaitStudies
import SampleStorage

/// What a store holds, by the content of the samples: it has a recording also where the study does not say when it began, or
/// says another start, name or person than `gait analyze` was given.
struct HeldRecordings: Sendable {
  private var byContent: [String: [KeptRecording]] = [:]

  /// Sorts what a store holds.
  init(_ kept: some Sequence<KeptRecording>) {
    for recording in kept {
      guard let content = recording.recording.content else { continue }
      byContent[content, default: []].append(recording)
    }
  }

  /// What the store has of recordings of a study, by their place in it; that of the same person before others.
  ///
  /// - Parameters:
  ///   - recordings: with the digest of their samples.
  ///   - store: says by whose clock they began.
  /// - Returns: nothing of those that the store does not have.
  /// - Throws: what the store throws.
  func found(
    _ recordings: [(recording: StudyRecording, content: String)], in store: SampleStore
  ) async throws -> [Int: HeldRecording] {
    var zones: [String: PeopleZones] = [:]
    var found: [Int: HeldRecording] = [:]
    for (recording, content) in recordings {
      let all = byContent[content] ?? []
      guard let kept = all.first(where: { $0.participant == recording.participant }) ?? all.first
      else { continue }
      let person = kept.participant
      if zones[person] == nil { zones[person] = try await PeopleZones(nil, of: person, in: store) }
      let start = zones[person]?.instant(kept.recording.start, of: person) ?? ""
      found[recording.index] = HeldRecording(kept: kept, start: start)
    }
    return found
  }
}

/// A recording of a study as a store has it.
struct HeldRecording: Sendable {
  /// Its person, name and start there.
  let kept: KeptRecording
  /// The start by the person's clock.
  let start: String

  /// That the store has it, with what the study says otherwise.
  func sentence(beside recording: StudyRecording) -> String {
    "the store has it\(name(kept.recording.name, kept.participant, beside: recording)), from \(start)"
  }

  /// The same, and what the study says.
  func difference(from recording: StudyRecording, _ result: StudyRecordResult) -> String {
    let own = StudyResult(recording: recording, record: result, bouts: []).clock
    let name = name(recording.name, recording.participant, beside: recording)
    return "\(sentence(beside: recording)); the study says\(name) from "
      + (own.map { InstantText.text($0) } ?? "no start")
  }

  /// What is to be done where the study does not say when it began.
  func advice(for recording: StudyRecording) -> String {
    let isAnother = kept.participant != recording.participant
    return "\(recording.row.path): without a wall clock, and in no day or week; "
      + "\(sentence(beside: recording)); put the start into the manifest's column start"
      + (isAnother
        ? ", and the right person into the column participant: the store has it as another's" : "")
  }

  /// Why the store does not have it as the study's person's, in the word of the tables; `nil` where it has.
  func notStored(_ recording: StudyRecording) -> String? {
    guard kept.participant == recording.participant else { return StudyStore.noWallClock }
    return kept.isPart ? StudyStore.deletedInPart : nil
  }

  private func name(
    _ name: String, _ person: String, beside recording: StudyRecording
  ) -> String {
    if kept.participant != recording.participant { return " as \(name) of \(person)" }
    return kept.recording.name == recording.name ? "" : " as \(name)"
  }
}

extension StudyStore {
  /// The word for a recording that does not say when it began.
  static let noWallClock = "no_wall_clock"
  /// The word for a recording of which samples were deleted.
  static let deletedInPart = "deleted_in_part"
  /// The word for a recording that the store lacks, or has another analysis of, and whose file is gone.
  static let missing = "missing"

  /// That a file which is gone is needed for the store, and why.
  static func missingSentence(_ path: String, _ reason: String) -> String {
    "\(path): \(reason), and the file is gone: put it back, and the same command stores what is in it; whoever is to stay "
      + "deleted leaves the study"
  }

  /// That what was found in a file which is gone is not what would be found now, and why.
  static func olderSentence(_ path: String, _ reason: String) -> String {
    "\(path): \(reason), and the file is gone: the tables have what was found then; put it back, and the same command finds it "
      + "anew"
  }

  /// Recordings that the store holds under a name of the study and that none of its files holds: a file was exchanged while
  /// another store was used, or before an older copy of this one was put back. Both count, so both are named.
  ///
  /// - Parameters:
  ///   - kept: what the store holds.
  ///   - paths: the files of the study by ``StudyRecording/folder``.
  ///   - unread: how files that were not looked at are excepted.
  ///   - isKnown: whether a content is in one of them, or gives way.
  /// - Returns: a sentence for each.
  func namesakes(
    in kept: some Collection<KeptRecording>, paths: [String: String], unread: String = "",
    isKnown: (String) -> Bool
  ) -> [String] {
    kept.compactMap { kept in
      let (name, person) = (kept.recording.name, kept.participant)
      guard let content = kept.recording.content, !isKnown(content),
        let path = paths[StudyRecording.folder(of: name, person)]
      else { return nil }
      return
        "\(path): the store holds another recording \(name) of \(person), too, which is in no file of this study\(unread), and both count "
        + "there; to keep that of the file alone, gait delete --store \(store.path.shellWord) --participant "
        + "\(person.shellWord) --recording \(name.shellWord) --everything, then gait batch once more"
    }.sorted()
  }
}
