import Foundation
import GaitModel
import Testing

@testable import MobilityEstimates

struct SteadinessModelTests {
  private let model = SteadinessModel()
  private let man = Participant(
    height: Length(meters: 1.75), mass: Mass(kilograms: 80), ageYears: 72, sex: .male)

  private func figure(_ mean: Double) -> WalkingWeek.Figure {
    WalkingWeek.Figure(mean: mean, chanceError: mean * 0.02, deviceError: mean * 0.07)
  }

  /// A week at every norm, and then changed.
  private func week(change: (inout WalkingWeek) -> Void = { _ in }) -> WalkingWeek {
    let usual = GaitNorms.usualSpeed(of: man).mean
    let pace = 1.0
    var week = WalkingWeek(
      dayCount: 6, fastSpeed: figure(usual * 1.04), meanSpeed: figure(pace),
      stepLength: figure(
        GaitNorms.stepLength(atSpeed: pace, height: Length(meters: 1.75)).mean),
      doubleSupport: figure(GaitNorms.doubleSupport(atSpeed: pace).mean),
      asymmetry: figure(GaitNorms.asymmetry.mean),
      stepLengthVariation: figure(GaitNorms.stepLengthVariation.mean),
      strideTimeVariation: figure(GaitNorms.strideTimeVariation.mean))
    change(&week)
    return week
  }

  private func score(
    _ participant: Participant? = nil, change: (inout WalkingWeek) -> Void = { _ in }
  ) throws -> SteadinessScore {
    try model.score(of: week(change: change), participant: participant ?? man)
  }

  @Test func `a person at every norm is steady`() throws {
    let found = try score()
    #expect(abs(found.value - 0.85) < 1e-9)
    #expect(SteadinessLimits.standard.classification(of: found.value) == .ok)
    #expect(found.parts.allSatisfy { abs($0.scoreLost) < 1e-9 })
  }

  @Test(arguments: SteadinessComponent.allCases)
  func `each component that gets worse lowers the score and says by how much`(
    component: SteadinessComponent
  ) throws {
    let found = try score { week in
      switch component {
      case .speed: week.fastSpeed?.mean -= 0.4
      case .stepLength: week.stepLength?.mean -= 0.1
      case .doubleSupport: week.doubleSupport?.mean += 0.06
      case .asymmetry: week.asymmetry?.mean += 0.2
      case .variability: week.strideTimeVariation?.mean += 0.02
      }
    }
    #expect(found.value < 0.84)
    let part = try #require(found.parts.first { $0.component == component })
    #expect(part.deviationsWorse > 1)
    #expect(abs(part.scoreLost - (0.85 - found.value)) < 1e-9, "it alone made the difference")
  }

  @Test func `variability is that of stride times, and of steps from walk to walk without them`()
    throws
  {
    let strides = try score {
      $0.strideTimeVariation?.mean += 0.02
      $0.stepLengthVariation?.mean += 0.06
    }
    let part = try #require(strides.parts.first { $0.component == .variability })
    #expect(abs(part.deviationsWorse - 2) < 1e-9 && part.norm == GaitNorms.strideTimeVariation.mean)
    let steps = try score {
      $0.strideTimeVariation = nil
      $0.stepLengthVariation?.mean += 0.06
    }
    let other = try #require(steps.parts.first { $0.component == .variability })
    #expect(abs(other.deviationsWorse - 2) < 1e-9)
    #expect(other.norm == GaitNorms.stepLengthVariation.mean && steps.missing.isEmpty)
  }

  @Test func `the class limits stand where falls are 1.5 and 2.5 times as frequent`() {
    let limits = SteadinessLimits.standard
    #expect(abs(limits.low - 0.60) < 1e-9)
    #expect(abs(SteadinessScale.score(logRate: log(2.5)) - limits.veryLow) < 1e-9)
    #expect(limits.classification(of: 0.60) == .ok)
    #expect(limits.classification(of: 0.599) == .low)
    #expect(limits.classification(of: limits.veryLow - 0.001) == .veryLow)
  }

  @Test(arguments: SteadinessClass.allCases)
  func `the score limits of a class hold the scores that are classified so`(
    classification: SteadinessClass
  ) {
    let limits = SteadinessLimits.standard
    let scores = limits.scores(of: classification)
    #expect(limits.classification(of: scores.lowerBound) == classification)
    #expect(limits.classification(of: scores.upperBound.nextDown) == classification)
    #expect(scores.upperBound > 1 || limits.classification(of: scores.upperBound) < classification)
  }

  @Test func `the limits are adjustable`() {
    #expect(SteadinessLimits(low: 0.8, veryLow: 0.5).classification(of: 0.7) == .low)
  }

  @Test func `without a height it is absent with that reason`() {
    var unknown = man
    unknown.height = nil
    #expect(throws: SteadinessDelay.heightUnknown) { try score(unknown) }
  }

  @Test func `people whom the norms are not of have no score, with that reason`() {
    for age in [5.0, 19.9, 100] {
      var other = man
      other.ageYears = age
      let reason = "the norms are of people of 20 to 99 years"
      #expect(throws: SteadinessDelay.noNorm(because: reason)) { try score(other) }
    }
    var small = man
    (small.height, small.mass) = (Length(meters: 1.25), Mass(kilograms: 100))
    let reason = "the norms give no possible speed for this height and mass"
    #expect(throws: SteadinessDelay.noNorm(because: reason)) { try score(small) }
    for age in [20.0, 99.9] {
      var other = man
      other.ageYears = age
      #expect(throws: Never.self) { try score(other) }
    }
  }

  @Test func `it is delayed, not guessed, when data are short`() {
    #expect(throws: SteadinessDelay.tooFewDays(2, needed: 3)) { try score { $0.dayCount = 2 } }
  }

  @Test func `in a pocket it is delayed with the reason, and does not stay high`() throws {
    let delay = SteadinessDelay.tooFewComponents([.asymmetry], needed: 3, stepsAreAssumed: true)
    #expect(throws: delay) {
      try score {
        $0.fastSpeed = nil
        $0.meanSpeed = nil
        $0.stepLength = nil
        $0.doubleSupport = nil
        $0.strideTimeVariation = nil
        $0.stepLengthVariation = nil
      }
    }
    #expect(
      delay.description
        == "the walks have no measured step length, as in a pocket or on the wrist: 1 of "
        + "the 3 components that it takes were measured (uneven steps); the hip and the lower back "
        + "measure all")
  }

  @Test func `one day with measured steps is no week of them, and that is said`() throws {
    let delay = SteadinessDelay.tooFewMeasuredDays(1, needed: 3)
    #expect(throws: delay) {
      try score {
        ($0.fastSpeed, $0.meanSpeed, $0.stepLength, $0.doubleSupport) = (nil, nil, nil, nil)
        ($0.strideTimeVariation, $0.stepLengthVariation, $0.daysWithSteps) = (nil, nil, 1)
      }
    }
    #expect(delay.description.hasPrefix("1 of the 3 days with enough walking of measured step"))
  }

  @Test func `the score says which rate of falls it stands for, with its interval`() throws {
    let norm = try score()
    #expect(abs(norm.relativeRate - 1) < 1e-9 && norm.relativeRateInterval.contains(1))
    let slow = try score { $0.fastSpeed?.mean -= 0.208 }
    #expect(abs(slow.relativeRate - 1.069 * 1.069) < 0.01, "20 cm/s slower, by Verghese's ratio")
    #expect(slow.relativeRateInterval.contains(1) && slow.relativeRateInterval.upperBound > 1.3)
  }

  @Test func `weight and age improve it`() {
    let all = GaitNorms.usualSpeed(of: man).deviation
    var someone = man
    someone.mass = nil
    let withoutMass = GaitNorms.usualSpeed(of: someone).deviation
    someone.ageYears = nil
    let withoutAge = GaitNorms.usualSpeed(of: someone).deviation
    #expect(all < withoutMass && withoutMass < withoutAge)
  }

  @Test func `what is not known is named and widens the error`() throws {
    let all = try score()
    let short = try score {
      $0.doubleSupport = nil
      $0.asymmetry = nil
    }
    #expect(short.missing == [.doubleSupport, .asymmetry])
    #expect(short.standardError > all.standardError)
    #expect(all.missing.isEmpty)
  }

  @Test(arguments: SteadinessComponent.allCases, [0, 0.3])
  func `a component that is not known makes a score no surer against other weeks`(
    component: SteadinessComponent, uneven: Double
  ) throws {
    let all = try score { $0.asymmetry?.mean += uneven }
    let short = try score {
      $0.asymmetry?.mean += uneven
      switch component {
      case .speed: $0.fastSpeed = nil
      case .stepLength: $0.stepLength = nil
      case .doubleSupport: $0.doubleSupport = nil
      case .asymmetry: $0.asymmetry = nil
      case .variability: ($0.strideTimeVariation, $0.stepLengthVariation) = (nil, nil)
      }
    }
    #expect(short.missing == [component])
    #expect(short.errorWithinPerson > all.errorWithinPerson)
  }

  @Test func `no single measure makes a person very unsteady`() throws {
    let lost = try score { $0.asymmetry?.mean = 1 }
    #expect(SteadinessLimits.standard.classification(of: lost.value) != .veryLow)
  }

  @Test func `the worst score says what makes it so, though each alone costs next to nothing`()
    throws
  {
    let worst = try score { week in
      week.fastSpeed?.mean = 0.4
      week.stepLength?.mean -= 0.2
      week.doubleSupport?.mean += 0.15
      week.asymmetry?.mean += 0.35
      week.strideTimeVariation?.mean += 0.035
    }
    #expect(worst.value < 0.05 && worst.parts.count == 5)
    #expect(worst.parts.allSatisfy { SteadinessPart.isWorthTelling(logRate: $0.logRate) })
    #expect(worst.parts.contains { $0.scoreLost < 0.05 }, "what it costs alone says nothing")
    let sum = worst.parts.reduce(0) { $0 + $1.logRate }
    #expect(abs(sum - worst.logRate) < 1e-9)
    let norm = try score()
    #expect(!norm.parts.contains { SteadinessPart.isWorthTelling(logRate: $0.logRate) })
  }

  @Test func `the same speed is steadier in an older person`() throws {
    var older = man
    older.ageYears = 85
    #expect(
      try score(older) { $0.fastSpeed?.mean = 0.9 }.value > score { $0.fastSpeed?.mean = 0.9 }.value
    )
  }

  @Test func `usual speeds are the published ones at the middle of a decade`() {
    let published: [(Double, Sex, Double)] = [
      (25, .male, 1.358), (65, .male, 1.339), (75, .female, 1.132), (95, .female, 0.943),
    ]
    for (age, sex, speed) in published {
      #expect(
        abs(GaitNorms.usualSpeed(of: Participant(ageYears: age, sex: sex)).mean - speed) < 1e-9)
    }
  }
}
