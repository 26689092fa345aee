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

  /// Nobody takes longer strides over a whole run, m: the fastest man's steps of 2.70 m at 12.14 m/s make strides of 5.4 m (M. Čoh et
  /// al., Kinesiology 50:172, 2018). A longer one is a speed in another unit, as of a treadmill in km/h.
  static let longestStrideMeters = 5.5

  /// The method with its settings.
  public init() {}

  /// Where the method comes from.
  public var provenance: Provenance {
    Provenance(
      method: "SatelliteRunPace", question: "speed of a run",
      citation: "Townshend et al. 2008, Med. Sci. Sports Exerc. 40:124",
      doi: "10.1249/mss.0b013e3181590bc2", revision: 2)
  }

  /// The pace of a run.
  ///
  /// - Returns: `nil` where satellites leave a gap, gave nothing, saw nobody run, or tell strides that nobody makes.
  func pace(of run: Walk, in recording: SequenceRecording) -> WalkPace? {
    guard let told = told(run.seconds, contacts: run.contactSeconds, in: recording),
      told.strideMeters <= Self.longestStrideMeters
    else { return nil }
    let duration = run.seconds.upperBound - run.seconds.lowerBound
    let (speed, error) = (told.metersPerSecond, speedErrorMetersPerSecond)
    let stepSeconds = told.stepSeconds
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

  /// Whether a run has a speed that makes longer strides than anybody's.
  func isOfNoRunner(_ run: WalkingBout, in recording: SequenceRecording) -> Bool {
    let contacts = run.initialContacts.map(\.seconds)
    return told(run.seconds, contacts: contacts, in: recording).map {
      $0.strideMeters > Self.longestStrideMeters
    } ?? false
  }

  /// What the speed over ground says of a run.
  private func told(
    _ seconds: Range<Double>, contacts: [Double], in recording: SequenceRecording
  ) -> (metersPerSecond: Double, stepSeconds: Double, strideMeters: Double)? {
    let duration = seconds.upperBound - seconds.lowerBound
    guard duration >= leastSeconds, contacts.count > 2, let ground = recording.groundSpeed,
      let meters = ground.meters(in: seconds, longestGapSeconds: longestGapSeconds),
      meters >= slowestMetersPerSecond * duration,
      let step = Statistics.median(zip(contacts.dropFirst(), contacts).map { $0 - $1 })
    else { return nil }
    return (meters / duration, step, 2 * step * meters / duration)
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
