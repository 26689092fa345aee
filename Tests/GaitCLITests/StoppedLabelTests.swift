import Foundation
import Testing

/// Labels of a person of whom labels are not collected: nobody is told that they are kept, and those of before stay.
struct StoppedLabelTests {
  private let gait: GaitProcess
  private let walk = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("SampleData/daily-life.csv").path

  init() throws { gait = try GaitProcess() }

  private func analyze(_ more: String...) throws -> GaitProcess.Ending {
    try gait.run(
      [
        "analyze", walk, "--store", "s.gait", "--participant", "P01", "--start",
        "2026-05-04T09:30:00+02:00",
      ] + more)
  }

  private func labels() throws -> [String?] {
    let table = try gait("query", "activity", "--store", "s.gait", "--format", "csv").output
    return GaitProcess.rows(table).map { $0["label"] }
  }

  @Test func `a protocol is refused where activities are not collected, and its forerunner stays`()
    throws
  {
    for (name, label) in [("first", "out"), ("second", "home")] {
      try "label,start_s,end_s\n\(label),0,60\n".write(
        toFile: gait.path("\(name).csv"), atomically: true, encoding: .utf8)
    }
    #expect(try analyze("--activities", "first.csv").code == 0)
    try gait.done(
      "delete", "--store", "s.gait", "--participant", "P01", "--stop-collecting", "activity")
    let ending = try analyze("--activities", "second.csv")
    #expect(ending.code != 0, "\(ending.message)")
    #expect(ending.message.contains("activity of P01 is not collected"), "\(ending.message)")
    #expect(ending.message.contains("--resume-collecting activity"))
    #expect(try labels() == ["out"])
    // Without a protocol the recording keeps its labels.
    #expect(try analyze().code == 0)
    #expect(try labels() == ["out"])
    try gait.done(
      "delete", "--store", "s.gait", "--participant", "P01", "--resume-collecting", "activity")
    #expect(try analyze("--activities", "second.csv").code == 0)
    #expect(try labels() == ["home"])
  }
}
