import Foundation
import Testing

/// A walk across midnight gives each day its own steps, in every table; where nobody knows them, its share by time.
struct MidnightTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  /// A figure of each day.
  private func sums(_ kind: String, _ figure: String = "sum") throws -> [Double] {
    let ending = try gait(
      "query", kind, "--store", "s.gait", "--participant", "A", "--every", "day", "--statistics",
      figure, "--format", "csv")
    #expect(ending.code == 0, "\(ending.message)")
    return GaitProcess.rows(ending.output).compactMap { $0[figure].flatMap(Double.init) }
  }

  @Test func `the tables of a study and the store agree`() throws {
    let made = try gait("simulate", "straight-walk", "--seconds", "400", "--output", "walk.csv")
    #expect(made.code == 0, "\(made.message)")
    try """
    path,participant,start,time_zone
    walk.csv,A,2026-03-16T23:57:00,Europe/Berlin

    """.write(toFile: gait.path("study.csv"), atomically: true, encoding: .utf8)
    let study = try gait("batch", "study.csv", "--store", "s.gait", "--output", "out")
    #expect(study.code == 0, "\(study.message)")
    let days = GaitProcess.rows(try gait.text(of: "out/tables/days.csv"))
    func column(_ name: String) -> [Double] { days.compactMap { $0[name].flatMap(Double.init) } }
    #expect(days.map { $0["day"] } == ["2026-03-16", "2026-03-17"])
    let steps = try sums("step-count")
    #expect(steps.count == 2 && steps.allSatisfy { $0 > 100 })
    #expect(column("n_steps") == steps)
    // Midnight is three minutes after the first sample.
    let contacts = GaitProcess.rows(try gait.text(of: "out/recordings/A/walk/initial_contacts.csv"))
      .compactMap { $0["time_s"].flatMap(Double.init) }
    #expect(steps == [contacts.count { $0 < 180 }, contacts.count { $0 >= 180 }].map(Double.init))
    for (name, kind) in [("distance_m", "distance"), ("walking_s", "walking-time")] {
      for (own, stored) in zip(column(name), try sums(kind)) {
        #expect(abs(own - stored) < 0.01, "\(name)")
      }
    }
    #expect(column("n_walking_bouts") == [1, 0], "a bout is one, on the day on which it begins")
    // A group's time is that of its bouts, whole.
    #expect(column("all_n_bouts") == [1, 0])
    let grouped = column("all_walking_s")
    #expect(grouped.count == 2 && grouped[1] == 0)
    #expect(abs(grouped[0] - column("walking_s").reduce(0, +)) < 0.01, "\(grouped)")
    let meaning = try gait("columns", "days.csv", "--format", "csv").output
      .split(separator: "\n").filter {
        $0.contains("GROUP_walking_s,") || $0.contains("all_walking_s,")
      }
    #expect(!meaning.isEmpty && meaning.allSatisfy { $0.contains("on which it begins") })
    let whole = GaitProcess.rows(try gait.text(of: "out/tables/persons.csv"))[0]
    #expect(whole["n_steps"].flatMap(Double.init) == steps.reduce(0, +).rounded())
  }

  /// Two days that were worn all the time, a walk from ten minutes before midnight to twenty after, and another.
  private func importWalk(steps: Int, source: String = "gait") throws {
    try """
    participant,kind,value,unit,start_time,end_time,source
    A,wear-time,172800,s,2026-03-16T00:00:00Z,2026-03-18T00:00:00Z,\(source)
    A,step-count,\(steps),count,2026-03-16T23:50:00Z,2026-03-17T00:20:00Z,\(source)
    A,walking-time,1800,s,2026-03-16T23:50:00Z,2026-03-17T00:20:00Z,\(source)
    A,step-count,100,count,2026-03-17T10:00:00Z,2026-03-17T10:01:00Z,\(source)
    A,walking-time,60,s,2026-03-17T10:00:00Z,2026-03-17T10:01:00Z,\(source)

    """.write(toFile: gait.path("\(source).csv"), atomically: true, encoding: .utf8)
    let read = try gait("import", "\(source).csv", "--store", "s.gait")
    #expect(read.code == 0, "\(read.message)")
  }

  @Test func `daily steps and their sums agree, also when the walk changes later`() throws {
    for steps in [3000, 2400] {
      try importWalk(steps: steps)
      let run = try gait("estimate", "--store", "s.gait", "--quiet")
      #expect(run.code == 0, "\(run.message)")
      for (daily, kind) in [
        ("daily-step-count", "step-count"), ("daily-walking-time", "walking-time"),
      ] {
        #expect(try sums(daily, "mean") == sums(kind))
      }
      #expect(try sums("step-count") == [Double(steps) / 3, Double(steps) * 2 / 3 + 100])
    }
  }

  @Test func `a comparison divides both sides`() throws {
    try importWalk(steps: 3000)
    try importWalk(steps: 2700, source: "Phone")
    let table = GaitProcess.rows(
      try gait(
        "compare", "step-count", "--store", "s.gait", "--by", "day", "--format", "csv"
      ).output)
    #expect(table.compactMap { $0["ours"].flatMap(Double.init) } == [1000, 2100])
    #expect(table.compactMap { $0["theirs"].flatMap(Double.init) } == [900, 1900])
  }

  @Test func `ours are not compared with ours`() throws {
    try importWalk(steps: 3000)
    for theirs in ["gait", "gait estimate"] {
      let ending = try gait("compare", "step-count", "--store", "s.gait", "--theirs", theirs)
      #expect(ending.code == 2 && ending.message.contains("is ours"), "\(ending.message)")
    }
  }
}
