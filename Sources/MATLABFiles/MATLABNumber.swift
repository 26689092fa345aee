/// The kinds of numbers in MATLAB files, as they are stored.
enum MATLABNumber: String {
  case int8, uint8, int16, uint16, int32, uint32, single, double, int64, uint64

  /// The kind that level 5 gives this code (`miINT8` = 1 …), or `nil`.
  init?(level5Code code: UInt32) {
    switch code {
    case 1: self = .int8
    case 2: self = .uint8
    case 3: self = .int16
    case 4: self = .uint16
    case 5: self = .int32
    case 6: self = .uint32
    case 7: self = .single
    case 9: self = .double
    case 12: self = .int64
    case 13: self = .uint64
    default: return nil
    }
  }

  /// The kind that an array's class has (`mxDOUBLE_CLASS` = 6 …), or `nil`.
  init?(classCode code: Int) {
    let kinds: [MATLABNumber] = [
      .double, .single, .int8, .uint8, .int16, .uint16, .int32, .uint32, .int64, .uint64,
    ]
    guard (6..<6 + kinds.count).contains(code) else { return nil }
    self = kinds[code - 6]
  }

  /// Bytes of one number.
  var byteCount: Int {
    switch self {
    case .int8, .uint8: 1
    case .int16, .uint16: 2
    case .int32, .uint32, .single: 4
    case .double, .int64, .uint64: 8
    }
  }

  /// Widens stored numbers: every `step`th one of `count` from `bytes` on.
  func widen(
    _ bytes: UnsafeRawPointer, step: Int = 1, count: Int, swapsBytes: Bool,
    into target: UnsafeMutablePointer<Double>
  ) {
    let step = step * byteCount
    func widen<Bits: FixedWidthInteger>(_: Bits.Type, _ value: (Bits) -> Double) {
      for place in 0..<count {
        let bits = bytes.loadUnaligned(fromByteOffset: place * step, as: Bits.self)
        target[place] = value(swapsBytes ? bits.byteSwapped : bits)
      }
    }
    switch self {
    case .int8: widen(Int8.self) { Double($0) }
    case .uint8: widen(UInt8.self) { Double($0) }
    case .int16: widen(Int16.self) { Double($0) }
    case .uint16: widen(UInt16.self) { Double($0) }
    case .int32: widen(Int32.self) { Double($0) }
    case .uint32: widen(UInt32.self) { Double($0) }
    case .int64: widen(Int64.self) { Double($0) }
    case .uint64: widen(UInt64.self) { Double($0) }
    case .single: widen(UInt32.self) { Double(Float(bitPattern: $0)) }
    case .double: widen(UInt64.self) { Double(bitPattern: $0) }
    }
  }
}
