import Foundation
import Testing

/// What a mapping says of tables holds, and a change of it is a change of the truth.
struct MappingWordTests {
  private let gait: GaitProcess

  init() throws {
    gait = try GaitProcess()
    try gait.done("simulate", "--laboratory", "lab", "--seed", "5")
    try gait.done("validate", "--make-mapping", "lab")
  }

  /// Changes the tables of the mapping.
  private func change(_ change: (inout [String: Any]) -> Void) throws {
    let place = gait.path("lab/mapping.json")
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: place)))
    var mapping = try #require(json as? [String: Any])
    let tables = try #require(mapping["tables"] as? [[String: Any]])
    mapping["tables"] = tables.map { table in
      var table = table
      change(&table)
      return table
    }
    try JSONSerialization.data(withJSONObject: mapping).write(to: URL(filePath: place))
  }

  private func precision(of system: String) throws -> Double {
    try gait.done("validate", "--mapping", "lab/mapping.json", "--output", "out", "--force")
    let row = try GaitProcess.rows(gait.text(of: "out/validation.csv")).first {
      $0["system"] == system && $0["stage"] == "initial contacts"
        && $0["figure"] == "±0.25 s precision"
    }
    return try #require(row?["value"].flatMap(Double.init))
  }

  @Test(arguments: ["passes", nil])
  func `contacts of the whole recording stay so, whatever strides say`(sight: String?) throws {
    try change { table in
      if table["holds"] as? String == "contacts" { table["sees"] = "whole" }
      if table["holds"] as? String == "strides" { table["sees"] = sight }
    }
    for system in ["", "laboratory"] {
      let precision = try precision(of: system)
      #expect(precision > 0.9 && precision < 0.97, "\(system): \(precision)")
    }
  }

  @Test func `another truth is noted when the mapping makes it, and not for a blank line`() throws {
    func changes() throws -> String {
      let ending = try gait(
        "validate", "--mapping", "lab/mapping.json", "--against", "first/validation.json")
      #expect(ending.code == 0, "\(ending.message)")
      return ending.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let note = "have another truth than then"
    try gait.done("validate", "--mapping", "lab/mapping.json", "--output", "first")
    for file in ["walkway strides.csv", "walkway P01 contacts.csv"] {
      let text = try gait.text(of: "lab/\(file)")
      try Data("\(text)\n".utf8).write(to: URL(filePath: gait.path("lab/\(file)")))
    }
    #expect(try !changes().contains(note))
    try change { table in
      if table["file"] as? String == "walkway P03 contacts.csv" {
        table["sides"] = ["Li": "right", "Re": "left"]
      }
    }
    #expect(try changes().contains("Note: lab/P03_belt \(note)"))
    try change { if $0["sees"] != nil { $0["sees"] = "whole" } }
    #expect(try changes().contains("Note: 4 recordings, such as lab/P01_belt, \(note)"))
  }

  /// Changes what the mapping says of the first recording.
  private func describe(_ change: (inout [String: Any]) -> Void) throws {
    let place = URL(filePath: gait.path("lab/mapping.json"))
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: place))
    var mapping = try #require(json as? [String: Any])
    var recordings = try #require(mapping["recordings"] as? [[String: Any]])
    change(&recordings[0])
    mapping["recordings"] = recordings
    try JSONSerialization.data(withJSONObject: mapping).write(to: place)
  }

  @Test func `another height or person is noted, and is no other truth`() throws {
    try gait.done("validate", "--mapping", "lab/mapping.json", "--output", "first")
    func notes() throws -> String {
      let ending = try gait.done(
        "validate", "--mapping", "lab/mapping.json", "--against", "first/validation.json")
      let words = ending.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(!words.contains("have another truth"), "\(words)")
      return words
    }
    let note = "Note: lab/P01_belt have another participant, site, cohort or height than then."
    #expect(try !notes().contains("Note: "))
    try describe { $0["height_m"] = 1.9 }
    #expect(try notes().contains(note))
    try describe {
      $0["height_m"] = nil
      $0["participant"] = "P09"
    }
    #expect(try notes().contains(note))
  }

  @Test func `what a mapping says otherwise than a description is said`() throws {
    func remarks() throws -> String {
      try gait.done("validate", "--mapping", "lab/mapping.json").message
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    try describe { $0["height_m"] = 1.62 }
    #expect(try !remarks().contains("otherwise"))
    try describe {
      $0["height_m"] = 1.9
      $0["site"] = "hip"
    }
    let said = try remarks()
    #expect(
      said.contains(
        "the mapping says otherwise than the .json beside 1 recording, and the mapping counts: P01_belt: site hip (.json: "
          + "lower_back), height_m 1.9 (.json: 1.62)"), "\(said)")
  }

  @Test func `a copy of a recording under another name counts once, whatever tables name it`()
    throws
  {
    let truth = try gait.done("validate", "--mapping", "lab/mapping.json", "--format", "csv")
    for end in ["csv", "json"] {
      try FileManager.default.copyItem(
        atPath: gait.path("lab/P01_belt.\(end)"), toPath: gait.path("lab/P09_copy.\(end)"))
    }
    let place = URL(filePath: gait.path("lab/mapping.json"))
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: place))
    var mapping = try #require(json as? [String: Any])
    let recordings = try #require(mapping["recordings"] as? [[String: Any]])
    let tables = try #require(mapping["tables"] as? [[String: Any]])
    // The strides and trials of the walk have its first name.
    var contacts = try #require(tables.first { $0["recording"] as? String == "P01_belt" })
    contacts["recording"] = "P09_copy"
    mapping["tables"] = tables + [contacts]
    mapping["recordings"] =
      recordings + [["name": "P09_copy", "file": "P09_copy.csv", "participant": "P01"]]
    try JSONSerialization.data(withJSONObject: mapping).write(to: place)
    let found = try gait("validate", "--mapping", "lab/mapping.json", "--format", "csv")
    #expect(found.code == 1 && found.output == truth.output, "\(found.message)")
    let said = found.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      said.contains(
        "lab/P09_copy: left out, because its samples are those of lab/P01_belt and its truth is another"
      ),
      "\(said)")
  }

  @Test func `the page has the warning about sides`() throws {
    try gait.done("validate", "--mapping", "lab/mapping.json", "--output", "out", "--html")
    let page = try gait.text(of: "out/validation.html")
    #expect(page.contains("seem to be swapped in walkway P03 contacts.csv"))
  }
}
