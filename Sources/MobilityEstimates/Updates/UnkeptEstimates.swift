import GaitModel

/// What a store would say after an update, without keeping it: a look at a person changes nothing.
///
/// ```swift
/// let changes = try await update.changes(in: store, stale: stale, through: today)
/// let overview = try await update.overview(
///   in: UnkeptEstimates(changes, over: store), through: today)
/// ```
public struct UnkeptEstimates<Store: SampleReading>: SampleReading {
  private let store: Store
  private let made: [AnySampleKind: [Sample]]
  private let kinds: Set<AnySampleKind>
  private let gone: Set<Sample>

  /// Lays changes over a store.
  public init(_ changes: EstimateChanges, over store: Store) {
    self.store = store
    made = Dictionary(grouping: changes.saved, by: \.kind)
    gone = Set(changes.deleted + changes.previous)
    kinds = Set(changes.deleted.map(\.kind)).union(made.keys)
  }

  /// The samples asked for, in the order asked for, as if the changes were kept.
  public func samples(matching query: SampleQuery) async throws -> [Sample] {
    guard query.kinds.map({ !kinds.isDisjoint(with: $0) }) ?? true else {
      return try await store.samples(matching: query)
    }
    var everything = query
    everything.limit = nil
    let kept = try await store.samples(matching: everything).filter { !gone.contains($0) }
    let asked = made.filter { query.kinds?.contains($0.key) ?? true }.values.joined()
    return query.arranged(kept + asked.filter(query.matches))
  }

  /// Everybody who has samples, by name.
  public func participants() async throws -> [String] {
    Set(try await store.participants() + made.values.joined().map(\.participant)).sorted()
  }
}
