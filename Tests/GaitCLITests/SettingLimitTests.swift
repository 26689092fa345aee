import Foundation
import Testing

/// Settings at the ends of what is allowed: they give results or are refused, and never stop the program.
struct SettingLimitTests {
  private let gait: GaitProcess

  init() throws {
    gait = try GaitProcess()
    #expect(try gait("simulate", "daily-life", "--seconds", "60", "--output", "d.csv").code == 0)
  }

  @Test(arguments: [
    ("StepSequenceDetector", "longestPauseSeconds", "0"),
    ("StepSequenceDetector", "evidence.impactCutoffHertz", "0"),
    ("StepSequenceDetector", "evidence.impactCutoffHertz", "45"),
    ("StepSequenceDetector", "evidence.impactSeconds", "10"),
    ("StepSequenceDetector", "evidence.impactSeconds", "86400"),
    ("StepFrequencyRidge", "changeCost", "0"), ("NonWear", "blockMinutes", "0"),
    ("BodyRise", "slowestHertz", "0"), ("BodyRise", "slowestHertz", "1"),
    ("BodyRise", "slowestHertz", "12"),
    ("YawRateTurnDetector", "cutoffHertz", "0"), ("YawRateTurnDetector", "cutoffHertz", "45"),
    ("BodyAlignment", "slowestContentHertz", "0"), ("BodyAlignment", "slowestContentHertz", "1"),
    ("StrideSwayLaterality", "slowestSwayHertz", "0"),
    ("StrideSwayLaterality", "slowestRotationHertz", "1"),
    ("ThighSwingLaterality", "windowSeconds", "0"),
  ])
  func `a setting at a limit is used or refused`(
    method: String, name: String, value: String
  ) throws {
    try Data(#"{"methods": {"\#(method)": {"\#(name)": \#(value)}}}"#.utf8).write(
      to: URL(fileURLWithPath: gait.path("s.json")))
    let site = method.hasPrefix("Thigh") ? "pocket" : "hip"
    let ending = try gait("analyze", "d.csv", "--site", site, "--settings", "s.json")
    #expect([0, 2].contains(ending.code), "\(ending.code) \(ending.message)")
    #expect(ending.code == 0 || ending.message.contains("is allowed"), "\(ending.message)")
  }

  @Test(arguments: [
    ("slowestShare", "0", false), ("slowestShare", "0.01", true), ("slowestShare", "2", true),
    ("slowestShare", "10", false), ("leastSteps", "0", true), ("leastForceShare", "0", true),
  ])
  func `a setting of runs at a limit is used or refused`(
    name: String, value: String, isAllowed: Bool
  ) throws {
    try Data(#"{"methods": {"RunningMechanics": {"\#(name)": \#(value)}}}"#.utf8).write(
      to: URL(fileURLWithPath: gait.path("s.json")))
    #expect(try gait("simulate", "jogging", "--output", "jog.csv").code == 0)
    let ending = try gait("analyze", "jog.csv", "--settings", "s.json")
    #expect(ending.code == (isAllowed ? 0 : 2), "\(ending.code) \(ending.message)")
    #expect(isAllowed || ending.message.contains("is allowed"), "\(ending.message)")
  }

  /// A walk over stairs with a barometer is gone through as often as it says.
  @Test func `a count is no greater than an analysis that ends`() throws {
    func ending(_ count: Int) throws -> GaitProcess.Ending {
      let settings = #"{"methods": {"LayeredTerrain": {"pressure.average.rounds": \#(count)}}}"#
      try Data(settings.utf8).write(to: URL(fileURLWithPath: gait.path("s.json")))
      return try gait("analyze", "stairs.csv", "--settings", "s.json")
    }
    #expect(try gait("simulate", "stairs", "--seed", "3", "--output", "stairs.csv").code == 0)
    let refused = try ending(1_000_000)
    #expect(refused.code == 2)
    #expect(refused.message.contains("from 0 to 10000 is allowed"), "\(refused.message)")
    #expect(try ending(10_000).code == 0)
  }
}
