import ArgumentParser
import Foundation
import GaitModel
import MobilityEstimates
import SampleStorage

/// `gait event`: what happened to a person, as somebody says.
struct EventCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "event",
    abstract: "Enter what happened to a person: an injury, an operation, a medication, heat.",
    discussion: HelpText.of(
      """
      EXAMPLE
        gait event operation --store study.gait --participant P07 --on 2026-04-05 --words "new knee"
        daily means begin anew on that day, and gait estimate compares before and after.

      Each event is compared for itself, whatever others lie between: the latest two weeks
      against the four before it. gait estimate tells that of the latest three.
      An event changes no estimate; gait recalibrate lets the six-minute walk begin anew.
      A day may have several events; the same again is kept once. --list shows what was
      entered; --delete takes back what was entered for the day --on, of one kind or with
      some --words where they are given.
      """))

  @OptionGroup
  var options: StoreDaysOptions

  @Argument(help: ArgumentHelp("What happened.", valueName: "event"))
  var event: LifeEvent?

  @Option(help: ArgumentHelp("The person.", valueName: "name"))
  var participant: String

  @Option(help: ArgumentHelp("The day on which it happened.", valueName: "date"))
  var on: String?

  @Option(help: ArgumentHelp("What it was, in your own words.", valueName: "text"))
  var words: String?

  @Flag(help: "Show what was entered.")
  var list = false

  @Option(help: "How to print what --list shows.")
  var format: OutputFormat?

  @Flag(help: "Take back what was entered for the day --on.")
  var delete = false

  @OptionGroup(title: "Messages")
  var verbosity: QuietOptions

  func validate() throws {
    if let on, DayCalendar(timeZone: .gmt).day(on) == nil { throw options.noDate(on, "--on") }
    if !list && on == nil {
      throw ValidationError("no day is given: --on 2026-04-05, or --list to see what was entered")
    }
    try OutputFormat.check(format, isList: list)
    if on == nil && (event != nil || words != nil || delete) {
      throw ValidationError(
        "an event, --words and --delete are of a day; say which with --on 2026-04-05, or give --list alone"
      )
    }
    if let on, list {
      throw ValidationError(
        "--list only shows what was entered; leave it out to enter or take back what is of \(on), or give it alone"
      )
    }
    if on != nil && event == nil && !delete {
      let known = LifeEvent.allCases.map(\.word).joined(separator: ", ")
      throw ValidationError("it is not said what happened on \(on ?? ""): give one of \(known)")
    }
  }

  func run() async throws {
    let store = try options.open()
    _ = try await options.people([participant], in: store)
    let calendar = try await options.calendar(of: participant, in: store)
    if let day = on.flatMap(calendar.day(_:)) {
      if delete {
        try await takeBack(day, store, calendar)
      } else if let event {
        try Entry.check(day, "--on", in: calendar)
        try await keep(PersonEvent(day: day, kind: event, words: words), store, calendar)
      }
    }
    if list {
      let samples = try await kept(store)
      if let text = try await options.text(of: samples, participant, format, in: store) {
        return try StandardOutput.write(text)
      }
      let events = samples.compactMap { PersonEvent($0, calendar: calendar) }.sorted()
      if events.isEmpty { try StandardOutput.write("\(participant): no event\n") }
      for event in events {
        try StandardOutput.write(
          "\(event.day.words): \(event.kind.word)\(event.words.map { ", \($0)" } ?? "")\n")
      }
    }
  }

  /// Keeps an event beside those that are there; the same again is there already.
  private func keep(
    _ event: PersonEvent, _ store: SampleStore, _ calendar: DayCalendar
  ) async throws {
    let others = try await settle(store) { draft in
      let others = try await kept(draft).compactMap { PersonEvent($0, calendar: calendar) }
        .filter { $0.day == event.day }
      if !others.contains(event) {
        try await store.requireCollecting([SampleKind.event.erased], of: participant)
        draft.save([event.sample(participant: participant, calendar: calendar)])
      }
      return others
    }
    guard !verbosity.quiet else { return }
    let beside = others.isEmpty ? "" : ", beside \(others.count) of the same day"
    let outcome = others.contains(event) ? "was kept already" : "is kept\(beside)"
    try StandardOutput.write(
      "\(participant), \(event.day.words): \(event.kind.word) \(outcome).\n")
  }

  private func takeBack(_ day: LocalDay, _ store: SampleStore, _ calendar: DayCalendar) async throws
  {
    let found = try await settle(store) { draft in
      let kept = try await kept(draft)
      let found = kept.filter { sample in
        guard let entered = PersonEvent(sample, calendar: calendar) else { return false }
        return entered.day == day && (event ?? entered.kind) == entered.kind
          && (words == nil || entered == PersonEvent(day: day, kind: entered.kind, words: words))
      }
      guard !found.isEmpty else {
        let entered = kept.compactMap { PersonEvent($0, calendar: calendar) }
          .filter { $0.day == day }.sorted()
        throw ValidationError(
          "--delete --on \(calendar.text(of: day)): \(Self.nothing(event, words, of: entered)); see --list"
        )
      }
      draft.delete(found)
      return found
    }
    if !verbosity.quiet {
      try StandardOutput.write(
        "\(participant), \(day.words): \(found.count.counted("event")) taken back.\n")
    }
  }

  /// Why nothing is taken back: what was entered for the day is something else, or nothing was.
  private static func nothing(
    _ event: LifeEvent?, _ words: String?, of entered: [PersonEvent]
  ) -> String {
    guard !entered.isEmpty else { return "nothing was entered for that day" }
    let asked =
      switch (event, words) {
      case (let event?, let words?): "is \(event.word) with the words \"\(words)\""
      case (let event?, nil): "is \(event.word)"
      default: "has the words \"\(words ?? "")\""
      }
    return "that day has \(entered.count.counted("event")), and none \(asked)"
  }

  /// Decides by the events that the store holds, also where somebody enters one at the same time.
  private func settle<Outcome>(
    _ store: SampleStore, by decide: (SampleDraft) async throws -> Outcome
  ) async throws -> Outcome {
    try await store.settle(
      participant, holding: [SampleKind.event.erased], at: Date()
    ) { draft in
      try await store.require(kinds: [], of: participant)
      return try await decide(draft)
    }
  }

  private func kept(_ store: some SampleReading) async throws -> [Sample] {
    try await store.samples(
      matching: SampleQuery(kinds: [SampleKind.event.erased], participant: participant))
  }
}

extension LifeEvent: ExpressibleByArgument {
  /// The event that a word of the command line names.
  public init?(argument: String) { self.init(word: argument) }
  /// The word, as help shows it.
  public var defaultValueDescription: String { word }
  /// Every word.
  public static var allValueStrings: [String] { allCases.map(\.word) }
}
