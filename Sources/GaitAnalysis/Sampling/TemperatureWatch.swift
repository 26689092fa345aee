import GaitModel

/// Sums up the temperatures of a device.
struct TemperatureWatch: Sendable {
  private var sum = 0.0
  private var count = 0
  private var least = Float.infinity
  private var greatest = -Float.infinity

  /// The temperatures so far; `nil` for none.
  var span: TemperatureSpan? {
    guard count > 0 else { return nil }
    return TemperatureSpan(
      meanCelsius: sum / Double(count), leastCelsius: Double(least),
      greatestCelsius: Double(greatest))
  }

  /// Takes more temperatures, degrees Celsius.
  mutating func append(_ values: [Float]) {
    for value in values {
      sum += Double(value)
      least = min(least, value)
      greatest = max(greatest, value)
    }
    count += values.count
  }
}
