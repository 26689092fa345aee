import ArgumentParser

/// What goes to standard output.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  /// A table to read.
  case table
  /// One JSON array with an object per recording: summary and bouts.
  case json
  /// The rows of `bouts.csv`, with the recording's name in a last column.
  case csv
}

/// Prints analyzed recordings as they are handed over.
struct ResultPrinter {
  private let format: OutputFormat?
  private let output: String?
  private let isQuiet: Bool
  private var documents: [JSONValue] = []
  private var count = 0

  /// Makes a printer; without a format, results that are written to files are only announced.
  init(format: OutputFormat?, output: String?, isQuiet: Bool) {
    self.format = format ?? (output == nil ? .table : nil)
    self.output = output
    self.isQuiet = isQuiet
  }

  /// Prints a recording, or keeps it until the document can be closed.
  mutating func take(_ recording: AnalyzedRecording) {
    switch format {
    case .table:
      if count > 0 { print("") }
      print(BoutListing(recording).text(emphasized: Terminal.colorsOutput), terminator: "")
    case .csv: printRows(of: recording)
    case .json: documents.append(Self.document(of: recording))
    case nil: announce(recording)
    }
    count += 1
  }

  /// Prints what can only be printed when everything is there.
  func finish() {
    if format == .json { print(JSONValue.array(documents).document, terminator: "") }
  }

  private func printRows(of recording: AnalyzedRecording) {
    var table = BoutTable.table(of: recording.analysis)
    table.columns.append("recording")
    table.rows = table.rows.map { $0 + [.word(recording.name)] }
    print(table.csv(withHeader: count == 0), terminator: "")
  }

  private func announce(_ recording: AnalyzedRecording) {
    guard let output, !isQuiet else { return }
    let place = RecordingFolder.path(of: recording.name, in: output)
    print("\(place): \(TotalsText.text(recording.analysis.totals))")
  }

  private static func document(of recording: AnalyzedRecording) -> JSONValue {
    let table = BoutTable.table(of: recording.analysis)
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
