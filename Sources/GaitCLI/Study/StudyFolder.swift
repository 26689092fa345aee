import ArgumentParser
import Foundation
import GaitModel
import GaitResults
import GaitStudies
import SampleStorage

/// The folder of a study: results of each recording, the ledger of what was done, the tables.
///
/// ```
/// results/recordings/P07/monday/bouts.csv …   as gait analyze writes them
/// results/ledger/P07/monday.json               by which the next run knows what was done
/// results/tables/days.csv …
/// ```
struct StudyFolder: Sendable {
  /// The folder.
  let path: String

  /// Where results go: a folder for each person.
  var recordings: String { path + "/recordings" }
  /// Where it stands what was done.
  var ledger: String { path + "/ledger" }
  /// The tables of the study.
  var tables: String { path + "/tables" }

  /// Takes the folder for this run. It is made if need be.
  ///
  /// - Parameters:
  ///   - path: the folder.
  ///   - shard: which shard this run does, as a file's name can have it; shards do not wait for each other.
  ///   - force: whether a folder may be used that holds something else.
  /// - Throws: what stands in the way: another run, or what gait did not make.
  init(taking path: String, shard: String?, force: Bool) throws {
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    let files = FileManager.default
    let entries = (try? files.contentsOfDirectory(atPath: path)) ?? []
    if !force, !entries.isEmpty, !files.fileExists(atPath: ledger) {
      throw ValidationError(
        "--output \(PrintableText.of(path)) holds \(PrintableText.of(entries.min() ?? "")) and no study; "
          + "give a new folder, or --force to write beside what is there")
    }
    do {
      try files.createDirectory(atPath: ledger, withIntermediateDirectories: true)
    } catch {
      throw WriteFailure(path: path, reason: "the folder cannot be made")
    }
    try lock(".lock" + (shard.map { "-" + $0 } ?? ""))
  }

  /// A look at a folder without taking it.
  init(at path: String) { self.path = path }

  /// The lock goes with the program, however it ends.
  private func lock(_ name: String) throws {
    let file = ledger + "/" + name
    let descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw WriteFailure(path: path, reason: String(cString: strerror(errno)))
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
      throw ValidationError(
        "another gait batch is at work in \(PrintableText.of(path)); wait for it, or give another --output"
      )
    }
  }

  /// Where a recording lies, from this folder: the same wherever both are moved together.
  func place(of recording: String) -> String {
    let own = StudyInput.absolute(path).split(separator: "/")
    let other = StudyInput.absolute(recording).split(separator: "/")
    let shared = zip(own, other).prefix { $0 == $1 }.count
    return (own.dropFirst(shared).map { _ in ".." } + other.dropFirst(shared)).joined(
      separator: "/")
  }

  /// Where the files of a recording lay when a run last saw them, from this folder; `nil` where the study names this place
  /// still, and in records of older versions.
  func formerPlace(of recording: StudyRecording, in record: StudyRecord) -> String? {
    record.path == place(of: recording.path) ? nil : record.path
  }

  /// What was done with a recording; `nil` where nothing was.
  func record(of recording: StudyRecording) -> StudyRecord? { record(at: recording.folder) }

  /// The same by participant and recording, as they stand in ``StudyRecording/folder``.
  func record(at place: String) -> StudyRecord? {
    FileManager.default.contents(atPath: file(of: place)).flatMap(StudyRecord.init)
  }

  /// Writes down what was done: the last thing that is done with a recording.
  func write(_ record: StudyRecord, of recording: StudyRecording) throws {
    let place = file(of: recording.folder) as NSString
    try PendingFiles.shared.write(
      [(name: place.lastPathComponent, content: try record.document)],
      in: place.deletingLastPathComponent)
  }

  /// Whether the results of a recording are there, every file of them.
  func hasResults(of recording: StudyRecording) -> Bool {
    let folder = results(at: recording.folder)
    let names = [RecordingFolder.summaryName] + AnalyzedRecording.tableNames.map { $0 + ".csv" }
    return names.allSatisfy { access(folder + "/" + $0, R_OK) == 0 }
  }

  /// The first file of a recording's results that somebody has changed; `nil` for none.
  func changedResult(of recording: StudyRecording) -> String? {
    FolderDigests(of: results(at: recording.folder)).changedFile
  }

  /// Takes away what was written down of a recording, so that it is analyzed again.
  func forget(_ recording: StudyRecording) { unlink(file(of: recording.folder)) }

  /// The folder of results of a recording.
  func results(at place: String) -> String { recordings + "/" + place }

  /// Takes the results of a recording away, and that they were ever there; what else lies there stays.
  func remove(_ place: String) {
    unlink(file(of: place))
    if RecordingFolder.isOwn(results(at: place)) {
      try? FileManager.default.removeItem(atPath: results(at: place))
    }
    let person = (place as NSString).deletingLastPathComponent
    // Folders of people of whom nothing is left.
    rmdir(recordings + "/" + person)
    rmdir(ledger + "/" + person)
  }

  /// Removes what a run that was killed left half done of a recording; what others are writing stays.
  func sweep(_ recording: StudyRecording) {
    for place in [results(at: recording.folder), file(of: recording.folder)] {
      let place = place as NSString
      UnfinishedFile.sweep(
        place.deletingLastPathComponent,
        begin: ".\(UnfinishedFile.stem(of: place.lastPathComponent)).", end: ".partial")
    }
  }

  /// The same of the tables, and of what holds for the study as a whole.
  func sweepTables() {
    for folder in [tables, ledger] { UnfinishedFile.sweep(folder, begin: ".", end: ".partial") }
  }

  /// Everything of which something was done, by participant and recording, in order.
  func places() -> [String] {
    let people = (try? FileManager.default.contentsOfDirectory(atPath: ledger)) ?? []
    return people.filter { !$0.hasPrefix(".") }.sortedByBytes().flatMap { person in
      let names =
        (try? FileManager.default.contentsOfDirectory(atPath: "\(ledger)/\(person)")) ?? []
      return names.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }.sortedByBytes()
        .map { "\(person)/\($0.dropLast(5))" }
    }
  }

  /// A digest of all that was done and of what gave no result, by which it shows whether anything was done since. Where files
  /// lie and when a store got what was found is no part of it.
  var state: String {
    let records = places().compactMap { place in
      record(at: place).flatMap { record -> String? in
        var record = record
        record.path = nil
        record.givesWay = nil
        record.result?.stored = nil
        record.result?.notStored = nil
        return (try? record.document).map { place + " " + String(decoding: $0, as: UTF8.self) }
      }
    }
    return Digest.text(of: (records + failures).joined())
  }

  /// Whether anything came of any recording.
  var holdsResults: Bool { places().contains { record(at: $0)?.result != nil } }

  /// Where there are results, by the digest of the files that they are of, and where those files lay; of copies the first.
  func contents() -> [String: (place: String, path: String?)] {
    places().reduce(into: [:]) { contents, place in
      guard let record = record(at: place), record.result != nil, contents[record.file] == nil
      else { return }
      contents[record.file] = (place, record.path)
    }
  }

  /// Whose results were found in files, by where these lay from this folder; of several in one file the first.
  func sources() -> [String: String] {
    places().reduce(into: [:]) { sources, place in
      guard let record = record(at: place), record.result != nil, let path = record.path,
        sources[path] == nil
      else { return }
      sources[path] = place
    }
  }

  private func file(of place: String) -> String { "\(ledger)/\(place).json" }
}

/// What gave no result when a run looked at it last, whatever earlier runs found in it: a note for each row, which goes when
/// the row has a result.
extension StudyFolder {
  private var failureNotes: String { ledger + "/.failures" }

  /// The notes, in order.
  private var failures: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: failureNotes)) ?? []
    return names.sortedByBytes().compactMap {
      FileManager.default.contents(atPath: "\(failureNotes)/\($0)")
        .map { String(decoding: $0, as: UTF8.self) }
    }
  }

  private func note(of path: String) -> String { "\(failureNotes)/\(Digest.text(of: path))" }

  /// Notes that a row gave no result. A run that is killed meanwhile leaves half a note, by which a page says that its tables
  /// are behind; the next run writes it anew.
  func keep(_ failure: StudyFailure) {
    let text = "\(failure.path) \(failure.participant) \(failure.reason)\n"
    let files = FileManager.default
    try? files.createDirectory(atPath: failureNotes, withIntermediateDirectories: true)
    _ = files.createFile(atPath: note(of: failure.path), contents: Data(text.utf8))
  }

  /// Notes that the row of a path has a result.
  func forgetFailure(of path: String) { unlink(note(of: path)) }

  /// Leaves the notes of these failures alone: others are of rows that left the study.
  func keepFailures(of failures: [StudyFailure]) {
    let kept = Set(failures.map { note(of: $0.path) })
    let names = (try? FileManager.default.contentsOfDirectory(atPath: failureNotes)) ?? []
    for note in names.map({ "\(failureNotes)/\($0)" }) where !kept.contains(note) { unlink(note) }
    // Gone where it is empty.
    rmdir(failureNotes)
  }
}

extension StudyFolder {
  /// What holds for the study as a whole: no person's name begins with a point here.
  private static let studyName = ".study.json"

  private struct Study: Codable {
    var participant_rule: String
  }

  /// How paths named people when results were made; `nil` where a manifest did, and in folders of older versions.
  var participantRule: ParticipantRule? {
    FileManager.default.contents(atPath: ledger + "/" + Self.studyName)
      .flatMap { try? JSONDecoder().decode(Study.self, from: $0) }
      .flatMap { ParticipantRule(rawValue: $0.participant_rule) }
  }

  /// Writes down how paths name people, before any recording is analyzed by it.
  func keep(_ rule: ParticipantRule) throws {
    guard rule != participantRule else { return }
    let document = try JSONEncoder().encode(Study(participant_rule: rule.rawValue))
    try PendingFiles.shared.write(
      [(name: Self.studyName, content: document + Data("\n".utf8))], in: ledger)
  }
}
