import GaitModel
import SignalKernels
import Signals

/// Counts the samples at a sensor's limit, and finds the limit.
///
/// Beyond 1.9 g a few equal values in a row are enough: nothing else stands still there. Between 1.45 and 1.9 g, where an
/// old or coarse sensor may have its limit, they must come again and again at the axis' greatest value. Where samples are too
/// few for equal ones in a row, what lies beyond a limit gathers there: peaks that only happen to be high thin out toward the
/// highest.
struct ClippingWatch: Sendable {
  /// So many equal values in a row, far from rest, mean that the sensor was at its limit.
  static let leastRun = 4
  /// Clipping is always possible beyond this, m/s²: most sensors' smallest range is 2 g.
  static let leastForce = 1.9 * standardGravity
  /// The smallest range of any sensor is 1.5 g (Freescale MMA7260QT).
  static let leastSmallForce = 1.45 * standardGravity
  /// So often a value between the two must stand still, and be the greatest of all: a coarse sensor's peaks do not.
  static let leastSmallRuns = 10
  /// The greatest value is a limit, also where it never stands still, if it came so many times as often as the next.
  static let leastPile = 4

  /// Values at the limit, on all axes together.
  var count: Int { axes.reduce(0) { $0 + $1.count + $1.smallCount } }
  private var axes = [Axis](repeating: Axis(), count: 3)

  /// A run of equal values on one axis.
  private struct Axis: Sendable {
    var value: Float = 0
    var length = 0
    /// Values at a limit beyond 1.9 g, and that limit, g.
    var count = 0
    var limit: Double?
    /// The greatest value in each direction, m/s², how often it stood still, and for how many values.
    var greatest = (up: Still(), down: Still())

    /// A value that may be a small sensor's limit.
    struct Still: Sendable {
      var value: Float = 0
      var runs = 0
      var count = 0
      /// How often it came, and in how many values, standing still or not.
      var times = 0
      var samples = 0
      /// The greatest value below it, and how many values were that.
      var next: (value: Float, samples: Int) = (0, 0)

      private var isSmall: Bool { Double(value) <= ClippingWatch.leastForce }
      private var isPile: Bool {
        times >= ClippingWatch.leastSmallRuns
          && samples >= ClippingWatch.leastPile * max(next.samples, 1)
      }
      private var standsStill: Bool { runs >= ClippingWatch.leastSmallRuns && isSmall }
      var isLimit: Bool { standsStill || isPile }
      /// Values at the limit besides those that are counted beyond 1.9 g.
      var uncounted: Int { isPile ? samples - (isSmall ? 0 : count) : standsStill ? count : 0 }
    }

    var smallCount: Int { greatest.up.uncounted + greatest.down.uncounted }
    /// The limit that is found, g.
    var found: Double? {
      limit
        ?? [greatest.up, greatest.down].filter(\.isLimit).map {
          Double($0.value) / standardGravity
        }.max()
    }

    /// Takes a value beyond 1.45 g at which the axis stands, in the direction in which it lies.
    mutating func note(_ still: WritableKeyPath<Axis, Still>) {
      let size = abs(value)
      let before = self[keyPath: still]
      if size > before.value {
        self[keyPath: still] = Still(value: size, next: (before.value, before.samples))
      } else if size < before.value {
        guard size >= before.next.value else { return }
        self[keyPath: still].next = (size, size == before.next.value ? before.next.samples + 1 : 1)
        return
      }
      self[keyPath: still].samples += 1
      self[keyPath: still].times += length == 1 ? 1 : 0
      guard length >= ClippingWatch.leastRun else { return }
      let isNew = length == ClippingWatch.leastRun
      self[keyPath: still].runs += isNew ? 1 : 0
      self[keyPath: still].count += isNew ? length : 1
    }
  }

  /// Where each axis was at its limit.
  var limits: ClippingLimits {
    ClippingLimits(x: axes[0].found, y: axes[1].found, z: axes[2].found)
  }

  /// Takes the samples as the sensor gave them.
  mutating func append(_ force: Axes) {
    watch(force.x, axis: 0)
    watch(force.y, axis: 1)
    watch(force.z, axis: 2)
  }

  /// Values that are looked at together.
  private static let pieceLength = 64

  private mutating func watch(_ values: [Float], axis number: Int) {
    var axis = axes[number]
    values.withUnsafeBufferPointer { values in
      for start in stride(from: 0, to: values.count, by: Self.pieceLength) {
        let end = min(start + Self.pieceLength, values.count)
        Self.watch(UnsafeBufferPointer(rebasing: values[start..<end]), &axis)
      }
    }
    axes[number] = axis
  }

  private static func watch(_ values: UnsafeBufferPointer<Float>, _ axis: inout Axis) {
    // As a rule nothing in a piece is far from rest, and only the last run of equal values may go on.
    var from = 0
    if Double(signal_kernels_largest(values.baseAddress, values.count)) <= leastSmallForce,
      let last = values.last
    {
      from = values.count - 1
      while from > 0, values[from - 1] == last { from -= 1 }
      if from > 0 { (axis.value, axis.length) = (values[from - 1], 1) }
    }
    for value in values[from...] {
      axis.length = value == axis.value ? axis.length + 1 : 1
      axis.value = value
      guard abs(value) > Float(leastSmallForce) else { continue }
      axis.note(value > 0 ? \.greatest.up : \.greatest.down)
      guard abs(Double(value)) > leastForce, axis.length >= leastRun else { continue }
      axis.count += axis.length == leastRun ? leastRun : 1
      axis.limit = max(axis.limit ?? 0, abs(Double(value)) / standardGravity)
    }
  }
}
