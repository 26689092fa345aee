import ArgumentParser
import Foundation
import GaitModel
import MobilityEstimates
import SampleStorage

/// A six-minute walk in the clinic, as it was measured there.
struct ClinicTestOptions: ParsableArguments {
  @Option(
    name: .customLong("six-minute-walk"),
    help: ArgumentHelp("The distance of a clinic's six-minute walk test.", valueName: "meters"),
    transform: ValueText.number)
  var meters: Double?

  @Option(help: ArgumentHelp("The day of the test.", valueName: "date"))
  var on: String?

  @Option(help: ArgumentHelp("The person.", valueName: "name"))
  var participant: String?

  @Option(help: ArgumentHelp("The store that keeps it.", valueName: "file"))
  var store: String?

  @Flag(help: "Keep it beside the estimates without calibrating them.")
  var apart = false

  @Flag(help: "The store does not know the person yet.")
  var newPerson = false

  func validate() throws {
    guard let meters else {
      guard on == nil, participant == nil, store == nil, !apart, !newPerson else {
        throw ValidationError(
          """
          --store, --participant, --on, --apart and --new-person are about a clinic test, --six-minute-walk 412; what \
          is learned from recordings goes into a file, --output ana.json, for gait analyze --calibration
          """)
      }
      return
    }
    try Entry.check(
      meters, "--six-minute-walk", as: SampleKind.sixMinuteWalkDistance.erased, example: "412")
    try Entry.check(name: participant)
    guard let on, participant != nil, store != nil else {
      throw ValidationError(
        "a clinic test needs --on 2026-03-18, --participant P07 and --store study.gait")
    }
    guard DayCalendar(timeZone: .gmt).day(on) != nil else {
      throw ValidationError("--on \(on) is no date; give year, month and day: 2026-03-18")
    }
  }

  /// Keeps the test beside those that are there; returns what was kept, in words.
  ///
  /// - Throws: when the day is in the future, when no person of that name is in the store, and when
  ///   the store has the same test with another mark.
  func keep() async throws -> String {
    guard let meters, let on, let participant, let store else { return "" }
    let opened = try OpenStores.open(store)
    try await requirePerson(participant, in: opened)
    let calendar = DayCalendar(try await PeopleZones.clock(of: participant, in: opened))
    guard let day = calendar.day(on) else { return "" }
    try Entry.check(day, "--on", in: calendar)
    let test = ClinicTest(day: day, meters: meters).sample(
      participant: participant, calibrates: !apart, calendar: calendar)
    let others = try await opened.settle(participant, holding: [test.kind], at: Date()) { draft in
      try await requirePerson(participant, in: opened)
      let others = try await draft.samples(
        matching: SampleQuery(
          kinds: [test.kind], participant: participant, isEnteredByHand: true)
      ).filter { ClinicTest($0, calendar: calendar)?.day == day }
      guard !others.contains(where: { $0.value == test.value }) else { return others }
      try await opened.requireCollecting([test.kind], of: participant)
      var new = test
      new.distinction = (others.map(\.distinction).max() ?? -1) + 1
      draft.save([new])
      return others
    }
    if let same = others.first(where: { $0.value == test.value }) {
      guard Self.calibrates(same) == !apart else {
        throw StoreFailure.message(
          """
          the six-minute walk of \(participant) on \(on), \(meters) m, is kept already and \
          \(Self.use(same)); it was left so. To enter it otherwise first give gait delete \(test.kind.name) --by-hand \
          --store \(opened.path.shellWord) --participant \(participant.shellWord) --from \(calendar.text(of: day)) \
          --to \(calendar.text(of: day.advanced(by: 1)))
          """)
      }
      return "six-minute walk of \(participant) on \(on): \(meters) m was kept already."
    }
    let counting = (others + [test]).filter(Self.calibrates).count
    let count =
      counting < 2
      ? "" : counting > others.count ? ": all of them count" : ": \(counting) of them count"
    let beside =
      others.isEmpty
      ? ""
      : """
      , beside \(others.count) of the same day\(count). Where an earlier one was mistyped, take the day's away and \
      enter the right one again: gait delete \(test.kind.name) --by-hand --store \(opened.path.shellWord) --participant \
      \(participant.shellWord) --from \(calendar.text(of: day)) --to \(calendar.text(of: day.advanced(by: 1)))
      """
    let anew = apart ? nil : try await firstRecalibration(after: day, opened, calendar)
    let until = anew.map { " until they begin anew on \(calendar.text(of: $0))" } ?? ""
    return
      "six-minute walk of \(participant) on \(on): \(meters) m, \(Self.use(test))\(until)\(beside)."
  }

  private func requirePerson(_ participant: String, in store: SampleStore) async throws {
    guard !newPerson else { return }
    do { try await store.require(kinds: [], of: participant) } catch {
      throw StoreFailure.message("\(error); a person who is new needs --new-person")
    }
  }

  /// The day from which on the person's estimates begin anew without the test; `nil` where nobody asked for that.
  private func firstRecalibration(
    after day: LocalDay, _ store: SampleStore, _ calendar: DayCalendar
  ) async throws -> LocalDay? {
    try await store.samples(
      matching: SampleQuery(
        kinds: [SampleKind.recalibration.erased], participant: participant, isEnteredByHand: true)
    ).compactMap { Recalibration($0, calendar: calendar)?.day }.filter { $0 > day }.min()
  }

  private static func calibrates(_ test: Sample) -> Bool {
    test.metadata.other[EstimateWords.calibrates] == "true"
  }

  private static func use(_ test: Sample) -> String {
    calibrates(test)
      ? "to calibrate estimates from that day on" : "kept apart from estimates"
  }
}
