import Foundation
import Testing

/// What people enter is held against one table of what can be, whatever the command.
struct EntryTests {
  private let gait: GaitProcess
  private static let walk = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("SampleData/straight-walk.csv").path

  init() throws {
    gait = try GaitProcess()
    let text = """
      participant,kind,value,unit,start_time,end_time,source
      P01,walking-speed,1.2,m/s,2026-05-04T09:30:00Z,2026-05-04T09:31:00Z,gait

      """
    try text.write(toFile: gait.path("one.csv"), atomically: true, encoding: .utf8)
    #expect(try gait("import", "one.csv", "--store", "s.gait").code == 0)
  }

  private static let stored = ["--store", "s.gait", "--participant", "P01"]
  private static let test = ["calibrate", "--six-minute-walk"]

  static let refused: [([String], String)] = [
    (["analyze", walk, "--height", "0.3"], "on record"),
    (["analyze", walk, "--mass", "2"], "on record"),
    (["analyze", walk, "--age", "130"], "122 years"),
    (["analyze", walk, "--height", "nan"], "no number"),
    (["analyze", walk, "--store", "s.gait", "--participant", "P01 "], "another person"),
    (["analyze", walk, "--store", "s.gait", "--participant", ""], "empty"),
    (["analyze", walk] + stored + ["--start", "2096-05-04T09:30:00Z"], "future"),
    (["analyze", walk] + stored + ["--start", "1975-05-04T09:30:00Z"], "1990"),
    (["inspect", walk, "--height", "5"], "on record"),
    (test + ["1500", "--on", "2026-05-04"] + stored, "six minutes"),
    (test + ["0.5", "--on", "2026-05-04"] + stored, "from 1 to 1200 m"),
    (test + ["412", "--on", "2096-05-04"] + stored, "future"),
    (test + ["412", "--on", "1975-05-04"] + stored, "1990"),
    (["calibrate", walk, "--distance=-3"], "from 0"),
    (["recalibrate", "--from", "2096-05-04"] + stored, "future"),
    (["recalibrate", "--from", "1975-05-04"] + stored, "1990"),
    (["event", "injury", "--on", "2096-05-04"] + stored, "future"),
    (["estimate", "--until", "2096-05-04"] + stored, "future"),
    (["estimate", "--height", "17"] + stored, "on record"),
    (["simulate", "--history", "steady", "--store", "n.gait", "--start", "2096-01-05"], "future"),
    (
      ["simulate", "--history", "steady", "--store", "n.gait", "--days", "30000"],
      "older than 1990"
    ),
    (["import", "one.csv", "--store", "s.gait", "--participant", " P01"], "another person"),
  ]

  @Test(arguments: refused)
  func `what cannot be is refused with the reason`(arguments: [String], reason: String) throws {
    let ending = try gait.run(arguments)
    #expect(ending.code != 0 && ending.message.contains(reason), "\(ending.message)")
    let rows = try gait("query", "--store", "s.gait", "--format", "csv").output
    #expect(rows.split(separator: "\n").count == 2, "\(rows)")
  }

  @Test func `a history has no day that is still to come`() throws {
    let calendar = Calendar(identifier: .gregorian)
    func day(_ ago: Int) -> String {
      let date = calendar.date(byAdding: .day, value: -ago, to: Date()) ?? Date()
      return date.formatted(.iso8601.year().month().day())
    }
    let history = ["simulate", "--history", "steady", "--time-zone", "UTC", "--store", "n.gait"]
    let future = try gait.run(history + ["--days", "30", "--start", day(6)])
    #expect(future.code == 2 && future.message.contains("of 30 would be in the future"))
    let latest = try #require(future.message.firstMatch(of: /is --start (\S+)/)).1
    let past = try gait.run(history + ["--days", "30", "--start", String(latest)])
    #expect(past.code == 0, "\(past.message)")
    let long = try gait.run(history + ["--days", "730", "--truth", "truth.csv"])
    #expect(long.code == 0, "\(long.message)")
    let rows = try gait.text(of: "truth.csv").split(separator: "\n").dropFirst()
    #expect(rows.count == 730 && rows.allSatisfy { String($0.prefix(10)) < day(0) })
  }

  static let misspelt: [([String], String)] = [
    (["analyze", walk, "--height", "1,75"], "as 1.75"),
    (["analyze", walk, "--time-zone", "Europe/Berln"], "did you mean Europe/Berlin?"),
    (["batch", ".", "--output", "o", "--shard", "4/3"], "as 3/8"),
    (["query", "--store", "s.gait", "--from", "May"], "as 2026-05-04"),
    (["query", "--store", "s.gait", "--every", "year"], "as 2-weeks"),
    (["event", "--list", "--formt", "csv"] + stored, "gait event has no option --formt"),
    (["simulate", "--format", "csv"], "gait simulate has no option --format"),
  ]

  @Test(arguments: misspelt)
  func `what is misspelt is refused with what is allowed`(arguments: [String], reason: String)
    throws
  {
    let ending = try gait.run(arguments)
    #expect(ending.code == 2 && ending.message.contains(reason), "\(ending.message)")
  }

  @Test(arguments: [
    (#"{"start_datetime": "2096-05-04T09:30:00Z"}"#, "Say when it began: --start 2026"),
    (#"{"participant": "P01 "}"#, "Say who it is: --participant P07 (in"),
  ])
  func `what a description says that cannot be is to be said anew, and nothing else`(
    description: String, advice: String
  ) throws {
    try FileManager.default.copyItem(atPath: Self.walk, toPath: gait.path("walk.csv"))
    try description.write(toFile: gait.path("walk.json"), atomically: true, encoding: .utf8)
    let other =
      description.contains("start")
      ? ["--participant", "P01"] : ["--start", "2026-05-04T09:30:00Z"]
    let ending = try gait.run(["analyze", "walk.csv", "--store", "s.gait"] + other)
    #expect(ending.code != 0 && ending.message.contains(advice), "\(ending.message)")
    #expect(!ending.message.contains("Say what is right"), "\(ending.message)")
  }

  @Test func `a change to come is refused, one of the past is kept`() throws {
    _ = try gait.run(["estimate", "--height", "1.6"] + Self.stored)
    let later = try gait.run(
      ["estimate", "--height", "1.7", "--since", "2096-05-04"] + Self.stored)
    #expect(later.code != 0 && later.message.contains("future"), "\(later.message)")
    let past = try gait.run(["estimate", "--height", "1.7", "--since", "2026-05-04"] + Self.stored)
    #expect(past.code == 0, "\(past.message)")
    for good in [
      ["recalibrate", "--from", "2026-05-04"], ["event", "injury", "--on", "2026-05-04"],
    ] {
      #expect(try gait.run(good + Self.stored).code == 0)
    }
  }

  @Test(arguments: [
    (#"{"participant": "P07", "start_datetime": "2096-05-04T09:30:00+02:00"}"#, "future"),
    (#"{"participant": "P07", "start_datetime": "1971-01-01T00:00:00+00:00"}"#, "1990"),
    (#"{"participant": "P07", "height_m": 17}"#, "height_m"),
  ])
  func `what the file beside a recording says is held against it, too`(
    description: String, reason: String
  ) throws {
    try FileManager.default.copyItem(atPath: Self.walk, toPath: gait.path("walk.csv"))
    try description.write(toFile: gait.path("walk.json"), atomically: true, encoding: .utf8)
    let ending = try gait("analyze", "walk.csv", "--store", "s.gait")
    #expect(ending.code != 0 && ending.message.contains(reason), "\(ending.message)")
    let kept = try gait("query", "--store", "s.gait").output
    #expect(!kept.contains("P07"), "\(kept)")
  }
}
