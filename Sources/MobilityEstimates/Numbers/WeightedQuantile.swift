/// Values with weights, put in order once and asked for quantiles.
struct WeightedQuantile {
  private let values: [(value: Double, through: Double)]

  /// Puts the values in order; those without weight do not count.
  init(_ pairs: [(value: Double, weight: Double)]) {
    var sorted = pairs.filter { $0.weight > 0 }
    sorted.sort { ($0.value, $0.weight) < ($1.value, $1.weight) }
    var sum = 0.0
    values = sorted.map { pair in
      sum += pair.weight
      return (pair.value, sum)
    }
  }

  /// The smallest value that, with all smaller ones, holds at least that share of the weight; `nil`
  /// when nothing has weight.
  ///
  /// It is always a value that occurred: with walks as values and their time as weight, "95 % of
  /// the time the person walked no faster than this".
  subscript(share: Double) -> Double? {
    guard let total = values.last?.through else { return nil }
    let sought = share * total * (1 - 1e-12)
    var (low, high) = (0, values.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if values[middle].through >= sought { high = middle } else { low = middle + 1 }
    }
    return values[low].value
  }
}
