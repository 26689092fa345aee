import GaitModel
import Signals

/// Watches whether the axes of the gyroscope are those of the accelerometer: exchanged or reversed axes turn everything that
/// leans on both, up first, the wrong way.
///
/// Means of 0.4 s tell most: shorter ones are jolts of steps, longer ones lose half of a turn. Means of three of them, in which a
/// stride is averaged out, must say the same: an arm that swings faster than it would by itself ((2πf)² L > g, L its length) is
/// pulled against gravity, as if its gyroscope were reversed.
struct RateSense: Sendable {
  /// A mean is taken over so many samples of the grid, 0.4 s.
  static let length = 40
  /// A long mean is that of so many short ones, 1.2 s.
  static let together = 3
  /// After so many means, ten minutes, the first `looked` of each `cycle` are looked at: what it costs stays small.
  static let all = 1500
  /// See `all`; two long means.
  static let (looked, cycle) = (6, 48)
  /// Fewer pairs of short means do not tell, 12 s.
  static let leastPairs = 30
  /// Another way of naming the axes must leave less than this share of what the own one leaves, in short and in long means. Our
  /// choice: of 341 given recordings of 12.4 s and longer with both sensors none is named by it. Of the same with all axes
  /// reversed 36 are, and of 194 of three data sets whose axes are others 44: most short walks turn too little to tell.
  static let largestShares = (short: 0.6, long: 0.5)
  /// How the axes fit is named only where the next way leaves more by this share of what the best one gains. Our choice: of 278
  /// walks of real people with exchanged or reversed axes of which it is told that they do not fit, 12 are named, all rightly;
  /// of the best ways of all 278 more than half are wrong.
  static let leastLead = 0.15
  /// A wrong unit or scale is told where rates are so many times too great or too small, in short and in long means, and leave
  /// less than a share of the change when they are put right. Our choice: 30 of 381 given recordings turn enough to tell, and
  /// none of them is named (their factors are 0.6 to 1.3); counts of 16.4 a degree per second are.
  static let (leastScale, largestScaledShare) = (2.5, 0.7)

  /// What short and long means say.
  private(set) var (short, long) = (AxisFit(), AxisFit())
  private var open = Mean()
  private var lastShort = Mean()
  private var group = Mean()
  private var lastLong = Mean()

  /// A mean of some of the grid, or of some means.
  private struct Mean: Sendable {
    /// Its number among those of its length; none before the first one.
    var index = -2
    var count = 0
    var force = SIMD3<Double>.zero
    var rate = SIMD3<Double>.zero

    mutating func divide(by count: Int) {
      force /= Double(count)
      rate /= Double(count)
    }
  }

  /// Takes samples of the grid, the first of which has the index `start`: three axes of force and three of the rate. Means lie
  /// at fixed places of the grid.
  mutating func append(_ columns: [[Float]], start: Int) {
    guard columns.count == 6 else { return }
    let count = columns[0].count
    var from = 0
    while from < count {
      let index = (start + from) / Self.length
      let end = min(count, (index + 1) * Self.length - start)
      if index < Self.all || index % Self.cycle < Self.looked { take(columns, from..<end, index) }
      from = end
    }
  }

  private mutating func take(_ columns: [[Float]], _ samples: Range<Int>, _ index: Int) {
    if open.index != index { open = Mean(index: index) }
    for i in samples {
      open.force += SIMD3(Double(columns[0][i]), Double(columns[1][i]), Double(columns[2][i]))
      open.rate += SIMD3(Double(columns[3][i]), Double(columns[4][i]), Double(columns[5][i]))
    }
    open.count += samples.count
    guard open.count == Self.length else { return }
    open.divide(by: Self.length)
    Self.add(
      open, after: lastShort, to: &short, seconds: Double(Self.length) / SampleGrid.rateHertz)
    lastShort = open
    gather(open)
  }

  private mutating func gather(_ mean: Mean) {
    let index = mean.index / Self.together
    if group.index != index { group = Mean(index: index) }
    group.force += mean.force
    group.rate += mean.rate
    group.count += 1
    guard group.count == Self.together else { return }
    group.divide(by: Self.together)
    let seconds = Double(Self.together * Self.length) / SampleGrid.rateHertz
    Self.add(group, after: lastLong, to: &long, seconds: seconds)
    lastLong = group
  }

  private static func add(_ mean: Mean, after last: Mean, to fit: inout AxisFit, seconds: Double) {
    guard last.index == mean.index - 1 else { return }
    fit.add(
      change: (mean.force - last.force) / seconds, force: (mean.force + last.force) / 2,
      rate: (mean.rate + last.rate) / 2)
  }

  /// The way in which the axes fit the accelerometer's best; `nil` where they do as they come, or where it cannot be told.
  var found: AxisNaming? {
    guard short.pairs >= Self.leastPairs, long.pairs > 0 else { return nil }
    let own = short.left(by: .asTheyCome)
    guard own > 1, let best = AxisNaming.all.min(by: { short.left(by: $0) < short.left(by: $1) })
    else { return nil }
    let rest = short.left(by: best)
    guard rest < 1, rest < Self.largestShares.short * own else { return nil }
    return long.left(by: best) < Self.largestShares.long * long.left(by: .asTheyCome) ? best : nil
  }

  /// Whether no other way of naming the axes fits nearly as well: turning about the vertical leaves gravity where it is, so that
  /// a walk in which the device hardly leans tells of one axis only.
  private func isAlone(_ best: AxisNaming) -> Bool {
    let others = AxisNaming.all.filter { $0 != best }
    return [short, long].allSatisfy { fit in
      let rest = fit.left(by: best)
      let least = Self.leastLead * (fit.left(by: .asTheyCome) - rest)
      return others.allSatisfy { fit.left(by: $0) - rest > least }
    }
  }

  /// How many times too great the rates are; `nil` where they are not, or where it cannot be told.
  var excess: Double? {
    guard short.pairs >= Self.leastPairs else { return nil }
    let fits = [short, long].map(\.scaled)
    guard fits.allSatisfy({ $0.left < Self.largestScaledShare && $0.factor > 0 }) else {
      return nil
    }
    let most = fits.map { 1 / $0.factor }
    guard
      most.allSatisfy({ $0 > Self.leastScale }) || most.allSatisfy({ $0 < 1 / Self.leastScale })
    else { return nil }
    return (most[0] * most[1]).squareRoot()
  }

  /// What is to be said; `nil` for nothing.
  var remark: RecordingRemark? {
    let words =
      found.map {
        isAlone($0)
          ? "its axes fit as \($0.words) and were read as x, y, z; turns, lengths and speeds may be wrong; put the columns right"
          : "its axes were read as x, y, z and do not fit: some are exchanged or reversed, and the walk does not tell which; "
            + "turns, lengths and speeds may be wrong; look up the sensor's axes, and put the columns right"
      }
      ?? excess.map {
        let times = DecimalText.text($0 > 1 ? $0 : 1 / $0, decimals: 0) ?? ""
        return
          "its rates are about \(times) times too \($0 > 1 ? "great" : "small"); turns, lengths and speeds are wrong by that; "
          + "name the unit, or convert raw counts first"
      }
    return words.map {
      RecordingRemark(
        kind: .assumed, sampleCount: 0,
        message: "the gyroscope turns otherwise than the accelerometer: " + $0)
    }
  }
}

/// A way of naming and reversing the axes of a gyroscope: which of them stands for x, y and z.
struct AxisNaming: Hashable, Sendable {
  var places: [Int]
  var signs: [Double]

  static let asTheyCome = AxisNaming(places: [0, 1, 2], signs: [1, 1, 1])

  /// All 48.
  static let all: [AxisNaming] = {
    let orders = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]]
    let signs: [[Double]] = (0..<8).map { bits in (0..<3).map { bits >> $0 & 1 == 0 ? 1 : -1 } }
    return orders.flatMap { order in signs.map { AxisNaming(places: order, signs: $0) } }
  }()

  /// In words: `−x, z, y`.
  var words: String {
    zip(places, signs).map { ($1 < 0 ? "−" : "") + ["x", "y", "z"][$0] }.joined(separator: ", ")
  }
}

/// How well the changes of a force follow from an angular rate, whichever way its axes are named.
///
/// Gravity stands still in space, so that in the device it turns against it: da/dt = a × ω, the rule by which vectors pass into a
/// frame that turns (Goldstein, Poole and Safko, *Classical Mechanics*, 2002, section 4.9). What people do besides adds to da/dt.
struct AxisFit: Sendable {
  /// How many changes were added.
  private(set) var pairs = 0
  /// Σ|da/dt|² and Σ|a|²|ω|².
  private var (change, product) = (0.0, 0.0)
  /// Σ (da/dt × a) ωᵀ, a row for each axis of the first.
  private var turned = [SIMD3<Double>](repeating: .zero, count: 3)
  /// Σ aₖ aₗ ωₘ ωₙ, by k, l and the row m.
  private var along = [SIMD3<Double>](repeating: .zero, count: 27)

  /// Adds a change of the force, m/s³, with the force, m/s², and the rate, rad/s, in its middle.
  mutating func add(change: SIMD3<Double>, force: SIMD3<Double>, rate: SIMD3<Double>) {
    pairs += 1
    self.change += change.dot(change)
    product += force.dot(force) * rate.dot(rate)
    let across = change.cross(force)
    for k in 0..<3 {
      turned[k] += across[k] * rate
      for l in 0..<3 {
        let both = force[k] * force[l]
        for m in 0..<3 {
          let row = rate * (both * rate[m])
          along[(k * 3 + l) * 3 + m] += row
        }
      }
    }
  }

  /// The factor that makes the rates fit best as the axes come, and what they leave then.
  var scaled: (factor: Double, left: Double) {
    let (fit, parallel) = sums(of: .asTheyCome)
    guard product > parallel, change > 0 else { return (1, 1) }
    return (fit / (product - parallel), 1 - fit * fit / ((product - parallel) * change))
  }

  /// What a way of naming the axes leaves of Σ|da/dt|², as a share: 1 for a gyroscope that says nothing, more for one that says
  /// something else.
  func left(by axes: AxisNaming) -> Double {
    let (fit, parallel) = sums(of: axes)
    return 1 + (product - parallel - 2 * fit) / change
  }

  /// Σ da/dt · (a × ω) and Σ (a · ω)² with the axes named in a way.
  private func sums(of axes: AxisNaming) -> (fit: Double, parallel: Double) {
    let (places, signs) = (axes.places, axes.signs)
    var (fit, parallel) = (0.0, 0.0)
    for k in 0..<3 {
      fit += signs[k] * turned[k][places[k]]
      for l in 0..<3 {
        parallel += signs[k] * signs[l] * along[(k * 3 + l) * 3 + places[k]][places[l]]
      }
    }
    return (fit, parallel)
  }
}
