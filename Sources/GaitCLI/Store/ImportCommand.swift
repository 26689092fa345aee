import ArgumentParser
import Foundation
import GaitAnalysis
import GaitModel
import GaitResults
import SampleStorage
import SensorFiles

/// `gait import`: samples of exports and of phones into a store.
struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Read exports of a store, or a phone's health export, into a store.",
    discussion: HelpText.of(
      """
      EXAMPLE
        gait import export.zip --participant P07 --store study.gait
        gait compare walking-speed --store study.gait --participant P07
        reads a phone's health export, and puts its walking speeds beside ours.

      A file is recognized by its content: what gait export wrote, sealed or plain; a table
      in UTF-8 with the columns participant, kind, value, unit, start_time, end_time, source in
      any order, parted by commas, semicolons or tabs, and any others of gait columns samples,
      recording only with recording_start_time; export.xml of a phone or the zip that holds
      it. The same file twice changes nothing. A file that cannot be read to its end is
      not kept at all; values that cannot be are refused, or, of a phone, left out.

      Parts of an export (a kind, a month, filtered rows) come together in any order. A part
      takes the place of nothing: only an analysis of which the file holds all samples, and
      which was stored later, replaces another one of its recording. What contradicts the
      store (a part of another analysis, a recording that is somebody else's) is named, not
      taken, and the command ends with 1.
      """))

  @Argument(help: ArgumentHelp("The files to read.", valueName: "file"))
  var files: [String]

  @OptionGroup
  var store: StoreOptions

  @Option(
    help: ArgumentHelp("Whose samples they are; a phone's export does not say.", valueName: "id"))
  var participant: String?

  @Flag(help: "Also what was deleted in the store.")
  var withDeleted = false

  @OptionGroup(title: "Sealing")
  var key: KeyOptions

  @OptionGroup(title: "Messages")
  var verbosity: VerbosityOptions

  func validate() throws { try Entry.check(name: participant) }

  func run() async throws {
    let terminal = Terminal(verbosity)
    let key = try key.exportKey()
    var failures = 0
    var contradicts = false
    if store.timeZone != nil {
      terminal.note(
        "--time-zone changes nothing that is kept: each sample keeps the clock that its file names; give it to gait query"
      )
    }
    try await store.with(.create) { store in
      let before = try await Set(store.setAside(mixingSources: true))
      var changed: [String] = []
      var kept = 0
      tellInterruption(kept)
      for file in files {
        do {
          let known = try await store.everybody()
          let anchor = try await store.currentAnchor()
          let said = try await store.saidOfPeople()
          let outcome = try await ImportedFile(
            path: file, participant: participant, key: key, restores: withDeleted
          ).save(in: store, terminal)
          kept += 1
          tellInterruption(kept)
          terminal.clearProgress()
          for conflict in outcome.conflicts { terminal.error("\(file): \(conflict)") }
          contradicts = contradicts || !outcome.conflicts.isEmpty
          terminal.note("\(file): \(outcome.saved.sentence)")
          for sentence in outcome.collection { terminal.note("\(file): \(sentence)") }
          if outcome.saved.written + outcome.otherClocks > 0 { changed.append(file) }
          let doubts = try await store.otherPeople(than: said)
          for sentence in try await store.doubles(besides: known, since: anchor) + doubts {
            terminal.note("\(file): \(sentence)")
          }
        } catch {
          failures += 1
          terminal.error(InputFailure(RecordingInput(path: file), error).description)
        }
      }
      guard !changed.isEmpty else { return }
      for sentence in try await store.contradictions() { terminal.note(sentence) }
      let zones = try await self.store.zones(of: nil, in: store)
      let asides = try await store.setAside(mixingSources: true).filter { !before.contains($0) }
      for sentence in SetAsideTime.sentences(asides, named: true, clock: zones.instant) {
        terminal.note(sentence)
      }
    }
    try InputOutcome(inputs: files.count, failures: failures).leave()
    if contradicts { throw ExitCode(InputOutcome.someFailed.rawValue) }
  }

  /// What the store holds should the program be interrupted from now on: each file is kept whole or not at all.
  private func tellInterruption(_ kept: Int) {
    Interruption.says(
      kept == 0
        ? "nothing was kept"
        : "\(kept) of \(StudyText.count(files.count, "file")) \(files.count.verb("is", "are")) kept in \(store.store), nothing "
          + "of the others")
  }
}

/// One file on its way into a store.
private struct ImportedFile {
  var path: String
  var participant: String?
  var key: ExportKey?
  /// Whether what was deleted comes back.
  var restores: Bool

  /// Bytes that are read at once.
  private static let pieceBytes = 1 << 18

  func save(in store: SampleStore, _ terminal: Terminal) async throws -> MergeOutcome {
    let document = try DocumentFile(path, choose: try chosenMember())
    let head = try document.next(Self.pieceBytes) ?? []
    if key != nil, !ExportReader.isSealed(firstBytes: head) {
      terminal.note("\(path): plain, and not sealed: no key was needed, and none was tried")
    }
    if ExportReader.isExport(firstBytes: head) {
      return try await saveExport(document, head, store, terminal)
    }
    guard HealthExportReader.isHealthExport(firstBytes: head) else {
      throw ImportError(
        path, nil,
        """
        neither an export of a store (CSV with the columns participant, kind, value, unit, start_time, end_time, \
        source in any order, JSON lines, or sealed) nor a phone's health export (export.xml or its zip)
        """)
    }
    return try await saveHealth(document, head, store, terminal)
  }

  /// Chooses the file of a zip that is read: the only one, or the only health export among other things that a phone packs.
  ///
  /// - Throws: ``ImportError`` when there are several exports: one of them would be left out.
  private func chosenMember() throws -> ([String]) -> String? {
    var all: [String] = []
    _ = try? DocumentFile(path) { names in
      all = names
      return nil
    }
    guard all.count > 1 else { return { $0.first } }
    let exports = try all.filter { $0.lowercased().hasSuffix(".xml") }.sorted().filter { name in
      let document = try DocumentFile(path) { _ in name }
      return HealthExportReader.isHealthExport(firstBytes: try document.next(Self.pieceBytes) ?? [])
    }
    guard exports.count <= 1 else {
      throw ImportError(
        path, nil,
        """
        it holds \(exports.count.grouped) health exports: \(exports.prefix(4).joined(separator: ", "))\
        \(exports.count > 4 ? ", …" : ""); nothing was kept. Unpack it, and import each with the --participant whose it is
        """)
    }
    return { _ in exports.first }
  }

  /// Saves an export or a table, and says what was taken: a table of another program does not say where it
  /// ends, so that a person has to see it.
  private func saveExport(
    _ document: DocumentFile, _ head: [UInt8], _ store: SampleStore, _ terminal: Terminal
  ) async throws -> MergeOutcome {
    var first: [UInt8]? = head
    var reader = try ExportReader(path, key: key, now: Date()) {
      defer { first = nil }
      if let first { return first }
      let piece = try document.next(Self.pieceBytes)
      // A compressed file that is cut off ends too early; nothing of it is kept then.
      if piece == nil, let damage = document.damage { throw ImportError(path, nil, damage) }
      return piece ?? []
    }
    var taken = TakenRows()
    let coded = try codes(of: try await store.everybody())
    let feed = RowFeed(isByPerson: { reader.isByPerson }) {
      let rows = try reader.nextRows()
      let samples = (rows ?? []).map(\.sample)
      try check(samples, coded)
      taken.add(samples)
      taken.isCounted = reader.saysItsEnd
      terminal.progress("\(path): \(StudyText.count(taken.count, "sample"))")
      return rows
    }
    let outcome = try await store.take(
      feed, because: "\(path) was imported with another value", restoringDeleted: restores)
    if let sentence = taken.sentence { terminal.note("\(path): \(sentence)") }
    if taken.count == 0 {
      terminal.note("\(path): an export without rows, as of a time of which nothing is kept")
    }
    for sentence in taken.foreignKindSentences + [taken.smallSupport].compactMap(\.self) {
      terminal.note("\(path): \(sentence)")
    }
    for (zone, count) in reader.unknownZones.sorted(by: { $0.key < $1.key }) {
      terminal.note(
        "\(path): \(StudyText.count(count, "row")) \(count.verb("names", "name")) the time zone \"\(PrintableText.of(zone))\", "
          + "which is not known here: \(count.verb("its day is that of its", "their days are those of their")) offset from UTC "
          + "or, without one, of the person's other times")
    }
    for sentence in outcome.deletions { terminal.note("\(path): \(sentence)") }
    return outcome
  }

  /// The people of a store by the codes that exports under this key give them.
  private func codes(of people: [String]) throws -> [String: String] {
    guard let key else { return [:] }
    let code = try ParticipantCode(key)
    return Dictionary(people.map { (code.code($0), $0) }) { first, _ in first }
  }

  /// A table says itself whose samples they are: another name beside it would be left unheard. A code beside the name
  /// that it stands for would be a second person with the same samples.
  private func check(_ samples: [Sample], _ coded: [String: String]) throws {
    if let own = samples.first(where: { coded[$0.participant] != nil }),
      let name = coded[own.participant]
    {
      throw ImportError(
        path, nil,
        """
        its \(own.participant) is the code of \(name), who is in the store by name and would count twice; \
        nothing was kept. Import it into another store, or export with --names
        """)
    }
    guard let participant, let other = samples.first(where: { $0.participant != participant })
    else { return }
    throw ImportError(
      path, nil,
      """
      it holds samples of \(other.participant), and --participant says \(participant); leave the option \
      out, or put the name into the table
      """)
  }

  private func saveHealth(
    _ document: DocumentFile, _ head: [UInt8], _ store: SampleStore, _ terminal: Terminal
  ) async throws -> MergeOutcome {
    guard let participant else {
      throw ImportError(path, nil, "a phone's export does not say whose it is; give --participant")
    }
    var first: [UInt8]? = head
    var reader = HealthExportReader(participant: participant, path: path, now: Date()) {
      defer { first = nil }
      return try first ?? document.next(Self.pieceBytes)
    }
    let outcome = try await save(
      in: store, terminal, { PhoneExport(participant: participant, written: reader.written) }
    ) {
      if let samples = try reader.next() { return samples }
      // A zip file that is cut off ends too early; nothing of it is kept then.
      if let damage = document.damage { throw ImportError(path, nil, damage) }
      return nil
    }
    let passed = reader.passedOver.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    if !passed.isEmpty { terminal.detail("\(path): no samples: \(passed.joined(separator: ", "))") }
    for (name, count) in reader.unknown.sorted(by: { $0.key < $1.key }) {
      terminal.note(
        "\(path): \(StudyText.count(count, "element")) called \(name) \(count == 1 ? "was" : "were") not kept: that is not "
          + "known here\(NearestWord.question(name, among: HealthExportReader.sampleElements))")
    }
    if reader.unreadable > 0 {
      terminal.note(
        "\(path): \(StudyText.count(reader.unreadable, "record")) without times or values "
          + "\(reader.unreadable == 1 ? "was" : "were") not kept")
    }
    for (reason, count) in reader.impossible.sorted(by: { $0.key < $1.key }) {
      terminal.note(
        "\(path): \(StudyText.count(count, "record")) \(count == 1 ? "was" : "were") not kept: \(reason)"
          + (count == 1 ? "" : " (the first of them)"))
    }
    for (unit, count) in reader.foreignUnits.sorted(by: { $0.key < $1.key }) {
      terminal.note(
        "\(path): \(StudyText.count(count, "record")) of \(unit): the unit is not known here, \(count == 1 ? "it is" : "they are") "
          + "kept under the phone's name, and estimates do not use \(count == 1 ? "it" : "them")")
    }
    for (zone, count) in reader.unknownZones.sorted(by: { $0.key < $1.key }) {
      terminal.note(
        "\(path): \(StudyText.count(count, "record")) \(count == 1 ? "names" : "name") the time zone \"\(PrintableText.of(zone))\", "
          + "which is not known here: \(count == 1 ? "its day is that" : "their days are those") of the offset from UTC in "
          + "\(count == 1 ? "its" : "their") times")
    }
    for sentence in outcome.deletions { terminal.note("\(path): \(sentence)") }
    if let later = outcome.laterExport {
      let (count, left) = (outcome.contradicting, outcome.stayingAside)
      let clock = WallClock(
        secondsSince1970: later.timeIntervalSince1970, utcOffsetSeconds: 0, isLocal: false)
      terminal.note(
        "\(path): an export that was written later, \(InstantText.text(clock)), was taken before"
          + (count == 0
            ? ""
            : "; \(StudyText.count(count, "record")) of this one \(count == 1 ? "says" : "say") otherwise and "
              + "\(count == 1 ? "was" : "were") kept aside")
          + (left == 0
            ? ""
            : "; \(StudyText.count(left, "record")) that it gave before \(left.verb("stays", "stay")) aside for what that later one "
              + "says in \(left.verb("its", "their")) place (gait query --superseded)"))
      if count + left > 0 { terminal.note(try await repair(participant, store)) }
    }
    return outcome
  }

  /// How an export that was somebody else's is taken back. Nothing says of which of two people a record of one name is, so that
  /// all that phones said goes, and comes anew.
  private func repair(_ participant: String, _ store: SampleStore) async throws -> String {
    let sources = try await store.sources(of: participant).filter {
      !$0.hasPrefix(SampleSource.estimates.name)
        && ![SampleSource.analysisName, SampleSource.person.name].contains($0)
    }
    return
      "\(path): if the later export was another person's, give gait delete --store \(store.path.shellWord) --participant "
      + "\(participant.shellWord) --everything --source NAME for each of \(sources.map(\.shellWord).joined(separator: ", ")), and "
      + "import this one again with --with-deleted"
  }

  /// Saves all of a file or nothing.
  private func save(
    in store: SampleStore, _ terminal: Terminal, _ export: @escaping () -> PhoneExport,
    _ next: @escaping () throws -> [Sample]?
  ) async throws -> MergeOutcome {
    var count = 0
    return try await store.keep(
      SampleFeed(of: export) {
        let samples = try next()
        count += samples?.count ?? 0
        terminal.progress("\(path): \(StudyText.count(count, "sample"))")
        return samples
      }, superseding: "\(path) was imported with another value", at: Date(),
      restoringDeleted: restores)
  }
}
