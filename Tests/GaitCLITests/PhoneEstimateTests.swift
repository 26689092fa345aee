import Foundation
import Testing

/// What a phone says itself beside what is made here.
struct PhoneEstimateTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  @discardableResult private func run(_ words: String...) throws -> String {
    let ending = try gait.run(words + ["--store", "s.gait"])
    #expect(ending.code == 0, "\(words): \(ending.message)")
    return (ending.output + " " + ending.message).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  /// A record by the person's hand in the phone, or by the phone.
  private func record(
    _ type: String, _ value: String, _ unit: String, _ start: String, _ end: String? = nil,
    byHand: Bool = false
  ) -> String {
    """
    <Record type="HKQuantityTypeIdentifier\(type)" sourceName="\(byHand ? "Health" : "iPhone")" \
    unit="\(unit)" startDate="\(start):00 +0100" endDate="\(end ?? start):00 +0100" value="\(value)">\
    \(byHand ? #"<MetadataEntry key="HKWasUserEntered" value="1"/>"# : "")</Record>
    """
  }

  private func write(_ records: [String]) throws {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <HealthData locale="de_DE"><ExportDate value="2026-06-11 10:00:00 +0200"/>
      \(records.joined(separator: "\n"))
      </HealthData>
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path("export.xml")))
  }

  @Test func `a phone's own estimate that is deleted is made again by nobody`() throws {
    try run("simulate", "--history", "steady", "--participant", "P", "--days", "60", "--seed", "5")
    try write([
      record("SixMinuteWalkTestDistance", "400", "m", "2026-01-26 00:00", "2026-02-01 23:59"),
      record("VO2Max", "31.2", "mL/min·kg", "2026-02-01 12:00"),
    ])
    try run("import", "export.xml", "--participant", "P")
    let words = ["delete", "six-minute-walk-distance", "vo2max"]
    #expect(try !run(words[0], words[1], words[2], "--participant", "P").contains("made of other"))
    try run("import", "export.xml", "--participant", "P", "--with-deleted")
    try run("estimate")
    let ofPhone = try run(words[0], words[1], "--participant", "P", "--source", "iPhone")
    #expect(!ofPhone.contains("made of other"), "\(ofPhone)")
    let both = try run(words[0], words[1], words[2], "--participant", "P")
    #expect(both.contains("six-minute-walk-distance: made of other samples"), "\(both)")
  }

  @Test func `a phone's steps of days without figures of ours are no reason`() throws {
    // The device was not worn on some of the days.
    try run(
      "simulate", "--history", "knee-surgery", "--participant", "P07", "--days", "120", "--seed",
      "1")
    try run("estimate")
    let steps = (1...28).flatMap { day in
      (1...4).map { month in
        let date = "2026-0\(month)-" + String(format: "%02d", day)
        return record("StepCount", "500", "count", date + " 10:00", date + " 10:10")
      }
    }
    try write([record("BodyMass", "73.6", "kg", "2026-01-08 07:00", byHand: true)] + steps)
    try run("import", "export.xml", "--participant", "P07")
    let said = try run("estimate")
    #expect(said.contains("Said anew because the mass changed or was corrected:"), "\(said)")
    let aside = try gait.done(
      "query", "--everything", "--superseded", "--store", "s.gait", "--format", "csv")
    #expect(aside.output.contains("the mass changed"))
    #expect(!aside.output.contains("came, changed or went"))
  }

  @Test func `a clinic test is the reason, and not a phone's steps that came with it`() throws {
    try run(
      "simulate", "--history", "knee-surgery", "--participant", "P07", "--days", "120", "--seed",
      "1")
    try run("estimate")
    let steps = (1...28).map { day in
      let date = "2026-03-" + String(format: "%02d", day)
      return record("StepCount", "500", "count", date + " 10:00", date + " 10:10")
    }
    try write(steps)
    try run("import", "export.xml", "--participant", "P07")
    try run(
      "calibrate", "--participant", "P07", "--six-minute-walk", "400", "--on", "2026-03-10")
    let said = try run("estimate")
    #expect(said.contains("Said anew because a clinic test was entered:"), "\(said)")
  }

  @Test func `steps and distances entered at one time are what was done till then`() throws {
    let entered = [
      record("StepCount", "1000", "count", "2026-02-02 10:00", byHand: true),
      record("DistanceWalkingRunning", "1.2", "km", "2026-02-02 10:00", byHand: true),
      record("FlightsClimbed", "90", "count", "2026-02-02 10:00", byHand: true),
    ]
    try write(entered)
    #expect(try run("import", "export.xml", "--participant", "P").contains("3 samples written"))
    let sums = try gait.done(
      "query", "step-count", "--store", "s.gait", "--by-hand", "--every", "day", "--statistics",
      "sum", "--format", "csv")
    #expect(
      GaitProcess.rows(sums.output).compactMap { $0["sum"].flatMap(Double.init) } == [1_000],
      "\(sums.output)")
    // More than a day holds, and what a phone counted in no time, are slips still.
    for (record, why) in [
      (
        record("StepCount", "600000", "count", "2026-02-03 10:00", byHand: true),
        "step-count 600000.0 count entered at an instant cannot be: it is at most 504000.000 in a day (sprinters"
      ),
      (record("StepCount", "1000", "count", "2026-02-03 10:00"), "in 0.000 s cannot be"),
    ] {
      try write([record])
      let ending = try gait("import", "export.xml", "--participant", "P", "--store", "s.gait")
      let message = ending.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(message.contains(why), "\(ending.code) \(message)")
    }
  }
}
