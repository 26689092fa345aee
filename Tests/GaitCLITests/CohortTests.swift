import Foundation
import Testing

/// `gait validate --cohort`: what clinics found beside what daily life says.
struct CohortTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  @Test func `a cohort's clinic tests are compared with its estimates`() throws {
    var lines = ["participant,date,six_minute_walk_m,falls"]
    for seed in 1...4 {
      let made = try gait(
        "simulate", "--history", "steady", "--seed", "\(seed)", "--days", "35", "--participant",
        "P\(seed)", "--store", "study.gait", "--truth", "t\(seed).csv")
      #expect(made.code == 0)
      let truth = try gait.text(of: "t\(seed).csv").split(separator: "\n")
      let columns = truth[0].split(separator: ",")
      let index = try #require(columns.firstIndex(of: "six_minute_walk_m"))
      let fields = truth[34].split(separator: ",", omittingEmptySubsequences: false)
      lines.append("P\(seed),2026-02-06,\(fields[index]),\(seed % 2)")
    }
    lines.append("P9,2026-02-06,300,")
    #expect(try gait("estimate", "--store", "study.gait", "--quiet").code == 0)
    try Data(lines.joined(separator: "\n").utf8).write(
      to: URL(fileURLWithPath: gait.path("people.csv")))
    let found = try gait("validate", "--cohort", "people.csv", "--store", "study.gait")
    #expect(found.code == 0, "\(found.message)")
    let all = try #require(found.output.split(separator: "\n").first { $0.hasPrefix("all") })
    #expect(all.split(separator: " ")[1] == "4", "\(found.output)")
    #expect(found.output.contains("who fell has the lower score in "))
    #expect(found.message.contains("P9: left out, nobody of that name is in the store"))
    let early = lines.map { $0.replacing("2026-02-06", with: "2025-02-06") }
    try Data(early.joined(separator: "\n").utf8).write(
      to: URL(fileURLWithPath: gait.path("early.csv")))
    let apart = try gait("validate", "--cohort", "early.csv", "--store", "study.gait")
    #expect(
      apart.message.contains("P1: left out, no estimate of the six-minute walk near the test"))
    let alone = try gait("validate", "--cohort", "people.csv")
    #expect(alone.code == 2, "\(alone.output)")
    #expect(
      alone.message.contains("P1: left out, no estimate of the six-minute walk: the row does not"))
    #expect(alone.message.contains("no --store is given"), "\(alone.message)")
  }

  @Test func `somebody who fell in a week without a score fell`() throws {
    func compared(_ rows: [String]) throws -> GaitProcess.Ending {
      let header =
        "participant,falls,walking_speed_time_weighted_p95_mps,walking_speed_mps,step_length_m,"
        + "double_support_fraction,asymmetry_fraction,stride_time_variation,height_m,age_years,sex"
      try Data(([header] + rows).joined(separator: "\n").utf8).write(
        to: URL(fileURLWithPath: gait.path("people.csv")))
      return try gait("validate", "--cohort", "people.csv")
    }
    let fell = "A,1,,,,,,,1.7,70,f"
    let scored = "A,0,1.2,1.0,0.6,0.25,0.05,0.03,1.7,70,f"
    let other = "B,0,1.3,1.1,0.65,0.24,0.04,0.025,1.7,70,m"
    let unasked = "A,,1.2,1.0,0.6,0.25,0.05,0.03,1.7,70,f"
    for rows in [[fell, scored, other], [other, scored, fell], [fell, unasked, other]] {
      let found = try compared(rows + ["C,1,,,,,,,1.7,70,f"])
      #expect(found.code == 0, "\(found.message)")
      #expect(found.output.contains("Steadiness of 1 who fell is"), "\(found.output)")
      #expect(found.output.contains("of 1 who did not"), "\(found.output)")
      #expect(!found.message.contains("A: left out"), "\(found.message)")
      #expect(found.message.contains("C: left out, no score of steadiness"), "\(found.message)")
    }
    let steady = try compared([scored, other])
    #expect(steady.code == 2, "\(steady.message)")
    #expect(
      steady.message.contains("all 2 people with a score of steadiness did not fall"),
      "\(steady.message)")
    let nobody = try compared([fell])
    #expect(nobody.message.contains("nobody has both a test and an estimate"), "\(nobody.message)")
  }

  @Test func `a cohort's own columns are enough, and what is wrong in them is said`() throws {
    func write(_ text: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path("people.csv")))
    }
    let header =
      "participant,six_minute_walk_m,sustained_speed_time_weighted_p95_mps,height_m,age_years,sex"
    try write("\(header)\nA,300,0.80,1.7,70,f\nB,420,1.05,1.7,70,m\n")
    let found = try gait("validate", "--cohort", "people.csv")
    // 360 s of the fast speed, 1.09 times: 314 and 412 m.
    #expect(found.code == 0 && found.output.contains("300-400 m"), "\(found.output)")
    #expect(found.output.contains("before they are cut off at 500 m"), "\(found.output)")
    for separator in [";", "\t"] {
      try write(
        "\u{feff}\(header)\r\nA,300,0.80,1.7,70,f\r\nB,420,1.05,1.7,70,m\r\n".replacing(
          ",", with: separator))
      let other = try gait("validate", "--cohort", "people.csv")
      #expect(other.code == 0 && other.output == found.output, "\(other.message)")
    }
    try write("\(header)\nA,300,0,80,1,7,70,f\n".replacing(",", with: ";"))
    let fields = try gait("validate", "--cohort", "people.csv")
    #expect(fields.code == 2 && fields.message.contains("line 2: 8 fields"), "\(fields.message)")
    try write("\(header)\nA,far,0.80,1.7,70,f\n")
    let word = try gait("validate", "--cohort", "people.csv")
    #expect(word.code == 2 && word.message.contains("line 2: six_minute_walk_m far is no number"))
    try write("participant,six_minute_walk\nA,300\n")
    let column = try gait("validate", "--cohort", "people.csv")
    #expect(column.code == 2 && column.message.contains("there is no column six_minute_walk"))
    #expect(try gait("validate").code == 2)
    // 360 s of 1.8 m/s, 1.09 times, is 706 m: more than is ever stored.
    try write("\(header)\nA,520,1.80,1.7,30,f\n")
    let fast = try gait("validate", "--cohort", "people.csv", "--format", "json")
    let bias = fast.output.firstMatch(of: /"bias_m": ([\d.]+)/).flatMap { Double($0.1) }
    #expect(try #require(bias, "\(fast.output)") > 50)
  }
}
