import GaitModel

/// Somebody with a history: who they are, how far they walk in the clinic, and how daily life and
/// the device differ from that.
public struct HistoryPerson: Hashable, Sendable {
  /// Age, sex, height and mass.
  public var participant: Participant
  /// The six-minute walk on a usual day, m.
  public var sixMinuteWalkMeters: Double
  /// Speed of that test over the fast end of daily walking.
  public var testOverDaily: Double
  /// What the device makes of every speed of this person.
  public var deviceFactor: Double
  /// Walks on a usual day.
  public var walksPerDay: Int
  /// Heart beats a minute at rest.
  public var restingHeartRate: Double
  /// Greatest oxygen uptake on a usual day, mL/(kg·min).
  public var greatestUptake: Double

  /// Makes a person; see the properties for units.
  public init(
    participant: Participant, sixMinuteWalkMeters: Double, testOverDaily: Double = 1.09,
    deviceFactor: Double = 1, walksPerDay: Int = 60, restingHeartRate: Double = 64,
    greatestUptake: Double = 16
  ) {
    self.participant = participant
    self.sixMinuteWalkMeters = sixMinuteWalkMeters
    self.testOverDaily = testOverDaily
    self.deviceFactor = deviceFactor
    self.walksPerDay = walksPerDay
    self.restingHeartRate = restingHeartRate
    self.greatestUptake = greatestUptake
  }

  /// Somebody between 62 and 82 years who walks 360-470 m, in other respects as different from the
  /// next seed's as people are: 14 % in test over daily speed, 7 % in what the device makes of them.
  public init(identifier: String, seed: UInt64) {
    var dice = SplitMix64(seed: seed ^ 0x5EED_0F_9E_0B1E)
    let sex: Sex = dice.uniform() < 0.5 ? .female : .male
    let height = (sex == .male ? 1.75 : 1.62) + 0.06 * dice.normal(within: 2)
    let meters = 360 + 110 * dice.uniform()
    let bodyMassIndex = 26 + 3 * dice.normal(within: 2)
    self.init(
      participant: Participant(
        identifier: identifier, height: Length(meters: (height * 100).rounded() / 100),
        mass: Mass(kilograms: (bodyMassIndex * height * height).rounded()),
        ageYears: (62 + 20 * dice.uniform()).rounded(), sex: sex),
      sixMinuteWalkMeters: meters,
      testOverDaily: 1.09 * PortableFunctions.exponential(0.14 * dice.normal(within: 2)),
      deviceFactor: PortableFunctions.exponential(0.07 * dice.normal(within: 2)),
      walksPerDay: 45 + Int(30 * dice.uniform()), restingHeartRate: 58 + 14 * dice.uniform(),
      // The test takes half to two thirds of what the body can take up above rest.
      greatestUptake: 3.5 + 6 * meters / 360 / (0.50 + 0.15 * dice.uniform()))
  }
}
