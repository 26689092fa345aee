import Foundation
import GaitModel

extension SampleStore {
  /// Takes over everything that another store holds, person by person. The same stores in
  /// the same order twice end as once: of two analyses by the same methods the one that is merged last stays.
  ///
  /// Analyses of recordings follow the rules of ``save(_:movingFromOthers:)``: the same recording is kept once, a newer
  /// analysis stays, and a recording that is kept of another person is a conflict. Of other samples (entered by hand,
  /// estimated, imported) one that is here already with another value is a conflict, and stays as it is here. What
  /// people do not want collected here is not taken over; what they stopped there is stopped here from then on, and
  /// what was kept before is taken over. Superseded estimates stay where they are.
  ///
  /// - Parameter other: the store to take from; it is only read.
  /// - Returns: what came of it, and what did not fit.
  /// - Throws: `SampleAccessError` when a kind may not be read there or written here; ``StoreError``.
  public func merge(_ other: SampleStore) async throws -> MergeOutcome {
    var outcome = MergeOutcome()
    let kept = Dictionary(grouping: try await other.keptRecordings(), by: \.participant)
    for person in try await other.participants() {
      let samples = try await other.samples(
        matching: SampleQuery(participant: person, includesLeftOut: true))
      let isAnalysis = { (sample: Sample) in sample.source.name == SampleSource.analysisName }
      let analyses = Dictionary(grouping: samples.filter(isAnalysis)) { $0.source.recording }
      for recording in kept[person] ?? [] {
        let own = analyses[recording.recording] ?? []
        try await merge(recording, own, &outcome)
      }
      let unnamed = analyses[nil] ?? []
      try await merge(samples.filter { !isAnalysis($0) } + unnamed, of: person, &outcome)
    }
    for stop in try await other.collectionStops() {
      try await stopCollection(of: stop.kind, for: stop.participant)
    }
    return outcome
  }

  private func merge(
    _ kept: KeptRecording, _ samples: [Sample], _ outcome: inout MergeOutcome
  ) async throws {
    do {
      outcome.saved.add(
        try await save([
          RecordingSamples(
            participant: kept.participant, recording: kept.recording, revisions: kept.revisions,
            samples: samples)
        ]))
      outcome.recordings += 1
    } catch StoreError.keptOfAnother(let recording, let person, let other, let there) {
      outcome.conflicts.append(
        "\(recording) of \(person): the same samples are kept as \(there.name) of \(other), and a "
          + "recording has one person; it was left out")
    }
  }

  /// Samples that are here already with another value stay as they are.
  private func merge(
    _ samples: [Sample], of person: String, _ outcome: inout MergeOutcome
  ) async throws {
    guard !samples.isEmpty else { return }
    let here = try await self.samples(
      matching: SampleQuery(
        kinds: Set(samples.map(\.kind)), participant: person, includesLeftOut: true))
    let known = Dictionary(here.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let others = samples.filter { sample in
      known[sample.id].map { $0.value != sample.value } ?? false
    }
    for sample in others {
      outcome.conflicts.append(
        "\(sample.kind.name) of \(person) from \(sample.source.name), \(Self.day(sample.start)): "
          + "\(sample.value) there and \(known[sample.id]?.value ?? 0) here, which stays")
    }
    let left = Set(others.map(\.id))
    outcome.saved.add(try await keep(samples.filter { !left.contains($0.id) }))
  }

  private static func day(_ date: Date) -> String {
    let days = (date.timeIntervalSince1970 / 86_400).rounded(.down)
    return Int(exactly: days).map { CivilDate(daysSince1970: $0).text } ?? ""
  }
}

/// What came of taking over another store.
public struct MergeOutcome: Hashable, Sendable {
  /// Recordings that were taken over or were there already.
  public var recordings = 0
  /// Samples written, there already, and not kept.
  public var saved = SaveOutcome()
  /// What did not fit, in words; it was left out and stays in the other store.
  public var conflicts: [String] = []

  /// Nothing yet.
  public init() {}
}
