/// Pairs found strides with true ones whose start and end both lie close by.
enum StrideMatching {
  /// How far apart starts and ends may lie, seconds: less than half a step.
  static let toleranceSeconds = 0.25

  /// Index pairs in order of the true strides.
  ///
  /// Each true stride takes the nearest free one (start and end distances added); of equally near ones
  /// the first in the list.
  static func pairs(
    found: [EngineOutput.Stride], true truth: [SystemReference.Stride]
  ) -> [(found: Int, truth: Int)] {
    let order = found.indices.sorted {
      (found[$0].startSeconds, $0) < (found[$1].startSeconds, $1)
    }
    let starts = order.map { found[$0].startSeconds }
    var isTaken = Array(repeating: false, count: found.count)
    return truth.indices.compactMap { index in
      let stride = truth[index]
      // One tolerance more than needed, so that rounding cannot drop a candidate; checked below.
      let low = starts.firstIndex(notBefore: stride.startSeconds - 2 * toleranceSeconds)
      let high = starts.firstIndex(after: stride.startSeconds + 2 * toleranceSeconds)
      var best: (distance: Double, found: Int)?
      for candidate in order[low..<high] where !isTaken[candidate] {
        guard let distance = distance(found[candidate], stride) else { continue }
        if best.map({ (distance, candidate) < ($0.distance, $0.found) }) ?? true {
          best = (distance, candidate)
        }
      }
      guard let best else { return nil }
      isTaken[best.found] = true
      return (best.found, index)
    }
  }

  private static func distance(
    _ found: EngineOutput.Stride, _ truth: SystemReference.Stride
  ) -> Double? {
    let start = abs(truth.startSeconds - found.startSeconds)
    let end = abs(truth.endSeconds - found.endSeconds)
    return start <= toleranceSeconds && end <= toleranceSeconds ? start + end : nil
  }
}
