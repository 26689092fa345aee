import Foundation
import Testing

/// How a command line is read, and what is said of it.
struct CommandLineTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  private struct Help: Decodable {
    struct Command: Decodable {
      var commandName: String
      var subcommands: [Command]?
    }
    var command: Command
  }

  private func paths(_ command: Help.Command, _ path: [String] = []) -> [[String]] {
    let inner = (command.subcommands ?? []).filter { $0.commandName != "help" }
    return [path] + inner.flatMap { paths($0, path + [$0.commandName]) }
  }

  @Test func `the help of every command fits a terminal of 80 columns`() throws {
    let text = try gait("--experimental-dump-help").output
    let paths = paths(try JSONDecoder().decode(Help.self, from: Data(text.utf8)).command)
    #expect(paths.count > 25)
    for path in paths {
      let help = try gait.run(path + ["--help"]).output
      for line in help.split(separator: "\n") { #expect(line.count <= 80, "\(path): \(line)") }
    }
    // An option stays beside its value, and nothing is lost.
    let help = try gait("compare", "--help").output
    let usage = try #require(help.split(separator: "\n\n").first { $0.hasPrefix("USAGE") })
    let lines = usage.split(separator: "\n")
    #expect(lines.count > 1 && lines.dropFirst().allSatisfy { $0.hasPrefix("       ") })
    #expect(usage.contains("--store <file>") && !usage.contains("\u{A0}"), "\(usage)")
    let wrong = try gait("compare", "--wrong")
    for line in wrong.message.split(separator: "\n") where line.hasPrefix("Usage") {
      #expect(line.count <= 80, "\(line)")
    }
  }

  @Test func `a number below zero is the value of its option`() throws {
    try gait.done("simulate", "straight-walk", "--seconds", "30", "--output", "walk.csv", "-q")
    for (option, words) in [
      ("--height", "--height -1 cannot be"), ("--mass", "--mass -1 cannot be"),
      ("--age", "--age -1 cannot be"),
    ] {
      for arguments in [[option, "-1"], ["\(option)=-1"]] {
        let ending = try gait.run(["analyze", "walk.csv"] + arguments)
        #expect(ending.code == 2 && ending.message.contains(words), "\(ending.message)")
        #expect(!ending.message.contains("Missing value"), "\(ending.message)")
      }
    }
    let limit = try gait("query", "--store", "s.gait", "--limit", "-1")
    #expect(limit.code == 2 && limit.message.contains("--limit -1 cannot be"), "\(limit.message)")
    // A flag has no value, and a missing one is missing all the same.
    let flag = try gait("query", "--store", "s.gait", "--wide", "-1")
    #expect(flag.code == 2 && flag.message.contains("-1"), "\(flag.message)")
    let missing = try gait("analyze", "walk.csv", "--height")
    #expect(missing.message.contains("Missing value for '--height <meters>'"), "\(missing.message)")
  }

  @Test func `what is collected is not resumed, and nothing stops and goes on at once`() throws {
    try gait.done(
      "simulate", "--history", "steady", "--participant", "A", "--store", "s.gait", "--days", "10")
    func delete(_ words: String...) throws -> GaitProcess.Ending {
      try gait.run(["delete", "--store", "s.gait", "--participant", "A"] + words)
    }
    let nothing = try delete("--resume-collecting", "walking-speed", "--everything")
    #expect(
      nothing.code == 2
        && nothing.message.contains(
          "--resume-collecting walking-speed: its collection was not stopped for A, and nothing was changed; all kinds of A "
            + "are collected"),
      "\(nothing.message)")
    let held = try gait.done("query", "walking-speed", "--store", "s.gait", "--format", "csv")
    #expect(held.output.split(separator: "\n").count > 2)
    let both = try delete("--stop-collecting", "cadence", "--resume-collecting", "cadence")
    #expect(both.code == 2 && both.message.contains("name cadence both"), "\(both.message)")
    #expect(try delete("--stop-collecting", "cadence").code == 0)
    let other = try delete("--resume-collecting", "cadence", "--resume-collecting", "step-count")
    #expect(
      other.code == 2 && other.message.contains("not collected are cadence"), "\(other.message)")
    #expect(try delete("--resume-collecting", "cadence").code == 0)
    #expect(try delete("--resume-collecting", "cadence").code == 2)
  }

  @Test func `long names and kinds fit a terminal of 80 columns`() throws {
    let kinds = ["daily-walking-speed-time-weighted-mean-of-everything-and-more", "walking-speed"]
    let rows = kinds.flatMap { kind in
      ["P-2026-0001", "P-2026-0002"].map {
        "\($0),\(kind),1.2345,m/s,2026-05-04T09:30:12Z,2026-05-04T09:31:00Z,me\n"
      }
    }
    try ("participant,kind,value,unit,start_time,end_time,source\n" + rows.joined())
      .write(toFile: gait.path("two.csv"), atomically: true, encoding: .utf8)
    try gait.done("import", "two.csv", "--store", "s.gait")
    let table = try gait.done("query", "--everything", "--store", "s.gait").output
    for line in table.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    #expect(table.contains("P-2026-0001") && table.contains("2026-05-04 09:30:12"), "\(table)")
    let words = table.filter { !$0.isWhitespace }
    #expect(table.contains("\n                and-more") || words.contains("and-more"), "\(table)")
    let wide = try gait.done("query", "--everything", "--wide", "--store", "s.gait").output
    #expect(wide.contains(kinds[0]))
  }

  @Test func `labels whose values are left out say so`() throws {
    try gait.done("simulate", "stairs", "--output", "walk.csv", "-q")
    // The second lies in a walk on a slope, the first in one on the flat.
    try "label,start_s,end_s\nflat,23,32\nslope,81,104\n".write(
      toFile: gait.path("marks.csv"), atomically: true, encoding: .utf8)
    try gait.done(
      "analyze", "walk.csv", "--activities", "marks.csv", "--participant", "A", "--store", "s.gait",
      "--start", "2026-05-04T09:30:00+02:00")
    func asked(_ words: String...) throws -> (rows: [[String: String]], message: String) {
      let ending = try gait.run(
        [
          "query", "walking-speed", "--by-activity", "--statistics", "mean,count", "--store",
          "s.gait",
          "--format", "csv",
        ] + words)
      #expect(ending.code == 0, "\(ending.message)")
      return (GaitProcess.rows(ending.output), ending.message)
    }
    let (rows, message) = try asked()
    let counts = Dictionary(
      uniqueKeysWithValues: rows.map { ($0["label"] ?? "", $0["count"] ?? "") })
    #expect(counts == ["flat": "1", "slope": "0"], "\(rows)")
    #expect(
      message.contains("of 1 activity all values of walking-speed are left out"), "\(message)")
    let (all, silence) = try asked("--left-out")
    #expect(
      all.allSatisfy { $0["count"] == "1" } && !silence.contains("left out"), "\(all) \(silence)")
  }
}
