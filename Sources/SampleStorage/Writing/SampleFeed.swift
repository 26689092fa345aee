import GaitModel

/// Samples that come in pieces, as from a file.
///
/// It is handed over to the one transaction that reads it to its end, and used nowhere else: that makes
/// it safe to send, although what it reads from is not.
public struct SampleFeed: @unchecked Sendable {
  /// The next samples, or `nil` after the last ones.
  let next: () throws -> [Sample]?

  /// Makes a feed; `next` gives `nil` after the last samples and is not used by anybody else.
  public init(_ next: @escaping () throws -> [Sample]?) { self.next = next }
}
