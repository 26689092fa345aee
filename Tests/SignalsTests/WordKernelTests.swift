import SignalKernels
import Testing

/// Kernels that turn a sensor's words into numbers, against their plain twins.
struct WordKernelTests {
  private let bytes: [UInt8] = (0..<2400).map { UInt8(truncatingIfNeeded: ($0 * 7919) >> 3) }

  private func word(_ place: Int) -> Int16 {
    Int16(bitPattern: UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8)
  }

  @Test(arguments: [1, 3, 6, 9], [0, 1, 7, 40, 120])
  func `words of one channel among several`(stride: Int, count: Int) {
    let (start, unit) = (5, 9.80665 / 2048)
    var found = [Float](repeating: .nan, count: count)
    bytes.withUnsafeBytes { source in
      guard let base = source.baseAddress else { return }
      signal_kernels_scale_words(base + start, stride, unit, &found, count)
    }
    let expected = (0..<count).map { Float(Double(word(start + 2 * stride * $0)) * unit) }
    #expect(found == expected)
  }

  @Test(arguments: [22, 12, 2], [0, 1, 5, 119])
  func `three axes and an exponent in one word`(shift: Int32, count: Int) {
    let (start, unit) = (3, 9.80665 / 256)
    var found = [Float](repeating: .nan, count: count)
    bytes.withUnsafeBytes { source in
      guard let base = source.baseAddress else { return }
      signal_kernels_scale_packed_words(base + start, shift, unit, &found, count)
    }
    let expected = (0..<count).map { place in
      let bits = (0..<4).reduce(0) { $0 | Int(bytes[start + 4 * place + $1]) << (8 * $1) }
      let axis = bits >> (22 - Int(shift)) & 0x3ff
      let steps = (axis >= 512 ? axis - 1024 : axis) * [1, 2, 4, 8][bits >> 30]
      return Float(Double(steps) * unit)
    }
    #expect(found == expected)
  }

  @Test func `a ramp does not depend on where it is cut`() {
    var whole = [Double](repeating: .nan, count: 1000)
    signal_kernels_ramp(0.1, 0.0101, 0, &whole, 1000)
    var part = [Double](repeating: .nan, count: 333)
    signal_kernels_ramp(0.1, 0.0101, 400, &part, 333)
    let ramp = (0..<1000).map { k -> Double in 0.1 + 0.0101 * Double(k) }
    #expect(whole == ramp)
    #expect(part == Array(whole[400..<733]))
  }
}
