import Foundation
import GaitModel

/// Makes one day: when the device was worn, which walks there were, and what the heart did.
struct HistoryDayMaker {
  let person: HistoryPerson
  let midnight: Date
  let index: Int
  let condition: WalkerCondition
  /// What the day's speeds are multiplied by.
  let pace: Double
  /// Where the device is worn.
  let site: WearingSite
  var dice: SplitMix64

  /// Makes the day; `twice` when a second device is in the pocket.
  mutating func make(
    into writer: inout HistoryWriter, withHeartRate: Bool, twice: Bool = false
  ) -> HistoryDay {
    let worn = condition.isCarried ? wornHours() : nil
    var day = HistoryDay(
      index: index, start: midnight, condition: condition,
      sixMinuteWalkMeters: person.sixMinuteWalkMeters * condition.capacity,
      fastSpeed: person.sixMinuteWalkMeters / 360 / person.testOverDaily * condition.capacity,
      relativeFallRate: PortableFunctions.exponential(
        person.gait.unsteadiness + condition.unsteadiness),
      greatestUptake: person.greatestUptake * condition.fitness,
      wornHours: worn.map { $0.upperBound - $0.lowerBound } ?? 0, walkCount: 0)
    guard let worn else { return day }
    writer.addWear(date(worn.lowerBound)..<date(worn.upperBound), site: site, records: twice)
    if twice {
      writer.addWear(
        date(worn.lowerBound)..<date(worn.upperBound), site: .pocket, device: "second")
    }
    for walk in walks(on: day, worn: worn) {
      writer.add(walk, site: site, records: twice)
      if twice { writer.add(walk, site: .pocket, device: "second") }
      day.walkCount += 1
      if withHeartRate, walk.seconds >= 240 { addHeart(of: walk, on: day, to: &writer) }
    }
    if withHeartRate {
      writer.addHeartRate(
        restingHeartRate + dice.normal(), at: date(worn.lowerBound), isResting: true)
    }
    return day
  }

  private func date(_ hours: Double) -> Date { midnight + hours * 3600 }

  private mutating func wornHours() -> Range<Double> {
    let rise = 7.5 + 0.7 * dice.normal(within: 2)
    return rise..<min(rise + person.life.hoursAwake + dice.normal(within: 2.5), 23.5)
  }

  /// Some walks last minutes, the others are errands about the house.
  private mutating func walks(on day: HistoryDay, worn: Range<Double>) -> [SimulatedWalk] {
    let count = Double(person.life.walksPerDay) * condition.volume
    let slot = (worn.upperBound - worn.lowerBound) / max(count, 1)
    return (0..<Int(max(count, 0).rounded())).map { number in
      let start = worn.lowerBound + slot * (Double(number) + 0.3 * dice.uniform())
      return SimulatedWalk(
        start: date(start), seconds: seconds(atMost: 0.6 * slot * 3600), person: person, day: day,
        pace: pace, dice: &dice)
    }
  }

  private mutating func seconds(atMost longest: Double) -> Double {
    let isLong = dice.uniform() < person.life.outings
    let middle = isLong ? 150.0 : 14
    let drawn = middle * PortableFunctions.exponential(0.7 * dice.normal(within: 2.5))
    return (min(max(drawn, 5), longest) * 10).rounded() / 10
  }

  private var restingHeartRate: Double { person.restingHeartRate - 20 * (condition.fitness - 1) }

  /// The heart follows the walk and falls after it with a time constant that fitness shortens.
  private mutating func addHeart(
    of walk: SimulatedWalk, on day: HistoryDay, to writer: inout HistoryWriter
  ) {
    var heart = HeartResponse(
      restingRate: restingHeartRate, greatestUptake: day.greatestUptake,
      ageYears: person.participant.ageYears ?? 70)
    heart.fallSeconds /= day.condition.fitness
    let effort = heart.settledRate(metersPerSecond: walk.truth)
    for second in stride(from: 0.0, through: walk.seconds + 120, by: 10) {
      var rate = heart.rate(
        from: heart.restingRate, toward: effort, after: min(second, walk.seconds))
      rate = heart.rate(
        from: rate, toward: heart.restingRate, after: max(second - walk.seconds, 0))
      writer.addHeartRate((rate + dice.normal()).rounded(), at: walk.start + second)
    }
  }
}

/// What really was on a day of a simulated history.
public struct HistoryDay: Hashable, Sendable {
  /// The day counted from 0.
  public var index: Int
  /// Midnight where the person lives.
  public var start: Date
  /// How the person was.
  public var condition: WalkerCondition
  /// What the clinic's six-minute walk test would have given, m.
  public var sixMinuteWalkMeters: Double
  /// The fast end of daily walking, m/s.
  public var fastSpeed: Double
  /// The rate of falls over that of people of the same age and sex: the truth of steadiness.
  public var relativeFallRate: Double
  /// Greatest oxygen uptake, mL/(kg·min).
  public var greatestUptake: Double
  /// Hours the device was worn.
  public var wornHours: Double
  /// Walks recorded.
  public var walkCount: Int
}
