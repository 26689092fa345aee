/// Figures that stand for many numbers. None of them for none: `nil`.
public enum Statistics {
  /// Sum over count.
  public static func mean(_ x: [Double]) -> Double? { x.withUnsafeBufferPointer(mean) }
  /// Sum over count.
  public static func mean(_ x: ArraySlice<Double>) -> Double? { x.withUnsafeBufferPointer(mean) }

  /// The middle value; the mean of the two middle ones for an even count.
  public static func median(_ x: [Double]) -> Double? { percentile(x, 0.5) }
  /// The middle value; the mean of the two middle ones for an even count.
  public static func median(_ x: ArraySlice<Double>) -> Double? { percentile(x, 0.5) }

  /// The value below which a share of the values lies, linear between neighbors as in NumPy.
  /// - Parameters:
  ///   - x: finite numbers in any order.
  ///   - q: the share, 0...1.
  /// - Returns: the value, or `nil` for no numbers.
  public static func percentile(_ x: [Double], _ q: Double) -> Double? {
    x.withUnsafeBufferPointer { percentile($0, q) }
  }

  /// The value below which a share of the values lies, linear between neighbors as in NumPy.
  /// - Parameters:
  ///   - x: finite numbers in any order.
  ///   - q: the share, 0...1.
  /// - Returns: the value, or `nil` for no numbers.
  public static func percentile(_ x: ArraySlice<Double>, _ q: Double) -> Double? {
    x.withUnsafeBufferPointer { percentile($0, q) }
  }

  /// The numbers from the least to the greatest, sorted where arithmetic is optimized.
  package static func ascending(_ x: [Double]) -> [Double] { x.sorted() }

  /// Spread of the values themselves: squares over `count`.
  public static func standardDeviation(_ x: [Double]) -> Double? {
    x.withUnsafeBufferPointer { squares($0).map { ($0 / Double(x.count)).squareRoot() } }
  }

  /// Spread of the values themselves: squares over `count`.
  public static func standardDeviation(_ x: ArraySlice<Double>) -> Double? {
    x.withUnsafeBufferPointer { squares($0).map { ($0 / Double(x.count)).squareRoot() } }
  }

  /// Spread of the values in each of some stretches, each exactly as alone: a sum waits for its own last addition, and
  /// meanwhile those of other stretches can go on.
  ///
  /// - Parameters:
  ///   - x: finite numbers.
  ///   - stretches: indices of `x`.
  /// - Returns: one for each stretch, `nil` for an empty one.
  public static func standardDeviations(_ x: [Double], over stretches: [Range<Int>]) -> [Double?] {
    var found: [Double?] = []
    found.reserveCapacity(stretches.count)
    x.withUnsafeBufferPointer { x in
      while found.count < stretches.count {
        let next = stretches[found.count...].prefix(4)
        let count = next[found.count].count
        if next.count == 4, count > 0, next.allSatisfy({ $0.count == count }) {
          let four = fourDeviations(x, next.map(\.lowerBound), count)
          for lane in 0..<4 { found.append(four[lane]) }
        } else {
          let one = UnsafeBufferPointer(rebasing: x[next[found.count]])
          found.append(squares(one).map { ($0 / Double(count)).squareRoot() })
        }
      }
    }
    return found
  }

  /// The spread in four stretches of one length, given where each begins.
  private static func fourDeviations(
    _ x: UnsafeBufferPointer<Double>, _ starts: [Int], _ count: Int
  ) -> SIMD4<Double> {
    let (a, b, c, d) = (starts[0], starts[1], starts[2], starts[3])
    func row(_ i: Int) -> SIMD4<Double> { SIMD4(x[a + i], x[b + i], x[c + i], x[d + i]) }
    var sum = SIMD4<Double>.zero
    for i in 0..<count { sum += row(i) }
    let mean = sum / Double(count)
    var squares = SIMD4<Double>.zero
    for i in 0..<count { squares += (row(i) - mean) * (row(i) - mean) }
    return (squares / Double(count)).squareRoot()
  }

  /// Spread of what the values are a sample of: squares over `count - 1`; `nil` below two values.
  public static func sampleStandardDeviation(_ x: [Double]) -> Double? {
    guard x.count > 1 else { return nil }
    return x.withUnsafeBufferPointer { squares($0).map { ($0 / Double(x.count - 1)).squareRoot() } }
  }

  /// Spread of what the values are a sample of: squares over `count - 1`; `nil` below two values.
  public static func sampleStandardDeviation(_ x: ArraySlice<Double>) -> Double? {
    guard x.count > 1 else { return nil }
    return x.withUnsafeBufferPointer { squares($0).map { ($0 / Double(x.count - 1)).squareRoot() } }
  }

  /// Standard deviation over median absolute deviation where values are normally distributed: 1 over the
  /// normal distribution's third quartile.
  public static let deviationPerMedianDeviation = 1.4826

  /// Root of the mean square; the mean is not taken off.
  public static func rootMeanSquare(_ x: [Double]) -> Double? {
    x.withUnsafeBufferPointer(rootMeanSquare)
  }

  /// Root of the mean square; the mean is not taken off.
  public static func rootMeanSquare(_ x: ArraySlice<Double>) -> Double? {
    x.withUnsafeBufferPointer(rootMeanSquare)
  }

  private static func mean(_ x: UnsafeBufferPointer<Double>) -> Double? {
    guard !x.isEmpty else { return nil }
    var sum = 0.0
    for value in x { sum += value }
    return sum / Double(x.count)
  }

  private static func rootMeanSquare(_ x: UnsafeBufferPointer<Double>) -> Double? {
    guard !x.isEmpty else { return nil }
    var sum = 0.0
    for value in x { sum += value * value }
    return (sum / Double(x.count)).squareRoot()
  }

  /// Sum of the squared distances from the mean.
  private static func squares(_ x: UnsafeBufferPointer<Double>) -> Double? {
    guard let mean = mean(x) else { return nil }
    var sum = 0.0
    for value in x { sum += (value - mean) * (value - mean) }
    return sum
  }

  /// Only the two neighbors of the place are sought: the rest need not be sorted.
  private static func percentile(_ x: UnsafeBufferPointer<Double>, _ q: Double) -> Double? {
    guard !x.isEmpty else { return nil }
    let last = x.count - 1
    let position = Double(last) * min(max(q, 0), 1)
    let index = min(Int(position), last)
    let share = position - Double(index)
    return withUnsafeTemporaryAllocation(of: Double.self, capacity: x.count) { room in
      _ = room.initialize(from: x)
      let low = selected(index, of: room)
      let high = index == last ? low : room[(index + 1)...].reduce(.infinity) { min($0, $1) }
      // Counted from the nearer neighbor, as NumPy does: the result never leaves the interval.
      return share < 0.5 ? low + (high - low) * share : high - (high - low) * (1 - share)
    }
  }

  /// The number that would stand at a place if they were sorted; afterwards smaller ones lie before it, larger ones behind.
  ///
  /// Source: C. A. R. Hoare, Algorithm 65: Find, Commun. ACM 4:321 (1961); the pivot is the median of three.
  private static func selected(
    _ place: Int, of x: UnsafeMutableBufferPointer<Double>
  ) -> Double {
    var (low, high) = (0, x.count - 1)
    while low < high {
      let (a, b, c) = (x[low], x[(low + high) / 2], x[high])
      let pivot = max(min(a, b), min(max(a, b), c))
      var (i, j) = (low, high)
      while i <= j {
        while x[i] < pivot { i += 1 }
        while pivot < x[j] { j -= 1 }
        if i <= j {
          x.swapAt(i, j)
          i += 1
          j -= 1
        }
      }
      if place <= j {
        high = j
      } else if place >= i {
        low = i
      } else {
        break
      }
    }
    return x[place]
  }
}
