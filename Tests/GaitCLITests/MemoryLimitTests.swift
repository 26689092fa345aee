import Foundation
import Testing

/// With too little memory the program ends, and says so: it neither waits for ever nor stops without a word.
struct MemoryLimitTests {
  private let gait: GaitProcess
  private let walk = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("SampleData/straight-walk.csv").path

  init() throws { gait = try GaitProcess() }

  /// A command under a limit of so many kilobytes of addresses, given up after five minutes.
  private func limited(_ kilobytes: Int, _ command: String) throws -> GaitProcess.Ending {
    try gait.shell("ulimit -v \(kilobytes); timeout 300 $GAIT \(command)")
  }

  @Test(arguments: [400_000, 250_000, 200_000, 170_000, 140_000])
  func `a limit of memory ends with results or with words`(kilobytes: Int) throws {
    for command in [
      "analyze \(walk) \(walk) --jobs 2 --format csv",
      "analyze \(walk) --store s.gait --participant P01 --start 2026-05-04T09:30:00Z --format csv",
    ] {
      let ending = try limited(kilobytes, command)
      #expect(ending.code != 124, "\(command) waits for ever: \(ending.message)")
      #expect(ending.code == 0 || !ending.message.isEmpty, "\(command): \(ending.code)")
      if ending.code == 0 { #expect(ending.output.contains("straight-walk")) }
    }
    // What a limited command left behind is a store.
    if FileManager.default.fileExists(atPath: gait.path("s.gait")) {
      #expect(try gait("store", "check", "--store", "s.gait").code == 0)
    }
  }

  /// Memory may run out in the analysis, which then leaves nothing, or in the store, after the results were written whole.
  @Test func `a long recording that does not fit says so, and keeps nothing half done`() throws {
    _ = try gait(
      "simulate", "straight-walk", "--seconds", "900", "--output", "long.csv", "--quiet")
    let about = "analyze long.csv --participant P01 --start 2026-05-04T09:30:00Z"
    let names = ["bouts.csv", "strides.csv", "initial_contacts.csv", "summary.json"]
    let whole = try gait.shell("$GAIT \(about) --output whole --quiet")
    #expect(whole.code == 0)
    for kilobytes in [200_000, 180_000] {
      let ending = try limited(
        kilobytes, "\(about) --store l\(kilobytes).gait --output out\(kilobytes)")
      #expect(ending.code != 124, "waits for ever")
      guard ending.code != 0 else { continue }
      #expect(!ending.message.isEmpty)
      guard FileManager.default.fileExists(atPath: gait.path("out\(kilobytes)/long/summary.json"))
      else { continue }
      for name in names {
        #expect(
          try gait.text(of: "out\(kilobytes)/long/\(name)") == gait.text(of: "whole/long/\(name)"))
      }
    }
  }
}
