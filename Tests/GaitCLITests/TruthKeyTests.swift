import Foundation
import Testing

/// Truths as people write them by hand: what can be compared is, and what is missing is said by its name.
struct TruthKeyTests {
  private let gait: GaitProcess
  /// The truth of the simulated walk, as the simulation writes it.
  private let truth: [String: Any]

  init() throws {
    gait = try GaitProcess()
    try gait.done(
      "simulate", "straight-walk", "--seed", "3", "--seconds", "60", "--output", "walks/a.csv")
    let json = try Data(contentsOf: URL(fileURLWithPath: gait.path("walks/a.reference.json")))
    truth = try #require(JSONSerialization.jsonObject(with: json) as? [String: Any])
  }

  private var contacts: [Double] { truth["initial_contacts_s"] as? [Double] ?? [] }

  /// Validates the walks with another truth of the first; the text is what was printed and said, with single spaces.
  private func validate(_ truth: [String: Any]) throws -> (code: Int32, text: String) {
    try JSONSerialization.data(withJSONObject: truth)
      .write(to: URL(fileURLWithPath: gait.path("walks/a.reference.json")))
    let ending = try gait("validate", "walks", "--output", "out", "--force")
    let words = (ending.output + ending.message).split(whereSeparator: \.isWhitespace)
    return (ending.code, words.joined(separator: " "))
  }

  /// A figure that was written, over all sites.
  private func value(_ stage: String, _ figure: String) throws -> Double? {
    try GaitProcess.rows(gait.text(of: "out/validation.csv")).first {
      $0["stage"] == stage && $0["figure"] == figure && $0["site"] == ""
    }?["value"].flatMap(Double.init)
  }

  private func trial(_ column: String) throws -> Double? {
    try GaitProcess.rows(gait.text(of: "out/trials.csv")).first?[column].flatMap(Double.init)
  }

  // MARK: Walks over known distances

  @Test(arguments: [nil, -1.0])
  func `a fix without a speed is no standstill`(speed: Double?) throws {
    func fixes(without missing: Set<Int>) -> [String: Any] {
      let fixes = (7...23).map { second -> [String: Any] in
        let told = missing.contains(second) ? speed : 1.11
        return ["t_s": second, "speed_m_s": told.map { $0 as Any } ?? NSNull()]
      }
      return ["gps": fixes]
    }
    let found = try validate(fixes(without: [9, 12, 13, 20]))
    #expect(found.code == 0, "\(found.text)")
    #expect(try abs(#require(try trial("true_distance_m")) - 17.76) < 1e-9)
    #expect(try abs(#require(try trial("true_speed_mps")) - 1.11) < 1e-9)
    #expect(found.text.contains("walks/a: gps: 4 of 17 fixes have no speed_m_s"), "\(found.text)")

    let whole = try validate(fixes(without: []))
    #expect(try abs(#require(try trial("true_distance_m")) - 17.76) < 1e-9)
    #expect(!whole.text.contains("fixes"), "\(whole.text)")

    let few = try validate(fixes(without: Set(9...18)))
    #expect(few.code == 2 && few.text.contains("10 of 17 fixes have no speed_m_s"), "\(few.text)")
    #expect(few.text.contains("speed and distance are not compared"), "\(few.text)")
    #expect(try trial("true_distance_m") == nil)
  }

  @Test func `waypoints with places make a path, and without them lack one`() throws {
    let places: [(Double, Double, Double)] = [(8, 0, 0), (20, 12, 0), (28, 12, 9)]
    let path = places.map { ["t_s": $0.0, "x_m": $0.1, "y_m": $0.2] }
    #expect(try validate(["waypoints": path]).code == 0)
    #expect(try trial("true_distance_m") == 21)
    #expect(try trial("true_speed_mps") == 1.05)
    // A length that is told counts.
    #expect(try validate(["waypoints": path, "path_m": 22]).code == 0)
    #expect(try trial("true_distance_m") == 22)

    let times = try validate(["waypoints": places.map { ["t_s": $0.0] }])
    #expect(
      times.code == 2 && times.text.contains("waypoints are not compared without path_m"),
      "\(times.text)")
  }

  @Test func `a walk that ends before it starts is named`() throws {
    let walk = try validate(["walks": [["start_s": 30, "end_s": 10, "distance_m": 20]]])
    #expect(
      walk.code == 2 && walk.text.contains("walks: it starts at 30.0 s and ends at 10.0 s"),
      "\(walk.text)")
    let task = try validate(["task": "TUG", "task_span_s": [30, 10], "distance_m": 20])
    #expect(
      task.code == 2 && task.text.contains("task_span_s: it starts at 30.0 s and ends at 10.0 s"),
      "\(task.text)")
  }

  // MARK: Keys that lack another

  @Test func `a key that lacks another is said by its name`() throws {
    let span = try validate(["task": "10 m walk", "distance_m": 10])
    #expect(
      span.code == 2 && span.text.contains("distance_m is not compared without task_span_s"),
      "\(span.text)")
    let labels = try validate(["activity_segments": [[10, 20, "walking"]]])
    #expect(
      labels.code == 2
        && labels.text.contains("activity_segments are not compared without walking_bouts")
        && labels.text.contains("walks/a: the truth gives no figure; it must have walking_bouts"),
      "\(labels.text)")
    // Beside another truth it is no failure.
    let both = try validate(["step_count": contacts.count, "distance_m": 10])
    #expect(
      both.code == 0 && both.text.contains("distance_m is not compared without task_span_s")
        && !both.text.contains("gives no figure"), "\(both.text)")
  }

  @Test func `contacts without bouts are compared`() throws {
    let keys = ["initial_contacts_s", "initial_contacts_foot", "toe_offs_s", "toe_offs_foot"]
    let found = try validate(truth.filter { keys.contains($0.key) })
    #expect(found.code == 0, "\(found.text)")
    #expect(try #require(try value("initial contacts", "±0.1 s F1")) > 0.95)
    #expect(try #require(try value("cadence", "MAE")) < 2)
    #expect(try #require(try value("phases", "stride time MAE")) < 20)
  }

  // MARK: Counted stretches

  @Test func `a count is of all stretches that were counted`() throws {
    let stretches = [[9.7, 20.0], [30.0, 40.1]]
    let count = contacts.count { time in stretches.contains { $0[0] <= time && time <= $0[1] } }
    for key in ["walking", "count_interval_s"] {
      let own = key == "walking" ? stretches as Any : [9.7, 40.1]
      let steps = key == "walking" ? count : contacts.count { 9.7 <= $0 && $0 <= 40.1 }
      #expect(try validate(["step_count": steps, key: own]).code == 0)
      // Each stretch is half a second longer at both ends: a step.
      #expect(try abs(#require(try value("steps", "bias"))) < 100 * 4.5 / Double(steps), "\(key)")
    }
    // The stretch that was counted, not the trial around it.
    let inside = contacts.count { 9.7 <= $0 && $0 <= 20 }
    _ = try validate(truth.merging(["step_count": inside, "count_interval_s": [9.7, 20]]) { $1 })
    #expect(try abs(#require(try value("steps", "bias"))) < 100 * 2.5 / Double(inside))
  }

  @Test(arguments: [
    ("count_interval_s", [24.0, 6]), ("count_interval_s", [6]), ("uturn", [24, 6]),
  ])
  func `a stretch that is none is named`(key: String, stretch: [Double]) throws {
    let found = try validate(["step_count": 31, key: stretch])
    #expect(
      found.code == 2 && found.text.contains("\(key): \(stretch) is no stretch"), "\(found.text)")
  }

  @Test(arguments: ["toe_offs_s", "count_interval_s", "uturn"])
  func `what lies far behind the recording's end is no truth of it`(key: String) throws {
    var truth = truth
    let known = truth[key] as? [Double] ?? [20, 24]
    truth[key] = known.map { 1000 * $0 }
    let found = try validate(truth)
    #expect(found.code == 2 && found.text.contains("it speaks of"), "\(found.text)")
  }

  // MARK: Recordings in which nobody walks

  @Test func `walking found where nobody walks counts`() throws {
    let nobody = try validate(["walking_bouts": [[Double]]()])
    #expect(nobody.code == 0, "\(nobody.text)")
    #expect(try value("walking bouts", "precision") == 0)
    #expect(try value("walking bouts", "F1") == 0)
    // Nearly all of the minute is walking, at about 110 steps.
    #expect(try #require(try value("walking bouts", "false walking where nobody walks")) > 45)
    #expect(try #require(try value("steps", "false steps where nobody walks")) > 80)
    #expect(nobody.text.contains("false walking where nobody walks"), "\(nobody.text)")

    try gait.done(
      "simulate", "straight-walk", "--seed", "4", "--seconds", "60", "--output", "walks/b.csv")
    _ = try validate(["walking_bouts": [[Double]]()])
    #expect(try #require(try value("walking bouts", "recall")) > 0.9)
    #expect(try abs(#require(try value("walking bouts", "precision")) - 0.5) < 0.05)
  }

  @Test func `a rest in which nothing is found has figures, too`() throws {
    try gait.done("simulate", "standing-only", "--seconds", "60", "--output", "rest/a.csv")
    let ending = try gait.done("validate", "rest")
    #expect(ending.output.contains("false walking where nobody walks"), "\(ending.output)")
    #expect(ending.output.contains("false steps where nobody walks"), "\(ending.output)")
  }

  // MARK: Contacts and people

  @Test func `contacts that are missing are said`() throws {
    let whole = try validate(truth)
    #expect(whole.code == 0 && !whole.text.contains("of the same foot"), "\(whole.text)")
    var spoilt = truth
    for key in ["initial_contacts_s", "initial_contacts_foot"] {
      spoilt[key] = (truth[key] as? [Any] ?? []).enumerated().filter { $0.offset % 5 != 4 }
        .map(\.element)
    }
    let found = try validate(spoilt)
    let missing = (contacts.count - 1) / 5
    #expect(
      found.text.contains("walks/a: \(missing) contacts follow one of the same foot"),
      "\(found.text)")
    var left = truth
    let feet = truth["initial_contacts_foot"] as? [String] ?? []
    left["initial_contacts_s"] = zip(contacts, feet).filter { $0.1 == "L" }.map(\.0)
    left["initial_contacts_foot"] = feet.filter { $0 == "L" }
    let one = try validate(left)
    #expect(one.text.contains("walks/a: contacts are of one foot only"), "\(one.text)")
    #expect(!one.text.contains("follow one of the same foot"), "\(one.text)")
  }

  // MARK: What is there twice, or cannot be

  private func figures() throws -> String { try gait.text(of: "out/validation.csv") }

  private static func walk(_ start: Double, _ end: Double, _ meters: Double) -> [String: Double] {
    ["start_s": start, "end_s": end, "distance_m": meters]
  }

  @Test func `what a reference lists twice counts once, and is said`() throws {
    let walks = [Self.walk(8, 14, 7), Self.walk(16, 24, 10)]
    let path = [(8, 0), (14, 7), (24, 18)].map { ["t_s": $0.0, "x_m": $0.1, "y_m": 0] }
    let segments: [[Any]] = [[0, 6, "standing"], [6, 30, "walking"]]
    let bouts = truth["walking_bouts"] as? [[Double]] ?? []
    try #require(!bouts.isEmpty)
    let cases: [(key: String, once: [Any], more: [String: Any])] = [
      ("walks", walks, [:]), ("waypoints", path, [:]), ("walking_bouts", bouts, truth),
      ("activity_segments", segments, ["activity": "walking"]),
    ]
    for (key, once, more) in cases {
      func validate(_ listed: [Any]) throws -> (code: Int32, text: String) {
        var truth = more
        truth[key] = listed
        return try self.validate(truth)
      }
      let plain = try validate(once)
      #expect(plain.code == 0 && !plain.text.contains("once more"), "\(key): \(plain.text)")
      let before = try figures()
      let twice = try validate(once + [once[0]])
      #expect(twice.code == 0, "\(key): \(twice.text)")
      #expect(
        twice.text.contains(
          "walks/a: \(key): 1 item says once more what another item says, and counts once"),
        "\(twice.text)")
      #expect(try figures() == before, "\(key)")
    }
  }

  @Test(arguments: [
    (
      [TruthKeyTests.walk(8, 14, -5)], "walks: distance -5.0 m cannot be: it is from 0 to 1000000 m"
    ),
    (
      [TruthKeyTests.walk(8, 14, 700)],
      "distance 700.0 m in 6 s is a speed of 116.7 m/s, which cannot be"
    ),
    (
      [TruthKeyTests.walk(8, 14, 7), TruthKeyTests.walk(8, 14, 9)],
      "walks: they have the same times (8.0, 14.0) and differ in distance_m: \"7.0\" and \"9.0\""
    ),
  ])
  func `distances that cannot be are refused`(walks: [[String: Double]], words: String) throws {
    let ending = try validate(["walks": walks])
    #expect(ending.code == 2 && ending.text.contains(words), "\(ending.text)")
  }

  @Test func `other lists that contradict themselves are refused`() throws {
    func refused(_ truth: [String: Any], _ words: String) throws {
      let ending = try validate(truth)
      #expect(ending.code == 2 && ending.text.contains(words), "\(ending.text)")
    }
    let path = [(8, 0), (24, 18), (14, 7)].map { ["t_s": $0.0, "x_m": $0.1, "y_m": 0] }
    try refused(["waypoints": path], "waypoints: the one at 24.0 s stands before that at 14.0 s")
    let segments: [[Any]] = [[0, 6, "standing"], [0, 6, "walking"]]
    try refused(
      ["activity": "walking", "activity_segments": segments],
      "(0.0, 6.0) and differ in the label: \"standing\" and \"walking\"")
    try refused(
      ["activity": "walking", "activity_segments": [[6, 0, "walking"] as [Any]]],
      "[6.0, 0.0] is no stretch")
  }

  @Test func `walks that overlap, or are 0 m long, are said`() throws {
    let near = try validate(["walks": [Self.walk(8, 14, 7), Self.walk(9, 14, 7)]])
    #expect(near.code == 0, "\(near.text)")
    #expect(
      near.text.contains(
        "(8 to 14 s) and \"marked walk\" (9 to 14 s) are nearly the same, and each counts"),
      "\(near.text)")
    let empty = try validate(["walks": [Self.walk(8, 14, 0)]])
    #expect(
      empty.text.contains("walks: 1 distance is 0 and was taken as not measured"), "\(empty.text)")
    #expect(try trial("true_distance_m") == nil)
  }

  @Test func `recordings that name nobody are said to count as one person`() throws {
    for (name, seed) in [("b", "4"), ("c", "5")] {
      try gait.done(
        "simulate", "straight-walk", "--seed", seed, "--seconds", "30", "--output",
        "walks/\(name).csv")
    }
    let said = "3 recordings of walks name nobody and count as one person"
    let found = try validate(truth)
    #expect(found.text.components(separatedBy: said).count == 2, "\(found.text)")
    for name in ["a", "b", "c"] {
      let place = URL(fileURLWithPath: gait.path("walks/\(name).json"))
      var about = try #require(
        JSONSerialization.jsonObject(with: Data(contentsOf: place)) as? [String: Any])
      about["participant"] = name
      try JSONSerialization.data(withJSONObject: about).write(to: place)
    }
    #expect(try !validate(truth).text.contains("name nobody"))
  }
}
