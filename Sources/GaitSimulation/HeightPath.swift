/// How high the walker stands over time, going evenly from knot to knot.
struct HeightPath {
  private var seconds: [Double] = [0]
  private var meters: [Double] = [0]
  private var cursor = 0

  /// Height at the last knot, meters.
  var last: Double { meters[meters.count - 1] }

  /// Rises evenly between two instants, no earlier than the last knot.
  mutating func rise(_ rise: Double, from start: Double, to end: Double) {
    append(at: start, last)
    append(at: end, last + rise)
  }

  private mutating func append(at instant: Double, _ height: Double) {
    seconds.append(max(instant, seconds[seconds.count - 1]))
    meters.append(height)
  }

  /// Height at an instant, meters above the start; instants rise from call to call.
  mutating func height(at instant: Double) -> Double {
    while cursor + 1 < seconds.count, seconds[cursor + 1] <= instant { cursor += 1 }
    guard cursor + 1 < seconds.count, seconds[cursor + 1] > seconds[cursor] else {
      return meters[cursor]
    }
    let share = (instant - seconds[cursor]) / (seconds[cursor + 1] - seconds[cursor])
    return meters[cursor] + min(max(share, 0), 1) * (meters[cursor + 1] - meters[cursor])
  }
}
