import GaitModel

/// Tells the unit of an acceleration from the one thing every recording holds: gravity.
///
/// Over a second of walking, running or lying still the movement nearly cancels and the mean
/// vector is about 1 g long. The length of single samples is less use: its median is 0.4 g in
/// jumping and 1.4 g in running. Without gravity the mean vector is short beside the samples, and long
/// in some seconds only.
///
/// Measured on 556 recordings of 8 data sets (80 people; waist, pocket, wrist), and on 269 of them with gravity
/// filtered out below 0.3 Hz: no recording with gravity is refused, of those without 1 in 50 passes by its size alone.
struct GravityLevel: Hashable {
  /// The length that a tenth of the mean vectors over one second exceed, in the file's unit: the
  /// calmer seconds among those of a wrist that jogs. Where it is more than 2.5 times their median, longer ones are
  /// left out.
  let level: Double
  /// The level as a share of the root mean square of the samples: 1 at rest, .5 in fast running.
  let share: Double
  /// The median of the lengths as a share of the level: .7 or more where gravity is.
  let steadiness: Double

  /// How far from 1 g the level may be. A wrist that jogs turns so fast that its level falls to
  /// 0.45 g (measured, 20 Hz; all others 0.7-1.7 g); 0.3 to 2.5 in g and in m/s² still do not touch.
  static let allowed = 0.3...2.5
  /// The same where all seconds agree and the body hardly adds to gravity, as in 85 % of recordings (0.94-1.23 g
  /// there, 1.5 g where an arm swings hard all the time): other levels are another unit, or half or twice of it.
  static let allowedCalm = 0.8...1.7
  /// How far above 1 g the level may be where the unit is named: 1 g taken for 1 m/s² would be at 9.8.
  static let greatestNamed = 6.0
  /// Share and steadiness of such recordings.
  static let calm = 0.9
  /// Least share with gravity; the lowest measured was .51.
  static let leastShare = 0.45
  /// Least steadiness with gravity; the lowest measured was .70.
  static let leastSteadiness = 0.6
  /// What is said to be in m/s² is taken for g only where the level is so great a share of the samples' size: in walking it is
  /// .9 and more, and .6 of what is left where gravity was taken out. Our choice.
  static let leastShareAgainstName = 0.8
  /// A shorter level is asked about as one without gravity, whatever the unit: gravity alone is 1 in g and more in others. Our
  /// choice.
  static let leastInAnyUnit = 0.5
  /// Where a tenth of the seconds have a mean of so many times the median one, these say nothing of gravity: the device
  /// was thrown about or spun. In recordings with gravity the tenth reached at most 1 / .70 of it.
  static let greatestOfMedian = 2.5

  /// Looks at samples of three axes that follow each other at about `samplingRateHertz`.
  init(x: [Double], y: [Double], z: [Double], samplingRateHertz: Double) {
    let stretch = min(max(Int(samplingRateHertz.rounded()), 1), x.count)
    let seconds =
      stretch > 0
      ? stride(from: 0, through: x.count - stretch, by: stretch).map { $0..<$0 + stretch } : []
    let lengths = seconds.map { Self.meanLength(x[$0], y[$0], z[$0]) }
    let sorted = lengths.sorted()
    let limit = Self.greatestOfMedian * (sorted.isEmpty ? 0 : sorted[sorted.count / 2])
    guard !sorted.isEmpty, sorted[9 * sorted.count / 10] > limit, limit > 0 else {
      self.init(sorted, squares: Self.squares(x[...], y[...], z[...]), count: x.count)
      return
    }
    let calm = zip(seconds, lengths).filter { $0.1 <= limit }.map(\.0)
    self.init(
      sorted.filter { $0 <= limit },
      squares: calm.reduce(0) { $0 + Self.squares(x[$1], y[$1], z[$1]) },
      count: calm.count * stretch)
  }

  private init(_ lengths: [Double], squares: Double, count: Int) {
    level = lengths.isEmpty ? 0 : lengths[9 * lengths.count / 10]
    steadiness = level > 0 ? lengths[lengths.count / 2] / level : 0
    share = squares > 0 ? level / (squares / Double(count)).squareRoot() : 0
  }

  /// Whether the level is that of gravity when one unit is so many m/s².
  func fits(metersPerSecondSquaredPerUnit factor: Double) -> Bool {
    let isCalm = share >= Self.calm && steadiness >= Self.calm
    return (isCalm ? Self.allowedCalm : Self.allowed).contains(level * factor / standardGravity)
  }

  /// Whether a person can have moved so when one unit, which somebody named, is so many m/s²: arms that
  /// swing hard make means over seconds of 1.5 g and more, and nobody is thrown about at 8 g.
  func isPossible(metersPerSecondSquaredPerUnit factor: Double) -> Bool {
    (Self.allowed.lowerBound...Self.greatestNamed).contains(level * factor / standardGravity)
  }

  /// Whether the mean vectors behave as gravity does, whatever the unit.
  var behavesLikeGravity: Bool {
    share >= Self.leastShare && steadiness >= Self.leastSteadiness
  }

  /// Whether an acceleration that is said to be in m/s², and cannot be, is in g.
  var isInGravities: Bool {
    behavesLikeGravity && fits(metersPerSecondSquaredPerUnit: standardGravity)
      && share >= Self.leastShareAgainstName
  }

  /// Whether an acceleration whose level is that of no unit is what is left where gravity was taken out, or a dead sensor's.
  var isLeftOver: Bool {
    level < Self.leastInAnyUnit || !behavesLikeGravity
      || fits(metersPerSecondSquaredPerUnit: standardGravity)
        && share < Self.leastShareAgainstName
  }

  /// What is asked then.
  static let leftOverQuestion =
    "Is gravity taken out, or is the sensor dead? Export the raw accelerometer."

  private static func squares(
    _ x: ArraySlice<Double>, _ y: ArraySlice<Double>, _ z: ArraySlice<Double>
  ) -> Double {
    [x, y, z].reduce(0) { $0 + $1.reduce(0) { $0 + $1 * $1 } }
  }

  private static func meanLength(
    _ x: ArraySlice<Double>, _ y: ArraySlice<Double>, _ z: ArraySlice<Double>
  ) -> Double {
    let sums = (x.reduce(0, +), y.reduce(0, +), z.reduce(0, +))
    let square = sums.0 * sums.0 + sums.1 * sums.1 + sums.2 * sums.2
    return square.squareRoot() / Double(x.count)
  }
}
