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
  /// Standard error against the same person's other weeks, m; `nil` without a measured speed: how much cadence alone misses by
  /// chance is not known.
  public var errorWithinPerson: Double?
  /// Whether the distance was cut off.
  public var isCapped: Bool
  /// The reference for people like this one.
  public var reference: WalkReference
  /// What healthy people like this one walk, m; `nil` where age or sex is not known, or no equation is of such people.
  public var predictedMeters: Double?
  /// 95 of 100 healthy people like this one walk farther, m; `nil` where ``predictedMeters`` is.
  public var lowerLimitOfNormal: Double?
  /// Why no equation is of people like this one, in words; `nil` where one is, and where age or sex is not known.
  public var noReference: String?
  /// How many of the person's own clinic tests it is calibrated with; 0 when it is not.
  public var calibratingTests: Int
  /// How many times as much these tests differ as their errors explain; 1 where they explain it.
  public var testScatter: Double

  /// Standard error against what the person would walk in the test, m: half of the 68 % interval.
  public var standardError: Double { (interval68.upperBound - interval68.lowerBound) / 2 }

  /// Whether the person's own clinic tests are in it.
  public var isCalibrated: Bool { calibratingTests > 0 }

  /// The uncapped distance as a share of what healthy people like this one walk; `nil` where that is not
  /// known.
  public var shareOfPredicted: Double? { predictedMeters.map { uncappedMeters / $0 } }
}

/// What a stretch of daily life says about a person's six-minute walk.
public struct SixMinuteWalkEvidence: Hashable, Sendable {
  /// The fast end of sustained walking, m/s: the mean of the days' 95th percentiles; `nil` when no
  /// speed was measured: no height, or a place where step length is assumed.
  public var fastSpeed: Double?
  /// By how much `fastSpeed` would change by chance with other days of the same life, m/s.
  public var fastSpeedChanceError: Double
  /// By how much the device is wrong about this person's speeds every time, as a share.
  public var deviceErrorShare: Double
  /// The fast end of cadence in sustained walking, steps/min, in the same sense; `nil` when unknown.
  public var fastCadence: Double?
  /// A distance that the person covered in six minutes without a break, on a good day, m; `nil` when
  /// no walk lasted as long.
  public var longestSixMinutes: Double?
  /// Sustained walking on a day, minutes.
  public var sustainedMinutesPerDay: Double
  /// By how much the person's walking changed between the middle and the end of the stretch, m/s;
  /// 0 when it did not.
  public var drift: Double

  /// Makes evidence; see the properties for units.
  public init(
    fastSpeed: Double?, fastSpeedChanceError: Double = 0, deviceErrorShare: Double = 0.07,
    fastCadence: Double? = nil, longestSixMinutes: Double? = nil, sustainedMinutesPerDay: Double,
    drift: Double = 0
  ) {
    self.fastSpeed = fastSpeed
    self.fastSpeedChanceError = fastSpeedChanceError
    self.deviceErrorShare = deviceErrorShare
    self.fastCadence = fastCadence
    self.longestSixMinutes = longestSixMinutes
    self.sustainedMinutesPerDay = sustainedMinutesPerDay
    self.drift = drift
  }
}
