/// Slopes of Akima's curve at its knots.
enum AkimaSlopes {
  static func slopes(times: [Double], values: [Double]) -> [Double] {
    precondition(times.count == values.count, "a time for every value")
    guard times.count > 1 else { return values.map { _ in 0 } }
    let chords = extendedChords(times: times, values: values)
    return times.indices.map { slope(chords[$0], chords[$0 + 1], chords[$0 + 2], chords[$0 + 3]) }
  }

  /// Slopes of the straight pieces, with two more at each end that continue them.
  private static func extendedChords(times: [Double], values: [Double]) -> [Double] {
    var chords = [0.0, 0.0]
    for index in 1..<times.count {
      chords.append((values[index] - values[index - 1]) / (times[index] - times[index - 1]))
    }
    // Two samples are a straight line.
    let (second, secondLast) = chords.count > 3 ? (3, chords.count - 2) : (2, 2)
    let last = chords.count - 1
    chords[1] = 2 * chords[2] - chords[second]
    chords[0] = 2 * chords[1] - chords[2]
    chords.append(2 * chords[last] - chords[secondLast])
    chords.append(2 * chords[last + 1] - chords[last])
    return chords
  }

  /// The mean of the two chords that meet, each weighted by how straight the curve is on the other's
  /// far side. Between two straight lines any slope would do; the plain mean is taken. SciPy decides
  /// that by the greatest bend of the whole signal; by the neighbors alone the curve stays local.
  private static func slope(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
    let (before, after) = (abs(b - a), abs(d - c))
    let size = abs(a) + abs(b) + abs(c) + abs(d)
    guard before + after > 1e-9 * size else { return 0.5 * (a + d) }
    return b + before / (before + after) * (c - b)
  }
}
