import ArgumentParser
import Foundation
import GaitAnalysis
import GaitModel
import GaitResults
import GaitStudies
import SampleStorage
import SensorFiles

/// `gait batch`: thousands of recordings as one study.
struct BatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch",
    abstract: "Analyze all recordings of a study, and go on where a run was broken off.",
    discussion: HelpText.of(
      """
      EXAMPLE
        gait batch recordings --make-manifest study.csv
        gait batch study.csv --store study.gait --output results
        writes a table of the recordings to look through and complete; analyzes
        them all, keeps their samples, and writes results/tables: days.csv,
        weeks.csv, persons.csv, recordings.csv, bouts.csv, failures.csv.

      The same command again does only what is missing or has changed: files,
      descriptions, manifest, settings, methods. A recording that fails is named
      and stops nothing. A part of the study (--shard) ends with 1 also where all
      of its recordings fail: other parts may hold those that can be read.
      """))

  @Argument(
    help: ArgumentHelp(
      "A folder of recordings, or a manifest (CSV) that names them.", valueName: "folder|manifest"))
  var study: String

  @Option(
    help: ArgumentHelp(
      "The store to keep the samples in; it is made if need be, and it is not encrypted.",
      valueName: "file"))
  var store: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The folder for results and tables.", valueName: "folder"))
  var output: String?

  @Option(help: "How a path names the participant: \(Self.rules).")
  var participantRule: ParticipantRule?

  @Option(
    help: ArgumentHelp(
      "Write the recordings to a manifest to edit, and analyze nothing; - prints it.",
      valueName: "file"))
  var makeManifest: String?

  @Flag(help: "Say what would be done and why, and do nothing.")
  var dryRun = false

  @Flag(help: "Stop at the first recording that fails.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "Do the third of eight parts of the study, as 3/8; no tables are written.", valueName: "part"),
    transform: ValueText.read("give a part and of how many, as 3/8 or 8/8")
  )
  var shard: ShardArgument?

  @Flag(help: "Also what was deleted in the store while the rest of its recording stayed.")
  var withDeleted = false

  @OptionGroup
  var jobs: JobsOptions

  @OptionGroup
  var methods: SettingsOptions

  @OptionGroup(title: "Messages")
  var verbosity: VerbosityOptions

  @OptionGroup
  var overwriting: OverwritingOptions

  private static let rules =
    "folder, the first below the root; name, the file's up to the first _ or -; none"

  func validate() throws {
    try OutputPath.check(output)
    try OutputPath.check(store, option: "--store")
    try OutputPath.check(makeManifest, option: "--make-manifest", besides: [study])
    if withDeleted, store == nil {
      throw ValidationError("--with-deleted is about a store; give --store")
    }
    guard makeManifest == nil else { return try checkManifestAlone() }
    guard output != nil else {
      throw ValidationError("--output is missing: the folder for results and tables")
    }
    var isFolder: ObjCBool = false
    if let output, FileManager.default.fileExists(atPath: output, isDirectory: &isFolder),
      !isFolder.boolValue
    {
      throw ValidationError("--output \(PrintableText.of(output)) is a file; give a folder")
    }
    if let output, FileManager.default.fileExists(atPath: study, isDirectory: &isFolder),
      isFolder.boolValue, StudyInput.absolute(output).hasPrefix(StudyInput.absolute(study) + "/")
    {
      throw ValidationError(
        "--output \(PrintableText.of(output)) lies among the recordings, where its tables would be read as some; "
          + "give a folder outside of \(PrintableText.of(study))")
    }
  }

  /// A manifest lists the whole study, and nothing is analyzed.
  private func checkManifestAlone() throws {
    let without = [
      ("--dry-run", dryRun), ("--shard", shard != nil), ("--strict", strict),
      ("--settings", methods.settings != nil),
    ].filter(\.1).map(\.0)
    guard without.isEmpty else {
      throw ValidationError(
        "--make-manifest lists all recordings and analyzes nothing; leave \(without.joined(separator: ", ")) out"
      )
    }
  }

  func run() async throws {
    let terminal = Terminal(verbosity)
    let input = try StudyInput(study, rule: participantRule, output: output, terminal)
    if let makeManifest {
      try OutputPath.check(
        makeManifest, option: "--make-manifest",
        besides: input.plan.recordings.map(\.path)
          + input.plan.failures.flatMap { [$0.path, self.study + "/" + $0.path] })
      for line in StudyText.people(in: input.plan, of: input) { terminal.note(line) }
      if let merging = input.merging { terminal.note(merging.words) }
      return try write(input.manifest(at: makeManifest), to: makeManifest, terminal)
    }
    guard let output else { return }
    try input.checkRule(StudyFolder(at: output))
    let doubt = try input.checkStrays(StudyFolder(at: output))
    let whole = input.plan
    let plan = shard.map { whole.shard($0.number, of: $0.count) } ?? whole
    for line in StudyText.people(in: plan, of: input) { terminal.note(line) }
    let overruled = StudyText.overruled(in: plan, most: listedCount)
    for remark in [doubt].compactMap(\.self) + plan.remarks + overruled { terminal.note(remark) }
    let pipelines = try pipelines(of: plan)
    if dryRun { return try await sayWhatIsDue(plan, pipelines) }
    try checkTables(output)
    let folder = try StudyFolder(taking: output, shard: shard?.name, force: overwriting.force)
    if input.isFolder, let rule = input.shownRule { try folder.keep(rule) }
    let store = try openStore()
    let study = BatchStudy(
      whole: whole, plan: plan, folder: folder, store: store, pipelines: pipelines,
      jobs: jobs, isStrict: strict, overwrites: overwriting.force,
      isShard: shard != nil, terminal: terminal)
    try await study.run()
  }

  private func openStore() throws -> StudyStore? {
    guard let store else { return nil }
    do {
      return StudyStore(store: try OpenStores.open(store), restoresDeleted: withDeleted)
    } catch {
      throw StoreFailure(error)
    }
  }

  /// Tables of an earlier run are written over; anything else of that name is not.
  private func checkTables(_ output: String) throws {
    let digests = FolderDigests(of: output + "/tables")
    let isStudy = FileManager.default.fileExists(atPath: output + "/ledger")
    for name in StudyTables.names where !isStudy || digests.isChanged(name) {
      try ExistingOutput.check(
        "\(output)/tables/\(name)", force: overwriting.force, isOwn: { _ in false })
    }
  }

  private func pipelines(of plan: StudyPlan) throws -> StudyAnalyzer.Pipelines {
    var pipelines: StudyAnalyzer.Pipelines = [
      nil: .success(StudyAnalyzer.Pipeline(try methods.pipeline()))
    ]
    for recording in plan.recordings {
      guard let path = recording.settings, pipelines[ByteText(path)] == nil else { continue }
      do {
        pipelines[ByteText(path)] = .success(
          StudyAnalyzer.Pipeline(try SettingsOptions.pipeline(of: path)))
      } catch {
        let message = "\(error)".replacing("--settings ", with: "settings ")
        pipelines[ByteText(path)] = .failure(StudyAnalyzer.UnreadSettings(message: message))
      }
    }
    return pipelines
  }

  private func write(_ manifest: StudyManifest, to path: String, _ terminal: Terminal) throws {
    guard path != "-" else { return try StandardOutput.write(manifest.text) }
    let content = Data(manifest.text.utf8)
    guard
      try !ExistingOutput.holds(
        content, at: path, option: "--make-manifest", force: overwriting.force)
    else {
      return terminal.note("\(PrintableText.of(path)): is there already and says the same")
    }
    do {
      try content.write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw WriteFailure(path: path, reason: "the file cannot be written")
    }
    terminal.note(
      "\(PrintableText.of(path)): \(StudyText.count(manifest.rows.count, "recording")); look through it, complete "
        + "it, and give it to gait batch in place of the folder")
  }
}

extension ParticipantRule: ExpressibleByArgument {}

/// A part of a study, `3/8`.
struct ShardArgument: ExpressibleByArgument {
  /// Which, from 1.
  let number: Int
  /// Of how many.
  let count: Int

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], number >= 1,
      number <= count
    else { return nil }
    (self.number, self.count) = (number, count)
  }

  /// The part as a file's name can have it.
  var name: String { "\(number)-of-\(count)" }
}

/// A study as it was named on the command line: a folder, or a manifest.
struct StudyInput {
  /// The recordings with people and names.
  let plan: StudyPlan
  /// How paths name people; `nil` where a manifest does.
  let shownRule: ParticipantRule?
  /// The folder that paths are relative to; empty for that in which the program stands.
  private let root: String
  /// Whether it is a folder of recordings, and no manifest.
  let isFolder: Bool
  /// Whether the rule is the program's guess.
  let isGuessed: Bool
  /// The recordings as the folder or the manifest has them.
  private let rows: StudyManifest

  /// Reads the manifest or looks through the folder; of what a manifest names and is gone, results may be known.
  init(
    _ path: String, rule: ParticipantRule?, output: String?, _ terminal: Terminal
  ) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw ValidationError(
        "\(PrintableText.of(path)): there is no such folder or manifest; check the path")
    }
    if isFolder.boolValue {
      let search = try RecordingSearch(path)
      var passedOver = search.passedOver
      let strays = search.strayDescriptions.filter { !OwnTables.liesAmongResults($0, in: path) }
      if !strays.isEmpty { passedOver["json"] = strays.count }
      Self.tell(passedOver, terminal)
      let (others, own) = OwnTables.split(search.recordings, in: path)
      if let sentence = OwnTables.sentence(own) { terminal.note(sentence) }
      let found = others.flatMap { file in Self.rows(file, in: path).map { (file: file, row: $0) } }
      guard !found.isEmpty else {
        throw ValidationError(
          "\(PrintableText.of(path)): there is no recording in it; they end in "
            + RecordingSearch.endings.joined(separator: ", "))
      }
      let used = rule ?? ParticipantRule.fitting(others)
      self.rows = StudyManifest(rows: found.map(\.row))
      files = found.map(\.file)
      plan = StudyPlan(self.rows, root: path, rule: used)
      (shownRule, root, self.isFolder, isGuessed) = (used, path, true, rule == nil)
      return
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw ValidationError("\(PrintableText.of(path)): the manifest cannot be read")
    }
    // No table of text has one: a zip file, a device file, a workbook.
    guard !data.prefix(Self.headBytes).contains(0) else {
      throw ValidationError(
        "\(PrintableText.of(path)): this is no manifest, which is a table of text; give the folder of the recordings "
          + "(of a zip file, the unpacked one), or save a sheet as \"CSV UTF-8\"")
    }
    root = Self.folder(of: path)
    do throws(ManifestError) {
      rows = try StudyManifest(data, name: path)
      let earlier = Self.earlier(rows, in: root, output)
      plan = StudyPlan(rows, root: root, rule: rule ?? .none, earlier: earlier)
    } catch {
      throw ValidationError(PrintableText.ofLines(error.description))
    }
    (shownRule, self.isFolder, isGuessed, files) = (rule, false, false, [])
  }

  /// What is known of files of a manifest that are gone.
  private static func earlier(
    _ rows: StudyManifest, in root: String, _ output: String?
  ) -> EarlierRecordings {
    guard let output else { return EarlierRecordings() }
    return StudyFolder(at: output).earlier(of: rows, in: root)
  }

  /// Bytes that are looked at to tell text from something else.
  private static let headBytes = 512

  /// The file of each recording, relative to the folder; none where a manifest names them.
  let files: [String]

  /// The same recordings with people by another rule.
  func replanned(by rule: ParticipantRule) -> StudyPlan { StudyPlan(rows, root: root, rule: rule) }

  /// All recordings of a file that holds several.
  private static func rows(_ path: String, in root: String) -> [StudyRow] {
    let parts = (try? SensorFile.parts(of: "\(root)/\(path)")) ?? []
    return parts.isEmpty ? [StudyRow(path: path)] : parts.map { StudyRow(path: "\(path)#\($0)") }
  }

  private static func tell(_ passedOver: [String: Int], _ terminal: Terminal) {
    guard !passedOver.isEmpty else { return }
    let kinds = passedOver.sorted { $0.key < $1.key }
      .map { "\($0.value) \($0.key.isEmpty ? "without an ending" : "." + $0.key)" }
    terminal.note("passed over, because of their names: \(kinds.joined(separator: ", "))")
  }

  /// The plan as a manifest: people and names are written down, so that they can be seen and stay. Paths are
  /// relative to the folder of the manifest where they can be.
  func manifest(at place: String) -> StudyManifest {
    let found = plan.recordings.map { recording in
      var row = recording.row
      row.recording = recording.name
      return (recording.index, row)
    }
    // What a row says that fails is what is to be corrected.
    let failed = plan.failures.map { failure in
      var row =
        self.rows.rows.indices.contains(failure.index)
        ? self.rows.rows[failure.index] : StudyRow(path: failure.path)
      row.path = failure.path
      return (failure.index, row)
    }
    let rows = (found + failed).sorted { $0.0 < $1.0 }.map { _, row in
      var row = row
      row.path = path(row.path, from: Self.folder(of: place))
      row.settings = row.settings.map { path($0, from: Self.folder(of: place)) }
      return row
    }
    return StudyManifest(rows: rows)
  }

  private func path(_ path: String, from folder: String) -> String {
    if path.hasPrefix("/") { return path }
    let whole = root.isEmpty ? path : root.hasSuffix("/") ? root + path : "\(root)/\(path)"
    if folder.isEmpty { return whole.hasPrefix("./") ? String(whole.dropFirst(2)) : whole }
    let (file, base) = (Self.absolute(whole), Self.absolute(folder) + "/")
    guard file.utf8.starts(with: base.utf8) else { return file }
    return String(decoding: file.utf8.dropFirst(base.utf8.count), as: UTF8.self)
  }

  /// The whole path, whatever links lead to it, also where what they lead to is gone: a disk that is not mounted.
  static func absolute(_ path: String) -> String {
    var rest = Array(
      URL(fileURLWithPath: path).standardizedFileURL.path.split(separator: "/").map(String.init)
        .reversed())
    var (whole, links): ([String], Int) = ([], 0)
    while let part = rest.popLast() {
      guard part != "." else { continue }
      guard part != ".." else {
        _ = whole.popLast()
        continue
      }
      let place = "/" + (whole + [part]).joined(separator: "/")
      if links < mostLinks,
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: place)
      {
        links += 1
        if target.hasPrefix("/") { whole = [] }
        rest += target.split(separator: "/").map(String.init).reversed()
      } else {
        whole.append(part)
      }
    }
    return "/" + whole.joined(separator: "/")
  }

  /// As many links lead to a file at most, as Linux has it (`path_resolution(7)`); more are a loop.
  private static let mostLinks = 40

  private static func folder(of file: String) -> String {
    guard let slash = file.lastIndex(of: "/") else { return "" }
    return slash == file.startIndex ? "/" : String(file[..<slash])
  }
}
