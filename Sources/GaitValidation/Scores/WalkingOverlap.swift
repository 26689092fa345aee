/// Seconds of walking that an engine found, missed or made up.
enum WalkingOverlap {
  /// Compares stretches on a grid of 0.01 s; `ignored` stretches are left out.
  static func tally(
    found: [Range<Double>], true truth: [Range<Double>], ignored: [Range<Double>],
    durationSeconds: Double
  ) -> Tally {
    let set = { TickSet(seconds: $0, durationSeconds: durationSeconds) }
    let (found, truth, ignored) = (set(found), set(truth), set(ignored))
    let both = found.intersection(truth)
    let counted = { (ticks: TickSet) in ticks.seconds - ticks.intersection(ignored).seconds }
    return Tally(
      hits: counted(both), falseAlarms: counted(found) - counted(both),
      misses: counted(truth) - counted(both))
  }
}

/// Samples of walking that an engine found, missed or made up, against bouts of a lab system.
///
/// Two ways of counting exist. The inclusive one is that of the Mobilise-D scorers: bouts are cut into
/// pieces, and every piece counts its first and its last sample, so many short pieces count for more
/// than they are. The strict one counts each sample once. Both are given, because published figures
/// use the first. In both, stretches that overlap each other are one, so that no share is above 1; those that
/// touch are two.
enum SequenceOverlap {
  /// Counts every sample once.
  static func strict(found: [Range<Int>], true truth: [Range<Int>], sampleCount: Int) -> Tally {
    let limits = 0..<max(0, sampleCount)
    let found = TickSet(found, limits: limits)
    let truth = TickSet(truth, limits: limits)
    let both = found.intersection(truth).count
    return Tally(
      hits: Double(both), falseAlarms: Double(found.count - both),
      misses: Double(truth.count - both))
  }

  /// Counts pieces with both their ends.
  static func inclusive(found: [Range<Int>], true truth: [Range<Int>]) -> Tally {
    let found = SortedStretches(found)
    let truth = SortedStretches(truth)
    var tally = Tally()
    for stretch in found.stretches {
      let partners = truth.overlapping(stretch)
      tally.falseAlarms += samples(of: stretch, outside: partners)
      for partner in partners {
        let common = stretch.clamped(to: partner)
        tally.hits += samples(from: common.lowerBound, to: common.upperBound)
      }
    }
    for stretch in truth.stretches {
      tally.misses += samples(of: stretch, outside: found.overlapping(stretch))
    }
    return tally
  }

  /// A piece with both its ends.
  private static func samples(from start: Int, to end: Int) -> Double { Double(end - start + 1) }

  /// The samples of a stretch before, between and after its partners, which are sorted.
  private static func samples(of stretch: Range<Int>, outside partners: [Range<Int>]) -> Double {
    guard !partners.isEmpty else {
      return samples(from: stretch.lowerBound, to: stretch.upperBound)
    }
    var sum = 0.0
    for (index, partner) in partners.enumerated() {
      if stretch.lowerBound < partner.lowerBound {
        let before = index > 0 ? partners[index - 1].upperBound : stretch.lowerBound
        sum += samples(from: max(stretch.lowerBound, before), to: partner.lowerBound)
      }
      let isLast = index + 1 == partners.count
      if stretch.upperBound > partner.upperBound,
        isLast || stretch.upperBound <= partners[index + 1].lowerBound
      {
        sum += samples(from: partner.upperBound, to: stretch.upperBound)
      }
    }
    return sum
  }
}

/// Stretches one after the other, with a quick way to those that overlap another.
private struct SortedStretches {
  /// Those that overlap are one; sorted by start, then by end.
  let stretches: [Range<Int>]
  private let starts: [Double]
  private let ends: [Double]

  init(_ unsorted: [Range<Int>]) {
    let sorted = Set(unsorted).sorted {
      ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound)
    }
    stretches = sorted.reduce(into: []) { joined, stretch in
      guard let last = joined.last, stretch.lowerBound < last.upperBound else {
        return joined.append(stretch)
      }
      joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, stretch.upperBound)
    }
    starts = stretches.map { Double($0.lowerBound) }
    ends = stretches.map { Double($0.upperBound) }
  }

  /// The stretches that share at least one sample with another, in order.
  func overlapping(_ other: Range<Int>) -> [Range<Int>] {
    let first = ends.firstIndex(after: Double(other.lowerBound))
    let end = starts.firstIndex(notBefore: Double(other.upperBound))
    return Array(stretches[first..<max(first, end)])
  }
}

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
