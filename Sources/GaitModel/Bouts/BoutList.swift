/// The bouts of a recording, one after the other in time order.
///
/// ```swift
/// for bout in analysis.boutList { print(bout.walkingSpeed) }
/// ```
///
/// Those of a long recording may lie in a file (``KeptBouts``); each is made when it is its turn and forgotten
/// afterward. So a month of walking takes no more memory than a day.
public struct BoutList: Sequence, Hashable, Sendable {
  private enum Content: Sendable {
    case whole([WalkingBout])
    case kept(KeptBouts.Packed)
  }

  private let content: Content

  /// Bouts that are in memory, in time order.
  public init(_ bouts: [WalkingBout] = []) { content = .whole(bouts) }

  /// Bouts that were kept, in time order.
  init(_ packed: KeptBouts.Packed) { content = .kept(packed) }

  /// How many there are.
  public var count: Int {
    switch content {
    case .whole(let bouts): bouts.count
    case .kept(let packed): packed.places.count
    }
  }

  /// Whether there are none.
  public var isEmpty: Bool { count == 0 }

  /// So many are there at least, and at most.
  public var underestimatedCount: Int { count }

  /// The first; `nil` where there is none.
  public var first: WalkingBout? {
    var bouts = makeIterator()
    return bouts.next()
  }

  /// All of them, in memory at once.
  public var all: [WalkingBout] {
    switch content {
    case .whole(let bouts): bouts
    case .kept: Array(self)
    }
  }

  /// Begins with the first.
  public func makeIterator() -> Iterator {
    switch content {
    case .whole(let bouts): Iterator(whole: bouts.makeIterator(), kept: nil)
    case .kept(let packed):
      Iterator(whole: [].makeIterator(), kept: KeptBouts.Iterator(packed))
    }
  }

  /// Goes from bout to bout.
  public struct Iterator: IteratorProtocol {
    fileprivate var whole: Array<WalkingBout>.Iterator
    fileprivate var kept: KeptBouts.Iterator?

    /// The next; `nil` after the last.
    public mutating func next() -> WalkingBout? {
      kept == nil ? whole.next() : kept?.next()
    }
  }

  /// Compares the bouts, wherever they lie.
  public static func == (a: BoutList, b: BoutList) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { $0 == $1 }
  }

  /// Hashes the bouts, wherever they lie.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for bout in self { hasher.combine(bout) }
  }
}
