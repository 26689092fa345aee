/// How many elements there are along each dimension (specification 3.0, IV.A.2.b, versions 1 and 2).
struct HDF5Dataspace {
  /// Sizes in the order of HDF5: the last one runs fastest. None for a single element.
  let sizes: [Int]
  /// Their product, or 0 where the file says that there is no element.
  let count: Int

  /// More dimensions than HDF5 has.
  private static let mostDimensions = 32
  /// More elements than any file.
  private static let mostElements = 1 << 40

  init(_ message: HDF5Cursor) throws(HDF5Fault) {
    var bytes = message
    let version = try bytes.number(1)
    guard version == 1 || version == 2 else {
      throw .unread("has sizes of version \(version) in the \(bytes.words)")
    }
    let rank = try bytes.number(1)
    guard rank <= Self.mostDimensions else {
      throw .damaged("has \(rank) dimensions in the \(bytes.words)")
    }
    try bytes.skip(1)
    let isNull = try bytes.number(1) == 2 && version == 2
    if version == 1 { try bytes.skip(4) }
    var sizes: [Int] = []
    var count = isNull ? 0 : 1
    for _ in 0..<rank {
      sizes.append(try bytes.length())
      let (product, overflows) = count.multipliedReportingOverflow(by: sizes[sizes.count - 1])
      guard !overflows, product <= Self.mostElements else {
        throw .damaged("has impossible sizes in the \(bytes.words)")
      }
      count = product
    }
    self.sizes = sizes
    self.count = count
  }
}
