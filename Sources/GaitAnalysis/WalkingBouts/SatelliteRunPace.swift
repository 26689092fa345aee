import Foundation
import GaitModel
import Signals

/// How fast and how far a run goes, by the speed over ground that satellites gave beside the motion.
///
/// ```
/// speed   2.7 2.9 2.8 2.8 …        one from satellites each second
/// steps   | | | | | | | | | | |    step length = mean speed · mean step time
/// ```
///
/// Contact time and cadence say too little of a run's speed, so that without satellites it is missing.
///
/// Source: speed by Doppler shift lies within 0.1 m/s of the true one in 90.8 % of walks and runs: A. D. Townshend, C. J.
/// Worringham, I. B. Stewart, Med. Sci. Sports Exerc. 40:124 (2008).
public struct SatelliteRunPace: ConfigurableMethod {
  /// A receiver smooths its speed over some seconds: a shorter run is mostly its edges, seconds.
  public var leastSeconds = 10.0
  /// Receivers give a speed each second; a longer silence is a loss of sight, seconds.
  public var longestGapSeconds = 3.0
  /// Standard error of a mean speed, m/s: 90.8 % of a normal distribution lie within 1.69 of them.
  public var speedErrorMetersPerSecond = 0.06
  /// Slower than this is standing, or no view of the sky, m/s.
  public var slowestMetersPerSecond = 1.0

  /// The method with its settings.
  public init() {}

  /// Where the method comes from.
  public var provenance: Provenance {
    Provenance(
      method: "SatelliteRunPace", question: "speed of a run",
      citation: "Townshend et al. 2008, Med. Sci. Sports Exerc. 40:124",
      doi: "10.1249/mss.0b013e3181590bc2", revision: 1)
  }

  /// The pace of a run.
  ///
  /// - Returns: `nil` where satellites leave a gap, gave nothing, or saw nobody run.
  func pace(of run: Walk, in recording: SequenceRecording) -> WalkPace? {
    let duration = run.seconds.upperBound - run.seconds.lowerBound
    let contacts = run.contactSeconds
    guard duration >= leastSeconds, contacts.count > 2, let ground = recording.groundSpeed,
      let meters = ground.meters(in: run.seconds, longestGapSeconds: longestGapSeconds),
      meters >= slowestMetersPerSecond * duration
    else { return nil }
    let steps = zip(contacts.dropFirst(), contacts).map { $0 - $1 }
    guard let stepSeconds = Statistics.median(steps) else { return nil }
    let (speed, error) = (meters / duration, speedErrorMetersPerSecond)
    func length(_ seconds: Double) -> Measured<Length> {
      .known(
        Length(meters: speed * seconds), standardError: Length(meters: error * seconds),
        by: identity)
    }
    return WalkPace(
      speed: .known(
        Speed(metersPerSecond: speed), standardError: Speed(metersPerSecond: error), by: identity),
      stepLength: length(stepSeconds), strideLength: length(2 * stepSeconds),
      distance: length(duration))
  }
}

extension WalkPace {
  /// A pace that does not come from the lengths of steps.
  init(
    speed: Measured<Speed>, stepLength: Measured<Length>, strideLength: Measured<Length>,
    distance: Measured<Length>
  ) {
    self.speed = speed
    self.stepLength = stepLength
    self.strideLength = strideLength
    self.distance = distance
    speedErrorWithinPerson = nil
    stepSeconds = nil
  }
}
