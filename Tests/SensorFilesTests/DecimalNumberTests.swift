import Testing

@testable import SensorFiles

struct DecimalNumberTests {
  /// Reads a text the way a cell is read: plain, and otherwise the long way.
  private func read(_ text: String) -> (value: Double?, isPlain: Bool) {
    let bytes = Array(text.utf8) + [44] + [UInt8](repeating: 0, count: 16)
    return bytes.withUnsafeBufferPointer { buffer in
      guard var cursor = buffer.baseAddress else { return (nil, false) }
      let start = cursor
      if let value = DecimalNumber.readPlain(&cursor), cursor - start == text.utf8.count {
        return (value, true)
      }
      let field = UnsafeBufferPointer(rebasing: buffer[..<text.utf8.count])
      return (DecimalNumber.read(field: field), false)
    }
  }

  @Test func `every number equals the one that the standard library reads`() {
    var random = SystemSeed(state: 20_240_501)
    var plainCount = 0
    for _ in 0..<40_000 {
      let whole = String(random.next() % 10).prefix(Int(random.next() % 2)) + digits(&random, 6)
      let decimals = digits(&random, 19)
      let sign = random.next() % 2 == 0 ? "-" : ""
      let text = "\(sign)\(whole)\(random.next() % 8 == 0 ? "" : ".")\(decimals)"
      let (value, isPlain) = read(text)
      guard !whole.isEmpty || !decimals.isEmpty else { continue }
      plainCount += isPlain ? 1 : 0
      // The standard library wants a digit on both sides of the point.
      let full = text.replacing("-.", with: "-0.")
      let expected = Double(full.hasPrefix(".") ? "0" + full : full) ?? Double(full + "0")
      if value?.bitPattern != expected?.bitPattern {
        Issue.record("\(text): \(value ?? .nan), expected \(expected ?? .nan)")
      }
    }
    #expect(plainCount > 20_000)
  }

  @Test func `numbers with an exponent equal those that the standard library reads`() {
    var random = SystemSeed(state: 31)
    for _ in 0..<20_000 {
      let sign = random.next() % 2 == 0 ? "-" : ""
      let power = Int(random.next() % 60) - 30
      let text = "\(sign)\(random.next() % 10).\(digits(&random, 17))0E\(power)"
      if read(text).value?.bitPattern != Double(text)?.bitPattern { Issue.record("\(text)") }
    }
    for text in ["1e5", "1E+05", "-.5e-3", "5.e2", "1e22", "1e-400"] {
      #expect(
        read(text).value == Double(text.replacing(".e", with: ".0e").replacing("-.", with: "-0.")))
    }
    for text in ["e5", "1e", "1e5x", "1e+-5", ".e1"] { #expect(read(text).value == nil) }
  }

  @Test func `numbers that lie in the middle between two others round to even`() {
    // 2^53 + 1 and neighbors, whole and with decimals, and halves of the last place of 1.
    for text in [
      "9007199254740993", "9007199254740995", "900719925474099.3", "9007199254740993.0",
      "9007199254740993.001", "1.0000000000000001110", "1.000000000000000111", "1.0000000000000003",
      "18446744073709551615", "9999999999999999999", "0.9999999999999999999",
      "4503599627370496.5", "4503599627370497.5",
    ] {
      #expect(read(text).value == Double(text), "\(text)")
    }
  }

  @Test func `random doubles survive the way through their shortest text`() {
    var random = SystemSeed(state: 7)
    for _ in 0..<20_000 {
      let value = (Double(random.next() >> 11) / 0x1p53 - 0.5) * 40
      #expect(read("\(value)").value == value)
    }
  }

  @Test(arguments: ["1e3", "-2.5E-7", "+1.5", "1.5e+300", "4.9e-324", "12345678901234567890123.5"])
  func `unusual ways to write a number are read too`(text: String) {
    #expect(read(text).value == Double(text))
  }

  @Test(arguments: ["", "-", ".", "+", "abc", "1,5", "1.2.3", "0x10", "1 2", "--1", "e5", "12:30"])
  func `what is no number is not read as one`(text: String) {
    let (value, isPlain) = read(text)
    // "1,5" ends at the comma for the plain reader: the row has a cell too many, not a wrong one.
    #expect(value == nil && !isPlain)
  }

  @Test func `infinity and not-a-number are told from text`() {
    #expect(read("NaN").value?.isNaN == true)
    #expect(read("-inf").value == -.infinity)
  }

  private func digits(_ random: inout SystemSeed, _ most: UInt64) -> String {
    String((0..<random.next() % (most + 1)).map { _ in Character("\(random.next() % 10)") })
  }
}

/// A small generator with a seed (SplitMix64), so that a failure can be seen again.
struct SystemSeed {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
