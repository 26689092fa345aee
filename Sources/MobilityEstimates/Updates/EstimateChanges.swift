import Foundation
import GaitModel

/// What an update leaves to be kept and to be removed.
public struct EstimateChanges: Hashable, Sendable {
  /// New samples, and samples that take the place of those with their identity.
  public var saved: [Sample] = []
  /// Kept samples that would no longer be made.
  public var deleted: [Sample] = []
  /// The identities of saved samples that take the place of kept ones.
  public var replaced: [UUID] = []
  /// Days whose samples were read.
  public var daysRead = 0
  /// Weeks that were estimated.
  public var weeksEstimated = 0

  /// No changes.
  public init() {}

  /// The steadiness events among the saved samples, in time order.
  public var events: [TypedSample<SteadinessEvent>] {
    saved.compactMap { TypedSample(.steadinessEvent, $0) }
      .sorted { $0.sample.start < $1.sample.start }
  }

  /// Compares what is kept with what should be: what is the same is not written again.
  mutating func reconcile(kept: [Sample], made: [Sample]) {
    // Identities are hashes: a first run, which has nothing to compare, does not ask for them.
    if kept.isEmpty {
      saved += made
      return
    }
    var left = Dictionary(kept.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for sample in made {
      let before = left.removeValue(forKey: sample.id)
      guard before != sample else { continue }
      saved.append(sample)
      if before != nil { replaced.append(sample.id) }
    }
    deleted += kept.filter { left[$0.id] != nil }
  }
}
