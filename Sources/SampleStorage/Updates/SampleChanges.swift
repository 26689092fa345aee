import Foundation
import GaitModel

/// What happened to samples between two places in the history of a store.
public struct SampleChanges: Hashable, Sendable {
  /// Samples that are new or have a new value, the earliest first. One whose identity is known
  /// already takes the place of the known one.
  public var added: [Sample]
  /// The identities of samples that are gone, sorted. A store does not say more about a deleted
  /// sample, not even of whom it was: deletions of all people are among them.
  public var deleted: [UUID]
  /// Where samples that are gone may have been; people of whom nothing is left have no stretch.
  public var thinned: [ThinnedStretch]
  /// From where to ask the next time.
  public var anchor: ChangeAnchor

  /// Whether nothing happened.
  public var isEmpty: Bool { added.isEmpty && deleted.isEmpty }
}

/// Days from which samples of a person's kind were deleted, perhaps beside others that were added.
///
/// Whole days of UTC, so that a store does not keep when a deleted sample was.
public struct ThinnedStretch: Hashable, Sendable {
  /// The person.
  public var participant: String
  /// The kind.
  public var kind: AnySampleKind
  /// From the first instant of a day up to that of another.
  public var interval: Range<Date>
}
