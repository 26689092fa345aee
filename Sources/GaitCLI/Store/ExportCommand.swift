import ArgumentParser
import Foundation
import GaitModel
import MobilityEstimates
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
      Each row says how many samples its analysis has (analysis_samples), so that a part of
      an export is known as a part, joins the rest in any order, and replaces nothing.
      CSV has one type in each column: any tool that writes Parquet takes it as it is.
      An export says nothing of what was deleted, as by gait delete or gait event --delete: a
      store that read an earlier one keeps it. Delete it there, too, or use gait merge, which does.
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
    + ["analysis_samples", "device", "distinction", "earliest_data_time", "end_time"].map {
      "{\"\($0)\":"
    }

  func run() async throws {
    let key = try key.exportKey()
    let terminal = Terminal(verbosity)
    let count = try await store.with(.read) { store in
      try await filter.check(kinds, in: store)
      let zones = try await self.store.zones(of: filter.participant, in: store)
      let query = try filter.query(kinds, in: zones)
      let settings = ExportSettings(
        format: format, seal: plain ? nil : key,
        code: names ? nil : try key.map { try ParticipantCode($0) })
      do {
        let count = try await store.export(query, to: output, settings)
        for sentence in try await countsTwice(query, store, zones) { terminal.note(sentence) }
        return count
      } catch is ExportReaderLeft {
        throw ReaderLeft()
      }
    }
    terminal.note(
      "\(StudyText.count(count, "sample")) written to \(output == "-" ? "standard output" : output)"
    )
  }

  /// What counts once in the store and would count twice where a part of it is imported, because the time worn, which
  /// says what counts, is not all in it.
  private func countsTwice(
    _ query: SampleQuery, _ store: SampleStore, _ zones: PeopleZones
  ) async throws -> [String] {
    let everything = SampleQuery(
      kinds: query.kinds, participant: query.participant, includesLeftOut: true)
    let wear = SampleKind.wearTime.erased
    guard query != everything || !(query.kinds?.contains(wear) ?? true) else { return [] }
    let isCounted = query.kinds?.contains {
      $0.aggregation == .cumulative || EstimateUpdate.readKinds.contains($0)
    }
    guard isCounted ?? true else { return [] }
    let asides = try await store.setAside(of: query.participant)
    guard !asides.isEmpty else { return [] }
    return SetAsideTime.sentences(asides, named: true, clock: zones.instant) + [
      "what is exported does not hold all time worn, which says what counts there: imported alone, the other or both "
        + "may count. Export "
        + "\(wear.name) too, and leave out what limits the samples except kinds and --participant"
    ]
  }
}

extension ExportFormat: ExpressibleByArgument {}
