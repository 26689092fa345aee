import GaitModel

/// The mean stride of a bout: vertical acceleration over a stride of one foot.
struct MeanStride {
  /// The place of the bout among all.
  var bout: Int
  /// The foot whose contacts bound the strides.
  var foot: Foot
  /// How many strides it is the mean of.
  var count: Int
  /// The mean at each share of the stride, m/s², without gravity.
  var means: [Double]
  /// The standard deviation between the strides (n - 1) at each share, m/s².
  var deviations: [Double]
}

/// Gathers the mean strides of the bouts while the recording is read.
///
/// The vertical is that of the wearing, as the analysis found it. Each stride has a value at the middle of each of 50 shares,
/// on the line between the samples beside it: samples that are gathered by share would count the slope within a share as a
/// difference between strides, and at 25 Hz each share would be of other strides.
/// Where feet are not known, those count that begin with every other contact of the bout, which are of one foot.
struct StrideMeans {
  /// Shares of a stride: at 1.1 s a stride, 22 ms each.
  static let points = 50
  /// Fewer strides make no mean that means something.
  static let fewestStrides = 3
  /// The longest bouts have one, so that the page of a week stays small.
  private static let mostBouts = 2000

  private struct Sum {
    var bout: Int
    var foot: Foot
    var up: SIMD3<Double>
    var count = 0
    var sums = [Double](repeating: 0, count: StrideMeans.points)
    var squares = [Double](repeating: 0, count: StrideMeans.points)

    mutating func add(_ stride: [Double]) {
      count += 1
      for (point, value) in stride.enumerated() {
        sums[point] += value
        squares[point] += value * value
      }
    }
  }

  private var bouts: [Sum] = []
  private var strides: [(seconds: Range<Double>, sum: Int)] = []
  private var next = 0
  /// The values of the next stride, as far as it was read.
  private var values: [Double] = []
  private var last: (force: SIMD3<Double>, second: Double)?
  private let bridgeSeconds: Double

  init(of analysis: RecordingAnalysis) {
    bridgeSeconds = RecordingQuality.longestBridgeSeconds(
      rateHertz: analysis.facts.samplingRateHertz)
    let longest = analysis.bouts.enumerated()
      .filter { $1.strides.count >= Self.fewestStrides }
      .sorted { $0.element.strides.count > $1.element.strides.count }
      .prefix(Self.mostBouts).sorted { $0.offset < $1.offset }
    for (index, bout) in longest {
      guard let up = Self.up(in: bout, analysis) else { continue }
      let sides = bout.strides.filter { !$0.isTurning && $0.leftOutReason == nil }
      let foot: Foot = sides.contains { $0.foot == .left } ? .left : sides.first?.foot ?? .unknown
      let own =
        foot == .unknown ? Self.everyOther(sides, of: bout) : sides.filter { $0.foot == foot }
      guard own.count >= Self.fewestStrides else { continue }
      strides += own.map { ($0.seconds, bouts.count) }
      bouts.append(Sum(bout: index, foot: foot, up: up))
    }
    strides.sort { $0.seconds.lowerBound < $1.seconds.lowerBound }
  }

  /// Strides that begin an even number of contacts after the first of them does.
  private static func everyOther(_ strides: [Stride], of bout: WalkingBout) -> [Stride] {
    let places = strides.map { stride in
      bout.initialContacts.firstIndex { $0.seconds >= stride.seconds.lowerBound } ?? 0
    }
    return zip(strides, places).filter { ($1 - places[0]) % 2 == 0 }.map(\.0)
  }

  private static func up(in bout: WalkingBout, _ analysis: RecordingAnalysis) -> SIMD3<Double>? {
    let middle = (bout.seconds.lowerBound + bout.seconds.upperBound) / 2
    let wearing = analysis.wearings.first { $0.seconds.contains(middle) } ?? analysis.wearings.last
    return wearing?.up ?? analysis.quality.upWhileWalking
  }

  /// Adds a sample, m/s²; samples come in time order.
  mutating func add(_ force: SIMD3<Double>, at second: Double) {
    defer { last = (force, second) }
    while next < strides.count {
      let (seconds, sum) = strides[next]
      let share = (Double(values.count) + 0.5) / Double(Self.points)
      let middle = seconds.lowerBound + share * (seconds.upperBound - seconds.lowerBound)
      guard middle <= second else { return }
      guard let last, last.second < middle, second - last.second <= bridgeSeconds else {
        // Nobody knows what was there.
        passOver()
        continue
      }
      let part = (middle - last.second) / (second - last.second)
      let between = last.force + (force - last.force) * part
      values.append((between * bouts[sum].up).sum() - standardGravity)
      guard values.count == Self.points else { continue }
      bouts[sum].add(values)
      passOver()
    }
  }

  /// Goes on to the next stride.
  private mutating func passOver() {
    next += 1
    values.removeAll(keepingCapacity: true)
  }

  /// The means of all bouts of which enough strides were read whole.
  var means: [MeanStride] {
    bouts.filter { $0.count >= Self.fewestStrides }.map { sum in
      let count = Double(sum.count)
      let means = sum.sums.map { $0 / count }
      let deviations = zip(sum.squares, means).map { square, mean in
        (max(0, square - count * mean * mean) / (count - 1)).squareRoot()
      }
      return MeanStride(
        bout: sum.bout, foot: sum.foot, count: sum.count, means: means, deviations: deviations)
    }
  }
}
