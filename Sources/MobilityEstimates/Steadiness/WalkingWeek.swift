/// How a person walked in a week, as far as steadiness needs it: means of the days.
public struct WalkingWeek: Hashable, Sendable {
  /// A mean with its error by chance and against the truth.
  public struct Figure: Hashable, Sendable {
    /// The mean of the days.
    public var mean: Double
    /// Its standard error by chance: other days of the same life would give another mean.
    public var chanceError: Double
    /// What the device gets wrong about this person every time.
    public var deviceError: Double

    /// Makes a figure, all in one unit.
    public init(mean: Double, chanceError: Double, deviceError: Double) {
      self.mean = mean
      self.chanceError = chanceError
      self.deviceError = deviceError
    }
  }

  /// Days with enough walking of known speed.
  public var dayCount: Int
  /// Days with longer walks that have a cadence and no speed.
  public var daysWithoutSpeed = 0
  /// Whether the walks are those of another program, as a phone's.
  public var isMeasuredElsewhere = false
  /// The mean of the days' walking-time-weighted 95th percentiles of speed, m/s.
  public var fastSpeed: Figure?
  /// Mean speed, m/s.
  public var meanSpeed: Figure?
  /// Mean step length, m.
  public var stepLength: Figure?
  /// Double support, share of the stride.
  public var doubleSupport: Figure?
  /// Share of uneven steps.
  public var asymmetry: Figure?
  /// Coefficient of variation of step length from walk to walk.
  public var stepLengthVariation: Figure?
  /// Coefficient of variation of stride time within walks.
  public var strideTimeVariation: Figure?
  /// Days among them whose speeds are of measured steps; `nil` where no step was measured at all.
  public var daysWithSteps: Int?

  /// Makes a week; what is not known stays away.
  public init(
    dayCount: Int, fastSpeed: Figure? = nil, meanSpeed: Figure? = nil, stepLength: Figure? = nil,
    doubleSupport: Figure? = nil, asymmetry: Figure? = nil, stepLengthVariation: Figure? = nil,
    strideTimeVariation: Figure? = nil
  ) {
    self.dayCount = dayCount
    self.fastSpeed = fastSpeed
    self.meanSpeed = meanSpeed
    self.stepLength = stepLength
    self.doubleSupport = doubleSupport
    self.asymmetry = asymmetry
    self.stepLengthVariation = stepLengthVariation
    self.strideTimeVariation = strideTimeVariation
  }
}
