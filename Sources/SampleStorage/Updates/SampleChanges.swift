import Foundation
import GaitModel

/// What happened to samples between two places in the history of a store.
public struct SampleChanges: Hashable, Sendable {
  /// Samples that are new or have a new value, the earliest first. One whose identity is known
  /// already takes the place of the known one.
  public var added: [Sample]
  /// The identities of samples that are gone, sorted. A store does not say more about what was
  /// deleted, not even of whom it was: deletions of all people are among them.
  public var deleted: [UUID]
  /// From where to ask the next time.
  public var anchor: ChangeAnchor

  /// Whether nothing happened.
  public var isEmpty: Bool { added.isEmpty && deleted.isEmpty }
}
