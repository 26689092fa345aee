import Signals

/// Finds the most likely feet of contacts of which each says something: feet take turns, unless a contact was missed.
struct FootOrder {
  /// A single contact never counts for more than this, log-odds.
  var largestEvidence: Double
  /// What two contacts of the same foot in a row cost, log-odds.
  var repetitionCost: Double
  /// What a change of foot costs where one contact seems missed, log-odds.
  var changeCostAfterMiss: Double
  /// Beyond this share of the median step time a contact was missed.
  var missedShare: Double
  /// Beyond this share nothing is known of the steps between.
  var pauseShare: Double

  /// What it costs to stay on a foot and to change it, after so many median step times.
  private func costs(afterSteps steps: Double) -> (stay: Double, swap: Double) {
    if steps > pauseShare { return (0, 0) }
    return steps > missedShare ? (0, changeCostAfterMiss) : (repetitionCost, 0)
  }

  /// The most likely feet, and by how much the best sequence beats its mirror image.
  func mostLikely(_ odds: [Double], contacts: [Double]) -> ([Bool], margin: Double) {
    guard !odds.isEmpty else { return ([], 0) }
    let intervals = zip(contacts.dropFirst(), contacts).map { $0 - $1 }
    let usual = Statistics.median(intervals) ?? 1
    let clipped = odds.map { max(-largestEvidence, min(largestEvidence, $0)) / 2 }
    var path = MostLikelyPath(scores: [-clipped[0], clipped[0]])
    for i in odds.indices.dropFirst() {
      let (stay, swap) = costs(afterSteps: intervals[i - 1] / usual)
      path.append(
        worth: { $0 == 0 ? -clipped[i] : clipped[i] }, from: { (first: $0, others: 0..<2) },
        cost: { $0 == $1 ? stay : swap })
    }
    let feet = path.states.map { $0 == 1 }
    let margin = zip(feet, clipped).reduce(0) { $0 + ($1.0 ? 2 * $1.1 : -2 * $1.1) }
    return (feet, margin)
  }
}
