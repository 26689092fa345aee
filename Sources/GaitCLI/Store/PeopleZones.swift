import ArgumentParser
import Foundation
import GaitModel
import MobilityEstimates
import SampleStorage

/// Whose clock days are counted by: everybody's own, unless the command line names one.
struct PeopleZones: Sendable {
  let given: TimeZone?
  private let clocks: [String: DayClock]
  /// People whose clocks are all local, of unknown zone: their instants are readings.
  private let readings: Set<String>
  /// People with samples of an offset that their zone does not have: each day is that of several clocks.
  private let mixed: Set<String>
  /// The clocks of what was measured of each person.
  let found: [String: Set<SampleClock>]
  /// The clocks by which stored estimates were counted, of people of whom the days of the given zone are others; see
  /// ``counting(_:of:by:in:)``.
  var counted: [String: DayClock] = [:]

  /// The clocks of a person or of everybody in a store; also those of what gave way, where that is listed.
  init(
    _ given: TimeZone?, of participant: String?, in store: SampleStore,
    withSuperseded: Bool = false
  ) async throws {
    self.given = given
    var clocks: [String: DayClock] = [:]
    var (readings, mixed): (Set<String>, Set<String>) = ([], [])
    var all: [String: Set<SampleClock>] = [:]
    for person in try await store.people(participant) {
      var found = try await Self.clocks(of: person, in: store)
      if withSuperseded {
        found.formUnion(
          try await store.clocks(of: person, kinds: nil, ofSuperseded: true))
      }
      // Where only estimates are left of somebody, as after a corrected code, no clock is known.
      if found.isEmpty, participant == nil { continue }
      all[person] = found
      clocks[person] = DayClock(of: found).asked(given)
      if found == [.local] { readings.insert(person) }
      if let clock = clocks[person], clock.rule == .own, !clock.hasAllOffsets(of: found) {
        mixed.insert(person)
      }
    }
    (self.clocks, self.readings, self.mixed, self.found) = (clocks, readings, mixed, all)
  }

  /// A border of a person's days: ISO 8601 with its offset, which local days do not have.
  func text(_ date: Date, of participant: String?) -> String {
    let clock = countingClock(of: participant)
    if participant == nil, !counted.isEmpty {
      return InstantText.local(date + Double(clock.zone.secondsFromGMT(for: date)))
    }
    let isMixed = participant.map(mixed.contains) ?? !mixed.isEmpty
    return clock.isLocal || isMixed && clock.rule == .own
      ? InstantText.local(
        clock.isLocal ? date : date + Double(clock.zone.secondsFromGMT(for: date)))
      : SampleTable.instant(date, in: clock.zone)
  }

  /// An instant of what a store says of a person's recordings, by the person's clock.
  func instant(_ date: Date, of participant: String?) -> String {
    let clock = clock(of: participant)
    let isReading = participant.map(readings.contains) ?? false
    guard isReading else { return SampleTable.instant(date, in: clock.zone) }
    if clock.isLocal { return InstantText.local(date) }
    let reading = WallClock(
      secondsSince1970: date.timeIntervalSince1970, utcOffsetSeconds: 0, isLocal: true)
    return InstantText.text(reading.placed(in: clock.zone))
  }

  /// The clock of a person; of everybody, where all have one.
  func clock(of participant: String?) -> DayClock {
    participant.flatMap { clocks[$0] } ?? common ?? DayClock(.gmt).asked(given)
  }

  /// Where a person's days begin.
  func zone(of participant: String?) -> TimeZone { clock(of: participant).zone }

  /// The clock of all people; `nil` when they differ. UTC when there is nobody.
  var common: DayClock? {
    let different = Set(clocks.values)
    guard Set(different.map(\.name)).count <= 1 else { return nil }
    // Where somebody has samples of other clocks, those stand at their own readings.
    return different.first { $0.rule != .common } ?? different.first ?? DayClock(.gmt).asked(given)
  }

  /// The clock of all people.
  ///
  /// - Throws: what to do when they differ.
  func one(for request: String) throws -> DayClock {
    if let common { return common }
    let names = Set(clocks.values.map(\.words)).sorted().joined(separator: ", ")
    throw ValidationError(
      "\(request) is another instant for each of these people (\(names)); name one with --participant, "
        + "say --time-zone, or add the offset to dates")
  }

  /// The clock of a person's days, as ``DayClock`` has the rule: that of what was measured; of who has nothing measured,
  /// that of what else there is. Where there is nothing yet, nobody knows the zone: what is entered has local time.
  static func clock(of participant: String, in store: SampleStore) async throws -> DayClock {
    if let known = try await knownClock(of: participant, in: store) { return known }
    let measured = try await store.span(of: EstimateUpdate.readKinds, participant: participant)
    return measured == nil ? .local : DayClock(.gmt)
  }

  /// The same; `nil` of who has no samples that name one.
  static func knownClock(of participant: String, in store: SampleStore) async throws -> DayClock? {
    let clocks = try await clocks(of: participant, in: store)
    return clocks.isEmpty ? nil : DayClock(of: clocks)
  }

  private static func clocks(
    of participant: String, in store: SampleStore
  ) async throws -> Set<SampleClock> {
    let measured = try await store.clocks(of: participant, kinds: EstimateUpdate.readKinds)
    if !measured.isEmpty { return measured }
    // Estimates name the clock of the command that made them, and not where the person lives.
    let other = try await store.clocks(
      of: participant, kinds: nil, without: SampleSource.estimates.name)
    if !other.isEmpty { return other }
    return try await store.clocks(of: participant, kinds: nil, isEnteredByHand: true)
  }
}

extension DayClock {
  /// The clock of a zone that somebody asks for; this one where nobody does, or where all samples are of that zone's
  /// clock.
  func asked(_ given: TimeZone?) -> DayClock {
    guard let given, rule == .own || given.identifier != zone.identifier else { return self }
    return DayClock(given, .asked)
  }

  /// Whether the zone has each offset from UTC that is among some clocks, in winter or in summer.
  func hasAllOffsets(of clocks: Set<SampleClock>) -> Bool {
    let own = offsets
    return clocks.allSatisfy {
      switch $0 {
      case .offset(let seconds): own.contains(seconds)
      case .zone: true
      case .local: false
      }
    }
  }

  /// How far the zone is ahead of UTC in the middle of January and of July 2026, seconds.
  var offsets: [Int] {
    [1_768_435_200, 1_784_073_600].map {
      zone.secondsFromGMT(for: Date(timeIntervalSince1970: $0))
    }
  }

  /// The clock of such a name; GMT's where there is no such zone.
  init(named name: String) {
    self =
      name == DayClock.local.name
      ? .local : TimeZone(identifier: name).map { DayClock($0) } ?? DayClock(.gmt)
  }

  /// Days by it, in words.
  var words: String { Self.words(of: name) }

  /// The same of the name of a clock.
  static func words(of name: String) -> String {
    name == DayClock.local.name ? "by each sample's own clock" : "in \(zoneWords(of: name))"
  }
}

extension SampleStore {
  /// A person, or everybody who has samples.
  func people(_ participant: String?) async throws -> [String] {
    if let participant { return [participant] }
    return try await participants()
  }
}
