import Foundation
import Testing

/// Wear of which nothing is known is not said to be wear of no hours.
struct UnknownWearTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  private func run(_ words: String...) throws -> String {
    let ending = try gait.run(words + ["--store", "s.gait"])
    #expect(ending.code == 0, "\(words): \(ending.message)")
    return plain(ending.output)
  }

  private func plain(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private func page(_ more: String...) throws -> String {
    let ending = try gait.run(
      ["report", "person", "--store", "s.gait", "--participant", "P", "--output", "p.html"] + more)
    #expect(ending.code == 0, "\(ending.message)")
    return plain(try gait.text(of: "p.html"))
  }

  /// Four weeks of a phone's export: sixteen walks a day, and nothing else.
  private func importPhone() throws {
    var records = ""
    for day in 1...28 {
      for walk in 0..<16 {
        let date = "2026-04-" + (day < 10 ? "0" : "") + "\(day) " + (walk + 7 < 10 ? "0" : "")
        let times =
          "startDate=\"\(date)\(walk + 7):05:00 +0200\" endDate=\"\(date)\(walk + 7):09:00 +0200\""
        let values = [
          ("StepCount", "count", "430"), ("WalkingSpeed", "km/hr", "4.\(walk % 10)"),
          ("WalkingStepLength", "cm", "6\(walk % 10)"),
          ("WalkingDoubleSupportPercentage", "%", "0.29"),
          ("WalkingAsymmetryPercentage", "%", "0.02"),
        ]
        for (kind, unit, value) in values {
          records += """
            <Record type="HKQuantityTypeIdentifier\(kind)" sourceName="iPhone" unit="\(unit)" \
            \(times) value="\(value)"/>

            """
        }
      }
    }
    try Data(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <HealthData locale="de_DE"><ExportDate value="2026-05-01 12:00:00 +0200"/>
      <Me HKCharacteristicTypeIdentifierDateOfBirth="1950-03-02" \
      HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale"/>
      <Record type="HKQuantityTypeIdentifierHeight" sourceName="iPhone" unit="cm" value="165" \
      startDate="2026-03-30 10:00:00 +0200" endDate="2026-03-30 10:00:00 +0200"/>
      \(records)</HealthData>
      """.utf8
    ).write(to: URL(fileURLWithPath: gait.path("p.xml")))
    _ = try run("import", "p.xml", "--participant", "P")
  }

  private let needed = "(8 h or longer on 3 of the last 7 days and on 10 of the last 28 needed)"

  @Test func `a phone's export does not say that nothing was worn`() throws {
    try importPhone()
    let advice = try gait("estimate", "--store", "s.gait", "--participant", "P").message
    #expect(
      plain(advice).contains(
        "to estimate from those (without cadences neither a six-minute walk nor steadiness), gait estimate"
      ), "\(advice)")
    let text = try run("estimate", "--participant", "P", "--source", "iPhone")
    #expect(text.contains("nothing says when the device was worn \(needed)"), "\(text)")
    #expect(text.contains("the six-minute walk needs wear that is known"), "\(text)")
    #expect(!text.contains("on 0 of"), "\(text)")
    // Its step lengths are there; what is missing is beside them.
    #expect(!text.contains("in a pocket"), "\(text)")
    #expect(
      text.contains("which takes cadences beside them (a phone gives none)")
        && text.contains("recordings at the hip and the lower back measure all"), "\(text)")
    let json = try run(
      "estimate", "--participant", "P", "--source", "iPhone", "--format", "json")
    #expect(
      json.contains("nothing says when the device was worn") && !json.contains("on 0 of"))
    let drawn = try page("--source", "iPhone")
    #expect(
      !drawn.contains("0 of 28") && !drawn.contains("on 0 of")
        && drawn.contains("nothing says when the device was worn"))
  }

  @Test func `nor does a store whose wear was deleted`() throws {
    _ = try run(
      "simulate", "--history", "knee-surgery", "--participant", "P", "--start", "2026-01-05",
      "--days", "60", "--time-zone", "Europe/Berlin")
    _ = try run("delete", "wear-time", "--participant", "P")
    let text = try run("estimate", "--participant", "P")
    #expect(text.contains("nothing says when the device was worn \(needed)"), "\(text)")
    #expect(!text.contains("on 0 of"), "\(text)")
    let drawn = try page()
    #expect(!drawn.contains("0 of 28"))
  }

  @Test func `where some of the wear was deleted the rest counts, and it is said`() throws {
    _ = try run(
      "simulate", "--history", "knee-surgery", "--participant", "P", "--start", "2026-01-05",
      "--days", "28", "--time-zone", "Europe/Berlin")
    _ = try run("delete", "wear-time", "--participant", "P", "--from", "2026-01-12")
    let text = try run("estimate", "--participant", "P")
    #expect(text.contains("on 0 of the last 7 days (3 needed) and on "), "\(text)")
    #expect(text.contains("other days nothing says how long"), "\(text)")
    let drawn = try page()
    #expect(drawn.contains(" of 28") && drawn.contains("others nothing says"))
  }
}
