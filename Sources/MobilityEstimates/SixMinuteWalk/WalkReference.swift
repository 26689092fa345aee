import Foundation
import GaitModel

/// What healthy people of a given age, sex, height and mass walk in six minutes.
///
/// The equation is chosen by what is known and by the ages it was made on. Nobody is held against an equation of people
/// of other ages, nor against one that gives them an impossible distance: straight lines go on to where nobody walks.
public enum WalkReference: String, Hashable, Sendable, CaseIterable {
  /// Enright and Sherrill, Am J Respir Crit Care Med 158:1384, 1998; 117 men and 173 women, 40-80
  /// years; doi 10.1164/ajrccm.158.5.9710086. Needs age, sex, height and mass.
  case enrightSherrill1998 = "Enright and Sherrill 1998"
  /// Gibbons et al., J Cardiopulm Rehabil 21:87, 2001; 79 people, 20-80 years. Needs age and sex.
  case gibbons2001 = "Gibbons 2001"
  /// Age or sex is not known, or no equation is of people like this one (``absence(for:)``): adults of any age.
  case adults

  /// The reference that fits what is known of a person.
  public init(for participant: Participant) {
    let nearest = Self.nearest(to: participant)
    self = nearest.refusal(of: participant) == nil ? nearest : .adults
  }

  /// Years that are over of the people whom the equations are of.
  public static let ages = 20.0...80.0

  /// Why no equation is of people like somebody, in words; `nil` where one is, and where age or sex is not known.
  public static func absence(for participant: Participant) -> String? {
    nearest(to: participant).refusal(of: participant)
  }

  /// The equation whose inputs are known, of people of that age or nearest to it.
  private static func nearest(to participant: Participant) -> WalkReference {
    guard let age = participant.ageYears, participant.sex != nil else { return .adults }
    let knowsBody = participant.height != nil && participant.mass != nil
    return knowsBody && age >= youngestOfEnrightSherrill ? .enrightSherrill1998 : .gibbons2001
  }

  /// Why the equation says nothing of somebody whose age and sex are known; `nil` where it does.
  private func refusal(of participant: Participant) -> String? {
    guard self != .adults, let age = participant.ageYears else { return nil }
    guard Self.ages.contains(age.rounded(.down)) else {
      return
        "the equations are of people of \(Int(Self.ages.lowerBound)) to \(Int(Self.ages.upperBound)) years"
    }
    guard limit(for: participant) > 0 else {
      return "the equation gives no possible distance for this height and mass"
    }
    return nil
  }

  /// The distance expected of a person, meters, and how much people like them differ, as a standard
  /// deviation in meters.
  public func expectation(for participant: Participant) -> (meters: Double, deviation: Double) {
    guard let age = participant.ageYears, let sex = participant.sex else { return Self.ofAdults }
    switch self {
    case .enrightSherrill1998:
      guard let height = participant.height, let mass = participant.mass else {
        return Self.ofAdults
      }
      let (cm, kg) = (height.meters * 100, mass.kilograms)
      // The lower limits of normal lie 153 m (men) and 139 m (women) below, which is 1.645 times:
      switch sex {
      case .male: return (7.57 * cm - 5.02 * age - 1.76 * kg - 309, 153 / 1.645)
      case .female: return (2.11 * cm - 2.29 * kg - 5.78 * age + 667, 139 / 1.645)
      }
    case .gibbons2001:
      let meters = 868.8 - 2.99 * age - (sex == .female ? 74.7 : 0)
      return (meters, Self.deviationOfGibbons)
    case .adults: return Self.ofAdults
    }
  }

  /// What healthy people like this one walk, m; `nil` where age or sex is not known, or the equation is not of such people.
  public func predicted(for participant: Participant) -> Double? {
    guard self != .adults, participant.ageYears != nil, participant.sex != nil,
      refusal(of: participant) == nil
    else { return nil }
    return expectation(for: participant).meters
  }

  /// 95 of 100 healthy people like this one walk farther, m: Enright and Sherrill's own limits, and 1.645
  /// deviations below Gibbons's expectation. `nil` where ``predicted(for:)`` is.
  public func lowerLimitOfNormal(for participant: Participant) -> Double? {
    predicted(for: participant).map { _ in limit(for: participant) }
  }

  private func limit(for participant: Participant) -> Double {
    let (meters, deviation) = expectation(for: participant)
    return meters - NormalDistribution.reachAbove95 * deviation
  }

  /// The younger equation's residuals are not printed with it; taken as wide as the older one's.
  private static let deviationOfGibbons = 93.0
  private static let youngestOfEnrightSherrill = 40.0
  /// Nothing known: the healthy span from a woman of 85 (about 350 m) to a man of 25 (about 790 m)
  /// is two deviations either side, by the equations above.
  private static let ofAdults = (meters: 550.0, deviation: 120.0)
}

/// How much faster a person walks in the six-minute test than at the fast end of daily life.
///
/// The logarithm of the ratio is normally distributed between people; a person's own clinic tests
/// narrow it, each by how well one test repeats.
public struct WalkRatio: Hashable, Sendable {
  /// The logarithm of test speed over fast daily speed.
  public var logarithm: Double
  /// Its standard deviation.
  public var deviation: Double
  /// How many clinic tests of the person are in it.
  public var testCount: Int
  /// How many times as much the tests differ as their errors explain; 1 where they explain it, and each test counts as
  /// so much less sure.
  public var testScatter = 1.0

  /// Makes a ratio.
  public init(logarithm: Double, deviation: Double, testCount: Int = 0) {
    self.logarithm = logarithm
    self.deviation = deviation
    self.testCount = testCount
  }

  /// The ratio that is narrowed by one more test.
  /// - Parameters:
  ///   - speed: The test's mean speed, m/s.
  ///   - fastSpeed: The fast end of daily life about that time, m/s.
  ///   - errorShare: How uncertain one over the other is by chance, as a share.
  /// - Returns: The narrower ratio, with one more test in it.
  public func knowing(speed: Double, fastSpeed: Double, errorShare: Double) -> WalkRatio {
    let (own, test) = (1 / (deviation * deviation), 1 / (errorShare * errorShare))
    let seen = log(speed / fastSpeed)
    return WalkRatio(
      logarithm: (logarithm * own + seen * test) / (own + test),
      deviation: (1 / (own + test)).squareRoot(), testCount: testCount + 1)
  }
}
