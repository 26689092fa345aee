import GaitModel

/// Somebody with a history: who they are, how far they walk in the clinic, and how their walking,
/// their daily life and what a device makes of them differ from other people's.
public struct HistoryPerson: Hashable, Sendable {
  /// Age, sex, height and mass.
  public var participant: Participant
  /// The six-minute walk on a usual day, m.
  public var sixMinuteWalkMeters: Double
  /// Speed of that test over the fast end of daily walking.
  public var testOverDaily: Double
  /// How the person walks.
  public var gait: HistoryGait
  /// How the person's days go.
  public var life: HistoryLife
  /// Heart beats a minute at rest.
  public var restingHeartRate: Double
  /// Greatest oxygen uptake on a usual day, mL/(kg·min).
  public var greatestUptake: Double

  /// Makes a person; see the properties for units.
  public init(
    participant: Participant, sixMinuteWalkMeters: Double, testOverDaily: Double = 1.07,
    gait: HistoryGait = HistoryGait(), life: HistoryLife = HistoryLife(),
    restingHeartRate: Double = 64, greatestUptake: Double = 16
  ) {
    self.participant = participant
    self.sixMinuteWalkMeters = sixMinuteWalkMeters
    self.testOverDaily = testOverDaily
    self.gait = gait
    self.life = life
    self.restingHeartRate = restingHeartRate
    self.greatestUptake = greatestUptake
  }
}

/// How somebody walks, and what a device makes of it.
public struct HistoryGait: Hashable, Sendable {
  /// What the device makes of every speed of this person.
  public var deviceFactor = 1.0
  /// What the device adds to every speed of this person, m/s.
  public var deviceOffset = 0.0
  /// Step length over cadence, m/(steps/min), at a height of 1.68 m.
  public var walkRatio = 0.0062
  /// How much the speeds of the longer walks of a day differ, as a share of the fast end.
  public var speedSpread = 0.073
  /// Speed of the short walks as a share of the fast end.
  public var shortWalkShare = 0.62
  /// Double support at 1.2 m/s, share of the stride.
  public var doubleSupport = 0.26
  /// What a faster speed takes from double support, share of the stride per m/s.
  public var doubleSupportSlope = 0.12
  /// Share of uneven steps.
  public var unevenSteps = 0.04
  /// Coefficient of variation of stride times within walks.
  public var strideVariation = 0.025
  /// Coefficient of variation of step length from walk to walk.
  public var stepVariation = 0.07
  /// By how much each sign of illness is stronger in this person than in others, 1 is usual.
  public var signs = HistorySigns()
  /// Logarithm of the person's usual rate of falls over that of people of the same age and sex.
  public var unsteadiness = 0.0

  /// Makes the gait of an average person.
  public init() {}
}

/// By how much each sign of illness is stronger in a person than in others, 1 is usual.
public struct HistorySigns: Hashable, Sendable {
  /// Slowness.
  public var capacity = 1.0
  /// Short steps.
  public var stepLength = 1.0
  /// Long double support.
  public var doubleSupport = 1.0
  /// Uneven steps.
  public var unevenSteps = 1.0
  /// Steps and strides that differ.
  public var variation = 1.0

  /// As strong as in others.
  public init() {}
}

/// How somebody's days go, and where the device is.
public struct HistoryLife: Hashable, Sendable {
  /// Walks on a usual day.
  public var walksPerDay = 60
  /// Share of walks that are outings of minutes.
  public var outings = 0.15
  /// Hours from rising to going to bed.
  public var hoursAwake = 13.0
  /// Share of days on which the device stays at home.
  public var forgotten = 0.0
  /// Standard deviation of a day's speed about the person's own, as a share.
  public var dailyPace = 0.03
  /// Standard deviation of the logarithm of a day's number of walks.
  public var dailyVolume = 0.2
  /// How much of a day's pace and volume the next day keeps, 0-1.
  public var carryOver = 0.3
  /// Walks on Saturday and Sunday over those on other days.
  public var weekend = 1.0
  /// Where the device is worn.
  public var site = WearingSite.hip

  /// Makes the days of an average person.
  public init() {}
}
