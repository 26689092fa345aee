import Foundation
import Testing

/// A device in a pocket or on the wrist, and the worst of scores, as somebody reads of them.
struct AssumedStepTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  @discardableResult private func run(_ words: String...) throws -> String {
    let ending = try gait.run(words + ["--store", "s.gait"])
    #expect(ending.code == 0, "\(words): \(ending.message)")
    return ending.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func `who moves the device into a pocket at an operation is not told to walk otherwise`()
    throws
  {
    try run(
      "simulate", "-q", "--history", "changed-pocket", "--participant", "P", "--days", "126",
      "--seed", "4")
    try run("event", "operation", "--on", "2026-04-05", "--participant", "P")
    let said = try run("estimate")
    let since = try #require(said.range(of: "latest two weeks against the four before it"))
    let compared = said[since.upperBound...]
    #expect(compared.contains("cadence: ") && !compared.contains("walking speed: "), "\(said)")
    #expect(
      compared.contains("of the days compared have no measured step length, as in a pocket"),
      "\(said)")
    let past = try #require(
      said.range(of: "against the weeks 5 to 12")?.lowerBound ?? since.upperBound)
    #expect(!said[past...].contains("fastest comfortable speed"), "\(said)")
    let page = try gait(
      "report", "person", "--participant", "P", "--store", "s.gait", "--output", "p.html")
    #expect(page.code == 0, "\(page.message)")
    let text = try gait.text(of: "p.html")
    #expect(text.contains("of the days compared have no measured step length, as in a pocket"))
    #expect(text.contains("days with a bar have no measured step length"))
    let document = try run("estimate", "--format", "json")
    #expect(document.contains(#""measures_steps": false"#))
  }

  private static let header =
    "participant,kind,value,unit,start_time,end_time,source,time_zone,site"

  /// A table of days that each have some walks of the kinds and values given.
  private func importDays(
    _ count: Int, walks: Int, seconds: Int, site: String,
    _ values: (Int) -> [(String, String, String)]
  ) throws {
    var rows = [Self.header]
    for day in 0..<count {
      let date = day < 9 ? "2026-03-0\(day + 1)" : "2026-03-\(day + 1)"
      func row(_ kind: String, _ value: String, _ unit: String, _ start: String, _ end: String) {
        rows.append(
          "X1,\(kind),\(value),\(unit),\(date)T\(start)+01:00,\(date)T\(end)+01:00,gait,"
            + "Europe/Berlin,\(site)")
      }
      row("wear-time", "36000", "s", "09:00:00", "19:00:00")
      for walk in 0..<walks {
        let minutes = seconds / 60
        let end = minutes < 10 ? "0\(minutes):00" : "\(minutes):00"
        for (kind, value, unit) in values(walk) {
          row(kind, value, unit, "1\(walk):00:00", "1\(walk):\(end)")
        }
      }
    }
    try rows.joined(separator: "\n").write(
      toFile: gait.path("t.csv"), atomically: true, encoding: .utf8)
    try run("import", "t.csv")
  }

  /// Four months at the hip, and two weeks of them from an operation on in a pocket; the last day without a walk.
  private func importPocketWeeks() throws {
    let format = Date.ISO8601FormatStyle()
    let first = try #require(try? Date("2026-01-05T08:00:00Z", strategy: format))
    var rows = [Self.header]
    for day in 0..<120 {
      let site = (60..<74).contains(day) ? "pocket" : "hip"
      func row(_ kind: String, _ value: Double, _ unit: String, _ hour: Double, _ hours: Double) {
        let start = first + Double(day) * 86_400 + hour * 3600
        rows.append(
          "P,\(kind),\(value),\(unit),\(start.formatted(format)),\((start + hours * 3600).formatted(format)),gait,,"
            + site)
      }
      row("wear-time", 36_000, "s", 0, 10)
      for walk in 0..<(day == 119 ? 0 : 4) {
        // In a pocket every step is the same share of the height.
        let speed = site == "hip" ? 1.1 + 0.01 * Double((day * 7 + walk * 3) % 10) : 1.08
        let hour = Double(walk + 1)
        row("walking-speed", speed, "m/s", hour, 1.0 / 60)
        row("step-length", speed * 60 / 105, "m", hour, 1.0 / 60)
        row("cadence", 105, "steps/min", hour, 1.0 / 60)
        row("step-count", 105, "count", hour, 1.0 / 60)
      }
    }
    try rows.joined(separator: "\n").write(
      toFile: gait.path("t.csv"), atomically: true, encoding: .utf8)
    try run("import", "t.csv")
    try run("event", "operation", "--on", "2026-03-06", "--participant", "P")
  }

  @Test func `only days that a comparison looks at are left out of it`() throws {
    try importPocketWeeks()
    func since(_ words: String...) throws -> String {
      let ending = try gait.run(["estimate", "--store", "s.gait"] + words)
      let text = ending.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      let begin = try #require(text.range(of: "latest two weeks against the four before it"))
      return String(text[begin.upperBound...].prefix { $0 != "A" && $0 != "M" })
    }
    #expect(try !since().contains("of the days compared"))
    #expect(try since("--until", "2026-03-25").contains("8 of the days compared have"))
    let page = try gait(
      "report", "person", "--participant", "P", "--store", "s.gait", "--output", "p.html")
    #expect(page.code == 0, "\(page.message)")
    // It shows the first two weeks, too.
    #expect(try gait.text(of: "p.html").contains("14 of the days compared have"))
  }

  @Test func `a day that was worn without a step has no bouts, which is a number`() throws {
    try importPocketWeeks()
    let ending = try gait("estimate", "--store", "s.gait", "--format", "json")
    let document =
      try JSONSerialization.jsonObject(with: Data(ending.output.utf8)) as? [String: Any]
    let person = try #require((document?["participants"] as? [[String: Any]])?.first ?? document)
    let days = try #require(person["days"] as? [[String: Any]])
    #expect(days.last?["steps"] as? Int == 0 && days.last?["bouts"] as? Int == 0)
    #expect(days.first?["bouts"] as? Int == 4)
  }

  @Test(arguments: [1, 4])
  func `one walk a day on the wrist is by cadence alone, as four are`(walks: Int) throws {
    try importDays(
      28, walks: walks, seconds: 1200 / walks, site: "wrist"
    ) { _ in
      [
        ("walking-speed", "1.24", "m/s"), ("step-length", "0.647", "m"),
        ("cadence", "115", "steps/min"),
      ]
    }
    let said = try run(
      "estimate", "--participant", "X1", "--height", "1.68", "--age", "71", "--sex", "f")
    #expect(said.contains("by cadence alone, because"), "\(said)")
    #expect(said.contains("the store has no measured step length of these walks"), "\(said)")
  }

  @Test func `who wears a device on the wrist alone is not ready, for programs neither`() throws {
    try importDays(28, walks: 4, seconds: 300, site: "wrist") { walk in
      [("walking-speed", "1.2\(walk)", "m/s"), ("cadence", "11\(walk)", "steps/min")]
    }
    let person = ["--participant", "X1", "--height", "1.68", "--age", "71", "--sex", "f"]
    let text = try gait.run(["estimate", "--store", "s.gait"] + person).output
    let json = try gait("estimate", "--store", "s.gait", "--format", "json").output
    let words =
      "0 of the last 7 days have enough walking of measured step length, as recordings at the hip or the lower back give; "
      + "steadiness needs 3"
    #expect(text.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(words))
    #expect(json.contains(words) && json.contains(#""what": "measured_steps""#), "\(json)")
    #expect(json.contains(#""is_ready": false"#))
  }

  @Test func `the worst score says what it is low because of`() throws {
    try importDays(14, walks: 4, seconds: 60, site: "hip") { walk in
      [
        ("walking-speed", "0.4\(walk)", "m/s"), ("step-length", "0.2\(5 + walk)", "m"),
        ("cadence", "96", "steps/min"), ("double-support", "0.5", "fraction"),
        ("walking-asymmetry", "0.5", "fraction"), ("stride-time-variability", "0.08", "fraction"),
      ]
    }
    let said = try run(
      "estimate", "--participant", "X1", "--height", "1.68", "--age", "71", "--sex", "f")
    #expect(said.contains("very low"), "\(said)")
    for words in ["slow walking (", "long double support (", "uneven steps (", "irregular steps ("]
    {
      #expect(said.contains(words), "\(words): \(said)")
    }
    #expect(said.contains("of what raises that rate"), "\(said)")
  }
}
