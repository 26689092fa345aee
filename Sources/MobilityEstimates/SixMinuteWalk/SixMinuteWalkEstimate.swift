/// The answer of ``SixMinuteWalkModel``.
public struct SixMinuteWalkEstimate: Hashable, Sendable {
  /// The distance that is reported, m: the middle of what is likely, never above the longest reported.
  public var meters: Double
  /// The distance without that limit, m.
  public var uncappedMeters: Double
  /// The distances between which the person would walk in the test in 68 of 100 cases, m; without the
  /// limit, and not the same to either side.
  public var interval68: ClosedRange<Double>
  /// The same for 95 of 100 cases, m.
  public var interval95: ClosedRange<Double>
  /// Standard error against the same person's other weeks, m.
  public var errorWithinPerson: Double
  /// Whether the distance was cut off.
  public var isCapped: Bool
  /// The reference for people like this one.
  public var reference: WalkReference
  /// What healthy people like this one walk, m; `nil` where age or sex is not known.
  public var predictedMeters: Double?
  /// 95 of 100 healthy people like this one walk farther, m; `nil` where age or sex is not known.
  public var lowerLimitOfNormal: Double?
  /// How many of the person's own clinic tests it is calibrated with; 0 when it is not.
  public var calibratingTests: Int

  /// Standard error against what the person would walk in the test, m: half of the 68 % interval.
  public var standardError: Double { (interval68.upperBound - interval68.lowerBound) / 2 }

  /// Whether the person's own clinic tests are in it.
  public var isCalibrated: Bool { calibratingTests > 0 }

  /// The uncapped distance as a share of what healthy people like this one walk; `nil` where that is not
  /// known.
  public var shareOfPredicted: Double? { predictedMeters.map { uncappedMeters / $0 } }
}
