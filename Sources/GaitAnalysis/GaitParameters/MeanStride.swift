import Foundation

/// A walk's mean stride, read at equal shares of each step, and the signs of double support in it.
struct MeanStride: Sendable {
  /// Upward and forward acceleration over a step, m/s².
  var vertical: [Double]
  var forward: [Double]
  /// Roll rate over a stride that begins with the right foot, rad/s; `nil` without gyroscope or feet.
  var roll: [Double]?

  /// Points that a step is read at.
  static let points = 64
  /// Where the upward crossing of zero is searched, points from contact: the last two fifths of the
  /// step before and the first third of the step after.
  private static let crossingPoints = -25..<20
  /// Where the late peak is searched, points from contact: behind the peak of loading, which comes
  /// first.
  private static let latePeakPoints = 13..<43
  /// How long before contact the pelvis begins to drop, points.
  private static let pelvicDropPoints = 24

  /// The mean of a stride's two steps.
  static func step(_ stride: [Double]) -> [Double] {
    (0..<points).map { (stride[$0] + stride[$0 + points]) / 2 }
  }

  /// When the step's wave has its crest, in steps after contact; mean of up and forward.
  var phaseLag: Double {
    let crests = [vertical, forward].map { x -> Double in
      let (re, im) = Self.coefficient(x, 1)
      return -atan2(im, re) / (2 * .pi)
    }
    return (crests[0] + crests[1]) / 2
  }

  /// From the upward crossing of zero around contact to the late peak, in steps; `nil` if there is none.
  var pushOffDelay: Double? {
    let n = Self.points
    let x = Self.rebuilt(vertical, harmonics: 1...6)
    let around = Self.crossingPoints.first { x[($0 + n) % n] <= 0 && x[($0 + 1 + n) % n] > 0 }
    guard let j = around else { return nil }
    let (now, after) = (x[(j + n) % n], x[(j + 1 + n) % n])
    let start = Double(j) - now / (after - now)
    guard let late = Self.latePeakPoints.max(by: { x[$0] < x[$1] }) else { return nil }
    var peak = Double(late)
    if late > Self.latePeakPoints.lowerBound, late < Self.latePeakPoints.upperBound - 1 {
      let curvature = x[late - 1] - 2 * x[late] + x[late + 1]
      if curvature < 0 { peak += (x[late - 1] - x[late + 1]) / 2 / curvature }
    }
    return (peak - start) / Double(n)
  }

  /// Roll toward the landing side in the last 24/64 step before contact, as a share of its range; `nil`
  /// without roll.
  var pelvicDrop: Double? {
    guard let roll else { return nil }
    let n = roll.count
    let odd = (0..<n).map { (roll[$0] - roll[($0 + n / 2) % n]) / 2 }
    // Dividing by i k integrates: (re, im) becomes (im, -re) / k.
    let harmonics = [1, 3].map { k -> (k: Int, re: Double, im: Double) in
      let (re, im) = Self.coefficient(odd, k)
      return (k, im / Double(k), -re / Double(k))
    }
    let angle = (0..<n).map { i in
      harmonics.reduce(0) { sum, h in
        let turn = Self.turn(h.k * i, of: n)
        return sum + h.re * turn.cosine - h.im * turn.sine
      }
    }
    guard let low = angle.min(), let high = angle.max(), high > low else { return nil }
    return (angle[0] - angle[n - Self.pelvicDropPoints]) / (high - low)
  }

  /// Cosine and sine at each of a stride's points.
  private static let turns = (0..<(2 * points)).map { place in
    let radians = Double.pi * Double(place) / Double(points)
    return (cosine: cos(radians), sine: sin(radians))
  }

  /// Cosine and sine of so many parts of a turn; a turn has as many parts as a step or a stride has points.
  private static func turn(_ part: Int, of count: Int) -> (cosine: Double, sine: Double) {
    turns[part % count * (2 * points / count)]
  }

  private static func coefficient(_ x: [Double], _ k: Int) -> (re: Double, im: Double) {
    var (re, im) = (0.0, 0.0)
    for i in x.indices {
      let turn = turn(k * i, of: x.count)
      re += x[i] * turn.cosine
      im -= x[i] * turn.sine
    }
    return (re, im)
  }

  private static func rebuilt(_ x: [Double], harmonics: ClosedRange<Int>) -> [Double] {
    let parts = harmonics.map { k in (k: k, c: coefficient(x, k)) }
    return x.indices.map { i in
      parts.reduce(0) { sum, part in
        let turn = turn(part.k * i, of: x.count)
        return sum + 2 / Double(x.count) * (part.c.re * turn.cosine - part.c.im * turn.sine)
      }
    }
  }
}
