import ArgumentParser
import Foundation
import GaitModel
import MobilityEstimates
import SampleStorage

/// A six-minute walk in the clinic, as it was measured there.
struct ClinicTestOptions: ParsableArguments {
  @Option(
    name: .customLong("six-minute-walk"),
    help: ArgumentHelp("The distance of a clinic's six-minute walk test.", valueName: "meters"))
  var meters: Double?

  @Option(help: ArgumentHelp("The day of the test.", valueName: "date"))
  var on: String?

  @Option(help: ArgumentHelp("The person.", valueName: "name"))
  var participant: String?

  @Option(help: ArgumentHelp("The store that keeps it.", valueName: "file"))
  var store: String?

  @Flag(help: "Keep it beside the estimates without calibrating them.")
  var apart = false

  /// Nobody walks farther in six minutes: the record is a race.
  private static let possibleMeters = 1.0...1200.0

  func validate() throws {
    guard let meters else { return }
    guard Self.possibleMeters.contains(meters) else {
      throw ValidationError(
        "--six-minute-walk \(meters) cannot be: it is in meters, from 1 to 1200; for example 412")
    }
    guard let on, participant != nil, store != nil else {
      throw ValidationError(
        "a clinic test needs --on 2026-03-18, --participant P07 and --store study.gait")
    }
    guard DayCalendar(timeZone: .gmt).day(on) != nil else {
      throw ValidationError("--on \(on) is no date; give year, month and day: 2026-03-18")
    }
  }

  /// Keeps the test; returns what was kept, in words.
  func keep() async throws -> String {
    guard let meters, let on, let participant, let store else { return "" }
    let opened = try OpenStores.open(store)
    let options = try EstimateOptions.parse(["--store", store])
    let calendar = try await PersonEstimator(
      participant: participant, store: opened, options: options
    ).calendar()
    guard let day = calendar.day(on) else { return "" }
    try await opened.save([
      ClinicTest(day: day, meters: meters).sample(
        participant: participant, calibrates: !apart, calendar: calendar)
    ])
    let use = apart ? "kept apart from estimates" : "calibrates estimates from that day on"
    return "six-minute walk of \(participant) on \(on): \(meters) m, \(use)."
  }
}
