import Foundation
import Testing

/// Recorders whose clock was never set.
struct UnsetClockTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  /// Makes a recording whose device's clock was reset: its years are those since 2000.
  private func make(_ name: String) throws {
    try gait.done("simulate", "straight-walk", "--seconds", "60", "--output", name)
    let file = URL(fileURLWithPath: gait.path(name))
    var bytes = [UInt8](try Data(contentsOf: file))
    if name.hasSuffix(".bin") {
      let (year, unset) = (Array(":2026-".utf8), Array(":2000-".utf8))
      bytes = bytes.replacing(year, with: unset)
    } else {
      for block in stride(from: 1024, to: bytes.count, by: 512) {
        // The year is in the six highest bits of the stamp; the words of a block add up to 0.
        let year = UInt16(bytes[block + 17] & 0xfc) << 8
        bytes[block + 17] &= 0x03
        let sum = (UInt16(bytes[block + 510]) | UInt16(bytes[block + 511]) << 8) &+ year
        (bytes[block + 510], bytes[block + 511]) = (UInt8(sum & 0xff), UInt8(sum >> 8))
      }
    }
    try Data(bytes).write(to: file)
  }

  private static let words = "its own clock begins at 2000-01-05T09:00:00"

  @Test(arguments: ["walk.cwa", "walk.bin"])
  func `a clock that was never set is told, and the recording is analyzed`(name: String) throws {
    try make(name)
    let inspected = try gait.done("inspect", name).output
    #expect(inspected.contains("– \(Self.words)"), "\(inspected)")
    let analyzed = try gait.done("analyze", name, "--participant", "A", "--store", "s.gait")
    #expect(
      analyzed.message.contains("walk: \(Self.words)")
        && analyzed.message.contains(
          "before recorders and phones of today were sold (from 2007 on)")
        && analyzed.message.contains("--override-start"), "\(analyzed.message)")
    try Data("path,participant\n\(name),A\n".utf8)
      .write(to: URL(fileURLWithPath: gait.path("s.csv")))
    let study = try gait.done("batch", "s.csv", "--output", "out").message
    #expect(study.contains("\(name): \(Self.words)"), "\(study)")
  }

  @Test func `a start that is said in its place, or another clock, is no doubt`() throws {
    try make("walk.cwa")
    let said = try gait.done(
      "analyze", "walk.cwa", "--start", "2026-03-02T09:00:00+01:00", "--override-start")
    #expect(!said.message.contains("own clock begins"), "\(said.message)")
    try gait.done("simulate", "straight-walk", "--seconds", "60", "--output", "set.cwa")
    for command in ["analyze", "inspect"] {
      let ending = try gait.done(command, "set.cwa")
      #expect(!(ending.output + ending.message).contains("own clock begins"))
    }
  }
}
