import ArgumentParser
import GaitModel

/// What goes to standard output.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  /// A table to read.
  case table
  /// One JSON array with an object per recording: summary and bouts.
  case json
  /// The rows of `bouts.csv` of all recordings under one header.
  case csv
}

/// Prints analyzed recordings as they are handed over.
struct ResultPrinter {
  private let format: OutputFormat?
  private let output: String?
  private let isWide: Bool
  private let isQuiet: Bool
  private var documents: [JSONValue] = []
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

  /// Prints a recording, or keeps it until the document can be closed.
  ///
  /// - Throws: where standard output cannot be written.
  mutating func take(_ recording: AnalyzedRecording) throws {
    switch format {
    case .table:
      let listing = BoutListing(recording, isWide: isWide)
      try StandardOutput.write(
        (count > 0 ? "\n" : "") + listing.text(emphasized: Terminal.colorsOutput))
    case .csv: try printRows(of: recording)
    case .json: documents.append(Self.document(of: recording))
    case nil: try announce(recording)
    }
    count += 1
  }

  /// Prints what can only be printed when everything is there.
  ///
  /// - Throws: where standard output cannot be written.
  func finish() throws {
    if format == .json { try StandardOutput.write(JSONValue.array(documents).document) }
  }

  private func printRows(of recording: AnalyzedRecording) throws {
    let table = BoutTable.table(of: recording.analysis, name: recording.name)
    try StandardOutput.write(table.csv(withHeader: count == 0))
  }

  private func announce(_ recording: AnalyzedRecording) throws {
    guard let output, !isQuiet else { return }
    let place = RecordingFolder.path(of: recording.name, in: output)
    try StandardOutput.write(
      PrintableText.of("\(place): \(TotalsText.text(recording.analysis.totals))") + "\n")
  }

  private static func document(of recording: AnalyzedRecording) -> JSONValue {
    let table = BoutTable.table(of: recording.analysis, name: recording.name)
    let bouts = table.rows.map { row in
      JSONValue.object(zip(table.columns, row).map { .init(key: $0, value: $1.json) })
    }
    return .members([
      "recording": .string(recording.name),
      "summary": SummaryDocument.document(of: recording),
      "bouts": .array(bouts),
    ])
  }
}
