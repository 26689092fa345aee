import ArgumentParser
import Foundation
import GaitModel
import SampleStorage

/// Which store, and whose clock.
struct StoreOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The store.", valueName: "file"))
  var store: String

  @Option(
    name: .customLong("time-zone"),
    help: ArgumentHelp(
      "Where days begin, like Europe/Berlin; each person's own if not given.", valueName: "zone"))
  var timeZone: TimeZoneArgument?

  /// The zones of dates without an offset and of days, of a person or of everybody.
  func zones(of participant: String?, in store: SampleStore) async throws -> PeopleZones {
    try await PeopleZones(timeZone?.zone, of: participant, in: store)
  }

  /// Opens the store; the command line may do everything.
  func open(_ mode: StoreSettings.Mode) throws -> SampleStore {
    do {
      return try OpenStores.open(store, mode)
    } catch StoreError.olderSchema {
      // An older store is brought up to date before it is read.
      return try open(.update)
    } catch {
      throw StoreFailure(error)
    }
  }

  /// Does something with the store, and says in one line why it cannot be done.
  func with<T>(_ mode: StoreSettings.Mode, _ work: (SampleStore) async throws -> T) async throws
    -> T
  {
    let store = try open(mode)
    do {
      let result = try await work(store)
      try store.close()
      return result
    } catch let error where StoreFailure.isOurs(error) {
      throw StoreFailure(error)
    }
  }
}

extension Calendar {
  /// The civil calendar of a zone, with weeks from Monday.
  static func civil(in zone: TimeZone) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    calendar.firstWeekday = 2
    return calendar
  }
}

extension SampleStore {
  /// Looks whether a wish can be meant: a kind that nobody knows and a person who is not there are slips of
  /// the pen, and "0 samples" would look as if all were well.
  ///
  /// - Throws: what there is instead.
  func require(kinds: [AnySampleKind], of participant: String? = nil) async throws {
    for kind in kinds where !kind.isKnown {
      guard try await span(of: [kind]) == nil else { continue }
      try StoreFailure.check(
        kind.name, among: AnySampleKind.known.filter { !$0.isBookkeeping }.map(\.name), "kind",
        "kinds")
    }
    guard let participant else { return }
    try StoreFailure.check(participant, among: try await participants(), "person", "samples of")
  }
}

/// Why a store could not do what was asked, in a line.
struct StoreFailure: Error, CustomStringConvertible {
  /// The whole message.
  let description: String

  init(_ error: any Error) { description = "\(error)" }

  /// Throws when a word is none of those that there are, with the nearest of them.
  static func check(_ word: String, among known: [String], _ what: String, _ held: String) throws {
    guard !known.contains(word) else { return }
    let list = known.prefix(30).joined(separator: ", ") + (known.count > 30 ? ", …" : "")
    throw StoreFailure.message(
      "there is no \(what) \(word)\(NearestWord.question(word, among: known)); there are "
        + (known.isEmpty ? "none" : "\(held) \(list)"))
  }

  /// Whether an error says itself what came and what to do.
  static func isOurs(_ error: any Error) -> Bool {
    error is StoreError || error is SampleAccessError || error is SealError || error is ImportError
      || error is ActivityProtocolError
  }
}
