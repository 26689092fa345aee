/// The most likely sequence of states (A. J. Viterbi, IEEE Trans. Inf. Theory 13:260, 1967).
///
/// At each place every state keeps the best path that ends in it: one score and the state before. What a state
/// is worth and what a change costs belong to whoever asks.
public struct MostLikelyPath: Sendable {
  @usableFromInline var held: [Double]
  @usableFromInline var next: [Double]
  /// The states before, place after place, one for each state.
  @usableFromInline var origins: [Int16] = []

  /// The score of the best path that ends in each state, in the unit of what was given.
  @inlinable public var scores: [Double] { held }

  /// The paths of the first place.
  /// - Parameter scores: what each state is worth there.
  public init(scores: [Double]) { (held, next) = (scores, scores) }

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
    for to in held.indices {
      let (first, others) = origins(to)
      var (top, origin) = (held[first] - cost(first, to), first)
      held.withUnsafeBufferPointer { held in
        for from in others {
          let score = held[from] - cost(from, to)
          if score > top { (top, origin) = (score, from) }
        }
      }
      self.origins.append(Int16(origin))
      next[to] = top + worth(to)
    }
    swap(&held, &next)
  }

  /// Goes on to the next place where a change costs by how far it goes, up to a largest cost: the same as
  /// ``append(worth:from:cost:)`` over all states, in one pass up and one down, as the best way to a state that comes from
  /// below comes over its neighbor (P. F. Felzenszwalb and D. P. Huttenlocher, Theory Comput. 8:415, 2012).
  ///
  /// - Parameters:
  ///   - worth: what each state is worth at the new place.
  ///   - costPerState: what a change to the next state costs.
  ///   - largestCost: what no change costs more than.
  public mutating func append(
    worth: UnsafeBufferPointer<Double>, costPerState: Double, largestCost: Double
  ) {
    let count = held.count
    let far = held.indices.max { held[$0] < held[$1] } ?? 0
    let least = held[far] - largestCost
    let first = self.origins.count
    self.origins.append(contentsOf: repeatElement(Int16(far), count: count))
    held.withUnsafeBufferPointer { held in
      next.withUnsafeMutableBufferPointer { next in
        self.origins.withUnsafeMutableBufferPointer { all in
          withUnsafeTemporaryAllocation(of: Double.self, capacity: count) { above in
            withUnsafeTemporaryAllocation(of: Int16.self, capacity: count) { aboveOrigins in
              let origins = UnsafeMutableBufferPointer(rebasing: all[first...])
              // Both ways side by side: each waits for its own last score.
              var (up, upOrigin) = (-Double.infinity, Int16(far))
              var (down, downOrigin) = (up, upOrigin)
              for to in 0..<count {
                up -= costPerState
                if held[to] >= up { (up, upOrigin) = (held[to], Int16(to)) }
                (next[to], origins[to]) = (up, upOrigin)
                let other = count - 1 - to
                down -= costPerState
                if held[other] >= down { (down, downOrigin) = (held[other], Int16(other)) }
                (above[other], aboveOrigins[other]) = (down, downOrigin)
              }
              for to in 0..<count {
                if above[to] > next[to] { (next[to], origins[to]) = (above[to], aboveOrigins[to]) }
                if least >= next[to] { (next[to], origins[to]) = (least, Int16(far)) }
                next[to] += worth[to]
              }
            }
          }
        }
      }
    }
    swap(&held, &next)
  }

  /// Goes on to the next place with what somebody else has worked out.
  /// - Parameters:
  ///   - scores: the score of the best path that ends in each state.
  ///   - origins: the state before, for each.
  public mutating func append(scores: [Double], origins: [Int16]) {
    held = scores
    self.origins += origins
  }

  /// The best path, a state for each place; of equally good ones that which ends in the first state.
  public var states: [Int] {
    var state = 0
    for other in held.indices where held[other] > held[state] { state = other }
    var path = [Int](repeating: state, count: 1 + origins.count / max(1, held.count))
    for place in path.indices.dropLast().reversed() {
      state = Int(origins[place * held.count + state])
      path[place] = state
    }
    return path
  }
}
