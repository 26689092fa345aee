import GaitModel

/// Running by its flight, at the lower back or hip: nearly weightless and twice as heavy once in every second.
///
/// A runner is in the air between two steps and must be caught by each. So every second the sensor bears less than
/// half of gravity and more than twice of it; a fall does so once, and no walker does. The cadence is not asked: some
/// people jog at a fast walker's.
///
/// Source: flight as the mark of running, T. A. McMahon, G. C. Cheng, J. Biomech. 23:65 (1990). Nothing is fitted; how
/// often runs, walks and other activities do so is in `Tools/fit/events/flight.py`.
public struct FlightRule: ConfigurableMethod {
  /// In flight the sensor bears less, as a share of gravity. Walkers' seconds come down to 0.27 of it, but not with
  /// such pushes.
  public var largestFlightShare = 0.5
  /// A push bears more, as a share of gravity. The hardest second of a fast walker at the waist has 1.9.
  public var leastPushShare = 2.0

  /// The method with its settings as they were chosen.
  public init() {}

  /// Where the method comes from.
  public var provenance: Provenance {
    Provenance(
      method: "FlightRule", question: "running or walking",
      citation: "McMahon and Cheng 1990, J. Biomech. 23:65", doi: "10.1016/0021-9290(90)90042-2",
      deviations: ["flight read from the force at the sensor, in every second"], revision: 1)
  }

  /// Whether every quarter of a frame, which is a second, holds flight and push.
  func isFlight(_ slow: SlowAcceleration) -> Bool {
    let flight = largestFlightShare * standardGravity
    let push = leastPushShare * standardGravity
    let quarter = SlowAcceleration.frameLength / 4
    return stride(from: 0, to: 4 * quarter, by: quarter).allSatisfy { start in
      var (least, largest) = (Float.infinity, Float(0))
      for i in start..<(start + quarter) {
        let square = slow.x[i] * slow.x[i] + slow.y[i] * slow.y[i] + slow.z[i] * slow.z[i]
        (least, largest) = (min(least, square), max(largest, square))
      }
      return Double(least) < flight * flight && Double(largest) > push * push
    }
  }
}
