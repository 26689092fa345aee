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
