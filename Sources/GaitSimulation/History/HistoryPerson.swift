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

extension HistoryPerson {
  /// Somebody between 50 and 90 years who walks 150-600 m, in every constant as different from the
  /// next seed's as people are.
  ///
  /// The distributions come from publications that no estimate reads; the article
  /// <doc:Histories> names them. Half of those who walk less than 400 m have a pathological gait:
  /// one side limps, or steps are short and quick.
  public init(identifier: String, seed: UInt64) {
    self.init(identifier: identifier, seed: seed, meters: 150...600)
  }

  /// The same among people who walk so far, m.
  public init(identifier: String, seed: UInt64, meters: ClosedRange<Double>) {
    var dice = SplitMix64(seed: seed ^ 0x5EED_0F_9E_0B1E)
    let sex: Sex = dice.uniform() < 0.5 ? .female : .male
    let height = (sex == .male ? 1.74 : 1.61) + 0.065 * dice.normal(within: 2.5)
    let bodyMassIndex = 27 + 4 * dice.normal(within: 2)
    let distance =
      meters.lowerBound + (meters.upperBound - meters.lowerBound) * dice.uniform()
    self.init(
      participant: Participant(
        identifier: identifier, height: Length(meters: (height * 100).rounded() / 100),
        mass: Mass(kilograms: (bodyMassIndex * height * height).rounded()),
        ageYears: (50 + 40 * dice.uniform()).rounded(), sex: sex),
      sixMinuteWalkMeters: distance,
      testOverDaily: 1.07 * dice.lognormal(0.13), restingHeartRate: 58 + 14 * dice.uniform(),
      greatestUptake: 3.5 + 6 * distance / 360 / (0.50 + 0.15 * dice.uniform()))
    let frailty = min(max((500 - distance) / 350, 0), 1)
    var gaitDice = dice.split()
    gait = HistoryGait(frailty: frailty, dice: &gaitDice)
    var lifeDice = dice.split()
    life = HistoryLife(frailty: frailty, dice: &lifeDice)
  }
}

extension HistoryGait {
  /// The gait of somebody; frailty is 0 in people who walk 500 m in the clinic and 1 at 150 m.
  init(frailty: Double, dice: inout SplitMix64) {
    deviceFactor = dice.lognormal(0.07)
    deviceOffset = 0.025 * dice.normal(within: 2.5)
    walkRatio = (0.0064 - 0.0012 * frailty) * dice.lognormal(0.11)
    speedSpread = 0.073 * dice.lognormal(0.25)
    shortWalkShare = 0.62 + 0.06 * dice.normal(within: 2)
    doubleSupport = 0.255 + 0.03 * frailty + 0.028 * dice.normal(within: 2.5)
    doubleSupportSlope = 0.12 * dice.lognormal(0.3)
    unevenSteps = 0.035 * dice.lognormal(0.7)
    strideVariation = (0.023 + 0.012 * frailty) * dice.lognormal(0.3)
    stepVariation = (0.07 + 0.02 * frailty) * dice.lognormal(0.25)
    signs.capacity = 1 + 0.12 * dice.normal(within: 2)
    signs.stepLength = dice.lognormal(0.3)
    signs.doubleSupport = dice.lognormal(0.3)
    signs.unevenSteps = dice.lognormal(0.4)
    signs.variation = dice.lognormal(0.3)
    unsteadiness = 0.6 * frailty + 0.2 * dice.normal(within: 2.5)
    // Illness that shapes gait: a limp, or short quick steps.
    let illness = dice.uniform()
    guard frailty > 0.25, illness < 0.5 else { return }
    if illness < 0.25 {
      unevenSteps = 0.25 + 0.35 * dice.uniform()
      doubleSupport += 0.03
    } else {
      walkRatio *= 0.6 + 0.25 * dice.uniform()
      strideVariation *= 1.4
    }
    unsteadiness += 0.3
  }
}

extension HistoryLife {
  /// The days of somebody; frailty as above.
  init(frailty: Double, dice: inout SplitMix64) {
    walksPerDay = max(18, Int(60 * (1 - 0.5 * frailty) * dice.lognormal(0.35)))
    outings = 0.15 * (1 - 0.3 * frailty) * dice.lognormal(0.25)
    hoursAwake = 13 + dice.normal(within: 2)
    forgotten = max(0, 0.06 + 0.06 * dice.normal(within: 2))
    dailyPace = 0.03 * dice.lognormal(0.3)
    dailyVolume = 0.25 * dice.lognormal(0.3)
    carryOver = 0.15 + 0.35 * dice.uniform()
    weekend = 0.65 + 0.5 * dice.uniform()
  }
}

extension SplitMix64 {
  /// A factor about 1 whose logarithm has this standard deviation, and never beyond two and a half of
  /// them.
  mutating func lognormal(_ deviation: Double) -> Double {
    PortableFunctions.exponential(deviation * normal(within: 2.5))
  }
}
