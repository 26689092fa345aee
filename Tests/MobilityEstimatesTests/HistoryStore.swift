import Foundation
import GaitModel

@testable import MobilityEstimates

/// Samples in memory with an index by kind and time, so that a question costs its answer.
actor HistoryStore: GuardedSamples {
  private var kept: [AnySampleKind: [Sample]] = [:]
  /// How many samples were handed out.
  private(set) var samplesRead = 0
  /// What gave way, as it was, with why and when.
  private(set) var superseded: [(sample: Sample, reason: String, instant: Date)] = []
  /// What may be read and written; asked by whoever must ask, not enforced.
  nonisolated let access: SampleAccess

  init(_ samples: [Sample] = [], access: SampleAccess = .everything) {
    self.access = access
    kept = Dictionary(grouping: samples, by: \.kind).mapValues { $0.sorted { $0.start < $1.start } }
  }

  func samples(matching query: SampleQuery) -> [Sample] {
    let found = (query.kinds.map(Array.init) ?? Array(kept.keys)).flatMap { kind -> [Sample] in
      let samples = kept[kind] ?? []
      let first = query.from.map { Self.index(of: $0, in: samples) } ?? 0
      let end = query.to.map { Self.index(of: $0, in: samples) } ?? samples.count
      return samples[first..<max(first, end)].filter(query.matches)
    }
    let arranged =
      query.limit == nil && found.count > 10_000
      ? found.sorted { $0.start < $1.start } : query.arranged(found)
    samplesRead += arranged.count
    return arranged
  }

  func participants() -> [String] { Set(kept.values.joined().map(\.participant)).sorted() }

  func save(_ samples: [Sample]) {
    delete(samples)
    for (kind, samples) in Dictionary(grouping: samples, by: \.kind) {
      kept[kind] = ((kept[kind] ?? []) + samples).sorted { $0.start < $1.start }
    }
  }

  func delete(_ samples: [Sample]) {
    for (kind, samples) in Dictionary(grouping: samples, by: \.kind) {
      let gone = Set(samples.map(\.id))
      let first = samples.map(\.start).min() ?? .distantPast
      let last = samples.map(\.start).max() ?? .distantFuture
      let span = first...last
      kept[kind]?.removeAll { span.contains($0.start) && gone.contains($0.id) }
    }
  }

  func replace(_ old: [Sample], with new: [Sample], because reason: String, at instant: Date) {
    let renewed = Set(new.map(\.id))
    let kept = kept.values.joined().filter { renewed.contains($0.id) && !new.contains($0) }
    superseded += (old.filter { !renewed.contains($0.id) } + kept).map { ($0, reason, instant) }
    delete(old)
    save(new)
  }

  /// Everything of a kind, the earliest first.
  func all(_ kind: AnySampleKind) -> [Sample] { kept[kind] ?? [] }

  /// Everything that estimates wrote, in an order of its own.
  func estimates() -> [Sample] {
    kept.values.joined().filter { $0.source == .estimates }.sorted {
      ($0.kind, $0.start, $0.end) < ($1.kind, $1.start, $1.end)
    }
  }

  private static func index(of date: Date, in samples: [Sample]) -> Int {
    var (low, high) = (0, samples.count)
    while low < high {
      let middle = (low + high) / 2
      if samples[middle].start < date { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
