/// A local maximum.
public struct Peak: Hashable, Sendable {
  /// Index of its sample; the middle of a plateau, rounded down.
  public var index: Int
  /// Where the parabola through the sample and its neighbors is highest, in samples.
  public var position: Double
  /// The value of its sample.
  public var height: Double
  /// How far one must go down before going higher; down to the higher of both sides' lowest points.
  public var prominence: Double

  /// Makes a peak; see the properties.
  public init(index: Int, position: Double, height: Double, prominence: Double) {
    self.index = index
    self.position = position
    self.height = height
    self.prominence = prominence
  }
}

/// Finding peaks, with the rules of SciPy's `find_peaks`.
public enum Peaks {
  /// Local maxima in order of their index. The first and the last sample are none.
  ///
  /// The conditions are applied in the order of the parameters, but distance before prominence.
  /// - Parameters:
  ///   - x: evenly spaced samples.
  ///   - minimumHeight: least value of a peak.
  ///   - minimumProminence: least prominence of a peak.
  ///   - minimumDistance: least distance of two peaks, samples; of two that are closer the higher one
  ///     stays, of two that are equal the later one.
  /// - Returns: the peaks; empty when there are none.
  public static func maxima(
    in x: [Double], minimumHeight: Double? = nil, minimumProminence: Double? = nil,
    minimumDistance: Int? = nil
  ) -> [Peak] {
    var indices = indices(of: x, minimumHeight: minimumHeight)
    if let minimumDistance { indices = spaced(indices, in: x, by: minimumDistance) }
    let peaks = indices.map { peak(at: $0, in: x) }
    guard let minimumProminence else { return peaks }
    return peaks.filter { $0.prominence >= minimumProminence }
  }

  /// Only where the local maxima are, in order.
  ///
  /// - Parameters:
  ///   - x: evenly spaced samples.
  ///   - minimumHeight: least value of a peak.
  /// - Returns: indices of samples, the middle of a plateau; empty when there are none.
  public static func indices(of x: [Double], minimumHeight: Double? = nil) -> [Int] {
    let least = minimumHeight ?? -.infinity
    var maxima: [Int] = []
    var index = 1
    x.withUnsafeBufferPointer { x in
      while index < x.count - 1 {
        if x[index - 1] < x[index] {
          var end = index + 1
          while end < x.count - 1, x[end] == x[index] { end += 1 }
          if x[end] < x[index] {
            if x[index] >= least { maxima.append((index + end - 1) / 2) }
            index = end
          }
        }
        index += 1
      }
    }
    return maxima
  }

  /// Keeps the highest peak, removes those too close to it, and so on downward.
  private static func spaced(_ indices: [Int], in x: [Double], by distance: Int) -> [Int] {
    var isKept = [Bool](repeating: true, count: indices.count)
    let order = indices.indices.sorted {
      (x[indices[$0]], $0) > (x[indices[$1]], $1)
    }
    for current in order where isKept[current] {
      var other = current - 1
      while other >= 0, indices[current] - indices[other] < distance {
        isKept[other] = false
        other -= 1
      }
      other = current + 1
      while other < indices.count, indices[other] - indices[current] < distance {
        isKept[other] = false
        other += 1
      }
    }
    return indices.indices.filter { isKept[$0] }.map { indices[$0] }
  }

  private static func peak(at index: Int, in x: [Double]) -> Peak {
    Peak(
      index: index, position: refined(index, in: x), height: x[index],
      prominence: prominence(of: index, in: x))
  }

  private static func refined(_ index: Int, in x: [Double]) -> Double {
    let (before, here, after) = (x[index - 1], x[index], x[index + 1])
    let curvature = before - 2 * here + after
    guard curvature < 0 else { return Double(index) }
    return Double(index) + min(max(0.5 * (before - after) / curvature, -0.5), 0.5)
  }

  private static func prominence(of index: Int, in x: [Double]) -> Double {
    x.withUnsafeBufferPointer { x in
      let height = x[index]
      var (leftLowest, rightLowest) = (height, height)
      var place = index
      while place >= 0, x[place] <= height {
        if x[place] < leftLowest { leftLowest = x[place] }
        place -= 1
      }
      place = index
      while place < x.count, x[place] <= height {
        if x[place] < rightLowest { rightLowest = x[place] }
        place += 1
      }
      return height - max(leftLowest, rightLowest)
    }
  }
}
