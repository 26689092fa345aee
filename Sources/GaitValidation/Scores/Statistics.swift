/// The mean; `nil` for no numbers.
func mean(_ values: [Double]) -> Double? {
  values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
}

/// The middle number, or the mean of the two middle ones; `nil` for no numbers.
func median(_ values: [Double]) -> Double? {
  guard !values.isEmpty else { return nil }
  let sorted = values.sorted()
  let middle = sorted.count / 2
  return sorted.count.isMultiple(of: 2)
    ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}

/// The standard deviation of a sample (n − 1); `nil` for fewer than two numbers.
func standardDeviation(_ values: [Double]) -> Double? {
  guard values.count > 1, let center = mean(values) else { return nil }
  let squares = values.reduce(0) { $0 + ($1 - center) * ($1 - center) }
  return (squares / Double(values.count - 1)).squareRoot()
}

/// Pearson's correlation; `nil` for fewer than four pairs or when one side does not vary.
///
/// Through three points or fewer a high correlation says nothing.
func correlation(_ pairs: [(Double, Double)]) -> Double? {
  guard pairs.count > 3, let x = mean(pairs.map(\.0)), let y = mean(pairs.map(\.1)) else {
    return nil
  }
  var (xx, yy, xy) = (0.0, 0.0, 0.0)
  for (a, b) in pairs {
    xx += (a - x) * (a - x)
    yy += (b - y) * (b - y)
    xy += (a - x) * (b - y)
  }
  return xx > 0 && yy > 0 ? xy / (xx * yy).squareRoot() : nil
}

/// a − b; `nil` when either is missing.
func difference(_ a: Double?, _ b: Double?) -> Double? {
  guard let a, let b else { return nil }
  return a - b
}
