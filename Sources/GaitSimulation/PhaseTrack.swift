import GaitModel

/// The phase of the stride over time: rises smoothly through every contact.
struct PhaseTrack {
  private var times: [Double] = []
  private var phases: [Double] = []
  private var slopes: [Double] = []
  private var cursor = 0

  /// Left contacts lie at even, right contacts at odd multiples of π.
  init(_ bouts: [SimulatedBout]) {
    var halfTurns = 0.0
    for bout in bouts {
      let isOdd = bout.steps[0].foot == .right
      halfTurns = 2 * (halfTurns / 2).rounded(.up) + (isOdd ? 3 : 2)
      append(bout, firstContact: halfTurns)
      halfTurns += Double(bout.steps.count)
    }
  }

  private mutating func append(_ bout: SimulatedBout, firstContact: Double) {
    let knots = [bout.steps[0].seconds.lowerBound] + bout.steps.map(\.seconds.upperBound)
    let settle = 2 * knots[knots.count - 1] - knots[knots.count - 2]
    let ownTimes = knots + [settle]
    let rates = ownTimes.indices.dropLast().map { Double.pi / (ownTimes[$0 + 1] - ownTimes[$0]) }
    times += ownTimes
    phases += ownTimes.indices.map { (firstContact + Double($0) - 1) * .pi }
    slopes += ownTimes.indices.map { Self.slope(rates, at: $0) }
  }

  /// The harmonic mean of the rates before and after keeps the cubic between them rising
  /// (Fritsch, Butland, SIAM J Sci Stat Comput 5, 1984).
  private static func slope(_ rates: [Double], at knot: Int) -> Double {
    let before = rates[max(knot - 1, 0)]
    let after = rates[min(knot, rates.count - 1)]
    return 2 * before * after / (before + after)
  }

  /// Phase in radians and its rate at an instant; instants rise from call to call.
  mutating func phase(at seconds: Double) -> (radians: Double, rate: Double) {
    while cursor + 2 < times.count, times[cursor + 1] <= seconds { cursor += 1 }
    guard cursor + 1 < times.count, times[cursor] <= seconds, seconds < times[cursor + 1] else {
      return (0, 0)
    }
    let width = times[cursor + 1] - times[cursor]
    let u = (seconds - times[cursor]) / width
    let rise = phases[cursor + 1] - phases[cursor]
    let (m0, m1) = (slopes[cursor] * width, slopes[cursor + 1] * width)
    let (square, cube) = (m0 + m1 - 2 * rise, 3 * rise - 2 * m0 - m1)
    return (
      phases[cursor] + u * (m0 + u * (cube + u * square)),
      (m0 + u * (2 * cube + 3 * u * square)) / width
    )
  }
}
