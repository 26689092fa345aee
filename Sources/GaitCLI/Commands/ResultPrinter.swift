import ArgumentParser
import Foundation
import GaitModel
import GaitResults

/// What goes to standard output.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  /// A table to read.
  case table
  /// One JSON array with an object per recording: summary and bouts.
  case json
  /// The rows of `bouts.csv` of all recordings under one header.
  case csv

  /// Throws where a format is given of a command that prints nothing else than a list, and no list is asked for.
  static func check(_ format: OutputFormat?, isList: Bool) throws {
    guard format != nil, !isList else { return }
    throw ValidationError("--format is of what --list shows; give --list, or leave it out")
  }
}

/// Prints analyzed recordings as they are handed over.
struct ResultPrinter {
  private let format: OutputFormat?
  private let output: String?
  private let isWide: Bool
  private let isQuiet: Bool
  private var count = 0

  /// Makes a printer; without a format, results that are written to files are only announced.
  init(format: OutputFormat?, output: String?, isWide: Bool = false, isQuiet: Bool) {
    self.format = format ?? (output == nil ? .table : nil)
    self.output = output
    self.isWide = isWide
    self.isQuiet = isQuiet
  }

  /// Whether what an analysis assumed is printed with its values.
  var showsRemarks: Bool { format == .table }

  /// Prints a recording.
  ///
  /// - Throws: where standard output cannot be written.
  mutating func take(_ recording: AnalyzedRecording) throws {
    switch format {
    case .table:
      if count > 0 { try StandardOutput.write("\n") }
      var pieces = OutputPieces()
      try BoutListing(recording, isWide: isWide)
        .write(emphasized: Terminal.colorsOutput) { try pieces.add($0) }
      try pieces.finish()
    case .csv: try printRows(of: recording)
    case .json: try printDocument(of: recording)
    case nil: try announce(recording)
    }
    count += 1
  }

  /// Prints what can only be printed when everything is there.
  ///
  /// - Throws: where standard output cannot be written.
  func finish() throws {
    if format == .json { try StandardOutput.write(count == 0 ? "[]\n" : "\n]\n") }
  }

  private func printRows(of recording: AnalyzedRecording) throws {
    let table = BoutTable.table(of: recording.analysis, name: recording.name)
    var pieces = OutputPieces()
    try table.writeCSV(withHeader: count == 0) {
      try pieces.add(String(decoding: $0, as: UTF8.self))
    }
    try pieces.finish()
  }

  private func announce(_ recording: AnalyzedRecording) throws {
    guard let output, !isQuiet else { return }
    let place = RecordingFolder.path(of: recording.name, in: output)
    try StandardOutput.write(
      PrintableText.of("\(place): \(TotalsText.text(recording.analysis.totals))") + "\n")
  }

  /// One element of the array: what `JSONValue.document` would write, bout by bout.
  private func printDocument(of recording: AnalyzedRecording) throws {
    var pieces = OutputPieces()
    let indent = "    "
    let name = JSONValue.string(recording.name).compact
    let summary = SummaryDocument.document(of: recording).text(indent: indent)
    try pieces.add((count == 0 ? "[" : ",") + "\n  {\n\(indent)\"recording\": \(name),\n")
    try pieces.add("\(indent)\"summary\": \(summary),\n\(indent)\"bouts\": [")
    let table = BoutTable.table(of: recording.analysis, name: recording.name)
    var separator = "\n"
    for row in table.eachRow {
      let bout = JSONValue.object(
        zip(table.columns, row).map { .init(key: $0, value: $1.json) })
      try pieces.add(separator + indent + "  " + bout.text(indent: indent + "  "))
      separator = ",\n"
    }
    try pieces.add((separator == "\n" ? "" : "\n" + indent) + "]\n  }")
    try pieces.finish()
  }
}

/// Text on its way to standard output, written some kilobytes at a time.
private struct OutputPieces {
  /// Bytes that are written at once.
  private static let pieceByteCount = 1 << 16
  private var text = ""

  mutating func add(_ more: String) throws {
    text += more
    guard text.utf8.count > Self.pieceByteCount else { return }
    try finish()
  }

  mutating func finish() throws {
    try StandardOutput.write(text)
    text = ""
  }
}

/// What becomes of analyzed recordings, one after the other: they are kept, printed and counted.
struct AnalyzedResults {
  private let count: Int
  private let terminal: Terminal
  private let identity: RecordingIdentity
  private let keeping: SampleKeeping?
  private let places: [String]
  private var printer: ResultPrinter
  private var failures = 0
  private var done = 0
  private var outputFailure: (any Error)?

  /// Makes a taker of so many results.
  ///
  /// - Parameters:
  ///   - count: How many recordings there are.
  ///   - terminal: Where notes go.
  ///   - identity: Who was recorded and when, where the command line says so.
  ///   - keeping: The store, if any.
  ///   - printer: Prints what is analyzed.
  ///   - places: The files and folders in which results stay, in words for a person.
  init(
    count: Int, terminal: Terminal, identity: RecordingIdentity, keeping: SampleKeeping?,
    printer: ResultPrinter, places: [String]
  ) {
    self.count = count
    self.terminal = terminal
    self.identity = identity
    self.keeping = keeping
    self.printer = printer
    self.places = places
    tellInterruption()
  }

  /// Takes the result of one recording.
  mutating func take(_ result: Result<AnalyzedRecording, InputFailure>) async {
    switch result {
    case .success(let recording):
      do {
        try await keep(recording)
        done += 1
      } catch {
        failures += 1
        terminal.error("\(error)")
      }
      remark(on: recording)
      show(recording)
    case .failure(let failure):
      failures += 1
      terminal.error(failure.description)
    }
    tellInterruption()
  }

  /// Prints what can only be printed at the end, and says how many were done.
  ///
  /// - Throws: an exit code where recordings failed, and a failure of standard output.
  mutating func finish() throws {
    terminal.clearProgress()
    if outputFailure == nil {
      do { try printer.finish() } catch { outputFailure = error }
    }
    if let keeping { try OpenStores.close(keeping.store) }
    if count > 1 {
      terminal.note("\(done) of \(count) recordings done, \(failures) failed")
    }
    if let outputFailure { throw outputFailure }
    try InputOutcome(inputs: count, failures: failures).leave()
  }

  private func keep(_ recording: AnalyzedRecording) async throws {
    guard let keeping else { return }
    if let doubt = identity.doubt(about: recording.analysis.facts) {
      terminal.note("\(recording.name): \(doubt)")
    }
    for sentence in try await keeping.keep(recording.analysis) {
      terminal.note("\(recording.name): \(sentence)")
    }
  }

  /// A reader who left, or a full disk, ends the work where nothing else comes of it.
  private mutating func show(_ recording: AnalyzedRecording) {
    guard outputFailure == nil else { return }
    terminal.clearProgress()
    do { try printer.take(recording) } catch {
      if places.isEmpty { Gait.leave(because: error) }
      outputFailure = error
    }
  }

  /// What was lost, contradicts itself or was assumed is said unasked; the rest only to the curious. A
  /// table says itself what its values assume.
  private func remark(on recording: AnalyzedRecording) {
    for remark in recording.remarks {
      let message = "\(recording.name): \(remark.message)"
      let isInTable = printer.showsRemarks && recording.analysis.remarks.contains(remark)
      if remark.kind.isTrouble || remark.kind == .assumed && !isInTable {
        terminal.note(message)
      } else {
        terminal.detail(message)
      }
    }
    terminal.tellWork(on: recording, named: recording.name)
  }

  private func tellInterruption() {
    guard !places.isEmpty else { return }
    // A store into which nothing came is not there.
    guard done > 0 else { return Interruption.says("no recording is done and kept") }
    Interruption.says(
      "\(done) of \(StudyText.count(count, "recording")) \(count.verb("is", "are")) done and kept in \(places.joined(separator: " and ")), "
        + "nothing of the others")
  }
}

extension Terminal {
  /// Says to the curious how a recording was worn, and which methods ran.
  func tellWork(on recording: AnalyzedRecording, named name: String) {
    for wearing in recording.analysis.wearings {
      guard let words = WearingText.text(wearing) else { continue }
      detail("\(name): \(words)")
    }
    for method in recording.analysis.methods {
      detail(
        "\(name): \(method.name), revision \(method.revision) (\(method.provenance.citation))")
    }
  }
}
