import ArgumentParser
import Foundation
import GaitModel
import MobilityEstimates
import SampleStorage

/// Whose clock days are counted by: everybody's own, unless the command line names one.
struct PeopleZones: Sendable {
  private let given: TimeZone?
  private let zones: [String: TimeZone]

  /// The zones of a person or of everybody in a store.
  init(_ given: TimeZone?, of participant: String?, in store: SampleStore) async throws {
    self.given = given
    var zones: [String: TimeZone] = [:]
    for person in try await store.people(participant) {
      zones[person] = try await Self.zone(of: person, in: store)
    }
    self.zones = zones
  }

  /// Where a person's days begin.
  func zone(of participant: String?) -> TimeZone {
    given ?? participant.flatMap { zones[$0] } ?? common ?? .gmt
  }

  /// The zone of all people; `nil` when they differ. UTC when there is nobody.
  var common: TimeZone? {
    if let given { return given }
    let different = Set(zones.values)
    return different.count > 1 ? nil : different.first ?? .gmt
  }

  /// The zone of all people.
  ///
  /// - Throws: what to do when they differ.
  func one(for wish: String) throws -> TimeZone {
    if let common { return common }
    let names = Set(zones.values.map(\.identifier)).sorted().joined(separator: ", ")
    throw ValidationError(
      "\(wish) is another instant for each of these people (\(names)); name one with --participant, "
        + "say --time-zone, or add the offset to dates")
  }

  /// The zone that the person's estimates use: that of their last run, else what the samples say, else
  /// UTC. A local clock of unknown zone was read as UTC, which keeps its days right.
  static func zone(of participant: String, in store: SampleStore) async throws -> TimeZone {
    if let progress = try await EstimateProgress(of: participant, in: store),
      let zone = TimeZone(identifier: progress.timeZone)
    {
      return zone
    }
    guard
      let last = try await store.span(of: EstimateUpdate.readKinds, participant: participant)?
        .upperBound
    else { return .gmt }
    let metadata = try await store.samples(
      matching: SampleQuery(participant: participant, from: last, includesLeftOut: true)
    ).map(\.metadata)
    let named = metadata.lazy.compactMap(\.timeZoneIdentifier).compactMap(
      TimeZone.init(identifier:)
    ).first
    let offset = metadata.lazy.compactMap(\.utcOffsetSeconds).first
    return named ?? offset.flatMap(TimeZone.init(secondsFromGMT:)) ?? .gmt
  }
}

extension SampleStore {
  /// A person, or everybody who has samples.
  func people(_ participant: String?) async throws -> [String] {
    if let participant { return [participant] }
    return try await participants()
  }
}
