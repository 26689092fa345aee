import Foundation
import Testing

/// What people do to estimates: stop them, delete them, change who they are about.
struct EstimateTroubleTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  private func simulate(_ history: String = "steady", days: Int, seed: Int = 5) throws {
    let made = try gait(
      "simulate", "--history", history, "--participant", "P", "--store", "s.gait", "--days",
      "\(days)", "--seed", "\(seed)")
    #expect(made.code == 0, "\(made.message)")
  }

  @discardableResult private func run(_ words: String...) throws -> String {
    let ending = try gait.run(words + ["--store", "s.gait"])
    #expect(ending.code == 0, "\(words): \(ending.message)")
    return (ending.output + " " + ending.message).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  private func rows(_ kind: String, _ more: String...) throws -> [Substring] {
    let ending = try gait.run(["query", kind, "--store", "s.gait", "--format", "csv"] + more)
    return ending.output.split(separator: "\n").dropFirst().map { $0 }
  }

  @Test
  func `an estimate that is not collected any more stays as it was, and nothing else is said`()
    throws
  {
    try simulate(days: 60)
    try run("estimate")
    let stop = "walking-steadiness"
    try run("delete", "--participant", "P", "--stop-collecting", stop)
    let before = try rows(stop) + rows("steadiness-event")
    #expect(before.count > 4)
    let said = try run("estimate", "--participant", "P", "--height", "1.60", "--corrects")
    #expect(try rows(stop) + rows("steadiness-event") == before)
    #expect(!said.contains("steadiness of 6 weeks") && said.contains("six-minute walk of"))
    #expect(said.contains("steadiness-event, walking-steadiness: not collected"), "\(said)")
    #expect(said.contains("--resume-collecting walking-steadiness ends that"), "\(said)")
  }

  @Test func `an estimate that was never collected is missing for that reason`() throws {
    try simulate(days: 60)
    try run("delete", "--participant", "P", "--stop-collecting", "walking-steadiness")
    let said = try run("estimate")
    #expect(said.contains("Steadiness not collected, as was asked"), "\(said)")
    let document = try run("estimate", "--format", "json")
    #expect(document.contains(#""latest_week_missing": "not collected, as was asked""#))
    #expect(try rows("steadiness-event").isEmpty)
  }

  @Test func `a change since a day leaves the weeks before it alone`() throws {
    try simulate(days: 120)
    try run("delete", "--participant", "P", "height")
    try run("estimate", "--participant", "P", "--height", "1.70")
    let before = try rows("walking-steadiness", "--to", "2026-03-09")
    #expect(before.count > 5)
    try run("estimate", "--participant", "P", "--height", "1.60", "--since", "2026-03-16")
    #expect(try rows("walking-steadiness", "--to", "2026-03-09") == before)
    #expect(try rows("height").map { $0.split(separator: ",")[2] } == ["1.7", "1.6"])
  }

  @Test func `a change before the day of the first entry leaves the weeks before it alone`() throws
  {
    try simulate(days: 120)
    try run("delete", "--participant", "P", "height")
    try run("estimate", "--participant", "P", "--height", "1.70", "--since", "2026-05-01")
    let before = try rows("walking-steadiness", "--to", "2026-03-09")
    let said = try run(
      "estimate", "--participant", "P", "--height", "1.60", "--since", "2026-03-16")
    #expect(said.contains("until height 1.7 m from 1 May 2026 on, which stands"), "\(said)")
    #expect(try rows("walking-steadiness", "--to", "2026-03-09") == before)
  }

  @Test func `an age grows by itself, and a year of birth is one`() throws {
    try simulate(days: 60)
    try run("delete", "--participant", "P", "age")
    try run("estimate")
    let said = try run("estimate", "--participant", "P", "--age", "72", "--corrects")
    #expect(said.contains("because the age is known now (born 1953 or 1954)"), "\(said)")
    let refused = try gait(
      "estimate", "--store", "s.gait", "--participant", "P", "--age", "85", "--since", "2026-02-01")
    #expect(
      refused.code != 0 && refused.message.contains("an age grows by itself"), "\(refused.message)")
  }

  @Test func `an age on another day is one that the person can have had`() throws {
    try simulate(days: 60)
    try run("estimate", "--participant", "P", "--age", "10", "--corrects")
    let other = ["estimate", "--store", "s.gait", "--participant", "P", "--age"]
    let refused = try gait.run(other + ["11", "--since", "2026-02-10"])
    #expect(
      refused.code != 0 && refused.message.contains("does not change on a day"),
      "\(refused.message)")
    // A birthday may lie between.
    let taken = try gait.run(other + ["9", "--since", "2026-02-10"])
    #expect(taken.code == 0 && !taken.message.contains("cannot be one"), "\(taken.message)")
  }

  @Test func `more events than are told are counted, with how to list them`() throws {
    try simulate(days: 30)
    let words = "these are the latest 3 of 4 entered events: gait query event --store s.gait"
    for day in 11...14 {
      #expect(try !run("estimate").contains("these are the latest"))
      try run("event", "--participant", "P", "other", "--on", "2026-01-\(day)")
    }
    #expect(try run("estimate").contains(words + " --participant P lists all"))
    try run("report", "person", "--participant", "P", "--output", "p.html")
    #expect(try gait.text(of: "p.html").contains(words))
  }

  @Test func `nobody is born after the year that an age allows`() throws {
    let made = try gait(
      "simulate", "--history", "steady", "--participant", "P", "--store", "s.gait", "--days", "40",
      "--start", "2026-08-01")
    #expect(made.code == 0, "\(made.message)")
    try run("estimate")
    // Whoever is 52 in September 2026 was born in 1973 or 1974.
    let said = try run("estimate", "--participant", "P", "--age", "52", "--corrects")
    #expect(said.contains("(born 1973 or 1974)"), "\(said)")
  }

  @Test func `a reason names the samples beside what is known of the person`() throws {
    try simulate(days: 60)
    try run("estimate")
    try run(
      "delete", "--participant", "P", "walking-speed", "--from", "2026-02-02", "--to", "2026-02-03")
    let said = try run("estimate", "--participant", "P", "--height", "1.60", "--corrects")
    #expect(
      said.contains(
        "because the height changed or was corrected (1.6 m); samples of 2 February 2026 came, changed or went"
      ),
      "\(said)")
  }

  @Test func `a person whose samples all went keeps the clock of their days`() throws {
    let made = try gait("simulate", "straight-walk", "--seconds", "60", "--output", "walk.csv")
    #expect(made.code == 0, "\(made.message)")
    func analyze(_ person: String, _ more: String...) throws {
      let kept = try gait.run(
        [
          "analyze", "walk.csv", "--participant", person, "--site", "lower_back", "--height", "1.7",
          "--start", "2026-05-01T09:00:00", "--time-zone", "Europe/Berlin", "--store", "s.gait",
        ] + more)
      #expect(kept.code == 0, "\(kept.message)")
    }
    try analyze("A")
    try run("estimate")
    try analyze("B", "--move-from-others")
    let said = try run("estimate")
    #expect(!said.contains("GMT"), "\(said)")
    // What was said of somebody was taken back; nothing is left to be said.
    #expect(try !run("estimate").contains("A, through"))
    #expect(try run("estimate", "--participant", "A").contains("A, through"))
    // Nobody lives by the clock of somebody who is not there any more.
    #expect(
      try run("query", "step-count", "--everybody", "--every", "month").contains("2026-05-01"))
    #expect(try run("query", "step-count", "--from", "2026-05-01").contains("times at +02:00"))
    let other = try gait("query", "--store", "s.gait", "--participant", "C")
    #expect(other.message.contains("there are samples of B"), "\(other.message)")
  }

  @Test func `a clinic test that is deleted does not come again, and nothing says so`() throws {
    try simulate(days: 60)
    let first = try run(
      "calibrate", "--participant", "P", "--six-minute-walk", "400", "--on", "2026-02-10")
    #expect(!first.contains("all of them count"), "\(first)")
    let second = try run(
      "calibrate", "--participant", "P", "--six-minute-walk", "402", "--on", "2026-02-10")
    #expect(second.contains("beside 1 of the same day: all of them count"), "\(second)")
    let apart = try run(
      "calibrate", "--participant", "P", "--six-minute-walk", "404", "--on", "2026-02-10", "--apart"
    )
    #expect(
      apart.contains("kept apart from estimates, beside 2 of the same day: 2 of them count"),
      "\(apart)")
    let deleted = try run(
      "delete", "six-minute-walk-distance", "--by-hand", "--participant", "P", "--from",
      "2026-02-10",
      "--to", "2026-02-11")
    #expect(deleted.contains("3 samples deleted") && !deleted.contains("made again"), "\(deleted)")
  }

  @Test func `the greatest oxygen uptake does not depend on when it was estimated`() throws {
    try simulate("fitness", days: 120, seed: 3)
    try FileManager.default.copyItem(atPath: gait.path("s.gait"), toPath: gait.path("all.gait"))
    for until in ["2026-02-01", "2026-03-15"] { try run("estimate", "--until", until) }
    try run("estimate")
    #expect(try gait("estimate", "--store", "all.gait").code == 0)
    let all = try gait("query", "vo2max", "--store", "all.gait", "--format", "csv")
    let stepwise = try gait("query", "vo2max", "--store", "s.gait", "--format", "csv")
    #expect(all.output == stepwise.output && all.output.split(separator: "\n").count > 5)
  }

  @Test func `a simulation that goes on leaves what was entered alone`() throws {
    try simulate(days: 30)
    try run("estimate", "--participant", "P", "--height", "1.68", "--corrects")
    try simulate(days: 31)
    #expect(try rows("height").map { $0.split(separator: ",")[2] } == ["1.68"])
  }

  @Test func `each weekly estimate stands in its own week`() throws {
    try simulate("knee-surgery", days: 60, seed: 8)
    try run("estimate")
    let weeks = try rows(
      "six-minute-walk-distance", "--every", "week", "--statistics", "count")
    #expect(weeks.count > 5 && weeks.allSatisfy { $0.contains(",1") }, "\(weeks)")
    let week = try rows(
      "six-minute-walk-distance", "--from", "2026-01-26", "--to", "2026-02-02")
    #expect(week.count == 1, "\(week)")
  }

  @Test func `a phone's value stands beside the estimate of its week`() throws {
    try simulate("knee-surgery", days: 60, seed: 8)
    try run("estimate")
    let head = "participant,kind,value,unit,start_time,end_time,source"
    let values = ["01-25", "02-15", "02-22"].map {
      "P,six-minute-walk-distance,420,m,2026-\($0)T12:00:00+01:00,2026-\($0)T12:00:00+01:00,iPhone"
    }
    try Data(([head] + values).joined(separator: "\n").utf8).write(
      to: URL(fileURLWithPath: gait.path("phone.csv")))
    try run("import", "phone.csv")
    let said = try run("compare", "six-minute-walk-distance")
    #expect(said.contains("n 3, bias"), "\(said)")
  }

  @Test(arguments: ["daily-walking-speed-p95", "walking-steadiness", "steadiness-event"])
  func `an estimate that was deleted is made again, and that is said`(kind: String) throws {
    try simulate(days: 90)
    try run("estimate")
    let before = try rows(kind)
    #expect(!before.isEmpty)
    let said = try run("delete", kind, "--participant", "P")
    #expect(said.contains("\(kind): made of other samples"), "\(said)")
    #expect(try rows(kind).isEmpty)
    try run("estimate")
    #expect(try rows(kind) == before)
  }

  @Test func `estimates of two sources are two answers and no two parts`() throws {
    try simulate(days: 14, seed: 1)
    let columns = "participant,kind,value,unit,start_time,end_time,source"
    var belt = [columns]
    for kind in ["step-count", "wear-time"] {
      belt += try rows(kind).map { row in
        row.split(separator: ",", omittingEmptySubsequences: false).prefix(6).joined(separator: ",")
          + ",Belt"
      }
    }
    try Data(belt.joined(separator: "\n").utf8).write(
      to: URL(fileURLWithPath: gait.path("belt.csv")))
    try run("import", "belt.csv")
    try run("estimate")
    try run("estimate", "--source", "Belt")
    let mixed = try gait(
      "query", "daily-step-count", "--every", "week", "--statistics", "sum", "--mix-sources",
      "--store", "s.gait")
    #expect(
      mixed.code == 2 && mixed.message.contains("was estimated of more than one source"),
      "\(mixed.output) \(mixed.message)")
  }

  @Test func `a phone's unit is converted, or it is said that nobody knows it`() throws {
    func record(_ type: String, _ value: String, _ unit: String) -> String {
      """
      <Record type="HKQuantityTypeIdentifier\(type)" sourceName="iPhone" unit="\(unit)" value="\(value)" \
      startDate="2026-03-04 10:00:00 +0100" endDate="2026-03-04 10:00:00 +0100"/>
      """
    }
    let records = [
      record("BodyMass", "11", "st"), record("Height", "1700", "mm"),
      record("WalkingSpeed", "60", "m/min"), record("RestingHeartRate", "1", "furlong"),
    ]
    let text =
      "<?xml version=\"1.0\"?><HealthData locale=\"en\">" + records.joined() + "</HealthData>"
    try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path("export.xml")))
    let said = try run("import", "export.xml", "--participant", "P")
    #expect(
      said.contains("1 record of resting-heart-rate in furlong: the unit is not known here"),
      "\(said)")
    for (kind, value) in [("body-mass", 69.85), ("height", 1.7), ("walking-speed", 1)] {
      let row = try #require(try rows(kind, "--left-out").first)
      let kept = try #require(Double(row.split(separator: ",")[2]))
      #expect(abs(kept - value) < 0.01, "\(row)")
    }
  }

  @Test func `quiet leaves out all but the result`() throws {
    try simulate(days: 30)
    let told = try gait("estimate", "--store", "s.gait")
    let quiet = try gait("estimate", "--store", "s.gait", "--quiet")
    #expect(told.output.contains("Six-minute walk") && quiet.output == told.output)
    #expect(quiet.message.isEmpty)
  }

  @Test func `a hook is told the date of a change of walking, and the week of other news`() throws {
    try simulate("knee-surgery", days: 150)
    try run("estimate", "--on-event", "cat > $GAIT_EVENT.json; echo $GAIT_DATE > $GAIT_EVENT.txt")
    let files = try FileManager.default.contentsOfDirectory(atPath: gait.folder)
    let events = files.filter { $0.hasSuffix(".txt") }.map { String($0.dropLast(4)) }
    #expect(events.contains("walking_change") && events.count > 1, "\(events)")
    for event in events {
      let text = try gait.text(of: event + ".json")
      let news = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: String]
      let isOfDay = event.hasSuffix("walking_change")
      let day = try gait.text(of: event + ".txt").split(separator: "\n").first.map(String.init)
      #expect(news?[isOfDay ? "date" : "week_ending"] == day, "\(text)")
      #expect(news?.count == 4, "\(text)")
    }
  }

  @Test func `a command hears of every notice, also after an interruption, and of none twice`()
    throws
  {
    try simulate("unsteadiness", days: 150)
    try FileManager.default.copyItem(atPath: gait.path("s.gait"), toPath: gait.path("whole.gait"))
    let hear = "echo $GAIT_EVENT $GAIT_DATE >> "
    let whole = try gait("estimate", "--store", "whole.gait", "--on-event", hear + "whole")
    #expect(whole.code == 0)
    let all = try gait.text(of: "whole").split(separator: "\n")
    #expect(all.count > 3)
    // The second command kills the program that runs it.
    let kill = "\(hear) heard; test $(wc -l < heard) -lt 2 || kill -KILL $PPID"
    #expect(try gait("estimate", "--store", "s.gait", "--on-event", kill).code != 0)
    #expect(try gait.text(of: "heard").split(separator: "\n") == all.prefix(2).map { $0 })
    // What the command was hearing is told again, as nobody knows whether it heard it.
    try run("estimate", "--on-event", hear + "rest")
    #expect(try gait.text(of: "rest").split(separator: "\n") == all.dropFirst().map { $0 })
    try run("estimate", "--on-event", hear + "rest")
    #expect(try gait.text(of: "rest").split(separator: "\n").count == all.count - 1)
  }

  @Test func `of two runs at once one tells each notice`() throws {
    try simulate("unsteadiness", days: 150)
    // The command of the first run is a second run.
    let second = #""$GAIT" estimate --store s.gait -q --on-event "echo second >> told""#
    let run = try gait.shell(
      "$GAIT estimate --store s.gait -q --on-event 'echo first >> told; \(second)'")
    #expect(run.code == 0, "\(run.message)")
    let told = try gait.text(of: "told").split(separator: "\n")
    #expect(told.count > 3 && told.allSatisfy { $0 == "first" }, "\(told)")
  }

  @Test(arguments: [false, true])
  func `nothing that was deleted is told, or waits in the file`(withRun: Bool) throws {
    try simulate("knee-surgery", days: 140, seed: 1)
    let killed = try gait(
      "estimate", "--store", "s.gait", "--on-event",
      "echo $GAIT_DATE >> heard; test $(wc -l < heard) -lt 3 || kill -KILL $PPID")
    #expect(killed.code != 0)
    let deleted = "2026-04-22"
    try run("delete", "--participant", "P", "--from", deleted, "--everything")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: gait.path("s.gait")))
    #expect(bytes.range(of: Data("something changed on".utf8)) == nil)
    if withRun { try run("estimate") }
    try run("estimate", "--on-event", "echo $GAIT_DATE $GAIT_EVENT >> rest")
    let rest = try gait.text(of: "rest").split(separator: "\n")
    #expect(!rest.isEmpty && rest.allSatisfy { $0 < deleted }, "\(rest)")
  }
}
