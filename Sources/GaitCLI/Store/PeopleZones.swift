import ArgumentParser
import Foundation
import GaitModel
import MobilityEstimates
import SampleStorage

/// Whose clock days are counted by: everybody's own, unless the command line names one.
struct PeopleZones: Sendable {
  private let given: TimeZone?
  private let zones: [String: TimeZone]
  /// People whose clocks are local, of unknown zone.
  private let locals: Set<String>

  /// The zones of a person or of everybody in a store.
  init(_ given: TimeZone?, of participant: String?, in store: SampleStore) async throws {
    self.given = given
    var zones: [String: TimeZone] = [:]
    var locals: Set<String> = []
    for person in try await store.people(participant) {
      let clock = try await Self.clock(of: person, in: store)
      zones[person] = clock.zone
      if clock.isLocal { locals.insert(person) }
    }
    self.zones = zones
    self.locals = given == nil ? locals : []
  }

  /// An instant by the person's clock: ISO 8601 with its offset, which a local clock of unknown zone does
  /// not have.
  func text(_ date: Date, of participant: String?) -> String {
    let isLocal =
      participant.map(locals.contains) ?? (!locals.isEmpty && locals.count == zones.count)
    return isLocal
      ? InstantText.local(date) : SampleTable.instant(date, in: zone(of: participant))
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
  func one(for request: String) throws -> TimeZone {
    if let common { return common }
    let names = Set(zones.values.map(\.identifier)).sorted().joined(separator: ", ")
    throw ValidationError(
      "\(request) is another instant for each of these people (\(names)); name one with --participant, "
        + "say --time-zone, or add the offset to dates")
  }

  /// The zone of the person's samples: what the first run of their estimates found, so that an offset that changes
  /// with the season moves no day, as long as some sample has it; else what the samples say, else UTC. A local clock of unknown zone was read as UTC,
  /// which keeps its days right.
  static func zone(of participant: String, in store: SampleStore) async throws -> TimeZone {
    try await clock(of: participant, in: store).zone
  }

  /// So many of the latest samples are asked for their clock.
  private static let latestLooked = 20

  private static func clock(
    of participant: String, in store: SampleStore
  ) async throws -> (zone: TimeZone, isLocal: Bool) {
    let progress = try await EstimateProgress(of: participant, in: store).flatMap {
      TimeZone(identifier: $0.timeZone)
    }
    let last = try await store.span(of: EstimateUpdate.readKinds, participant: participant)?
      .upperBound
    // Whoever has nothing but clinic tests or another program's estimates has the clock of these.
    let latest =
      last.map { SampleQuery(participant: participant, from: $0, includesLeftOut: true) }
      ?? SampleQuery(participant: participant, order: .newestFirst, limit: latestLooked)
    let found = try await store.samples(matching: latest).filter { !$0.kind.isBookkeeping }
    // What was entered or estimated since names the zone of that command, and not where the person lives.
    let measured = found.filter {
      !$0.metadata.isEnteredByHand && !$0.source.name.hasPrefix(SampleSource.estimates.name)
    }
    let clocks = measured.isEmpty ? found : measured
    let metadata = clocks.map(\.metadata)
    let named = metadata.lazy.compactMap(\.timeZoneIdentifier).compactMap(
      TimeZone.init(identifier:)
    ).first
    let offset = metadata.lazy.compactMap(\.utcOffsetSeconds).first
    let known = named ?? offset.flatMap(TimeZone.init(secondsFromGMT:))
    let isLocal = known == nil && metadata.contains(where: \.isLocalClock)
    if let progress, known != nil, !clocks.contains(where: { agrees($0, with: progress) }),
      try await isForeign(progress, to: participant, in: store)
    {
      return (known ?? .gmt, false)
    }
    return (progress ?? known ?? .gmt, isLocal && (progress ?? .gmt).secondsFromGMT() == 0)
  }

  /// Whether no recording of a person was made by the clock of a zone, as where an older program took the zone of a
  /// command for the person's, or where recordings got another zone since.
  private static func isForeign(
    _ zone: TimeZone, to participant: String, in store: SampleStore
  ) async throws -> Bool {
    let worn = try await store.samples(
      matching: SampleQuery(
        kinds: [SampleKind.wearTime.erased], participant: participant, isEnteredByHand: false))
    return !worn.isEmpty && !worn.contains { agrees($0, with: zone) }
  }

  private static func agrees(_ sample: Sample, with zone: TimeZone) -> Bool {
    if let name = sample.metadata.timeZoneIdentifier { return name == zone.identifier }
    return (sample.metadata.utcOffsetSeconds ?? 0) == zone.secondsFromGMT(for: sample.start)
  }
}

extension SampleStore {
  /// A person, or everybody who has samples.
  func people(_ participant: String?) async throws -> [String] {
    if let participant { return [participant] }
    return try await participants()
  }
}
