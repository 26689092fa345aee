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

  @Test func `the page has the warning about sides`() throws {
    try gait.done("validate", "--mapping", "lab/mapping.json", "--output", "out", "--html")
    let page = try gait.text(of: "out/validation.html")
    #expect(page.contains("seem to be swapped in walkway P03 contacts.csv"))
  }
}
