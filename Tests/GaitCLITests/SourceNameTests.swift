import Foundation
import Testing

/// A phone writes its name with a space that no keyboard has.
struct SourceNameTests {
  private let gait: GaitProcess
  private let typed = "Anna\u{2019}s Apple Watch"

  init() throws {
    gait = try GaitProcess()
    let name = "Anna\u{2019}s\u{a0}Apple\u{a0}Watch"
    func record(_ type: String, _ value: String, _ unit: String) -> String {
      """
      <Record type="HKQuantityTypeIdentifier\(type)" sourceName="\(name)" unit="\(unit)" \
      startDate="2026-05-04 09:30:00 +0200" endDate="2026-05-04 09:40:00 +0200" value="\(value)"/>
      """
    }
    let text =
      "<HealthData>" + record("WalkingSpeed", "4.3", "km/hr") + record("StepCount", "900", "count")
      + "</HealthData>"
    try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path("export.xml")))
    let read = try gait("import", "export.xml", "--participant", "A", "--store", "s.gait")
    #expect(read.code == 0, "\(read.message)")
    try """
    participant,kind,value,unit,start_time,end_time,source
    A,walking-speed,1.2,m/s,2026-05-04T09:30:00+02:00,2026-05-04T09:40:00+02:00,gait

    """.write(toFile: gait.path("ours.csv"), atomically: true, encoding: .utf8)
    let ours = try gait("import", "ours.csv", "--store", "s.gait")
    #expect(ours.code == 0, "\(ours.message)")
  }

  @Test func `a source is found by its name with plain spaces`() throws {
    let listed = try gait("query", "step-count", "--store", "s.gait", "--source", typed)
    #expect(listed.code == 0 && listed.output.contains("900"), "\(listed.message)")
    let compared = try gait(
      "compare", "walking-speed", "--store", "s.gait", "--theirs", typed, "--format", "csv")
    #expect(
      compared.code == 0 && compared.output.split(separator: "\n").count == 2,
      "\(compared.output) \(compared.message)")
    let estimated = try gait("estimate", "--store", "s.gait", "--source", typed)
    #expect(estimated.code == 0, "\(estimated.message)")
    let deleted = try gait(
      "delete", "--everything", "--store", "s.gait", "--participant", "A", "--source", typed)
    #expect(deleted.message.contains("2 samples deleted"), "\(deleted.message)")
  }

  @Test func `another name is still refused`() throws {
    let ending = try gait("query", "step-count", "--store", "s.gait", "--source", "Ann Apple Watch")
    #expect(ending.code == 2 && ending.message.contains("there is no source"), "\(ending.message)")
  }
}
