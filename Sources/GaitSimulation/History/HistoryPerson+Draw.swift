import GaitModel

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
