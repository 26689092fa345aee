/// Angles that go round.
public enum Phase {
  /// Phases without jumps: whole turns are added so that no step exceeds half a turn. NumPy's `unwrap`.
  /// - Parameter p: phases, radians.
  /// - Returns: as many phases, the first one unchanged.
  public static func unwrapped(_ p: [Double]) -> [Double] {
    var turns = 0.0
    var result = p
    for index in p.indices.dropFirst() {
      let step = p[index] - p[index - 1]
      if abs(step) > .pi { turns -= (step / (2 * .pi)).rounded(.toNearestOrAwayFromZero) }
      result[index] = p[index] + turns * 2 * .pi
    }
    return result
  }
}
