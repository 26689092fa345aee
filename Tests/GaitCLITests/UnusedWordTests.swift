import Foundation
import Testing

/// What is not used or not written is said.
struct UnusedWordTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  @Test(arguments: [
    ("gyro_unit", "gyr_x (deg/s)"), ("gyroscope_units", "gyr_x (deg/s)"), ("location", "site"),
    ("position", "site"), ("device_location", "site"), ("activities", "--activities"),
    ("labels", "--activities"), ("Protocol", "--activities"), ("birth_date", "\"age_years\""),
    ("weight_lb", "\"mass_kg\""), ("Stature_cm", "\"height_m\""), ("patient_id", "\"participant\""),
    ("sensor_placement", "\"site\""), ("SampleRate", "\"sampling_rate_hz\""),
    ("acc_unit", "\"acceleration_unit\""), ("recorded_at", "\"start_datetime\""),
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

  @Test func `advice about several recordings can be followed`() throws {
    func said(_ words: String...) throws -> String {
      let ending = try gait.run(
        ["analyze", "a.csv", "b.csv", "--participant", "P", "--store", "s.gait"] + words)
      #expect(ending.code != 0)
      return ending.message
    }
    let activities = try said("--activities", "p.csv")
    #expect(activities.contains("--activities is of one recording and 2 are given"))
    #expect(activities.contains("one by one") && !activities.contains(".json"), "\(activities)")
    let start = try said("--start", "2026-05-04T09:30:00Z")
    #expect(start.contains("--start is of one recording and 2 are given"), "\(start)")
    #expect(start.contains("write start_datetime into the .json beside each"), "\(start)")
    let both = try said("--start", "2026-05-04T09:30:00Z", "--activities", "p.csv")
    #expect(both.contains("--start and --activities are of one recording"), "\(both)")
    #expect(!both.contains(".json"), "\(both)")
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
