import Foundation
import GaitModel
import MobilityEstimates
import SampleStorage

// Estimates are of days and weeks as they were counted when they were made: another zone has other days, and no figure of
// them until they are estimated there.
extension PeopleZones {
  /// The same, which knows by which clock stored estimates were counted, where somebody asks for a zone that has other days.
  ///
  /// - Parameters:
  ///   - kinds: the kinds that somebody looks at.
  ///   - participant: the person; `nil` for everybody.
  ///   - source: the name of a source, where one is asked for.
  ///   - store: where the estimates are.
  /// - Returns: itself where no zone is given, or nothing was counted otherwise.
  /// - Throws: what the store throws.
  func counting(
    _ kinds: Set<AnySampleKind>, of participant: String?, by source: String?, in store: SampleStore
  ) async throws -> PeopleZones {
    let made = kinds.intersection(EstimateUpdate.madeKinds)
    guard given != nil, !made.isEmpty else { return self }
    var zones = self
    for person in try await store.people(participant) {
      var query = SampleQuery(
        kinds: made, participant: person, source: source ?? SampleSource.estimates.name, limit: 1)
      query.order = .newestFirst
      guard let last = try await store.samples(matching: query).first, last.isEstimate else {
        continue
      }
      zones.counted[person] = otherClock(of: last)
    }
    return zones
  }

  /// The clock by which what is counted in intervals of a person has its days.
  func countingClock(of participant: String?) -> DayClock {
    participant.flatMap { counted[$0] } ?? clock(of: participant)
  }

  /// The clock by which the times of a sample are written: an estimate of local days has none of a zone that has other
  /// days, whoever asks for it there.
  func clock(of sample: Sample) -> DayClock {
    if sample.isEstimate, let other = otherClock(of: sample), other.isLocal { return other }
    return clock(of: sample.participant)
  }

  /// What somebody who asks for a zone must know: whose estimates are not of its days.
  ///
  /// - Parameter store: the store as a command names it.
  /// - Returns: a sentence for each clock by which days were counted.
  func otherDays(_ store: String) -> [String] {
    guard let given else { return [] }
    return Dictionary(grouping: counted, by: \.value.words).sorted { $0.key < $1.key }.map {
      words, people in
      let names = people.map(\.key).sorted()
      let some = names.prefix(Self.namedPeople).joined(separator: ", ")
      return
        "\(some)\(names.count > Self.namedPeople ? ", …" : ""): estimates of days and weeks are of days \(words), "
        + "not in \(given.identifier); gait estimate --store \(store.shellWord) --time-zone "
        + "\(given.identifier) counts them there"
    }
  }

  /// More names hide what is said of them.
  private static let namedPeople = 5

  /// The clock by which an estimate was counted; `nil` where its days are those of the zone that was asked for.
  private func otherClock(of sample: Sample) -> DayClock? {
    let asked = clock(of: sample.participant)
    guard asked.rule == .asked else { return nil }
    switch SampleClock(sample.metadata) {
    case .local: return asked.hasDays(of: found[sample.participant] ?? []) ? nil : .local
    case .zone(let name):
      guard let zone = TimeZone(identifier: name), !asked.isAlike(zone) else { return nil }
      return DayClock(zone)
    case .offset, nil: return nil
    }
  }
}

extension Sample {
  /// Whether our estimates made it.
  fileprivate var isEstimate: Bool {
    EstimateUpdate.madeKinds.contains(kind) && source.name.hasPrefix(SampleSource.estimates.name)
      && !metadata.isEnteredByHand
  }
}

extension DayClock {
  /// Whether days by some samples' own clocks are those of the zone; readings of a local clock are readings there.
  fileprivate func hasDays(of clocks: Set<SampleClock>) -> Bool {
    !clocks.isEmpty
      && clocks.allSatisfy {
        guard case .zone(let name) = $0 else { return $0 == .local || hasAllOffsets(of: [$0]) }
        return TimeZone(identifier: name).map(isAlike) ?? false
      }
  }

  /// Whether another zone has the same days in our years.
  fileprivate func isAlike(_ other: TimeZone) -> Bool {
    other.identifier == zone.identifier || offsets == DayClock(other).offsets
  }
}
