import ArgumentParser
import Foundation
import GaitModel
import GaitResults
import GaitStudies
import SensorFiles

/// `gait convert`: the samples of a recording as they were read, for other programs.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Write the samples of a recording as a plain table or as BIDS motion.",
    discussion: HelpText.of(
      """
      EXAMPLE
        gait convert week.cwa --output plain/week.csv
        writes time_s,acc_x,acc_y,acc_z and whatever else there is, in s, m/s² and
        rad/s, to the last bit, and plain/week.json with what is known of the person.

        gait convert week.cwa --output sub-01_task-daily_tracksys-imu_motion.tsv
        writes the three files of BIDS motion.

      Tools/parquet plain/week.csv
        turns that table into Parquet.

      What slower sensors gave stands in the row of the next sample. BIDS motion has
      no place for them. Nothing is calibrated, filtered or resampled. Where the first
      sample is later than second 0, rows without values lead up to it (NaN, n/a).
      """))

  @Argument(help: "The recording to read.")
  var recording: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The table to write: NAME.csv, or NAME_motion.tsv.", valueName: "file"))
  var output: String

  @OptionGroup(title: "Description of recording and person")
  var description: DescriptionOptions

  @OptionGroup(title: "Clock")
  var clock: ClockOptions

  @OptionGroup(title: "Messages")
  var verbosity: QuietOptions

  @OptionGroup
  var overwriting: OverwritingOptions

  func validate() throws {
    try OutputPath.check(output, besides: [recording])
    let place = try ConvertedPlace(output)
    let input = RecordingInput(path: recording)
    guard ConvertedPlace.folder(of: input.path) != place.folder || input.name != place.described
    else {
      throw ValidationError(
        """
        --output \(PrintableText.of(output)) lies beside the recording under its name, so that its \
        description would be that of both; give another name or folder
        """)
    }
    // A link may lead to the recording's own description or truth, whatever it is called.
    let own = ["json", "reference.json"].map {
      "\(ConvertedPlace.folder(of: input.path))/\(input.name).\($0)"
    }
    for name in place.names {
      try OutputPath.check(place.folder + "/" + name, besides: [recording] + own)
      try ExistingOutput.check(place.folder + "/" + name, force: overwriting.force) {
        place.mayBeOwn($0)
      }
    }
    guard !overwriting.force, let neighbor = place.neighbors.min() else { return }
    throw ValidationError(
      """
      --output \(PrintableText.of(output)) would put a description beside \(PrintableText.of(neighbor)), \
      which is another recording; give another name or folder, or --force
      """)
  }

  func run() throws {
    let place = try ConvertedPlace(output)
    let inputs = RecordingInput.expanded([recording])
    guard inputs.count == 1 else {
      throw ValidationError(
        "\(PrintableText.of(recording)) holds \(inputs.count) recordings; name one, like \(inputs[0].path)"
      )
    }
    do {
      let notes = try write(inputs[0], to: place)
      let terminal = Terminal(isQuiet: verbosity.quiet)
      for note in notes { terminal.note(note) }
    } catch let error as WriteFailure {
      throw error
    } catch let error as ValidationError {
      throw error
    } catch {
      throw InputFailure(inputs[0], error)
    }
  }

  private func write(_ input: RecordingInput, to place: ConvertedPlace) throws -> [String] {
    let options = clock.recordingOptions(description)
    var source = try SensorFile.open(input.path, options: options)
    var rows = RecordingRows(
      place.layout, hasAngularRate: source.facts.hasAngularRate,
      channels: place.layout == .plain ? try channels(of: input, options: options) : [])
    var block = try source.nextBlock()
    let files = place.files(describing: clock.placed(source.facts))
    var isSame = true
    for (name, text) in zip(place.names, files) {
      isSame =
        try check(place.folder + "/" + name) {
          FileManager.default.contents(atPath: $0) == Data(text.utf8)
        } && isSame
    }
    var removed: [String] = []
    var leftOut: Set<SideChannel> = []
    try PendingFiles.shared.write(place.names, in: place.folder) { writers in
      for (writer, text) in zip(writers, files) { try writer.add(text) }
      guard let table = writers.last else { return }
      try table.add(rows.header)
      while let next = block {
        if place.layout == .bids { leftOut.formUnion(next.side.keys) }
        try table.add(rows.rows(of: next))
        block = try source.nextBlock()
      }
      let digest = try table.digest()
      isSame = try check(place.table) { try FileDigest(of: [$0]).text == digest } && isSame
      // It goes before the table takes its place: a command that is killed in between leaves no old one beside a new table.
      if !isSame { removed = try place.removeParquet() }
    }
    rows.finish()
    var notes = ["\(output): \(StudyText.count(rows.count, "sample"))"]
    notes += removed.map {
      "removed \(PrintableText.of($0)), made of another table; Tools/parquet \(PrintableText.of(output)) makes it of this one"
    }
    if let truth = place.truth(besides: input) {
      notes.append(
        "\(PrintableText.of(truth)) was there already, and gait validate takes it for the truth of this recording; "
          + "delete it if it is that of another")
    }
    if !leftOut.isEmpty {
      let names = SideChannel.allCases.filter(leftOut.contains).map(\.rawValue)
      notes.append(
        "BIDS motion has no place for slower sensors, which are left out: \(names.joined(separator: ", "))"
      )
    }
    if rows.lostSideCount > 0 {
      let values = StudyText.count(rows.lostSideCount, "value")
      notes.append("\(values) of slower sensors found no row of their own")
    }
    return notes + source.remarks.map(\.message)
  }

  /// What is there already and is not, byte for byte, what is written now is not known as made by this command.
  ///
  /// - Returns: whether the same is there.
  private func check(_ path: String, isSame: (String) throws -> Bool) throws -> Bool {
    guard FileManager.default.fileExists(atPath: path) else { return false }
    let isSame = try isSame(path)
    guard !isSame, !overwriting.force else { return isSame }
    throw ValidationError(
      """
      --output \(PrintableText.of(path)) is there already and is not what this command writes now; give another \
      name, or --force to write over it
      """)
  }

  /// The slower sensors that gave something; the header names them before the first row.
  private func channels(
    of input: RecordingInput, options: RecordingOptions
  ) throws -> Set<SideChannel> {
    var source = try SensorFile.open(input.path, options: options)
    var found: Set<SideChannel> = []
    while let block = try source.nextBlock() { found.formUnion(block.side.keys) }
    return found
  }
}

/// Where a converted recording goes: its table, and what describes it.
struct ConvertedPlace {
  /// What is written.
  let layout: RecordingRows.Layout
  /// The folder of the files.
  let folder: String
  /// The files' common name.
  private let name: String

  private static let motionEnding = "_motion.tsv"

  /// Takes the path of the table.
  ///
  /// - Throws: which names can be.
  init(_ output: String) throws {
    let file = output.split(separator: "/").last.map(String.init) ?? output
    folder = Self.folder(of: output)
    if file.hasSuffix(Self.motionEnding) {
      name = String(file.dropLast(Self.motionEnding.count))
      layout = .bids
      guard BIDSTables.isName(name) else {
        throw ValidationError(
          """
          --output \(PrintableText.of(file)) is no name of BIDS motion: it says who, what and with what, \
          as in sub-01_task-walk_tracksys-imu_motion.tsv
          """)
      }
    } else if file.hasSuffix(".csv"), file.count > ".csv".count {
      name = String(file.dropLast(".csv".count))
      layout = .plain
    } else {
      throw ValidationError(
        """
        --output \(PrintableText.of(file)) cannot be: give NAME.csv for a plain table, or \
        sub-01_task-walk_tracksys-imu_motion.tsv for BIDS motion; Tools/parquet NAME.csv turns the \
        table into Parquet
        """)
    }
  }

  /// The folder of a path.
  static func folder(of path: String) -> String {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    return folder.isEmpty ? "/" : folder
  }

  /// The name that a description beside the table belongs to.
  var described: String { layout == .plain ? name : name + "_motion" }

  /// Other recordings of the name, whose description would be that of the table.
  var neighbors: [String] {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return entries.filter {
      RecordingInput(path: $0).name == described && !$0.hasSuffix(".json") && !names.contains($0)
        && (RecordingSearch.takes($0) || RecordingSearch.takes(folder: folder + "/" + $0))
        && !ParquetCopy.isOwn(folder + "/" + $0)
    }
  }

  /// Removes what `Tools/parquet` made of a table that was here before.
  ///
  /// - Returns: its path; empty where there is none.
  func removeParquet() throws -> [String] {
    let path = "\(folder)/\(name).parquet"
    guard layout == .plain, ParquetCopy.isOwn(path) else { return [] }
    try FileManager.default.removeItem(atPath: path)
    return [path]
  }

  /// A truth that lies beside the table and is not that of the recording; `nil` where there is none.
  func truth(besides input: RecordingInput) -> String? {
    let files = FileManager.default
    let path = "\(folder)/\(described).reference.json"
    let own = "\(Self.folder(of: input.path))/\(input.name).reference.json"
    guard let content = files.contents(atPath: path), content != files.contents(atPath: own) else {
      return nil
    }
    return path
  }

  /// The files in the order in which they take their places; the table stands for the others, so it is last.
  var names: [String] {
    layout == .plain
      ? [name + ".json", name + ".csv"]
      : [name + "_channels.tsv", name + "_motion.json", name + Self.motionEnding]
  }

  /// The path of the table.
  var table: String { folder + "/" + (names.last ?? name) }

  /// Whether a file of this path can be one that the command made. Whether it is, its bytes tell once they are known.
  func mayBeOwn(_ path: String) -> Bool {
    layout != .plain || !path.hasSuffix(".csv")
      || ExistingOutput.begins(path, with: "time_s,acc_x,acc_y,acc_z")
  }

  /// The content of all but the table.
  func files(describing facts: RecordingFacts) -> [String] {
    let known = Self.description(of: facts)
    guard layout == .bids else {
      let unit = JSONValue.Member(key: "acceleration_unit", value: .string("m/s²"))
      return [JSONValue.object(known + [unit]).document]
    }
    return [
      BIDSTables.channels(of: facts),
      BIDSTables.sidecar(of: facts, name: name, description: known).document,
    ]
  }

  /// What a `.json` beside a recording can say, without what nobody knows.
  private static func description(of facts: RecordingFacts) -> [JSONValue.Member] {
    let person = facts.participant
    let start = facts.start?.isLocal == true ? "start_local_datetime" : "start_datetime"
    let all: KeyValuePairs<String, JSONValue?> = [
      "participant": person.identifier.map { .string($0) },
      "site": facts.site.map { .string($0.rawValue) },
      "height_m": person.height.map { .exact($0.meters) },
      "mass_kg": person.mass.map { .exact($0.kilograms) },
      "age_years": person.ageYears.map { .exact($0) },
      "sex": person.sex.map { .string($0.rawValue) },
      start: facts.start.map { .string(InstantText.exact($0)) },
      "time_zone": facts.timeZone.map { .string($0.identifier) },
    ]
    return all.compactMap { key, value in value.map { .init(key: key, value: $0) } }
  }
}
