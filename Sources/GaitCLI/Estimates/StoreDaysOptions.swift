import ArgumentParser
import Foundation
import GaitModel
import MobilityEstimates
import SampleStorage

/// Which store, and how its people's days are counted.
struct StoreDaysOptions: ParsableArguments {
  @OptionGroup
  var place: StoreOptions

  @Option(
    help: ArgumentHelp("What wrote the samples that count; else gait's own.", valueName: "name"))
  var source: String?

  /// The store's file.
  var store: String { place.store }

  /// The time zone of the command line, if any.
  var givenTimeZone: TimeZone? { place.timeZone?.zone }

  /// A person's calendar: in the time zone that was given, or that of the samples.
  func calendar(of participant: String, in store: SampleStore) async throws -> DayCalendar {
    let own = try await PeopleZones.clock(of: participant, in: store)
    return DayCalendar(own.asked(givenTimeZone))
  }

  /// What a person entered, for programs: samples in the columns of `gait query`; `nil` for a list to read.
  func text(
    of samples: [Sample], _ participant: String, _ format: OutputFormat?, in store: SampleStore
  ) async throws -> String? {
    guard let format, format != .table else { return nil }
    let zones = try await place.zones(of: participant, in: store)
    let table = SampleTable.table(of: samples, unit: nil, in: zones, isExact: true)
    return format == .csv ? SampleTable.counted(table).csv : table.text(format)
  }

  /// Says that a date is none.
  func noDate(_ text: String, _ option: String) -> ValidationError {
    ValidationError("\(option) \(text) is no date; give year, month and day: 2026-03-29")
  }

  /// The store, which must be there.
  func open() throws -> SampleStore {
    try OpenStores.open(store, .update)
  }

  /// The store, which must be there, to look at: only an older one is changed, to be read at all.
  func openToLook() throws -> SampleStore {
    do { return try OpenStores.open(store, .read) } catch StoreError.olderSchema {
      return try open()
    }
  }

  /// The people who were asked for, or all of them.
  func people(_ asked: [String], in store: SampleStore) async throws -> [String] {
    let known = try await store.participants()
    // Also of whom nothing is left but how far estimates came.
    let everybody = Set(asked.isEmpty ? [] : try await store.everybody().map(ByteText.init))
    for name in asked where !everybody.contains(ByteText(name)) {
      // Says so where only an accent is written otherwise.
      if known.contains(name) {
        try StoreFailure.check(name, among: known, "person", "samples of")
      }
      throw ValidationError(
        "--participant \(name): the store holds nothing of them\(NearestWord.question(name, among: known)); it holds "
          + Self.list(known))
    }
    try await checkSource(of: asked, in: store)
    return asked.isEmpty ? known : asked
  }

  /// Estimates of a source that wrote nothing would look like those of somebody who does not walk.
  private func checkSource(of people: [String], in store: SampleStore) async throws {
    guard let source else { return }
    var known: Set<String> = []
    for person in people.isEmpty ? [nil] : people.map(Optional.some) {
      known.formUnion(try await store.sources(of: person))
    }
    known = known.filter {
      !$0.hasPrefix(SampleSource.estimates.name) && $0 != SampleSource.person.name
    }
    // Of whose samples nothing is left the estimates may be, and go with the next run.
    for person in people.isEmpty ? [nil] : people.map(Optional.some)
    where try await store.estimatedSources(of: person).contains(SampleSource.plain(source)) {
      return
    }
    try StoreFailure.check(source: source, among: known.sorted())
  }

  private static func list(_ names: [String]) -> String {
    names.isEmpty ? "nobody" : names.prefix(8).joined(separator: ", ")
  }
}
