import Foundation
import GaitModel
import MobilityEstimates
import SampleStorage

extension SampleStore {
  /// The other programs, by their names with plain spaces, of whose samples estimates are kept; it does not matter whether
  /// the samples are still there.
  func estimatedSources(of participant: String?) async throws -> [String] {
    var settings = EstimateSettings()
    var found: [String] = []
    let start = SampleSource.estimates.name + " from "
    for name in try await sources(of: participant) where name.hasPrefix(start) {
      settings.source = String(name.dropFirst(start.count))
      let kept = SampleQuery(
        kinds: EstimateUpdate.madeKinds, participant: participant,
        source: settings.estimateSource.name, limit: 1)
      if try await !samples(matching: kept).isEmpty { found.append(settings.source) }
    }
    return found
  }

  /// What is estimated of other programs' samples that a deletion takes away, a sentence for each source: only a run with
  /// `--source` makes it anew.
  ///
  /// - Parameter query: what is about to be deleted.
  /// - Returns: the sentences; none where nothing is estimated of it.
  /// - Throws: what the store throws.
  func estimatesBehind(_ query: SampleQuery) async throws -> [String] {
    var sentences: [String] = []
    for source in try await estimatedSources(of: query.participant)
    where query.source.map({ SampleSource.areSame($0, source) }) ?? true {
      var read = query
      read.source = source
      read.kinds = query.kinds?.intersection(Staleness.kinds) ?? Staleness.kinds
      guard read.kinds?.isEmpty == false, try await !holdings(matching: read).isEmpty else {
        continue
      }
      let person = query.participant.map { " --participant \($0.shellWord)" } ?? ""
      sentences.append(
        "what was estimated from \(source) stays as it was until gait estimate --store \(path.shellWord)\(person) --source "
          + "\(source.shellWord) makes it anew")
    }
    return sentences
  }

  /// That estimates are kept of another program's samples that are gone: a run without `--source` does not see them.
  ///
  /// - Parameter participant: the person.
  /// - Returns: a sentence for each source.
  /// - Throws: what the store throws.
  func estimatesLeftBehind(of participant: String) async throws -> [String] {
    var sentences: [String] = []
    for source in try await estimatedSources(of: participant) {
      let read = SampleQuery(
        kinds: EstimateUpdate.readKinds, participant: participant, source: source,
        includesLeftOut: true, limit: 1)
      guard try await samples(matching: read).isEmpty else { continue }
      sentences.append(
        "estimates from \(source) are kept, and no samples of it any more: gait estimate --store \(path.shellWord) --participant "
          + "\(participant.shellWord) --source \(source.shellWord) takes them back")
    }
    return sentences
  }
}

/// Programs whose walking speeds a store holds where it holds nothing by the one that is used.
struct WalksElsewhere {
  /// The program that is used.
  var used: String
  /// The others, by name.
  var sources: [String]
  /// Whether the first of them has cadences.
  var hasCadences: Bool

  /// That this is so, and how to estimate from the first of the others.
  ///
  /// - Parameters:
  ///   - store: the store, as a command is to name it.
  ///   - participant: the person, as well.
  /// - Returns: a sentence that begins with a small letter.
  func words(in store: String, of participant: String) -> String {
    let lack = hasCadences ? "" : " (without cadences neither a six-minute walk nor steadiness)"
    return
      "there are no walks by \(used), and walking speeds by \(sources.joined(separator: ", ")): to estimate from "
      + "those\(lack), gait estimate --store \(store.shellWord) --participant \(participant.shellWord) --source "
      + (sources.first ?? "").shellWord
  }
}

extension PersonEstimator {
  /// The other programs that walks are by, where there is nothing by the one that is used.
  ///
  /// - Parameter update: says which is used.
  /// - Returns: `nil` where there is something by it, and where no other has walks.
  /// - Throws: what the store throws.
  func walksElsewhere(_ update: EstimateUpdate) async throws -> WalksElsewhere? {
    var query = SampleQuery(
      kinds: EstimateUpdate.readKinds, participant: participant, source: update.settings.source,
      isEnteredByHand: false, includesLeftOut: true, limit: 1)
    guard try await store.samples(matching: query).isEmpty else { return nil }
    (query.kinds, query.source, query.limit) = ([SampleKind.walkingSpeed.erased], nil, nil)
    let others = Set(try await store.samples(matching: query).map(\.source.name)).sorted()
    guard let first = others.first else { return nil }
    (query.kinds, query.source, query.limit) = ([SampleKind.cadence.erased], first, 1)
    return WalksElsewhere(
      used: update.settings.source, sources: others,
      hasCadences: try await !store.samples(matching: query).isEmpty)
  }
}
