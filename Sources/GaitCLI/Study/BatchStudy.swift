import ArgumentParser
import Foundation
import GaitModel
import GaitResults
import GaitStudies
import SampleStorage
import SensorFiles

/// Runs a study: all recordings, then the tables.
struct BatchStudy {
  /// The whole study, also where only a shard of it is done.
  var whole: StudyPlan
  /// What is done now.
  var plan: StudyPlan
  var folder: StudyFolder
  var store: StudyStore?
  var pipelines: StudyAnalyzer.Pipelines
  /// How many recordings at once.
  var jobs: JobsOptions
  var isStrict: Bool
  /// Whether results that somebody has changed are made again.
  var overwrites: Bool
  var isShard: Bool
  var terminal: Terminal

  /// Does what is to be done and writes the tables.
  ///
  /// - Throws: an exit code where recordings failed; what stood in the way of the tables.
  func run() async throws {
    let start = ContinuousClock.now
    let gone = orphans()
    let sizes = plan.recordings.reduce(into: [Int: Int]()) { $0[$1.index] = Self.byteCount(of: $1) }
    var run = StudyRun(
      plan, in: folder, store: store, orphans: contents(of: gone), isStrict: isStrict,
      overwrites: overwrites,
      progress: StudyProgress(of: plan.recordings, byteCounts: sizes), terminal: terminal)
    let analyzer = StudyAnalyzer(
      folder: folder, pipelines: pipelines, kept: try await store?.kept(),
      restoresDeleted: store?.restoresDeleted ?? false, isDryRun: false, overwrites: overwrites,
      paths: whole.paths)
    // The longest first: no processor is left alone with one at the end.
    let order = plan.recordings.indices.sorted {
      (sizes[plan.recordings[$1].index] ?? 0, $0) < (sizes[plan.recordings[$0].index] ?? 0, $1)
    }
    await take(order, isForced: false, &run, analyzer)
    let repeats = run.unfoundedRepeats()
    if !repeats.isEmpty { await take(repeats, isForced: true, &run, analyzer) }
    terminal.clearProgress()
    let left = try await entriesLeft(by: run)
    let isWhole = !isStrict || run.failures.isEmpty
    var kept = try await store?.kept() ?? [:]
    if !isShard, isWhole, try await run.giveUpFormer(among: kept.values) {
      kept = try await store?.kept() ?? [:]
    }
    let held = Set(kept.values.compactMap(\.recording.content))
    let parts = Set(kept.filter(\.value.isPart).keys)
    let clockless = try await heldWithoutClock(in: kept.values, of: run)
    // A part without samples has a store, too: the stores of all parts are merged.
    if let store { try isShard ? OpenStores.leave(store.store) : OpenStores.close(store.store) }
    if !isShard, isWhole { try writeTables(run, parts, clockless) }
    let cost = StudyCost(seconds: (ContinuousClock.now - start).inSeconds)
    if !isShard, isWhole { try writeRun(run, cost) }
    let ofFailed = !isShard && isWhole ? tell(of: gone, run, held) : []
    tell(run, cost, keptOfFailed: run.keptOfFailed + ofFailed, held, clockless)
    let alike = AlikeNames.sentences(
      of: plan.recordings.map(\.participant), beside: kept.values.map(\.participant))
    for sentence in left + namesakes(in: kept.values, of: run) + alike { terminal.note(sentence) }
    let outcome = InputOutcome(
      inputs: plan.recordings.count + plan.failures.count, failures: run.failures.count)
    // Of the inputs of the study these are some, and other parts may hold those that can be read.
    try (isShard && outcome == .nothingRead ? InputOutcome.someFailed : outcome).leave()
    if run.done.values.contains(where: { $0.unstored != nil }) {
      throw ExitCode(InputOutcome.someFailed.rawValue)
    }
  }

  private var atOnce: Int { jobs.simultaneous(of: max(1, plan.recordings.count)) }

  private func take(
    _ order: [Int], isForced: Bool, _ run: inout StudyRun, _ analyzer: StudyAnalyzer
  ) async {
    let recordings = plan.recordings
    let lastAlone = jobs.lastAlone(of: order.count)
    await OrderedTasks.runAsCompleted(Array(order.enumerated()), atOnce: atOnce) { index, place in
      let outcome = analyzer.outcome(
        of: recordings[place], isForced: isForced, onThreads: index > lastAlone)
      return (place, outcome)
    } take: { place, outcome in
      await run.take(place, outcome)
    }
  }

  /// Places of results that the study does not name any more: a recording may have got another name or person.
  private func orphans() -> [String] {
    let known = Set(whole.recordings.map(\.folder))
    return folder.places().filter { !known.contains($0) }
  }

  /// The places of results by the content of the recording.
  private func contents(of places: [String]) -> [String: String] {
    places.reduce(into: [:]) { contents, place in
      if let content = folder.record(at: place)?.result?.content { contents[content] = place }
    }
  }

  /// Says of how many recordings there are results and no row. What was moved has left its place, and what failed in
  /// this run has a row, whatever it says of the person.
  ///
  /// - Returns: the contents of those that failed before they were looked at.
  private func tell(of gone: [String], _ run: StudyRun, _ held: Set<String>) -> [String] {
    let left = gone.compactMap { folder.record(at: $0) }.filter { $0.result != nil }
    guard !left.isEmpty else { return [] }
    let paths = run.failures.map { whole.paths[$0.index] }
    let failed = Set(paths.compactMap(Self.digest(of:)))
    // Its description, or the file itself, may be another than before.
    let places = Set(paths.map(folder.place(of:)))
    func hasRow(_ record: StudyRecord) -> Bool {
      failed.contains(record.file) || record.path.map(places.contains) == true
    }
    func contents(_ records: [StudyRecord]) -> [String] {
      records.compactMap { $0.result?.lastStored?.content ?? $0.result?.content }
    }
    let others = left.filter(hasRow)
    let count = left.count - others.count
    guard count > 0 else { return contents(others) }
    terminal.note(
      "\(StudyText.count(count, "recording")) of an earlier run \(count.verb("is", "are")) not in this study; what was "
        + "found in \(count.verb("it", "them")) stays in \(folder.recordings)"
        + stays(contents(left.filter { !hasRow($0) }), in: held)
        + ", and is in no table")
    return contents(others)
  }

  /// Whether what is left of some recordings is in the store, too.
  private func stays(_ contents: [String], in held: Set<String>) -> String {
    let count = contents.count(where: held.contains)
    if count == 0 { return "" }
    return count == contents.count ? " and in the store" : " and, of \(count), in the store"
  }

  /// The digest of a recording's files; `nil` where they cannot be read.
  static func digest(of path: String) -> String? {
    guard let files = try? RecordingAddress(path).files() else { return nil }
    return try? FileDigest(of: files).text
  }

  /// The digest of a recording's files without the description beside them; `nil` where they cannot be read.
  static func digest(ofBytesOf path: String) -> String? {
    let address = RecordingAddress(path)
    guard let files = try? address.files() else { return nil }
    return try? FileDigest(of: files.filter { $0 != address.descriptionFile }).text
  }

  /// What the store holds beside files of the same name.
  private func namesakes(
    in kept: some Collection<KeptRecording>, of run: StudyRun
  ) -> [String] {
    let paths = Dictionary(
      uniqueKeysWithValues: run.done.keys.map { place in
        (plan.recordings[place].folder, plan.recordings[place].row.path)
      })
    return store?.namesakes(in: kept, paths: paths) { run.owners[$0] != nil } ?? []
  }

  /// What the store has of recordings that do not say when they began: a start may have been given to `gait analyze`.
  private func heldWithoutClock(
    in kept: some Collection<KeptRecording>, of run: StudyRun
  ) async throws -> [Int: HeldRecording] {
    guard let store else { return [:] }
    let asked = run.owners.filter { run.done[$0.value]?.isClockless == true }
      .map { (recording: plan.recordings[$0.value], content: $0.key) }
    return try await HeldRecordings(kept).found(asked, in: store.store)
  }

  /// What people entered of somebody whose recordings all count as another's now: a recording's person is corrected with
  /// its row, an event's or a clinic test's is not.
  private func entriesLeft(by run: StudyRun) async throws -> [String] {
    guard let store else { return [] }
    let named = Set(whole.recordings.map(\.participant))
    var sentences: [String] = []
    for person in run.formerPeople.subtracting(named).sorted() {
      let query = SampleQuery(
        participant: person, isEnteredByHand: true, includesLeftOut: true)
      let entries = try await store.store.holdings(matching: query)
        .filter { !$0.kind.isBookkeeping }
      let count = entries.reduce(0) { $0 + $1.count }
      guard count > 0 else { continue }
      let kinds = entries.map { "\($0.count) of \($0.kind.name)" }.joined(separator: ", ")
      sentences.append(
        "no recording of the study is \(person)'s any more, and what was entered by hand for \(person) stays there "
          + "(\(kinds)): gait query --participant \(person.shellWord) --by-hand lists it; enter it anew for whose it is, and gait "
          + "delete takes it from \(person)")
    }
    return sentences
  }

  /// Writes the tables of what was found; the store holds only parts of some of that, and some of what has no clock.
  private func writeTables(
    _ run: StudyRun, _ parts: Set<UInt64>, _ clockless: [Int: HeldRecording]
  ) throws {
    folder.sweepTables()
    folder.keepFailures(of: run.failures)
    var notStored: [Int: String?] = [:]
    for (place, done) in run.done where store != nil && done.isClockless {
      let recording = plan.recordings[place]
      let held = clockless[recording.index]
      notStored[recording.index] = .some(
        held.map { $0.notStored(recording) } ?? StudyStore.noWallClock)
    }
    for (place, done) in run.done where done.unstored != nil {
      notStored[plan.recordings[place].index] = .some(StudyStore.missing)
    }
    let done = plan.recordings.indices.filter { run.done[$0] != nil }.map { plan.recordings[$0] }
    let (removed, sentences) = try StudyTables(
      folder: folder, parts: parts, notStored: notStored
    ).write(
      done, failures: run.failures.sorted { $0.index < $1.index })
    for sentence in sentences { terminal.note(sentence) }
    guard !removed.isEmpty else { return }
    terminal.note(
      "removed from \(folder.tables): \(removed.joined(separator: ", ")), made of tables that are other ones now; "
        + "Tools/parquet \(folder.tables) makes them of these")
  }

  /// `run.json` tells of the last run that did something or found another study: one that finds all done leaves it as it is.
  private func writeRun(_ run: StudyRun, _ cost: StudyCost) throws {
    let analyzed = run.done.values.count { $0.kind == .analyzed }
    let counts = RunCounts(
      recordings: plan.recordings.count + plan.failures.count, failed: run.failures.count)
    let told = FileManager.default.contents(atPath: folder.tables + "/run.json")
      .flatMap { try? JSONDecoder().decode(RunCounts.self, from: $0) }
    guard analyzed > 0 || told != counts else { return }
    let settings = try pipelines[nil]?.get().settings ?? UsedSettings()
    let document = JSONValue.members([
      "program": .members(["name": "gait", "version": .string(Program.version)]),
      "settings": .members([
        "digest": .string(settings.digest),
        "changed": .array(settings.changes.map { .string($0) }),
      ]),
      "recordings": .integer(counts.recordings),
      "analyzed": .integer(analyzed),
      "unchanged": .integer(run.done.count - analyzed),
      "failed": .integer(counts.failed),
      "seconds": .number(cost.seconds, decimals: 3),
      "cpu_seconds": .number(cost.processorSeconds, decimals: 3),
      "peak_memory_mib": .number(cost.peakMebibytes, decimals: 1),
      "jobs": .integer(atOnce),
    ]).document
    try PendingFiles.shared.write(
      [(name: "run.json", content: Data(document.utf8))], in: folder.tables)
  }

  /// What `run.json` says of the tables beside it.
  private struct RunCounts: Codable, Equatable {
    var recordings: Int
    var failed: Int
  }

  /// The last screen.
  private func tell(
    _ run: StudyRun, _ cost: StudyCost, keptOfFailed: [String], _ held: Set<String>,
    _ heldWithoutClock: [Int: HeldRecording]
  ) {
    let all = run.done.values
    let analyzed = all.filter { $0.kind == .analyzed }
    if run.restored > 0 {
      terminal.note(
        "\(StudyText.count(run.restored, "recording")) of an earlier run \(run.restored.verb("was", "were")) not in the "
          + "store any more, or not in this one, and \(run.restored.verb("is", "are")) there again; whoever is to stay "
          + "deleted leaves the study, too")
    }
    let unchanged = all.count - analyzed.count
    var line = "\(StudyText.count(plan.recordings.count + plan.failures.count, "recording")): "
    line +=
      "\(StudyText.grouped(analyzed.count)) analyzed, \(StudyText.grouped(unchanged)) unchanged, "
    line += "\(StudyText.grouped(run.failures.count)) failed"
    terminal.note(line)
    let hours = analyzed.reduce(0) { $0 + $1.seconds } / 3600
    terminal.note(
      "\(StudyText.clock(cost.seconds)) with \(StudyText.count(atOnce, "job")), "
        + "\(DecimalText.text(hours, decimals: 1) ?? "") h of recordings, "
        + "\(DecimalText.text(cost.peakMebibytes, decimals: 0) ?? "") MiB at most")
    for sentence in run.exchanged { terminal.note(sentence) }
    if run.aside > 0 {
      terminal.note(
        "\(StudyText.count(run.aside, "sample")) of earlier analyses gave way in the store and are kept aside: gait query "
          + "--superseded lists them")
    }
    let most = terminal.isVerbose ? nil : Self.listedCount
    let vanished = plan.recordings.indices.compactMap { place in
      run.done[place].flatMap { $0.kind == .vanished ? $0 : nil }
        .map { (plan.recordings[place].row.path, $0.formerPlace) }
    }
    for line in StudyText.vanished(vanished, from: folder, most: most) { terminal.note(line) }
    tell(
      ofVanished: run.done.mapValues(\.unstored), StudyStore.missingSentence,
      more: "are needed for the store, too")
    tell(
      ofVanished: run.done.mapValues(\.methods), StudyStore.olderSentence,
      more: "were analyzed by another program or other methods")
    let losses = plan.recordings.indices.compactMap { place in
      run.done[place]?.loss.map { (plan.recordings[place].row.path, $0) }
    }
    for line in StudyText.losses(losses, most: most) { terminal.note(line) }
    if !keptOfFailed.isEmpty {
      terminal.note(
        "of \(StudyText.count(keptOfFailed.count, "recording")) that failed the results of an earlier run stay in "
          + "\(folder.recordings)\(stays(keptOfFailed, in: held)), and are in no table")
    }
    tell(heldWithoutClock)
    let clockless = all.count { $0.isClockless } - heldWithoutClock.count
    if clockless > 0 {
      terminal.note(
        "\(StudyText.count(clockless, "recording")) without a wall clock: in no day or week and not in the store, and in the "
          + "tables of persons, recordings and bouts; the column start of a manifest says when they began"
      )
    }
    let local = all.count { $0.isLocal }
    if local > 0 {
      terminal.note(
        "\(StudyText.count(local, "recording")) whose clock is local and does not say its offset from UTC: days are those "
          + "that it shows, and other devices are compared with it as clocks read; the column time_zone of a manifest "
          + "names the zone")
    }
    if !run.failures.isEmpty {
      terminal.note("failed, by reason:")
      for line in StudyText.failures(run.failures) { terminal.note(line) }
    }
    if isShard {
      terminal.note("no tables: gait merge the stores, then gait batch the whole study writes them")
    } else if isStrict, !run.failures.isEmpty {
      terminal.note("stopped by --strict; the tables were not written")
    } else {
      terminal.note("tables: \(folder.tables)")
    }
  }

  /// Names recordings whose files are gone and of which something must be said; a thousand lines of the same say no more than
  /// a few.
  private func tell(
    ofVanished said: [Int: String?], _ sentence: (String, String) -> String, more: String
  ) {
    let lines = plan.recordings.indices.compactMap { place in
      said[place]?.map { sentence(plan.recordings[place].row.path, $0) }
    }
    for line in terminal.isVerbose ? lines[...] : lines.prefix(Self.listedCount) {
      terminal.note(line)
    }
    let others = lines.count - Self.listedCount
    if others > 0, !terminal.isVerbose {
      terminal.note(
        "of \(StudyText.count(others, "other recording")) the files are gone and \(more); -v lists them"
      )
    }
  }

  /// Names recordings without a wall clock that the store has all the same; a thousand lines of the same say no more than a
  /// few.
  private func tell(_ heldWithoutClock: [Int: HeldRecording]) {
    let held = plan.recordings.filter { heldWithoutClock[$0.index] != nil }
    for recording in terminal.isVerbose ? held[...] : held.prefix(Self.listedCount) {
      if let found = heldWithoutClock[recording.index] {
        terminal.note(found.advice(for: recording))
      }
    }
    let others = held.count - Self.listedCount
    if others > 0, !terminal.isVerbose {
      terminal.note(
        "\(StudyText.count(others, "other recording")) without a wall clock \(others.verb("is", "are")) in the store, too; -v "
          + "lists them")
    }
  }

  /// So many lines of one kind are listed.
  private static let listedCount = 3

  /// Bytes of what is read with a recording; folders are not looked through.
  private static func byteCount(of recording: StudyRecording) -> Int {
    var status = stat()
    return stat(RecordingAddress(recording.path).path, &status) == 0 ? Int(status.st_size) : 0
  }
}
