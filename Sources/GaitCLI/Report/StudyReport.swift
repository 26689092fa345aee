import ArgumentParser
import Foundation
import GaitAnalysis
import GaitModel
import GaitReports
import GaitResults
import GaitStudies
import SensorFiles

/// `gait report study`: a study of many people.
struct StudyReport: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "study",
    abstract: "Make a page of a study from the tables of gait batch.",
    discussion: HelpText.of(
      """
      EXAMPLE
        gait batch recordings --store study.gait --output results
        gait report study results --recordings recordings --output study.html
        writes a page with people, walking by age and sex, wear, failures and
        outliers; with --recordings also pages of the outliers' recordings, of
        20 at most, the farthest first, in the folder study-recordings, to which
        the outliers lead. The folder goes with the page; pages of an earlier
        run in it are removed.

      FIGURES
        valid-days, ages, speed-by-age, speeds, steps-by-age, wear, failures
      """))

  @Argument(help: ArgumentHelp("The folder of gait batch --output.", valueName: "folder"))
  var results: String

  @Option(
    help: ArgumentHelp(
      "Where the study's recordings lie; makes the pages of outliers.", valueName: "folder"))
  var recordings: String?

  @OptionGroup
  var report: ReportOptions

  @OptionGroup(title: "Messages")
  var verbosity: VerbosityOptions

  func validate() throws {
    try report.check(besides: [])
    guard let recordings else { return }
    if report.figure != nil {
      throw ValidationError(
        "--recordings is where the pages of recordings are made from; --figure makes a chart alone, leave one of them out"
      )
    }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: recordings, isDirectory: &isFolder),
      isFolder.boolValue
    else {
      throw ValidationError(
        "--recordings \(PrintableText.of(recordings)): there is no such folder; check the path")
    }
  }

  func run() async throws {
    try ReportWriter.check()
    let tables = try tables()
    let folders = [results, recordings].compactMap(\.self).map {
      URL(fileURLWithPath: $0).standardizedFileURL.lastPathComponent
    }
    let folder = folders[0]
    let name = report.codesNames ? "Study" : folder
    let writer = ReportWriter(options: report)
    let subject = ReportWriter.subject(ofFolder: results)
    try writer.check(.study, of: subject)
    var linked = LinkedPages(beside: report.output)
    let (pages, failures) = report.figure == nil ? outlierPages(tables, in: &linked) : ([:], 0)
    let shown = report.codesNames ? tables.coded(folders) : tables
    let page = StudyPage(name: name, tables: shown) { pages[[$0, $1]] }
    try writer.write(page.page(program: ReportWriter.program), of: subject)
    for remark in tables.remarks { Terminal(verbosity).note(remark) }
    Terminal(verbosity).note(report.output)
    if report.figure == nil { try linked.removeOthers().forEach(Terminal(verbosity).note) }
    if failures > 0 { throw ExitCode(InputOutcome.someFailed.rawValue) }
  }

  private func tables() throws -> StudyPage.Tables {
    var tables = StudyPage.Tables(
      persons: try table("persons"), recordings: try table("recordings"), days: try table("days"),
      failures: try table("failures"))
    let digests = FolderDigests(of: results + "/tables")
    tables.remarks = ["persons.csv", "recordings.csv", "days.csv", "failures.csv"]
      .filter(digests.isChanged)
      .map {
        "tables/\($0) was changed since gait batch wrote it; the page shows what it says now."
      }
    let folder = StudyFolder(at: results)
    if hasLedger, digests.knows(folder.state, of: StudyTables.stateName) == false {
      tables.remarks.append(
        "Something was done in the study after its tables were written, as by gait batch with --shard, or one that was "
          + "interrupted; they and the page do not show it: gait batch of the whole study writes them anew."
      )
    }
    let records = zip(
      tables.recordings.words("recording"), tables.recordings.words("participant")
    ).compactMap { name, participant in
      folder.record(at: StudyRecording.folder(of: name, participant))
    }
    tables.settings = records.map(\.settings)
    let losses = records.count { $0.result.flatMap(StudyText.loss) != nil }
    if losses > 0 {
      tables.remarks.append(
        "\(losses.counted("recording")) \(losses.verb("ends", "end")) early, \(losses.verb("is", "are")) damaged or "
          + "\(losses.verb("is", "are")) shorter than before, and \(losses.verb("counts", "count")) as far as "
          + "\(losses.verb("its file", "their files")) could be read; gait batch names \(losses.verb("it", "them"))."
      )
    }
    let clockless =
      tables.recordings.has("start_time")
      ? tables.recordings.words("start_time").count(where: \.isEmpty) : 0
    if clockless > 0 {
      tables.remarks.append(
        "\(clockless.grouped) of \(tables.recordings.count.counted("recording")) \(clockless.verb("has", "have")) no wall clock and "
          + "\(clockless.verb("is", "are")) in no day: valid days, wear and steps per valid day are without "
          + "\(clockless.verb("it", "them")). The column start of a manifest says when a recording began."
      )
    }
    let assumed = tables.persons.numbers("all_n_assumed_bouts").count { $0 ?? 0 > 0 }
    if assumed > 0 {
      tables.remarks.append(
        "The walking speed of \(assumed.grouped) of \(tables.persons.words("participant").count.grouped) people is made, wholly or in "
          + "part, of step lengths that are assumed from the height, as on the wrist; all_n_assumed_bouts in persons.csv counts such walks."
      )
    }
    if recordings != nil, !hasLedger {
      tables.remarks.append(
        "The ledger beside the tables is not there: pages of recordings are by what these say of themselves, and by the usual settings."
      )
    }
    return tables
  }

  private func table(_ name: String) throws -> WordTable {
    let path = "\(results)/tables/\(name).csv"
    guard let data = FileManager.default.contents(atPath: path) else {
      throw ValidationError(
        "\(PrintableText.of(path)) is not there; give the folder that gait batch --output made")
    }
    if let fault = TextEncoding.fault(in: data) {
      throw ValidationError("\(PrintableText.of(path)): \(fault)")
    }
    let table = WordTable(csv: data)
    guard table.has(name == "failures" ? "path" : "participant") else {
      throw ValidationError(
        "\(PrintableText.of(path)) is no table of gait batch; give the folder that it made")
    }
    return table
  }

  /// The pages of recordings whose people stand out, by person and recording, and how many could not be made.
  private func outlierPages(
    _ tables: StudyPage.Tables, in linked: inout LinkedPages
  ) -> (pages: [[String]: String], failures: Int) {
    guard let recordings else { return ([:], 0) }
    let study = StudyPage(name: "", tables: tables)
    let (people, names) = (
      tables.recordings.words("participant"), tables.recordings.words("recording")
    )
    let paths = Dictionary(
      zip(zip(people, names).map { [$0, $1] }, tables.recordings.words("path"))
    ) { first, _ in first }
    var (made, failures): ([[String]: String], Int) = ([:], 0)
    var done: Set<String> = []
    let longest = study.recordingsByPerson
    var left = 0
    for outlier in study.outliers {
      guard let first = longest[outlier.participant]?.first,
        let path = paths[[outlier.participant, first]], done.insert(path).inserted
      else { continue }
      guard made.count < Self.mostPages else {
        left += 1
        continue
      }
      let names = [outlier.participant, first]
      let record = StudyFolder(at: results)
        .record(at: StudyRecording.folder(of: first, outlier.participant))
      // Paths of a manifest are from its folder, which may be another than that of the recordings.
      let places = [
        path.hasPrefix("/") ? path : "\(recordings)/\(path)",
        record?.path.map { "\(results)/\($0)" },
      ].compactMap(\.self)
      let whole =
        places.first { FileManager.default.fileExists(atPath: RecordingAddress($0).path) }
        ?? places[0]
      do {
        let analyzer = try analyzer(of: record, outlier.participant, at: whole)
        let place = try linked.place(for: names)
        try RecordingPageMaker(analyzer: analyzer, report: report, output: place)
          .make(of: RecordingInput(path: whole))
        made[report.codesNames ? names.map(CodeName.of) : names] = linked.link(to: names)
      } catch {
        failures += 1
        Terminal(verbosity).error("\(error)")
      }
    }
    if left > 0 {
      Terminal(verbosity).note(
        "of \(left.counted("other recording")) whose people stand out less there is no page: \(Self.mostPages) are made at most; gait report "
          + "recording makes one of any")
    }
    return (made, failures)
  }

  private var hasLedger: Bool {
    FileManager.default.fileExists(atPath: StudyFolder(at: results).ledger)
  }

  /// Analyzes a recording as the study did: by what it said of person and recording, and by its settings. Of tables alone
  /// nobody knows these.
  private func analyzer(
    of record: StudyRecord?, _ participant: String, at path: String
  ) throws -> RecordingAnalyzer {
    func failure(_ reason: String) -> InputFailure {
      InputFailure(
        RecordingInput(path: path), ValidationError("\(reason); run gait batch again"))
    }
    guard let record else {
      guard hasLedger else {
        return RecordingAnalyzer(
          options: RecordingOptions(), identity: RecordingIdentity(participant: participant))
      }
      throw failure("\(results)/ledger no longer says how it was analyzed")
    }
    guard BatchStudy.digest(of: path).map({ $0 == record.file }) ?? true else {
      throw failure("it or its description was changed since gait batch analyzed it")
    }
    let row = StudyRow(path: path, facts: record.facts)
    var analyzer = RecordingAnalyzer(options: row.options, identity: row.identity)
    analyzer.use(try PipelineSettings.pipeline(changing: record.settings))
    guard analyzer.settings.digest == record.methods else {
      throw failure("it was analyzed by other methods than this version has")
    }
    return analyzer
  }

  /// More pages than anybody looks at. Our choice.
  private static let mostPages = 20
}
