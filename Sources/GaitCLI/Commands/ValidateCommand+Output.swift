import ArgumentParser
import Foundation
import GaitModel
import GaitResults
import GaitValidation
import SensorFiles

/// What `gait validate` prints and writes.
extension ValidateCommand {
  /// A report that an earlier run has written.
  static func report(at path: String) throws -> ValidationReport {
    let bytes = try InputFile.data("--against", path)
    do {
      return try ValidationReport(json: bytes)
    } catch {
      throw ArgumentParser.ValidationError("--against \(path): \(error)")
    }
  }

  /// Says what got better or worse since an earlier run.
  func say(
    _ comparison: PairedComparison, of report: ValidationReport, with earlier: ValidationReport
  ) throws {
    guard !comparison.rows.isEmpty else {
      throw ArgumentParser.ValidationError(
        "--against \(against ?? ""): no figure was had both ways; name an earlier run on the same "
          + "recordings")
    }
    try say("\n" + comparison.table(names: ("then", "now"), isWide: wide))
    if let clocks = comparison.clockSentence("then", "now") {
      try say("Note: \(clocks). The figures above this comparison are by clocks found now.\n")
    }
    for change in report.changes(since: earlier) { try say("Note: \(change).\n") }
    if let output {
      try PendingFiles.shared.write(
        [(name: "comparison.csv", content: Data(comparison.csv().utf8))], in: output)
    }
  }

  /// The figures as they are asked for; programs get all of them.
  func text(of report: ValidationReport) throws -> String {
    switch format {
    case .table:
      [
        report.table(isComplete: complete, isWide: wide),
        report.agreementTable(isComplete: complete, isWide: wide),
        complete || mapping != nil ? report.trialTable() : "", report.stageTable(),
      ].filter { !$0.isEmpty }.joined(separator: "\n")
    case .csv: report.csv()
    case .json: String(decoding: try report.json(), as: UTF8.self) + "\n"
    }
  }

  func text(of comparison: PairedComparison, _ names: [String]) throws -> String {
    switch format {
    case .table: comparison.table(names: (names[0], names[1]), isWide: wide)
    case .csv: comparison.csv()
    case .json: String(decoding: try comparison.json(), as: UTF8.self) + "\n"
    }
  }

  /// Prints figures after their files are written, as whoever reads them may leave, and also where these cannot be written.
  func print(_ text: String, afterWriting write: () throws -> Void) throws {
    do { try write() } catch {
      try? StandardOutput.write(text)
      throw error
    }
    try StandardOutput.write(text)
  }

  /// Clocks and sides of a laboratory's tables: always said.
  func sayAboutLaboratory(_ report: ValidationReport) throws {
    let text = report.laboratoryText()
    if !text.isEmpty { try say("\n" + text) }
  }

  /// The clocks by which two settings are compared, and the sides, as the first has found them.
  func sayClocks(
    of comparison: PairedComparison, _ names: [String], _ first: [RecordingScore]
  ) throws {
    let text = Validation.laboratoryText(of: first)
    guard !text.isEmpty else { return }
    let sentence = comparison.clockSentence("with \"\(names[0])\"", "with \"\(names[1])\"")
    try say("\n" + text + (sentence.map { ValidationReport.wrapped("\($0).") } ?? ""))
  }

  /// Names rows of a laboratory's tables of which no figure is made, and says how many names they have.
  func sayUnmatched(of validation: Validation) throws -> Int {
    for sentence in try validation.tableRemarks() {
      Terminal(verbosity).note(PrintableText.of(sentence))
    }
    for table in validation.tables where OwnTables.holdsFindings(table.path) {
      Terminal(verbosity).note(
        "\(PrintableText.of(table.path)): gait wrote this table; where no person has corrected it, it is no truth but what was "
          + "found, and agrees with it")
    }
    let unmatched = try validation.unmatchedRows()
    for rows in unmatched { Terminal(verbosity).error(PrintableText.of(rows.sentence)) }
    return unmatched.count
  }

  /// Says what is odd in the truths, and how many recordings have no figure where none has one.
  func sayAboutTruths(of scores: [RecordingScore]) -> Int {
    for sentence in Validation.remarks(on: scores) {
      Terminal(verbosity).note(PrintableText.of(sentence))
    }
    let silent = scores.count { $0.isWithoutFigure }
    return silent == scores.count ? silent : 0
  }

  /// Says which recordings of the folder are in no figure, because no truth lies beside them or it lies too deep. What is not
  /// described is none that anybody meant.
  func sayLeftOut() {
    guard let folder = recordings, let search = try? RecordingSearch(folder) else { return }
    var (bare, deep) = ([String](), [String]())
    for path in search.recordings {
      guard let described = RecordingAddress("\(folder)/\(path)").descriptionFile,
        !OwnTables.contains("\(folder)/\(path)")
      else { continue }
      let depth = path.count { $0 == "/" }
      let hasTruth = FileManager.default.fileExists(
        atPath: String(described.dropLast(".json".count)) + ".reference.json")
      if hasTruth, depth > 1 { deep.append(path) }
      if !hasTruth, depth < 2 { bare.append(path) }
    }
    let bareWhy = "no NAME.reference.json lies beside \(bare.count.verb("it", "them"))"
    let deepWhy =
      "\(deep.count.verb("it lies", "they lie")) more than one folder below the given one"
    for (paths, why) in [(bare, bareWhy), (deep, deepWhy)] {
      guard let first = paths.first else { continue }
      Terminal(verbosity).note(
        "\(paths.count.counted("recording")) \(paths.count.verb("is", "are")) in no figure, as \(why)"
          + "\(paths.count == 1 ? ": " : "; the first is ")\(PrintableText.of(first))")
    }
  }

  /// Drafts a mapping, and says what to look at in it.
  func draftMapping(of folder: String) throws {
    let place = folder + "/mapping.json"
    let draft: MappingDraft
    do {
      draft = try MappingDraft(folder: URL(fileURLWithPath: folder, isDirectory: true)) {
        OwnTables.holdsFindings($0.path)
      }
    } catch {
      throw InputFailure(RecordingInput(path: folder), error)
    }
    let content = try draft.mapping.document()
    if try ExistingOutput.holds(
      content, at: place, option: "--make-mapping", force: overwriting.force)
    {
      Terminal(verbosity).note("\(PrintableText.of(place)): is there already and says the same")
    } else {
      try PendingFiles.shared.write([(name: "mapping.json", content: content)], in: folder)
    }
    var text = "\(place): \(StudyText.count(draft.mapping.recordings.count, "recording"))"
    text += ", \(draft.mapping.tables.count.counted("table"))\n"
    for table in draft.mapping.tables {
      let whose =
        table.recording ?? table.recordingColumn.map { "the recordings in column \"\($0)\"" } ?? "?"
      let columns = table.columns.sorted { $0.key < $1.key }.map { "\($0.key) = \"\($0.value)\"" }
      text += "  \(table.file): \(table.holds.rawValue) of \(whose)\n"
      text += columns.map { "    \($0)\n" }.joined()
    }
    if !draft.notes.isEmpty {
      text += "Look at these in it:\n" + draft.notes.map(ValidationReport.wrapped).joined()
    }
    text +=
      draft.mapping.tables.isEmpty
      ? ValidationReport.wrapped(
        "There is no table in it, and it cannot be used without one: say in \"tables\" what yours hold, or give their "
          + "columns names as Start and End, and draft it again with --force")
      : "Then: gait validate --mapping \(place)\n"
    try StandardOutput.write(text)
  }

  /// The bars of `--bars`, or `nil` without it.
  func knownBars() throws -> [RegressionBar]? {
    try bars.map { path in
      let text = String(decoding: try InputFile.data("--bars", path), as: UTF8.self)
      do { return try RegressionBar.bars(in: text) } catch {
        throw ArgumentParser.ValidationError("--bars \(path): \(error)")
      }
    }
  }

  /// Names the figures that are worse than they were, and ends the command when there are any.
  func compare(_ report: ValidationReport, withBars known: [RegressionBar]) throws {
    let datasets = Set(report.rows.map(\.dataset))
    guard known.contains(where: { datasets.contains($0.dataset) }) else {
      try say(
        """

        No bar was compared: \(bars ?? "the file") has none for \(datasets.sorted().joined(separator: ", ")); a \
        dataset is known by its folder's name.

        """)
      throw ExitCode.failure
    }
    let falls = report.falls(below: known)
    guard !falls.isEmpty else { return }
    try say(
      "\nFallen below what was reached before:\n" + falls.map { "  \($0)\n" }.joined())
    throw ExitCode.failure
  }

  /// Says something beside the figures, where it does not spoil what a program reads.
  private func say(_ text: String) throws {
    if format == .table { return try StandardOutput.write(text) }
    Terminal.writeToStandardError(text)
  }

  func write(_ report: ValidationReport) throws {
    guard let output else { return }
    let page = html ? [(name: "validation.html", content: Data(report.html().utf8))] : []
    let more = stages ? [(name: "stages.csv", content: Data(report.stagesCSV().utf8))] : []
    try PendingFiles.shared.write(
      page + more + [
        (name: "trials.csv", content: Data(report.trialsCSV().utf8)),
        (name: "agreement.csv", content: Data(report.agreementCSV().utf8)),
        (name: "validation_pairs.csv", content: Data(report.pairsCSV().utf8)),
        (name: "validation.csv", content: Data(report.csv().utf8)),
        (name: "validation.json", content: try report.json()),
      ], in: output)
  }

  /// Takes away what an earlier run left in the folder of the figures and this one does not write: its page, stages and
  /// comparison, and the results of recordings that are no longer there, or do not count. What the program did not make
  /// stays.
  func removeLeftovers(
    of earlier: [ValidationReport.Recording], _ recordings: [ValidationRecording],
    besides scores: [RecordingScore], isCompared: Bool
  ) throws {
    guard let output else { return }
    let files = FileManager.default
    var removed: [String] = []
    let written = [
      ("validation.html", html), ("stages.csv", stages), ("comparison.csv", isCompared),
    ]
    for (name, isWritten) in written
    where !isWritten && files.fileExists(atPath: "\(output)/\(name)") {
      // What is not ours was refused before the run, or is to be written over.
      try files.removeItem(atPath: "\(output)/\(name)")
      removed.append(name)
    }
    let own = Set(scores.filter { $0.failure == nil }.map(\.recording).map(Self.place))
    let known = earlier.map { "\($0.dataset)/\($0.name)" } + recordings.map(Self.place)
    for place in Set(known).sorted()
    where !own.contains(place) && Self.isOwnResult("\(output)/\(place)") {
      try files.removeItem(atPath: "\(output)/\(place)")
      removed.append(place)
      let dataset = (place as NSString).deletingLastPathComponent
      if try files.contentsOfDirectory(atPath: "\(output)/\(dataset)").isEmpty {
        try files.removeItem(atPath: "\(output)/\(dataset)")
      }
    }
    guard !removed.isEmpty else { return }
    Terminal(verbosity).note(
      "removed from \(PrintableText.of(output)), because an earlier run left it and this one does not write it: "
        + removed.map(PrintableText.of).joined(separator: ", "))
  }

  /// Says which figures of an earlier run lie beside a comparison of two settings: they are neither's.
  func sayOtherFigures(in output: String) {
    let others = Self.beginnings.keys.sorted().filter {
      $0 != "comparison.csv" && FileManager.default.fileExists(atPath: "\(output)/\($0)")
    }
    guard !others.isEmpty else { return }
    Terminal(verbosity).note(
      "\(PrintableText.of(output)) holds figures of an earlier run, which are not of these settings: "
        + others.joined(separator: ", "))
  }

  /// Where the results of a recording lie in the folder of the figures.
  private static func place(_ recording: ValidationRecording) -> String {
    "\(recording.dataset)/\(recording.name)"
  }

  /// Looks before anything is written whether the folder holds the figures of other recordings alone: they would be removed.
  func checkEarlier(_ recordings: [ValidationRecording]) throws {
    let earlier = Set(earlierRecordings().map { "\($0.dataset)/\($0.name)" })
    guard !overwriting.force, !earlier.isEmpty,
      earlier.isDisjoint(with: recordings.map(Self.place)), let first = earlier.min()
    else { return }
    throw ArgumentParser.ValidationError(
      "--output \(PrintableText.of(output ?? "")) holds the figures of \(earlier.count.counted("other recording")), as of "
        + "\(PrintableText.of(first)), and of none of these: they would be removed. Give another name, or --force to write "
        + "over them")
  }

  /// The recordings of the run whose figures lie in the folder; none where there are none.
  func earlierRecordings() -> [ValidationReport.Recording] {
    let data = output.flatMap { FileManager.default.contents(atPath: "\($0)/validation.json") }
    return data.flatMap { try? ValidationReport(json: $0) }?.recordings ?? []
  }

  /// Whether a folder holds results that the program wrote, each as it was written.
  private static func isOwnResult(_ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder)/\(RecordingFolder.summaryName)")
      && RecordingFolder.isOwn(folder)
  }
}
