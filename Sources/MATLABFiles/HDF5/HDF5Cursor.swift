/// Reads what HDF5 stores, one after the other, from bytes that were read before.
///
/// All numbers of the format's own tables have their lowest byte first (HDF5 File Format
/// Specification Version 3.0, II). Each call throws when there are too few bytes.
struct HDF5Cursor {
  private var rest: ArraySlice<UInt8>
  private let start: Int
  private let place: Int
  private let widths: (address: Int, length: Int)
  private let what: String

  /// Begins at the first of `bytes`, which lies at byte `place` of the file.
  init(
    _ bytes: ArraySlice<UInt8>, place: Int, widths: (address: Int, length: Int), what: String
  ) {
    rest = bytes
    start = bytes.startIndex
    self.place = place
    self.widths = widths
    self.what = what
  }

  /// Bytes that were not read.
  var count: Int { rest.count }
  /// Bytes that were.
  var usedCount: Int { rest.startIndex - start }
  /// What it reads and where, for messages.
  var words: String { "\(what) at byte \(place)" }

  /// The next bytes.
  mutating func take(_ count: Int) throws(HDF5Fault) -> ArraySlice<UInt8> {
    guard count >= 0, count <= rest.count else { throw .damaged("has too short a \(words)") }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  /// Passes over bytes.
  mutating func skip(_ count: Int) throws(HDF5Fault) { _ = try take(count) }

  /// Passes over what fills up to a multiple of 8, counted from the first byte.
  mutating func align() throws(HDF5Fault) { try skip(-usedCount & 7) }

  /// The next bytes, for another reader.
  mutating func part(_ count: Int) throws(HDF5Fault) -> HDF5Cursor {
    let begin = place + usedCount
    return HDF5Cursor(try take(count), place: begin, widths: widths, what: what)
  }

  /// A whole number of up to 8 bytes without a sign; one that no file can mean is damage.
  mutating func number(_ size: Int) throws(HDF5Fault) -> Int {
    var value: UInt64 = 0
    for byte in try take(size).reversed() { value = value << 8 | UInt64(byte) }
    guard value < 1 << 62 else { throw .damaged("has an impossible number in the \(words)") }
    return Int(value)
  }

  /// Bytes of something.
  mutating func length() throws(HDF5Fault) -> Int { try number(widths.length) }

  /// Where something lies; `nil` when it was never written, which all bits say.
  mutating func address() throws(HDF5Fault) -> Int? {
    var ahead = self
    if try ahead.take(widths.address).allSatisfy({ $0 == 0xff }) {
      self = ahead
      return nil
    }
    return try number(widths.address)
  }

  /// Bytes that must be there.
  mutating func expect(_ signature: String) throws(HDF5Fault) {
    guard rest.starts(with: signature.utf8) else {
      throw .damaged("has no \(what) at byte \(place)")
    }
    try skip(signature.utf8.count)
  }

  /// Text that ends with a zero or with these bytes.
  mutating func text(_ count: Int) throws(HDF5Fault) -> String {
    String(decoding: try take(count).prefix { $0 != 0 }, as: UTF8.self)
  }
}
