import Foundation
import Testing

/// Recordings whose files were moved away after they were analyzed: nothing is kept in silence that the study says otherwise.
struct ArchivedRecordingTests {
  private let study: StudyOfWalks

  init() throws {
    study = try StudyOfWalks(people: 1, walks: 2)
    try write()
    #expect(try run().code == 0)
    try FileManager.default.removeItem(atPath: study.gait.path(Self.path))
  }

  private static let path = "recordings/P01/walk1.csv"

  private func write(_ person: String = "P01", _ facts: String = "lower_back,1.71") throws {
    try study.write(
      "m.csv",
      "path,participant,site,height_m\n\(Self.path),\(person),\(facts)\nrecordings/P01/walk2.csv,P01,,\n"
    )
  }

  /// Runs the study; its message is one line, wherever it was broken.
  private func run(_ more: String..., store: String = "s.gait") throws -> GaitProcess.Ending {
    var ending = try study.gait.run(
      ["batch", "m.csv", "--store", store, "--output", "out"] + more)
    ending.message = ending.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return ending
  }

  private func reasons() throws -> [String?] {
    try study.table("recordings").map { $0["not_stored_reason"] }
  }

  @Test func `a correction of a row whose file is gone is named and fails`() throws {
    #expect(try run().code == 0)
    try write("P01", "wrist,1.75")
    let said = "\(Self.path): site, height_m changed, and there is no such file any more"
    let changed = try run()
    #expect(changed.code == 1 && changed.message.contains(said), "\(changed.message)")
    #expect(changed.message.contains("of 1 recording that failed the results of an earlier run"))
    #expect(try study.table("recordings").map { $0["recording"] } == ["walk2"])
    #expect(try study.table("failures").map { $0["reason"] } == ["missing"])
    let plan = try run("--dry-run")
    #expect(
      plan.output.contains(
        "\(Self.path): would fail: site, height_m changed, and there is no such file"),
      "\(plan.output)")
    try write()
    #expect(try run().code == 0)
    #expect(try reasons() == ["", ""])
  }

  @Test func `a description that stayed and was edited is named, one that went along is not`()
    throws
  {
    let json = "recordings/P01/walk1.json"
    let before = try study.gait.text(of: json)
    try study.write(json, before.replacing("2026-05-01", with: "2026-05-07"))
    let changed = try run()
    #expect(
      changed.code == 1 && changed.message.contains("description changed, and there is no such"),
      "\(changed.message)")
    try FileManager.default.removeItem(atPath: study.gait.path(json))
    let gone = try run()
    #expect(gone.code == 0 && gone.message.contains("2 unchanged"), "\(gone.message)")
  }

  @Test(arguments: ["new", "deleted"])
  func `a store that lacks a recording whose file is gone is said`(how: String) throws {
    var store = "s.gait"
    if how == "new" {
      store = "n.gait"
    } else {
      let gone = try study.gait(
        "delete", "--store", store, "--participant", "P01", "--everything")
      #expect(gone.code == 0, "\(gone.message)")
    }
    let said = "\(Self.path): not in the store, and the file is gone: put it back"
    if how == "deleted" {
      #expect(try run("--dry-run", store: store).output.contains(said))
    }
    for _ in 1...2 {
      let lacking = try run(store: store)
      #expect(lacking.code == 1 && lacking.message.contains(said), "\(lacking.message)")
      #expect(try reasons() == ["missing", ""])
    }
    try study.add("P01/walk1.csv", person: 1, walk: 1)
    let back = try run(store: store)
    #expect(back.code == 0 && back.message.contains("1 analyzed, 1 unchanged"), "\(back.message)")
    #expect(try reasons() == ["", ""])
  }

  @Test func `a code that is too long for the name of a folder is refused in words`() throws {
    let long = String(repeating: "ä", count: 130)
    let said = "it has 260 bytes as the name of a folder, which has at most 255"
    try study.write("l.csv", "path,participant\nrecordings/P01/walk2.csv,\(long)\n")
    for more in [[], ["--dry-run"]] {
      let refused = try study.gait.run(["batch", "l.csv", "--output", "long"] + more)
      let words = (refused.message + refused.output).split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
      #expect(words.contains(said), "\(words)")
      #expect(more == ["--dry-run"] || refused.code != 0)
    }
    let one = try study.gait(
      "analyze", "recordings/P01/walk2.csv", "--participant", long, "--store", "l.gait")
    let words = one.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(one.code != 0 && words.contains(said), "\(words)")
    try study.write(
      "l.csv",
      "path,participant\nrecordings/P01/walk2.csv,\(String(repeating: "ä", count: 127))\n")
    let longest = try study.gait("batch", "l.csv", "--output", "long")
    #expect(longest.code == 0, "\(longest.message)")
  }
}
