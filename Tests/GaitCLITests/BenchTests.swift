import Foundation
import Testing

/// `gait bench` as a user calls it.
struct BenchTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  private func simulated(_ name: String) throws -> String {
    let path = gait.path(name)
    #expect(try gait("simulate", "straight-walk", "--output", path, "--quiet").code == 0)
    return path
  }

  private func report(_ arguments: String...) throws -> [String: Any] {
    let ending = try gait.run(["bench"] + arguments + ["--format", "json"])
    #expect(ending.code == 0)
    let read = try JSONSerialization.jsonObject(with: Data(ending.output.utf8))
    return try #require(read as? [String: Any])
  }

  @Test func `a report counts values and memory, and its runs spread`() throws {
    let walk = try simulated("walk.csv")
    let report = try report(walk, "--runs", "3")
    let total = try #require(report["total"] as? [String: Any])
    let (least, median, most) = (
      try #require(total["cpu_min_s"] as? Double), try #require(total["cpu_s"] as? Double),
      try #require(total["cpu_max_s"] as? Double)
    )
    #expect(least > 0 && least <= median && median <= most)
    let seconds = try #require(report["recording_s"] as? Double)
    let each = try #require(total["ns_per_value"] as? Double)
    let values = median * 1e9 / each
    // Three or six channels at the rate of the recording, which is written with its last sample.
    let rows = try String(contentsOfFile: walk, encoding: .utf8).split(separator: "\n").count - 1
    let channels = values / Double(rows)
    #expect(abs(channels / 3 - 1) < 0.01 || abs(channels / 6 - 1) < 0.01)
    #expect(seconds > 10)
    if let count = total["allocations"] as? Int { #expect(count > 100) }
  }

  @Test func `an earlier report says what got slower`() throws {
    let walk = try simulated("walk.csv")
    var then = try report(walk, "--runs", "1")
    // As if the program had taken no time at all, and all the time of the world.
    func told(_ seconds: Double) throws -> String {
      var total = try #require(then["total"] as? [String: Any])
      for key in ["cpu_s", "cpu_min_s", "cpu_max_s"] { total[key] = seconds }
      then["total"] = total
      let file = gait.path("then.json")
      try JSONSerialization.data(withJSONObject: then).write(to: URL(fileURLWithPath: file))
      let ending = try gait.run(["bench", walk, "--runs", "1", "--baseline", file])
      #expect(ending.code == 0)
      return ending.output.split(separator: "\n").last { $0.hasPrefix("total") }.map(String.init)
        ?? ""
    }
    #expect(try told(1e-6).contains("slower"))
    #expect(try told(1e6).contains("faster"))
  }

  @Test func `the site of a report is the one that was used`() throws {
    let walk = try simulated("walk.csv")
    for mode in ["--runs=1", "--reading", "--live"] {
      #expect(try report(walk, mode)["site"] as? String == "lower_back", "\(mode)")
    }
    #expect(try report(walk, "--site", "wrist")["site"] as? String == "wrist")
  }

  @Test func `a comparison says what the earlier report was made with`() throws {
    let walk = try simulated("walk.csv")
    let then = try gait.run(["bench", walk, "--runs", "1", "--format", "json"])
    let file = gait.path("then.json")
    try then.output.write(toFile: file, atomically: true, encoding: .utf8)
    let same = try gait.run(["bench", walk, "--runs", "1", "--baseline", file])
    #expect(same.code == 0 && !same.output.contains("differs"), "\(same.output)")
    let other = try gait.run(
      ["bench", walk, "--runs", "1", "--baseline", file, "--transform", "plain", "--site", "wrist"])
    #expect(other.output.contains("the transform differs: then fftw, now plain"), "\(other.output)")
    #expect(other.output.contains("the site differs: then lower_back, now wrist"))
    #expect(!other.output.contains("digest of settings"))
    // Another machine's report, where this one tells its processor.
    let told = then.output.replacing(/"processor": ".+?"/, with: "\"processor\": \"Z80\"")
    try told.write(toFile: file, atomically: true, encoding: .utf8)
    let moved = try gait.run(["bench", walk, "--runs", "1", "--baseline", file])
    #expect(
      moved.output.contains("the processor differs: then Z80, now ") == (told != then.output),
      "\(moved.output)")
    let table = try gait.run(["bench", walk, "--baseline", file, "--format", "csv"])
    #expect(table.code == 2 && table.message.contains("--baseline"), "\(table.message)")
  }

  @Test func `a baseline that is none, or of another recording, is refused`() throws {
    let walk = try simulated("walk.csv")
    let none = try gait.run(["bench", walk, "--runs", "1", "--baseline", walk])
    #expect(none.code != 0)
    #expect(none.message.contains("is no report of a bench"))
    let other = gait.path("other.csv")
    #expect(
      try gait("simulate", "straight-walk", "--seed", "2", "--output", other, "-q").code == 0)
    let file = gait.path("then.json")
    let ending = try gait.run(["bench", other, "--runs", "1", "--format", "json"])
    try ending.output.write(toFile: file, atomically: true, encoding: .utf8)
    let refused = try gait.run(["bench", walk, "--runs", "1", "--baseline", file])
    #expect(refused.code != 0)
    #expect(refused.message.contains("is about other, and this is walk"))
  }

  @Test func `a recording is known by its bytes, not by its name`() throws {
    let walk = try simulated("walk.csv")
    let file = gait.path("then.json")
    let then = try gait.run(["bench", walk, "--runs", "1", "--format", "json"])
    try then.output.write(toFile: file, atomically: true, encoding: .utf8)
    for kind in ["csv", "json"] {
      try FileManager.default.copyItem(
        atPath: gait.path("walk.\(kind)"), toPath: gait.path("copy.\(kind)"))
    }
    let copy = try gait.run(["bench", gait.path("copy.csv"), "--runs", "1", "--baseline", file])
    #expect(copy.code == 0 && copy.output.contains("against"), "\(copy.message)")
    // The same name, and half of the recording.
    let lines = try String(contentsOfFile: walk, encoding: .utf8).split(separator: "\n")
    try lines.prefix(lines.count / 2).joined(separator: "\n")
      .write(toFile: walk, atomically: true, encoding: .utf8)
    let cut = try gait.run(["bench", walk, "--runs", "1", "--baseline", file])
    #expect(cut.code != 0 && cut.message.contains("is about another walk"), "\(cut.message)")
    #expect(cut.output.isEmpty)
  }

  @Test func `a plain transform does the same work`() throws {
    let walk = try simulated("walk.csv")
    let (plain, fftw) = (
      try report(walk, "--runs", "1", "--transform", "plain"), try report(walk, "--runs", "1")
    )
    #expect((plain["stages"] as? [Any])?.count == (fftw["stages"] as? [Any])?.count)
    let wrong = try gait("bench", walk, "--transform", "quick")
    #expect(wrong.code == 2)
  }

  @Test func `the table fits a terminal, and a missing report is said before anything runs`() throws
  {
    let walk = try simulated("walk.csv")
    let table = try gait("bench", walk, "--runs", "1").output
    #expect(table.contains("peak memory"))
    for line in table.split(separator: "\n") where !line.contains(walk) {
      #expect(line.count <= 80, "\(line)")
    }
    let missing = try gait("bench", walk, "--baseline", "none.json")
    #expect(
      missing.code == 2 && missing.message.contains("--baseline none.json: there is no such file"))
    let bars = try gait("validate", gait.folder, "--bars", "none.csv")
    #expect(bars.code == 2 && bars.message.contains("--bars none.csv: there is no such file"))
    let folder = try gait("validate", gait.folder, "--against", ".")
    #expect(folder.code == 2 && folder.message.contains("--against .: this is a folder"))
  }

  @Test func `second by second it says what a second costs and when a bout is told`() throws {
    let life = gait.path("life.csv")
    #expect(
      try gait("simulate", "daily-life", "--seconds", "600", "--output", life, "-q").code == 0)
    let report = try report(life, "--live", "--runs", "2", "--site", "lower_back")
    #expect(report["runs"] as? Int == 2)
    #expect(report["site"] as? String == "lower_back" && report["transform"] as? String == "fftw")
    #expect(report["settings_digest"] is String)
    #expect((598...600).contains(report["appends"] as? Int ?? 0))
    let (least, most) = (
      try #require(report["append_median_us"] as? Double),
      try #require(report["append_max_us"] as? Double)
    )
    #expect(least > 0 && least <= most)
    let bouts = try #require(report["bouts"] as? Int)
    #expect(bouts > 0)
    // A bout is told after it has ended, and no stretch that is looked at is longer than half an hour.
    let median = try #require(report["delay_median_s"] as? Double)
    #expect(median > 0 && median < 1800)
    let result = try #require(report["result_median_ms"] as? Double)
    #expect(result > 0)
    #expect(try gait("bench", life, "--live", "--reading").code == 2)
  }
}
