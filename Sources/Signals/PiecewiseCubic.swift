/// A curve given by values and slopes at its knots (Hermite).
struct PiecewiseCubic {
  private let times: [Double]
  private let values: [Double]
  private let slopes: [Double]

  init(times: [Double], values: [Double], slopes: [Double]) {
    precondition(times.count == values.count && values.count == slopes.count)
    self.times = times
    self.values = values
    self.slopes = slopes
  }

  func values(at queries: [Double]) -> [Double] {
    var piece = 0
    return queries.map { query in
      piece = index(of: query, near: piece)
      return value(at: query, piece: piece)
    }
  }

  /// The piece that a query lies in. Queries mostly rise, so the search begins at the last one.
  private func index(of query: Double, near hint: Int) -> Int {
    let last = max(0, times.count - 2)
    var piece = hint
    var step = 0
    while piece < last, times[piece + 1] <= query, step < 8 {
      (piece, step) = (piece + 1, step + 1)
    }
    if piece < times.count, times[piece] <= query, piece == last || query < times[piece + 1] {
      return piece
    }
    var (low, high) = (0, last)
    while low < high {
      let middle = (low + high + 1) / 2
      if times[middle] <= query { low = middle } else { high = middle - 1 }
    }
    return low
  }

  private func value(at query: Double, piece: Int) -> Double {
    guard let firstTime = times.first, let lastTime = times.last else { return .nan }
    if query <= firstTime { return values[0] }
    if query >= lastTime { return values[values.count - 1] }
    let width = times[piece + 1] - times[piece]
    let offset = query - times[piece]
    let slope = (values[piece + 1] - values[piece]) / width
    let bend = (slopes[piece] + slopes[piece + 1] - 2 * slope) / width
    let c2 = (slope - slopes[piece]) / width - bend
    return values[piece] + offset * (slopes[piece] + offset * (c2 + offset * (bend / width)))
  }
}
