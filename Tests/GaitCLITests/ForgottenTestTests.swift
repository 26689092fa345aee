import Foundation
import Testing

/// Clinic tests that calibrate no more because estimates begin anew.
struct ForgottenTestTests {
  @Test func `a recalibration says which clinic tests count no more, however long ago it begins`()
    throws
  {
    let gait = try GaitProcess()
    let person = ["--participant", "P07", "--store", "study.gait"]
    func run(_ words: String...) throws -> String {
      let ending = try gait.run(words + person)
      #expect(ending.code == 0, "\(ending.message)")
      return ending.output
    }
    _ = try run("simulate", "--history", "knee-surgery", "--seed", "2", "--start", "2026-01-05")
    _ = try run("calibrate", "--six-minute-walk", "412", "--on", "2026-03-18")
    _ = try run("estimate", "--until", "2026-05-31")
    let before = try run("recalibrate", "--from", "2026-03-01")
    #expect(before.contains("little or nothing changes"), "\(before)")
    let asked = try run("recalibrate", "--from", "2026-04-05")
    #expect(asked.contains("Clinic tests before it (2026-03-18) do not calibrate estimates"))
    #expect(!asked.contains("little or nothing"), "\(asked)")
    let estimates = try run("estimate", "--format", "json")
    let last = estimates.split(separator: "\n").last { $0.contains("\"is_calibrated\"") }
    #expect(last?.contains("false") == true, "\(estimates.suffix(2000))")
  }
}
