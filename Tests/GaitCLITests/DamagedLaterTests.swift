import Foundation
import Testing

/// Files of a study that were analyzed whole and are cut later.
struct DamagedLaterTests {
  private let gait: GaitProcess

  init() throws {
    gait = try GaitProcess()
    for (name, seed) in [("d1", "4"), ("d2", "5")] {
      try gait.done(
        "simulate", "straight-walk", "--seconds", "120", "--seed", seed, "--output", "\(name).cwa")
    }
    let rows = ["d1.cwa,A,2026-03-02T09:00:00", "d2.cwa,A,2026-03-03T09:00:00"]
      .map { $0 + ",yes,Europe/Berlin\n" }.joined()
    try Data("path,participant,start,override_start,time_zone\n\(rows)".utf8)
      .write(to: URL(fileURLWithPath: gait.path("s.csv")))
  }

  private func batch(_ more: String...) throws -> (code: Int32, text: String) {
    let ending = try gait.run(["batch", "s.csv", "--store", "s.gait", "--output", "out"] + more)
    let words = (ending.output + ending.message).split(whereSeparator: \.isWhitespace)
    return (ending.code, words.joined(separator: " "))
  }

  /// The rows of the table of recordings.
  private func rows() throws -> [Substring] {
    Array(try gait.text(of: "out/tables/recordings.csv").split(separator: "\n").dropFirst())
  }

  /// Leaves so many bytes of a recording.
  private func cut(_ name: String, to count: Int) throws {
    let file = URL(fileURLWithPath: gait.path(name))
    try Data(try Data(contentsOf: file).prefix(count)).write(to: file)
  }

  private static let head =
    "1 recording ends early, is damaged or is shorter than before, and counts as far as its file can be read; where there "
    + "is a whole copy, put it back: d2.cwa: "

  @Test func `a file that is cut later is named in each run until it is whole again`() throws {
    let first = try batch()
    #expect(first.code == 0 && !first.text.contains("ends early"), "\(first.text)")
    let whole = try rows()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: gait.path("d2.cwa")))
    // 160 whole blocks, and 128 bytes of the next.
    try cut("d2.cwa", to: 1024 + 160 * 512 + 128)
    let damage =
      Self.head
      + "the file ends inside a block, after 128 of 512 bytes; it lasts 0:01:04 and lasted 0:02:00 when it was analyzed before"
    let second = try batch()
    #expect(second.code == 0 && second.text.contains("1 analyzed"), "\(second.text)")
    #expect(second.text.contains(damage), "\(second.text)")
    #expect(try rows() != whole)
    for more in [[], ["--dry-run"]] {
      let again = try gait.run(
        ["batch", "s.csv", "--store", "s.gait", "--output", "out"] + more)
      let text = (again.output + again.message).split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
      #expect(text.contains(damage) && !text.contains("1 analyzed"), "\(text)")
    }
    let page = try gait.done("report", "study", "out", "--output", "study.html")
    let words = "1 recording ends early, is damaged or is shorter than before"
    #expect(page.message.contains(words), "\(page.message)")
    #expect(try gait.text(of: "study.html").contains(words))
    try bytes.write(to: URL(fileURLWithPath: gait.path("d2.cwa")))
    let last = try batch()
    #expect(last.code == 0 && !last.text.contains("ends early"), "\(last.text)")
    #expect(try rows() == whole)
  }

  @Test
  func `a file that is cut between two blocks is shorter than before, whoever reads it again`()
    throws
  {
    _ = try batch()
    try cut("d2.cwa", to: 1024 + 160 * 512)
    let damage = Self.head + "it lasts 0:01:04 and lasted 0:02:00 when it was analyzed before"
    #expect(try batch().text.contains(damage))
    try FileManager.default.removeItem(atPath: gait.path("s.gait"))
    let anew = try batch()
    #expect(anew.text.contains("2 analyzed") && anew.text.contains(damage), "\(anew.text)")
  }

  @Test func `a file of which nothing can be read leaves the tables, and its results stay`() throws
  {
    _ = try batch()
    for count in [1024 + 300, 700, 0] {
      try cut("d2.cwa", to: count)
      for _ in 1...2 {
        let found = try batch()
        #expect(found.code == 1, "\(count): \(found.text)")
        #expect(
          found.text.contains(
            "of 1 recording that failed the results of an earlier run stay in out/recordings and in the store, and are in no table"
          ), "\(count): \(found.text)")
        #expect(try rows().count == 1)
      }
      #expect(FileManager.default.fileExists(atPath: gait.path("out/recordings/A/d2/bouts.csv")))
    }
  }

  private static let kept =
    "of 1 recording that failed the results of an earlier run stay in out/recordings and in the store, and are in no table"

  /// Expects that the results of `d2` are no new ones, for a reason.
  private func expectKept(_ reason: String) throws {
    for _ in 1...2 {
      let found = try batch()
      #expect(found.code == 1 && found.text.contains(Self.kept), "\(found.text)")
      #expect(try gait.text(of: "out/tables/failures.csv").contains("d2.cwa,A,\(reason)"))
      #expect(try rows().count == 1)
    }
  }

  /// Expects that nothing fails any more.
  private func expectWhole() throws {
    let last = try batch()
    #expect(last.code == 0 && !last.text.contains("that failed"), "\(last.text)")
    #expect(try rows().count == 2)
  }

  @Test(.enabled(if: geteuid() == 0, "a folder is mounted for it, which takes root"))
  func `a recording whose new results cannot be written leaves the tables, and that is said`()
    throws
  {
    _ = try batch()
    let bouts = "out/recordings/A/d2/bouts.csv"
    let before = try gait.text(of: bouts)
    try cut("d2.cwa", to: 1024 + 160 * 512)
    let people = "out/recordings/A"
    let mount = try gait.shell(
      "mount --bind \(people) \(people) && mount -o remount,ro,bind \(people)")
    guard mount.code == 0 else { return }
    defer { _ = try? gait.shell("umount \(people)") }
    try expectKept("not_written")
    #expect(try gait.text(of: bouts) == before)
    #expect(try gait.shell("umount \(people)").code == 0)
    try expectWhole()
  }

  @Test func `a recording that the store refuses leaves the tables, and that is said`() throws {
    try gait.done("batch", "s.csv", "--output", "out")
    try gait.done("analyze", "d2.cwa", "--store", "s.gait", "--participant", "B")
    try expectKept("kept_of_another")
    try gait.done("delete", "--store", "s.gait", "--participant", "B", "--everything")
    try expectWhole()
  }

  @Test func `a damaged block is named in each run`() throws {
    let file = URL(fileURLWithPath: gait.path("d2.cwa"))
    var bytes = try Data(contentsOf: file)
    bytes[1024 + 40 * 512 + 100] ^= 0x55
    try bytes.write(to: file)
    for _ in 1...2 {
      let found = try batch()
      #expect(found.code == 0 && found.text.contains(Self.head + "block at byte"), "\(found.text)")
    }
  }
}
