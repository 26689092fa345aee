import Foundation
import Testing

/// A store's own notes on a person are not of the days that they are dated by: a deletion of a period leaves them.
struct DeletedNotesTests {
  private let gait: GaitProcess
  private static let hook = "cat > /dev/null; echo \"$GAIT_EVENT $GAIT_DATE\" >> news.txt"

  init() throws { gait = try GaitProcess() }

  @discardableResult private func said(_ words: String...) throws -> String {
    let ending = try gait.run(words)
    #expect(ending.code == 0, "\(words): \(ending.message)")
    return (ending.message + ending.output).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  // MARK: Exports of a phone

  private func importing(
    _ records: [(day: String, hour: String, steps: Int)], written: String, into store: String
  ) throws {
    let lines = records.map {
      """
      <Record type="HKQuantityTypeIdentifierStepCount" sourceName="iPhone" unit="count" \
      startDate="2026-02-\($0.day) \($0.hour):00:00 +0100" endDate="2026-02-\($0.day) \($0.hour):05:00 +0100" \
      value="\($0.steps)"/>
      """
    }
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <HealthData locale="de_DE"><ExportDate value="2026-\(written) 10:00:00 +0100"/>
      \(lines.joined(separator: "\n"))
      </HealthData>
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path("export.xml")))
    try said("import", "export.xml", "--participant", "P01", "--store", store)
  }

  private static let later = [("05", "09", 300), ("05", "12", 90), ("25", "09", 70)]
  private static let earlier = [("05", "09", 250), ("05", "12", 90)]

  private func steps(of store: String) throws -> [String] {
    GaitProcess.rows(
      try gait("query", "step-count", "--store", store, "--format", "csv").output
    ).compactMap { $0["value"] }
  }

  @Test(arguments: [true, false])
  func `an older export changes nothing after something else was deleted`(isMerged: Bool) throws {
    try importing(Self.later, written: "03-01", into: "s.gait")
    try said(
      "delete", "--store", "s.gait", "--participant", "P01", "--everything", "--from", "2026-02-20")
    #expect(try steps(of: "s.gait") == ["300.0", "90.0"])
    try importing(Self.earlier, written: "02-10", into: isMerged ? "other.gait" : "s.gait")
    if isMerged { try said("merge", "other.gait", "--into", "s.gait") }
    #expect(try steps(of: "s.gait") == ["300.0", "90.0"])
  }

  @Test func `where nothing else of the person is left the notes go, and the name`() throws {
    try importing(Self.later, written: "03-01", into: "s.gait")
    try said(
      "delete", "--store", "s.gait", "--participant", "P01", "--everything", "--from", "2026-02-01")
    #expect(try !isNamed())
    // Another import takes nothing, and leaves no name behind.
    try importing(Self.later, written: "03-02", into: "s.gait")
    #expect(try steps(of: "s.gait").isEmpty)
    #expect(try !isNamed())
  }

  private func isNamed() throws -> Bool {
    let file = try Data(contentsOf: URL(fileURLWithPath: gait.path("s.gait")))
    return file.range(of: Data("P01".utf8)) != nil
  }

  // MARK: Estimates

  @Test(arguments: ["2026-01-04", "2026-01-08"])
  func `news that wait for a command outlast a deletion of other days`(end: String) throws {
    func simulate(days: Int) throws {
      try said(
        "simulate", "--history", "unsteadiness", "--seed", "6", "--days", "\(days)",
        "--participant", "P07", "--store", "s.gait")
    }
    try simulate(days: 120)
    try said("estimate", "--store", "s.gait", "--on-event", Self.hook)
    try simulate(days: 240)
    try said("estimate", "--store", "s.gait")
    let before = try gait.text(of: "news.txt")
    try said(
      "delete", "--store", "s.gait", "--participant", "P07", "--everything", "--no-by-hand", "--to",
      end)
    try said("estimate", "--store", "s.gait", "--on-event", Self.hook)
    let news = try gait.text(of: "news.txt").dropFirst(before.count)
    #expect(news.contains("repeat_very_low 2026-07-12"), "\(news)")
  }

  @Test func `a deletion of the first days is the reason that is given`() throws {
    try said(
      "simulate", "--history", "steady", "--participant", "P", "--store", "s.gait", "--days", "90",
      "--start", "2026-01-05", "--seed", "1")
    try said("estimate", "--store", "s.gait")
    try said(
      "delete", "--store", "s.gait", "--participant", "P", "--everything", "--no-by-hand", "--to",
      "2026-03-01")
    let estimate = try said("estimate", "--store", "s.gait")
    #expect(estimate.contains("came, changed or went"), "\(estimate)")
    #expect(!estimate.contains("another store"), "\(estimate)")
  }

  // MARK: What had given way

  private func analyze(start: String, _ more: String...) throws {
    let ending = try gait.run(
      [
        "analyze", "day.csv", "--store", "s.gait", "--site", "lower_back", "--height", "1.76",
        "--time-zone", "Europe/Berlin", "--start", start,
      ] + more)
    #expect(ending.code == 0, "\(ending.message)")
  }

  private func count(_ more: String...) throws -> Int {
    GaitProcess.rows(
      try gait.run(["query", "--store", "s.gait", "--format", "csv", "--superseded"] + more).output
    ).count
  }

  @Test(arguments: ["P05", "P06"])
  func `a period goes from the same recording with another start or under another code, too`(
    before: String
  ) throws {
    try said(
      "simulate", "daily-life", "--seed", "3", "--seconds", "900", "--output", "day.csv", "-q")
    try analyze(start: "2026-04-11T10:00:00", "--participant", before)
    try analyze(start: "2026-04-13T10:00:00", "--participant", "P05", "--move-from-others")
    let aside = try count("step-count")
    #expect(aside > 2)
    let deletion = try said(
      "delete", "--store", "s.gait", "--participant", "P05", "--everything", "--from",
      "2026-04-13T10:05:00")
    #expect(deletion.contains("that had given way and were kept aside"), "\(deletion)")
    #expect(try count("step-count", "--from", "2026-04-11T10:05:00") == 0)
    #expect(try count("step-count", "--to", "2026-04-11T10:05:00") > 0)
    #expect(try count("step-count") < aside)
  }

  @Test func `a corrected zone is named among what is different`() throws {
    try said(
      "simulate", "daily-life", "--seed", "3", "--seconds", "900", "--output", "day.csv", "-q")
    try analyze(start: "2026-04-11T10:00:00", "--participant", "P05")
    try said(
      "analyze", "day.csv", "--store", "s.gait", "--site", "lower_back", "--height", "1.76",
      "--time-zone", "America/New_York", "--start", "2026-04-11T10:00:00", "--participant", "P05")
    let aside = try gait(
      "query", "step-count", "--store", "s.gait", "--format", "csv", "--superseded"
    ).output.split(separator: "\n").dropFirst()
    #expect(!aside.isEmpty)
    #expect(aside.allSatisfy { $0.contains("; different: start, time zone") }, "\(aside)")
  }
}
