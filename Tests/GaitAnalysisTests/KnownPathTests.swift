import GaitModel
import GaitSimulation
import Testing

@testable import GaitAnalysis

/// A path from standing to standing, of which a bout's distance holds less.
struct KnownPathTests {
  private let method = KnownDistanceCalibration()

  @Test(arguments: [5.0, 10, 20])
  func `a short path is one from standing to standing, and says less`(meters: Double) throws {
    let stepMeters = 0.65
    let count = Int((meters / stepMeters).rounded())
    var walk = try AnalyzedRecording.simulated(.straightWalk).analysis
    var bout = try #require(walk.bouts.first { $0.initialContacts.count >= count })
    // One contact for each step of the path; the distance lies between them, without the foot that closes the walk.
    bout.initialContacts = Array(bout.initialContacts.prefix(count))
    bout.stepLength = .known(Length(meters: stepMeters))
    bout.distance = .known(Length(meters: Double(count - 2) * stepMeters))
    walk.bouts = [bout]
    let known = Length(meters: Double(count) * stepMeters)
    let personal = try GaitPipeline().personalCalibration(from: [(walk, known)])
    #expect(abs(personal.factor - 1) < 1e-9)
    let end = KnownDistanceCalibration.endSteps * stepMeters / known.meters
    let chance = method.walkShare * method.walkShare + end * end
    let weight = method.personShare * method.personShare
    let left = method.personShare * (chance / (weight + chance)).squareRoot()
    #expect(abs(personal.standardErrorShare - left) < 1e-9)
  }
}
