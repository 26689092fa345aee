import GaitModel
import SignalKernels

/// Watches a gyroscope for what makes turns wrong: a rate at rest, a limit that it reaches, and axes that are not those of the
/// accelerometer.
struct RateWatch: Sendable {
  /// At rest an angular rate is looked at over so many samples of the grid: 1 s, as people stand between walks.
  static let quietLength = 100
  /// So many looks tell; the least of them counts, so that a turn of a car is none.
  static let quietLooks = 20
  /// Fewer looks do not tell.
  static let leastLooks = 5
  /// At rest, and while somebody stands, a rate stays within this, rad/s, and a force within this, m/s².
  static let largestQuiet = (rate: Float(0.15), force: Float(0.6))
  /// A rate at rest that makes a turn of 180° wrong by a twelfth where it and its surroundings take 5 s, rad/s.
  static let leastOffset = 0.05
  /// The smallest range of a gyroscope is 125 °/s; a limit is none below this, rad/s.
  static let leastLimit: Float = 1.5
  /// At its limit a rate stands still for so many samples, so often.
  static let leastStill = (samples: 4, runs: 5)

  /// The least mean rate of each axis at rest, rad/s.
  private var offset = SIMD3<Double>(repeating: .infinity)
  private var looks = 0
  /// The look that is open.
  private var look = Look()

  /// One look at a second of the grid, however it comes.
  private struct Look: Sendable {
    /// The number of the second.
    var index = 0
    var count = 0
    var isQuiet = true
    var least = SIMD8<Float>(repeating: .infinity)
    var greatest = SIMD8<Float>(repeating: -.infinity)
    var sums = SIMD3<Double>.zero

    /// Takes some of the samples; a look at what is not quiet takes no more.
    mutating func take(_ columns: [[Float]], _ samples: Range<Int>) {
      count += samples.count
      for c in columns.indices where isQuiet {
        let limit = c < 3 ? RateWatch.largestQuiet.force : RateWatch.largestQuiet.rate
        for value in columns[c][samples] {
          least[c] = min(least[c], value)
          greatest[c] = max(greatest[c], value)
          if c >= 3 { sums[c - 3] += Double(value) }
        }
        isQuiet = greatest[c] - least[c] < limit
      }
    }
  }
  private var sense = RateSense()
  private var axes = [Limit](repeating: Limit(), count: 3)

  /// The greatest rate of an axis, how often it stood still there, and for how many samples.
  private struct Limit: Sendable {
    var greatest: Float = 0
    var length = 0
    var runs = 0
    var count = 0

    mutating func take(_ value: Float) {
      let size = abs(value)
      if size > greatest { self = Limit(greatest: size) }
      length = size == greatest ? length + 1 : 0
      guard length >= RateWatch.leastStill.samples, size > RateWatch.leastLimit else { return }
      runs += length == RateWatch.leastStill.samples ? 1 : 0
      count += length == RateWatch.leastStill.samples ? length : 1
    }
  }

  /// Takes the rates as the sensor gave them.
  mutating func append(raw rate: Axes) {
    for (axis, values) in [rate.x, rate.y, rate.z].enumerated() {
      let largest = signal_kernels_largest(values, values.count)
      guard largest > Self.leastLimit, largest >= axes[axis].greatest else {
        axes[axis].length = 0
        continue
      }
      for value in values { axes[axis].take(value) }
    }
  }

  /// Takes samples of the grid, the first of which has the index `start`: three axes of force and three of the rate. Looks
  /// lie at fixed places of the grid.
  mutating func append(grid columns: [[Float]], start: Int) {
    guard columns.count == 6 else { return }
    sense.append(columns, start: start)
    var from = 0
    while from < columns[0].count, looks < Self.quietLooks {
      let index = (start + from) / Self.quietLength
      if index != look.index { look = Look(index: index) }
      let end = min(columns[0].count, (index + 1) * Self.quietLength - start)
      look.take(columns, from..<end)
      if look.count == Self.quietLength, look.isQuiet { close() }
      from = end
    }
  }

  private mutating func close() {
    looks += 1
    for axis in 0..<3 {
      let mean = look.sums[axis] / Double(Self.quietLength)
      if abs(mean) < abs(offset[axis]) { offset[axis] = mean }
    }
  }

  /// What is to be said.
  var remarks: [RecordingRemark] {
    [sense.remark, offsetRemark, limitRemark].compactMap(\.self)
  }

  private var offsetRemark: RecordingRemark? {
    guard looks >= Self.leastLooks, offset.norm > Self.leastOffset else { return nil }
    let degrees = DecimalText.text(offset.norm * 180 / .pi, decimals: 1) ?? ""
    return RecordingRemark(
      kind: .assumed, sampleCount: 0,
      message:
        "at rest the gyroscope turns by \(degrees) °/s, an offset that is not taken away: turns and their angles are "
        + "wrong by that; take it from the angular rate before")
  }

  private var limitRemark: RecordingRemark? {
    let found = axes.filter { $0.runs >= Self.leastStill.runs }
    guard let limit = found.map(\.greatest).max() else { return nil }
    let count = found.reduce(0) { $0 + $1.count }
    let degrees = DecimalText.text(Double(limit) * 180 / .pi, decimals: 0) ?? ""
    return RecordingRemark(
      kind: .unreadable, sampleCount: count,
      message:
        "the gyroscope was at its limit of \(degrees) °/s in \(count.counted("value")): faster turns are told too small"
    )
  }
}
