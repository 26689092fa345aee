import GaitModel

/// What happens to a person in a simulated history of days.
///
/// ```swift
/// let history = HistoryScenario.kneeSurgery.history(
///   participant: "P07", seed: 3, firstDay: start, timeZone: zone)
/// history.samples   // what a phone would have left in the store
/// history.truth     // what really was
/// ```
public enum HistoryScenario: String, CaseIterable, Hashable, Sendable {
  /// Nothing happens.
  case steady
  /// A year on year decline, as people age.
  case ageing
  /// A knee that gets worse, an operation, a dip, and a recovery over months.
  case kneeSurgery = "knee-surgery"
  /// An ankle is sprained, limps for a month and heals.
  case ankleInjury = "ankle-injury"
  /// Twelve weeks of training; with a heart rate.
  case fitness
  /// Walking gets unsteady within six weeks, stays so for half a year and recovers.
  case unsteadiness
  /// Two holidays of two weeks without the phone.
  case holidays
  /// On one day of three the phone stays at home.
  case phoneAtHome = "phone-at-home"
  /// Somebody frail, who walks 150-300 m in the clinic; nothing happens.
  case frail
  /// One side is weak from one day to the next, and comes back in part over months.
  case stroke
  /// A drug slows the person within days, and is given up after two months.
  case drugChange = "drug-change"
  /// Ten hot days keep the person at home.
  case heatWave = "heat-wave"
  /// The device is always in a pocket; nothing happens.
  case pocket
  /// The device is always in a pocket, and walking gets unsteady.
  case pocketUnsteadiness = "pocket-unsteadiness"
  /// The device moves from the hip to a pocket; nothing happens to the person.
  case changedPocket = "changed-pocket"
  /// A second device in the pocket records every walk again.
  case twoDevices = "two-devices"

  /// What happens, in a sentence.
  public var summary: String {
    switch self {
    case .steady: "Nothing happens."
    case .ageing: "Walking slows by 1.5 % a year."
    case .kneeSurgery: "A knee gets worse, is operated on day 91, and recovers over months."
    case .ankleInjury: "An ankle is sprained on day 61, limps for a month and heals."
    case .fitness: "Twelve weeks of training from day 43 on; with a heart rate."
    case .unsteadiness:
      "Walking gets unsteady from day 61 on, stays so, and recovers after day 271."
    case .holidays: "Two weeks without data from day 43 and from day 113 on."
    case .phoneAtHome: "On one day of three the phone stays at home."
    case .frail: "Somebody frail, to whom nothing happens."
    case .stroke: "A stroke on day 91 weakens one side, which comes back in part."
    case .drugChange: "A drug slows its taker from day 91 on, and is given up on day 151."
    case .heatWave: "Heat from day 91 on keeps its person at home for ten days."
    case .pocket: "The device is always in a pocket."
    case .pocketUnsteadiness:
      "The device is always in a pocket, and walking gets unsteady from day 61 on."
    case .changedPocket: "The device moves from the hip to a pocket on day 91."
    case .twoDevices: "A second device in the pocket records every walk again."
    }
  }

  /// Length of the history unless another one is asked for, days.
  public var usualDays: Int {
    switch self {
    case .ageing: 730
    case .unsteadiness, .pocketUnsteadiness: 364
    default: 182
    }
  }

  /// The first day after the event, counted from 0, where the scenario has one.
  public var eventDay: Int? {
    switch self {
    case .kneeSurgery, .stroke, .drugChange, .heatWave, .changedPocket: 90
    case .ankleInjury, .unsteadiness, .pocketUnsteadiness: 60
    case .fitness, .holidays: 42
    case .steady, .ageing, .phoneAtHome, .frail, .pocket, .twoDevices: nil
    }
  }

  /// How far the people to whom it happens walk in the clinic, m.
  var meters: ClosedRange<Double> {
    switch self {
    case .frail: 150...300
    case .unsteadiness, .pocketUnsteadiness: 350...600
    case .fitness: 420...600
    default: 150...600
    }
  }

  /// The person as the scenario has them carry the device.
  func dressed(_ person: HistoryPerson) -> HistoryPerson {
    var person = person
    if self == .pocket || self == .pocketUnsteadiness { person.life.site = .pocket }
    return person
  }

  /// Where the device is on a day.
  func site(of person: HistoryPerson, on day: Int) -> WearingSite {
    self == .changedPocket && day >= 90 ? .pocket : person.life.site
  }
}

/// How a person's days differ from one another though nothing happens: moods, errands, weekends.
///
/// Each day's chance is its own, and a day keeps something of the days before it, so that a day can be
/// made without making those.
struct HistoryWeather {
  let life: HistoryLife
  let seed: UInt64

  /// What a day's pace and number of walks are multiplied by.
  func day(_ index: Int) -> (pace: Double, volume: Double) {
    var (pace, volume, weight, squares) = (0.0, 0.0, 1.0, 0.0)
    for back in 0..<Self.memory {
      var dice = SplitMix64(
        seed: seed &* 0xD6E8_FEB8_6659_FD93 &+ UInt64(bitPattern: Int64(index - back)))
      pace += weight * dice.normal(within: 2.5)
      volume += weight * dice.normal(within: 2.5)
      squares += weight * weight
      weight *= life.carryOver
    }
    let scale = 1 / squares.squareRoot()
    return (
      1 + life.dailyPace * scale * pace,
      PortableFunctions.exponential(life.dailyVolume * scale * volume)
    )
  }

  /// After so many days nothing is left.
  private static let memory = 10
}
