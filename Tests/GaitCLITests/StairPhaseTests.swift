import Foundation
import Testing

/// What double support places is withdrawn with it.
struct StairPhaseTests {
  @Test func `strides on stairs have no phases where their bout has no double support`() throws {
    let gait = try GaitProcess()
    for words in [
      ["simulate", "stairs", "--seed", "3", "--output", "walk.csv"],
      ["analyze", "walk.csv", "--output", "out"],
    ] {
      let ending = try gait.run(words)
      #expect(ending.code == 0, "\(ending.message)")
    }
    func table(_ name: String) throws -> [[String: String]] {
      let lines = try gait.text(of: "out/walk/\(name).csv").split(separator: "\n").map {
        $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      }
      return lines.dropFirst().map {
        Dictionary(uniqueKeysWithValues: zip(lines[0], $0))
      }
    }
    let bouts = try table("bouts")
    let onStairs = Set(
      bouts.filter { $0["terrain"]?.hasPrefix("stairs") == true }.compactMap { $0["bout"] })
    #expect(!onStairs.isEmpty && onStairs.count < bouts.count)
    #expect(
      bouts.allSatisfy {
        !onStairs.contains($0["bout"] ?? "") || $0["double_support_fraction"] == ""
      })
    let (on, off) = try table("strides").reduce(into: (0, 0)) { counts, stride in
      let phases = ["stance_s", "swing_s", "double_support_s", "single_support_s"].map {
        stride[$0]
      }
      let isOn = onStairs.contains(stride["bout"] ?? "")
      if isOn {
        counts.0 += 1
        #expect(phases.allSatisfy { $0 == "" }, "\(stride)")
      } else if phases.allSatisfy({ $0 != "" }) {
        counts.1 += 1
      }
    }
    #expect(on > 0 && off > 0)
    let finals = try table("final_contacts")
    #expect(!finals.isEmpty && finals.allSatisfy { !onStairs.contains($0["bout"] ?? "") })
    let summary = try JSONSerialization.jsonObject(
      with: Data(gait.text(of: "out/walk/summary.json").utf8))
    let missing = (summary as? [String: Any])?["missing"] as? [String: Any]
    let strides = missing?["strides"] as? [String: [String: Int]]
    #expect(strides?["stance_s"]?["out_of_range"] == on, "\(strides ?? [:])")
  }
}
