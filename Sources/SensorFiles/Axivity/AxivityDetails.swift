import Foundation

/// What the file says about the device and its surroundings, for a person to read.
struct AxivityDetails {
  let header: AxivityHeader
  let first: AxivityBlock

  /// `Axivity AX3, device 45056, session 1020030004`.
  var device: String {
    var words = ["Axivity \(model)"]
    if let identifier = header.deviceIdentifier { words.append("device \(identifier)") }
    words.append("session \(header.sessionIdentifier ?? first.sessionIdentifier)")
    return words.joined(separator: ", ")
  }

  /// One sentence for each thing.
  var sentences: [String] {
    var result: [String] = []
    if let firmware = header.firmware { result.append("firmware \(firmware)") }
    if let range = header.rangeG { result.append("accelerometer range ±\(range) g") }
    if let range = header.angularRangeDegrees { result.append("gyroscope range ±\(range) °/s") }
    result.append("at the start: " + Self.state(of: first))
    return result + header.annotations.map { "\($0.name): \($0.value)" }
  }

  /// What only the samples tell: taps, and the state of the device at the last block that was read.
  static func sentences(
    last: AxivityBlock?, tapCounts: (single: Int, double: Int)
  ) -> [String] {
    var result: [String] = []
    if let last { result.append("at the end: " + state(of: last)) }
    if tapCounts.single + tapCounts.double > 0 {
      result.append("taps on the device: \(tapCounts.single) single, \(tapCounts.double) double")
    }
    return result
  }

  private static func state(of block: AxivityBlock) -> String {
    String(
      format: "battery %.2f V, temperature %.1f °C, light %d of 1023", block.batteryVolts,
      block.temperatureCelsius, block.lightSteps)
  }

  /// A file without a header can still tell an AX6 by its gyroscope.
  private var model: String {
    header.deviceIdentifier == nil && first.packing.hasAngularRate ? "AX6" : header.model
  }
}
