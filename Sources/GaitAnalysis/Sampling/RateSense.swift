import GaitModel
import Signals

/// Watches whether the axes of the gyroscope are those of the accelerometer: exchanged or mirrored axes turn everything that
/// leans on both, up first, the wrong way.
///
/// Gravity stands still in space, so that in the device it turns against it: da/dt = a × ω. What people do adds to da/dt
/// whichever way the axes are, and the 48 ways of naming and reversing three axes are held against each other by what
/// they leave of it (a share of Σ|da/dt|², 1 for a gyroscope that says nothing).
///
/// An arm that swings faster than it would by itself is pulled against gravity, as if its axes were reversed. Means of 0.4 s tell
/// most, and those of 1.2 s, in which a stride is averaged out, must say the same.
struct RateSense: Sendable {
  /// Means over so many samples of the grid, 0.4 s: shorter ones are jolts of steps, longer ones lose half of a turn.
  static let shortLength = 40
  /// 1.2 s: the length of a stride.
  static let longLength = 120
  /// Another way must leave less than this share of what the own one leaves, in short and in long means. Of 339 given recordings
  /// of 12 s and longer none is called wrong so; of the same with all axes reversed 25 are (86 by short means alone), of the 194 of
  /// three data sets whose axes are not those of the accelerometer 77.
  static let largestShares = (short: 0.6, long: 0.5)
  /// Fewer short means do not tell, 12 s.
  static let leastPairs = 30
  /// After so many samples, ten minutes, two means of each `stride` are looked at: what it costs stays small.
  static let allSamples = 60_000
  /// See `allSamples`.
  static let stride = 16

  /// The samples of a mean.
  let length: Int
  private var open = Mean()
  private var last = Mean()
  private var pairs = 0
  /// Σ|da/dt|² and Σ|a|²|ω|².
  private var (change, product) = (0.0, 0.0)
  /// Σ (da/dt × a) ωᵀ, a row for each axis of the first.
  private var turned = [SIMD3<Double>](repeating: .zero, count: 3)
  /// Σ aₖ aₗ ωₘ ωₙ, by k, l and the row m.
  private var along = [SIMD3<Double>](repeating: .zero, count: 27)

  private struct Mean: Sendable {
    /// None before the first one.
    var index = -2
    var count = 0
    var force = SIMD3<Double>.zero
    var rate = SIMD3<Double>.zero
  }

  /// Begins with means over so many samples.
  init(length: Int) { self.length = length }

  /// Takes samples of the grid, the first of which has the index `start`. Means lie at fixed places of the grid.
  mutating func append(_ columns: [[Float]], start: Int) {
    guard columns.count == 6 else { return }
    let count = columns[0].count
    var from = 0
    while from < count {
      let index = (start + from) / length
      let end = min(count, (index + 1) * length - start)
      if index * length < Self.allSamples || index % Self.stride < 2 {
        take(columns, from..<end, index)
      }
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
    guard open.count == length else { return }
    open.force /= Double(length)
    open.rate /= Double(length)
    if last.index == index - 1 { add() }
    last = open
  }

  private mutating func add() {
    pairs += 1
    let change = (open.force - last.force) * (SampleGrid.rateHertz / Double(length))
    let force = (open.force + last.force) / 2
    let rate = (open.rate + last.rate) / 2
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

  /// A way of naming and reversing the axes of the gyroscope: which stands for x, y and z.
  struct Axes: Hashable, Sendable {
    var places: [Int]
    var signs: [Double]

    static let asTheyCome = Axes(places: [0, 1, 2], signs: [1, 1, 1])

    static let all: [Axes] = {
      let orders = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]]
      let signs: [[Double]] = (0..<8).map { bits in
        (0..<3).map { bits >> $0 & 1 == 0 ? 1 : -1 }
      }
      return orders.flatMap { order in signs.map { Axes(places: order, signs: $0) } }
    }()

    /// In words: `−x, z, y`.
    var words: String {
      zip(places, signs).map { ($1 < 0 ? "−" : "") + ["x", "y", "z"][$0] }.joined(separator: ", ")
    }
  }

  /// What a way of naming the axes leaves of Σ|da/dt|², as a share.
  func left(by axes: Axes) -> Double {
    let (places, signs) = (axes.places, axes.signs)
    var fit = 0.0
    var parallel = 0.0
    for k in 0..<3 {
      fit += signs[k] * turned[k][places[k]]
      for l in 0..<3 {
        parallel += signs[k] * signs[l] * along[(k * 3 + l) * 3 + places[k]][places[l]]
      }
    }
    return 1 + (product - parallel - 2 * fit) / change
  }

  /// The way in which the axes fit the accelerometer's, confirmed by longer means; `nil` where they do as they come, or
  /// where it cannot be told.
  func found(confirmedBy longer: RateSense) -> Axes? {
    guard pairs >= Self.leastPairs, change > 0, longer.change > 0 else { return nil }
    let own = left(by: .asTheyCome)
    guard own > 1, let best = Axes.all.min(by: { left(by: $0) < left(by: $1) }) else { return nil }
    let rest = left(by: best)
    guard rest < 1, rest < Self.largestShares.short * own else { return nil }
    return longer.left(by: best) < Self.largestShares.long * longer.left(by: .asTheyCome)
      ? best : nil
  }

  /// What is to be said, confirmed by longer means; `nil` for nothing.
  func remark(confirmedBy longer: RateSense) -> RecordingRemark? {
    found(confirmedBy: longer).map {
      RecordingRemark(
        kind: .assumed, sampleCount: 0,
        message:
          "the gyroscope turns otherwise than the accelerometer: its axes fit as \($0.words) and were read as x, y, z; turns, "
          + "lengths and speeds may be wrong; put the columns right")
    }
  }
}
