import GaitModel

/// Finds where one axis gives the same large value for longer than any blow lasts, as one at its sensor's limit or a register
/// that is not written any more.
struct StuckAxis: Sendable {
  /// An axis beyond this is looked at, m/s²: 4 g, the limit of many phones, at which real axes stay during jumps.
  static let leastForce = 4 * Float(standardGravity)
  /// So long, seconds and samples: in 1,143 real recordings an axis beyond 4 g keeps its value for 0.020 s and five samples
  /// at most, at its sensor's limit while somebody runs or jumps.
  static let least = (seconds: 0.03, count: 4)
  /// Round-off of stamps, seconds.
  private static let roundOff = 1e-6

  /// What is found at a sample.
  enum Finding: Equatable {
    case nothing
    /// Samples that are not there yet decide.
    case open
    /// These samples have a stuck axis.
    case stuck(Range<Int>)
  }

  /// The axis that is stuck at the sample before, and its value.
  private var stuck: (axis: Int, value: Float)?

  /// Looks at the axes of the acceleration from a sample on; samples are looked at in order.
  mutating func look(
    at first: Int, in samples: BrokenSamples.Samples, atEnd: Bool
  ) -> Finding {
    if let stuck, samples.columns[stuck.axis][first] == stuck.value {
      return .stuck(Self.run(of: stuck.axis, from: first, in: samples))
    }
    stuck = nil
    var isOpen = false
    for axis in 0..<3 {
      let value = samples.columns[axis][first]
      guard abs(value) > Self.leastForce, abs(value) <= BrokenSamples.impossibleForce else {
        continue
      }
      let run = Self.run(of: axis, from: first, in: samples)
      let seconds = samples.seconds[run.upperBound - 1] - samples.seconds[first]
      if run.count >= Self.least.count, seconds >= Self.least.seconds - Self.roundOff {
        stuck = (axis, value)
        return .stuck(run)
      }
      isOpen = isOpen || (run.upperBound == samples.seconds.count && !atEnd)
    }
    return isOpen ? .open : .nothing
  }

  private static func run(
    of axis: Int, from first: Int, in samples: BrokenSamples.Samples
  ) -> Range<Int> {
    let column = samples.columns[axis]
    var end = first + 1
    while end < column.count, column[end] == column[first] { end += 1 }
    return first..<end
  }
}
