import Foundation
import GaitValidation
import TestSupport
import Testing

/// A damaged reference or mapping is read, or refused in words; nothing else.
@Suite struct `Damaged truth` {
  private static let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "SampleData")

  @Test(arguments: ["straight-walk", "trouser-pocket"])
  func `a reference is read or refused in words`(name: String) throws {
    let whole = try Data(contentsOf: Self.samples.appending(path: "\(name).reference.json"))
    let description = TrialDescription(participant: "A", samplingRateHertz: 100)
    _ = try LabReference(json: whole, description: description)
    var refused = 0
    for bytes in DamagedBytes.variants(of: Array(whole), count: 400, seed: 3) {
      do { _ = try LabReference(json: Data(bytes), description: description) } catch {
        refused += 1
        #expect(error is ValidationError && "\(error)".count > 10, "\(error)")
      }
    }
    #expect(refused > 200)
  }

  @Test func `a mapping is read or refused in words`() throws {
    let whole = """
      {"dataset": "lab", "recordings": [{"name": "walk", "file": "walk.csv"}],
       "tables": [{"file": "steps.csv", "recording": "walk", "system": "mat", "holds": "contacts",
        "columns": {"time": "Onset", "side": "Limb"}, "clock": "laboratory"}], "clocks": []}
      """
    _ = try LaboratoryMapping(json: Data(whole.utf8))
    var refused = 0
    for bytes in DamagedBytes.variants(of: Array(whole.utf8), count: 3000, seed: 4) {
      do { _ = try LaboratoryMapping(json: Data(bytes)) } catch {
        refused += 1
        #expect(error is ValidationError && "\(error)".count > 10, "\(error)")
      }
    }
    #expect(refused > 1500)
  }
}
