import Foundation
import Testing

/// Recordings of a person that overlap: each step counts once.
struct OverlapTests {
  let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  /// Writes seconds of a recording as a file of its own, with its own start.
  private func write(_ name: String, _ seconds: Range<Int>, of rows: [Substring]) throws {
    var lines = [String(rows[0])]
    for row in rows.dropFirst() {
      let comma = try #require(row.firstIndex(of: ","))
      let time = try #require(Double(row[..<comma]))
      guard time >= Double(seconds.lowerBound), time < Double(seconds.upperBound) else { continue }
      lines.append(
        String(format: "%.4f", time - Double(seconds.lowerBound)) + String(row[comma...]))
    }
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(
      to: URL(fileURLWithPath: gait.path("\(name).csv")))
    let start = String(format: "10:%02d:%02d", seconds.lowerBound / 60, seconds.lowerBound % 60)
    try Data(
      """
      {"site": "lower_back", "height_m": 1.72, "start_datetime": "2026-05-04T\(start)+02:00"}
      """.utf8
    ).write(to: URL(fileURLWithPath: gait.path("\(name).json")))
  }

  /// The steps, and the seconds of walking and of wear, of the only day of a study.
  private func day(of study: String) throws -> (steps: Double, walking: Double, worn: Double) {
    let made = try gait("batch", study, "--output", "\(study)-out", "--store", "\(study).gait")
    #expect(made.code == 0, "\(made.message)")
    let lines = try gait.text(of: "\(study)-out/tables/days.csv").split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    #expect(lines.count == 2)
    func value(_ column: String) throws -> Double {
      let place = try #require(lines[0].firstIndex(of: column))
      return try #require(Double(lines[1][place]))
    }
    return try (value("n_steps"), value("walking_s"), value("worn_h") * 3600)
  }

  /// What the store of a study says of a kind on that day.
  private func sum(of kind: String, in study: String) throws -> Double {
    let ending = try gait(
      "query", kind, "--store", "\(study).gait", "--statistics", "sum", "--every", "day",
      "--format", "csv")
    #expect(ending.code == 0, "\(ending.message)")
    let lines = ending.output.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let place = try #require(lines.first?.firstIndex(of: "sum"))
    return try lines.dropFirst().reduce(0) { try $0 + #require(Double($1[place])) }
  }

  /// A store keeps milliseconds, and so both are worn equally long.
  @Test(arguments: [-0.0004, 0.0004], [["a", "b"], ["b", "a"]])
  func `of two that end less than a millisecond apart that counts which the store counts`(
    seconds: Double, names: [String]
  ) throws {
    let study = "s"
    try FileManager.default.createDirectory(
      atPath: gait.path("\(study)/P1"), withIntermediateDirectories: true)
    let walks = [("straight-walk", 0), ("slow-asymmetric", seconds)]
    for (name, (walk, more)) in zip(names, walks) {
      let made = try gait("simulate", walk, "--seconds", "120", "--output", "\(walk).csv")
      #expect(made.code == 0, "\(made.message)")
      var lines = try gait.text(of: "\(walk).csv").split(separator: "\n").prefix(12_000).map(
        String.init)
      let comma = try #require(lines.last?.firstIndex(of: ","))
      let time = try #require(lines.last.flatMap { Double($0[..<comma]) })
      let last = String(format: "%.4f", time + more) + (lines.removeLast())[comma...]
      let text = (lines + [last]).joined(separator: "\n") + "\n"
      try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path("\(study)/P1/\(name).csv")))
      try Data(
        #"{"site": "lower_back", "height_m": 1.72, "start_datetime": "2026-05-04T10:00:00+02:00"}"#
          .utf8
      ).write(to: URL(fileURLWithPath: gait.path("\(study)/P1/\(name).json")))
    }
    let day = try day(of: study)
    #expect(try day.steps == sum(of: "step-count", in: study))
    #expect(try abs(day.walking - sum(of: "walking-time", in: study)) < 0.1)
  }

  @Test func `a walk across the border of two recordings is divided there`() throws {
    let made = try gait(
      "simulate", "straight-walk", "--seed", "5", "--seconds", "360", "--output", "walk.csv")
    #expect(made.code == 0, "\(made.message)")
    let rows = try gait.text(of: "walk.csv").split(separator: "\n")
    let studies: [(name: String, parts: [Range<Int>])] = [
      ("whole", [0..<360]), ("half", [0..<240, 120..<360]), ("third", [0..<240, 160..<360]),
      ("many", (0..<6).map { $0 * 60..<($0 * 60 + 70) }),
    ]
    for study in studies {
      try FileManager.default.createDirectory(
        atPath: gait.path("\(study.name)/P1"), withIntermediateDirectories: true)
      for (place, part) in study.parts.enumerated() {
        try write("\(study.name)/P1/part\(place)", part, of: rows)
      }
    }
    let whole = try day(of: "whole")
    for study in studies.dropFirst() {
      let own = try day(of: study.name)
      // A file that begins or ends in the walk may lose a step there.
      let slack = Double(study.parts.count)
      #expect(abs(own.steps - whole.steps) <= slack, "\(study.name): \(own) of \(whole)")
      #expect(abs(own.walking - whole.walking) <= slack, "\(study.name): \(own) of \(whole)")
      #expect(own.walking <= own.worn)
      #expect(abs(try sum(of: "step-count", in: study.name) - whole.steps) <= slack)
      #expect(abs(try sum(of: "walking-time", in: study.name) - whole.walking) <= slack)
    }
  }
}
