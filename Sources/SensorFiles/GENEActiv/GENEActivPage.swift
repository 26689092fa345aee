import Foundation
import GaitModel

/// One page of the file: its time and its samples.
struct GENEActivPage {
  /// Samples of a whole page.
  static let fullCount = 300

  /// Where the page begins in the file.
  let fileOffset: Int
  /// Pages that the file holds before it, those that cannot be read included.
  let ordinal: Int
  /// The page's number, or `nil` when it cannot be read.
  let sequence: Int?
  /// When the first sample was taken, seconds since 1970 on the device's clock.
  let start: Double
  /// Samples per second, as the page names them.
  let rateHertz: Double
  /// `nil` when it cannot be read.
  let temperatureCelsius: Double?
  let batteryVolts: Double?
  /// Instants that the page spans; those of samples that cannot be read are among them.
  let slotCount: Int
  /// The slot of each sample; empty when every slot has one.
  let slots: [Int]
  /// All x, then all y, then all z, m/s².
  let values: [Float]

  /// Samples that can be used.
  var sampleCount: Int { values.count / 3 }

  /// When a sample was taken, counted in samples from the page's first slot.
  func slot(of sample: Int) -> Int { slots.isEmpty ? sample : slots[sample] }

  /// How long the slots last at the rate named, seconds.
  var duration: Double { Double(slotCount) * Self.period(rateHertz: rateHertz) }

  /// From one sample to the next, seconds.
  ///
  /// Rates are written with one decimal, but a whole page lasts a whole number of tenths of a second:
  /// 85.7 Hz are 300 samples in 3.5 s (the manufacturer's GENEAcore counts in the same way).
  static func period(rateHertz: Double) -> Double {
    let page = (Double(fullCount) * 10 / rateHertz).rounded() / 10
    let isMeant = page > 0 && abs(Double(fullCount) / page - rateHertz) <= 0.05 + 1e-9
    return isMeant ? page / Double(fullCount) : 1 / rateHertz
  }
}

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

/// The samples of a page, as far as its digits can be read.
struct GENEActivDigits {
  /// Instants that the digits span; those of samples that cannot be read are among them.
  let slotCount: Int
  /// The slot of each sample; empty when every slot has one.
  let slots: [Int]
  /// All x, then all y, then all z, m/s².
  let values: [Float]
  /// Whether the button was down at any of the samples.
  let isPressed: Bool

  /// Reads `count` times twelve digits; `nil` when no sample is readable.
  init?(_ text: UnsafePointer<UInt8>, count: Int, by decoder: GENEActivDecoder) {
    slotCount = count
    if let whole = decoder.samples(text, count: count) {
      (slots, values, isPressed) = ([], whole.values, whole.isPressed)
      return
    }
    let readable = decoder.readable(text, count: count)
    guard !readable.isEmpty else { return nil }
    let samples = readable.compactMap {
      decoder.samples(text + $0 * GENEActivDecoder.digitsPerSample, count: 1)
    }
    slots = readable
    values = (0..<3).flatMap { axis in samples.map { $0.values[axis] } }
    isPressed = samples.contains { $0.isPressed }
  }
}

/// What can be wrong with a page, in the order of the remarks.
enum GENEActivDamage: Int, DamageKind {
  case text, unusable, letters, count, noTime, missing, displaced, outOfOrder, duplicate
  case noTemperature, rate, restart

  static let noun = "page"

  var remark: RecordingRemark.Kind {
    switch self {
    case .text, .unusable, .letters, .noTemperature: .unreadable
    case .outOfOrder: .outOfOrder
    case .duplicate: .duplicate
    case .noTime: .assumed
    case .count, .missing, .displaced, .rate, .restart: .inconsistent
    }
  }

  var consequence: String {
    switch self {
    case .missing, .count: " are missing"
    case .displaced, .noTime, .rate: " concerned"
    default: " skipped"
    }
  }

  func verb(isOne: Bool) -> String {
    switch self {
    case .text: isOne ? "is no page at all" : "are no pages at all"
    case .unusable: "cannot be used"
    case .letters: (isOne ? "has" : "have") + " letters that are no hexadecimal digits"
    case .count: (isOne ? "has" : "have") + " another number of samples than 300"
    case .noTime:
      (isOne ? "has" : "have") + " no readable time or rate, which follows from the page before"
    case .missing: (isOne ? "follows" : "follow") + " a jump of the page numbers"
    case .displaced: (isOne ? "was" : "were") + " out of sequence and put back in order"
    case .outOfOrder: (isOne ? "does" : "do") + " not fit between the neighbors in time"
    case .duplicate: (isOne ? "repeats" : "repeat") + " another one"
    case .noTemperature: (isOne ? "has" : "have") + " no readable temperature"
    case .rate: (isOne ? "changes" : "change") + " the sampling rate"
    case .restart:
      (isOne ? "is" : "are") + " numbered anew, as where another recording was put behind"
    }
  }
}
