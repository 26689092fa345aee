import Foundation
import Testing

/// A simulated jog between two walks, validated: its truth is that of a run.
struct SimulatedRunCommandTests {
  @Test func `the walks before and after a jog are what a right analysis finds`() throws {
    let gait = try GaitProcess()
    try gait.done("simulate", "jogging", "--seed", "11", "--output", "j/jogging.csv", "-q")
    let ending = try gait.done("validate", "j", "--output", "out")
    #expect(!ending.message.contains("jogging:"), "\(ending.message)")
    let rows = GaitProcess.rows(try gait.text(of: "out/validation.csv"))
    func value(_ stage: String, _ figure: String) throws -> Double {
      try #require(
        rows.first { $0["stage"] == stage && $0["figure"] == figure }?["value"].flatMap(Double.init)
      )
    }
    #expect(try value("walking bouts", "recall") > 0.85)
    #expect(try value("walking bouts", "precision") > 0.98)
    // What was detected of the run is gait.
    #expect(try value("gait sequences", "precision") > 0.9)
    #expect(try value("phases", "stride time MAE") < 5)
    // Of a run nobody names toe-offs; those that were named are right.
    #expect(try value("final contacts", "±0.1 s precision") == 1)
    // A run has neither stance nor double support in these figures.
    #expect(abs(try value("phases", "stance true mean") - 62) < 0.5)
    #expect(abs(try value("phases", "double support true mean") - 24) < 0.5)
    #expect(try value("phases", "stance MAE") < 2)
  }

  @Test func `no flight of stairs is level`() throws {
    let gait = try GaitProcess()
    try gait.done("simulate", "stairs", "--seed", "11", "--output", "s.csv", "-q")
    let truth = try #require(
      JSONSerialization.jsonObject(with: Data(try gait.text(of: "s.reference.json").utf8))
        as? [String: Any])
    let level = try #require(truth["level_walking_bouts"] as? [[String: Any]])
    let speeds = level.compactMap { $0["walking_speed_mps"] as? Double }
    #expect(speeds.count == level.count && level.count >= 4)
    #expect(speeds.allSatisfy { $0 > 1.05 }, "\(speeds)")
  }

  @Test func `a length that cannot be is named`() throws {
    let gait = try GaitProcess()
    let ending = try gait("simulate", "daily-life", "--seconds", "200000", "--output", "day.csv")
    #expect(ending.code == 2)
    #expect(ending.message.contains("--seconds 200000 cannot be: give 12 to 86400"))
    #expect(!FileManager.default.fileExists(atPath: gait.path("day.csv")))
  }
}
