import ArgumentParser
import CAllocations
import Foundation
import GaitModel
import GaitResults
import MobilityEstimates
import SampleStorage

/// `gait estimate`: days and weeks from stored samples.
struct EstimateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "estimate",
    abstract: "Estimate days and weeks from stored samples: six-minute walk, steadiness, trends.",
    discussion: HelpText.of(
      """
      EXAMPLE
        gait simulate --history knee-surgery --participant P07 --store study.gait
        gait estimate --store study.gait
        prints each person's latest week, and keeps every day and week in the store.

      Only what is new since the last run is estimated. What estimates need to know
      of a person is kept: --participant P07 --height 1.68 --mass 70 --age 71 --sex f.
      --low-limit and --very-low-limit set the classes of steadiness.
      Where something else is known, say --corrects (it was so all the time) or --since
      DATE (it changed on that day; what was entered for later days stands); weeks before
      stay as they were then. The first that is said of somebody holds for the time before, too;
      a medicine with --since does not. An age is that of the last day with data, whatever --until
      says, or of the day of --since.
      --format json prints everything that a report page draws.
      --on-event runs a command for each change of walking, steadiness event and declining
      trend that is new or withdrawn, with what happened as JSON on its standard input (week_ending, or
      the date of a change of walking) and in GAIT_EVENT, GAIT_PARTICIPANT and GAIT_DATE. What it prints goes to standard error. Each is told
      once: one that moves by some days, as more data come, is not new; one that came with
      another store's estimates is, of somebody who was estimated here before. Withdrawn is what an earlier run in this store had found.
      What it had not heard when a run was interrupted it hears in the next one, and from its first
      run on what runs without --on-event find. --watch waits for
      more samples, facts and events, and prints again whoever's estimates change.
      """))

  @OptionGroup
  var options: EstimateOptions

  @Option(help: ArgumentHelp("The person; all of them if not given.", valueName: "name"))
  var participant: [String] = []

  @Option(help: "What to print.")
  var format = EstimateFormat.table

  @Option(
    name: .customLong("on-event"),
    help: ArgumentHelp("What the shell is to run when there is a notice.", valueName: "command"))
  var onEvent: String?

  @Flag(help: "Go on, and estimate whenever samples come; ends with control-C.")
  var watch = false

  @OptionGroup
  var jobs: JobsOptions

  @OptionGroup(title: "What is known of the person, and kept")
  var person: PersonOptions

  @Option(
    name: .customLong("heart-medication"),
    help: ArgumentHelp(
      "A medicine that slows the heart.", valueName: "word"))
  var heartMedication: HeartMedication?

  @OptionGroup(title: "What is known of the person, and kept")
  var statement: FactOptions

  @OptionGroup(title: "Messages")
  var verbosity: VerbosityOptions

  func validate() throws {
    guard facts == Participant() || participant.count == 1 else {
      throw ValidationError(
        "--height, --mass, --age, --sex and --heart-medication are of one person; say with"
          + " --participant of whom")
    }
    guard facts != Participant() || (!statement.corrects && statement.since == nil) else {
      throw ValidationError(
        "--corrects and --since are about what is known of a person; say what, as --height 1.68")
    }
    // As of a variable that is not set: what it was to hear would count as told.
    if let onEvent, onEvent.allSatisfy(\.isWhitespace) {
      throw ValidationError(
        "--on-event is empty; give a command for the shell, as --on-event 'cat >> news.json', or leave it out"
      )
    }
  }

  /// What the command line says of the person.
  private var facts: Participant {
    var facts = person.facts
    facts.heartMedication = heartMedication
    return facts
  }

  func run() async throws {
    let terminal = Terminal(verbosity)
    // The arrays of one person's rows are as large as the next one's.
    allocations_keep_large_blocks()
    let store = try open()
    let anchor = try await store.currentAnchor()
    // What stands on the screen of each person.
    var shown: [String: Int]?
    let outcome = try await estimateAll(store, terminal, entering: facts, shown: &shown)
    try await remark(store, terminal)
    guard watch else { return try outcome.leave() }
    let heard = SampleQuery(kinds: EstimateUpdate.heardKinds, includesLeftOut: true)
    // What the command line says of the person was kept at the beginning, and what somebody says since goes before it.
    for try await _ in store.changes(after: anchor, matching: heard) {
      _ = try await estimateAll(store, terminal, entering: Participant(), shown: &shown)
    }
  }

  /// What a reader of the estimates must know of the samples.
  private func remark(_ store: SampleStore, _ terminal: Terminal) async throws {
    for person in participant.isEmpty ? [nil] : participant.map(Optional.some) {
      let zones = try await PeopleZones(options.days.givenTimeZone, of: person, in: store)
      let remarks = StoreRemarks(store: store, zones: zones)
      for sentence in try await remarks.sentences(of: person, in: EstimateUpdate.dailyKinds) {
        terminal.note(sentence)
      }
    }
  }

  private func open() throws -> SampleStore {
    do { return try options.days.open() } catch {
      throw InputFailure(RecordingInput(path: options.days.store), error)
    }
  }

  /// What came of a person, or why nothing did.
  private typealias PersonResult = Result<(PersonEstimator.Outcome, EstimateOverview?), any Error>

  /// Estimates everybody who was asked for, several at once, and shows by name who is not shown so already; `nil` is shown
  /// before the first time.
  private func estimateAll(
    _ store: SampleStore, _ terminal: Terminal, entering facts: Participant,
    shown: inout [String: Int]?
  ) async throws -> InputOutcome {
    let people = try await options.days.people(participant, in: store)
    var documents: [JSONValue] = []
    var samples: [Sample] = []
    var listing = EstimateListing(store: self.options.days.store)
    var onScreen = shown ?? [:]
    var (news, failed) = (0, 0)
    var isTold = true
    // While one person's samples are read, another's are reckoned with: two people keep a processor busy.
    let atOnce = jobs.jobs ?? 2 * jobs.atOnce
    let heardThrough = try await EstimateProgress.heardThrough(in: store)
    let kept = KeptPeople(of: people.count, in: self.options.days.store)
    await OrderedTasks.run(people, atOnce: min(people.count, atOnce)) {
      [options, statement, onEvent, participant] _, name in
      await Self.result(
        of: PersonEstimator(
          participant: name, store: store, options: options, facts: facts, statement: statement,
          tellsCommand: onEvent != nil, heardThrough: heardThrough),
        isNamed: !participant.isEmpty, kept)
    } take: { index, result in
      switch result {
      case .failure(let error):
        terminal.error("\(people[index]): \(error)")
        failed += 1
      case .success(let (outcome, overview)):
        isTold = await tell(outcome, of: people[index], in: store, terminal) && isTold
        guard let overview else { return }
        let document = EstimateDocument(overview: overview, update: outcome.update)
        if watch {
          let digest = document.value.document.hashValue
          guard onScreen.updateValue(digest, forKey: people[index]) != digest else { return }
        }
        news += 1
        switch format {
        case .table: listing.add(overview, update: outcome.update, revised: revised(outcome))
        case .json: documents.append(document.value)
        case .csv: samples += overview.samples
        }
      }
    }
    defer { shown = onScreen }
    if news > 0 || shown == nil {
      switch format {
      case .table where failed > 0 && failed == people.count: break
      case .table: try StandardOutput.write(listing.text)
      case .json:
        try StandardOutput.write(
          JSONValue.members(["version": .integer(1), "participants": .array(documents)]).document)
      case .csv:
        let zones = try await PeopleZones(options.days.givenTimeZone, of: nil, in: store)
        let table = SampleTable.table(of: samples, unit: nil, in: zones, isExact: true)
        try StandardOutput.write(SampleTable.counted(table).csv)
      }
    }
    if failed > 0 { return InputOutcome(inputs: people.count, failures: failed) }
    return isTold ? .done : .someFailed
  }

  /// What came of a person. Somebody who is not named, and whose samples all went before, has no overview.
  private static func result(
    of estimator: PersonEstimator, isNamed: Bool, _ kept: KeptPeople
  ) async -> PersonResult {
    do {
      let outcome = try await estimator.run()
      kept.addOne()
      if !isNamed, !outcome.changes.supersedes, try await !estimator.hasSamples() {
        return .success((outcome, nil))
      }
      var overview = try await outcome.update.overview(
        in: estimator.store, through: outcome.lastDay,
        hasLaterEntries: estimator.options.until == nil)
      overview.notCollected = outcome.notCollected
      overview.leftAlone = outcome.left
      return .success((outcome, overview))
    } catch {
      return .failure(error)
    }
  }

  /// What the run says otherwise than one before it.
  private func revised(_ outcome: PersonEstimator.Outcome) -> [String] {
    RevisionText(
      changes: outcome.changes, lateWeeks: outcome.lateWeeks, notices: outcome.notices,
      update: outcome.update,
      reason: outcome.reason, store: options.days.store
    ).lines
  }

  /// Says what was done and is new, and runs the hook for it; returns whether no hook failed.
  private func tell(
    _ outcome: PersonEstimator.Outcome, of name: String, in store: SampleStore,
    _ terminal: Terminal
  ) async -> Bool {
    for remark in outcome.remarks { terminal.note("\(name): \(remark)") }
    if format != .table {
      for line in revised(outcome) { terminal.note("\(name): \(line)") }
    }
    // In the table each estimate says it of itself.
    let quiet = format == .table ? EstimateUpdate.weeklyKinds : []
    let left = outcome.left.filter { !quiet.contains($0.key) }
    if let words = LeftEstimates.words(left, in: options.days.store, of: name) {
      terminal.note("\(name): \(words)")
    }
    terminal.detail(
      "\(name): \(StudyText.count(outcome.changes.daysRead, "day")) and "
        + StudyText.count(outcome.changes.weeksEstimated, "week"))
    for notice in outcome.notices {
      let date = outcome.update.calendar.text(of: notice.day)
      terminal.detail("\(name), \(date): \(notice.message)")
    }
    guard let onEvent else { return true }
    let estimator = PersonEstimator(participant: name, store: store, options: options)
    var isTold = true
    for notice in outcome.untold {
      let (calendar, settings) = (outcome.update.calendar, outcome.update.settings)
      do {
        try EventHook(command: onEvent).run(
          notice, participant: name, date: calendar.text(of: notice.day))
      } catch {
        terminal.error("\(error)")
        isTold = false
      }
      do {
        try await estimator.forget(
          [WaitingNotice.mark(notice, calendar)], settings.estimateSource)
      } catch {
        terminal.error("\(name): \(error)")
        isTold = false
      }
    }
    return isTold
  }
}

extension HeartMedication: ExpressibleByArgument {
  /// The medicine that a word names; `nil` when it names none.
  public init?(argument: String) {
    guard let value = SampleWords.value(argument, of: SampleKind.heartMedication.erased) else {
      return nil
    }
    self.init(baseValue: value)
  }
  /// The word, as help shows it.
  public var defaultValueDescription: String {
    SampleWords.word(baseValue, of: SampleKind.heartMedication.erased) ?? ""
  }
  /// Every word.
  public static var allValueStrings: [String] { allCases.map(\.defaultValueDescription) }
  /// What each word means, as help shows it.
  public static var allValueDescriptions: [String: String] {
    Dictionary(uniqueKeysWithValues: allCases.map { ($0.defaultValueDescription, $0.words) })
  }
}

/// What `gait estimate` prints.
enum EstimateFormat: String, ExpressibleByArgument, CaseIterable {
  /// A line or two for each person.
  case table
  /// Everything that a report page draws.
  case json
  /// The estimates as samples, in the columns of `gait query`.
  case csv
}

extension EstimateOverview {
  /// The estimates, clinic tests and events, by kind and time.
  fileprivate var samples: [Sample] {
    (sixMinuteWalks + clinicTests + steadiness + cardioFitness + events.map(\.sample))
      .sorted { SampleQuery.Order.oldestFirst.places($0, before: $1) }
  }
}
