import Foundation
import Testing

/// No output takes the place of what the program did not make.
struct OverwritingTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  private func put(_ text: String, _ name: String) throws {
    let url = URL(fileURLWithPath: gait.path(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  private func simulate(_ output: String, _ more: String...) throws -> GaitProcess.Ending {
    try gait.run(["simulate", "straight-walk", "--seconds", "20", "--output", output] + more)
  }

  @Test(arguments: ["walk.csv", "walk.json", "walk.reference.json", "walk.cwa", "walk.csv.gz"])
  func `a simulation spares a recording and what lies beside it`(there: String) throws {
    try put("measured with care\n", there)
    let refused = try simulate("walk.csv")
    #expect(refused.code == 2)
    #expect(refused.message.contains(there), "\(refused.message)")
    #expect(try gait.text(of: there) == "measured with care\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: gait.folder) == [there])
    #expect(try simulate("walk.csv", "--force").code == 0)
  }

  @Test func `a manifest is not written over a recording of the study, whoever means it`() throws {
    #expect(try simulate("rr/walk.csv").code == 0)
    let before = try gait.text(of: "rr/walk.csv")
    let refused = try gait("batch", "rr", "--make-manifest", "rr/walk.csv", "--force")
    #expect(refused.code == 2 && refused.message.contains("is read"), "\(refused.message)")
    #expect(try gait.text(of: "rr/walk.csv") == before)
  }

  @Test func `what would not be written is refused`() throws {
    for words in [
      ["--history", "steady", "--store", "h.gait", "--laboratory", "visit"],
      ["--history", "steady", "--store", "h.gait", "--output", "walk.csv"],
      ["straight-walk", "--output", "walk.csv", "--truth", "truth.csv"],
      ["straight-walk", "--history", "steady", "--store", "h.gait"],
      ["straight-walk", "--laboratory", "visit"],
      ["--output", "walk.csv", "--start", "2026-05-01"], ["--output", "walk.csv", "--days", "5"],
      ["--output", "walk.csv", "--participant", "P"],
      ["--output", "walk.csv", "--time-zone", "Asia/Tokyo"],
    ] {
      let refused = try gait.run(["simulate"] + words)
      #expect(refused.code == 2, "\(words)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: gait.folder).isEmpty)
  }

  @Test(arguments: ["sim.json", "sim.csv", "sim.reference.json"])
  func `a simulation that somebody has changed is theirs`(name: String) throws {
    #expect(try simulate("sim.csv").code == 0)
    let changed = try gait.text(of: name).replacing("1", with: "2")
    try put(changed, name)
    let refused = try simulate("sim.csv", "--seed", "2")
    #expect(refused.code == 2 && refused.message.contains("changed since"), "\(refused.message)")
    #expect(try gait.text(of: name) == changed)
    #expect(try simulate("sim.csv", "--seed", "2", "--force").code == 0)
    #expect(try simulate("sim.csv").code == 0)
  }

  @Test func `what is converted describes no other recording`() throws {
    #expect(try simulate("walk.csv").code == 0)
    try put("another recording", "plain/walk.cwa")
    let refused = try gait("convert", "walk.csv", "--output", "plain/walk.csv")
    #expect(refused.code == 2 && refused.message.contains("walk.cwa"), "\(refused.message)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: gait.path("plain")) == ["walk.cwa"])
    #expect(try gait("convert", "walk.csv", "--output", "other/walk.csv").code == 0)
    #expect(try gait("convert", "walk.csv", "--output", "other/walk.csv").code == 0)
    let table = try gait.text(of: "other/walk.csv")
    #expect(try simulate("second.csv", "--seed", "2").code == 0)
    let second = try gait("convert", "second.csv", "--output", "other/walk.csv")
    #expect(
      second.code == 2 && second.message.contains("is there already"), "\(second.message)")
    #expect(try gait.text(of: "other/walk.csv") == table)
  }

  @Test func `a result folder without its summary is still ours, one with a foreign table is not`()
    throws
  {
    #expect(try simulate("walk.csv").code == 0)
    func analyze() throws -> GaitProcess.Ending {
      try gait("analyze", "walk.csv", "--output", "out", "--quiet")
    }
    #expect(try analyze().code == 0)
    try FileManager.default.removeItem(atPath: gait.path("out/walk/summary.json"))
    try FileManager.default.removeItem(atPath: gait.path("out/walk/turns.csv"))
    let again = try analyze()
    #expect(again.code == 0, "\(again.message)")
    #expect(FileManager.default.fileExists(atPath: gait.path("out/walk/summary.json")))
    try FileManager.default.removeItem(atPath: gait.path("out/walk/summary.json"))
    try put("bout,what I saw\n1,a limp\n", "out/walk/bouts.csv")
    let refused = try analyze()
    #expect(refused.code == 2 && refused.message.contains("bouts.csv"), "\(refused.message)")
    #expect(try gait.text(of: "out/walk/bouts.csv").contains("a limp"))
  }

  @Test func `a simulation takes the place of an older one`() throws {
    #expect(try simulate("walk.csv").code == 0)
    let first = try gait.text(of: "walk.csv")
    #expect(try simulate("walk.csv", "--seed", "2").code == 0)
    #expect(try gait.text(of: "walk.csv") != first)
  }

  @Test(arguments: [
    ["calibrate", "walk.csv", "--distance", "17", "--output", "other"],
    ["simulate", "--history", "steady", "--days", "3", "--truth", "other"],
  ])
  func `a file of somebody else is refused and --force means it`(arguments: [String]) throws {
    #expect(try simulate("walk.csv").code == 0)
    try put("SQLite format 3\u{0}", "other")
    let refused = try gait.run(arguments)
    #expect(refused.code == 2, "\(refused.message)")
    #expect(refused.message.contains("other is there already"), "\(refused.message)")
    #expect(try gait.text(of: "other") == "SQLite format 3\u{0}")
    #expect(try gait.run(arguments + ["--force"]).code == 0)
    // What it made itself it may make again.
    #expect(try gait.run(arguments).code == 0)
  }

  @Test func `a device is no file to write to`() throws {
    #expect(try simulate("walk.csv").code == 0)
    let ending = try gait("calibrate", "walk.csv", "--distance", "17", "--output", "/dev/null")
    #expect(ending.code == 2)
    #expect(ending.message.contains("/dev/null is a device or pipe"))
  }

  @Test func `figures of a validation spare other files of their name`() throws {
    #expect(try simulate("study/one/walk.csv").code == 0)
    try put("my notes\n", "out/validation.csv")
    let refused = try gait("validate", "study", "--output", "out")
    #expect(refused.code == 2)
    #expect(try gait.text(of: "out/validation.csv") == "my notes\n")
    #expect(try gait("validate", "study", "--output", "out", "--force").code == 0)
    #expect(try gait("validate", "study", "--output", "out").code == 0)
  }

  /// Two studies, or two laboratories, in folders of one name.
  @Test(arguments: ["study", "validation"])
  func `a page of another folder of the same name stays`(kind: String) throws {
    for (place, folder) in ["one", "two"].enumerated() {
      #expect(try simulate("\(folder)/lab/P1/walk.csv", "--seed", "\(place)").code == 0)
      #expect(
        try gait("batch", "\(folder)/lab", "--output", "\(folder)/results", "-q").code == 0)
    }
    let shown = kind == "study" ? "results" : "lab"
    func report(_ folder: String, _ more: String...) throws -> GaitProcess.Ending {
      try gait.run(["report", kind, folder, "--output", "page.html", "-q"] + more)
    }
    #expect(try report("one/\(shown)").code == 0)
    let page = try gait.text(of: "page.html")
    let refused = try report("two/\(shown)")
    #expect(
      refused.code == 2 && refused.message.contains("another folder"), "\(refused.message)")
    #expect(try gait.text(of: "page.html") == page)
    // Whatever leads to it, it is the same folder.
    let link = try gait.shell("ln -s one first && cd one/\(shown)")
    #expect(link.code == 0)
    for same in ["one/\(shown)/", "./two/../one/\(shown)", "first/\(shown)"] {
      #expect(try report(same).code == 0, "\(same)")
    }
    #expect(try report("two/\(shown)", "--force").code == 0)
    #expect(try report("two/\(shown)").code == 0)
  }

  @Test func `a folder of results is replaced as a whole`() throws {
    #expect(try simulate("walk.csv").code == 0)
    #expect(try gait("analyze", "walk.csv", "--output", "out").code == 0)
    let files = try FileManager.default.contentsOfDirectory(atPath: gait.path("out/walk")).sorted()
    try FileManager.default.removeItem(atPath: gait.path("out/walk/turns.csv"))
    #expect(try gait("analyze", "walk.csv", "--output", "out").code == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: gait.path("out/walk")).sorted() == files)
    #expect(try gait.text(of: "out/walk/strides.csv").hasPrefix("bout,side,"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: gait.path("out")) == ["walk"])
  }

  @Test(arguments: ["out/walk/notes.txt", "out/walk/bouts.csv", "out/walk"])
  func `a folder with something else in it stays as it is`(there: String) throws {
    #expect(try simulate("walk.csv").code == 0)
    try put("mine\n", there)
    let refused = try gait("analyze", "walk.csv", "--output", "out")
    #expect(refused.code == 2)
    #expect(refused.message.contains("out/walk"))
    #expect(try gait.text(of: there) == "mine\n")
    guard there == "out/walk/notes.txt" else { return }
    #expect(try gait("analyze", "walk.csv", "--output", "out", "--force").code == 0)
    #expect(try gait.text(of: there) == "mine\n")
  }

  @Test(arguments: ["...csv", "..csv", "....gz", "..gz"])
  func `no name of a recording leads out of the folder of results`(name: String) throws {
    #expect(try simulate("walk.csv").code == 0)
    try FileManager.default.moveItem(atPath: gait.path("walk.csv"), toPath: gait.path(name))
    let before = try FileManager.default.contentsOfDirectory(atPath: gait.folder)
    let ending = try gait("analyze", name, "--output", "deep/out")
    #expect(ending.code == 0, "\(ending.message)")
    #expect(
      Set(try FileManager.default.contentsOfDirectory(atPath: gait.folder))
        == Set(before + ["deep"]))
    #expect(try FileManager.default.contentsOfDirectory(atPath: gait.path("deep")) == ["out"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: gait.path("deep/out")).count == 1)
  }

  @Test func `a device's own clock is believed before --start`() throws {
    #expect(try simulate("walk.bin").code == 0)
    let arguments = ["analyze", "walk.bin", "--format", "csv", "--start", "2026-05-04T09:30:00Z"]
    let own = try gait.run(arguments)
    #expect(own.output.contains(",2026-01-05T09:00:"))
    #expect(own.message.contains("its own clock says 2026-01-05T09:00:00.000"))
    #expect(own.message.contains("(--override-start, or override_start in a manifest, uses it)"))
    let asked = try gait.run(arguments + ["--override-start"])
    #expect(asked.output.contains(",2026-05-04T09:30:"))
    #expect(!asked.message.contains("clock"), "\(asked.message)")
  }
}
