import Foundation
import Testing

/// Recordings of accelerometers alone: nobody sees turns in them.
struct UnseenTurnTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  private func rows(_ name: String) throws -> [[String: String]] {
    let lines = try gait.text(of: name).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
  }

  /// The same walks through both devices.
  @Test func `turns that nobody sees are not called straight`() throws {
    for device in ["csv", "bin"] {
      _ = try gait(
        "simulate", "daily-life", "--seed", "3", "--output", "\(device)/d.\(device)", "-q")
      let ending = try gait("analyze", "\(device)/d.\(device)", "--output", "\(device)/o")
      #expect(ending.code == 0, "\(ending.message)")
    }
    #expect(try rows("csv/o/d/strides.csv").count { $0["is_turning"] == "true" } > 5)
    #expect(try rows("bin/o/d/strides.csv").allSatisfy { $0["is_turning"] == "" })
    let summary = try gait.text(of: "bin/o/d/summary.json")
    #expect(summary.contains(/"is_turning": \{\s*"no_gyroscope": \d+/))
    #expect(summary.contains("without a gyroscope turns are not seen"))
    #expect(summary.contains("slow steps without rhythm, as about the house, are not sought"))
    #expect(try !gait.text(of: "csv/o/d/summary.json").contains("turns are not seen"))
    // Another pace behind a turn is no variability.
    func deviations(_ device: String) throws -> [Double] {
      try rows("\(device)/o/d/bouts.csv").compactMap {
        $0["stride_time_sd_s"].flatMap(Double.init)
      }
    }
    let (seen, unseen) = try (deviations("csv"), deviations("bin"))
    #expect(seen.count == unseen.count && !seen.isEmpty)
    for (seen, unseen) in zip(seen, unseen) { #expect(unseen < 1.6 * seen, "\(unseen), \(seen)") }
  }

  @Test func `that is said, too, where no walk has a speed, as at the wrist without a height`()
    throws
  {
    _ = try gait("simulate", "wrist-walk", "--output", "made.csv", "-q")
    let forces = try gait.text(of: "made.csv").split(separator: "\n").map {
      $0.split(separator: ",")[0...3].joined(separator: ",")
    }
    try Data((forces.joined(separator: "\n") + "\n").utf8).write(
      to: URL(fileURLWithPath: gait.path("w.csv")))
    let ending = try gait("analyze", "w.csv", "--site", "wrist", "--output", "o")
    #expect(ending.code == 0, "\(ending.message)")
    let bouts = try rows("o/w/bouts.csv")
    #expect(!bouts.isEmpty && bouts.allSatisfy { $0["walking_speed_mps"] == "" })
    #expect(bouts.contains { $0["is_steady"] == "true" })
    #expect(ending.message.contains("turns are not seen"), "\(ending.message)")
    #expect(!ending.message.contains("without rhythm"), "\(ending.message)")
  }
}
