import GaitModel
import Signals

/// Watches whether the axes of the gyroscope are those of the accelerometer: exchanged or mirrored axes turn everything that
/// leans on both, up first, the wrong way.
///
/// Gravity stands still in space, so that in the device it turns against it: da/dt = a × ω. What people do adds to da/dt
/// whichever way the axes are, and the 48 ways of naming and reversing three axes are held against each other by what
/// they leave of it (a share of Σ|da/dt|², 1 for a gyroscope that says nothing).
struct RateSense: Sendable {
  /// Means over so many samples of the grid, 0.4 s: shorter ones are jolts of steps, longer ones lose half of a turn. Of
  /// 613 given recordings of 5 s and longer none is called wrong so; of the same with all axes reversed 280 are, of the 194 of three
  /// data sets whose axes are not those of the accelerometer 80. With 0.3 s none and 225, with 0.5 s two and 290.
  static let length = 40
  /// Another way must leave less than this share of what the own one leaves.
  static let largestShare = 0.6
  /// Fewer pairs of means do not tell, 12 s.
  static let leastPairs = 30
  /// After so many means, ten minutes, two of each `stride` are looked at: what it costs stays small.
  static let all = 1500
  /// See `all`.
  static let stride = 16

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

  /// Takes samples of the grid, the first of which has the index `start`. Means lie at fixed places of the grid.
  mutating func append(_ columns: [[Float]], start: Int) {
    guard columns.count == 6 else { return }
    let count = columns[0].count
    var from = 0
    while from < count {
      let index = (start + from) / Self.length
      let end = min(count, (index + 1) * Self.length - start)
      if index < Self.all || index % Self.stride < 2 { take(columns, from..<end, index) }
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
    open.force /= Double(Self.length)
    open.rate /= Double(Self.length)
    if last.index == index - 1 { add() }
    last = open
  }

  private mutating func add() {
    pairs += 1
    let change = (open.force - last.force) * (SampleGrid.rateHertz / Double(Self.length))
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

  /// The way in which the axes fit the accelerometer's; `nil` where they do as they come, or where it cannot be told.
  var found: Axes? {
    guard pairs >= Self.leastPairs, change > 0 else { return nil }
    let own = left(by: .asTheyCome)
    guard own > 1, let best = Axes.all.min(by: { left(by: $0) < left(by: $1) }) else { return nil }
    let rest = left(by: best)
    return rest < 1 && rest < Self.largestShare * own ? best : nil
  }

  /// What is to be said; `nil` for nothing.
  var remark: RecordingRemark? {
    found.map {
      RecordingRemark(
        kind: .assumed, sampleCount: 0,
        message:
          "the gyroscope turns otherwise than the accelerometer: its axes fit as \($0.words) and were read as x, y, z; turns, "
          + "lengths and speeds may be wrong; put the columns right")
    }
  }
}
