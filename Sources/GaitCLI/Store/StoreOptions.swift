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
      "Where days begin, like Europe/Berlin; this machine's if not given.", valueName: "zone"))
  var timeZone: TimeZoneArgument?

  /// The zone of dates without an offset and of days.
  var zone: TimeZone { timeZone?.zone ?? .current }

  /// The civil calendar of the zone, with weeks from Monday.
  var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    calendar.firstWeekday = 2
    return calendar
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

extension SampleStore {
  /// Looks whether a wish can be meant: a kind that nobody knows and a person who is not there are slips of
  /// the pen, and "0 samples" would look as if all were well.
  ///
  /// - Throws: what there is instead.
  func require(kinds: [AnySampleKind], of participant: String? = nil) async throws {
    for kind in kinds where !kind.isKnown {
      guard try await span(of: [kind]) == nil else { continue }
      throw StoreFailure.message(
        "there is no kind \(kind.name); there are "
          + AnySampleKind.known.sorted().map(\.name).joined(separator: ", "))
    }
    guard let participant else { return }
    let people = try await participants()
    guard !people.contains(participant) else { return }
    throw StoreFailure.message(
      "there is nobody called \(participant) in the store; there are "
        + people.joined(separator: ", "))
  }
}

/// Why a store could not do what was asked, in a line.
struct StoreFailure: Error, CustomStringConvertible {
  /// The whole message.
  let description: String

  init(_ error: any Error) { description = "\(error)" }

  /// Whether an error says itself what came and what to do.
  static func isOurs(_ error: any Error) -> Bool {
    error is StoreError || error is SampleAccessError || error is SealError || error is ImportError
      || error is ActivityProtocolError
  }
}
