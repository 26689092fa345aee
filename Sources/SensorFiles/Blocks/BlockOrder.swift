/// Finds blocks that do not lie in the order in which they were recorded.
///
/// The longest chain of blocks that begin one after the other counts as the recording. A block
/// with a clock far ahead then loses only itself and not all that follow it.
struct BlockOrder {
  /// A block may be put back over this many others: more is no slip of a page of flash memory.
  static let reach = 16.0

  /// Places of the blocks to be used, in the order of their time.
  private(set) var kept: [Int] = []
  /// Places of those among them that had to be moved.
  private(set) var moved: [Int] = []
  /// Places of blocks that fit nowhere, in the order of the file.
  private(set) var dropped: [Int] = []

  /// Orders blocks by when they begin; both in seconds.
  init(starts: [Double], durations: [Double]) {
    let isRising = zip(starts, starts.dropFirst()).allSatisfy { $0 < $1 }
    kept = isRising ? Array(starts.indices) : Self.longestRise(starts)
    guard !isRising else { return }
    var isKept = [Bool](repeating: false, count: starts.count)
    for place in kept { isKept[place] = true }
    for place in starts.indices where !isKept[place] {
      if let target = gap(for: place, starts, durations) {
        kept.insert(place, at: target)
        moved.append(place)
      } else {
        dropped.append(place)
      }
    }
  }

  /// Where in `kept` there is room for a block. Half a block may overlap: starts are estimates.
  private func gap(for place: Int, _ starts: [Double], _ durations: [Double]) -> Int? {
    let target = kept.firstIndex { starts[$0] >= starts[place] } ?? kept.count
    let far = Self.reach * durations[place]
    var isNear = false
    if target > 0 {
      let before = kept[target - 1]
      if starts[before] + durations[before] / 2 > starts[place] { return nil }
      isNear = starts[place] - starts[before] < far
    }
    if target < kept.count {
      let after = kept[target]
      if starts[place] + durations[place] / 2 > starts[after] { return nil }
      isNear = isNear || starts[after] - starts[place] < far
    }
    return isNear ? target : nil
  }

  /// Places of the longest strictly rising chain, by patience sorting.
  private static func longestRise(_ values: [Double]) -> [Int] {
    var tails: [Int] = []
    var before = [Int](repeating: -1, count: values.count)
    for place in values.indices {
      var (low, high) = (0, tails.count)
      while low < high {
        let middle = (low + high) / 2
        if values[tails[middle]] < values[place] { low = middle + 1 } else { high = middle }
      }
      before[place] = low > 0 ? tails[low - 1] : -1
      if low == tails.count { tails.append(place) } else { tails[low] = place }
    }
    var chain: [Int] = []
    var place = tails.last ?? -1
    while place >= 0 {
      chain.append(place)
      place = before[place]
    }
    return chain.reversed()
  }
}
