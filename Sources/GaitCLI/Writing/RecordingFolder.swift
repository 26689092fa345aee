import ArgumentParser
import Foundation
import GaitAnalysis
import GaitModel
import GaitResults

/// The files of one analyzed recording, in a folder of its name.
enum RecordingFolder {
  /// The name of the summary, by which the program knows its own folders.
  static let summaryName = "summary.json"

  /// Writes all tables and the summary. A folder of the program's own is replaced as a whole, so that
  /// nothing of an earlier run stays in it; one in which somebody has changed a file is theirs.
  ///
  /// - Returns: a remark where the folder held another recording's results; `nil` else.
  @discardableResult static func write(
    _ recording: AnalyzedRecording, in output: String, force: Bool
  ) throws -> RecordingRemark? {
    let tables = recording.tables
    let names = tables.map { $0.name + ".csv" } + [summaryName]
    var summary = ""
    let fill = { (writers: [PendingWriter]) in
      let missing = try zip(tables, writers).map { try $0.writeCSV(to: $1.add) }
      summary = SummaryDocument.document(of: recording, missing: missing).document
      try writers[tables.count].add(summary)
      let files = Array(zip(names, writers)).map { (name: $0.0, writer: $0.1) }
      try writers.last?.add(FolderDigests.text(of: files))
    }
    let all = names + [FolderDigests.name]
    let folder = path(of: recording.name, in: output)
    let earlier = FileManager.default.contents(atPath: folder + "/" + summaryName)
      .flatMap(SummarizedRecording.init)
    if let foreign = foreignEntry(of: folder) {
      guard force else { throw WriteFailure(path: folder, reason: sentence(foreign)) }
      // Files that the program did not make stay.
      try PendingFiles.shared.write(all, in: folder, filling: fill)
    } else {
      try PendingFiles.shared.write(all, asFolder: folder, filling: fill)
    }
    guard let earlier, let now = SummarizedRecording(Data(summary.utf8)), earlier != now else {
      return nil
    }
    return RecordingRemark(
      kind: .assumed, sampleCount: 0,
      message:
        "\(PrintableText.of(folder)) held the results of \(earlier.words); these took their place")
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
    throw ValidationError("\(folder): \(sentence(foreign))")
  }

  /// Whether a folder holds results of the program and nothing else, each as it was written.
  static func isOwn(_ folder: String) -> Bool { foreignEntry(of: folder) == nil }

  private static func sentence(_ foreign: String) -> String {
    foreign.isEmpty
      ? "this is a file and no folder of results; move it, or give another --output"
      : """
      it holds \(PrintableText.of(foreign)), which gait did not make, or which was changed since; move it, give \
      another --output, or say --force to write beside and over what is there
      """
  }

  /// The first thing in the folder that is no result of the program; an empty text where there is
  /// a file in its place, `nil` where there is nothing foreign.
  private static func foreignEntry(of folder: String) -> String? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else { return nil }
    guard isFolder.boolValue else { return "" }
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    if let foreign = entries.filter({ !fileNames.contains($0) }).min() { return foreign }
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
  private struct SummarizedRecording: Decodable, Equatable {
    struct Recording: Decodable, Equatable {
      var device: String?
      var start_time: String?

      /// The same instant may be written with another offset.
      static func == (one: Self, other: Self) -> Bool {
        one.device == other.device
          && (one.start_time == other.start_time
            || one.instant != nil && one.instant == other.instant)
      }

      private var instant: Double? {
        let time = start_time.flatMap { DateTime($0) }
        return time?.utcOffsetSeconds == nil ? nil : time?.secondsSince1970
      }
    }
    struct Quality: Decodable, Equatable { var samples: Int }
    var recording: Recording
    var quality: Quality

    init?(_ summary: Data) {
      guard let read = try? JSONDecoder().decode(Self.self, from: summary) else { return nil }
      self = read
    }

    var words: String {
      let start = recording.start_time.map { ", \($0)" } ?? ""
      return "another recording (\(quality.samples.counted("sample"))\(start))"
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
