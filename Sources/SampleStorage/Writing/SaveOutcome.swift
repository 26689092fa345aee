import GaitModel

/// What came of a save.
public struct SaveOutcome: Hashable, Sendable {
  /// Samples that are new or have another value than before.
  public var written = 0
  /// Samples that were there already, as they are.
  public var unchanged = 0
  /// Samples of an older analysis that a newer one did not find again.
  public var deleted = 0
  /// Samples that were not kept because collection of their kind is stopped for the person, by kind.
  public var stopped: [AnySampleKind: Int] = [:]
  /// Recordings of which a newer analysis is kept already; nothing of them was written.
  public var olderRecordings: [RecordingReference] = []

  /// Recordings with the same samples that gave way: kept under another name, with another start, or
  /// of another person.
  public var replaced: [RecordingReplacement] = []

  /// Makes an outcome of nothing.
  public init() {}

  /// Adds another outcome.
  public mutating func add(_ other: SaveOutcome) {
    written += other.written
    unchanged += other.unchanged
    deleted += other.deleted
    stopped.merge(other.stopped, uniquingKeysWith: +)
    olderRecordings += other.olderRecordings
    replaced += other.replaced
  }
}
