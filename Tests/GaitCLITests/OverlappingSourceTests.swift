import Foundation
import Testing

/// One device at a time counts, whichever door its samples came through.
struct OverlappingSourceTests {
  private let gait: GaitProcess
  private let header = "participant,kind,value,unit,start_time,end_time,source\n"

  init() throws { gait = try GaitProcess() }

  private func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path(name)))
  }

  private func simulate(
    _ store: String, seed: Int, _ person: String = "P01"
  ) throws -> GaitProcess.Ending {
    let ending = try gait(
      "simulate", "--history", "steady", "--days", "10", "--seed", "\(seed)", "--participant",
      person, "--store", store)
    #expect(ending.code == 0, "\(ending.message)")
    return ending
  }

  /// The sum of steps of each day.
  private func steps(_ store: String, _ more: String...) throws -> [Double] {
    let ending = try gait.run(
      [
        "query", "step-count", "--store", store, "--every", "day", "--statistics", "sum",
        "--format",
        "csv",
      ] + more)
    #expect(ending.code == 0, "\(ending.message)")
    return ending.output.split(separator: "\n").dropFirst().compactMap {
      Double($0.split(separator: ",", omittingEmptySubsequences: false)[5])
    }
  }

  @Test func `two histories of one name do not add up, and it is said`() throws {
    _ = try simulate("s.gait", seed: 1)
    let alone = try steps("s.gait")
    let first = try #require(alone.max())
    let again = try simulate("s.gait", seed: 2)
    #expect(again.message.contains("recorded at once"), "\(again.message)")
    let both = try steps("s.gait")
    #expect(try #require(both.max()) < 1.5 * first)
    for command in [["query", "step-count", "--every", "day"], ["estimate"]] {
      let ending = try gait.run([command[0], "--store", "s.gait"] + command.dropFirst())
      #expect(ending.message.contains("recorded at once"), "\(ending.message)")
    }
    // The same by way of two stores and their exports.
    _ = try simulate("a.gait", seed: 1)
    _ = try simulate("b.gait", seed: 2)
    for store in ["a", "b"] {
      _ = try gait(
        "export", "--store", "\(store).gait", "--plain", "--output", "\(store).csv")
      let read = try gait("import", "\(store).csv", "--store", "both.gait")
      // The second history is of another person by age, height and mass, which is said.
      #expect(read.code == (store == "b" ? 1 : 0))
      #expect(read.message.contains("recorded at once") == (store == "b"))
    }
    #expect(try steps("both.gait") == both)
  }

  @Test
  func
    `a history that was made longer again and again is told once, with how many and for how long`()
    throws
  {
    for days in [7, 14, 21, 28] {
      try gait.done(
        "simulate", "--history", "steady", "--days", "\(days)", "--start", "2025-09-01", "--seed",
        "3", "--participant", "P1", "--store", "s.gait")
    }
    let said = try gait.done("estimate", "--store", "s.gait").message.split(separator: "\n")
      .filter { $0.contains("recorded at once") }
    #expect(said.count == 1, "\(said)")
    let words = try #require(
      said.first?.firstMatch(
        of:
          /P1: of 4 recordings named simulated-steady-3 some were recorded at once: for ([\d.]+) h between 2025-09-01T.* and 2025-09-2.* one counts in place of the others in totals and estimates, and all stay in the store/
      ), "\(said)")
    // What one of them counts for is no longer than the weeks that two of them have.
    #expect(try #require(Double(words.1)) < 21 * 24)
  }

  @Test func `phones of two people that are called alike are two`() throws {
    let rows = [("P01", 4), ("P02", 5)].map { person, day in
      """
      \(person),step-count,600,count,2026-05-0\(day)T09:00:00Z,2026-05-0\(day)T10:00:00Z,Phone
      \(person),step-count,500,count,2026-05-0\(day)T09:30:00Z,2026-05-0\(day)T10:00:00Z,Watch
      \(person),distance,500,m,2026-05-0\(day)T09:30:00Z,2026-05-0\(day)T10:00:00Z,Watch

      """
    }
    try write(header + rows.joined(), "phone.csv")
    #expect(try gait("import", "phone.csv", "--store", "s.gait").code == 0)
    func said(_ kind: String) throws -> String {
      try gait("query", kind, "--store", "s.gait", "--every", "day", "--mix-sources").message
    }
    let steps = try said("step-count")
    for person in ["P01", "P02"] {
      #expect(
        steps.contains("\(person): Watch and Phone were recorded at once: for 30.0 min"), "\(steps)"
      )
    }
    // Of a kind that one of them has alone nothing gives way.
    #expect(try !said("distance").contains("recorded at once"))
  }

  @Test func `steps of a phone and a watch at once are put together once`() throws {
    let rows = """
      P01,step-count,600,count,2026-05-04T09:00:00Z,2026-05-04T09:10:00Z,Phone
      P01,step-count,500,count,2026-05-04T09:05:00Z,2026-05-04T09:10:00Z,Watch
      P01,step-count,100,count,2026-05-04T10:00:00Z,2026-05-04T10:01:00Z,Watch

      """
    try write(header + rows, "phone.csv")
    let read = try gait("import", "phone.csv", "--store", "s.gait")
    #expect(
      read.code == 0 && read.message.contains("Watch and Phone were recorded at once"),
      "\(read.message)")
    #expect(try steps("s.gait").sorted() == [600, 600])
    #expect(try steps("s.gait", "--mix-sources") == [700])
    let mixed = try gait(
      "query", "step-count", "--store", "s.gait", "--every", "day", "--mix-sources")
    #expect(mixed.message.contains("recorded at once"), "\(mixed.message)")
    let all = try gait("query", "step-count", "--store", "s.gait", "--format", "csv").output
    #expect(all.split(separator: "\n").count == 4, "all stay in the store")
  }

  @Test func `an imported source that calls itself gait adds nothing to the analysis`() throws {
    _ = try simulate("s.gait", seed: 1)
    let alone = try steps("s.gait")
    let worn = try gait(
      "query", "wear-time", "--store", "s.gait", "--limit", "1", "--format", "csv"
    ).output.split(separator: "\n")[1].split(separator: ",", omittingEmptySubsequences: false)
    let (start, end) = (String(worn[4]), String(worn[5]))
    try write(header + "P01,step-count,5000,count,\(start),\(end),gait\n", "more.csv")
    let read = try gait("import", "more.csv", "--store", "s.gait")
    #expect(read.code == 0 && read.message.contains("recorded at once"), "\(read.message)")
    #expect(try steps("s.gait") == alone)
  }

  @Test func `a sealed export into its own store makes no second person`() throws {
    _ = try simulate("s.gait", seed: 1)
    try Data(repeating: 5, count: 32).write(to: URL(fileURLWithPath: gait.path("key")))
    _ = try gait("export", "--store", "s.gait", "--key", "key", "--output", "x.sealed")
    let before = try steps("s.gait")
    let refused = try gait("import", "x.sealed", "--key", "key", "--store", "s.gait")
    #expect(
      refused.code == 2 && refused.message.contains("is the code of P01"), "\(refused.message)")
    #expect(try steps("s.gait") == before)
    // In plain text nobody needs the key; the samples tell.
    _ = try gait("export", "--store", "s.gait", "--plain", "--key", "key", "--output", "x.csv")
    let read = try gait("import", "x.csv", "--store", "s.gait")
    #expect(
      read.code == 0 && read.message.contains("has the same samples as P01"), "\(read.message)")
    #expect(try gait("import", "x.sealed", "--key", "key", "--store", "other.gait").code == 0)
  }

  /// A recording of a scenario that somebody wore, kept and estimated.
  private func wear(
    _ seed: Int, _ scenario: [String], _ site: String, _ start: String, _ zone: String
  ) throws {
    _ = try gait.run(
      ["simulate"] + scenario + ["--seed", "\(seed)", "--output", "r\(seed).csv", "--force"])
    try gait.done(
      "analyze", "r\(seed).csv", "--participant", "P", "--site", site, "--height", "1.7", "--start",
      start, "--time-zone", zone, "--store", "s.gait", "--quiet")
    try gait.done("estimate", "--store", "s.gait", "--quiet")
  }

  /// A figure of each day as runs one after the other left it, and as a run of everything does.
  private func days(_ kind: String) throws -> (kept: [String], anew: [String]) {
    func rows() throws -> [String] {
      try gait.done("query", kind, "--store", "s.gait", "--format", "csv").output
        .split(separator: "\n").dropFirst().map {
          let fields = $0.split(separator: ",", omittingEmptySubsequences: false)
          return "\(fields[4].prefix(10)) \(fields[2])"
        }
    }
    let kept = try rows()
    try gait.done("estimate", "--store", "s.gait", "--everything", "--quiet")
    return (kept, try rows())
  }

  @Test
  func `a device of another zone that comes later takes its time from the other day, too`() throws {
    let (berlin, newYork) = ("Europe/Berlin", "America/New_York")
    let life = ["daily-life", "--seconds", "600"]
    try wear(1, life, "wrist", "2026-05-03T10:00:00+02:00", berlin)
    try wear(2, life, "lower_back", "2026-05-03T12:00:00-04:00", newYork)
    // The same ten minutes: the fifth by the watch, the fourth by the phone.
    try wear(3, life, "wrist", "2026-05-05T02:00:00+02:00", berlin)
    try wear(4, life, "lower_back", "2026-05-04T20:00:00-04:00", newYork)
    let bouts = try days("daily-bout-count")
    #expect(bouts.kept.map { $0.prefix(10) } == ["2026-05-03", "2026-05-04"], "\(bouts.kept)")
    #expect(bouts.kept == bouts.anew)
  }

  @Test
  func `a device that begins at midnight takes a walk over midnight from the day before`() throws {
    let walks = ["heart-rate", "--seconds", "1440"]
    // From 23:58:32 to 00:02:59.
    try wear(1, walks, "wrist", "2026-05-04T23:53:30+02:00", "Europe/Berlin")
    try wear(2, walks, "lower_back", "2026-05-05T00:00:00+02:00", "Europe/Berlin")
    let walking = try days("daily-sustained-time")
    #expect(walking.kept.count == 1, "\(walking.kept)")
    #expect(walking.kept == walking.anew)
  }

  @Test
  func `the better site counts also where the other clock calls it the day before`() throws {
    let life = ["daily-life", "--seconds", "600"]
    // The same ten minutes by both clocks.
    let worn = [
      ("lower_back", "2026-05-05T02:00:00+02:00", "Europe/Berlin"),
      ("wrist", "2026-05-04T20:00:00-04:00", "America/New_York"),
    ]
    var manifest = "path,participant,site,height_m,start,time_zone\n"
    for (index, (site, start, zone)) in worn.enumerated() {
      try wear(index + 1, life, site, start, zone)
      manifest += "r\(index + 1).csv,P,\(site),1.7,\(start),\(zone)\n"
    }
    let counts = "r1 counts in place of the other"
    let query = try gait.done("query", "walking-speed", "--store", "s.gait", "--every", "day")
    #expect(query.message.contains(counts), "\(query.message)")
    #expect(!query.output.contains("2026-05-04"), "\(query.output)")
    let bouts = try days("daily-bout-count")
    #expect(bouts.kept.map { $0.prefix(10) } == ["2026-05-05"], "\(bouts.kept)")
    #expect(bouts.kept == bouts.anew)
    try write(manifest, "study.csv")
    let study = try gait.done("batch", "study.csv", "--output", "out")
    #expect(study.message.contains(counts), "\(study.message)")
    let lines = try gait.text(of: "out/tables/days.csv").split(separator: "\n").dropFirst()
    let cells = lines.map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let steps = cells.filter { !["0", ""].contains($0[6]) }
    #expect(steps.map { $0[1] } == ["2026-05-05"], "\(steps)")
  }

  @Test func `a device beside another one makes no day anew but its own`() throws {
    try gait.done(
      "simulate", "--history", "steady", "--days", "20", "--start", "2026-01-05", "--participant",
      "P", "--store", "s.gait", "--quiet")
    try gait.done("estimate", "--store", "s.gait", "--quiet")
    try gait.done("simulate", "straight-walk", "--seconds", "60", "--output", "walk.csv")
    try gait.done(
      "analyze", "walk.csv", "--participant", "P", "--site", "lower_back", "--height", "1.7",
      "--start", "2026-01-15T09:30:00+01:00", "--store", "s.gait", "--quiet")
    let said = try gait.done("estimate", "--store", "s.gait", "--verbose").message
    #expect(said.contains("walk counts in place of the other"), "\(said)")
    #expect(said.contains("P: 1 day and 1 week"), "\(said)")
  }
}
