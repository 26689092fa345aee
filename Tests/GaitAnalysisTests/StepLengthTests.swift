import Foundation
import GaitModel
import GaitSimulation
import Testing

@testable import GaitAnalysis

/// Step lengths of pendulums of known rise.
struct StepLengthTests {
  /// Twenty steps of half a second; the pelvis rises by `rise` in each and sways sideways with the
  /// stride by `sway` times its forward motion. Five seconds before and after them let filters settle.
  private func walk(riseMeters rise: Double, sway: Double = 0) -> WalkSignal {
    let step = 2 * Double.pi / 50
    let samples = -500..<1501
    let perSecond = step * SampleGrid.rateHertz
    func signal(_ value: (Double) -> Double) -> GridSignal<Double> {
      GridSignal(samples.map { value(Double($0)) }, from: samples.lowerBound)
    }
    return WalkSignal(
      vertical: signal { -rise / 2 * perSecond * perSecond * cos(step * $0) },
      anteroposterior: signal { sin(step * $0) },
      mediolateral: signal { sway * sin(step / 2 * $0) },
      contacts: (0...20).map { 50 * Double($0) }, isHeadingKnown: true)
  }

  /// The same contacts for methods that look at nothing else.
  private func contacts(stepSamples: Double = 50) -> Walk {
    Walk(
      contacts: (0...20).map {
        DetectedContact(position: stepSamples * Double($0), amplitude: 2, stepHertz: 2)
      })
  }

  private func person(meters: Double?) -> StepLengthPerson {
    StepLengthPerson(height: meters.map { Length(meters: $0) })
  }

  private func meters(
    _ model: PendulumStepLength, _ walk: WalkSignal, height: Double = 1.75
  ) throws -> [Double] {
    try #require(model.steps(in: walk, height: Length(meters: height)).value).map(\.meters)
  }

  @Test(arguments: [0.01, 0.03, 0.05, 0.08], [1.5, 1.75, 2.0])
  func `a pendulum of known rise has the length of its arc`(rise: Double, height: Double) throws {
    var model = PendulumStepLength()
    model.temper = 0
    model.model.factor = 1.25
    let leg = model.legShareOfHeight * height
    let chord = 2 * (2 * leg * rise - rise * rise).squareRoot()
    let found = try meters(model, walk(riseMeters: rise), height: height)
    #expect(found.count == 20)
    #expect(found.allSatisfy { abs($0 / (1.25 * chord) - 1) < 0.01 })
  }

  @Test func `more rise is a longer step and more sway a shorter one`() throws {
    let model = PendulumStepLength()
    func mean(_ rise: Double, _ sway: Double) throws -> Double {
      let found = try meters(model, walk(riseMeters: rise, sway: sway))
      return found.reduce(0, +) / Double(found.count)
    }
    #expect(try mean(0.02, 0) < mean(0.03, 0))
    #expect(try mean(0.03, 3) < mean(0.03, 0.5))
    #expect(try mean(0.03, 6) < mean(0.03, 3))
  }

  @Test func `the error grows with the speed and shrinks with the steps`() {
    let model = PendulumStepLength()
    func error(_ speed: Double, steps: Int, isHeightKnown: Bool = true) -> Double {
      model.speedError(
        ofMetersPerSecond: speed,
        steps: Array(repeating: StepEstimate(meters: 0.6, correction: 0), count: steps),
        person: person(meters: isHeightKnown ? 1.7 : nil))
    }
    #expect(error(1.4, steps: 20) > error(0.7, steps: 20))
    #expect(error(1.2, steps: 4) > error(1.2, steps: 100))
    #expect(error(1.2, steps: 0).isFinite)
    #expect(error(1.2, steps: 20, isHeightKnown: false) > error(1.2, steps: 20))
  }

  @Test func `against the own past the error is smaller, and the stature has no say`() throws {
    let model = PendulumStepLength()
    let steps = Array(repeating: StepEstimate(meters: 0.6, correction: 0.1), count: 20)
    let own = try #require(model.speedErrorWithinPerson(ofMetersPerSecond: 1.2, steps: steps))
    #expect(own > 0)
    #expect(
      own < model.speedError(ofMetersPerSecond: 1.2, steps: steps, person: person(meters: 1.7)))
    for analyzed in [Scenario.straightWalk, .trouserPocket] {
      let bout = try #require(try AnalyzedRecording.simulated(analyzed).analysis.bouts.first)
      #expect((bout.speedErrorWithinPerson == nil) == (analyzed == .trouserPocket))
    }
  }

  @Test func `without steps there is no length, in a pocket without height neither`() {
    #expect(
      ProportionalStepLength().steps(of: contacts(), signal: nil, person: person(meters: nil))
        == .missing(.heightUnknown))
    var none = walk(riseMeters: 0.03)
    none.contacts = [100]
    let one = Walk(contacts: Array(contacts().contacts.prefix(1)))
    for model: any StepLengthEstimator in [PendulumStepLength(), ProportionalStepLength()] {
      let found = model.steps(of: one, signal: none, person: person(meters: 1.7))
      #expect(found.missingReason == .tooFewSteps)
    }
  }

  @Test func `away from the pelvis a step is a share of the stature`() throws {
    let model = ProportionalStepLength()
    let found = try #require(
      model.steps(of: contacts(), signal: nil, person: person(meters: 1.8)).value)
    #expect(
      found.map(\.meters) == Array(repeating: model.model.shareOfHeight * 1.8, count: 20))
    let slow = contacts(stepSamples: 100)
    #expect(
      model.steps(of: slow, signal: nil, person: person(meters: 1.8)) == .missing(.outOfRange))
  }

  @Test(arguments: [0.015, 0.02], [1.6, 1.9])
  func `in a pocket a step grows with its rise as a tempered pendulum`(
    rise: Double, height: Double
  ) throws {
    let model = ExcursionStepLength()
    func step(_ rise: Double) throws -> Double {
      let found = try #require(
        model.steps(of: contacts(), signal: walk(riseMeters: rise), person: person(meters: height))
          .value
      ).map(\.meters)
      #expect(found.count == 20)
      #expect(found.allSatisfy { abs($0 / found[10] - 1) < 0.01 })
      return found[10]
    }
    let power = (1 + model.temper) / 2
    #expect(abs(try step(2 * rise) / step(rise) / pow(2, power) - 1) < 0.001)
    let swing = 2 * (2 * model.legShareOfHeight * height * rise).squareRoot()
    let whole = model.factor * swing * pow(swing / (model.neutralStepShare * height), model.temper)
    // The band about the step's frequency takes a part of the rise, for which the factor makes up.
    let found = try step(rise)
    #expect((0.75...1).contains(found / whole), "\(found) of \(whole)")
    let limits = model.stepShareOfHeight
    #expect(try step(0.5) == limits.upperBound * height)
    #expect(try step(1e-5) == limits.lowerBound * height)
  }

  @Test func `in a pocket an unknown stature is assumed and widens the error`() throws {
    let model = ExcursionStepLength()
    let (motion, known) = (walk(riseMeters: 0.03), person(meters: model.assumedHeightMeters))
    #expect(
      model.steps(of: contacts(), signal: motion, person: person(meters: nil))
        == model.steps(of: contacts(), signal: motion, person: known))
    func error(_ person: StepLengthPerson) -> Double {
      model.speedError(ofMetersPerSecond: 1.2, steps: [], person: person)
    }
    #expect(error(person(meters: nil)) > error(known))
    #expect(
      model.steps(of: contacts(), signal: nil, person: known) == .missing(.siteNotSupported))
  }

  @Test(arguments: [Scenario.straightWalk, .upsideDownPhone])
  func `a simulated walker's speed is about right`(scenario: Scenario) throws {
    let made = try AnalyzedRecording.simulated(scenario)
    let truth = try #require(made.truth?.bouts.first?.walkingSpeed.metersPerSecond)
    let bout = try #require(made.analysis.bouts.first)
    let found = try #require(bout.walkingSpeed.value?.metersPerSecond)
    // A simulation is no evidence of accuracy; a wrong unit or a lost factor would show.
    #expect(abs(found / truth - 1) < 0.25, "\(found) for \(truth)")
  }
}
