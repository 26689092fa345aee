import GaitModel
import SignalKernels
import Signals

/// Brings irregular stamps onto the engine's even grid, block by block.
///
/// The grid is absolute: sample `k` lies at `k / 100` s after the first sample of the recording, so
/// results do not depend on how the input was cut. A pause between two stamps that is longer than
/// `longestBridge` ends a run of samples; nothing is invented inside it.
///
/// - Fast clocks (from 125 Hz) are read linearly at a multiple of the grid and then decimated with a
///   linear-phase low-pass, so that nothing folds back.
/// - Clocks near the grid are read linearly.
/// - Slow clocks (to 60 Hz) are read with Akima's local polynomials (J. ACM 17:589, 1970), because
///   straight lines would flatten every peak and shorten every step. The weights of the slopes are
///   taken from the three axes of a sensor together, so that it does not matter how it is turned.
struct UniformSampling: Sendable {
  /// From this rate on, an anti-aliasing filter is needed before the grid.
  static let fastClockHertz = 125.0
  /// Up to this rate, straight lines between samples are too coarse.
  static let slowClockHertz = 60.0

  /// A run of grid samples that follow each other.
  struct Block: Sendable {
    /// The recording's index of the first sample.
    var start: SampleIndex
    /// One array per channel, all of one length.
    var columns: [[Float]]
    /// Whether a gap follows, or the end of the recording.
    var endsRun: Bool
  }

  /// The longest time between stamps that is still bridged, seconds.
  let longestBridgeSeconds: Double
  private let oversampling: Int
  private let isSlow: Bool
  private let filter: FiniteImpulseResponse
  private var seconds: [Double] = []
  private var columns: [[Float]]
  private var isAtRunStart = true
  private var nextIndex = 0
  private var outputStart = 0
  private var decimators: [Decimator] = []

  init(rateHertz: Double, channelCount: Int) {
    precondition(rateHertz > 0, "a sampling rate is positive")
    longestBridgeSeconds = Self.longestBridgeSeconds(rateHertz: rateHertz)
    isSlow = rateHertz <= Self.slowClockHertz
    oversampling =
      rateHertz < Self.fastClockHertz
      ? 1 : max(2, Int((rateHertz / SampleGrid.rateHertz).rounded()))
    // 35 Hz holds all of gait; at 50 Hz and above it would fold back.
    filter = .lowPass(
      passHertz: 35, stopHertz: 50, attenuationDecibels: 50,
      samplingRateHertz: SampleGrid.rateHertz * Double(oversampling))
    columns = Array(repeating: [], count: channelCount)
  }

  /// The longest time between stamps that is still bridged, seconds.
  static func longestBridgeSeconds(rateHertz: Double) -> Double {
    RecordingQuality.longestBridgeSeconds(rateHertz: rateHertz)
  }

  /// Takes a block and returns the grid samples that it completes.
  mutating func append(seconds newSeconds: [Double], columns newColumns: [[Float]]) -> [Block] {
    var blocks: [Block] = []
    var from = 0
    while from < newSeconds.count {
      let gap = endOfRun(newSeconds, from: from)
      if gap.startsWithGap, let block = endRun() { blocks.append(block) }
      seconds.append(contentsOf: newSeconds[from..<gap.end])
      for c in columns.indices { columns[c].append(contentsOf: newColumns[c][from..<gap.end]) }
      if let block = completedBlock(atEnd: false) { blocks.append(block) }
      from = gap.end
    }
    return blocks
  }

  /// Ends the recording and returns what was still held back.
  mutating func finish() -> Block? { endRun() }

  /// Where the run of stamps without a gap ends, and whether a gap lies before its first stamp.
  private func endOfRun(_ stamps: [Double], from: Int) -> (end: Int, startsWithGap: Bool) {
    var startsWithGap = false
    if let last = seconds.last, stamps[from] - last > longestBridgeSeconds { startsWithGap = true }
    // As a rule there is no gap in a block.
    if from == 0, signal_kernels_largest_step(stamps, stamps.count) <= longestBridgeSeconds {
      return (stamps.count, startsWithGap)
    }
    var end = from + 1
    while end < stamps.count, stamps[end] - stamps[end - 1] <= longestBridgeSeconds { end += 1 }
    return (end, startsWithGap)
  }

  private mutating func endRun() -> Block? {
    guard !seconds.isEmpty else { return nil }
    var block =
      completedBlock(atEnd: true)
      ?? Block(
        start: outputStart, columns: Array(repeating: [], count: columns.count), endsRun: true)
    block.endsRun = true
    seconds.removeAll()
    for c in columns.indices { columns[c].removeAll() }
    decimators.removeAll()
    isAtRunStart = true
    return block
  }

  /// Reads all grid points whose neighbours are there, and forgets the stamps no longer needed.
  private mutating func completedBlock(atEnd: Bool) -> Block? {
    if isAtRunStart {
      outputStart = Int((seconds[0] * SampleGrid.rateHertz - 1e-6).rounded(.up))
      nextIndex = outputStart * oversampling
      decimators = columns.map { _ in Decimator(filter: filter, factor: oversampling) }
    }
    let lookahead = isSlow && !atEnd ? 2 : 0
    let lastUsable = seconds.count - 1 - lookahead
    guard lastUsable >= 1 || atEnd else { return nil }
    let points = gridPoints(upTo: max(0, lastUsable), inclusive: atEnd)
    let read = isSlow ? akima(at: points) : columns.map { linear($0, at: points) }
    isAtRunStart = false
    forgetAllBut(max(0, lastUsable - (isSlow ? 3 : 0)))
    return block(from: read, atEnd: atEnd)
  }

  /// Places between stamps.
  private struct GridPoints {
    /// The stamp before each.
    var intervals: [Int32] = []
    /// The share of the way to the next stamp.
    var weights: [Double] = []
  }

  private mutating func gridPoints(upTo last: Int, inclusive: Bool) -> GridPoints {
    let rate = SampleGrid.rateHertz * Double(oversampling)
    // All points up to the last stamp, and one that lies on it.
    let most = max(0, Int((seconds[last] * rate).rounded(.up)) - nextIndex) + 2
    var points = GridPoints()
    var count = 0
    points.weights = [Double](unsafeUninitializedCapacity: most) { weights, filled in
      points.intervals = [Int32](unsafeUninitializedCapacity: most) { intervals, filled in
        count = signal_kernels_grid_points(
          seconds, last, nextIndex, rate, intervals.baseAddress, weights.baseAddress)
        if inclusive, abs(seconds[last] - Double(nextIndex + count) / rate) <= 1e-6 {
          intervals[count] = Int32(truncatingIfNeeded: max(0, last - 1))
          weights[count] = last == 0 ? 0 : 1
          count += 1
        }
        filled = count
      }
      filled = count
    }
    nextIndex += count
    return points
  }

  private func linear(_ y: [Float], at points: GridPoints) -> [Float] {
    let count = points.weights.count
    guard y.count > 1 else { return Array(repeating: y[0], count: count) }
    return [Float](unsafeUninitializedCapacity: count) { out, filled in
      filled = count
      signal_kernels_lines(y, points.intervals, points.weights, out.baseAddress, count)
    }
  }

  private func akima(at points: GridPoints) -> [[Float]] {
    guard seconds.count > 2 else { return columns.map { linear($0, at: points) } }
    var read: [[Float]] = []
    for first in stride(from: 0, to: columns.count, by: 3) {
      let axes = Array(columns[first..<min(first + 3, columns.count)])
      let slopes = axes.map { intervalSlopes($0) }
      let shares = sharesAhead(slopes)
      for (y, slope) in zip(axes, slopes) {
        read.append(cubic(y, slope: slope, sharesAhead: shares, at: points))
      }
    }
    return read
  }

  /// Slope of each interval, with two more on each side, continued as in Akima's paper: element
  /// `i + 2` belongs to the interval from sample `i` to `i + 1`.
  private func intervalSlopes(_ y: [Float]) -> [Double] {
    let n = y.count
    var slope = [Double](repeating: 0, count: n + 3)
    for i in 0..<(n - 1) {
      slope[i + 2] = (Double(y[i + 1]) - Double(y[i])) / (seconds[i + 1] - seconds[i])
    }
    slope[1] = 2 * slope[2] - slope[3]
    slope[0] = 2 * slope[1] - slope[2]
    slope[n + 1] = 2 * slope[n] - slope[n - 1]
    slope[n + 2] = 2 * slope[n + 1] - slope[n]
    return slope
  }

  /// For each sample, how much of its tangent is the slope before it: the more, the more the slope
  /// changes ahead. Changes are those of the vector.
  private func sharesAhead(_ slopes: [[Double]]) -> [Double] {
    func change(_ i: Int) -> Double {
      var square = 0.0
      for slope in slopes { square += (slope[i + 1] - slope[i]) * (slope[i + 1] - slope[i]) }
      return square.squareRoot()
    }
    return seconds.indices.map { i in
      let (behind, ahead) = (change(i), change(i + 2))
      return ahead + behind > 1e-9 ? ahead / (ahead + behind) : 0.5
    }
  }

  private func cubic(
    _ y: [Float], slope: [Double], sharesAhead share: [Double], at points: GridPoints
  ) -> [Float] {
    func tangent(_ i: Int) -> Double { slope[i + 2] + share[i] * (slope[i + 1] - slope[i + 2]) }
    var out = [Float](repeating: 0, count: points.weights.count)
    for k in out.indices {
      let i = Int(points.intervals[k])
      let width = seconds[i + 1] - seconds[i]
      let (p, q, m) = (tangent(i), tangent(i + 1), slope[i + 2])
      let u = points.weights[k] * width
      let square = (3 * m - 2 * p - q) / width
      let cube = (p + q - 2 * m) / (width * width)
      out[k] = Float(Double(y[i]) + u * (p + u * (square + u * cube)))
    }
    return out
  }

  /// Keeps the stamps that later grid points still need.
  private mutating func forgetAllBut(_ first: Int) {
    guard first > 0 else { return }
    seconds.removeFirst(first)
    for c in columns.indices { columns[c].removeFirst(first) }
  }

  private mutating func block(from read: [[Float]], atEnd: Bool) -> Block? {
    var out = read
    if oversampling > 1 {
      for c in read.indices {
        out[c] = []
        read[c].withUnsafeBufferPointer { decimators[c].append($0, into: &out[c]) }
        if atEnd { decimators[c].finish(into: &out[c]) }
      }
    }
    guard let count = out.first?.count, count > 0 || atEnd else { return nil }
    defer { outputStart += count }
    return Block(start: outputStart, columns: out, endsRun: false)
  }
}
