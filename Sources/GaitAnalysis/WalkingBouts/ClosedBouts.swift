import GaitModel

/// The bouts of a recording that have closed, in blocks and without room to spare: a month of walking holds tens of
/// thousands, and one array of them that grows would take up to three times their memory.
struct ClosedBouts: Sendable {
  /// More than a mebibyte of bouts: a block of memory of its own, which goes back to the system when it is emptied.
  private static let blockCount = 1024
  private var blocks: [[WalkingBout]] = []
  /// Where they are kept in place of `blocks`; `nil` where whoever asks wants them in memory.
  private var kept: KeptBouts?
  /// Where each lies, in the order in which they closed, seconds from the first sample.
  private(set) var spans: [Range<Double>] = []

  /// Holds none yet. With a folder those of a long recording go to a file there.
  init(in folder: String? = nil) { kept = folder.map(KeptBouts.init(in:)) }

  /// Why bouts are in memory that should lie in the folder; `nil` where none are.
  var failure: KeptBoutsError? { kept?.failure }

  /// Takes bouts as they close.
  mutating func append(_ bouts: [WalkingBout]) {
    for bout in bouts {
      spans.append(bout.seconds)
      if kept != nil { kept?.append(bout) } else { hold(bout) }
    }
  }

  private mutating func hold(_ bout: WalkingBout) {
    if (blocks.last?.count ?? Self.blockCount) == Self.blockCount {
      blocks.append([])
      blocks[blocks.count - 1].reserveCapacity(Self.blockCount)
    }
    blocks[blocks.count - 1].append(Self.compact(bout))
  }

  /// Hands out all of them in time order, with the turns of the whole recording in them, and keeps none.
  mutating func takeAll(turns: [Turn]) -> BoutList {
    let order = spans.indices.sorted {
      (spans[$0].lowerBound, $0) < (spans[$1].lowerBound, $1)
    }
    let counts = Self.turnCounts(in: order.map { spans[$0] }, of: turns)
    defer { self = ClosedBouts() }
    return kept?.takeList(in: order, turnCounts: counts)
      ?? BoutList(takeHeld(in: order, turnCounts: counts))
  }

  /// A block goes as soon as it is empty.
  private mutating func takeHeld(in order: [Int], turnCounts: [Int]) -> [WalkingBout] {
    var all: [WalkingBout] = []
    all.reserveCapacity(order.count)
    var left = blocks.map(\.count)
    for (place, turns) in zip(order, turnCounts) {
      let (block, row) = place.quotientAndRemainder(dividingBy: Self.blockCount)
      all.append(blocks[block][row].withTurns(turns))
      left[block] -= 1
      if left[block] == 0 { blocks[block] = [] }
    }
    return all
  }

  /// How many turns begin in each stretch, both in time order: a turn between a walk and a run is found with both, and
  /// counts where it begins.
  private static func turnCounts(in spans: [Range<Double>], of turns: [Turn]) -> [Int] {
    var next = 0
    return spans.map { span in
      while next < turns.count, turns[next].seconds.lowerBound < span.lowerBound { next += 1 }
      return turns[next...].prefix { $0.seconds.lowerBound < span.upperBound }.count
    }
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
