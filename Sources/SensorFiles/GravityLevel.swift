import GaitModel

/// Tells the unit of an acceleration from the one thing every recording holds: gravity.
///
/// Over a second of walking, running or lying still the movement nearly cancels and the mean
/// vector is about 1 g long. The length of single samples is less use: its median is 0.4 g in
/// jumping and 1.4 g in running. Without gravity the mean vector nearly vanishes.
struct GravityLevel: Hashable {
  /// The length that a tenth of the mean vectors over one second exceed, in the file's unit: the
  /// calmer seconds among those of a wrist that jogs.
  let level: Double

  /// How far from 1 g the level may be. A wrist that jogs turns so fast that its level falls to
  /// 0.45 g (measured, 20 Hz; all others 0.7-1.7 g); 0.3 to 2.5 in g and in m/s² still do not touch.
  static let allowed = 0.3...2.5

  /// Looks at samples of three axes that follow each other at about `samplingRateHertz`.
  init(x: [Double], y: [Double], z: [Double], samplingRateHertz: Double) {
    let stretch = min(max(Int(samplingRateHertz.rounded()), 1), x.count)
    var lengths: [Double] = []
    var start = 0
    while start + stretch <= x.count, stretch > 0 {
      let range = start..<start + stretch
      lengths.append(Self.meanLength(x[range], y[range], z[range]))
      start += stretch
    }
    lengths.sort()
    level = lengths.isEmpty ? 0 : lengths[9 * lengths.count / 10]
  }

  /// Whether the level is that of gravity when one unit is so many m/s².
  func fits(metersPerSecondSquaredPerUnit factor: Double) -> Bool {
    Self.allowed.contains(level * factor / standardGravity)
  }

  private static func meanLength(
    _ x: ArraySlice<Double>, _ y: ArraySlice<Double>, _ z: ArraySlice<Double>
  ) -> Double {
    let sums = (x.reduce(0, +), y.reduce(0, +), z.reduce(0, +))
    let square = sums.0 * sums.0 + sums.1 * sums.1 + sums.2 * sums.2
    return square.squareRoot() / Double(x.count)
  }
}
