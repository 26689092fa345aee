/// Pairs found contacts with true ones: each must be the other's nearest neighbor.
///
/// Of two neighbors equally far away the earlier counts. A contact that is listed twice at one time
/// can be paired once.
struct ContactMatching: Sendable, Hashable {
  /// How far apart a pair may lie, seconds.
  var toleranceSeconds: Double
  /// Which of several contacts listed at one and the same earlier time stands for them.
  var standIn = StandIn.first

  /// The first or the last in order of listing.
  enum StandIn: Sendable, Hashable { case first, last }

  /// The tolerances, seconds, at which contacts are scored.
  ///
  /// 0.5 s is the field's custom (Micó-Amigo et al. 2023); it accepts the neighboring step in fast
  /// walking, so the tighter ones say more. 0.05 s is close to what two lab systems differ by.
  static let tolerances = [0.05, 0.1, 0.25, 0.5]
  /// At this tolerance, seconds, feet are compared: less than half a step, so no pair is one step off.
  static let footTolerance = 0.25
  /// Keeps a pair at exactly the tolerance in spite of binary fractions, seconds.
  private static let slack = 1e-9

  /// A found contact and a true one, by index.
  struct Pair: Sendable, Hashable {
    var found: Int
    var truth: Int
  }

  /// The pairs, in order of the found contacts. Both lists are sorted in time.
  func pairs(found: [Double], true truth: [Double]) -> [Pair] {
    guard !found.isEmpty, !truth.isEmpty else { return [] }
    return found.indices.compactMap { index in
      let candidate = nearest(to: found[index], in: truth)
      guard abs(found[index] - truth[candidate]) <= toleranceSeconds + Self.slack,
        nearest(to: truth[candidate], in: found) == index
      else { return nil }
      return Pair(found: index, truth: candidate)
    }
  }

  private func nearest(to time: Double, in times: [Double]) -> Int {
    let after = times.firstIndex(notBefore: time)
    guard after > 0 else { return 0 }
    if after < times.count, abs(times[after] - time) < abs(times[after - 1] - time) {
      return after
    }
    switch standIn {
    case .first: return times.firstIndex(notBefore: times[after - 1])
    case .last: return after - 1
    }
  }
}

extension [Double] {
  /// The index of the first number that is not less than `value`; the numbers are sorted.
  func firstIndex(notBefore value: Double) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The index of the first number that is greater than `value`; the numbers are sorted.
  func firstIndex(after value: Double) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] <= value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

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
