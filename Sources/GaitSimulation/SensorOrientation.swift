/// How the sensor's axes lie in the body part that carries it: a rotation.
///
/// The body part's own axes point forward, left and up while the person stands.
public struct SensorOrientation: Hashable, Sendable {
  /// Rows: the sensor's x, y and z axis, each as (forward, left, up).
  var rows: [SIMD3<Double>]

  /// Sensor x up, y to the left, z backward: a sensor on the lower back with its top up.
  public static let upright = SensorOrientation(rows: [[0, 0, 1], [0, 1, 0], [-1, 0, 0]])

  /// Sensor x forward, y to the left, z up.
  public static let body = SensorOrientation(rows: [[1, 0, 0], [0, 1, 0], [0, 0, 1]])

  /// A phone held with its screen to the person and its top up: y up, z backward.
  public static let phone = SensorOrientation(rows: [[0, -1, 0], [0, 0, 1], [-1, 0, 0]])

  /// The same, turned head over heels about the forward axis.
  public var upsideDown: SensorOrientation { turned(about: [1, 0, 0], degrees: 180) }

  /// Tipped forward (positive) and to the right (positive), degrees.
  public func tilted(forwardDegrees: Double, rightDegrees: Double) -> SensorOrientation {
    turned(about: [0, 1, 0], degrees: forwardDegrees)
      .turned(about: [1, 0, 0], degrees: rightDegrees)
  }

  /// The same sensor after the body part's content was turned, right-handed, about a unit axis given
  /// as (forward, left, up).
  public func turned(about axis: SIMD3<Double>, degrees: Double) -> SensorOrientation {
    let (sine, cosine) = PortableFunctions.sineAndCosine(degrees * .pi / 180)
    return SensorOrientation(rows: rows.map { Self.rotated($0, about: axis, sine, cosine) })
  }

  /// Any orientation, all equally likely.
  ///
  /// Source: Shoemake, "Uniform random rotations", Graphics Gems III, 1992.
  public static func random(seed: UInt64) -> SensorOrientation {
    var generator = SplitMix64(seed: seed)
    let share = generator.uniform()
    let first = PortableFunctions.sineAndCosine(2 * .pi * generator.uniform())
    let second = PortableFunctions.sineAndCosine(2 * .pi * generator.uniform())
    let (a, b) = ((1 - share).squareRoot(), share.squareRoot())
    return SensorOrientation(
      quaternion: b * second.cosine, a * first.sine, a * first.cosine, b * second.sine)
  }

  init(rows: [SIMD3<Double>]) { self.rows = rows }

  /// A vector of the body part (forward, left, up) along the sensor's axes.
  func seen(_ v: SIMD3<Double>) -> SIMD3<Double> {
    var sensor = SIMD3<Double>.zero
    for axis in 0..<3 {
      let product = rows[axis] * v
      sensor[axis] = product.x + product.y + product.z
    }
    return sensor
  }

  private init(quaternion w: Double, _ x: Double, _ y: Double, _ z: Double) {
    rows = [
      [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
      [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
      [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
  }

  /// Rodrigues' formula.
  private static func rotated(
    _ v: SIMD3<Double>, about n: SIMD3<Double>, _ sine: Double, _ cosine: Double
  ) -> SIMD3<Double> {
    let product = n * v
    let along = (product.x + product.y + product.z) * (1 - cosine)
    let cross = SIMD3(n.y * v.z - n.z * v.y, n.z * v.x - n.x * v.z, n.x * v.y - n.y * v.x)
    return v * cosine + cross * sine + n * along
  }
}
