/// Numbers of a matrix of two dimensions, one rectangle after the other.
protocol HDF5Storage: AnyObject {
  /// The end of the elements along an axis that are best read together with this one; the element
  /// itself where it cannot be read.
  func end(after element: Int, along axis: Int) -> Int

  /// Hands out a rectangle in patches, in any order. `area` are the elements along both axes, at least
  /// one; one rectangle follows the other along `axis`. The bytes of a patch are gone afterwards.
  func read(
    _ area: [Range<Int>], along axis: Int, take: (HDF5Patch) -> Void
  ) throws(HDF5Fault)
}

/// A part of a rectangle, as it lies in memory.
struct HDF5Patch {
  /// Its elements along both axes.
  let area: [Range<Int>]
  /// The bytes of the first of them.
  let bytes: UnsafeRawPointer
  /// Numbers from one element to the next along the first axis; along the second it is one.
  let pitch: Int
}

/// Numbers that lie one after the other, in the file or in a matrix's header.
final class HDF5Run: HDF5Storage {
  /// Where the first number lies.
  enum Place {
    case file(HDF5Source, address: Int)
    case header([UInt8])
  }

  private let place: Place
  private let sizes: [Int]
  private let numberByteCount: Int
  /// Numbers before the file ends.
  private let presentCount: Int
  private var bytes: [UInt8] = []

  init(_ place: Place, sizes: [Int], numberByteCount: Int) {
    self.place = place
    self.sizes = sizes
    self.numberByteCount = numberByteCount
    let byteCount =
      switch place {
      case .file(let source, let address): max(source.byteCount - address, 0)
      case .header(let bytes): bytes.count
      }
    presentCount = min(byteCount / numberByteCount, sizes[0] * sizes[1])
  }

  func end(after element: Int, along axis: Int) -> Int {
    // Of the second axis as many as the last of the first axis has before the file ends.
    let last = presentCount - (sizes[0] - 1) * sizes[1]
    let end = axis == 0 ? presentCount / sizes[1] : last
    return max(min(end, sizes[axis]), element)
  }

  func read(
    _ area: [Range<Int>], along axis: Int, take: (HDF5Patch) -> Void
  ) throws(HDF5Fault) {
    guard area[1].count < sizes[1] else { return try readRun(area, take) }
    for row in area[0] { try readRun([row..<row + 1, area[1]], take) }
  }

  /// Reads what lies without a gap.
  private func readRun(
    _ area: [Range<Int>], _ take: (HDF5Patch) -> Void
  ) throws(HDF5Fault) {
    let first = (area[0].lowerBound * sizes[1] + area[1].lowerBound) * numberByteCount
    let count = area[0].count * area[1].count * numberByteCount
    switch place {
    case .header(let bytes):
      guard first + count <= bytes.count else { throw .damaged("has too few numbers") }
      hand(bytes, from: first, area, to: take)
    case .file(let source, let address):
      if bytes.count < count { bytes = [UInt8](repeating: 0, count: count) }
      let result = bytes.withUnsafeMutableBytes { buffer in
        let room = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
        return Result { () throws(HDF5Fault) in
          try source.read(into: room, at: address + first, "numbers")
        }
      }
      try result.get()
      hand(bytes, from: 0, area, to: take)
    }
  }

  private func hand(
    _ bytes: [UInt8], from first: Int, _ area: [Range<Int>], to take: (HDF5Patch) -> Void
  ) {
    bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      take(HDF5Patch(area: area, bytes: base + first, pitch: sizes[1]))
    }
  }
}
