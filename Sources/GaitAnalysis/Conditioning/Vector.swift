/// Vector arithmetic in three dimensions, in the sensor's axes.
extension SIMD3<Double> {
  /// Length of the vector.
  var norm: Double { (self * self).sum().squareRoot() }
  /// The vector scaled to length 1; a zero vector stays zero.
  var unit: SIMD3<Double> {
    let n = norm
    return n > 0 ? self / n : self
  }
  /// Scalar product.
  func dot(_ other: SIMD3<Double>) -> Double { (self * other).sum() }
  /// Vector product, right-handed.
  func cross(_ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(y * b.z - z * b.y, z * b.x - x * b.z, x * b.y - y * b.x)
  }
}
