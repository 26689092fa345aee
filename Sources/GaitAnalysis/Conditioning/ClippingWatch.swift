import GaitModel

/// Counts the samples at a sensor's limit, and finds the limit.
struct ClippingWatch: Sendable {
  /// So many equal values in a row, far from rest, mean that the sensor was at its limit.
  static let leastRun = 4
  /// Clipping is only possible beyond this, m/s²: the smallest range of any sensor is 2 g.
  static let leastForce = 1.9 * standardGravity

  /// Values at the limit, on all axes together.
  private(set) var count = 0
  private var axes = [Axis](repeating: Axis(), count: 3)

  /// A run of equal values on one axis.
  private struct Axis: Sendable {
    var value: Float = 0
    var length = 0
    var limit: Double?
  }

  /// Where each axis was at its limit.
  var limits: ClippingLimits {
    ClippingLimits(x: axes[0].limit, y: axes[1].limit, z: axes[2].limit)
  }

  /// Takes the samples as the sensor gave them.
  mutating func append(_ force: Axes) {
    watch(force.x, axis: 0)
    watch(force.y, axis: 1)
    watch(force.z, axis: 2)
  }

  private mutating func watch(_ values: [Float], axis number: Int) {
    var axis = axes[number]
    for value in values {
      axis.length = value == axis.value ? axis.length + 1 : 1
      axis.value = value
      guard abs(Double(value)) > Self.leastForce, axis.length >= Self.leastRun else { continue }
      count += axis.length == Self.leastRun ? Self.leastRun : 1
      axis.limit = max(axis.limit ?? 0, abs(Double(value)) / standardGravity)
    }
    axes[number] = axis
  }
}
