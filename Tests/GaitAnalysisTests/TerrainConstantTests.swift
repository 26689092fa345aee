import Foundation
import Testing

@testable import GaitAnalysis

/// The constants of the program are those that the scripts of `Tools/fit/terrain` fitted.
struct TerrainConstantTests {
  private struct Model: Decodable {
    var intercept: Double
    var terms: [Term]
  }

  private struct Term: Decodable {
    var low: Double
    var high: Double
    var slope: Double
  }

  private func fitted(_ name: String) throws -> Model {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let data = try Data(contentsOf: root.appending(path: "Tools/fit/terrain/constants.json"))
    return try #require(try JSONDecoder().decode([String: Model].self, from: data)[name])
  }

  private func expect(_ intercept: Double, _ lines: [HingeTerm], are name: String) throws {
    let fitted = try fitted(name)
    #expect(intercept == fitted.intercept, "\(name)")
    #expect(
      lines
        == fitted.terms.map {
          HingeTerm(low: $0.low, hinge: $0.high, high: $0.high, slope: $0.slope, bend: 0)
        },
      "\(name)")
  }

  @Test func `stairs, up or down, dashes and jumps are told as they were fitted`() throws {
    let m = StairFrameModel().model
    try expect(
      m.stairsIntercept,
      [
        m.strideSwing, m.relativeLift, m.stepLift, m.verticalShare, m.strideCorrelation, m.crest,
        m.horizontalOverVertical, m.tiltSpread,
      ], are: "stairs")
    try expect(m.upIntercept, [m.upJerk, m.upHorizontalOverVertical], are: "up")
    let q = StairRunning().model
    try expect(
      q.stairsIntercept, [q.stepSwing, q.shortPush, q.logStepHertz], are: "quick stairs")
    try expect(q.upIntercept, [q.jerk, q.directionSpread], are: "quick stairs up")
    let j = JumpingDetector().model
    try expect(
      j.intercept, [j.strideSwing, j.horizontalOverVertical, j.jerk], are: "jumping")
  }
}
