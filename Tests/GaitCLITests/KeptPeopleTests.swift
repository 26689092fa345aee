import Foundation
import Testing

/// A study goes on with the people that it began with, and takes every recording that lies there.
struct KeptPeopleTests {
  private let study: StudyOfWalks

  init() throws { study = try StudyOfWalks(people: 2, walks: 1) }

  /// A message on one line, wherever it was broken.
  private static func line(_ message: String) -> String {
    message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private func people(_ output: String = "out") throws -> [String?] {
    try study.table("persons", output: output).map { $0["participant"] }
  }

  @Test func `a stray recording makes nobody another person`() throws {
    try study.add("P01/day_1.csv", person: 1, walk: 2)
    try study.add("P02/day_2.csv", person: 2, walk: 2)
    #expect(try study.batch().code == 0)
    let before = try study.contents()
    try study.add("extra_9.csv", person: 2, walk: 9)
    for more in [[], ["--dry-run"]] {
      let run = try study.gait.run(
        ["batch", "recordings", "--store", "s.gait", "--output", "out"] + more)
      #expect(run.code == 2, "\(run.message)")
      let message = Self.line(run.message)
      for words in [
        "by the rule folder", "P01/day_1.csv: P01, now day", "extra_9.csv",
        "--participant-rule folder", "--participant-rule name",
      ] { #expect(message.contains(words), "\(words): \(message)") }
    }
    #expect(try study.contents() == before)
    // Results of an older version do not say the rule: what they are of does.
    let rule = study.gait.path("out/ledger/.study.json")
    let kept = try #require(FileManager.default.contents(atPath: rule))
    try FileManager.default.removeItem(atPath: rule)
    let older = try study.batch()
    #expect(
      older.code == 2 && Self.line(older.message).contains("P01, now day"), "\(older.message)")
    try kept.write(to: URL(fileURLWithPath: rule))
    // Whoever says the rule gets it, and nobody is named for the stray.
    let given = try study.batch("--participant-rule", "folder")
    #expect(given.code == 1 && given.message.contains("no_participant"), "\(given.message)")
    #expect(try people() == ["P01", "P02"])
    try FileManager.default.removeItem(atPath: study.gait.path("recordings/extra_9.csv"))
    try FileManager.default.removeItem(atPath: study.gait.path("recordings/extra_9.json"))
    #expect(try study.batch().code == 0)
    #expect(try study.contents() == before)
  }

  @Test func `a run of which nothing came names nobody`() throws {
    let files = FileManager.default
    try files.createDirectory(
      atPath: study.gait.path("people/P01"), withIntermediateDirectories: true)
    try files.moveItem(
      atPath: study.gait.path("recordings/P01/walk1.csv"), toPath: study.gait.path("people/1.csv"))
    let first = try study.gait("batch", "people", "--output", "out")
    #expect(first.code == 2 && first.message.contains("no_participant"), "\(first.message)")
    try files.moveItem(
      atPath: study.gait.path("people/1.csv"), toPath: study.gait.path("people/P01/1.csv"))
    let next = try study.gait("batch", "people", "--output", "out")
    #expect(next.code == 0 && next.message.contains("1 analyzed"), "\(next.message)")
    #expect(try people() == ["P01"])
  }

  @Test func `a stray recording stops nothing where nobody's name comes from the path`() throws {
    for (name, person) in [("P01/walk1", "A"), ("P02/walk1", "B"), ("stray", "B")] {
      if name == "stray" {
        #expect(try study.batch().code == 0)
        try study.add("stray.csv", person: 2, walk: 9)
      }
      try study.write("recordings/\(name).json", #"{"participant": "\#(person)"}"#)
    }
    let run = try study.batch()
    #expect(run.code == 0, "\(run.message)")
    #expect(try people() == ["A", "B"])
  }

  @Test func `folders whose names differ only in the form of an accent are both taken`() throws {
    // On a file system that takes them for one there is nothing to look at.
    let forms = ["Fr\u{FC}hling", "Fru\u{308}hling"]
    for (place, form) in forms.enumerated() {
      try study.add("P01/\(form)/w\(place).csv", person: 1, walk: 4 + place)
      try study.add("P02/\(form).csv", person: 2, walk: 6 + place)
    }
    let names = try FileManager.default.contentsOfDirectory(
      atPath: study.gait.path("recordings/P01"))
    let twins = names.filter { $0.hasPrefix("Fr") }
    guard twins.count == 2 else {
      print("SKIPPED: this file system takes names in NFC and NFD for one")
      return
    }
    #expect(try study.gait("batch", "recordings", "--make-manifest", "study.csv").code == 0)
    let manifest = try study.gait.text(of: "study.csv")
    #expect(manifest.split(separator: "\n").count == 1 + 6, "\(manifest)")
    let whole = try study.batch()
    #expect(whole.code == 0 && whole.message.contains("6 analyzed"), "\(whole.message)")
    let listed = try study.gait("batch", "study.csv", "--store", "m.gait", "--output", "listed")
    #expect(listed.code == 0 && listed.message.contains("6 analyzed"), "\(listed.message)")
    for output in ["out", "listed"] {
      let rows = try study.table("recordings", output: output)
      #expect(rows.count == 6)
      let folders = rows.map { ($0["participant"] ?? "") + "/" + ($0["recording"] ?? "") }
      #expect(Set(folders.map { Array($0.utf8) }).count == 6, "\(folders)")
    }
    #expect(try study.batch().message.contains("0 analyzed, 6 unchanged"))
    let both = try study.gait.run(
      ["analyze"] + forms.map { "recordings/P02/\($0).csv" } + ["--output", "single"])
    #expect(both.code == 0, "\(both.message)")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: study.gait.path("single")).count == 2)
    let twice = try study.gait(
      "analyze", "recordings/P02/\(forms[0]).csv", "recordings/P02/\(forms[0]).csv", "--output",
      "twice")
    #expect(twice.code == 0 && twice.message.contains("is named before and is analyzed once"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: study.gait.path("twice")).count == 1)
  }

  @Test func `rows of a laboratory that belong to no recording are named`() throws {
    let gait = study.gait
    #expect(try gait("simulate", "--laboratory", "lab", "--seed", "5").code == 0)
    #expect(try gait("validate", "--make-mapping", "lab").code == 0)
    let whole = try gait.text(of: "lab/protocol.csv")
    let text = whole.replacing("\nP02_belt;", with: "\nP02_Belt;")
      .replacing("\nP03_belt;", with: "\n;")
    let changed = text.split(separator: "\n").map(String.init)
    try study.write("lab/protocol.csv", changed.joined(separator: "\n") + "\n\nmade by the mat\n")
    let ending = try gait("validate", "--mapping", "lab/mapping.json")
    #expect(ending.code == 1, "\(ending.message)")
    let first = try #require(changed.firstIndex { $0.hasPrefix("P02_Belt;") }) + 1
    let count = changed.count { $0.hasPrefix("P02_Belt;") }
    #expect(
      ending.message.contains(
        "protocol.csv: line \(first): \(count) rows of \"P02_Belt\", which is no recording of the "
          + "mapping, were left out; did you mean P02_belt?"), "\(ending.message)")
    let blank = try #require(changed.firstIndex { $0.hasPrefix(";") }) + 1
    #expect(
      ending.message.contains("protocol.csv: line \(blank): \(count) rows name no recording"),
      "\(ending.message)")
    #expect(!ending.message.contains("made by"))
    #expect(ending.output.contains("12 m walk"))
    try study.write("lab/protocol.csv", whole)
    #expect(try gait("validate", "--mapping", "lab/mapping.json").code == 0)
  }
}
