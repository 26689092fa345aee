import GaitModel
import Signals

/// Makes a flight out of a part of a walk that goes up or down a staircase.
///
/// With a barometer the height is measured. Without one it is steps times a typical riser: in steady
/// climbing the mean vertical acceleration is zero as on the flat, so the riser cannot be felt.
public struct StairFlights: ConfigurableMethod {
  /// A typical riser, meters: codes allow at most 0.178 m in public buildings (International Building
  /// Code 1011.5) and 0.196 m in homes (International Residential Code R311.7); comfortable ones
  /// are 0.16-0.18 m (J. Templer, The Staircase, 1992).
  public var riserMeters = 0.17
  /// How much risers differ from staircase to staircase, standard deviation in meters.
  public var riserDeviation = 0.015
  /// How well the steps of a flight are counted, standard deviation: its ends lie between steps.
  public var stepDeviation = 1.5
  /// No step counts for longer than this many usual ones: one that does is a landing.
  public var longestStepShare = 1.5

  /// The method with its settings as they were measured best.
  public init() {}

  /// Where the method comes from.
  public var provenance: Provenance {
    Provenance(
      method: "StairFlights", question: "height and vertical speed of a flight",
      citation: "Templer 1992, The Staircase: Studies of Hazards, Falls, and Safer Design",
      deviations: ["without a barometer the riser is assumed: two steps at once count as one"],
      revision: 2)
  }

  /// The flight of a part, or `nil` where it goes up or down no stairs.
  func flight(of part: GroundedWalk) -> StairFlight? {
    let seconds = part.walk.contactSeconds
    guard part.ground.isStairs, let first = seconds.first, let last = seconds.last else {
      return nil
    }
    let height = part.rises.isEmpty ? assumedHeight(seconds.count) : measuredHeight(part.rises)
    let climbing =
      part.rises.isEmpty ? climbingSeconds(seconds) : part.rises.reduce(0) { $0 + $1.duration }
    // Without a barometer each contact but the first ends a step whose time is known.
    let share = part.rises.isEmpty ? Double(seconds.count - 1) / Double(seconds.count) : 1
    var flight = StairFlight(
      seconds: first..<last, direction: part.ground.terrain, stepCount: seconds.count,
      height: .known(
        Length(meters: height.meters), standardError: Length(meters: height.error),
        by: part.rises.isEmpty ? identity : part.method),
      verticalSpeed: .known(
        Speed(metersPerSecond: share * height.meters / climbing),
        standardError: Speed(metersPerSecond: share * height.error / climbing), by: identity),
      finder: part.method)
    flight.isHeightAssumed = part.rises.isEmpty
    return flight
  }

  private func assumedHeight(_ steps: Int) -> (meters: Double, error: Double) {
    let byRiser = Double(steps) * riserDeviation
    let byCount = stepDeviation * riserMeters
    return (
      Double(steps) * riserMeters, (byRiser * byRiser + byCount * byCount).squareRoot()
    )
  }

  private func measuredHeight(_ rises: [Rise]) -> (meters: Double, error: Double) {
    (
      abs(rises.reduce(0) { $0 + $1.meters }),
      rises.reduce(0) { $0 + $1.standardError * $1.standardError }.squareRoot()
    )
  }

  /// The time in which steps were taken; a landing counts as `longestStepShare` steps.
  private func climbingSeconds(_ seconds: [Double]) -> Double {
    let steps = zip(seconds.dropFirst(), seconds).map { $0 - $1 }
    let usual = Statistics.median(steps) ?? 0
    return steps.reduce(0) { $0 + min($1, longestStepShare * usual) }
  }
}

extension Rise {
  /// How long it takes, seconds.
  var duration: Double { seconds.upperBound - seconds.lowerBound }
}
