import Foundation

/// What the lines above a page's samples say; what cannot be read is `nil`.
struct GENEActivPageHead {
  /// Lines between the mark and the samples of a whole page.
  static let usualLineCount = 8
  /// Samples per second that such a device can give, with room: it is sold with 10 to 100.
  static let possibleRatesHertz = 1.0...1000.0
  /// What chips measure; the device is given with 0 to 60.
  static let possibleTemperatures = -40.0...125.0

  /// The page's number, from 0.
  private(set) var sequence: Int?
  /// When the first sample was taken, seconds since 1970 on the device's clock.
  private(set) var seconds: Double?
  private(set) var rateHertz: Double?
  private(set) var temperatureCelsius: Double?
  private(set) var batteryVolts: Double?
  /// Lines read so far.
  private(set) var lineCount = 0

  /// Takes in a line, its end already gone; lines without a known name are counted only.
  mutating func read(_ line: UnsafeBufferPointer<UInt8>) {
    lineCount += 1
    switch line.first {
    case UInt8(ascii: "S"):
      if let value = Self.value(line, "Sequence Number:") {
        sequence = GENEActivNumber.count(value)
      }
    case UInt8(ascii: "P"):
      if let value = Self.value(line, "Page Time:") { seconds = GENEActivNumber.seconds(value) }
    case UInt8(ascii: "M"):
      if let value = Self.value(line, "Measurement Frequency:") {
        rateHertz = Self.number(value, within: Self.possibleRatesHertz)
      }
    case UInt8(ascii: "T"):
      if let value = Self.value(line, "Temperature:") {
        temperatureCelsius = Self.number(value, within: Self.possibleTemperatures)
      }
    case UInt8(ascii: "B"):
      if let value = Self.value(line, "Battery voltage:") {
        batteryVolts = GENEActivNumber.decimal(value)
      }
    default: break
    }
  }

  /// Whether a line holds samples: it is long, or begins with a sample's digits.
  ///
  /// Not told by its place, nor by a colon: a flipped bit makes a colon of an 8.
  static func isSamples(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    // No other line is half as long; the header's notes may be, which are above all pages.
    if line.count >= 512 { return true }
    guard line.count >= GENEActivDecoder.digitsPerSample else { return false }
    let digits = line.prefix(GENEActivDecoder.digitsPerSample).count { byte in
      (48...57).contains(byte) || (65...70).contains(byte) || (97...102).contains(byte)
    }
    // Of the page's own lines none has more than five of them among its first twelve letters.
    return digits >= 9
  }

  private static func value(
    _ line: UnsafeBufferPointer<UInt8>, _ name: StaticString
  ) -> UnsafeBufferPointer<UInt8>? {
    guard let start = line.baseAddress, line.count > name.utf8CodeUnitCount,
      memcmp(start, name.utf8Start, name.utf8CodeUnitCount) == 0
    else { return nil }
    return UnsafeBufferPointer(rebasing: line[name.utf8CodeUnitCount...])
  }

  private static func number(
    _ text: UnsafeBufferPointer<UInt8>, within limits: ClosedRange<Double>
  ) -> Double? {
    GENEActivNumber.decimal(text).flatMap { limits.contains($0) ? $0 : nil }
  }
}
