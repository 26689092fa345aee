import Foundation
import GaitModel

/// Months or years of a person's daily samples with their truth.
///
/// Like every simulation it is no evidence of accuracy: it does what its author thought of.
public struct SimulatedHistory: Sendable {
  /// The person.
  public let person: HistoryPerson
  /// What happened.
  public let scenario: HistoryScenario
  /// What pass one would have left: walks and wear, in time order of the days.
  public let samples: [Sample]
  /// What really was, day by day.
  public let truth: [HistoryDay]

  /// Makes a history.
  /// - Parameters:
  ///   - scenario: What happens.
  ///   - person: Who it happens to.
  ///   - firstDay: Any instant of the first day.
  ///   - days: How many days.
  ///   - timeZone: Where the person lives; days are those of its clock.
  ///   - seed: The same seed gives the same history.
  public init(
    _ scenario: HistoryScenario, person: HistoryPerson, firstDay: Date, days: Int,
    timeZone: TimeZone, seed: UInt64
  ) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    let person = scenario.dressed(person)
    var writer = HistoryWriter(
      participant: person.participant.identifier ?? "simulated", timeZone: timeZone)
    let weather = HistoryWeather(life: person.life, seed: seed)
    var truth: [HistoryDay] = []
    for index in 0..<days {
      guard let date = calendar.date(byAdding: .day, value: index, to: firstDay) else { continue }
      // A generator for each day: what happens on one moves nothing on another.
      var dice = SplitMix64(seed: seed &* 0x9E37_79B9 &+ UInt64(index) &* 0xBF58_476D_1CE4_E5B9)
      var condition = scenario.condition(on: index, chance: dice.uniform())
      condition.show(in: person.gait.signs)
      if dice.uniform() < person.life.forgotten { condition.isCarried = false }
      let usual = weather.day(index)
      let isWeekend = calendar.isDateInWeekend(date)
      condition.volume *= usual.volume * (isWeekend ? person.life.weekend : 1)
      var maker = HistoryDayMaker(
        person: person, midnight: calendar.startOfDay(for: date), index: index,
        condition: condition, pace: usual.pace, site: scenario.site(of: person, on: index),
        dice: dice)
      truth.append(
        maker.make(
          into: &writer, withHeartRate: scenario == .fitness, twice: scenario == .twoDevices))
    }
    self.person = person
    self.scenario = scenario
    self.truth = truth
    samples = writer.samples
  }
}

extension HistoryScenario {
  /// A history of somebody whom the seed decides.
  /// - Parameters:
  ///   - participant: The study's name for the person.
  ///   - seed: The same seed gives the same person and history.
  ///   - firstDay: Any instant of the first day.
  ///   - days: How many days; `nil` for the scenario's own length.
  ///   - timeZone: Where the person lives.
  /// - Returns: Samples and truth.
  public func history(
    participant: String, seed: UInt64, firstDay: Date, days: Int? = nil, timeZone: TimeZone
  ) -> SimulatedHistory {
    SimulatedHistory(
      self, person: HistoryPerson(identifier: participant, seed: seed, meters: meters),
      firstDay: firstDay, days: days ?? usualDays, timeZone: timeZone, seed: seed)
  }
}

/// One walk of a simulated day, as pass one would have measured it.
struct SimulatedWalk {
  let start: Date
  let seconds: Double
  /// The walk's true speed, m/s.
  let truth: Double
  let speed: Double
  let stepLength: Double
  let cadence: Double
  let doubleSupport: Double
  let unevenSteps: Double
  /// `nil` for walks of too few strides to tell.
  let strideTimeVariation: Double?
  let isSteady: Bool
  /// The person's height, m.
  let height: Double

  var end: Date { start + seconds }
  var steps: Double { (cadence / 60 * seconds).rounded() }
  var distance: Double { speed * seconds }

  /// A walk of a person on a day.
  ///
  /// Short walks are slow, longer ones near the fast end: 95 % of the time in longer walks is slower
  /// than it.
  init(
    start: Date, seconds: Double, person: HistoryPerson, day: HistoryDay, pace: Double,
    dice: inout SplitMix64
  ) {
    let (gait, condition) = (person.gait, day.condition)
    let isLong = seconds >= 30
    let share =
      isLong
      ? 1 - 1.645 * gait.speedSpread + gait.speedSpread * dice.normal()
      : gait.shortWalkShare + 0.12 * dice.normal()
    let truth = max(day.fastSpeed * pace * share, 0.15)
    height = person.participant.height?.meters ?? 1.68
    let ratio = gait.walkRatio * height / 1.68 * condition.stepLength * condition.stepLength
    let usual = (60 * truth * ratio).squareRoot()
    let variation = gait.stepVariation + condition.variation
    let step = max(usual * (1 + 0.5 * variation * dice.normal(within: 2.5)), 0.12)
    let device = gait.deviceFactor * (1 + 0.03 * dice.normal()) + gait.deviceOffset / truth
    self.start = start
    self.seconds = seconds
    self.truth = truth
    cadence = 60 * truth / step
    speed = max(truth * device, 0.1)
    stepLength = max(step * device * (1 + 0.5 * variation * dice.normal(within: 2.5)), 0.1)
    doubleSupport = min(
      max(
        gait.doubleSupport - gait.doubleSupportSlope * (truth - 1.2) + condition.doubleSupport
          + 0.03 * dice.normal(), 0.1), 0.6)
    unevenSteps = min(max(gait.unevenSteps + condition.unevenSteps + 0.08 * dice.normal(), 0), 1)
    isSteady = dice.uniform() < 0.8
    // Within walks strides vary less than steps do from walk to walk. Ten strides take 11 s.
    let strides = gait.strideVariation + 0.3 * condition.variation
    // A generator of its own: the walks that follow stay what they are without it.
    var copy = dice
    var own = copy.split()
    strideTimeVariation =
      seconds < 12 ? nil : strides * PortableFunctions.exponential(0.25 * own.normal(within: 2.5))
  }
}
