import Foundation
import GaitAnalysis
import GaitModel
import GaitResults
import GaitStudies
import SampleStorage
import SensorFiles

/// Looks at one recording of a study: whether anything is to be done, and does it.
struct StudyAnalyzer: Sendable {
  /// What came of a recording.
  enum Outcome: Sendable {
    /// Nothing was to be done, but to note where the files lie now, if they were moved.
    case unchanged(StudyRecord, isMoved: Bool)
    /// The files are gone; what was done with them stays. With the reason why they are needed for the store, where it does
    /// not have what was found, and with how program or methods are others than those that found it.
    case vanished(StudyRecord, unstored: String?, methods: String?)
    /// It is to be done, for this reason; nothing was done. With the digest of its samples, where an earlier run read these
    /// files.
    case due(String, content: String?)
    /// It was analyzed.
    case analyzed(AnalyzedRecording, StudyRecord)
    /// It was tried; the record is that of a recording that is broken itself.
    case failed(StudyFailure, StudyRecord?)
  }

  /// A pipeline with its settings as they are written down: to digest them takes longer than a look at a recording.
  struct Pipeline: Sendable {
    let pipeline: GaitPipeline
    let settings: UsedSettings

    init(_ pipeline: GaitPipeline) {
      self.pipeline = pipeline
      settings = UsedSettings(of: pipeline)
    }
  }

  /// Why a settings file gives no pipeline: all recordings that name it fail by it.
  struct UnreadSettings: Error {
    let message: String
  }

  /// Pipelines by their settings file, or why there is none.
  typealias Pipelines = [ByteText?: Result<Pipeline, UnreadSettings>]

  /// Where results and records are.
  var folder: StudyFolder
  /// The pipelines of the settings files; that of the study under `nil`.
  var pipelines: Pipelines
  /// The analyses that the store holds; `nil` without a store.
  var kept: [UInt64: KeptRecording]?
  /// What the store has under another start, name or person, by place in the study; only known where nothing is analyzed.
  var held: [Int: HeldRecording] = [:]
  /// Whether what was deleted in the store while the rest of its recording stayed is to come back.
  var restoresDeleted: Bool
  /// Whether nothing is to be analyzed.
  var isDryRun: Bool
  /// Whether results that somebody has changed are made again, and another recording's give way.
  var overwrites: Bool
  /// Where all recordings of the study lie, from the folder of results.
  let places: Set<String>
  /// Whose results earlier runs found in files, by where these lie from the folder of results; only known where some file of
  /// the study is gone.
  private let sources: [String: String]
  /// Where the results of each content of files are, by participant and recording; only known where nothing is analyzed.
  private let earlier: [String: (place: String, path: String?)]

  /// Prepares the analysis of a study's recordings, which lie at some paths.
  init(
    folder: StudyFolder, pipelines: Pipelines, kept: [UInt64: KeptRecording]?,
    restoresDeleted: Bool, isDryRun: Bool, overwrites: Bool, paths: [String]
  ) {
    self.restoresDeleted = restoresDeleted
    (self.folder, self.pipelines, self.kept) = (folder, pipelines, kept)
    (self.isDryRun, self.overwrites) = (isDryRun, overwrites)
    places = Set(paths.map(folder.place(of:)))
    earlier = isDryRun ? folder.contents() : [:]
    let isWhole = paths.allSatisfy {
      FileManager.default.fileExists(atPath: RecordingAddress($0).path)
    }
    sources = isWhole ? [:] : folder.sources()
  }

  /// The outcome of a recording.
  ///
  /// - Parameters:
  ///   - recording: which.
  ///   - isForced: whether it is analyzed although nothing has changed.
  ///   - onThreads: whether a processor is free beside this one.
  /// - Returns: what came of it.
  func outcome(
    of recording: StudyRecording, isForced: Bool, onThreads: Bool = false
  ) -> Outcome {
    do {
      guard let pipeline = try pipelines[recording.settings.map(ByteText.init)]?.get() else {
        return .due("its settings were not read", content: nil)
      }
      let settings = pipeline.settings
      var now = StudyRecord(
        program: Program.version, file: "", facts: recording.row.facts, methods: settings.digest,
        settings: settings.changes)
      let past = folder.record(of: recording)
      (now.path, now.givesWay) = (folder.place(of: recording.path), past?.givesWay)
      let descriptions = descriptions(of: recording)
      now.description = descriptions.first ?? ""
      let changed = folder.changedResult(of: recording)
      if let changed, !overwrites { throw changedResult(changed, recording) }
      let files: [String]
      do throws(SensorFileError) {
        files = try RecordingAddress(recording.path).files()
      } catch {
        guard error.kind == .missing, let past, let result = past.wholeResult else { throw error }
        if let change = otherFile(in: past, than: now, recording) { throw gone(recording, change) }
        if let path = stayed(past, than: now) { throw missing(recording, besides: path) }
        if let change = past.differenceWithoutFile(from: now, descriptions: descriptions) {
          throw gone(recording, change)
        }
        guard folder.hasResults(of: recording) else { throw goneWithResults(recording) }
        return .vanished(
          past, unstored: storeReason(result, recording),
          methods: past.differenceInMethods(from: now))
      }
      var digest: String?
      let reason =
        try changed.map { "\($0) was changed" }
        ?? reason(past, now, recording) { () throws(UnreadableFile) in
          let text = try FileDigest(of: files).text
          digest = text
          return text
        }
      if var past, reason == nil, !isForced {
        let isMoved = past.path != now.path
        past.path = now.path
        return .unchanged(past, isMoved: isMoved)
      }
      now.file = try digest ?? FileDigest(of: files).text
      if let past, let other = other(in: past, than: now) {
        throw sameName(recording, other)
      }
      if let past, let other = archived(in: past, than: now) {
        throw holdsArchived(recording, other)
      }
      if isDryRun {
        return .due(
          correction(of: recording, now) ?? reason ?? "the recording that it repeats is gone",
          content: content(of: now, past))
      }
      return analyzed(recording, pipeline, now, onThreads)
    } catch {
      return .failed(Self.failure(recording, error), nil)
    }
  }

  /// Where the recording lies whose results stand in a row's place, when it is another one, is still there and in no row of
  /// the study: another folder with files of the same names.
  private func other(in past: StudyRecord, than now: StudyRecord) -> String? {
    guard !overwrites, past.result != nil, past.file != now.file, let path = past.path,
      path != now.path, !places.contains(path),
      BatchStudy.digest(of: folder.path + "/" + path) == past.file
    else { return nil }
    return path
  }

  /// That what stands in a row's place was found in another file than that which the row names now: in that an earlier run
  /// found what stands elsewhere. A path that no run has seen may be where the file was moved to.
  private func otherFile(
    in past: StudyRecord, than now: StudyRecord, _ recording: StudyRecording
  ) -> String? {
    guard let path = now.path, path != past.path, let place = sources[path],
      place != recording.folder
    else { return nil }
    return
      "path changed: what was found in this file stands in \(folder.results(at: place)), and what stands in this place was found "
      + "in another"
  }

  /// Where the files lie that a row named before, when it names others now, which are not there: nothing was moved away, and
  /// what was found is not of the files that the row means. Other files may lie in the place of those that were moved; then a
  /// row names them, as a rule.
  private func stayed(_ past: StudyRecord, than now: StudyRecord) -> String? {
    guard let path = past.path, path != now.path else { return nil }
    let file = folder.path + "/" + path
    guard FileManager.default.fileExists(atPath: RecordingAddress(file).path),
      !places.contains(path) || BatchStudy.digest(of: file) == past.file
    else { return nil }
    return path
  }

  private func missing(_ recording: StudyRecording, besides path: String) -> StudyFailure {
    StudyFailure(
      of: recording, because: "missing",
      message:
        "there is no such file, and \(folder.results(at: recording.folder)) holds what was found in \(whole(path)), which is "
        + "still there; correct the path, or put the file where it says"
    )
  }

  /// Where the recording lay whose results stand in a row's place, when its file is gone and another row names it now: of two
  /// rows that changed their files one was moved away, and its results are all that there is of it.
  private func archived(in past: StudyRecord, than now: StudyRecord) -> String? {
    guard !overwrites, past.result != nil, past.file != now.file, let path = past.path,
      path != now.path, places.contains(path),
      !FileManager.default.fileExists(atPath: folder.path + "/" + path)
    else { return nil }
    return path
  }

  private func holdsArchived(_ recording: StudyRecording, _ path: String) -> StudyFailure {
    StudyFailure(
      of: recording, because: "same_name",
      message:
        "\(folder.results(at: recording.folder)) holds what was found in \(whole(path)), which is in another row now, and there "
        + "is no such file any more; put it back, take the change back, or say --force and this one takes its place"
    )
  }

  /// A path of the ledger from the root.
  private func whole(_ path: String) -> String {
    PrintableText.of(StudyInput.absolute(StudyInput.absolute(folder.path) + "/" + path))
  }

  private func sameName(_ recording: StudyRecording, _ other: String) -> StudyFailure {
    StudyFailure(
      of: recording, because: "same_name",
      message:
        "\(folder.results(at: recording.folder)) holds the results of another recording of this name, which is still there "
        + "(\(whole(other))); name one of them otherwise in the column recording of a "
        + "manifest, give another --output, or say --force and this one takes its place")
  }

  /// The digests by which the `.json` beside a recording is known: of what it says, and of its bytes, as older versions wrote
  /// it down; none without one.
  private func descriptions(of recording: StudyRecording) -> [String] {
    guard let file = RecordingAddress(recording.path).descriptionFile,
      let bytes = try? FileDigest(of: [file]).text
    else { return [] }
    let said = FileManager.default.contents(atPath: file)
      .flatMap { try? JSONSerialization.jsonObject(with: $0) }
      .flatMap {
        try? JSONSerialization.data(
          withJSONObject: $0, options: [.sortedKeys, .withoutEscapingSlashes])
      }
      .map { Digest.text(of: String(decoding: $0, as: UTF8.self)) }
    return [said, bytes].compactMap(\.self)
  }

  /// What was found by other facts is not what the study says now, and only the file could tell what is.
  private func gone(_ recording: StudyRecording, _ change: String) -> StudyFailure {
    StudyFailure(
      of: recording, because: "missing",
      message:
        "\(change), and there is no such file any more to analyze it by that; put the file back, or take the change back"
    )
  }

  /// Neither what was recorded nor what was found in it is there.
  private func goneWithResults(_ recording: StudyRecording) -> StudyFailure {
    StudyFailure(
      of: recording, because: "missing",
      message:
        "there is no such file any more, nor its results in \(folder.results(at: recording.folder)); put either back, or "
        + "take the row out")
  }

  /// Results that a person changed are neither what was found, nor may they be lost.
  private func changedResult(_ file: String, _ recording: StudyRecording) -> StudyFailure {
    StudyFailure(
      of: recording, because: "changed_results",
      message:
        "\(folder.results(at: recording.folder))/\(file) was changed since gait wrote it, so that the recording is in "
        + "no table; move it away or say --force, and it is made again")
  }

  /// Why a recording is to be analyzed; `nil` when it is not.
  private func reason(
    _ past: StudyRecord?, _ now: StudyRecord, _ recording: StudyRecording,
    file: () throws(UnreadableFile) -> String
  ) throws -> String? {
    guard let past else { return "new" }
    if let result = past.result {
      if !folder.hasResults(of: recording) { return "its results are gone" }
      if let reason = storeReason(result, recording) { return reason }
    }
    return try past.difference(from: now, file: file)
  }

  /// What the study says now of files whose results it had under another name or of another person; `nil` where it had
  /// none, and of a copy of files that are still where they were.
  private func correction(of recording: StudyRecording, _ now: StudyRecord) -> String? {
    guard let (place, path) = earlier[now.file], place != recording.folder,
      path == now.path
        || path.flatMap({ BatchStudy.digest(of: folder.path + "/" + $0) }) != now.file
    else { return nil }
    let names = zip(place.split(separator: "/"), recording.folder.split(separator: "/"))
    return zip(["participant", "recording"], names).filter { $1.0 != $1.1 }.map { column, names in
      "\(column) \(StudyRecording.name(ofFile: names.0)), now \(StudyRecording.name(ofFile: names.1))"
    }.joined(separator: ", ")
  }

  /// Why a recording is to be stored; `nil` where the store holds what was found. The ledger alone does not know: a run
  /// without a store, another store, a copy put back and `gait analyze` leave other samples there than the results have.
  private func storeReason(_ result: StudyRecordResult, _ recording: StudyRecording) -> String? {
    guard let kept, let key = StudyStore.key(recording, result) else { return nil }
    guard let own = kept[key] else {
      return held[recording.index]?.difference(from: recording, result) ?? "not in the store"
    }
    if result.notStored != nil || result.stored.map({ $0.instant != own.stored }) == true {
      return "the store holds another analysis"
    }
    return own.isPart && restoresDeleted ? "samples of it were deleted in the store" : nil
  }

  /// The digest of the samples, where an earlier run read the same files; `nil` where that takes reading them.
  private func content(of now: StudyRecord, _ past: StudyRecord?) -> String? {
    if let past, past.file == now.file, let content = past.result?.content ?? past.repeats {
      return content
    }
    return earlier[now.file].flatMap { folder.record(at: $0.place) }?.result?.content
  }

  private func analyzed(
    _ recording: StudyRecording, _ pipeline: Pipeline, _ record: StudyRecord, _ onThreads: Bool
  ) -> Outcome {
    var record = record
    do {
      let analyzer = RecordingAnalyzer(
        options: recording.row.options, identity: recording.row.identity, digestsContent: true,
        boutFolder: TemporaryFolder.path,
        pipeline: pipeline.pipeline, settings: pipeline.settings)
      var analyzed = try analyzer.analysis(
        of: RecordingInput(path: recording.path), onThreads: onThreads
      ) { _, _ in }
      analyzed.name = recording.name
      analyzed.analysis.facts.name = recording.name
      record.result = StudyRecordResult(analyzed.analysis)
      record.result?.damage = analyzed.remarks.first(where: \.isDamage)?.message
      return .analyzed(analyzed, record)
    } catch {
      let failure = Self.failure(recording, error)
      record.failure = failure
      return .failed(failure, Self.isBroken(error) ? record : nil)
    }
  }

  /// Whether the recording itself is the reason, so that only other bytes would help.
  private static func isBroken(_ error: any Error) -> Bool {
    if error is SearchObstacle { return true }
    guard let error = error as? SensorFileError else { return false }
    return ![.missing, .notReadable].contains(error.kind)
  }

  /// Why a recording gave no result.
  static func failure(_ recording: StudyRecording, _ error: any Error) -> StudyFailure {
    if let failure = error as? StudyFailure { return failure }
    if let settings = error as? UnreadSettings {
      return StudyFailure(of: recording, because: "bad_settings", message: settings.message)
    }
    let reason: String
    switch error {
    case let error as SensorFileError: reason = words(error.kind.rawValue)
    case SearchObstacle.noLongStretch: reason = words(SensorFileError.Kind.tooFewSamples.rawValue)
    case SearchObstacle.samplingTooSlow: reason = MissingReason.samplingTooSlow.rawValue
    case SearchObstacle.deadAxis: reason = words(SensorFileError.Kind.missingChannel.rawValue)
    case is UnreadableFile: reason = "not_readable"
    case is KeptBoutsError: reason = "no_room"
    case is WriteFailure: reason = "not_written"
    case is RecordingSamplesError: reason = "impossible"
    case StoreError.keptOfAnother: reason = "kept_of_another"
    case StoreError.deletedInPart: reason = "deleted_in_part"
    case is StoreError: reason = "store"
    default: reason = "other"
    }
    var message = InputFailure(RecordingInput(path: recording.path), error).description
    let said = StudyManifest.columns.filter {
      $0 != "participant" && recording.row.facts[$0] != nil
    }
    if case StoreError.keptOfAnother = error, !said.isEmpty {
      message += ", and what the study says of it: \(said.joined(separator: ", "))"
    }
    let name = recording.path + ": "
    return StudyFailure(
      of: recording, because: reason,
      message: message.hasPrefix(name) ? String(message.dropFirst(name.count)) : message)
  }

  /// `tooFewSamples` as `too_few_samples`.
  private static func words(_ name: String) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
  }
}

extension StudyFailure {
  /// That a row gave no result.
  fileprivate init(of recording: StudyRecording, because reason: String, message: String) {
    self.init(
      index: recording.index, path: recording.row.path, participant: recording.participant,
      reason: reason, message: message)
  }
}
