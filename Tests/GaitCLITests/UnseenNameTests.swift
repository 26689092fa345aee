import Foundation
import Testing

/// A name with a character that nobody sees is another person's beside one that looks the same.
struct UnseenNameTests {
  private let gait: GaitProcess

  init() throws {
    gait = try GaitProcess()
    try gait.done("simulate", "straight-walk", "--seconds", "20", "--output", "a.csv")
    try gait.done("simulate", "daily-life", "--seconds", "20", "--output", "b.csv")
  }

  @Test(arguments: ["P\u{200B}1", "\u{FEFF}P1", "P1\u{200E}", "P\u{A0}1", "P\u{AD}1"])
  func `is refused in a manifest and on the command line`(name: String) throws {
    try
      ("path,participant,start\na.csv,P1,2026-05-04T09:30:00Z\n"
      + "b.csv,\(name),2026-05-05T09:30:00Z\n")
      .write(toFile: gait.path("study.csv"), atomically: true, encoding: .utf8)
    let study = try gait("batch", "study.csv", "--store", "s.gait", "--output", "results")
    #expect(study.code != 0, "\(study.output) \(study.message)")
    #expect(study.message.contains("that nobody sees"), "\(study.message)")
    let walk = try gait(
      "analyze", "a.csv", "--participant", name, "--start", "2026-05-04T09:30:00Z", "--store",
      "t.gait")
    #expect(walk.code == 2 && walk.message.contains("that nobody sees"), "\(walk.message)")
  }

  @Test(arguments: ["علی\u{200C}رضا", "👩\u{200D}🔬", "山田\u{3000}太郎", "Zoë Ó"])
  func `has none of the characters that join or part letters of a script`(name: String) throws {
    let walk = try gait(
      "analyze", "a.csv", "--participant", name, "--start", "2026-05-04T09:30:00Z", "--store",
      "t.gait")
    #expect(walk.code == 0, "\(walk.message)")
  }

  @Test func `of both --by-hand and --no-by-hand neither is dropped`() throws {
    try gait.done(
      "analyze", "a.csv", "--participant", "P1", "--start", "2026-05-04T09:30:00Z", "--store",
      "t.gait")
    let ending = try gait(
      "delete", "--store", "t.gait", "--participant", "P1", "--everything", "--by-hand",
      "--no-by-hand")
    #expect(ending.code == 2 && ending.message.contains("by-hand"), "\(ending.message)")
  }
}
