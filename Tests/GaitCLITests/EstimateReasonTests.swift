import Foundation
import Testing

/// Why estimates are others than they were, or are none.
struct EstimateReasonTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  @discardableResult private func run(
    _ words: String..., store: String = "s.gait"
  ) throws -> String {
    let ending = try gait.run(words + ["--store", store])
    #expect(ending.code == 0, "\(words): \(ending.message)")
    return (ending.output + " " + ending.message).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  private func simulate(_ history: String = "steady", days: Int, store: String = "s.gait") throws {
    try run(
      "simulate", "--history", history, "--participant", "P", "--days", "\(days)", "--seed", "5",
      store: store)
  }

  @Test func `estimates of another store are said to be others, and why`() throws {
    try simulate(days: 60, store: "a.gait")
    try FileManager.default.copyItem(atPath: gait.path("a.gait"), toPath: gait.path("b.gait"))
    try run(
      "estimate", "--participant", "P", "--height", "1.6", "--corrects", store: "a.gait")
    try run("estimate", store: "b.gait")
    #expect(try gait("merge", "a.gait", "b.gait", "--into", "s.gait").code == 0)
    let why = "they were made in another store, with other facts of the person"
    let said = try run("estimate")
    #expect(said.contains("Said anew because \(why): six-minute walk of"), "\(said)")
    #expect(try run("query", "walking-steadiness", "--superseded", "--wide").contains(why))
    #expect(try !run("estimate").contains("Said anew"))
  }

  @Test func `more samples are no other facts`() throws {
    try simulate(days: 60, store: "a.gait")
    try run("estimate", "--until", "2026-03-08", store: "a.gait")
    try simulate(days: 63, store: "b.gait")
    #expect(try gait("merge", "a.gait", "b.gait", "--into", "s.gait").code == 0)
    let said = try run("estimate")
    #expect(said.contains("Said anew") && !said.contains("other facts"), "\(said)")
  }

  @Test func `so are those that come after a look back`() throws {
    try simulate(days: 60)
    try FileManager.default.copyItem(atPath: gait.path("s.gait"), toPath: gait.path("b.gait"))
    try run("estimate", "--participant", "P", "--height", "1.6", "--corrects")
    try run("estimate", store: "b.gait")
    try run(
      "delete", "step-count", "--participant", "P", "--from", "2026-02-01", "--to", "2026-02-02")
    try run("estimate", "--until", "2026-02-08")
    let own = try run("query", "walking-steadiness")
    #expect(try gait("merge", "b.gait", "--into", "s.gait").code == 0)
    #expect(try run("query", "walking-steadiness") != own)
    try run("estimate")
    #expect(try run("query", "walking-steadiness") == own)
  }

  @Test func `a value that is cut off is said so where it changes`() throws {
    try simulate(days: 60)
    try run("estimate")
    try run("calibrate", "--six-minute-walk", "900", "--on", "2026-02-10", "--participant", "P")
    #expect(try run("estimate").contains("m and is now 500 m or more"))
    try run("delete", "six-minute-walk-distance", "--by-hand", "--participant", "P")
    #expect(try run("estimate").contains("the last was 500 m or more and is now"))
  }

  @Test func `a test that calibrates nothing is no reason`() throws {
    try simulate(days: 60)
    try run("estimate")
    try run(
      "calibrate", "--six-minute-walk", "300", "--on", "2026-02-10", "--participant", "P",
      "--apart")
    try run(
      "delete", "cadence", "--participant", "P", "--from", "2026-02-10", "--to", "2026-02-12")
    let said = try run("estimate")
    #expect(said.contains("Said anew because samples of"), "\(said)")
    #expect(!said.contains("a clinic test was entered"), "\(said)")
  }

  @Test func `after a new beginning the days since it are said to be too few`() throws {
    try simulate(days: 149)
    try run("estimate", "--until", "2026-05-24")
    try run("recalibrate", "--participant", "P", "--from", "2026-05-26")
    let said = try run("estimate")
    let few =
      "worn for 8 h or longer on 5 days since 26 May 2026, when the estimate begins anew (10 needed), 5 of the last 7 among them (3 needed)"
    #expect(said.contains("none for the week to 31 May 2026: \(few)"), "\(said)")
    let missing = "the six-minute walk needs more wear: worn for 8 h or longer on 7 days since"
    #expect(said.contains(missing), "\(said)")
    #expect(try run("estimate", "--format", "json").contains(#""is_ready": false"#))
  }

  @Test func `a test after a new beginning waits for walks since it`() throws {
    try simulate(days: 149)
    try run("calibrate", "--six-minute-walk", "310", "--on", "2026-06-01", "--participant", "P")
    #expect(try run("estimate").contains("310 m on 1 June 2026, calibrates the estimates since"))
    try run("recalibrate", "--participant", "P", "--from", "2026-05-31")
    #expect(
      try run("estimate").contains(
        "310 m on 1 June 2026, calibrates nothing so far: longer walks are needed on 5 days within 14 days of it since 31 May"
      ))
  }

  @Test func `a comma in the name of a source parts no words`() throws {
    try simulate(days: 60, store: "a.gait")
    #expect(try gait("export", "--plain", "--store", "a.gait", "--output", "a.csv").code == 0)
    // Words with a comma stand in quotes; recordings are of our own analysis.
    let table = try gait.text(of: "a.csv").split(separator: "\n").map { line in
      guard let first = line.range(of: ",gait,") else { return String(line) }
      let rest = line[first.upperBound...].split(separator: ",", omittingEmptySubsequences: false)
      let words = [rest[0], "", "", ""] + rest.dropFirst(4)
      return line[..<first.lowerBound] + ",\"Phone, Anna\"," + words.joined(separator: ",")
    }
    try (table.joined(separator: "\n") + "\n").write(
      toFile: gait.path("b.csv"), atomically: true, encoding: .utf8)
    #expect(try gait("import", "b.csv", "--store", "s.gait").code == 0)
    try run("estimate", "--source", "Phone, Anna")
    let said = try run(
      "estimate", "--source", "Phone, Anna", "--participant", "P", "--mass", "90", "--corrects")
    #expect(said.contains("because the mass changed or was corrected (90 kg)"), "\(said)")
  }

  @Test func `estimates of a store that is merged in are made again of what is known here`() throws
  {
    try simulate(days: 60)
    try FileManager.default.copyItem(atPath: gait.path("s.gait"), toPath: gait.path("b.gait"))
    try run("estimate", "--participant", "P", "--height", "1.6", "--corrects")
    let own = try run("query", "walking-steadiness")
    try run("estimate", store: "b.gait")
    #expect(try gait("merge", "b.gait", "--into", "s.gait").code == 0)
    #expect(try run("query", "walking-steadiness") != own)
    let said = try run("estimate")
    #expect(
      said.contains("because they were made in another store, with other facts of the person: six"),
      "\(said)")
    #expect(try run("query", "walking-steadiness") == own)
    #expect(try !run("estimate").contains("Said anew"))
    // A look back is this store's own.
    try simulate(days: 70)
    try run("estimate", "--until", "2026-03-08")
    #expect(try !run("estimate").contains("another store"))
  }

  @Test func `estimates that came with a table are made again with a test entered since`() throws {
    try simulate(days: 60, store: "a.gait")
    let first = try run("estimate", store: "a.gait")
    #expect(!first.contains("Said anew"), "\(first)")
    try run("export", "--plain", "--output", "e.csv", store: "a.gait")
    try run("import", "e.csv")
    try run("calibrate", "--participant", "P", "--six-minute-walk", "400", "--on", "2026-02-10")
    let said = try run("estimate")
    #expect(
      said.contains("because they were made in another store, with other clinic tests: six-minute"),
      "\(said)")
  }

  @Test func `a test is held against an estimate that does not use it`() throws {
    try simulate(days: 100)
    let before = try run("estimate")
    try run("calibrate", "--participant", "P", "--six-minute-walk", "420", "--on", "2026-03-13")
    let said = try run("estimate")
    #expect(
      said.contains("the estimate of the week to 8 March 2026, made without it, is"), "\(said)")
    let sentence = try #require(said.range(of: "made without it, is "))
    let value = said[sentence.upperBound...].prefix { $0 != " " }
    #expect(try #require(Double(value)) < 300, "as before the test: \(before)")
    // Nothing was known before this one.
    try run("calibrate", "--participant", "P", "--six-minute-walk", "400", "--on", "2026-01-15")
    #expect(
      try run("estimate").contains(
        "400 m on 15 January 2026, calibrates the estimates since; no estimate of the two weeks before was made "
          + "without it"))
  }

  @Test(arguments: ["2026-02-02", "2026-05-04"])
  func `a new beginning that changes nothing is no reason`(day: String) throws {
    try simulate(days: 130)
    try run("estimate")
    try run("recalibrate", "--participant", "P", "--from", day)
    try run("calibrate", "--participant", "P", "--six-minute-walk", "300", "--on", "2026-04-06")
    let said = try run("estimate")
    #expect(
      said.contains("Said anew because a clinic test was entered: six-minute walk of"), "\(said)")
  }

  @Test(arguments: ["test", "beginning"])
  func `what was taken back is named beside new samples`(what: String) throws {
    try simulate(days: 150, store: "a.gait")
    try run("export", "--plain", "--to", "2026-05-18", "--output", "e1.csv", store: "a.gait")
    try run(
      "export", "--plain", "--from", "2026-05-18", "--to", "2026-05-25", "--output", "e2.csv",
      store: "a.gait")
    try run("import", "e1.csv")
    if what == "test" {
      try run("calibrate", "--participant", "P", "--six-minute-walk", "300", "--on", "2026-04-15")
    } else {
      try run("recalibrate", "--participant", "P", "--from", "2026-05-04")
    }
    try run("estimate")
    if what == "test" {
      try run("delete", "six-minute-walk-distance", "--by-hand", "--participant", "P")
    } else {
      try run("recalibrate", "--participant", "P", "--from", "2026-05-04", "--revoke")
    }
    try run("import", "e2.csv")
    let said = try run("estimate")
    let named = what == "test" ? "a clinic test was taken back" : "a new beginning was taken back"
    #expect(said.contains("went; \(named): six-minute walk of"), "\(said)")
  }

  @Test(arguments: ["step-length", "walking-speed", "wear-time"])
  func `what is not collected is no fault of the wearing`(kind: String) throws {
    try simulate(days: 100)
    try run("delete", "--participant", "P", "--stop-collecting", kind)
    try run("delete", kind, "--participant", "P", "--from", "2026-03-01")
    let said = try run("estimate")
    let reason = "\(kind) is not collected, as was asked"
    #expect(said.contains("none for the week to 12 April 2026: \(reason)"), "\(said)")
    for wrong in ["at the hip", "in a pocket", ": 0 of", "needs more wear"] {
      #expect(!said.contains(wrong), "\(wrong): \(said)")
    }
    if kind == "step-length" {
      #expect(said.contains("no measured step length, because \(reason): walking speed"), "\(said)")
    }
    #expect(
      try run("estimate", "--format", "json").contains(#""latest_week_missing": "\#(reason)""#))
  }

  @Test func `steps without a speed are said to be that`() throws {
    try simulate("changed-pocket", days: 182)
    let said = try run("estimate")
    #expect(
      said.contains(
        "0 of the 3 days with enough walking of known speed that it takes; on 6 of the days the walks have no speed"
      ), "\(said)")
    #expect(said.contains("0 of the last 7 days have enough walking of known speed"), "\(said)")
  }

  @Test func `all weeks that gave way are counted`() throws {
    try simulate(days: 182)
    try run("estimate")
    let said = try run("estimate", "--participant", "P", "--height", "1.70", "--corrects")
    let aside = try gait(
      "query", "six-minute-walk-distance", "--superseded", "--store", "s.gait", "--format", "csv")
    let count = aside.output.split(separator: "\n").count - 1
    #expect(count > 20)
    #expect(
      said.contains("six-minute walk of \(count) weeks")
        && said.contains("what is said beside the values changed, and")
        && said.contains("of the values in whole meters; that of the week to"), "\(said)")
  }

  @Test func `a medicine since a day was not taken before it`() throws {
    try simulate("fitness", days: 120)
    try run("estimate")
    func marked() throws -> [Bool] {
      try gait("query", "vo2max", "--store", "s.gait", "--format", "csv", "--wide").output
        .split(separator: "\n").dropFirst().map { $0.contains("beta-blockers") }
    }
    #expect(try marked().count > 5)
    try run(
      "estimate", "--participant", "P", "--heart-medication", "beta-blockers", "--since",
      "2026-03-16")
    let weeks = try marked()
    let first = try #require(weeks.firstIndex(of: true))
    #expect(first > 2 && weeks[first...].allSatisfy(\.self), "\(weeks)")
  }

  @Test func `whoever has a phone's walks only is told how to use them`() throws {
    let head = "participant,kind,value,unit,start_time,end_time,source"
    let rows = (1...20).map {
      "P,walking-speed,1.1,m/s,2026-03-0\($0 % 9 + 1)T1\($0 / 10):0\($0 % 10):00Z,2026-03-0\($0 % 9 + 1)T1\($0 / 10):0\($0 % 10):40Z,My iPhone"
    }
    try Data(([head] + rows).joined(separator: "\n").utf8).write(
      to: URL(fileURLWithPath: gait.path("phone.csv")))
    try run("import", "phone.csv")
    #expect(
      try run("estimate").contains(
        "P: there are no walks by gait, and walking speeds by My iPhone: to estimate from those "
          + "(without cadences neither a six-minute walk nor steadiness), gait estimate --store s.gait --participant P --source 'My iPhone'"
      ))
    #expect(try !run("estimate", "--source", "My iPhone").contains("there are no walks by"))
  }

  @Test func `a start that was put right leaves no later day behind`() throws {
    try simulate(days: 60)
    try FileManager.default.copyItem(atPath: gait.path("s.gait"), toPath: gait.path("right.gait"))
    try #require(
      try gait("simulate", "straight-walk", "--seconds", "60", "--output", "w.csv").code == 0)
    func analyze(_ start: String, store: String) throws {
      try run("analyze", "w.csv", "--participant", "P", "--start", start, store: store)
    }
    try analyze("2026-10-01T09:30:00+02:00", store: "s.gait")
    #expect(try run("estimate").contains("P, through 1 October 2026"))
    for store in ["s.gait", "right.gait"] {
      try analyze("2026-03-01T23:30:00+01:00", store: store)
      // Also where something else of the person changes at once.
      let said = try run(
        "estimate", "--participant", "P", "--mass", "80", "--corrects", store: store)
      #expect(said.contains("P, through 4 March 2026"), "\(said)")
    }
    func estimates(_ store: String) throws -> String {
      try run(
        "query", "--everything", "--source", "gait estimate", "--format", "csv", store: store)
    }
    #expect(try estimates("s.gait") == estimates("right.gait"))
    // The days between two starts have no samples.
    try analyze("2026-02-10T09:30:00+01:00", store: "s.gait")
    let moved = try run("estimate", "--format", "json")
    #expect(
      moved.contains("because samples of 2 days from 10 February 2026 to 1 March 2026"), "\(moved)")
    // Whoever asked for a later day is told of it until samples go.
    #expect(try run("estimate", "--until", "2026-03-20").contains("through 20 March 2026"))
    #expect(try run("estimate").contains("through 20 March 2026"))
    #expect(try run("estimate", "--everything").contains("through 4 March 2026"))
  }

  @Test func `a score is said anew for no test of walking, and no week for a later one`() throws {
    try simulate("knee-surgery", days: 100)
    try run("estimate")
    try run("calibrate", "--participant", "P", "--six-minute-walk", "430", "--on", "2026-03-18")
    try run("estimate", "--participant", "P", "--age", "75", "--corrects")
    let table = try gait(
      "query", "--everything", "--superseded", "--store", "s.gait", "--format", "csv")
    let header = table.output.prefix { $0 != "\n" }.split(separator: ",")
    let end = try #require(header.firstIndex(of: "end_time"))
    let lines = table.output.split(separator: "\n").dropFirst()
    let scores = lines.filter { $0.contains(",walking-steadiness,") }
    #expect(scores.count > 8 && scores.allSatisfy { !$0.contains("clinic test") }, "\(scores)")
    let walks = lines.filter { $0.contains(",six-minute-walk-distance,") }
    let told = walks.filter { $0.contains("a clinic test was entered") }
    #expect(!told.isEmpty && told.count < walks.count)
    #expect(
      told.allSatisfy {
        $0.split(separator: ",", omittingEmptySubsequences: false)[end] > "2026-03-18"
      })
  }

  @Test func `a page says how old somebody is, not how old they will be`() throws {
    try simulate(days: 60)
    try run("estimate", "--participant", "P", "--age", "75.8", "--corrects")
    try run("report", "person", "--participant", "P", "--output", "p.html")
    let page = try gait.text(of: "p.html")
    #expect(page.contains("75 years") && !page.contains("76 years"))
  }

  @Test(arguments: [
    ("2026-06-29", "2026-08-01", "25 days from 29 June 2026 to 23 July 2026"),
    ("2026-06-20", "2026-06-28", "8 days from 20 June 2026 to 27 June 2026"),
  ])
  func `a day without samples beside those that were deleted is none of them`(
    from: String, to: String, days: String
  ) throws {
    // The device was not worn on 28 June.
    try run(
      "simulate", "--history", "knee-surgery", "--participant", "K", "--days", "200", "--seed", "3")
    try run("estimate")
    try run("delete", "--everything", "--participant", "K", "--from", from, "--to", to)
    let said = try run("estimate")
    #expect(said.contains("because samples of \(days) came, changed or went"), "\(said)")
  }

  @Test func `where there are more clinic tests than are told, that is said`() throws {
    try simulate(days: 100)
    for (meters, day) in [("400", "02-01"), ("410", "02-01"), ("420", "02-20")] {
      try run(
        "calibrate", "--participant", "P", "--six-minute-walk", meters, "--on", "2026-\(day)")
    }
    #expect(try !run("estimate").contains("clinic tests:"))
    try run("calibrate", "--participant", "P", "--six-minute-walk", "430", "--on", "2026-03-20")
    let words = "these are the latest 3 of 4 clinic tests: "
    let query = "gait query six-minute-walk-distance --by-hand --store s.gait --participant P"
    #expect(try run("estimate").contains("\(words)\(query) lists all"))
    let list = try run(
      "query", "six-minute-walk-distance", "--by-hand", "--participant", "P", "--format", "csv")
    #expect(list.components(separatedBy: ",six-minute-walk-distance,").count == 5)
    try run("report", "person", "--participant", "P", "--output", "p.html")
    #expect(try gait.text(of: "p.html").contains(words))
  }
}
