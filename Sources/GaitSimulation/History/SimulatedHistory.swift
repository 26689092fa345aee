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
