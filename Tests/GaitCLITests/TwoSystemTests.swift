import Foundation
import Testing

/// Two systems of one laboratory that see the same walks: a walkway, and a camera that is 60 ms late.
struct TwoSystemTests {
  private let gait: GaitProcess
  private let people = ["P01", "P02", "P03", "P04"]

  init() throws {
    gait = try GaitProcess()
    try gait.done("simulate", "--laboratory", "lab", "--seed", "5")
    try gait.done("validate", "--make-mapping", "lab")
    for person in people { try copyAsCamera(person) }
  }

  /// Of every other person the camera has fewer contacts than the walkway, of the others more.
  private func copyAsCamera(_ person: String) throws {
    let lines = try gait.text(of: "lab/walkway \(person) contacts.csv").split(separator: "\n")
      .map(String.init)
    let head = lines.prefix { !$0.hasPrefix("Onset") }.count + 1
    let late = try lines.dropFirst(head).map { line in
      let fields = line.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
      let onset = try #require(Double(fields[0]))
      return ([String(format: "%.1f", onset + 60)] + fields.dropFirst()).joined(separator: ";")
    }
    let isShort = person == "P01" || person == "P03"
    try write("lab/camera \(person).csv", [lines[head - 1]] + late.dropLast(isShort ? 10 : 0))
    try write("lab/walkway \(person) contacts.csv", lines.dropLast(isShort ? 0 : 10))
  }

  private func write(_ name: String, _ lines: some Sequence<String>) throws {
    try Data((lines.joined(separator: "\n") + "\n").utf8)
      .write(to: URL(fileURLWithPath: gait.path(name)))
  }

  /// The mapping with the contacts of both, those of `first` first.
  private func map(first: String, _ change: (inout [String: Any]) -> Void = { _ in }) throws {
    let json = try JSONSerialization.jsonObject(
      with: Data(gait.text(of: "lab/mapping.json").utf8))
    var mapping = try #require(json as? [String: Any])
    let walkways = try #require(mapping["tables"] as? [[String: Any]])
      .filter { $0["holds"] as? String == "contacts" }
    let tables = try ["walkway", "camera"].map { system in
      try walkways.map { table in
        let recording = try #require(table["recording"] as? String)
        let name = recording.prefix(3) + (system == "camera" ? "" : " contacts")
        var table = table
        (table["system"], table["file"]) = (system, "\(system) \(name).csv")
        change(&table)
        return table
      }
    }
    mapping["tables"] = (first == "walkway" ? tables : tables.reversed()).flatMap { $0 }
    try JSONSerialization.data(withJSONObject: mapping)
      .write(to: URL(fileURLWithPath: gait.path("lab/two.json")))
  }

  private func validate() throws -> (rows: [[String: String]], said: String) {
    let ending = try gait(
      "validate", "--mapping", "lab/two.json", "--output", "out", "--force", "--format", "csv")
    #expect(ending.code == 0, "\(ending.message)")
    let said = ending.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return (GaitProcess.rows(ending.output), said)
  }

  private func bias(_ system: String, _ rows: [[String: String]]) -> Double? {
    rows.first {
      $0["system"] == system && $0["stage"] == "initial contacts" && $0["figure"] == "±0.25 s bias"
    }.flatMap { $0["value"] }.flatMap(Double.init)
  }

  @Test func `each is judged for itself, and the first sets the clock`() throws {
    try map(first: "walkway")
    let (rows, said) = try validate()
    let biases = try ["", "walkway", "camera"].map { try #require(bias($0, rows), "\($0)") }
    #expect(abs(biases[0]) < 10 && abs(biases[1]) < 10, "\(biases)")
    #expect(abs(biases[2] + 60) < 10, "found contacts are early beside a late camera: \(biases)")
    #expect(said.contains("without a system's name are those of walkway"), "\(said)")
    let report = try JSONSerialization.jsonObject(
      with: Data(gait.text(of: "out/validation.json").utf8))
    let findings = try #require((report as? [String: Any])?["laboratory"] as? [[String: Any]])
    #expect(findings.count == people.count)
    for finding in findings {
      let clock = try #require((finding["clocks"] as? [[String: Any]])?.first)
      let used = try #require(clock["used"] as? [String: Any])
      #expect(abs(try #require(used["drift_ppm"] as? Double) - 40) < 20, "\(clock)")
    }

    try map(first: "camera")
    let (others, words) = try validate()
    #expect(words.contains("without a system's name are those of camera"), "\(words)")
    let late = try #require(bias("walkway", others))
    #expect(abs(late - 60) < 10, "\(late)")
  }

  @Test func `straight strides are told where turns are known, which no mapping does`() throws {
    try map(first: "walkway") { $0["sees"] = "whole" }
    let rows = try validate().rows
    #expect(rows.contains { $0["figure"] == "stride time MAE" })
    #expect(rows.allSatisfy { $0["figure"]?.contains("straight") == false })
  }
}
