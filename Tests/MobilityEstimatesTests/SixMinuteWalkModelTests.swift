import Foundation
import GaitModel
import Testing

@testable import MobilityEstimates

struct SixMinuteWalkModelTests {
  private let model = SixMinuteWalkModel()
  private let woman = Participant(
    height: Length(meters: 1.62), mass: Mass(kilograms: 68), ageYears: 72, sex: .female)

  private func estimate(
    _ speed: Double?, minutes: Double = 30, participant: Participant? = nil,
    ratio: WalkRatio? = nil, change: (inout SixMinuteWalkEvidence) -> Void = { _ in }
  ) -> SixMinuteWalkEstimate {
    var evidence = SixMinuteWalkEvidence(
      fastSpeed: speed, fastSpeedChanceError: 0.02, sustainedMinutesPerDay: minutes)
    change(&evidence)
    return model.estimate(
      from: evidence, participant: participant ?? woman, ratio: ratio ?? model.usualRatio)
  }

  @Test func `the references are the published ones`() {
    let man = Participant(
      height: Length(meters: 1.75), mass: Mass(kilograms: 80), ageYears: 65, sex: .male)
    let expected = WalkReference.enrightSherrill1998.expectation(for: man)
    #expect(abs(expected.meters - (7.57 * 175 - 5.02 * 65 - 1.76 * 80 - 309)) < 1e-9)
    #expect(abs(expected.meters - 548.65) < 0.01)
    let other = WalkReference.enrightSherrill1998.expectation(for: woman)
    #expect(abs(other.meters - (2.11 * 162 - 2.29 * 68 - 5.78 * 72 + 667)) < 1e-9)
    #expect(abs(other.deviation - 84.5) < 0.1, "139 m below is the lower limit of normal")
    let young = Participant(ageYears: 30, sex: .female)
    #expect(abs(WalkReference.gibbons2001.expectation(for: young).meters - 704.4) < 1e-9)
  }

  @Test func `the reference is chosen by what is known`() {
    #expect(WalkReference(for: woman) == .enrightSherrill1998)
    #expect(WalkReference(for: Participant(ageYears: 72, sex: .female)) == .gibbons2001)
    #expect(WalkReference(for: Participant(height: Length(meters: 1.62))) == .adults)
  }

  @Test(arguments: [(19.9, false), (20, true), (39.5, true), (80.9, true), (81, false)])
  func `no reference is of people of other ages than its own`(age: Double, isOne: Bool) {
    let bodies: [(Double, Double)?] = [(1.62, 68), nil]
    for body in bodies {
      var person = Participant(ageYears: age, sex: .female)
      person.height = body.map { Length(meters: $0.0) }
      person.mass = body.map { Mass(kilograms: $0.1) }
      #expect((WalkReference(for: person) != .adults) == isOne)
      #expect((WalkReference.absence(for: person) == nil) == isOne)
      #expect((estimate(0.8, participant: person).predictedMeters != nil) == isOne)
      #expect((WalkReference.gibbons2001.predicted(for: person) != nil) == isOne)
    }
  }

  @Test func `a reference that nobody can walk is none`() {
    let small = Participant(
      height: Length(meters: 1.25), mass: Mass(kilograms: 100), ageYears: 75, sex: .male)
    let found = estimate(0.5, participant: small)
    #expect(found.predictedMeters == nil && found.lowerLimitOfNormal == nil)
    #expect(found.noReference == "the equation gives no possible distance for this height and mass")
    #expect(estimate(0.5, participant: Participant()).noReference == nil)
    #expect(
      found.interval95 == estimate(0.5, participant: Participant(height: small.height)).interval95)
  }

  /// Where the model's ratio of 1.09 comes from.
  @Test func `test speed is 1.13 times usual speed by the two published tables`() {
    var ratios: [Double] = []
    for age in stride(from: 45.0, through: 75, by: 10) {
      for (sex, height, mass) in [(Sex.male, 1.75, 80.0), (.female, 1.62, 68)] {
        let person = Participant(
          height: Length(meters: height), mass: Mass(kilograms: mass), ageYears: age, sex: sex)
        let test = WalkReference.enrightSherrill1998.expectation(for: person).meters / 360
        ratios.append(test / GaitNorms.usualSpeed(of: person).mean)
      }
    }
    let mean = ratios.reduce(0, +) / Double(ratios.count)
    #expect(abs(mean - 1.13) < 0.01, "\(mean)")
    #expect(abs(mean / 1.04 - model.ratio) < 0.01)
  }

  @Test func `who walks faster every day is expected to walk farther in the test`() {
    let distances = [0.5, 0.8, 1.1, 1.25].map { estimate($0).meters }
    #expect(distances == distances.sorted())
    #expect(distances[0] < 300 && distances[2] > 360)
  }

  @Test func `500 meters are the most that is reported, with a flag`() {
    let fast = estimate(1.9)
    #expect(fast.meters == 500 && fast.isCapped && fast.uncappedMeters > 500)
    let slow = estimate(0.8)
    #expect(!slow.isCapped && slow.meters == slow.uncappedMeters)
  }

  @Test func `the estimate lies on its measured speed wherever the reference is`() {
    for speed in [0.45, 0.6, 0.8, 1.0, 1.2] {
      let found = estimate(speed)
      #expect(abs(found.uncappedMeters / (360 * speed * model.ratio) - 1) < 0.03, "\(speed)")
    }
  }

  @Test func `the reference's weight falls with the distance from it`() {
    /// How far the estimate goes from the measured distance to the reference, both as logarithms.
    func weight(_ speed: Double, healthyShare: Double) -> Double {
      var healthy = model
      healthy.healthyShare = healthyShare
      let evidence = SixMinuteWalkEvidence(fastSpeed: speed, sustainedMinutesPerDay: 30)
      let measured = 360 * speed * model.ratio
      let found = healthy.estimate(from: evidence, participant: woman, ratio: model.usualRatio)
      let reference = WalkReference.enrightSherrill1998.expectation(for: woman).meters
      return log(found.uncappedMeters / measured) / log(reference / measured)
    }
    let weights = [1.0, 0.8, 0.65, 0.5].map { weight($0, healthyShare: 0.5) }
    #expect(weights == weights.sorted(by: >), "\(weights)")
    #expect(weights[0] > 10 * weights[3], "\(weights)")
    #expect(weight(0.5, healthyShare: 0.5) < 0.03, "nobody who walks 200 m is drawn to 430 m")
    #expect(abs(weight(0.5, healthyShare: model.healthyShare)) < 0.005)
  }

  @Test func `readings that disagree widen, and do not meet in the middle`() {
    let agree = estimate(0.53) { $0.fastCadence = 73 }
    let disagree = estimate(0.53) { $0.fastCadence = 102 }
    let alone = estimate(0.53)
    #expect(abs(disagree.uncappedMeters - alone.uncappedMeters) < 0.10 * alone.uncappedMeters)
    #expect(disagree.interval95.upperBound > agree.interval95.upperBound)
    #expect(disagree.standardError >= agree.standardError)
  }

  @Test func `the interval is not the same to either side`() {
    let found = estimate(1.0)
    let (low, high) = (
      found.uncappedMeters - found.interval95.lowerBound,
      found.interval95.upperBound - found.uncappedMeters
    )
    #expect(high > 1.1 * low)
    #expect(found.interval95.contains(found.interval68.lowerBound))
    #expect(found.interval68.contains(found.uncappedMeters))
  }

  @Test func `beside the capped distance the uncapped one is kept`() {
    let fast = estimate(1.6)
    #expect(fast.meters == 500 && fast.uncappedMeters > 560)
    #expect(fast.interval95.upperBound > 650, "the interval knows no cap")
  }

  @Test func `per cent of predicted and the lower limit of normal come with each`() throws {
    let found = estimate(0.8)
    let predicted = try #require(found.predictedMeters)
    #expect(abs(predicted - (2.11 * 162 - 2.29 * 68 - 5.78 * 72 + 667)) < 1e-9)
    #expect(abs(try #require(found.lowerLimitOfNormal) - (predicted - 139)) < 0.5)
    #expect(abs(try #require(found.shareOfPredicted) - found.uncappedMeters / predicted) < 1e-9)
    #expect(estimate(0.8, participant: Participant()).predictedMeters == nil)
  }

  @Test func `the less is known of a person, the larger the error`() {
    let all = estimate(1.0).standardError
    let unknown = estimate(1.0, participant: Participant()).standardError
    #expect(all <= unknown + 0.5)
    #expect(all > 30 && unknown < 80, "\(all), \(unknown)")
  }

  @Test func `who hardly walks does not show what they can`() {
    let (little, much) = (estimate(0.7, minutes: 0.5), estimate(0.7, minutes: 60))
    #expect(little.standardError > 1.05 * much.standardError)
  }

  @Test func `six minutes walked without a break are not lost, and have a doubt of their own`() {
    let without = estimate(1.0)
    let with = estimate(1.0) { $0.longestSixMinutes = 450 }
    #expect(with.uncappedMeters > without.uncappedMeters + 3)
    #expect(with.uncappedMeters < 440, "one such walk does not decide")
    let nothingNew = estimate(1.0) { $0.longestSixMinutes = 200 }
    #expect(abs(nothingNew.uncappedMeters - without.uncappedMeters) < 2)
  }

  @Test func `without a height cadence stands in for speed, with a larger error`() {
    let person = Participant(ageYears: 72, sex: .female)
    let slow = estimate(nil, participant: person) { $0.fastCadence = 80 }
    let quick = estimate(nil, participant: person) { $0.fastCadence = 115 }
    #expect(slow.meters + 80 < quick.meters)
    #expect(
      slow.standardError / slow.meters > estimate(0.7, participant: person).standardError / 275)
  }

  @Test func `a person's own clinic tests calibrate the estimate`() {
    let once = model.usualRatio.knowing(speed: 350.0 / 360, fastSpeed: 1.1, errorShare: 0.06)
    let twice = once.knowing(speed: 350.0 / 360, fastSpeed: 1.1, errorShare: 0.06)
    let (no, one, two) = (estimate(1.1), estimate(1.1, ratio: once), estimate(1.1, ratio: twice))
    #expect(abs(one.meters - 350) < abs(no.meters - 350))
    #expect(abs(two.meters - 350) < abs(one.meters - 350))
    #expect(two.standardError < one.standardError && one.standardError < no.standardError)
    #expect(!no.isCalibrated && one.isCalibrated && two.calibratingTests == 2)
  }

  @Test func `the shorter a clinic test, the shorter the estimate, down to 1 m`() {
    let tests = [200.0, 100, 50, 25, 20, 10, 4.12, 1]
    let found = tests.map { meters in
      estimate(
        1.1,
        ratio: model.usualRatio.knowing(speed: meters / 360, fastSpeed: 1.1, errorShare: 0.06))
    }
    /// The straight line of logarithms through the tests that are long enough for any grid.
    let slope = log(found[0].meters / found[1].meters) / log(2)
    for (meters, short) in zip(tests, found) {
      let onLine = found[1].meters * pow(meters / 100, slope)
      #expect(abs(short.meters / onLine - 1) < 0.005, "\(meters) m: \(short.meters), \(onLine)")
      let width = { (found: SixMinuteWalkEstimate) in
        log(found.interval95.upperBound / found.interval95.lowerBound)
      }
      #expect(abs(width(short) / width(found[0]) - 1) < 0.01, "\(meters) m: \(short.interval95)")
    }
  }

  @Test func `who walks very slowly is not held to walk 30 m or more`() {
    let widths = [0.4, 0.2, 0.1, 0.05].map { speed in
      let found = estimate(speed)
      #expect(abs(found.meters / (360 * speed * model.ratio) - 1) < 0.06, "\(found.meters)")
      return log(found.meters / found.interval95.lowerBound)
    }
    #expect(widths == widths.sorted(), "the slower, the larger the device's share: \(widths)")
  }

  @Test func `without any reading the estimate lies between 30 and 1200 m`() {
    let found = estimate(nil, participant: Participant())
    #expect(found.interval95.lowerBound > 30 && found.interval95.upperBound < 1200)
    #expect(abs(found.uncappedMeters - 190) < 2, "the middle of the logarithms")
  }

  @Test func `against the own past the error is chance alone, and unknown without a speed`() throws
  {
    let found = estimate(1.0)
    let error = try #require(found.errorWithinPerson)
    #expect(error < found.standardError / 4)
    #expect(error > 3)
    #expect(estimate(nil).errorWithinPerson == nil)
  }

  /// The obvious twin: without strays and doubt, errors of a logarithm add up in squares.
  @Test func `with plain errors the grid gives the lognormal distribution`() {
    var plain = model
    (plain.strayShare, plain.healthyShare, plain.halfInformedMinutes) = (0, 0, 0)
    plain.deviceOffset = 0
    let found = plain.estimate(
      from: SixMinuteWalkEvidence(
        fastSpeed: 1, fastSpeedChanceError: 0.02, sustainedMinutesPerDay: 30),
      participant: woman, ratio: model.usualRatio)
    let error = (0.14 * 0.14 + 0.07 * 0.07 + 0.02 * 0.02).squareRoot()
    let middle = 360 * 1.09
    #expect(abs(found.uncappedMeters - middle) < 1)
    #expect(abs(found.interval68.upperBound - middle * exp(0.99446 * error)) < 1)
    #expect(abs(found.interval95.lowerBound - middle * exp(-1.95996 * error)) < 1.5)
  }
}
