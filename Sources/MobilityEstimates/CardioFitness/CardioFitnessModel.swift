import GaitModel
import Signals

/// The oxygen that walking takes, and what that and the heart say about the most a body can take up.
public struct CardioFitnessModel: GaitMethod {
  /// Slower walking is outside the equation, m/s (50 m/min).
  public var slowestSpeed = 50.0 / 60
  /// Faster walking is outside the equation, m/s (100 m/min).
  public var fastestSpeed = 100.0 / 60
  /// Shorter walks have no steady state, s.
  public var shortestSeconds = 180.0
  /// Effort below this share of the heart rate reserve says too little; above, it is no longer
  /// submaximal.
  public var usableReserve = 0.30...0.85
  /// Standard error against a laboratory as a share of the value: equations that extrapolate from
  /// walking miss by 4-5 of 35-40 mL/(kg·min) (Ebbeling et al., Med Sci Sports Exerc 23:966, 1991).
  public var standardErrorShare = 0.12

  /// The model with its published numbers.
  public init() {}

  /// Where the model comes from.
  public var provenance: Provenance {
    Provenance(
      method: "WalkingHeartRateReserve", question: "cardio fitness",
      citation: """
        American College of Sports Medicine, Guidelines for Exercise Testing and Prescription \
        (metabolic equation for walking); Tanaka et al., J Am Coll Cardiol 37:153 (2001)
        """,
      doi: "10.1016/S0735-1097(00)01054-8",
      deviations: ["free walks instead of a treadmill; speed carries the device's error"],
      revision: 3)
  }

  /// One walk with its heart rate.
  public struct Walk: Hashable, Sendable {
    /// Mean speed, m/s.
    public var speed: Double
    /// Rise over distance; `nil` when only known to be flat.
    public var grade: Double?
    /// Mean heart rate once it is steady, 1/min.
    public var heartRate: Double
    /// How long the walk lasted, s.
    public var seconds: Double

    /// Makes a walk; see the properties for units.
    public init(speed: Double, grade: Double? = nil, heartRate: Double, seconds: Double) {
      self.speed = speed
      self.grade = grade
      self.heartRate = heartRate
      self.seconds = seconds
    }
  }

  /// The greatest heart rate of an age, 1/min: 208 - 0.7 · age (Tanaka 2001, 351 studies).
  public static func greatestHeartRate(ageYears: Double) -> Double { 208 - 0.7 * ageYears }

  /// Oxygen uptake of walking, mL/(kg·min): 0.1 · speed + 1.8 · speed · grade + 3.5, speed in m/min.
  public static func oxygenUptake(metersPerSecond: Double, grade: Double) -> Double {
    let speed = metersPerSecond * 60
    return 0.1 * speed + 1.8 * speed * grade + restingUptake
  }

  /// The greatest uptake that one walk points to, mL/(kg·min): uptake and heart rate rise together
  /// from rest, as far as the greatest heart rate.
  /// - Returns: The uptake, or `nil` when the walk is too short, too slow or fast, or too easy or hard.
  public func greatestUptake(
    from walk: Walk, restingHeartRate: Double, ageYears: Double
  ) -> Double? {
    let greatest = Self.greatestHeartRate(ageYears: ageYears)
    let reserve = (walk.heartRate - restingHeartRate) / (greatest - restingHeartRate)
    guard walk.seconds >= shortestSeconds, usableReserve.contains(reserve),
      walk.speed >= slowestSpeed, walk.speed <= fastestSpeed
    else { return nil }
    let uptake = Self.oxygenUptake(metersPerSecond: walk.speed, grade: walk.grade ?? 0)
    return Self.restingUptake + (uptake - Self.restingUptake) / reserve
  }

  /// The greatest uptake that many walks point to: their median, which a misread heart rate or an
  /// unnoticed slope does not move.
  /// - Returns: Uptake with its standard error, mL/(kg·min), or `nil` when no walk is usable.
  public func greatestUptake(
    from walks: [Walk], restingHeartRate: Double, ageYears: Double
  ) -> (uptake: Double, standardError: Double, walkCount: Int)? {
    let uptakes = walks.compactMap {
      greatestUptake(from: $0, restingHeartRate: restingHeartRate, ageYears: ageYears)
    }
    guard let median = Statistics.median(uptakes) else { return nil }
    let chance =
      (Statistics.sampleStandardDeviation(uptakes) ?? 0) / Double(uptakes.count).squareRoot()
    let own = median * standardErrorShare
    return (median, (own * own + chance * chance).squareRoot(), uptakes.count)
  }

  /// One metabolic equivalent, mL/(kg·min).
  private static let restingUptake = 3.5
}

/// How far the heart rate falls in the first minute after effort.
///
/// ```
///  bpm  ____x                        x  mean of the last 20 s of the walk
///           |\__
///           |   \___o_____           o  mean of 50-70 s after its end
/// ```
/// A fall of 12 beats or less after a treadmill test goes with higher mortality (Cole et al., N Engl J
/// Med 341:1351, 1999, doi 10.1056/NEJM199910283411804). Daily walks are lighter: compare a person
/// with themselves.
public struct HeartRateRecoveryRule: Hashable, Sendable {
  /// The end of effort is the mean over so many seconds before it.
  public var secondsOfEnd = 20.0
  /// The minute after it is the mean over these seconds.
  public var secondsAfter = 50.0...70.0
  /// Shorter walks are no effort, s.
  public var shortestSeconds = 180.0
  /// The effort must lift the heart rate so far above rest, 1/min, for a fall to mean anything.
  public var leastRise = 20.0

  /// The usual rule.
  public init() {}

  /// The fall after a walk.
  /// - Parameters:
  ///   - walk: From its start to its end, seconds on any clock.
  ///   - beats: Heart rates with their times on that clock, in time order.
  ///   - restingHeartRate: The person's heart rate at rest, 1/min.
  /// - Returns: The fall with what came before it, or `nil` when heart rates are missing or the effort was
  ///   slight.
  public func recovery(
    after walk: Range<Double>, beats: [(seconds: Double, perMinute: Double)],
    restingHeartRate: Double
  ) -> HeartRateRecovery? {
    guard walk.upperBound - walk.lowerBound >= shortestSeconds else { return nil }
    func mean(_ span: ClosedRange<Double>) -> Double? {
      Statistics.mean(beats.filter { span.contains($0.seconds) }.map(\.perMinute))
    }
    let end = walk.upperBound
    guard let atEnd = mean(end - secondsOfEnd...end), atEnd - restingHeartRate >= leastRise,
      let later = mean(end + secondsAfter.lowerBound...end + secondsAfter.upperBound)
    else { return nil }
    return HeartRateRecovery(
      fall: atEnd - later, peakRate: atEnd, activity: .walking,
      seconds: walk.upperBound - walk.lowerBound)
  }
}

/// How far the heart rate fell in the minute after an effort, and what the effort was.
public struct HeartRateRecovery: Hashable, Sendable {
  /// The fall, 1/min.
  public var fall: Double
  /// The heart rate at the end of the effort, 1/min; `nil` when nobody kept it.
  public var peakRate: Double?
  /// What the person did; `nil` when nobody kept it.
  public var activity: Activity?
  /// How long they did it, s; `nil` when nobody kept it.
  public var seconds: Double?

  /// Makes a recovery; see the properties for units.
  public init(
    fall: Double, peakRate: Double? = nil, activity: Activity? = nil, seconds: Double? = nil
  ) {
    self.fall = fall
    self.peakRate = peakRate
    self.activity = activity
    self.seconds = seconds
  }
}
