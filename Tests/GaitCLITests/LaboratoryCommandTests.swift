import Foundation
import GaitResults
import Testing

@testable import GaitCLI

/// A made-up visit to a laboratory, from its files to its figures, as the article on it goes.
@Suite struct `Validating against a laboratory` {
  @Test func `a made-up export is validated with its own clock, and swapped sides are suspected`()
    throws
  {
    let gait = try GaitProcess()
    #expect(try gait("simulate", "--laboratory", "lab", "--seed", "5").code == 0)
    let draft = try gait("validate", "--make-mapping", "lab")
    #expect(draft.code == 0, "\(draft.message)")
    #expect(draft.output.contains("4 recordings, 6 tables"))
    #expect(draft.output.contains("Li is taken for left, Re is taken for right"))
    #expect(draft.output.contains("\"sees\" is passes in 5 tables"))
    let again = try gait("validate", "--make-mapping", "lab")
    #expect(
      again.code == 0 && again.message.contains("is there already and says the same"),
      "\(again.message)")
    // What a person has made of the draft is not written over.
    let drafted = try gait.text(of: "lab/mapping.json")
    let made = drafted + "\n"
    try made.write(toFile: gait.path("lab/mapping.json"), atomically: true, encoding: .utf8)
    #expect(try gait("validate", "--make-mapping", "lab").code == 2)
    #expect(try gait.text(of: "lab/mapping.json") == made)

    let ending = try gait("validate", "--mapping", "lab/mapping.json", "--output", "out")
    #expect(ending.code == 0, "\(ending.message)")
    #expect(ending.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    let text = ending.output.split { $0.isWhitespace }.joined(separator: " ")
    #expect(text.components(separatedBy: "clock \"laboratory\": offset 3.").count == 5)
    #expect(
      text.contains("P03_belt: left and right seem to be swapped in walkway P03 contacts.csv"))
    #expect(text.components(separatedBy: "seem to be swapped").count == 2)
    for name in ["agreement.csv", "validation_pairs.csv", "trials.csv"] {
      let header = try gait.text(of: "out/\(name)").split(separator: "\n").first?.split(
        separator: ",")
      let described = DescribedFiles.printed.first { $0.name == name }?.columns.map(\.name)
      #expect(header?.map(String.init) == described, "\(name)")
    }
    try expectRightClocks(gait)
    try expectFigures(gait)
  }

  @Test func `what was found is in no draft, and told where a mapping names it`() throws {
    let gait = try GaitProcess()
    try gait.done("simulate", "--laboratory", "lab", "--seed", "5")
    try gait.done("validate", "--make-mapping", "lab")
    let drafted = try gait.text(of: "lab/mapping.json")
    // Results and figures among the tables: those of the trials name times, distances and speeds.
    try gait.done("analyze", "lab/P01_belt.csv", "lab/P02_belt.csv", "--output", "lab", "-q")
    try gait.done("validate", "--mapping", "lab/mapping.json", "--output", "lab")
    let again = try gait("validate", "--make-mapping", "lab")
    #expect(again.code == 0 && again.message.contains("says the same"), "\(again.message)")
    let words = again.output.split { $0.isWhitespace }.joined(separator: " ")
    #expect(words.contains("tables are left out, because gait wrote them"), "\(words)")
    #expect(try gait.text(of: "lab/mapping.json") == drafted)

    // Starts and ends alone may be anybody's.
    try gait.done("simulate", "straight-walk", "--output", "own/walk.csv")
    try Data("start_s,end_s\n4,41\n".utf8).write(
      to: URL(fileURLWithPath: gait.path("own/walks.csv")))
    #expect(try gait("validate", "--make-mapping", "own").output.contains("1 recording, 1 table"))
    let files = FileManager.default
    try gait.done("analyze", "own/walk.csv", "--output", "results", "-q")
    for name in ["mapping.json", "walks.csv"] {
      try files.removeItem(atPath: gait.path("own/\(name)"))
    }
    try files.moveItem(
      atPath: gait.path("results/walk/initial_contacts.csv"), toPath: gait.path("own/contacts.csv"))
    let alone = try gait("validate", "--make-mapping", "own")
    #expect(alone.code == 2, "\(alone.output)")
    #expect(
      alone.message.contains("1 table is left out, because gait wrote it"), "\(alone.message)")

    let table = "{\"file\": \"contacts.csv\", \"recording\": \"walk\", \"system\": \"video\", "
    let columns =
      "\"holds\": \"contacts\", \"columns\": {\"time\": \"time_s\", \"side\": \"side\"}, "
    let recording = "{\"name\": \"walk\", \"file\": \"walk.csv\"}"
    try Data(
      """
      {"dataset": "own", "recordings": [\(recording)], "tables": [\(table)\(columns)
      "clock": "recording", "sees": "whole", "units": {"time": "s"}}], "clocks": []}
      """.utf8
    ).write(to: URL(fileURLWithPath: gait.path("own/mapping.json")))
    let named = try gait("validate", "--mapping", "own/mapping.json")
    #expect(named.code == 0, "\(named.message)")
    #expect(named.message.contains("own/contacts.csv: gait wrote this table"), "\(named.message)")
  }

  @Test func `contacts that are missing, or whose sides say nothing, are told`() throws {
    let gait = try GaitProcess()
    #expect(try gait("simulate", "--laboratory", "lab", "--seed", "5").code == 0)
    #expect(try gait("validate", "--make-mapping", "lab").code == 0)
    func spoil(_ person: String, _ change: ([Substring]) -> [String]) throws {
      let name = "lab/walkway \(person) contacts.csv"
      let lines = try gait.text(of: name).split(separator: "\n")
      let above = lines.prefix { !$0.contains(";Re;") && !$0.contains(";Li;") }
      let text = above.map(String.init) + change(Array(lines.dropFirst(above.count)))
      try Data((text.joined(separator: "\n") + "\n").utf8).write(
        to: URL(fileURLWithPath: gait.path(name)))
    }
    try spoil("P01") { rows in
      rows.enumerated().filter { $0.offset % 10 != 4 }.map { String($0.element) }
    }
    try spoil("P02") { $0.map { String($0).replacing(";Re;", with: ";Li;") } }
    try spoil("P04") { $0.filter { $0.contains(";Li;") }.map(String.init) }
    let ending = try gait("validate", "--mapping", "lab/mapping.json")
    let text = ending.output.split { $0.isWhitespace }.joined(separator: " ")
    #expect(text.contains("in walkway P01 contacts.csv 48 contacts follow one of the same foot"))
    #expect(text.contains("left and right in walkway P02 contacts.csv say nothing"))
    #expect(text.contains("walkway P04 contacts.csv has contacts of one foot only"))
    #expect(text.components(separatedBy: "follow one of the same foot").count == 2, "\(text)")
  }

  private func expectRightClocks(_ gait: GaitProcess) throws {
    let report = try #require(
      JSONSerialization.jsonObject(with: Data(gait.text(of: "out/validation.json").utf8))
        as? [String: Any])
    let findings = try #require(report["laboratory"] as? [[String: Any]])
    #expect(findings.count == 4)
    for finding in findings {
      let clock = try #require((finding["clocks"] as? [[String: Any]])?.first)
      let fit = try #require(clock["fit"] as? [String: Any])
      let offset = try #require(fit["offset_s"] as? Double)
      let drift = try #require(fit["drift_ppm"] as? Double)
      let driftError = try #require(fit["drift_error_ppm"] as? Double)
      // The offset holds the mean error of the contacts, a few hundredths.
      #expect(abs(offset - 3.2) < 0.06)
      #expect(abs(drift - 40) < 4 * driftError + 1)
      #expect(clock["source"] as? String == "fit")
    }
  }

  private func expectFigures(_ gait: GaitProcess) throws {
    let measures = try gait.text(of: "out/agreement.csv")
    #expect(measures.contains("lab,laboratory,stride length,m,stride,all,,"))
    #expect(measures.contains(",walking speed,m/s,bout,speed,slow,"))
    let trials = try gait.text(of: "out/trials.csv").split(separator: "\n")
    #expect(trials.filter { $0.contains("12 m walk") }.count >= 4 * 10)
    #expect(trials.filter { $0.contains("2-minute walk") }.count == 4)
    let contacts = try gait.text(of: "out/validation.csv").split(separator: "\n")
      .first { $0.hasPrefix("lab,,,initial contacts,±0.1 s F1,") }
    let value = try #require(
      contacts?.split(separator: ",").compactMap { Double($0) }.dropFirst().first)
    #expect(value > 0.9)
    // What lies between two passes is neither a stride nor a false step.
    let strides = try gait.text(of: "out/validation.csv").split(separator: "\n")
      .first { $0.contains(",stride time bias,ms,") }
    let bias = try #require(
      strides?.split(separator: ",").compactMap { Double($0) }.first, "\(strides ?? "")")
    #expect(abs(bias) < 5)
  }

  @Test func `a clock that cannot be known leaves the recording out, and says what to do`() throws {
    let gait = try GaitProcess()
    #expect(try gait("simulate", "straight-walk", "--output", "walk.csv").code == 0)
    let steps = (0..<5).map { "\(100 + $0 * 2)\n" }.joined()
    try Data("Onset\n\(steps)".utf8).write(to: URL(filePath: gait.path("steps.csv")))
    let mapping = """
      {"dataset": "lab", "clocks": [], "recordings": [{"name": "walk", "file": "walk.csv"}],
       "tables": [{"file": "steps.csv", "recording": "walk", "system": "mat", "holds": "contacts",
       "columns": {"time": "Onset"}, "clock": "mat"}]}
      """
    try Data(mapping.utf8).write(to: URL(filePath: gait.path("mapping.json")))
    let ending = try gait("validate", "--mapping", "mapping.json")
    #expect(ending.code == 2)
    #expect(ending.message.contains("clock \"mat\" is not known"))
    #expect(ending.message.contains("offset_s"))
    let missing = try gait("validate", "--mapping", "nothing.json")
    #expect(missing.code == 2 && missing.message.contains("--make-mapping"))
  }

  @Test func `stages given from the truth score as the truth does`() throws {
    let gait = try GaitProcess()
    for seed in 1...2 {
      let made = try gait(
        "simulate", "daily-life", "--seed", "\(seed)", "--output", "walks/w\(seed).csv")
      #expect(made.code == 0)
    }
    let ending = try gait("validate", "walks", "--stages", "--output", "out")
    #expect(ending.code == 0, "\(ending.message)")
    #expect(ending.output.contains("Stage by stage"))
    let rows = try gait.text(of: "out/stages.csv").split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let header = try #require(rows.first)
    #expect(header == DescribedFiles.printed.first { $0.name == "stages.csv" }?.columns.map(\.name))
    func value(_ figure: String, _ column: String) -> Double? {
      let row = rows.first { $0[3] == figure }
      return header.firstIndex(of: column).flatMap { place in row.flatMap { Double($0[place]) } }
    }
    #expect((value("±0.05 s F1", "contacts_given") ?? 0) > 0.97)
    #expect((value("right foot", "sides_given") ?? 0) == 1)
    let (ours, given) = (value("F1", "end_to_end") ?? 0, value("F1", "bouts_given") ?? 0)
    #expect(ours > 0.8 && given >= ours - 0.02)

    let later = try gait("validate", "walks", "--against", "out/validation.json", "-o", "later")
    #expect(later.code == 0, "\(later.message)")
    let compared = try gait.text(of: "later/comparison.csv").split(separator: "\n").first?
      .split(separator: ",").map(String.init)
    #expect(
      compared == DescribedFiles.printed.first { $0.name == "comparison.csv" }?.columns.map(\.name))
  }

  @Test func `an analysis never reads a laboratory's tables`() throws {
    let gait = try GaitProcess()
    #expect(try gait("simulate", "--laboratory", "lab").code == 0)
    let before = try gait("analyze", "lab/P01_belt.csv", "--format", "json").output
    let folder = gait.path("lab")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder)
    where name.hasPrefix("walkway") || name == "protocol.csv" {
      try FileManager.default.removeItem(atPath: folder + "/" + name)
    }
    #expect(try gait("analyze", "lab/P01_belt.csv", "--format", "json").output == before)
  }
}
