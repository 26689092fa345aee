/// Vector arithmetic in three dimensions, in the sensor's axes.
extension SIMD3<Double> {
  /// Length of the vector.
  var norm: Double { (self * self).sum().squareRoot() }
  /// The vector scaled to length 1; a zero vector stays zero.
  var unit: SIMD3<Double> {
    let n = norm
    return n > 0 ? self / n : self
  }
  /// Some unit vector at right angles to this one, made with the sensor axis that lies further from it.
  var somePerpendicular: SIMD3<Double> {
    cross(abs(unit.x) < 0.8 ? SIMD3(1, 0, 0) : SIMD3(0, 1, 0)).unit
  }
  /// Scalar product.
  func dot(_ other: SIMD3<Double>) -> Double { (self * other).sum() }
  /// Vector product, right-handed.
  func cross(_ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(y * b.z - z * b.y, z * b.x - x * b.z, x * b.y - y * b.x)
  }
}
