extension RandomAccessCollection where Index == Int {
  /// The first place from which on a condition holds, of elements of which it holds for the last ones; the end where it
  /// holds for none.
  @inlinable package func partitioningIndex(where condition: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
