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

  @Test func `other settings fail, an older program is said`() throws {
    try study.write(
      "ours.json", #"{"methods": {"RhythmWalkAssembler": {"longestPauseSeconds": 2.25}}}"#)
    let said = "\(Self.path): settings changed, and there is no such file any more"
    let other = try run("--settings", "ours.json")
    #expect(other.code == 1 && other.message.contains(said), "\(other.message)")
    #expect(try study.table("recordings").map { $0["recording"] } == ["walk2"])
    let plan = try run("--settings", "ours.json", "--dry-run")
    #expect(plan.output.contains("\(Self.path): would fail: settings changed"), "\(plan.output)")

    // What an older version of the program left behind.
    let record = "out/ledger/P01/walk1.json"
    let now = try study.gait.text(of: record)
    let older = now.replacing(#""program":"0.1.0""#, with: #""program":"0.0.9""#)
    #expect(older != now)
    try study.write(record, older)
    let kept =
      "\(Self.path): program 0.0.9, now 0.1.0, and the file is gone: the tables have what was found then"
    #expect(try run("--dry-run").output.contains(kept))
    let told = try run()
    #expect(told.code == 0 && told.message.contains(kept), "\(told.message)")
    #expect(try study.table("recordings").count == 2)
  }

  @Test func `a file that is gone with its results is asked for`() throws {
    let results = study.gait.path("out/recordings/P01/walk1")
    try FileManager.default.moveItem(atPath: results, toPath: study.gait.path("aside"))
    let said =
      "\(Self.path): there is no such file any more, nor its results in out/recordings/P01/walk1"
    #expect(try run("--dry-run").output.contains("\(Self.path): would fail: there is no such file"))
    for _ in 1...2 {
      let lacking = try run()
      #expect(lacking.code == 1 && lacking.message.contains(said), "\(lacking.message)")
      #expect(try study.table("recordings").map { $0["recording"] } == ["walk2"])
    }
    try FileManager.default.moveItem(atPath: study.gait.path("aside"), toPath: results)
    let back = try run()
    #expect(back.code == 0 && back.message.contains("2 unchanged"), "\(back.message)")
  }

  /// Where the archive cannot be seen, what was found stays, by whatever way the study reaches it.
  @Test(arguments: ["link", "moved", "results"])
  func `an archive that is not mounted is no correction`(way: String) throws {
    let gait = study.gait
    func shell(_ command: String) throws {
      let ending = try gait.shell(command)
      #expect(ending.code == 0, "\(command): \(ending.message)")
    }
    try shell(
      "rm -rf out s.gait; mkdir -p disk; mv recordings/P01 disk/raw; cp disk/raw/walk2.csv disk/raw/walk1.csv"
    )
    try study.add("P01/other.csv", person: 1, walk: 1)
    try shell("mv recordings/P01/other.csv disk/raw/walk1.csv; rm -rf recordings")
    func write(_ folder: String) throws {
      try study.write(
        "m.csv", "path,participant\n\(folder)/walk1.csv,P01\n\(folder)/walk2.csv,P01\n")
    }
    var output = "out"
    func run() throws -> (code: Int32, words: String) {
      let ending = try gait.run(["batch", "m.csv", "--store", "s.gait", "--output", output])
      return (
        ending.code, ending.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      )
    }
    switch way {
    case "link":
      try shell("ln -s disk/raw raw")
      try write("raw")
      #expect(try run().code == 0)
    case "moved":
      try write("disk/raw")
      #expect(try run().code == 0)
      try shell("mkdir mnt; mv disk/raw mnt/raw")
      try write("mnt/raw")
      #expect(try run().words.contains("2 unchanged"))
    default:
      try write("disk/raw")
      #expect(try run().code == 0)
      try shell("mkdir elsewhere; mv out elsewhere/results")
      output = "elsewhere/results"
    }
    try shell("mv disk away; test ! -e mnt || mv mnt away2")
    let gone = try run()
    #expect(gone.code == 0 && gone.words.contains("2 unchanged, 0 failed"), "\(gone.words)")
    #expect(gone.words.contains("the files are gone; what was found in them is kept"))
    // Two rows that change their files are told all the same.
    try study.write(
      "m.csv",
      gait.text(of: "m.csv").replacing("walk1", with: "x").replacing("walk2", with: "walk1")
        .replacing("x.csv", with: "walk2.csv").replacing(
          "path,participant", with: "path,participant,recording"
        )
        .replacing("walk2.csv,P01", with: "walk2.csv,P01,walk1")
        .replacing("walk1.csv,P01", with: "walk1.csv,P01,walk2"))
    guard way != "results" else { return }
    let exchanged = try run()
    #expect(
      exchanged.code != 0 && exchanged.words.contains("path changed: what was found in this file"),
      "\(exchanged.words)")
  }

  @Test func `a description that was only written anew says the same`() throws {
    let json = "recordings/P01/walk1.json"
    try study.write(json, study.gait.text(of: json).replacing(", ", with: " ,\n ") + "\n")
    let same = try run()
    #expect(same.code == 0 && same.message.contains("2 unchanged"), "\(same.message)")
  }

  @Test(arguments: [false, true])
  func `files that changed places when one of them, or both, was gone, are told`(both: Bool) throws
  {
    let second = "recordings/P01/walk2.csv"
    func write(_ first: String, _ second: String) throws {
      try study.write(
        "m.csv", "path,participant,recording\n\(first),P01,one\n\(second),P01,two\n")
    }
    for json in ["walk1", "walk2"] {
      try FileManager.default.removeItem(atPath: study.gait.path("recordings/P01/\(json).json"))
    }
    try study.add("P01/walk1.csv", person: 1, walk: 1)
    try FileManager.default.removeItem(atPath: study.gait.path("recordings/P01/walk1.json"))
    try write(Self.path, second)
    #expect(try run(store: "e.gait").code == 0)
    for path in both ? [Self.path, second] : [Self.path] {
      try FileManager.default.removeItem(atPath: study.gait.path(path))
    }
    let before = try study.contents(store: "e.gait").filter { $0.key.hasPrefix("recordings/") }
    try write(second, Self.path)
    let plan = try run("--dry-run", store: "e.gait").output
    #expect(
      plan.contains("\(Self.path): would fail: path changed: what was found in this file"),
      "\(plan)")
    let changed = try run(store: "e.gait")
    #expect(changed.code != 0 && changed.message.contains("2 failed"), "\(changed.message)")
    #expect(
      changed.message.contains("\(Self.path): path changed: what was found in this file"),
      "\(changed.message)")
    #expect(
      changed.message.contains(
        both
          ? "\(second): path changed"
          : "\(second): out/recordings/P01/one holds what was found in"), "\(changed.message)")
    #expect(
      try study.contents(store: "e.gait").filter { $0.key.hasPrefix("recordings/") } == before)
    try write(Self.path, second)
    let back = try run(store: "e.gait")
    #expect(back.code == 0 && back.message.contains("2 unchanged"), "\(back.message)")
  }

  @Test func `a recording's name that is too long for a folder is refused in words`() throws {
    func run(_ name: String, _ more: String...) throws -> (code: Int32, words: String) {
      try study.write("n.csv", "path,participant,recording\nrecordings/P01/walk2.csv,P01,\(name)\n")
      let ending = try study.gait.run(["batch", "n.csv", "--output", "named"] + more)
      return (
        ending.code,
        (ending.message + ending.output).split(whereSeparator: \.isWhitespace).joined(
          separator: " ")
      )
    }
    let said = "has 252 bytes as the name of a folder, and may have 250"
    let long = String(repeating: "ä", count: 126)
    #expect(try run(long, "--dry-run").words.contains(said))
    let refused = try run(long)
    #expect(refused.code != 0 && refused.words.contains(said), "\(refused.words)")
    let longest = try run(String(repeating: "ä", count: 125))
    #expect(longest.code == 0, "\(longest.words)")
    let again = try run(String(repeating: "ä", count: 125))
    #expect(again.words.contains("1 unchanged"), "\(again.words)")
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
