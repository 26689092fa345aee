import ArgumentParser
import Foundation
import GaitAnalysis
import GaitModel
import GaitResults

/// The files of one analyzed recording, in a folder of its name.
enum RecordingFolder {
  /// The name of the summary, by which the program knows its own folders.
  static let summaryName = "summary.json"

  /// Writes all tables and the summary. The recording's own earlier results are replaced as a whole, so that nothing of
  /// them stays; a folder in which somebody has changed a file is theirs, and that of another recording is its own.
  ///
  /// - Parameters:
  ///   - recording: what was found.
  ///   - output: the folder of folders.
  ///   - force: whether what stands there may be written beside and over.
  /// - Returns: a remark where another recording's results were replaced; `nil` else.
  /// - Throws: what stands in the folder and may not be replaced; why it cannot be written.
  @discardableResult static func write(
    _ recording: AnalyzedRecording, in output: String, force: Bool
  ) throws -> RecordingRemark? {
    let folder = path(of: recording.name, in: output)
    let other = SummarizedRecording.other(than: recording, in: folder)
    if let other, !force {
      throw WriteFailure(
        path: folder, reason: "it holds the results of \(other)",
        advice: "give another --output, rename the recording, or say --force")
    }
    try prepare(recording, at: folder, force: force).takePlaces()
    return other.map {
      RecordingRemark(
        kind: .assumed, sampleCount: 0,
        message: "\(PrintableText.of(folder)) held the results of \($0); these took their place")
    }
  }

  /// Writes all tables and the summary beside their place, which may hold another recording's results, as where a ledger knows
  /// better. What stands there stays until they take it.
  ///
  /// - Parameters:
  ///   - recording: what was found.
  ///   - folder: their place, which a study names so that any recording's name can be that of a folder.
  ///   - force: whether what somebody has changed in the folder may be written beside and over.
  /// - Returns: the results, which wait.
  /// - Throws: what stands in the folder and may not be replaced; why it cannot be written.
  static func prepare(
    _ recording: AnalyzedRecording, at folder: String, force: Bool
  ) throws -> WaitingFiles {
    let tables = recording.tables
    let names = tables.map { $0.name + ".csv" } + [summaryName]
    let fill = { (writers: [PendingWriter]) in
      let missing = try zip(tables, writers).map { try $0.writeCSV(to: $1.add(_:)) }
      let summary = SummaryDocument.document(of: recording, missing: missing)
      try writers[tables.count].add(summary.document)
      let files = Array(zip(names, writers)).map { (name: $0.0, writer: $0.1) }
      try writers.last?.add(FolderDigests.text(of: files))
    }
    let all = names + [FolderDigests.name]
    if let foreign = foreignEntry(of: folder) {
      guard force else { throw refusal(of: folder, foreign) }
      // Files that the program did not make stay.
      return try PendingFiles.shared.prepare(all, in: folder, filling: fill)
    }
    return try PendingFiles.shared.prepare(all, asFolder: folder, filling: fill)
  }

  /// Where the files of a recording of this name go.
  static func path(of name: String, in output: String) -> String {
    output.hasSuffix("/") ? output + name : output + "/" + name
  }

  /// Looks before anything is analyzed whether the folder may be replaced.
  ///
  /// - Throws: what stands in it that the program did not make.
  static func check(_ name: String, in output: String, force: Bool) throws {
    let folder = path(of: name, in: output)
    guard !force, let foreign = foreignEntry(of: folder) else { return }
    throw ValidationError("\(refusal(of: folder, foreign))")
  }

  /// Whether a folder holds results of the program and nothing else, each as it was written.
  static func isOwn(_ folder: String) -> Bool { foreignEntry(of: folder) == nil }

  private static func refusal(of folder: String, _ foreign: String) -> WriteFailure {
    foreign.isEmpty
      ? WriteFailure(
        path: folder, reason: "this is a file and no folder of results",
        advice: "move it, or give another --output")
      : WriteFailure(
        path: folder,
        reason:
          "it holds \(PrintableText.of(foreign)), which gait did not make, or which was changed since",
        advice:
          "move it, give another --output, or say --force to write beside and over what is there")
  }

  /// The first thing in the folder that is no result of the program; an empty text where there is
  /// a file in its place, `nil` where there is nothing foreign.
  private static func foreignEntry(of folder: String) -> String? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else { return nil }
    guard isFolder.boolValue else { return "" }
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    // What is no file is not looked into: opening a pipe waits for whoever writes to it.
    let foreign = entries.filter {
      !fileNames.contains($0) || [.device, .folder].contains(FileKind(of: folder + "/" + $0))
    }
    if let first = foreign.min() { return first }
    if let changed = FolderDigests(of: folder).changedFile { return changed }
    if isOwnSummary(folder + "/" + summaryName) { return nil }
    // Where the summary was taken away the tables tell: each begins with our columns.
    return entries.filter {
      $0 == summaryName || $0 != FolderDigests.name && !isOwnTable(folder + "/" + $0)
    }.min()
  }

  private static func isOwnTable(_ path: String) -> Bool {
    let name = URL(fileURLWithPath: path).lastPathComponent
    guard let table = DescribedFiles.all.first(where: { $0.name == name }) else { return false }
    return ExistingOutput.begins(
      path, with: table.columns.map(\.name).joined(separator: ",") + "\n")
  }

  private static let fileNames = Set(
    AnalyzedRecording.tableNames.map { $0 + ".csv" } + [summaryName, FolderDigests.name])

  /// Which recording a summary is of, as far as it says so.
  private struct SummarizedRecording: Decodable {
    struct Recording: Decodable {
      var device: String?
      var start_time: String?
    }
    struct Quality: Decodable { var samples: Int }
    var recording: Recording
    var quality: Quality
    var samples_crc32: String?

    /// What a folder's summary calls its recording where it is another one; `nil` where it is the same, or nobody knows.
    static func other(than recording: AnalyzedRecording, in folder: String) -> String? {
      guard FileKind(of: folder + "/" + summaryName) == .file,
        let data = FileManager.default.contents(atPath: folder + "/" + summaryName),
        let kept = try? JSONDecoder().decode(Self.self, from: data),
        let checksum = recording.checksum,
        checksum != kept.samples_crc32,
        kept.samples_crc32 != nil || !kept.resembles(recording)
      else { return nil }
      let start = kept.recording.start_time.map { ", \($0)" } ?? ""
      return "another recording (\(kept.quality.samples.counted("sample"))\(start))"
    }

    /// Whether what an older version of the program wrote, without a checksum, may be of the same recording.
    private func resembles(_ other: AnalyzedRecording) -> Bool {
      recording.device == other.analysis.facts.device
        && quality.samples == other.analysis.quality.sampleCount
    }
  }

  private static func isOwnSummary(_ path: String) -> Bool {
    struct Summary: Decodable {
      struct Program: Decodable { var name: String }
      var program: Program
    }
    guard let data = FileManager.default.contents(atPath: path) else { return false }
    return (try? JSONDecoder().decode(Summary.self, from: data))?.program.name == "gait"
  }
}
