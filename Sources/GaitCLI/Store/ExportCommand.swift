import ArgumentParser
import Foundation
import GaitModel
import SampleStorage

/// `gait export`: samples on their way out of a store.
struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write samples of a store to a file, sealed and without names.",
    discussion: HelpText.of(
      """
      EXAMPLE
        head -c 32 /dev/urandom > study.key
        gait export --store study.gait --key study.key --output study.sealed
        writes every sample, encrypted, with a code in the place of each name.

      The same key gives a person the same code in every export. --plain writes plain
      text; names stay in it unless a key is given. gait import reads all of it back.
      Rows with a superseded_time are what gave way to others: leave them out of sums.
      CSV has one type in each column: any tool that writes Parquet takes it as it is.
      """))

  @Argument(help: ArgumentHelp("The kinds; all of them if none is named.", valueName: "kind"))
  var kinds: [AnySampleKind] = []

  @OptionGroup
  var store: StoreOptions

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The file to write; - prints.", valueName: "file"))
  var output: String

  @OptionGroup
  var overwriting: OverwritingOptions

  @OptionGroup(title: "Which samples")
  var filter: FilterOptions

  @OptionGroup(title: "Sealing")
  var key: KeyOptions

  @Flag(help: "Write plain text, not encrypted.")
  var plain = false

  @Flag(help: "Leave names as they are in a sealed export.")
  var names = false

  @Option(help: "How rows are written.")
  var format: ExportFormat = .csv

  @OptionGroup(title: "Messages")
  var verbosity: VerbosityOptions

  func validate() throws {
    try OutputPath.check(
      output, besides: [store.store, key.key, key.passphraseFile].compactMap(\.self))
    try checkOutput()
    if !plain, key.key == nil, key.passphraseFile == nil {
      throw ValidationError(
        """
        an export is sealed: give --key FILE or --passphrase-file FILE, or --plain to write plain \
        text with names
        """)
    }
  }

  /// A pipe or a terminal is written to; a file gives way only when it is an export, or empty.
  private func checkOutput() throws {
    var status = stat()
    guard output != "-", stat(output, &status) == 0, status.st_mode & S_IFMT != S_IFCHR,
      status.st_mode & S_IFMT != S_IFIFO, status.st_size > 0
    else { return }
    try ExistingOutput.check(output, force: overwriting.force) { path in
      Self.beginnings.contains { ExistingOutput.begins(path, with: $0) }
    }
  }

  /// What exports begin with: sealed ones, tables, and lines of JSON, whose keys are in order.
  private static let beginnings =
    ["GAITSEAL", "participant,kind,value,unit,start_time,"]
    + ["device", "distinction", "earliest_data_time", "end_time"].map { "{\"\($0)\":" }

  func run() async throws {
    let key = try key.exportKey()
    let count = try await store.with(.read) { store in
      try await filter.check(kinds, in: store)
      // Everything is exported unless less was asked for: also what was left out of flat walking.
      var query = try filter.query(
        kinds, in: await self.store.zones(of: filter.participant, in: store))
      query.includesLeftOut = true
      let settings = ExportSettings(
        format: format, seal: plain ? nil : key,
        code: names ? nil : try key.map { try ParticipantCode($0) })
      do { return try await store.export(query, to: output, settings) } catch is ExportReaderLeft {
        throw ReaderLeft()
      }
    }
    Terminal(verbosity).note(
      "\(StudyText.count(count, "sample")) written to \(output == "-" ? "standard output" : output)"
    )
  }
}

extension ExportFormat: ExpressibleByArgument {}
