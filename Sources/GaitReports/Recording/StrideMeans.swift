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
  /// The standard deviation at each share, m/s².
  var deviations: [Double]
}

/// Gathers the mean strides of the bouts while the recording is read.
///
/// The vertical is that of the wearing, as the analysis found it. Each sample belongs to one of 50
/// shares of the
/// stride that it lies in.
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
    var count: Int
    var sums = [Double](repeating: 0, count: StrideMeans.points)
    var squares = [Double](repeating: 0, count: StrideMeans.points)
    var samples = [Int](repeating: 0, count: StrideMeans.points)
  }

  private var bouts: [Sum] = []
  private var strides: [(seconds: Range<Double>, sum: Int)] = []
  private var next = 0

  init(of analysis: RecordingAnalysis) {
    let longest = analysis.bouts.enumerated()
      .filter { $1.strides.count >= Self.fewestStrides }
      .sorted { $0.element.strides.count > $1.element.strides.count }
      .prefix(Self.mostBouts).sorted { $0.offset < $1.offset }
    for (index, bout) in longest {
      guard let up = Self.up(in: bout, analysis) else { continue }
      let sides = bout.strides.filter { !$0.isTurning && $0.leftOutReason == nil }
      let foot: Foot = sides.contains { $0.foot == .left } ? .left : sides.first?.foot ?? .unknown
      let own = sides.filter { $0.foot == foot }
      guard own.count >= Self.fewestStrides else { continue }
      strides += own.map { ($0.seconds, bouts.count) }
      bouts.append(Sum(bout: index, foot: foot, up: up, count: own.count))
    }
    strides.sort { $0.seconds.lowerBound < $1.seconds.lowerBound }
  }

  private static func up(in bout: WalkingBout, _ analysis: RecordingAnalysis) -> SIMD3<Double>? {
    let middle = (bout.seconds.lowerBound + bout.seconds.upperBound) / 2
    let wearing = analysis.wearings.first { $0.seconds.contains(middle) } ?? analysis.wearings.last
    return wearing?.up ?? analysis.quality.upWhileWalking
  }

  /// Adds a sample, m/s²; samples come in time order.
  mutating func add(_ force: SIMD3<Double>, at second: Double) {
    while next < strides.count, strides[next].seconds.upperBound <= second { next += 1 }
    guard next < strides.count else { return }
    let (seconds, place) = strides[next]
    guard second >= seconds.lowerBound else { return }
    let share = (second - seconds.lowerBound) / (seconds.upperBound - seconds.lowerBound)
    let point = min(Self.points - 1, Int(share * Double(Self.points)))
    let vertical = (force * bouts[place].up).sum() - standardGravity
    bouts[place].sums[point] += vertical
    bouts[place].squares[point] += vertical * vertical
    bouts[place].samples[point] += 1
  }

  /// The means of all bouts in which every share has samples.
  var means: [MeanStride] {
    bouts.compactMap { sum in
      guard sum.samples.allSatisfy({ $0 > 0 }) else { return nil }
      let means = zip(sum.sums, sum.samples).map { $0 / Double($1) }
      let deviations = sum.samples.indices.map { point in
        let mean = means[point]
        return max(0, sum.squares[point] / Double(sum.samples[point]) - mean * mean).squareRoot()
      }
      return MeanStride(
        bout: sum.bout, foot: sum.foot, count: sum.count, means: means, deviations: deviations)
    }
  }
}
