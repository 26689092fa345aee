/// A place in the history of a store: after so many changes.
///
/// Keep it (``rawValue`` is a number) and ask later for everything since.
public struct ChangeAnchor: RawRepresentable, Hashable, Sendable, Comparable {
  /// The number of the last change before the place; 0 before everything.
  public var rawValue: Int64

  /// The place after so many changes.
  public init(rawValue: Int64) { self.rawValue = rawValue }

  /// Before everything.
  public static let beginning = ChangeAnchor(rawValue: 0)

  /// Orders places by time.
  public static func < (a: ChangeAnchor, b: ChangeAnchor) -> Bool { a.rawValue < b.rawValue }
}
