import GaitModel

/// Finds the hours in which the device was not worn: stiller, and for longer, than any body rests.
///
/// The recording is cut into blocks of a quarter of an hour; four of them in a row are not worn when
/// on two axes of three the signal hardly varies and hardly moves. Short islands of wear between
/// long stretches of non-wear are the device being carried or knocked, and count as non-wear.
///
/// Source: V. T. van Hees et al., PLoS ONE 6:e22922 (2011) and 8:e61691 (2013). The deviations are
/// listed in `provenance`.
public struct NonWear: ConfigurableMethod {
  /// Windows move by this, minutes, as in the paper of 2013.
  public var blockMinutes = 15.0
  /// So many blocks are one window: the hour of the paper of 2013.
  public var windowBlocks = 4
  /// An axis at rest varies by less than this, standard deviation in g, as in the paper.
  public var stillDeviationG = StillEpochs.deviationG
  /// An axis at rest stays within a range narrower than this, g, as in the paper.
  public var stillRangeG = 0.05
  /// So many axes must be at rest, as in the paper.
  public var stillAxisCount = 2
  /// A window is judged when this share of it has samples: one of its blocks may be missing, which
  /// is what the end of a recording leaves.
  public var leastWindowShare = 0.75
  /// Islands of wear that count as non-wear, as in the authors' implementation (GGIR).
  var islands = [
    IslandRule(longestHours: 6, largestShare: 0.3), IslandRule(longestHours: 3, largestShare: 0.8),
  ]
  /// How often islands are looked for in what was found before, as in the authors' implementation.
  public var islandPasses = 3

  /// An island of wear is no wear when it is this short, and short beside what lies around it.
  struct IslandRule: Hashable, Sendable {
    /// Islands must be shorter than this, hours.
    var longestHours: Double
    /// Islands must be shorter than this share of the two stretches around them.
    var largestShare: Double
  }

  /// A quarter of an hour with samples.
  struct Block: Sendable {
    /// Quarter-hours since the first sample of the recording.
    var index: Int
    /// Sums over the samples of the engine's grid, m/s².
    var moments: AxisMoments
  }

  /// What was found.
  struct Findings: Hashable, Sendable {
    /// Stretches that were not worn, blocks since the first sample, in time order.
    var stretches: [Range<Int>] = []
    /// Samples in them.
    var sampleCount = 0
  }

  /// The method with its settings as they were measured best.
  public init() {}

  /// Where the method comes from.
  public var provenance: Provenance {
    Provenance(
      method: "NonWear", question: "was the device worn",
      citation: "van Hees et al. 2011, PLoS ONE 6:e22922; van Hees et al. 2013, PLoS ONE 8:e61691",
      doi: "10.1371/journal.pone.0061691",
      deviations: [
        "a window that is not worn marks all four of its quarter-hours, not only the middle one",
        "nothing is guessed in the first and last hours of a recording: people start and end "
          + "recordings as they like",
        "samples brought onto an even grid first; time without samples is neither worn nor not",
      ], revision: 1)
  }

  /// Stretches in which the device was not worn.
  ///
  /// - Parameter blocks: quarter-hours that have samples, in time order.
  /// - Returns: none when it was worn throughout, or when less than a window was recorded.
  func findings(in blocks: [Block]) -> Findings {
    var found = windows(notWornIn: blocks)
    for _ in 0..<islandPasses { found = withoutIslands(found) }
    let isNotWorn = { (block: Block) in found.contains { $0.contains(block.index) } }
    return Findings(
      stretches: found,
      sampleCount: blocks.reduce(0) { $0 + (isNotWorn($1) ? $1.moments.count : 0) })
  }

  /// Windows that are not worn, where they touch or overlap as one.
  private func windows(notWornIn blocks: [Block]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for first in blocks.indices {
      let end = blocks[first].index + windowBlocks
      let window = blocks[first...].prefix { $0.index < end }
      guard isNotWorn(window), let last = window.last else { continue }
      let stretch = blocks[first].index..<last.index + 1
      if let before = found.last, before.upperBound >= stretch.lowerBound {
        found[found.count - 1] = before.lowerBound..<stretch.upperBound
      } else {
        found.append(stretch)
      }
    }
    return found
  }

  private func isNotWorn(_ window: ArraySlice<Block>) -> Bool {
    guard var moments = window.first?.moments else { return false }
    for block in window.dropFirst() { moments.append(block.moments) }
    let whole = Double(windowBlocks) * blockMinutes * 60 * SampleGrid.rateHertz
    guard Double(moments.count) >= leastWindowShare * whole else { return false }
    let deviation = stillDeviationG * standardGravity
    let isCalm = moments.variance .< SIMD3(repeating: deviation * deviation)
    let isUnmoved = moments.range .< SIMD3(repeating: stillRangeG * standardGravity)
    let isStill = isCalm .& isUnmoved
    return (0..<3).count { isStill[$0] } >= stillAxisCount
  }

  /// The stretches once islands between them are filled; all are judged by what was there before.
  private func withoutIslands(_ stretches: [Range<Int>]) -> [Range<Int>] {
    guard var open = stretches.first else { return [] }
    var joined: [Range<Int>] = []
    for (before, after) in zip(stretches, stretches.dropFirst()) {
      if isIsland(between: before, and: after) {
        open = open.lowerBound..<after.upperBound
      } else {
        joined.append(open)
        open = after
      }
    }
    return joined + [open]
  }

  private func isIsland(between before: Range<Int>, and after: Range<Int>) -> Bool {
    let length = Double(after.lowerBound - before.upperBound)
    let share = length / Double(before.count + after.count)
    return islands.contains {
      length * blockMinutes < $0.longestHours * 60 && share < $0.largestShare
    }
  }
}
