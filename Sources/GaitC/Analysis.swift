// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CGaitKit
import GaitAnalysis
import GaitModel
import GaitResults
import SensorFiles

/// Everything that was found in a recording, with its tables as C reads them.
final class FinishedAnalysis {
  /// What was found, with its tables and summary.
  let recording: AnalyzedRecording
  private let texts = Texts()
  private var tables: [String: ResultTable] = [:]

  init(_ recording: AnalyzedRecording) { self.recording = recording }

  /// Analyzes a file as `gait analyze` does.
  convenience init(path: String, options: Options) throws {
    var source = try SensorFile.open(path, options: options.recording)
    let description = try RecordingDescription.beside(RecordingAddress(path).path)
    let calibration = try options.work.pipeline.calibration(of: &source) {
      try SensorFile.excerpts(of: path, options: options.recording)
    }
    self.init(
      try AnalyzedRecording(
        name: RecordingInput(path: path).name, of: &source, work: options.work,
        calibration: calibration, description: description))
  }

  /// Analyzes samples of the caller's.
  convenience init(_ samples: BorrowedSamples, options: Options) throws {
    var source: any RecordingSource = try BorrowedRecording(samples, options: options)
    let calibration = try options.work.pipeline.calibration(of: &source) {
      try BorrowedRecording(samples, options: options)
    }
    self.init(
      try AnalyzedRecording(
        name: options.name, of: &source, work: options.work, calibration: calibration,
        description: RecordingDescription()))
  }

  /// `summary.json`.
  lazy var summary: UnsafePointer<CChar> = texts.text(
    SummaryDocument.document(of: recording).document)

  /// The table of a name, made when it is asked for first; `nil` for any other name.
  func table(_ name: String) -> ResultTable? {
    if let made = tables[name] { return made }
    guard let place = AnalyzedRecording.tableNames.firstIndex(of: name) else { return nil }
    let made = ResultTable(recording.tables[place], described: DescribedFiles.all[place])
    tables[name] = made
    return made
  }
}

/// The version of the library.
@c @implementation
public func gait_version() -> UnsafePointer<CChar> { Library.version }

/// The version of the interface.
@c @implementation
public func gait_abi_version() -> UInt32 { UInt32(GAIT_ABI_VERSION) }

private enum Library {
  nonisolated(unsafe) private static let texts = Texts()
  nonisolated(unsafe) static let version = texts.text(Program.version)
}

/// Analyzes a file.
@c @implementation
public func gait_analyze(
  _ path: UnsafePointer<CChar>, _ options: UnsafePointer<gait_options>?,
  _ error: UnsafeMutablePointer<gait_error>?
) -> OpaquePointer? {
  Call.handle(error) {
    try FinishedAnalysis(path: Call.path(path), options: Options(options))
  }
}

/// Analyzes samples of a program.
@c @implementation
public func gait_analyze_samples(
  _ samples: UnsafePointer<gait_samples>, _ options: UnsafePointer<gait_options>?,
  _ error: UnsafeMutablePointer<gait_error>?
) -> OpaquePointer? {
  Call.handle(error) {
    try FinishedAnalysis(BorrowedSamples(samples.pointee), options: Options(options))
  }
}

/// The summary of an analysis, as JSON.
@c @implementation
public func gait_analysis_summary(_ analysis: OpaquePointer) -> UnsafePointer<CChar> {
  Call.object(behind: analysis, as: FinishedAnalysis.self).summary
}

/// A table of an analysis.
@c @implementation
public func gait_analysis_table(
  _ analysis: OpaquePointer, _ name: UnsafePointer<CChar>
) -> OpaquePointer? {
  let table = Call.object(behind: analysis, as: FinishedAnalysis.self).table(String(cString: name))
  return table?.borrowedHandle
}

/// Closes an analysis.
@c @implementation
public func gait_analysis_close(_ analysis: OpaquePointer?) {
  Call.close(analysis, as: FinishedAnalysis.self)
}

extension ResultTable {
  /// A handle that its owner closes, not the caller.
  var borrowedHandle: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }
}

/// How many rows a table has.
@c @implementation
public func gait_table_rows(_ table: OpaquePointer) -> Int {
  Call.object(behind: table, as: ResultTable.self).rowCount
}

/// How many columns a table has.
@c @implementation
public func gait_table_columns(_ table: OpaquePointer) -> Int {
  Call.object(behind: table, as: ResultTable.self).columnCount
}

/// Why a table has no rows at all, where something is missing.
@c @implementation
public func gait_table_missing(_ table: OpaquePointer) -> UnsafePointer<CChar>? {
  Call.object(behind: table, as: ResultTable.self).missingReason
}

/// The column of a table at a place.
@c @implementation
public func gait_table_column(
  _ table: OpaquePointer, _ place: Int
) -> UnsafePointer<gait_column>? {
  Call.object(behind: table, as: ResultTable.self).column(at: place)
}

/// The column of a table by its name.
@c @implementation
public func gait_table_column_named(
  _ table: OpaquePointer, _ name: UnsafePointer<CChar>
) -> UnsafePointer<gait_column>? {
  Call.object(behind: table, as: ResultTable.self).column(named: String(cString: name))
}
