import ArgumentParser
import Foundation
import GaitModel
import MobilityEstimates
import SampleStorage

/// `gait recalibrate`: an estimate starts again on a date.
struct RecalibrateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recalibrate",
    abstract: "Let an estimate forget what lay before a date, as an operation.",
    discussion: HelpText.of(
      """
      EXAMPLE
        gait recalibrate --store study.gait --participant P07 --from 2026-04-05
        the next six-minute-walk estimates use only data from that day on.

      It may take up to 14 days until the next estimate. Estimates that are stored
      already stay as they are. The effect is temporary: once the date lies before the
      usual four weeks, these count again; clinic tests before it stay forgotten.
      --list shows what was asked; --revoke --from DATE takes it back.
      """))

  @OptionGroup
  var options: StoreDaysOptions

  @Option(help: ArgumentHelp("The person.", valueName: "name"))
  var participant: String

  @Option(help: ArgumentHelp("The first day whose data count.", valueName: "date"))
  var from: String?

  @Option(help: ArgumentHelp("Why, in your own words; kept with it.", valueName: "text"))
  var reason: String?

  @Option(help: "The estimate that begins anew.")
  var estimate = EstimateKind.sixMinuteWalkDistance

  @Flag(help: "Show the dates from which estimates begin anew.")
  var list = false

  @Option(help: "How to print what --list shows.")
  var format: OutputFormat?

  @Flag(help: "Take back what was asked for the day --from.")
  var revoke = false

  @OptionGroup(title: "Messages")
  var verbosity: QuietOptions

  func validate() throws {
    guard estimate.allowsRecalibration else {
      throw ValidationError("\(RecalibrationError.notAllowed(estimate))")
    }
    if from == nil && !list {
      throw ValidationError("no day is given: --from 2026-04-05, or --list to see what was asked")
    }
    try OutputFormat.check(format, isList: list)
    if from == nil && (reason != nil || revoke) {
      throw ValidationError(
        "--reason and --revoke are of a day; say which with --from 2026-04-05, or give --list alone"
      )
    }
    if revoke, reason != nil {
      throw ValidationError(
        "--reason is kept with what is asked, and --revoke takes that back; leave one of them out")
    }
    if let from, list {
      throw ValidationError(
        "--list only shows what was asked; leave it out to ask for \(from) or take it back, or give it alone"
      )
    }
    if let from, DayCalendar(timeZone: .gmt).day(from) == nil {
      throw options.noDate(from, "--from")
    }
  }

  func run() async throws {
    let store = try options.open()
    try store.access.requireRecalibration(estimate.sampleKind)
    _ = try await options.people([participant], in: store)
    let calendar = try await options.calendar(of: participant, in: store)
    if let day = from.flatMap(calendar.day(_:)) {
      if revoke {
        try await takeBack(day, store, calendar)
      } else {
        try Entry.check(day, "--from", in: calendar)
        try await ask(day, store, calendar)
      }
    }
    if list { try await show(store, calendar) }
  }

  private func ask(_ day: LocalDay, _ store: SampleStore, _ calendar: DayCalendar) async throws {
    let (request, known) = try await settle(store) { draft in
      let known = try await requests(draft).compactMap { Recalibration($0, calendar: calendar) }
        .first { $0.day == day }
      try await store.requireCollecting([SampleKind.recalibration.erased], of: participant)
      let request = try await draft.recalibrate(
        estimate, from: day, of: participant, calendar: calendar, askedAt: Date(), reason: reason)
      return (request, known)
    }
    if let known { return try say(again(request, known, calendar)) }
    let stored = request.storedThrough
    var text = "\(estimate.rawValue) of \(participant) begins anew on \(calendar.text(of: day))."
    if let stored, stored >= day {
      text += " Estimates through \(calendar.text(of: stored)) are stored and stay as they are."
    }
    let tests = (request.testDays ?? []).sorted().map(calendar.text(of:))
    if !tests.isEmpty {
      text +=
        " Clinic tests before it (\(tests.joined(separator: ", "))) do not calibrate estimates from now on."
    } else if let stored, day.distance(to: stored) >= EstimateSettings().sixMinuteWalkDays - 7 {
      text +=
        " By then the day lies before the usual four weeks, so that little or nothing changes."
    }
    try say(text)
  }

  /// What came of a request that was made before: it is one request, and another reason is the one that holds.
  private func again(
    _ request: Recalibration, _ known: Recalibration, _ calendar: DayCalendar
  ) -> String {
    let text =
      "\(estimate.rawValue) of \(participant) begins anew on \(calendar.text(of: request.day)), as was asked already"
    guard let reason = request.reason, reason != known.reason else { return text + "." }
    guard let before = known.reason else { return text + "; the reason \(reason) is kept." }
    return text + "; the reason is now \(reason), and \(before) is kept aside."
  }

  private func takeBack(_ day: LocalDay, _ store: SampleStore, _ calendar: DayCalendar) async throws
  {
    try await settle(store) { draft in
      let requests = try await requests(draft)
      let kept = requests.filter { Recalibration($0, calendar: calendar)?.day == day }
      guard !kept.isEmpty else {
        let known = requests.compactMap { Recalibration($0, calendar: calendar)?.day }
        let days = known.map(calendar.text(of:)).joined(separator: ", ")
        throw ValidationError(
          """
          --revoke --from \(calendar.text(of: day)): nothing was asked for that day; asked were \
          \(days.isEmpty ? "none" : days)
          """)
      }
      draft.delete(kept)
    }
    try say("\(estimate.rawValue) of \(participant): \(calendar.text(of: day)) is taken back.")
  }

  /// Says what was done; what --list shows is a result, and shown always.
  private func say(_ text: String) throws {
    if !verbosity.quiet { try StandardOutput.write(text + "\n") }
  }

  private func show(_ store: SampleStore, _ calendar: DayCalendar) async throws {
    let samples = try await requests(store)
    if let text = try await options.text(of: samples, participant, format, in: store) {
      return try StandardOutput.write(text)
    }
    let requests = samples.compactMap { Recalibration($0, calendar: calendar) }
    if requests.isEmpty { try StandardOutput.write("\(participant): no recalibration\n") }
    for request in requests {
      let stored = request.storedThrough.map {
        ", estimates through \(calendar.text(of: $0)) untouched"
      }
      let reason = request.reason.map { ", \($0)" } ?? ""
      let asked =
        request.askedAt.map { ", asked on \(calendar.text(of: calendar.day(containing: $0)))" }
        ?? ""
      try StandardOutput.write(
        "\(request.estimate.rawValue) from \(calendar.text(of: request.day))\(reason)\(asked)\(stored ?? "")\n"
      )
    }
  }

  /// Decides by what the store holds of requests and of the estimates that they leave as they are, also where somebody
  /// writes these at the same time.
  private func settle<Outcome>(
    _ store: SampleStore, by decide: (SampleDraft) async throws -> Outcome
  ) async throws -> Outcome {
    try await store.settle(
      participant, holding: [SampleKind.recalibration.erased, estimate.sampleKind], at: Date()
    ) { draft in
      try await store.require(kinds: [], of: participant)
      return try await decide(draft)
    }
  }

  private func requests(_ store: some SampleReading) async throws -> [Sample] {
    try await store.samples(
      matching: SampleQuery(
        kinds: [SampleKind.recalibration.erased], participant: participant, isEnteredByHand: true))
  }
}

extension EstimateKind: ExpressibleByArgument {
  /// Those that can begin anew; of the others the command says why not.
  public static var allValueStrings: [String] {
    allCases.filter(\.allowsRecalibration).map(\.rawValue)
  }
}
