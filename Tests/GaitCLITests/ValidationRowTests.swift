import Foundation
import Testing

/// Each kind of row that `gait validate` makes of trials, labels, legs and devices worn at once, on simulated walks.
struct ValidationRowTests {
  private let gait: GaitProcess
  private let rows: [[String: String]]
  private let table: String

  init() throws {
    gait = try GaitProcess()
    try Self.make(gait, "straight-walk", "P1_lower_back_1") { _ in }
    try Self.make(gait, "trouser-pocket", "P1_pocket_1") { $0["carrying_leg"] = "right" }
    try Self.make(gait, "trouser-pocket", "P1_pocket_2") { $0["carrying_leg"] = "left" }
    try Self.make(gait, "trouser-pocket", "P1_pocket_3") {
      $0["walks"] = [["start_s": 6, "end_s": 36, "distance_m": 30]]
    }
    try Self.make(gait, "washing-hands", "P1_wrist_hands") { $0 = ["activity": "washing hands"] }
    for (name, activity, trust) in [
      ("counted", "walk", "high (counted)"), ("pedometer", "walk", "low"), ("day", "mixed", "low"),
    ] {
      try Self.make(gait, "trouser-pocket", "P1_pocket_\(name)") {
        $0 = ["activity": activity, "trust": trust, "step_count": name == "day" ? 142 : 71]
      }
    }
    let ending = try gait("validate", "walks", "--output", "out", "--classics", "--wide")
    #expect(ending.code == 0, "\(ending.message)")
    table = ending.output
    let lines = try gait.text(of: "out/validation.csv").split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    // A name with a comma is in quotation marks: its row has a field more.
    rows = lines.dropFirst().map { fields in
      var fields = fields
      while fields.count > lines[0].count { fields[4] += "," + fields.remove(at: 5) }
      return Dictionary(uniqueKeysWithValues: zip(lines[0], fields))
    }
  }

  /// Simulates a recording and changes its truth. Each ends a few samples earlier than another: a recording counts once.
  private static func make(
    _ gait: GaitProcess, _ scenario: String, _ name: String,
    truth change: (inout [String: Any]) -> Void
  ) throws {
    let file = "walks/\(name)"
    #expect(
      try gait("simulate", scenario, "--seed", "3", "--output", "\(file).csv", "-q").code == 0)
    let earlier = try FileManager.default.contentsOfDirectory(atPath: gait.path("walks")).count
    let lines = try gait.text(of: file + ".csv").split(separator: "\n").dropLast(earlier)
    try Data((lines.joined(separator: "\n") + "\n").utf8)
      .write(to: URL(fileURLWithPath: gait.path(file + ".csv")))
    let place = URL(fileURLWithPath: gait.path("\(file).reference.json"))
    let object = try JSONSerialization.jsonObject(with: Data(contentsOf: place))
    var truth = try #require(object as? [String: Any])
    change(&truth)
    try JSONSerialization.data(withJSONObject: truth).write(to: place)
  }

  @Test func `errors that bouts have are held against the truth`() throws {
    let lines = try gait.text(of: "out/agreement.csv").split(separator: "\n")
      .map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let covered = try #require(lines.first?.firstIndex(of: "n_covered"))
    for (measure, level) in [
      ("cadence", "recording"), ("steps", "recording"), ("distance", "bout"),
    ] {
      let row = lines.first { $0[2] == measure && $0[4] == level && $0[5] == "all" }
      #expect(row.flatMap { Int($0[covered]) } ?? 0 > 0, "\(measure)")
    }
  }

  private func row(_ stage: String, _ figure: String, site: String) -> [String: String]? {
    rows.first {
      $0["stage"] == stage && $0["site"] == site
        && $0["figure"]?.replacing("\"", with: "") == figure
    }
  }

  private func value(_ stage: String, _ figure: String, site: String = "pocket") throws -> Double {
    let found = try #require(row(stage, figure, site: site), "\(stage): \(figure)")
    return try #require(found["value"].flatMap { Double($0) })
  }

  /// Mean speed of the bouts of a recording, each weighted by its length, m/s.
  private func speed(of recording: String) throws -> Double {
    let bouts = try gait.text(of: "out/walks/\(recording)/bouts.csv").split(separator: "\n")
      .dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let parts = bouts.compactMap { bout in
      Double(bout[10]).flatMap { speed in
        Double(bout[1]).flatMap { start in Double(bout[2]).map { ($0 - start, speed) } }
      }
    }
    return parts.reduce(0) { $0 + $1.0 * $1.1 } / parts.reduce(0) { $0 + $1.0 }
  }

  @Test func `the leg of a pocket, of two recordings of which one truth is wrong`() throws {
    #expect(try value("laterality", "carrying leg found") == 1)
    #expect(try value("laterality", "right carrying leg") == 0.5)
    #expect(row("laterality", "right carrying leg", site: "pocket")?["n_recordings"] == "2")
  }

  @Test func `a pocket's speed stands beside that of the waist in the same walk`() throws {
    let waist = try speed(of: "P1_lower_back_1")
    let expected = try 100 * abs(speed(of: "P1_pocket_1") / waist - 1)
    #expect(try abs(value("speed", "pocket against waist MAE", site: "") - expected) < 1e-6)
    // The other pockets were on no walk that the waist saw.
    #expect(row("speed", "pocket against waist MAE", site: "")?["n_recordings"] == "1")
  }

  @Test func `hands at work count by the minute`() throws {
    #expect(try value("activity", "false walking in tasks without a step", site: "wrist") == 0)
    #expect(
      row("activity", "false walking in tasks without a step", site: "pocket") == nil)
  }

  @Test func `counts are told apart by trust, and walks from days`() throws {
    #expect(try value("steps", "walks, high trust: MAE") < 5)
    #expect(try value("steps", "walks, low trust: MAE") < 5)
    #expect(try abs(value("steps", "other activities, low trust: bias") + 50) < 3)
  }

  @Test func `a marked walk has a speed by its strides and one by its bouts`() throws {
    #expect(try value("trials", "speed of marked walks found") == 1)
    let bias = try value("trials", "speed of marked walks by bouts bias")
    #expect(try abs(bias - 100 * (speed(of: "P1_pocket_3") - 1)) < 0.1)
    #expect(try value("trials", "speed of marked walks bias") != bias)
    #expect(try abs(value("trials", "distance of marked walks by bouts MAE")) < 20)
  }

  @Test func `a classic stands beside the figures of its question, at the sites of its paper`()
    throws
  {
    let contacts = row("initial contacts", "±0.1 s F1", site: "lower_back")
    #expect(["wavelet", "zero crossings"].contains(contacts?["classic"]))
    #expect((contacts?["classic_value"].flatMap { Double($0) } ?? 0) > 0.5)
    #expect(row("initial contacts", "±0.1 s F1", site: "pocket")?["classic"] == "zero crossings")
    #expect(row("walking bouts", "F1", site: "pocket")?["classic"] == "autocorrelation")
    #expect(row("laterality", "right foot", site: "lower_back")?["classic"] == "yaw sign")
    #expect(row("laterality", "right foot", site: "pocket")?["classic"] == "")
    #expect(table.contains("  classic") && table.contains("autocorrelation "))
  }

  @Test func `nobody who does not ask for classics sees them`() throws {
    let ending = try gait("validate", "walks", "--wide")
    #expect(ending.code == 0 && !ending.output.contains("classic"))
    let two = try gait("validate", "walks", "--settings", "a", "--settings", "b", "--classics")
    #expect(two.code == 2 && two.message.contains("--classics"), "\(two.message)")
  }
}
