import GaitModel

/// The bouts of a recording that have closed, in blocks and without room to spare: a month of walking holds tens of
/// thousands, and one array of them that grows would take up to three times their memory.
struct ClosedBouts: Sendable {
  /// More than a mebibyte of bouts: a block of memory of its own, which goes back to the system when it is emptied.
  private static let blockCount = 1024
  private var blocks: [[WalkingBout]] = []
  /// Where each lies, in the order in which they closed, seconds from the first sample.
  private(set) var spans: [Range<Double>] = []
  /// Whether any of them has a speed.
  private(set) var hasSpeed = false

  /// Takes bouts as they close.
  mutating func append(_ bouts: [WalkingBout]) {
    for bout in bouts {
      if (blocks.last?.count ?? Self.blockCount) == Self.blockCount {
        blocks.append([])
        blocks[blocks.count - 1].reserveCapacity(Self.blockCount)
      }
      blocks[blocks.count - 1].append(Self.compact(bout))
      spans.append(bout.seconds)
      hasSpeed = hasSpeed || bout.walkingSpeed.value != nil
    }
  }

  /// Hands out all of them in time order and keeps none. A block goes as soon as it is empty.
  mutating func takeAll() -> [WalkingBout] {
    let order = spans.indices.sorted {
      (spans[$0].lowerBound, $0) < (spans[$1].lowerBound, $1)
    }
    var all: [WalkingBout] = []
    all.reserveCapacity(order.count)
    var left = blocks.map(\.count)
    for place in order {
      let (block, row) = place.quotientAndRemainder(dividingBy: Self.blockCount)
      all.append(blocks[block][row])
      left[block] -= 1
      if left[block] == 0 { blocks[block] = [] }
    }
    self = ClosedBouts()
    return all
  }

  /// The same bout in arrays that are as long as what they hold.
  private static func compact(_ bout: WalkingBout) -> WalkingBout {
    var bout = bout
    bout.initialContacts = bout.initialContacts.withUnsafeBufferPointer { Array($0) }
    bout.finalContacts = bout.finalContacts.withUnsafeBufferPointer { Array($0) }
    bout.strides = bout.strides.withUnsafeBufferPointer { Array($0) }
    return bout
  }
}
