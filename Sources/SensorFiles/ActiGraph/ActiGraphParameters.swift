import GaitModel

/// What a PARAMETERS record says: pairs of a 32-bit key and a 32-bit value.
struct ActiGraphParameters {
  private static let pairByteCount = 8

  /// Scales that an accelerometer's steps can have, steps for one g: from 8 bits over ±16 g to 16
  /// bits over ±1 g, with room.
  static let possibleScales = 8.0...40_000.0

  /// Steps of the accelerometer for one g, or `nil`.
  private(set) var accelerationScale: Double?
  /// Samples per second, or `nil`.
  private(set) var rateHertz: Double?

  /// Reads the payload of a record; keys that are not known are passed over.
  init(_ payload: UnsafeRawBufferPointer) {
    for place in stride(from: 0, through: payload.count - Self.pairByteCount, by: 8) {
      let key = Self.word(payload, place)
      let value = Self.word(payload, place + 4)
      switch (key & 0xffff, key >> 16) {
      case (0, 55):
        let scale = Self.decimal(value)
        if Self.possibleScales.contains(scale) { accelerationScale = scale }
      case (1, 10):
        let rate = Double(value)
        if ActiGraphInfo.possibleRatesHertz.contains(rate) { rateHertz = rate }
      default: break
      }
    }
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt32 {
    UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
  }

  /// A number of the device's own kind: 24 bits of fraction with sign, and above them 8 bits of a
  /// power of two.
  static func decimal(_ bits: UInt32) -> Double {
    let exponent = Int(Int8(truncatingIfNeeded: bits >> 24))
    let fraction = Int32(bitPattern: bits << 8) >> 8
    return Double(sign: .plus, exponent: exponent, significand: Double(fraction) / 8_388_608)
  }
}
