/// The most likely sequence of states (A. J. Viterbi, IEEE Trans. Inf. Theory 13:260, 1967).
///
/// At each place every state keeps the best path that ends in it: one score and the state before. What a state
/// is worth and what a change costs belong to whoever asks.
public struct MostLikelyPath: Sendable {
  /// The score of the best path that ends in each state, in the unit of what was given.
  public private(set) var scores: [Double]
  private var origins: [[Int16]] = []

  /// The paths of the first place.
  /// - Parameter scores: what each state is worth there.
  public init(scores: [Double]) { self.scores = scores }

  /// Goes on to the next place.
  /// - Parameters:
  ///   - worth: what a state is worth at the new place.
  ///   - origins: the states that a state may come from: one that wins a tie, and a range.
  ///   - cost: what the change from one state (first) to another (second) costs.
  @inlinable
  public mutating func append(
    worth: (Int) -> Double, from origins: (Int) -> (first: Int, others: Range<Int>),
    cost: (Int, Int) -> Double
  ) {
    var next = scores
    var came = [Int16](repeating: 0, count: next.count)
    scores.withUnsafeBufferPointer { scores in
      for to in next.indices {
        let (first, others) = origins(to)
        var (top, origin) = (scores[first] - cost(first, to), first)
        for from in others {
          let score = scores[from] - cost(from, to)
          if score > top { (top, origin) = (score, from) }
        }
        came[to] = Int16(origin)
        next[to] = top + worth(to)
      }
    }
    append(scores: next, origins: came)
  }

  /// Goes on to the next place with what somebody else has worked out.
  /// - Parameters:
  ///   - scores: the score of the best path that ends in each state.
  ///   - origins: the state before, for each.
  public mutating func append(scores: [Double], origins: [Int16]) {
    self.scores = scores
    self.origins.append(origins)
  }

  /// The best path, a state for each place; of equally good ones that which ends in the first state.
  public var states: [Int] {
    var state = 0
    for other in scores.indices where scores[other] > scores[state] { state = other }
    var path = [state]
    for came in origins.reversed() {
      state = Int(came[state])
      path.append(state)
    }
    return path.reversed()
  }
}
