/// Mean and spread of plain numbers.
enum Spread {
  /// The arithmetic mean; `nil` of nothing.
  static func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }

  /// The standard deviation of a sample (n - 1); `nil` of fewer than two.
  static func deviation(_ values: [Double]) -> Double? {
    guard values.count > 1, let mean = mean(values) else { return nil }
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(values.count - 1)).squareRoot()
  }

  /// The middle value, or the mean of the two in the middle; `nil` of nothing.
  static func median(_ values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
