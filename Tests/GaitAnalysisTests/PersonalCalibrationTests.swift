import Foundation
import GaitModel
import GaitSimulation
import Testing

@testable import GaitAnalysis

/// A person's own factor from known distances.
struct PersonalCalibrationTests {
  private let method = KnownDistanceCalibration()

  private func walk() throws -> TestRecording {
    try AnalyzedRecording.simulated(.straightWalk).recording
  }

  private func analysis(with calibration: PersonalCalibration? = nil) throws -> RecordingAnalysis {
    var pipeline = GaitPipeline()
    pipeline.personalCalibration = calibration
    let walk = try walk()
    var engine = pipeline.engine(for: walk.facts)
    _ = engine.append(walk.block)
    return engine.finish()
  }

  private func distance(of analysis: RecordingAnalysis) -> Double {
    analysis.bouts.compactMap { $0.distance.value?.meters }.reduce(0, +)
  }

  @Test func `no walk leaves the population's model as it is`() {
    let none = method.logFactor(ratios: [])
    #expect(none.value == 0)
    #expect(none.standardError == method.personShare)
  }

  @Test func `the more walks, the more they are believed and the smaller the error`() {
    let found = [1, 2, 4, 100].map { method.logFactor(ratios: Array(repeating: 0.9, count: $0)) }
    let full = -log(0.9)
    for (few, more) in zip(found, found.dropFirst()) {
      #expect(few.value < more.value)
      #expect(few.standardError > more.standardError)
    }
    #expect(found[0].value > 0 && found[0].value < full / 2)
    #expect(abs(found[3].value / full - 1) < 0.02)
  }

  @Test func `the trust has the least mean square error of all`() {
    func error(_ trust: Double) -> Double {
      let left = (1 - trust) * method.personShare
      let noise = trust * method.walkShare / 2.squareRoot()
      return left * left + noise * noise
    }
    let best = method.trust(inWalks: 2)
    #expect(error(best) < error(best - 0.01))
    #expect(error(best) < error(best + 0.01))
    let expected = method.logFactor(ratios: [1, 1]).standardError
    #expect(abs(error(best).squareRoot() - expected) < 1e-12)
  }

  @Test func `lengths, distances and speeds are multiplied and nothing else changes`() throws {
    let plain = try analysis()
    let known = Length(meters: 1.08 * distance(of: plain))
    let personal = try GaitPipeline().personalCalibration(from: [(plain, known), (plain, known)])
    #expect(personal.factor > 1.03 && personal.factor < 1.08)
    let corrected = try analysis(with: personal)
    #expect(abs(distance(of: corrected) / distance(of: plain) / personal.factor - 1) < 1e-9)
    let (a, b) = (try #require(plain.bouts.first), try #require(corrected.bouts.first))
    #expect(a.initialContacts == b.initialContacts)
    let speeds = (try #require(a.walkingSpeed.value), try #require(b.walkingSpeed.value))
    #expect(
      abs(speeds.1.metersPerSecond / speeds.0.metersPerSecond / personal.factor - 1) < 1e-9)
    let errors = (
      try #require(a.walkingSpeed.standardError), try #require(b.walkingSpeed.standardError)
    )
    #expect(errors.1 < errors.0)
    #expect(corrected.methods.contains(personal.method))
    #expect(!plain.methods.contains(personal.method))
  }

  @Test func `a distance that cannot be says so`() throws {
    let plain = try analysis()
    let found = distance(of: plain)
    let pipeline = GaitPipeline()
    #expect(throws: PersonalCalibrationError.noRecording) {
      try pipeline.personalCalibration(from: [])
    }
    for meters in [0, -3, 2, 10 * found, found / 10, .infinity, .nan] {
      #expect(throws: PersonalCalibrationError.self) {
        try pipeline.personalCalibration(from: [(plain, Length(meters: meters))])
      }
    }
    var nowhere = plain
    nowhere.facts.site = .wrist
    #expect(
      throws: PersonalCalibrationError.noDistance(
        recording: plain.facts.name, .siteNotSupported)
    ) {
      try pipeline.personalCalibration(from: [(nowhere, Length(meters: found))])
    }
    var taller = plain
    taller.facts.participant.height = Length(meters: 2.1)
    #expect(throws: PersonalCalibrationError.differentHeights) {
      try pipeline.personalCalibration(
        from: [(plain, Length(meters: found)), (taller, Length(meters: found))])
    }
  }
}
