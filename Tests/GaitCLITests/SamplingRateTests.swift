import Foundation
import Testing

/// What is too coarse to judge is refused or left empty, and inspection and analysis count gaps alike.
struct SamplingRateTests {
  private let gait: GaitProcess
  private let rows: [String]

  init() throws {
    gait = try GaitProcess()
    let ending = try gait(
      "simulate", "straight-walk", "--seconds", "60", "--output", gait.path("walk.csv"))
    #expect(ending.code == 0, "\(ending.message)")
    rows = try gait.text(of: "walk.csv").split(separator: "\n").map(String.init)
  }

  /// Writes a recording of some rows of the walk, which has 100 a second.
  private func write(_ indices: [Int]) throws {
    let text = ([rows[0]] + indices.map { rows[$0 + 1] }).joined(separator: "\n") + "\n"
    try text.write(toFile: gait.path("coarse.csv"), atomically: true, encoding: .utf8)
  }

  private func every(_ step: Int) -> [Int] { Array(stride(from: 0, to: rows.count - 1, by: step)) }

  private func analyze() throws -> GaitProcess.Ending {
    try gait(
      "analyze", "coarse.csv", "--site", "lower_back", "--height", "1.75", "--output", "out",
      "--force")
  }

  private func bouts() throws -> [[String: String]] {
    let lines = try gait.text(of: "out/coarse/bouts.csv").split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    return lines.dropFirst().map { Dictionary(zip(lines[0], $0), uniquingKeysWith: { a, _ in a }) }
  }

  @Test(arguments: [(100, "1.00 Hz"), (50, "2.00 Hz"), (20, "5.00 Hz")])
  func `a rate below that of steps is refused, and says which is needed`(
    step: Int, rate: String
  ) throws {
    try write(every(step))
    let ending = try analyze()
    #expect(ending.code == 2 && ending.output.isEmpty)
    #expect(ending.message.contains("\(rate) is too slow"), "\(ending.message)")
    #expect(ending.message.contains("8.00 samples a second"))
    #expect(!FileManager.default.fileExists(atPath: gait.path("out/coarse")))
    let seen = try gait("inspect", "coarse.csv")
    #expect(seen.code == 0 && seen.output.contains("nothing: walking needs 8 Hz"))
  }

  @Test func `ten a second give steps and speed, and a reason for the rest`() throws {
    try write(every(10))
    #expect(try analyze().code == 0)
    let bouts = try bouts()
    #expect(!bouts.isEmpty)
    for bout in bouts {
      #expect((bout["n_steps"].flatMap { Int($0) } ?? 0) > 20)
      #expect(bout["walking_speed_mps"]?.isEmpty == false)
      for column in ["double_support_fraction", "asymmetry_fraction", "step_time_asymmetry"] {
        #expect(bout[column] == "", "\(column)")
      }
    }
    #expect(try gait.text(of: "out/coarse/summary.json").contains("sampling_too_slow"))
    let finals = try gait.text(of: "out/coarse/final_contacts.csv")
    #expect(finals.split(separator: "\n").count == 1)
    #expect(try gait("inspect", "coarse.csv").output.contains("need 20 Hz"))
    let table = try gait("analyze", "coarse.csv", "--site", "lower_back", "--height", "1.75")
    #expect(table.output.contains("too few samples a second"), "\(table.output)")
    let summary = try gait.text(of: "out/coarse/summary.json")
    #expect(summary.contains("10.0 samples a second are taken as means"), "\(summary)")
  }

  /// More samples would give a wrist none of these values.
  @Test(arguments: [("lower_back", "sampling_too_slow"), ("wrist", "site_not_supported")])
  func `what a site does not give is missing for that reason at any rate`(
    site: String, reason: String
  ) throws {
    try write(every(8))
    let ending = try gait(
      "analyze", "coarse.csv", "--site", site, "--height", "1.75", "--output", "out", "--force")
    #expect(ending.code == 0, "\(ending.message)")
    let summary = try gait.text(of: "out/coarse/summary.json").filter { !$0.isWhitespace }
    for column in ["stride_time_sd_s", "step_regularity", "harmonic_ratio_vertical"] {
      #expect(summary.contains("\"\(column)\":{\"\(reason)\":"), "\(column): \(summary)")
    }
  }

  @Test(arguments: [(4, "lower_back", true), (4, "pocket", false), (2, "lower_back", false)])
  func `that steps without rhythm are not sought at a low rate is said where they would be`(
    step: Int, site: String, isSaid: Bool
  ) throws {
    try write(every(step))
    let ending = try gait("analyze", "coarse.csv", "--site", site, "--height", "1.75")
    #expect(ending.code == 0, "\(ending.message)")
    let said = (ending.output + ending.message).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    #expect(
      said.contains("are not sought: that takes 40 samples a second, and there are 25.0") == isSaid,
      "\(said)")
    let seen = try gait("inspect", "coarse.csv").output
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let enough =
      "enough for everything but slow steps without rhythm at the lower back and hip, which need 40 Hz"
    #expect(seen.contains(enough) == (step == 4), "\(seen)")
  }

  @Test func `stairs are not sought by the motion where its signs are not in the samples`() throws {
    for (step, flights) in [(7, "null"), (5, "0")] {
      try write(every(step))
      #expect(try analyze().code == 0)
      let summary = try gait.text(of: "out/coarse/summary.json")
      #expect(summary.contains("\"flights_up\": \(flights)"), "\(step): \(summary)")
      #expect(try bouts().allSatisfy { ($0["terrain"] == "unknown") == (flights == "null") })
      #expect(try bouts().contains { $0["walking_speed_mps"]?.isEmpty == false })
    }
  }

  @Test(arguments: [5, 2]) func `twenty a second give everything`(step: Int) throws {
    try write(every(step))
    #expect(try analyze().code == 0)
    #expect(try bouts().contains { $0["double_support_fraction"]?.isEmpty == false })
    #expect(try !gait.text(of: "out/coarse/summary.json").contains("sampling_too_slow"))
    #expect(try gait("inspect", "coarse.csv").output.contains("everything"))
  }

  @Test func `two rows, and gaps with little between them, are refused`() throws {
    let islands = (0..<12).flatMap { island in (0..<50).map { island * 450 + $0 } }
    for indices in [[0, 1], islands] {
      try write(indices)
      let ending = try analyze()
      #expect(ending.code == 2 && ending.message.contains("without a gap"), "\(ending.message)")
    }
  }

  @Test func `inspection and summary agree about gaps and broken stretches`() throws {
    var lines = rows
    for row in 2001..<2301 {
      lines[row] =
        (lines[row].split(separator: ",").prefix(1) + ["0", "0", "0"]
        + lines[row].split(separator: ",").dropFirst(4)).joined(separator: ",")
    }
    lines.removeSubrange(4001..<4401)
    lines.removeSubrange(3001..<3040)
    try (lines.joined(separator: "\n") + "\n")
      .write(toFile: gait.path("coarse.csv"), atomically: true, encoding: .utf8)
    #expect(try analyze().code == 0)
    let summary = try gait.text(of: "out/coarse/summary.json")
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(summary.utf8)) as? [String: Any])
    let quality = try #require(document["quality"] as? [String: Any])
    let (count, seconds) = (quality["gaps"] as? Int, quality["gap_s"] as? Double)
    #expect(count == 2 && abs((seconds ?? 0) - 7.02) < 0.02, "\(quality)")
    let seen = try gait("inspect", "coarse.csv").output
    #expect(seen.contains("2, together 7.02 s, longest 4.01 s"), "\(seen)")
    #expect(seen.contains("300 broken samples were left out: dropout"), "\(seen)")
  }

  @Test func `pauses too short for a gap are counted and said`() throws {
    // Three of every eight samples in ten are missing: 0.3 s of every 0.8 s.
    let lines = rows.enumerated().filter { $0.offset == 0 || $0.offset % 80 < 50 }.map(\.element)
    try (lines.joined(separator: "\n") + "\n")
      .write(toFile: gait.path("coarse.csv"), atomically: true, encoding: .utf8)
    let ending = try analyze()
    #expect(ending.message.contains("pauses too short for a gap"), "\(ending.message)")
    let seen = try gait("inspect", "coarse.csv").output
    #expect(seen.contains("none; shorter pauses miss"), "\(seen)")
  }
}
