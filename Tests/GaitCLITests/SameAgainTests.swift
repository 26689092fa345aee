import Foundation
import Testing

/// What a store exports is what it holds: taken again, nothing of it is another value.
struct SameAgainTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  /// Heart rates are of a method without settings.
  private func analyze(into store: String) throws -> String {
    try gait.done(
      "analyze", "h.csv", "--participant", "P1", "--start", "2026-05-04T09:30:00+02:00", "--store",
      store
    ).message
  }

  private func take(_ file: String, into store: String, _ more: String...) throws -> String {
    let ending = try gait.run(["import", file, "--store", store] + more)
    #expect(ending.code == 0, "\(ending.message)")
    #expect(!ending.message.contains("gave way"), "\(ending.message)")
    return ending.message
  }

  @Test(arguments: ["csv", "json"])
  func `an export of a recording with a heart rate is what its store holds`(format: String) throws {
    try gait.done("simulate", "heart-rate", "--seed", "3", "--seconds", "300", "--output", "h.csv")
    _ = try analyze(into: "a.gait")
    try gait.done(
      "export", "--store", "a.gait", "--plain", "--format", format, "--output", "a.\(format)")
    #expect(
      try take("a.\(format)", into: "a.gait").contains("0 samples written, 32 were there already"))
    _ = try take("a.\(format)", into: "b.gait")
    #expect(
      try analyze(into: "b.gait").contains("0 samples written, 32 were there already"),
      "nothing of the analysis is another in the store that was made from it")
    try gait.done("delete", "--store", "a.gait", "--participant", "P1", "step-count")
    let back = try take("a.\(format)", into: "a.gait", "--with-deleted")
    #expect(!back.contains("0 samples written"), "\(back)")
    for store in ["a.gait", "b.gait"] {
      let found = try gait.done("query", "step-count", "--store", store, "--format", "csv")
      #expect(GaitProcess.rows(found.output).count == 2)
    }
  }

  private static let phone = """
    <HealthData locale="de_DE">
    <ExportDate value="2026-05-09 09:00:00 +0200"/>
    <Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="Phone" \
    startDate="2026-05-02 01:00:00 +0200" endDate="2026-05-02 01:30:00 +0200" \
    value="HKCategoryValueSleepAnalysisAsleepREM"/>
    <Record type="HKCategoryTypeIdentifierAppleStandHour" sourceName="Phone" device="" \
    startDate="2026-05-02 02:00:00 +0200" endDate="2026-05-02 03:00:00 +0200" \
    value="HKCategoryValueAppleStandHourStood"/>
    <Record type="HKQuantityTypeIdentifierOxygenSaturation" sourceName="Phone" unit="%" \
    startDate="2026-05-02 08:25:00 +0200" endDate="2026-05-02 08:26:00 +0200" value="0.97"/>
    </HealthData>
    """

  @Test func `a phone's categories do not give way to themselves`() throws {
    try Data(Self.phone.utf8).write(to: URL(fileURLWithPath: gait.path("phone.xml")))
    let words = ["--participant", "P"]
    for (first, second) in [("phone.xml", "e.csv"), ("e.csv", "phone.xml")] {
      let store = first + ".gait"
      for (file, outcome) in [
        (first, "3 samples written"), (second, "0 samples written, 3 were there already"),
      ] {
        let ending = try gait.run(
          ["import", file, "--store", store] + (file == "phone.xml" ? words : []))
        #expect(ending.code == 0 && ending.message.contains(outcome), "\(ending.message)")
        #expect(!ending.message.contains("gave way"), "\(ending.message)")
        if file == first, first == "phone.xml" {
          try gait.done("export", "--store", store, "--plain", "--output", "e.csv")
        }
      }
    }
  }

  @Test func `somebody who gives no words for an event says none`() throws {
    try gait.done("simulate", "heart-rate", "--seed", "3", "--seconds", "60", "--output", "h.csv")
    _ = try analyze(into: "s.gait")
    let event = ["event", "--store", "s.gait", "--participant", "P1", "--on", "2026-05-04"]
    func run(_ words: String...) throws -> GaitProcess.Ending { try gait.run(event + words) }
    #expect(try run("injury", "--words", "").code == 0)
    #expect(try run("injury").output.contains("was kept already"))
    try gait.done("export", "--store", "s.gait", "--plain", "--output", "e.csv")
    #expect(try take("e.csv", into: "s.gait").contains("0 samples written"))
    #expect(try run("--delete", "--words", "").output.contains("1 event taken back"))
  }
}
