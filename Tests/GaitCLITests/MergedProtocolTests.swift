import Foundation
import Testing

/// A recording has one protocol of activities, also where another store has it with another start or person and the protocol
/// of before.
struct MergedProtocolTests {
  private let gait: GaitProcess
  private let walk = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("SampleData/straight-walk.csv").path

  init() throws {
    gait = try GaitProcess()
    for (name, rows) in [("old", "out,5,20\nback,25,40\n"), ("new", "out,5,30\n")] {
      try ("label,start_s,end_s\n" + rows).write(
        toFile: gait.path("\(name).csv"), atomically: true, encoding: .utf8)
    }
    try analyze("site.gait", "P01", at: "09:30", "old.csv")
    try gait.done("merge", "site.gait", "--into", "center.gait")
  }

  private func analyze(
    _ store: String, _ person: String, at time: String, _ activities: String...
  ) throws {
    let ending = try gait.run(
      [
        "analyze", walk, "--store", store, "--participant", person, "--start",
        "2026-05-04T\(time):00+02:00", "--height", "1.72", "--move-from-others",
      ] + activities.flatMap { ["--activities", $0] })
    #expect(ending.code == 0, "\(ending.message)")
  }

  /// Corrects a person's code: everything is exported, deleted and imported under the new one.
  private func correct(_ code: String, to other: String, in store: String) throws {
    try gait.done(
      "export", "--store", store, "--plain", "--participant", code, "--output", "own.csv",
      "--force")
    try gait.text(of: "own.csv").replacingOccurrences(of: code, with: other).write(
      toFile: gait.path("own.csv"), atomically: true, encoding: .utf8)
    try gait.done("delete", "--store", store, "--participant", code, "--everything")
    try gait.done("import", "own.csv", "--store", store)
  }

  private func activities(_ store: String) throws -> [String] {
    let ending = try gait.done("query", "activity", "--store", store, "--format", "csv")
    return GaitProcess.rows(ending.output).map { row in
      let time = row["start_time"]?.dropFirst(11).prefix(8) ?? ""
      return "\(row["participant"] ?? "") \(time) \(row["label"] ?? "")"
    }
  }

  private func expectOne(_ activity: String) throws {
    for stores in [["site.gait", "center.gait"], ["center.gait", "site.gait"]] {
      let into = "\(stores[0])-first.gait"
      _ = try gait.run(["merge"] + stores + ["--into", into])
      #expect(try activities(into) == [activity])
      try gait.done("store", "copy", "--store", stores[0], "--output", "copy-\(into)")
      for _ in 0..<2 { _ = try gait("merge", stores[1], "--into", "copy-\(into)") }
      #expect(try activities("copy-\(into)") == [activity])
    }
  }

  @Test(arguments: [false, true])
  func `another start and another protocol take the place of those of before`(
    isMoved: Bool
  ) throws {
    if isMoved { try analyze("center.gait", "P03", at: "09:30") }
    try analyze("site.gait", "P01", at: "10:30", "new.csv")
    try expectOne("P01 10:30:05 out")
    guard !isMoved else { return }
    try gait.done("export", "--store", "site.gait", "--plain", "--output", "site.csv")
    try gait.done("import", "site.csv", "--store", "center.gait")
    #expect(try activities("center.gait") == ["P01 10:30:05 out"])
  }

  @Test func `another start leaves a protocol of before nowhere`() throws {
    try analyze("center.gait", "P01", at: "09:30", "new.csv")
    try analyze("site.gait", "P01", at: "10:30")
    try expectOne("P01 10:30:05 out")
  }

  @Test func `the label that was given last holds where the other store only moved the recording`()
    throws
  {
    try "label,start_s,end_s\nwalk,5,20\nback,25,40\n".write(
      toFile: gait.path("walk.csv"), atomically: true, encoding: .utf8)
    try analyze("site.gait", "P01", at: "09:30", "walk.csv")
    try analyze("center.gait", "P01", at: "11:30")
    for stores in [["site.gait", "center.gait"], ["center.gait", "site.gait"]] {
      let into = "\(stores[0])-last.gait"
      for store in stores { _ = try gait("merge", store, "--into", into) }
      #expect(try activities(into) == ["P01 11:30:05 walk", "P01 11:30:25 back"])
    }
  }

  @Test func `what people said of a recording moves to its start all the same`() throws {
    try analyze("site.gait", "P01", at: "10:30")
    _ = try gait("merge", "site.gait", "--into", "center.gait")
    #expect(try activities("center.gait") == ["P01 10:30:05 out", "P01 10:30:25 back"])
  }

  /// The site's labels lie beside no analysis any more when those of the corrected code come.
  @Test func `another protocol under a corrected code stays alone`() throws {
    try correct("P01", to: "P77", in: "center.gait")
    try analyze("center.gait", "P77", at: "09:30", "new.csv")
    try expectOne("P77 09:30:05 out")
  }

  /// Neither store knows the other's labels: both counted.
  @Test func `of labels that two people gave one recording the later ones stay and it is said`()
    throws
  {
    try analyze("rater.gait", "P01", at: "09:30", "new.csv")
    for stores in [["site.gait", "rater.gait"], ["rater.gait", "site.gait"]] {
      let into = "\(stores[0])-both.gait"
      let merged = try gait.run(["merge"] + stores + ["--into", into])
      #expect(merged.code == 1 && merged.message.contains("has two protocols of activities"))
      #expect(merged.message.contains("2 of the other (back, out) are kept aside"))
      #expect(try activities(into) == ["P01 09:30:05 out"])
      let aside = try gait.done(
        "query", "activity", "--superseded", "--store", into, "--format", "csv")
      #expect(GaitProcess.rows(aside.output).compactMap { $0["label"] } == ["out", "back"])
      try gait.done("merge", into, stores[0], stores[1], "--into", into + ".again")
      for store in stores + stores { try gait.done("merge", store, "--into", into) }
      #expect(try activities(into) == ["P01 09:30:05 out"])
      #expect(try activities(into + ".again") == ["P01 09:30:05 out"])
    }
  }

  /// Of a corrected protocol the labels that it did not change had given way elsewhere: they were lost, here too.
  @Test func `a protocol that is corrected after a merge is the later one as a whole`() throws {
    try analyze("rater.gait", "P01", at: "09:30", "new.csv")
    #expect(try gait("merge", "rater.gait", "--into", "center.gait").code == 1)
    try "label,start_s,end_s\nout,5,20\nback,25,41\n".write(
      toFile: gait.path("corrected.csv"), atomically: true, encoding: .utf8)
    try analyze("site.gait", "P01", at: "09:30", "corrected.csv")
    for (from, into) in [
      ("site.gait", "center.gait"), ("center.gait", "site.gait"), ("rater.gait", "site.gait"),
      ("site.gait", "rater.gait"),
    ] {
      _ = try gait("merge", from, "--into", into)
      #expect(try activities(into) == ["P01 09:30:05 out", "P01 09:30:25 back"], "\(into)")
    }
  }

  @Test func `labels of parts of a recording come together`() throws {
    try "label,start_s,end_s\nready,0,5\n".write(
      toFile: gait.path("part.csv"), atomically: true, encoding: .utf8)
    try analyze("rater.gait", "P01", at: "09:30", "part.csv")
    for stores in [["site.gait", "rater.gait"], ["rater.gait", "site.gait"]] {
      let into = "\(stores[0])-parts.gait"
      try gait.done("merge", stores[0], stores[1], "--into", into)
      #expect(
        try activities(into) == ["P01 09:30:00 ready", "P01 09:30:05 out", "P01 09:30:25 back"])
    }
  }

  @Test func `labels stay where a corrected code is corrected back`() throws {
    try correct("P01", to: "P02", in: "site.gait")
    try analyze("site.gait", "P01", at: "09:30")
    let labels = ["P01 09:30:05 out", "P01 09:30:25 back"]
    for into in ["center.gait", "new.gait"] {
      for _ in 0..<2 {
        _ = try gait("merge", "site.gait", "--into", into)
        #expect(try activities(into) == labels)
      }
      _ = try gait("merge", into, "--into", "site.gait")
      #expect(try activities("site.gait") == labels)
    }
  }

  @Test func `labels stay where a site analyzes again under the code that the center corrected`()
    throws
  {
    try correct("P01", to: "P02", in: "center.gait")
    try analyze("site.gait", "P01", at: "10:30")
    for stores in [["site.gait", "center.gait"], ["center.gait", "site.gait"]] {
      let into = "\(stores[0])-code.gait"
      for store in stores + stores {
        _ = try gait("merge", store, "--into", into)
      }
      #expect(try activities(into) == ["P01 10:30:05 out", "P01 10:30:25 back"])
    }
  }
}
