/// Pairs found bouts with true ones that are nearly the same stretch of time.
struct BoutMatching: Sendable, Hashable {
  /// The overlap must be at least this share of both bouts.
  var share: Double

  /// The shares at which bouts are compared.
  ///
  /// 0.8 is the Mobilise-D custom; it leaves few pairs. Above one half a bout still has at most one
  /// partner.
  static let shares = [0.8, 0.51]

  /// Index pairs in order of the true bouts; a true bout takes the first found one that fits.
  func pairs(
    found: [Range<Int>], true truth: [Range<Int>]
  ) -> [(found: Int, truth: Int)] {
    let order = found.indices.sorted { found[$0].lowerBound < found[$1].lowerBound }
    let starts = order.map { Double(found[$0].lowerBound) }
    let longest = found.map(\.count).max() ?? 0
    return truth.indices.compactMap { index in
      let bout = truth[index]
      let low = starts.firstIndex(notBefore: Double(bout.lowerBound - longest))
      let high = starts.firstIndex(notBefore: Double(bout.upperBound))
      let partner = order[low..<max(low, high)].filter { fits(found[$0], bout) }.min()
      return partner.map { ($0, index) }
    }
  }

  private func fits(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
    let overlap = Double(a.clamped(to: b).count)
    return overlap > 0 && overlap / Double(b.count) >= share && overlap / Double(a.count) >= share
  }
}
