import Foundation
import Testing

/// What `NAME.json` says of people and sites in the ways that `gait analyze` reads holds for a validation, too.
struct NumberedPeopleTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  /// Changes what a description says.
  private func describe(_ recording: String, _ facts: [String: Any]) throws {
    let place = URL(fileURLWithPath: gait.path("\(recording).json"))
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: place))
    let known = try #require(json as? [String: Any])
    try JSONSerialization.data(withJSONObject: known.merging(facts) { $1 }).write(to: place)
  }

  private func walk(_ name: String, seed: Int) throws {
    try gait.done(
      "simulate", "straight-walk", "--seed", "\(seed)", "--seconds", "20", "--output",
      "\(name).csv")
  }

  @Test func `people and cohorts that are numbered are people and cohorts of a folder`() throws {
    for seed in 1...4 {
      try walk("walks/w\(seed)", seed: seed)
      try describe("walks/w\(seed)", ["participant": seed / 2, "group": seed % 2])
    }
    try gait.done("validate", "walks", "--output", "out")
    let rows = try GaitProcess.rows(gait.text(of: "out/agreement.csv"))
    let all = rows.first { $0["level"] == "recording" && $0["part"] == "all" }
    #expect(all?["n_pairs"] == "4" && all?["n_people"] == "3", "\(all ?? [:])")
    let cohorts = Set(rows.filter { $0["part"] == "cohort" }.map { $0["part_name"] })
    #expect(cohorts == ["0", "1"])
    let people = try GaitProcess.rows(gait.text(of: "out/validation_pairs.csv")).map {
      $0["participant"]
    }
    #expect(Set(people) == ["0", "1", "2"])
  }

  @Test func `two recordings of somebody with a number are one person under a mapping`() throws {
    try gait.done("simulate", "--laboratory", "lab", "--seed", "5")
    for place in 1...4 { try describe("lab/P0\(place)_belt", ["participant": (place + 1) / 2]) }
    let draft = try gait.done("validate", "--make-mapping", "lab")
    #expect(!draft.output.contains("nobody says where"), "\(draft.output)")
    let found = try gait.done("validate", "--mapping", "lab/mapping.json", "--format", "csv")
    #expect(!found.message.contains("says otherwise than"), "\(found.message)")
    let row = GaitProcess.rows(found.output).first { $0["stage"] == "cadence" }
    #expect(row?["n_recordings"] == "4" && row?["n_people"] == "2", "\(row ?? [:])")
  }

  @Test func `another word for a site is that site for classics`() throws {
    func classics() throws -> [String] {
      let ending = try gait.done("validate", "walks", "--classics", "--format", "csv")
      return GaitProcess.rows(ending.output).map { "\($0["figure"] ?? "") \($0["classic"] ?? "")" }
    }
    try walk("walks/w", seed: 1)
    let own = try classics()
    #expect(own.contains("±0.1 s F1 wavelet") || own.contains("±0.1 s F1 zero crossings"))
    #expect(own.contains { $0.hasSuffix("yaw sign") }, "\(own)")
    try describe("walks/w", ["site": "L5"])
    #expect(try classics() == own)
  }

  @Test func `a device at the waist is beside another one of the walk`() throws {
    try gait.done("simulate", "upside-down-phone", "--seed", "2", "--output", "walks/x_waist.csv")
    try gait.done("simulate", "trouser-pocket", "--seed", "2", "--output", "walks/x_pocket.csv")
    try describe("walks/x_waist", ["participant": "P1", "site": "waist"])
    try describe("walks/x_pocket", ["participant": "P1"])
    let ending = try gait.done("validate", "walks", "--format", "csv")
    #expect(ending.output.contains("pocket against waist MAE"), "\(ending.output)")
  }
}
