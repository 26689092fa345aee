import Foundation
import GaitStudies
import SampleStorage

extension BatchCommand {
  /// Says what a run would do and why, and what it would say of the store.
  func sayWhatIsDue(_ plan: StudyPlan, _ pipelines: StudyAnalyzer.Pipelines) async throws {
    guard let output else { return }
    let folder = StudyFolder(at: output)
    let opened = try openedStore()
    var kept: [UInt64: KeptRecording]?
    if store != nil { kept = try await opened?.kept() ?? [:] }
    if shard == nil {
      let former = FormerRecordings(plan.recordings, in: folder)
      kept = kept?.filter { former.recording(of: $0.value) == nil }
    }
    var analyzer = StudyAnalyzer(
      folder: folder, pipelines: pipelines, kept: kept, restoresDeleted: withDeleted,
      isDryRun: true, overwrites: overwriting.force, paths: plan.paths)
    if let opened, let kept {
      analyzer.held = try await HeldRecordings(kept.values).found(
        plan.recordings.compactMap { recording in
          guard let result = folder.record(of: recording)?.result,
            StudyStore.key(recording, result).flatMap({ kept[$0] }) == nil
          else { return nil }
          return (recording, result.content)
        }, in: opened.store)
    }
    var foresight = StudyForesight(held: analyzer.held, folder: folder)
    await OrderedTasks.run(
      plan.recordings, atOnce: jobs.simultaneous(of: max(1, plan.recordings.count))
    ) { [analyzer] _, recording in
      (analyzer.outcome(of: recording, isForced: false), folder.record(of: recording)?.result)
    } take: { place, found in
      foresight.take(plan.recordings[place], found.0, past: found.1)
    }
    var lines = foresight.lines(beside: kept.map { Array($0.values) } ?? [])
    lines += plan.failures.map { "\($0.path): would fail: \($0.message)" }
    if let opened, let kept { lines += foresight.namesakes(in: opened, kept.values) }
    lines += StudyText.vanished(foresight.vanished, from: folder, most: listedCount)
    lines += StudyText.losses(foresight.losses, most: listedCount)
    lines.append(
      "\(foresight.dueCount) of \(plan.recordings.count + plan.failures.count) would be analyzed")
    try StandardOutput.write(lines.map { PrintableText.of($0) + "\n" }.joined())
  }

  /// So many recordings are listed of which the same is to be said; `nil` for all. Our choice.
  var listedCount: Int? { verbosity.verbose ? nil : 3 }

  private func openedStore() throws -> StudyStore? {
    guard let store, FileManager.default.fileExists(atPath: store) else { return nil }
    return StudyStore(
      store: try OpenStores.open(store, .read), restoresDeleted: withDeleted)
  }
}

/// What a run of a study would do, recording by recording.
private struct StudyForesight {
  /// What the store has under another start, name or person, or of recordings without a start, by place in the study.
  let held: [Int: HeldRecording]
  /// Where results and records are.
  let folder: StudyFolder
  /// How many recordings would be analyzed.
  private(set) var dueCount = 0
  /// Recordings whose files were cut or are damaged, with what is known of them.
  private(set) var losses: [(path: String, words: String)] = []
  /// Recordings whose files are gone, with where these lay if that is another place.
  private(set) var vanished: [(path: String, formerPlace: String?)] = []
  private var found: [(text: String, unread: StudyRecording?)] = []
  /// The contents of files, as far as an earlier run read them, and those that would give way in the store.
  private var contents: Set<String> = []
  /// The files whose content is known, by ``StudyRecording/folder``.
  private var paths: [String: String] = [:]

  init(held: [Int: HeldRecording], folder: StudyFolder) {
    (self.held, self.folder) = (held, folder)
  }

  mutating func take(
    _ recording: StudyRecording, _ outcome: StudyAnalyzer.Outcome, past: StudyRecordResult?
  ) {
    let path = recording.row.path
    switch outcome {
    case .due(let reason, let content):
      dueCount += 1
      if let stored = past?.lastStored?.content { contents.insert(stored) }
      if let content { know(content, recording) }
      found.append(("\(path): \(reason)", content == nil ? recording : nil))
    case .failed(let failure, _): found.append(("\(path): would fail: \(failure.message)", nil))
    case .unchanged(let record, _) where record.failure != nil:
      found.append(
        ("\(path): failed and has not changed: \(record.failure?.message ?? "")", nil))
    case .unchanged(let record, _), .vanished(let record, _, _):
      guard let result = record.result else { return }
      know(result.content, recording)
      if let loss = StudyText.loss(of: result) { losses.append((path, loss)) }
      if case .vanished = outcome {
        vanished.append((path, folder.formerPlace(of: recording, in: record)))
      }
      if case .vanished(_, let unstored?, _) = outcome {
        found.append((StudyStore.missingSentence(path, unstored), nil))
      }
      if case .vanished(_, _, let methods?) = outcome {
        found.append((StudyStore.olderSentence(path, methods), nil))
      }
      if result.start == nil, let held = held[recording.index] {
        found.append((held.advice(for: recording), nil))
      }
    case .analyzed: break
    }
  }

  private mutating func know(_ content: String, _ recording: StudyRecording) {
    contents.insert(content)
    paths[recording.folder] = recording.row.path
  }

  /// A line for each recording of which something is to be said. Of a file that nobody has read nobody knows whether it is
  /// the one that the store holds under its name.
  func lines(beside kept: [KeptRecording]) -> [String] {
    let names = Set(
      kept.lazy.filter { $0.recording.content.map(contents.contains) == false }
        .map { StudyRecording.folder(of: $0.recording.name, $0.participant) })
    return found.map { text, unread in
      guard let unread, names.contains(unread.folder) else { return text }
      return text
        + "; the store holds a recording of this name, and whether it is that of the file is known when the file is read"
    }
  }

  /// What the store holds beside files of the same name.
  func namesakes(in store: StudyStore, _ kept: some Collection<KeptRecording>) -> [String] {
    let isWhole = !found.contains { $0.unread != nil }
    return store.namesakes(
      in: kept, paths: paths, unread: isWhole ? "" : " that an earlier run read",
      isKnown: contents.contains)
  }
}
