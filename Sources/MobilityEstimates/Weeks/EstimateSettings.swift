import GaitModel

/// All rules and models of the estimates, each with its own settings.
public struct EstimateSettings: Hashable, Sendable {
  /// How walks become a day.
  public var daily = DailySummaryRule()
  /// What the heart says about a day.
  public var heart = DailyHeartRule()
  /// How much wear the six-minute walk needs.
  public var wear = WearRule()
  /// The six-minute walk.
  public var sixMinuteWalk = SixMinuteWalkModel()
  /// How clinic tests calibrate it.
  public var calibration = ClinicCalibrationRule()
  /// Days that the six-minute walk looks back on.
  public var sixMinuteWalkDays = 28
  /// Walking steadiness.
  public var steadiness = SteadinessModel()
  /// The limits of its classes.
  public var steadinessLimits = SteadinessLimits.standard
  /// When it is worth telling somebody.
  public var events = SteadinessEventRule()
  /// Where weekly scores are heading.
  public var trend = TrendRule()
  /// Weeks against the person's own past.
  public var baseline = BaselineRule()
  /// The daily means that are drawn.
  public var smoothing = SmoothingRule()
  /// Whether the person carries the device enough.
  public var readiness = ReadinessRule()
  /// Days that cardio fitness looks back on.
  public var cardioFitnessDays = 28
  /// So many of them must say something about it.
  public var fewestCardioFitnessDays = 3
  /// What wrote the samples that count: other programs' walks stand beside ours and are not mixed
  /// with them.
  public var source = SampleSource.analysisName

  /// The usual settings.
  public init() {}
}
