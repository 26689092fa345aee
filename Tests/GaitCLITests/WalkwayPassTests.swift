import Foundation
import Testing

/// A walkway saw passes: what lies between them is neither right nor wrong, in any block of figures.
struct WalkwayPassTests {
  private let gait: GaitProcess

  init() throws {
    gait = try GaitProcess()
    try gait.done("simulate", "--laboratory", "lab", "--seed", "5")
    try gait.done("validate", "--make-mapping", "lab")
  }

  private func validate() throws -> [[String: String]] {
    try gait.done("validate", "--mapping", "lab/mapping.json", "--output", "out", "--force")
    return try GaitProcess.rows(gait.text(of: "out/validation.csv"))
  }

  private func value(
    _ stage: String, _ figure: String, of system: String, _ rows: [[String: String]]
  )
    -> Double?
  {
    rows.first { $0["system"] == system && $0["stage"] == stage && $0["figure"] == figure }?[
      "value"
    ]
    .flatMap(Double.init)
  }

  @Test func `only the passes are judged beside the system, too`() throws {
    let rows = try validate()
    #expect(value("initial contacts", "±0.25 s inside bouts recall", of: "laboratory", rows) == 1)
    for system in ["", "laboratory"] {
      #expect(try #require(value("initial contacts", "±0.25 s precision", of: system, rows)) == 1)
      #expect(try #require(value("initial contacts", "±0.25 s recall", of: system, rows)) == 1)
    }
    for stage in ["gait sequences", "walking bouts"] {
      // Where a walk that holds the pass begins and ends nobody knows, so that no walking beside the pass is made up.
      for figure in ["precision", "strict precision"] {
        #expect(value(stage, figure, of: "laboratory", rows) == 1, "\(stage)")
      }
      #expect(value(stage, "precision", of: "", rows) == 1)
    }
    // Six of the seven passes of two minutes begin and end within one walk, and nobody stands where nobody looks.
    let unknown = ["starts within a step", "ends within a step", "false contacts while standing"]
    #expect(rows.allSatisfy { !unknown.contains($0["figure"] ?? "") })
  }

  @Test func `a system that saw everything is judged everywhere`() throws {
    let mapping = try gait.text(of: "lab/mapping.json").replacing("\"passes\"", with: "\"whole\"")
    try mapping.write(toFile: gait.path("lab/mapping.json"), atomically: true, encoding: .utf8)
    let rows = try validate()
    let precision = try #require(
      value("initial contacts", "±0.25 s precision", of: "laboratory", rows))
    #expect(precision > 0.9 && precision < 0.97, "\(precision)")
    #expect(value("walking bouts", "starts within a step", of: "", rows) != nil)
    #expect(value("initial contacts", "false contacts while standing", of: "", rows) != nil)
  }

  @Test func `a trial from its first to its last contact has all its steps`() throws {
    _ = try validate()
    let steps = try GaitProcess.rows(gait.text(of: "out/validation_pairs.csv"))
      .filter { $0["measure"] == "steps" && $0["level"] == "bout" }
    let errors = steps.compactMap { row in
      Double(row["found"] ?? "").flatMap { found in Double(row["true"] ?? "").map { found - $0 } }
    }
    #expect(errors.count == 52)
    // In turns of the two minutes of three people a step or two are not found.
    #expect(errors.count { $0 == 0 } > 48 && abs(errors.reduce(0, +)) < 6, "\(errors)")
  }
}
