import ArgumentParser
import Foundation
import GaitModel
import GaitSimulation
import MobilityEstimates
import SampleStorage

/// A simulated history of days: what happens, to whom, when, and where it goes.
struct HistoryOptions: ParsableArguments {
  @Option(help: "Months of a person's days instead of a recording.")
  var history: HistoryScenario?

  @Option(help: ArgumentHelp("The store that the days go to.", valueName: "file"))
  var store: String?

  @Option(help: ArgumentHelp("What really was, day by day, as CSV.", valueName: "file"))
  var truth: String?

  @Option(
    name: .customLong("participant"),
    help: ArgumentHelp("The person's name; simulated if not given.", valueName: "name"))
  var participantName: String?

  @Option(help: ArgumentHelp("How many days.", valueName: "n"))
  var days: Int?

  @Option(
    name: .customLong("start"),
    help: ArgumentHelp(
      "The first day; 2026-01-05 if not given, or earlier, so that the last day is over.",
      valueName: "date"))
  var firstDay: String?

  @Option(
    name: .customLong("time-zone"),
    help: ArgumentHelp(
      "Where the person lives; Europe/Berlin if not given.", valueName: "zone"))
  var zoneName: String?

  @Flag(help: "Also days that were deleted in the store while the rest of the history stayed.")
  var withDeleted = false

  private var participant: String { participantName ?? "simulated" }
  private var timeZone: String { zoneName ?? "Europe/Berlin" }
  private var calendar: DayCalendar {
    DayCalendar(timeZone: TimeZone(named: timeZone) ?? .gmt)
  }

  /// The options that were given and mean nothing without a history.
  var optionsOfDays: [String] {
    let given: [(String, Bool)] = [
      ("--participant", participantName != nil), ("--days", days != nil),
      ("--start", firstDay != nil), ("--time-zone", zoneName != nil),
      ("--with-deleted", withDeleted),
    ]
    return given.filter(\.1).map(\.0)
  }

  private static let truthHeader =
    "date,six_minute_walk_m,fast_speed_mps,vo2max_ml_per_kg_min,worn_h,walks,relative_fall_rate"

  /// Whether a file is the truth of a history.
  static func isTruth(_ path: String) -> Bool {
    ExistingOutput.begins(path, with: truthHeader)
  }

  /// More are a life.
  private static let possibleDays = 1...36_525

  func validate() throws {
    guard let history else { return }
    guard store != nil || truth != nil else {
      throw ValidationError("a history needs a place: --store study.gait, or --truth truth.csv")
    }
    if withDeleted, store == nil {
      throw ValidationError("--with-deleted is about a store; give --store")
    }
    guard TimeZone(named: timeZone) != nil else {
      throw ValidationError(
        "--time-zone \(timeZone) is not known; give one of the tz database, as Europe/Berlin"
          + NearestWord.question(timeZone, among: TimeZone.knownTimeZoneIdentifiers))
    }
    try Entry.check(name: participant)
    try OutputPath.check(truth, option: "--truth", besides: [store].compactMap(\.self))
    if let days, !Self.possibleDays.contains(days) {
      throw ValidationError("--days \(days) cannot be: give 1 to 36525")
    }
    _ = try first(of: days ?? history.usualDays)
  }

  /// The first of so many days: the one that was asked for; else the usual one, or an earlier one where the last day would
  /// not be over.
  ///
  /// - Throws: when it is no date, and when a day is still to come or before sensors that people wear.
  private func first(of length: Int) throws -> LocalDay {
    let calendar = self.calendar
    let latest = calendar.day(containing: Date()).advanced(by: 1 - length)
    let text = firstDay ?? "2026-01-05"
    guard let day = calendar.day(text) else {
      throw ValidationError("--start \(text) is no date; give year, month and day: 2026-01-05")
    }
    try Entry.check(calendar.start(of: latest), "--days", "\(length), counted back from today,")
    if firstDay == nil { return min(day, latest.advanced(by: -1)) }
    guard day <= latest else {
      let future = min(length, latest.distance(to: day)).counted("day")
      throw ValidationError(
        "--start \(text) cannot be: \(future) of \(length) would be in the future; the latest that can be is --start "
          + calendar.text(of: latest))
    }
    try Entry.check(calendar.start(of: day), "--start", text)
    return day
  }

  /// Makes the history and writes it; returns what was made, in words.
  func write(
    _ scenario: HistoryScenario, seed: UInt64, _ terminal: Terminal
  ) async throws -> String {
    let calendar = self.calendar
    let first = try self.first(of: days ?? scenario.usualDays)
    let history = scenario.history(
      participant: participant, seed: seed, firstDay: calendar.start(of: first), days: days,
      timeZone: calendar.calendar.timeZone)
    if let store { try await keep(history, seed, in: store, first: first, calendar, terminal) }
    if let truth { try write(history, to: truth, calendar) }
    let place = [store, truth].compactMap { $0 }.joined(separator: ", ")
    let days = StudyText.count(history.truth.count, "day")
    return "\(place): \(days) of \(participant). \(scenario.summary)"
  }

  private func keep(
    _ history: SimulatedHistory, _ seed: UInt64, in path: String, first: LocalDay,
    _ calendar: DayCalendar,
    _ terminal: Terminal
  ) async throws {
    let store = try OpenStores.open(path)
    let person = EstimatedPerson(identifier: participant, facts: history.person.participant)
    let facts = person.samples(on: first, calendar: calendar)
    try await store.requireCollecting(facts.map(\.kind), of: participant)
    let outcome = try await store.save(
      recordings(of: history, seed, from: calendar.start(of: first)), restoringDeleted: withDeleted)
    if let sentence = outcome.stayingDeleted {
      terminal.note("\(path): the history of \(participant): \(sentence)")
    }
    for sentence in outcome.notCollected { terminal.note("\(path): \(sentence)") }
    let known = Set(
      try await store.samples(
        matching: SampleQuery(kinds: Set(facts.map(\.kind)), participant: participant)
      ).map(\.kind))
    let kept = facts.filter { !known.contains($0.kind) }
    try await store.save(kept)
    if !known.isEmpty, kept.count < facts.count {
      let names = known.map(\.name).sorted().joined(separator: ", ")
      terminal.detail("\(path): what is known of \(participant) stays: \(names)")
    }
    let zones = try await PeopleZones(calendar.calendar.timeZone, of: participant, in: store)
    for sentence in SetAsideTime.sentences(
      try await store.setAside(of: participant), clock: zones.instant)
    {
      terminal.note(sentence)
    }
  }

  /// The days as a recording of each device. It has its content: another history of the same name is another
  /// recording, and where both were at once one counts.
  private func recordings(
    of history: SimulatedHistory, _ seed: UInt64, from start: Date
  ) -> [RecordingSamples] {
    let devices = Dictionary(grouping: history.samples) {
      $0.source.recording?.name ?? $0.source.device ?? ""
    }
    return devices.sorted { $0.key < $1.key }.map { device, samples in
      let content = Digest.text(
        of: samples.map { "\($0.kind.name) \($0.start.millisecondsSince1970) \($0.value)" }.joined(
          separator: "\n"))
      let recording = RecordingReference(
        name: "\(device)-\(history.scenario.rawValue)-\(seed)", start: start, content: content)
      return RecordingSamples(
        participant: participant, recording: recording, revisions: ["SimulatedHistory": 1],
        samples: samples.map { sample in
          var sample = sample
          sample.source.recording = recording
          return sample
        })
    }
  }

  private func write(
    _ history: SimulatedHistory, to path: String, _ calendar: DayCalendar
  ) throws {
    var text = Self.truthHeader + "\n"
    for day in history.truth {
      let numbers = [
        (day.sixMinuteWalkMeters, 2), (day.fastSpeed, 4), (day.greatestUptake, 3),
        (day.wornHours, 3),
      ].map { DecimalText.text($0.0, decimals: $0.1) ?? "" }
      let date = calendar.text(of: calendar.day(containing: day.start))
      let rate = DecimalText.text(day.relativeFallRate, decimals: 4) ?? ""
      text += "\(date),\(numbers.joined(separator: ",")),\(day.walkCount),\(rate)\n"
    }
    let url = URL(fileURLWithPath: path)
    try PendingFiles.shared.write(
      [(name: url.lastPathComponent, content: Data(text.utf8))],
      in: url.deletingLastPathComponent().path)
  }
}

extension HistoryScenario: ExpressibleByArgument {}
