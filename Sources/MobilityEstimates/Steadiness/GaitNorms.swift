import GaitModel
import Signals

/// How healthy people of a given age, sex, height and mass walk.
public enum GaitNorms {
  /// Years that are over of the people whose usual speeds are the norm.
  public static let ages = 20.0...99.0

  /// Why nobody like somebody is among the people of the norms, in words; `nil` where they are. What height and mass add
  /// are straight lines: where 95 of 100 people would walk no faster than backwards, they say nothing of such a body.
  public static func absence(for participant: Participant) -> String? {
    if let age = participant.ageYears, !ages.contains(age.rounded(.down)) {
      return "the norms are of people of \(Int(ages.lowerBound)) to \(Int(ages.upperBound)) years"
    }
    let (mean, deviation) = usualSpeed(of: participant)
    return mean - NormalDistribution.reachAbove95 * deviation > 0
      ? nil : "the norms give no possible speed for this height and mass"
  }

  /// By what the norms of somebody are chosen, in words: `age, sex and height`, without what is not known.
  package static func words(for participant: Participant) -> String {
    let known = [
      participant.ageYears.map { _ in "age" }, participant.sex.map { _ in "sex" },
      participant.height.map { _ in "height" },
    ].compactMap(\.self)
    guard let last = known.last, known.count > 1 else { return known.first ?? "kind" }
    return known.dropLast().joined(separator: ", ") + " and " + last
  }

  /// Usual walking speed, m/s, and the deviation between such people.
  ///
  /// By decade from Bohannon and Williams Andrews, Physiotherapy 97:182 (2011), 23,111 people, doi
  /// 10.1016/j.physio.2010.12.004, straight lines between the middles of the decades. What height
  /// and mass add is taken from Enright and Sherrill's equation, at the share that usual speed has
  /// of the test's. Without age or sex: the mean over both, with the spread of not knowing.
  public static func usualSpeed(of participant: Participant) -> (mean: Double, deviation: Double) {
    let sexes: [Sex] = participant.sex.map { [$0] } ?? Sex.allCases
    let ages: [Double] = participant.ageYears.map { [$0] } ?? [30, 50, 70]
    let speeds: [Double] = ages.flatMap { age in
      sexes.map { speed(age: age, sex: $0) + buildEffect(of: participant, sex: $0) }
    }
    let mean = speeds.reduce(0, +) / Double(speeds.count)
    let unknown = Statistics.sampleStandardDeviation(speeds) ?? 0
    let build = participant.mass == nil ? deviationOfUnknownMass : 0
    let own = betweenPeople
    return (mean, (own * own + unknown * unknown + build * build).squareRoot())
  }

  /// Step length at a speed, m, and the deviation between people.
  ///
  /// Step length over cadence is .0060 (.0007) m/(steps/min) at a height of 1.68 m (Bogen et
  /// al., Gait & Posture, March 2018; 70 people of 70-81 years) and hardly depends on speed, so that a length belongs to a speed.
  public static func stepLength(
    atSpeed metersPerSecond: Double, height: Length
  ) -> (mean: Double, deviation: Double) {
    let ratio = 0.0060 * height.meters / 1.68
    let mean = (60 * metersPerSecond * ratio).squareRoot()
    return (mean, mean * 0.5 * 0.0007 / 0.0060)
  }

  /// Double support as a share of the stride at a speed, and the deviation between people.
  ///
  /// .249 (.033) at about 1.25 m/s on 10 people with force shoes (58 walks). It falls with speed by
  /// about .13 per m/s: from .28 at .9 to .20 at 1.5 m/s in healthy adults; the slope is our reading.
  public static func doubleSupport(
    atSpeed metersPerSecond: Double
  ) -> (mean: Double, deviation: Double) {
    (0.249 - 0.13 * (metersPerSecond - 1.25), 0.033)
  }

  /// Share of uneven steps in healthy walking, and the deviation between people. Our choice: healthy
  /// people show almost none, and one in ten of their bouts is uneven by chance.
  public static let asymmetry = (mean: 0.05, deviation: 0.10)

  /// Coefficient of variation of stride time within walks, and the deviation between people.
  ///
  /// What this program finds in the laboratory: median .0236, deviation .0046 of 17 people in 73 straight
  /// walks (`Tools/fit/estimates/stride_time_norm.py`). Daily life varies more, by how much is not
  /// known, so the deviation is doubled by choice. Older people who fell varied twice as much as those
  /// who did not (106 and 49 ms; Hausdorff 2001): 2.4 deviations.
  public static let strideTimeVariation = (mean: 0.024, deviation: 0.010)

  /// Coefficient of variation of step length from walk to walk within a day, and the deviation
  /// between people. Our choice: daily life makes people shorten steps in kitchens.
  public static let stepLengthVariation = (mean: 0.09, deviation: 0.03)

  /// Meters per second by decade, middles at 25, 35, … 75 and 85 years ("80-99").
  private static let bohannonMen = [1.358, 1.433, 1.434, 1.433, 1.339, 1.262, 0.968]
  private static let bohannonWomen = [1.341, 1.337, 1.390, 1.313, 1.241, 1.132, 0.943]
  /// Between people of an age and sex, m/s: the studies' own deviations lie about .2.
  private static let betweenPeople = 0.20
  /// A usual spread of mass of 12 kg at -.005 m/s per kg.
  private static let deviationOfUnknownMass = 0.06

  private static func speed(age: Double, sex: Sex) -> Double {
    let table = sex == .male ? bohannonMen : bohannonWomen
    let place = min(max((age - 25) / 10, 0), Double(table.count - 1))
    let index = min(Int(place), table.count - 2)
    return table[index] + (table[index + 1] - table[index]) * (place - Double(index))
  }

  /// What height and mass add to the speed of the usual build: 1.75 m and 80 kg, 1.62 m and 68 kg.
  /// Enright and Sherrill's meters in six minutes per cm and per kg, over 360 s and over 1.13, the
  /// ratio of test speed to usual speed.
  private static func buildEffect(of participant: Participant, sex: Sex) -> Double {
    let (perCm, perKg) = sex == .male ? (7.57, -1.76) : (2.11, -2.29)
    let usual = sex == .male ? (cm: 175.0, kg: 80.0) : (cm: 162.0, kg: 68.0)
    let height = participant.height.map { ($0.meters * 100 - usual.cm) * perCm } ?? 0
    let mass = participant.mass.map { ($0.kilograms - usual.kg) * perKg } ?? 0
    return (height + mass) / (360 * 1.13)
  }
}
