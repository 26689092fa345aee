import Foundation
import Testing

/// What counts twice, or stands for two, when nobody looks.
struct TwoOfOneTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  private func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path(name)))
  }

  @Test func `a phone and a watch that counted the same steps are compared one by one`() throws {
    _ = try gait.done(
      "simulate", "daily-life", "--seed", "3", "--seconds", "300", "--output", "d.csv")
    _ = try gait.done(
      "analyze", "d.csv", "--participant", "P", "--start", "2026-05-04T10:00:00+02:00",
      "--time-zone", "Europe/Berlin", "--store", "s.gait")
    let time = "2026-05-04T10:00:00.000+02:00,2026-05-04T10:05:00.000+02:00"
    try write(
      """
      participant,kind,value,unit,start_time,end_time,source
      P,step-count,330,count,\(time),iPhone
      P,step-count,335,count,\(time),Watch

      """, "phone.csv")
    _ = try gait.done("import", "phone.csv", "--store", "s.gait")
    let ours = try gait.done(
      "query", "step-count", "--store", "s.gait", "--every", "day", "--statistics", "sum",
      "--format", "csv")
    let sum = try #require(GaitProcess.rows(ours.output).first { $0["source"] == "gait" }?["sum"])
    for span in ["day", "bout"] {
      let pairs = GaitProcess.rows(
        try gait.done("compare", "step-count", "--store", "s.gait", "--by", span, "--format", "csv")
          .output)
      #expect(pairs.map { $0["source"] } == ["Watch", "iPhone"])
      #expect(pairs.compactMap { $0["theirs"].flatMap(Double.init) } == [335, 330])
      #expect(Set(pairs.map { $0["ours"].flatMap(Double.init) }) == [Double(sum)], "by \(span)")
    }
    let table = try gait.done("compare", "step-count", "--store", "s.gait").output
    #expect(table.contains("iPhone: n 1,") && table.contains("Watch: n 1,"), "\(table)")
  }

  @Test func `a phone's export under the wrong name is seen, also of somebody who is known`() throws
  {
    _ = try gait.done(
      "simulate", "daily-life", "--seed", "3", "--seconds", "300", "--output", "d.csv")
    func analyze(_ store: String) throws {
      _ = try gait.done(
        "analyze", "d.csv", "--participant", "Berta", "--start", "2026-05-04T10:00:00+02:00",
        "--store", store)
    }
    let records = (0..<30).map { place in
      """
      <Record type="HKQuantityTypeIdentifierStepCount" sourceName="iPhone" unit="count" \
      startDate="2026-05-05 10:\(10 + place):00 +0200" endDate="2026-05-05 10:\(10 + place):50 +0200" \
      value="\(50 + place)"/>
      """
    }
    try write(
      (["<?xml version=\"1.0\"?>", "<HealthData locale=\"en\">"] + records + ["</HealthData>"])
        .joined(separator: "\n"), "export.xml")
    try analyze("s.gait")
    _ = try gait.done("import", "export.xml", "--participant", "Anna", "--store", "s.gait")
    let second = try gait.done(
      "import", "export.xml", "--participant", "Berta", "--store", "s.gait")
    let sentence = "what came of iPhone for Berta is the same as Anna has, and counts for both"
    let message = second.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(message.contains(sentence), "\(message)")
    _ = try gait.done(
      "delete", "--participant", "Berta", "--everything", "--source", "iPhone", "--store", "s.gait")
    let steps = try gait.done("query", "step-count", "--store", "s.gait", "--format", "csv").output
    #expect(GaitProcess.rows(steps).count { $0["source"] == "iPhone" } == 30)
    // A store that holds it under the wrong name says so when it is merged.
    try analyze("b.gait")
    _ = try gait.done("import", "export.xml", "--participant", "Berta", "--store", "b.gait")
    _ = try gait.done("import", "export.xml", "--participant", "Anna", "--store", "a.gait")
    try analyze("a.gait")
    let merged = try gait.done("merge", "b.gait", "--into", "a.gait").message
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(merged.contains(sentence), "\(merged)")
  }

  @Test func `two devices of ours at once count once in a comparison`() throws {
    _ = try gait.done(
      "simulate", "daily-life", "--seed", "3", "--seconds", "300", "--output", "d.csv")
    _ = try gait.done(
      "simulate", "daily-life", "--seed", "4", "--seconds", "300", "--output", "e.csv")
    for name in ["d.csv", "e.csv"] {
      _ = try gait.done(
        "analyze", name, "--participant", "P", "--start", "2026-05-04T10:00:00+02:00",
        "--store", "s.gait")
    }
    let time = "2026-05-04T10:00:00.000+02:00,2026-05-04T10:05:00.000+02:00"
    try write(
      """
      participant,kind,value,unit,start_time,end_time,source
      P,step-count,330,count,\(time),iPhone

      """, "phone.csv")
    _ = try gait.done("import", "phone.csv", "--store", "s.gait")
    let day = GaitProcess.rows(
      try gait.done(
        "query", "step-count", "--store", "s.gait", "--every", "day", "--statistics", "sum",
        "--format", "csv"
      ).output)
    let sum = try #require(day.first { $0["source"] == "gait" }?["sum"].flatMap(Double.init))
    for span in ["day", "bout"] {
      let pairs = GaitProcess.rows(
        try gait.done("compare", "step-count", "--store", "s.gait", "--by", span, "--format", "csv")
          .output)
      let ours = try #require(pairs.first?["ours"].flatMap(Double.init))
      #expect(pairs.count == 1 && abs(ours - sum) < 1e-3, "by \(span): \(ours), \(sum)")
    }
  }

  @Test(arguments: [3, 5])
  func `a flight that is too low counts nowhere`(seed: Int) throws {
    _ = try gait.done("simulate", "stairs", "--seed", "\(seed)", "--output", "d.csv")
    _ = try gait.done(
      "analyze", "d.csv", "--participant", "P", "--store", "s.gait", "--start",
      "2026-05-04T10:00:00+02:00", "--output", "r")
    let stairs = GaitProcess.rows(try gait.text(of: "r/d/stairs.csv"))
    let counted = stairs.count { $0["is_counted"] == "true" && $0["direction"] == "up" }
    #expect(!stairs.isEmpty)
    let day = try gait.done(
      "query", "flights-climbed", "--store", "s.gait", "--every", "day", "--statistics", "sum",
      "--format", "csv")
    #expect(
      (GaitProcess.rows(day.output).first?["sum"].flatMap(Double.init) ?? 0) == Double(counted))
  }

  @Test func `what was told on a day is found on that day`() throws {
    _ = try gait.done(
      "simulate", "--history", "unsteadiness", "--participant", "U", "--days", "150", "--store",
      "u.gait")
    let words = try gait.done("estimate", "--store", "u.gait", "--format", "json").output
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(words.utf8)) as? [String: Any])
    let text = "\(document)"
    let events = GaitProcess.rows(
      try gait.done("query", "steadiness-event", "--store", "u.gait", "--format", "csv").output)
    let first = try #require(events.first?["start_time"]?.prefix(10))
    #expect(text.contains(first), "\(text)")
    let next = try #require(events.first?["end_time"]?.prefix(10))
    let found = try gait.done(
      "query", "steadiness-event", "--store", "u.gait", "--from", String(first), "--to",
      String(next), "--format", "csv")
    #expect(GaitProcess.rows(found.output).count == 1)
    #expect(
      try gait.done("estimate", "--store", "u.gait").output.contains(
        "told on \(day(String(first)))"))
  }

  /// `2026-04-19` as sentences have it: 19 April 2026.
  private func day(_ text: String) throws -> String {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    let months = ["January", "February", "March", "April", "May", "June", "July", "August"]
    return "\(parts[2]) \(months[parts[1] - 1]) \(parts[0])"
  }

  @Test func `two people under one name are refused by their descriptions, too`() throws {
    try FileManager.default.createDirectory(
      atPath: gait.path("r/A"), withIntermediateDirectories: true)
    let people = [(1.86, "male", 40, 27), (1.6, "female", 70, 28)]
    for (i, person) in people.enumerated() {
      let name = "r/A/x\(i)"
      _ = try gait.done(
        "simulate", "straight-walk", "--seed", "\(i + 1)", "--output", "\(name).csv")
      try write(
        """
        {"site": "lower_back", "height_m": \(person.0), "sex": "\(person.1)", "age_years": \(person.2),
         "start_datetime": "2026-03-\(person.3)T10:00:00+01:00"}
        """, "\(name).json")
    }
    let study = try gait("batch", "r", "--store", "s.gait", "--output", "o")
    #expect(study.code != 0 && study.message.contains("two people may be under one name"))
    _ = try gait.done("analyze", "r/A/x0.csv", "--participant", "A", "--store", "t.gait")
    let second = try gait.done("analyze", "r/A/x1.csv", "--participant", "A", "--store", "t.gait")
    #expect(
      second.message.contains("two people may be under one name")
        && second.message.contains("male and female") && second.message.contains("1.6 and 1.86"),
      "\(second.message)")
    _ = try gait.done("analyze", "r/A/x0.csv", "--participant", "A", "--store", "u.gait")
    _ = try gait.done("analyze", "r/A/x1.csv", "--participant", "A", "--store", "v.gait")
    let merged = try gait.done("merge", "u.gait", "v.gait", "--into", "w.gait")
    #expect(merged.message.contains("two people may be under one name"), "\(merged.message)")
  }

  @Test func `a figure that a kind has not, and no rows at all, are no answers`() throws {
    _ = try gait.done(
      "simulate", "--history", "steady", "--days", "3", "--participant", "P", "--store", "s.gait")
    for words in [
      ["walking-speed", "--every", "day", "--statistics", "sum"],
      ["step-count", "--every", "day", "--statistics", "time-weighted-p95"],
      ["walking-speed", "--limit", "0"],
    ] {
      let ending = try gait.run(["query", "--store", "s.gait"] + words)
      #expect(ending.code == 2, "\(words): \(ending.output)")
    }
  }

  @Test func `a week adds up the days on which both have a value, and says how many`() throws {
    func row(_ day: Int, _ source: String, _ steps: Int) -> String {
      let date = "2026-05-" + (day < 10 ? "0" : "") + "\(day)T09:0"
      return "P,step-count,\(steps),count,\(date)0:00+02:00,\(date)1:00+02:00,\(source)\n"
    }
    let ours = [8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18].map { row($0, "gait", 100) }
    let theirs = [9, 10, 11, 12, 13, 14, 15, 16, 17, 19].map { row($0, "Phone", 110) }
    try write(
      "participant,kind,value,unit,start_time,end_time,source\n" + (ours + theirs).joined(),
      "both.csv")
    _ = try gait.done("import", "both.csv", "--store", "s.gait")
    func pairs(_ span: String) throws -> [[String: String]] {
      GaitProcess.rows(
        try gait.done("compare", "step-count", "--store", "s.gait", "--by", span, "--format", "csv")
          .output)
    }
    let weeks = try pairs("week")
    #expect(weeks.map { $0["start_time"]?.prefix(10) } == ["2026-05-04", "2026-05-11"])
    #expect(weeks.map { $0["days"] } == ["2", "7"])
    #expect(weeks.map { $0["ours"] } == ["200.0000", "700.0000"])
    #expect(weeks.map { $0["theirs"] } == ["220.0000", "770.0000"])
    #expect(try Set(pairs("day").map { $0["days"] }) == [""])
    let table = try gait.done("compare", "step-count", "--store", "s.gait", "--by", "week").output
    #expect(table.contains("difference  days"), "\(table)")
    #expect(try !gait.done("compare", "step-count", "--store", "s.gait").output.contains("days"))
  }
}
