/// Values of any length that several objects keep together (specification 3.0, III.E).
struct HDF5GlobalHeap {
  private let source: HDF5Source
  /// Collections that were read, with their objects by number.
  private var collections: [Int: [Int: ArraySlice<UInt8>]] = [:]

  /// MATLAB's collections have 4096 bytes.
  private static let mostBytes = 1 << 24

  init(_ source: HDF5Source) { self.source = source }

  /// The bytes of an object.
  mutating func object(_ number: Int, at address: Int) throws(HDF5Fault) -> ArraySlice<UInt8> {
    let objects: [Int: ArraySlice<UInt8>]
    if let known = collections[address] {
      objects = known
    } else {
      objects = try read(at: address)
      collections[address] = objects
    }
    guard let object = objects[number] else {
      throw .damaged("has no value \(number) in the heap at byte \(source.base + address)")
    }
    return object
  }

  private func read(at address: Int) throws(HDF5Fault) -> [Int: ArraySlice<UInt8>] {
    let headByteCount = 8 + source.widths.length
    var head = try source.cursor(headByteCount, at: address, "heap of values")
    try head.expect("GCOL")
    try head.skip(4)
    let count = try head.length() - headByteCount
    guard count <= Self.mostBytes else { throw .damaged("has too long a \(head.words)") }
    var bytes = try source.cursor(count, at: address + headByteCount, "heap of values")
    var objects: [Int: ArraySlice<UInt8>] = [:]
    while bytes.count >= headByteCount + 8 {
      let number = try bytes.number(2)
      try bytes.skip(6)
      let length = try bytes.length()
      // Number 0 is what is free, to the end.
      if number == 0 { break }
      objects[number] = try bytes.take(length)
      try bytes.skip(min(-length & 7, bytes.count))
    }
    return objects
  }
}
