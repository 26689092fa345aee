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
