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
  /// How changes are noticed in the days.
  public var changes = WalkingChangeRule()
  /// How likely the days since a change show what the person can, and not those before it, 0-1: a
  /// holiday is a change, too. Our choice.
  public var shareSinceChange = 0.85
  /// By how much a change may change the six-minute walk, as a logarithm, where no walk since tells. Our
  /// choice: half as far is then one standard deviation and a half away.
  public var unknownChangeDeviation = 0.45
  /// Walking steadiness.
  public var steadiness = SteadinessModel()
  /// The limits of its classes.
  public var steadinessLimits = SteadinessLimits.standard
  /// When a change is worth a notice.
  public var events = SteadinessEventRule()
  /// Where weekly scores are heading.
  public var trend = TrendRule()
  /// Weeks against the person's own past.
  public var baseline = BaselineRule()
  /// The daily means that are drawn.
  public var smoothing = SmoothingRule()
  /// How before and after an event are compared.
  public var comparison = EventComparisonRule()
  /// Whether the person carries the device enough.
  public var readiness = ReadinessRule()
  /// Days that cardio fitness looks back on.
  public var cardioFitnessDays = 28
  /// So many of them must say something about it.
  public var fewestCardioFitnessDays = 3
  /// What wrote the samples that count: other programs' walks stand beside ours and are not mixed
  /// with them.
  public var source = SampleSource.analysisName

  /// What writes the estimates: those from another program's walks have a name, and so an identity, of
  /// their own, and stand beside ours.
  public var estimateSource: SampleSource {
    source == SampleSource.analysisName
      ? .estimates : SampleSource(name: "\(SampleSource.estimates.name) from \(source)")
  }

  /// The usual settings.
  public init() {}
}
