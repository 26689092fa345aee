import Foundation
import GaitModel
import SampleStorage

/// What a reader of totals must know of a store: time that counts for one recording only, and samples
/// that name a method that did not make them.
struct StoreRemarks {
  let store: SampleStore
  /// The clocks of the sentences.
  let zones: PeopleZones

  /// The sentences about a person, or about everybody.
  func sentences(of participant: String?) async throws -> [String] {
    SetAsideTime.sentences(
      try await store.setAside(of: participant), in: zones.zone(of: participant), named: true)
      + [try await doubt(participant)].compactMap(\.self)
  }

  private func doubt(_ participant: String?) async throws -> String? {
    let doubts = try await store.doubtfulRecordings(of: participant)
    guard !doubts.isEmpty else { return nil }
    let samples = doubts.reduce(0) { $0 + $1.samples }
    let names = Set(doubts.map(\.recording.name)).sorted()
    let some = names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", …" : "")
    return """
      \(samples) samples of \(doubts.count) recordings (\(some)) name a method that did not make them, by a \
      fault of an older program; analyze these recordings again
      """
  }
}

extension SetAsideTime {
  /// What does not count and what does, a sentence for each pair of recordings.
  static func sentences(
    _ asides: [SetAsideTime], in zone: TimeZone, named: Bool = false
  ) -> [String] {
    let pairs = Dictionary(grouping: asides) { [$0.recording, $0.counting] }
    return pairs.values.compactMap { stretches -> (Date, String)? in
      guard let first = stretches.first, let last = stretches.last else { return nil }
      let hours =
        stretches.reduce(0) {
          $0 + $1.interval.upperBound.timeIntervalSince($1.interval.lowerBound)
        }
        / 3600
      let from = SampleTable.instant(first.interval.lowerBound, in: zone)
      let to = SampleTable.instant(last.interval.upperBound, in: zone)
      return (
        first.interval.lowerBound,
        """
        \(named ? first.participant + ": " : "")\(first.recording.name) and \(first.counting.name) were \
        recorded at once for \(DecimalText.text(hours, decimals: 2) ?? "") h between \(from) and \(to); \
        in totals and estimates \(first.counting.name) counts there, and both stay in the store
        """
      )
    }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.1)
  }
}
