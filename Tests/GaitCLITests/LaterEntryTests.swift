import Testing

/// What was entered for days after the last one that is asked for, and tables of several sources.
struct LaterEntryTests {
  private let gait: GaitProcess

  init() throws {
    gait = try GaitProcess()
    try gait.done(
      "simulate", "--history", "steady", "--participant", "P", "--store", "s.gait", "--days", "84",
      "--seed", "2", "--start", "2026-01-05")
    for (event, day) in [
      ("medication", "2026-02-10"), ("operation", "2026-03-20"), ("injury", "2026-03-22"),
      ("heat-wave", "2026-03-24"), ("other", "2026-04-20"),
    ] {
      try gait.done("event", event, "--on", day, "--store", "s.gait", "--participant", "P")
    }
    try gait.done(
      "calibrate", "--store", "s.gait", "--participant", "P", "--six-minute-walk", "431", "--on",
      "2026-03-21")
  }

  private func page(_ more: String...) throws -> String {
    let words = ["report", "person", "--store", "s.gait", "--participant", "P"]
    let ending = try gait.run(words + ["--output", "p.html"] + more)
    #expect(ending.code == 0, "\(ending.message)")
    return try gait.text(of: "p.html")
  }

  @Test func `with --until what was entered for later days is still to come`() throws {
    let until = ["--store", "s.gait", "--until", "2026-03-15"]
    let texts = [
      try gait.run(["estimate"] + until).output,
      try gait.run(["estimate"] + until + ["--format", "json"]).output,
      try page("--until", "2026-03-15"),
    ]
    for text in texts {
      #expect(text.contains("medication"), "\(text)")
      for later in [
        "operation", "injury", "heat-wave", "heat wave", "431 m", #""meters": 431"#,
      ] {
        #expect(!text.contains(later), "\(later): \(text)")
      }
    }
    #expect(!texts[0].contains("of 5 entered events"), "\(texts[0])")
    // What somebody entered for a day that has no data yet is told where no day is named.
    let all = try gait("estimate", "--store", "s.gait").output
    #expect(all.contains("20 April 2026: other (entered)") && all.contains("431 m"), "\(all)")
  }

  @Test func `a table of six-minute walks says which are tests and which estimates`() throws {
    try gait.done("estimate", "--store", "s.gait")
    let table = try gait("query", "six-minute-walk-distance", "--store", "s.gait").output
    #expect(table.split(separator: "\n").allSatisfy { $0.count <= 80 })
    let rows = table.split(separator: "\n").filter { $0.contains("  2026-") }
    #expect(rows.count > 5, "\(table)")
    for row in rows {
      #expect(row.contains(row.contains("431.0") ? "person" : "gait estimate"), "\(table)")
    }
  }
}
