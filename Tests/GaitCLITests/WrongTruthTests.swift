import Foundation
import Testing

/// What a person gets wrong in tables of names and of truths is said; it becomes no figure.
struct WrongTruthTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  private func write(_ bytes: some Sequence<UInt8>, _ name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: gait.path(name)))
  }

  private func change(_ name: String, _ old: String, _ new: String) throws {
    let text = try gait.text(of: name)
    try #require(text.contains(old), "\(name) has no \(old)")
    try write(text.replacingOccurrences(of: old, with: new).utf8, name)
  }

  private func expectRefusal(_ arguments: [String], saying words: String...) throws {
    let ending = try gait.run(arguments)
    #expect(ending.code == 2, "\(arguments): \(ending.output)\(ending.message)")
    let message = ending.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for word in words { #expect(message.contains(word), "\(message)") }
  }

  @Test func `a table of people in another encoding is refused`() throws {
    let line = Array("path,participant\na.csv,M".utf8) + [0xfc] + Array("ller\n".utf8)
    try write(line, "study.csv")
    try expectRefusal(["batch", "study.csv", "--output", "out"], saying: "line 2 is not UTF-8")
    let cohort = Array("participant,falls\nM".utf8) + [0xf6] + Array("ller,1\n".utf8)
    try write(cohort, "people.csv")
    try expectRefusal(["validate", "--cohort", "people.csv"], saying: "line 2 is not UTF-8")
  }

  @Test func `a cohort counts people and tests, each once`() throws {
    let header =
      "participant,date,six_minute_walk_m,falls,sustained_speed_time_weighted_p95_mps,height_m"
    let rows = ["A,2026-01-22,300,0,0.80,1.7", "A,2026-01-29,310,1,0.80,1.7", "B,,420,0,1.05,1.7"]
    let asked = ["validate", "--cohort", "people.csv", "--format", "json"]
    try write(([header] + rows).joined(separator: "\n").utf8, "people.csv")
    let found = try gait.run(asked)
    let report = try #require(
      JSONSerialization.jsonObject(with: Data(found.output.utf8)) as? [String: Any])
    let all = try #require((report["six_minute_walk"] as? [[String: Any]])?.last)
    #expect(all["part"] as? String == "all")
    #expect(all["n_tests"] as? Int == 3 && all["n_people"] as? Int == 2, "\(all)")
    let table = try gait("validate", "--cohort", "people.csv", "--format", "csv").output
    #expect(table.hasPrefix("figure,part,n_tests,n_people,"), "\(table)")

    try write(([header] + rows + [rows[0]]).joined(separator: "\n").utf8, "people.csv")
    try expectRefusal(asked, saying: "line 5", "the same is in line 2")
    let otherwise = "A,2026-01-22,300.0,0.0,0.8,1.70"
    try write(([header] + rows + [otherwise]).joined(separator: "\n").utf8, "people.csv")
    try expectRefusal(asked, saying: "line 5", "the same is in line 2")
    try write("\(header),six_minute_walk_m\n\(rows[0]),312\n".utf8, "people.csv")
    try expectRefusal(asked, saying: "the column six_minute_walk_m is there twice; keep one")
    try write("\(header)\nA,2026-01-22,35000,0,0.80,1.7\n".utf8, "people.csv")
    try expectRefusal(asked, saying: "six_minute_walk_m 35000 cannot be", "nobody walks 1200 m")
  }

  @Test(arguments: [
    (
      "initial_contacts_s\"", "inital_contacts_s\"",
      "no key of a reference; did you mean \"initial_contacts_s\""
    ),
    ("\"L\"", "\"Li\"", "\"Li\" is no foot"),
    ("\"initial_contacts_s\"", "\"step_count\": -67, \"initial_contacts_s\"", "-67.0 is no count"),
    ("\"initial_contacts_s\"", "\"step_count\": 67.5, \"initial_contacts_s\"", "67.5 is no count"),
    ("\"walking_bouts\":[", "\"walking_bouts\":[[9, 2], ", "[9.0, 2.0] is no bout"),
  ])
  func `a slip in a reference is said`(slip: (old: String, new: String, words: String)) throws {
    #expect(try gait("simulate", "straight-walk", "--output", "walk.csv").code == 0)
    try change("walk.reference.json", slip.old, slip.new)
    try expectRefusal(["validate", "."], saying: "walk.reference.json", slip.words)
  }

  @Test(arguments: [
    (#""step_count": "35""#, #"step_count is "35"; it must be a number, as in 35"#),
    (
      #""initial_contacts_s": [0.5, null, 1.6]"#,
      "initial_contacts_s, number 2 is null; it must be a number, as in [0.51, 1.08, 1.62]"
    ),
    (
      #""initial_contacts_foot": ["L", null]"#,
      #"initial_contacts_foot, number 2 is null; it must be a text in quotes, as in ["L", "R", "unknown"]"#
    ),
    (
      #""walking_bouts": [{"start_s": 2, "end_s": 9}]"#,
      #"walking_bouts, number 1 is {"end_s":9,"start_s":2}; it must be a list in [ ], as in [["#
    ),
    (
      #""walks": [{"start_s": 2, "end_s": "9", "distance_m": 7}]"#,
      #"walks, number 1, end_s is "9"; it must be a number"#
    ),
    (#""walks": [{"start_s": 2, "end_s": 9}]"#, #"walks, number 1: "distance_m" is missing"#),
    (
      #""activity_segments": [[1]]"#, "activity_segments, number 1, number 2 is missing; it must be"
    ),
    (#""activity_segments": [null]"#, "activity_segments, number 1 is null; it must be a list"),
    (#""gps": [7]"#, "gps, number 1 is 7; it must be an object in { }"),
  ])
  func `a value of the wrong kind is said in words`(slip: (truth: String, words: String)) throws {
    #expect(try gait("simulate", "straight-walk", "--output", "walk.csv").code == 0)
    try write("{\(slip.truth)}".utf8, "walk.reference.json")
    try expectRefusal(
      ["validate", "."], saying: "walk.reference.json: not a reference: \(slip.words)")
    let said = try gait("validate", ".").message
    #expect(!said.contains("Decod") && !said.contains("Debug"), "\(said)")
  }

  @Test func `other files of a validation are refused in words, too`() throws {
    #expect(try gait("simulate", "straight-walk", "--output", "walk.csv").code == 0)
    let truth = try gait.text(of: "walk.reference.json")
    try write("{\"step_count\": 35,, }".utf8, "walk.reference.json")
    try expectRefusal(["validate", "."], saying: "not a reference: this is not JSON (")
    try write("[1]".utf8, "walk.reference.json")
    try expectRefusal(
      ["validate", "."], saying: "not a reference: the file is [1]; it must be an object in { }")
    try write(
      "{\"INDIP\": {\"walking_bouts\": [{\"start_s\": 1}]}}".utf8, "walk.reference.json")
    try expectRefusal(
      ["validate", "."], saying: "INDIP, walking_bouts, number 1: \"end_s\" is missing")
    try write(truth.utf8, "walk.reference.json")
    try write("{\"participant\": [7]}".utf8, "walk.json")
    try expectRefusal(
      ["validate", "."],
      saying: "walk.json: does not describe a recording: participant is [7]; it must be a text")
    try write(
      #"{"dataset": "d", "recordings": [{"name": 3, "file": "walk.csv"}], "tables": [], "clocks": []}"#
        .utf8,
      "mapping.json")
    try expectRefusal(
      ["validate", "--mapping", "mapping.json"],
      saying: "recordings, number 1, name is 3; it must be a text in quotes")
    try write("{\"failures\": [], \"rows\": 3}".utf8, "then.json")
    try expectRefusal(
      ["validate", ".", "--against", "then.json"],
      saying: "no validation.json of gait validate (rows is 3; it must be a list in [ ])")
  }

  @Test func `contacts in milliseconds are said`() throws {
    #expect(try gait("simulate", "straight-walk", "--output", "walk.csv").code == 0)
    let name = "walk.reference.json"
    var truth = try #require(
      JSONSerialization.jsonObject(with: Data(gait.text(of: name).utf8)) as? [String: Any])
    let times = try #require(truth["initial_contacts_s"] as? [Double])
    truth["initial_contacts_s"] = times.map { 1000 * $0 }
    try write(JSONSerialization.data(withJSONObject: truth), name)
    try expectRefusal(["validate", "."], saying: name, "are its times seconds")
  }

  @Test func `a mapping with what cannot be is refused`() throws {
    #expect(try gait("simulate", "--laboratory", "lab", "--seed", "5").code == 0)
    #expect(try gait("validate", "--make-mapping", "lab").code == 0)
    let whole = try gait.text(of: "lab/mapping.json")
    let asked = ["validate", "--mapping", "lab/mapping.json"]
    func mapping(_ change: (inout [String: Any]) -> Void) throws {
      var mapping = try #require(
        JSONSerialization.jsonObject(with: Data(whole.utf8)) as? [String: Any])
      change(&mapping)
      try write(JSONSerialization.data(withJSONObject: mapping), "lab/mapping.json")
    }
    try mapping { mapping in
      var recordings = mapping["recordings"] as? [[String: Any]] ?? []
      recordings[0]["height_m"] = 175
      mapping["recordings"] = recordings
    }
    try expectRefusal(asked, saying: "height_m 175.0 cannot be", "give meters")
    try mapping { mapping in
      let tables = mapping["tables"] as? [[String: Any]] ?? []
      mapping["tables"] = tables + [tables[0]]
    }
    try expectRefusal(asked, saying: "there twice and would count twice")
    try mapping { mapping in
      var tables = mapping["tables"] as? [[String: Any]] ?? []
      for place in tables.indices { tables[place]["sides"] = ["Li": "left", "Re": "left"] }
      mapping["tables"] = tables
    }
    try expectRefusal(asked, saying: "says left for all of \"Li\", \"Re\"")
    try mapping { mapping in
      var tables = mapping["tables"] as? [[String: Any]] ?? []
      for place in tables.indices where tables[place]["holds"] as? String == "strides" {
        tables[place]["units"] = ["length": "m"]
      }
      mapping["tables"] = tables
    }
    let lengths = try gait.run(asked)
    let isInMeters = !whole.contains("\"cm\"")
    #expect(
      isInMeters || lengths.code == 2 && lengths.message.contains("is the unit right?"),
      "\(lengths.message)")
  }

  @Test func `a file whose name begins with a dash is no list of options`() throws {
    #expect(try gait("simulate", "straight-walk", "--output", "walk.csv").code == 0)
    for name in ["-hip.csv", "-dash.csv"] {
      try FileManager.default.copyItem(atPath: gait.path("walk.csv"), toPath: gait.path(name))
      try expectRefusal(["analyze", name], saying: "\(name) begins with a dash", "./\(name)")
    }
    #expect(try gait("analyze", "./-hip.csv", "--format", "csv").output.hasPrefix("bout,"))
  }

  @Test func `results do not take the place of another recording's`() throws {
    // Two people's walks of the same name, length and device, as trials in a folder for each are.
    for (folder, seed) in [("one", "1"), ("two", "2")] {
      try FileManager.default.createDirectory(
        atPath: gait.path(folder), withIntermediateDirectories: false)
      let made = try gait(
        "simulate", "straight-walk", "--seed", seed, "--seconds", "40", "--output",
        "\(folder)/walk.csv")
      #expect(made.code == 0, "\(made.message)")
    }
    for height in ["1.7", "1.8"] {
      let own = try gait("analyze", "one/walk.csv", "--output", "out", "--height", height)
      #expect(own.code == 0 && !own.message.contains("results of"), "\(own.message)")
    }
    let kept = try gait.text(of: "out/walk/bouts.csv")
    let other = try gait("analyze", "two/walk.csv", "--output", "out")
    #expect(other.code == 2, "\(other.message)")
    let message = other.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(message.contains("holds the results of another recording ("), "\(message)")
    #expect(message.hasSuffix("rename the recording, or say --force"), "\(message)")
    #expect(try gait.text(of: "out/walk/bouts.csv") == kept)
    let forced = try gait("analyze", "two/walk.csv", "--output", "out", "--force")
    #expect(forced.code == 0 && forced.message.contains("these took their place"))
    #expect(try gait.text(of: "out/walk/bouts.csv") != kept)
  }

  @Test func `two recordings of one name are told to have their own`() throws {
    for name in ["a", "b"] {
      #expect(try gait("simulate", "straight-walk", "--output", "\(name).csv").code == 0)
    }
    try write("path,participant,recording\na.csv,P1,visit\nb.csv,P1,visit\n".utf8, "study.csv")
    let run = try gait("batch", "study.csv", "--output", "out")
    #expect(run.code == 2, "\(run.message)")
    #expect(try gait.text(of: "out/tables/failures.csv").contains("same_name"))
  }

  @Test func `other words for a key are said`() throws {
    #expect(try gait("simulate", "straight-walk", "--output", "walk.csv").code == 0)
    try write("{\"gender\": \"f\", \"weight_kg\": 70, \"timezone\": \"Berlin\"}".utf8, "walk.json")
    let found = try gait("analyze", "walk.csv", "--output", "out")
    let message = found.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for word in [
      "did you mean \"sex\"?", "did you mean \"mass_kg\"?", "did you mean \"time_zone\"?",
    ] {
      #expect(message.contains(word), "\(message)")
    }
  }
}
