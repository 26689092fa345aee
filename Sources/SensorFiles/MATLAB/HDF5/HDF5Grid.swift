/// How a matrix of two dimensions is cut into chunks. All chunks are whole: those at the ends reach
/// beyond the matrix.
struct HDF5Grid {
  /// Elements of the matrix along both dimensions; the second one runs fastest.
  let sizes: [Int]
  /// Elements of a chunk along both dimensions.
  let chunkSizes: [Int]
  /// Chunks along both dimensions.
  let counts: [Int]
  /// Bytes of one number.
  let numberByteCount: Int

  /// Longer chunks cost too much memory; MATLAB's have less than 1 MB.
  private static let mostBytes = 64 << 20

  init(sizes: [Int], chunkSizes: [Int], numberByteCount: Int) throws(HDF5Fault) {
    guard sizes.count == 2, chunkSizes.count == 2, chunkSizes.allSatisfy({ $0 > 0 }) else {
      throw .damaged("has chunks of \(chunkSizes) in a matrix of \(sizes)")
    }
    let (count, overflows) = chunkSizes[0].multipliedReportingOverflow(by: chunkSizes[1])
    guard !overflows, count <= Self.mostBytes / numberByteCount else {
      throw .unread("is cut into chunks of \(chunkSizes[1])×\(chunkSizes[0]) numbers")
    }
    self.sizes = sizes
    self.chunkSizes = chunkSizes
    self.numberByteCount = numberByteCount
    counts = (0..<2).map { ($0 < sizes.count ? sizes[$0] - 1 : 0) / chunkSizes[$0] + 1 }
  }

  /// How many chunks there are.
  var count: Int { counts[0] * counts[1] }
  /// Bytes of one chunk.
  var chunkByteCount: Int { chunkSizes[0] * chunkSizes[1] * numberByteCount }

  /// The number of the chunk that begins at these elements, row after row; `nil` where none begins.
  func number(of offsets: [Int]) -> Int? {
    for axis in 0..<2 where offsets[axis] % chunkSizes[axis] != 0 || offsets[axis] >= sizes[axis] {
      return nil
    }
    return offsets[0] / chunkSizes[0] * counts[1] + offsets[1] / chunkSizes[1]
  }
}
