import Foundation
import Testing

/// A laboratory's MATLAB file in which lists are of different lengths, as those of two feet are.
struct VectorTableTests {
  private let gait: GaitProcess

  init() throws {
    gait = try GaitProcess()
    try gait.done(
      "simulate", "straight-walk", "--seed", "5", "--seconds", "20", "--output", "w.csv")
  }

  /// A vector of a MATLAB file of version 5: flags, size, name and numbers.
  private static func vector(_ name: String, _ values: [Double]) -> Data {
    func number(_ value: Int) -> Data {
      withUnsafeBytes(of: UInt32(value).littleEndian) { Data($0) }
    }
    func element(_ type: Int, _ bytes: Data) -> Data {
      number(type) + number(bytes.count) + bytes + Data(count: (8 - bytes.count % 8) % 8)
    }
    let numbers = values.reduce(into: Data()) { bytes, value in
      withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes += Data($0) }
    }
    let content =
      element(6, number(6) + number(0)) + element(5, number(1) + number(values.count))
      + element(1, Data(name.utf8)) + element(9, numbers)
    return element(14, content)
  }

  private func write(_ vectors: [(name: String, values: [Double])]) throws {
    let text = "MATLAB 5.0 MAT-file".padding(toLength: 124, withPad: " ", startingAt: 0)
    let head = Data(text.utf8) + Data([0, 1]) + Data("IM".utf8)
    let bytes = vectors.reduce(head) { $0 + Self.vector($1.name, $1.values) }
    try bytes.write(to: URL(fileURLWithPath: gait.path("lab.mat")))
  }

  private func write(_ table: [String: Any], recording: String) throws {
    let common: [String: Any] = [
      "file": "lab.mat", "system": "cameras", "holds": "contacts", "clock": "recording",
      "columns": ["left": "left_hs", "right": "right_hs"], "sees": "whole",
    ]
    let mapping: [String: Any] = [
      "dataset": "lab", "clocks": [[String: Any]](),
      "recordings": [["name": recording, "file": "w.csv"]],
      "tables": [common.merging(table) { $1 }],
    ]
    try JSONSerialization.data(withJSONObject: mapping)
      .write(to: URL(fileURLWithPath: gait.path("mapping.json")))
  }

  /// The true contacts of the two feet: some of the left and all of the right.
  private func lists(leftCount: Int) throws -> (left: [Double], right: [Double]) {
    let json = try JSONSerialization.jsonObject(with: Data(gait.text(of: "w.reference.json").utf8))
    let truth = try #require(json as? [String: Any])
    let times = try #require(truth["initial_contacts_s"] as? [Double])
    let feet = try #require(truth["initial_contacts_foot"] as? [String])
    func contacts(of foot: String) -> [Double] { zip(times, feet).filter { $1 == foot }.map(\.0) }
    return (Array(contacts(of: "L").prefix(leftCount)), contacts(of: "R"))
  }

  @Test func `every contact of lists of different lengths counts, in every run`() throws {
    let lists = try lists(leftCount: 4)
    try write([("left_hs", lists.left), ("right_hs", lists.right)])
    try write(["recording": "w"], recording: "w")
    // Which column came first was another one from run to run.
    for _ in 0..<6 {
      let ending = try gait.done(
        "validate", "--mapping", "mapping.json", "--complete", "--format", "csv")
      let row = GaitProcess.rows(ending.output).first { $0["figure"] == "true contacts" }
      let count = row?["value"].flatMap(Double.init)
      #expect(count == Double(4 + lists.right.count))
    }
  }

  @Test func `rows behind the last name are told as those of no recording`() throws {
    let lists = try lists(leftCount: 4)
    try write([("left_hs", lists.left), ("right_hs", lists.right), ("who", [1, 1, 1])])
    try write(["recording_column": "who"], recording: "1.0")
    let ending = try gait("validate", "--mapping", "mapping.json")
    #expect(ending.code == 1, "\(ending.message)")
    #expect(
      ending.message.contains("\(lists.right.count - 3) rows name no recording and were left out"),
      "\(ending.message)")
  }
}
