import Foundation
import Testing

/// What is not used or not written is said.
struct UnusedWordTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  @Test(arguments: [
    ("gyro_unit", "gyr_x (deg/s)"), ("gyroscope_units", "gyr_x (deg/s)"), ("location", "site"),
    ("position", "site"), ("device_location", "site"),
  ])
  func `a key that is not known is said, also beside the one that is`(
    key: String, words: String
  ) throws {
    #expect(try gait("simulate", "--output", "walk.csv", "--quiet").code == 0)
    try Data(#"{"site": "lower_back", "\#(key)": "wrist"}"#.utf8)
      .write(to: URL(fileURLWithPath: gait.path("walk.json")))
    let ending = try gait("analyze", "walk.csv", "--format", "csv")
    #expect(
      ending.message.contains(#"the key "\#(key)" is not known"#)
        && ending.message.contains(words), "\(ending.message)")
  }

  @Test(arguments: [
    ("stairs", "st.cwa", "barometer"), ("heart-rate", "h.cwa", "heart rate"),
    ("straight-walk", "s.bin", "gyroscope"),
  ])
  func `a simulation says what the format has no place for`(
    scenario: String, name: String, missing: String
  ) throws {
    let ending = try gait("simulate", scenario, "--output", name, "--seconds", "60")
    let ends = try #require(ending.message.firstRange(of: "has no place for"))
    #expect(ending.message[ends.upperBound...].contains(missing), "\(ending.message)")
  }
}
