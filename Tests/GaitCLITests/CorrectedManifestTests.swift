import Foundation
import Testing

/// A manifest that named the wrong people is corrected, and the study run again.
struct CorrectedManifestTests {
  private func run(
    _ study: StudyOfWalks, _ people: [String], jobs: Int = 2, output: String = "out",
    store: String = "s.gait"
  ) throws -> GaitProcess.Ending {
    let rows = people.enumerated().map { "recordings/P0\($0 + 1)/walk1.csv,\($1)" }
    return try run(study, rows: rows, jobs: jobs, output: output, store: store)
  }

  private func run(
    _ study: StudyOfWalks, rows: [String], jobs: Int = 2, output: String = "out",
    store: String = "s.gait"
  ) throws -> GaitProcess.Ending {
    try study.write("study.csv", (["path,participant"] + rows).joined(separator: "\n") + "\n")
    return try study.gait(
      "batch", "study.csv", "--store", store, "--output", output, "--jobs", "\(jobs)")
  }

  @Test(arguments: [2, 3], [1, 2])
  func `people who were exchanged are put right, although their recordings have one name`(
    count: Int, jobs: Int
  ) throws {
    let study = try StudyOfWalks(people: count, walks: 1)
    let wrong = (1...count).map { "P0\($0)" }
    let right = Array(wrong.dropFirst()) + [wrong[0]]
    #expect(try run(study, wrong, jobs: jobs).code == 0)
    let first = try study.contents()
    let corrected = try run(study, right, jobs: jobs)
    #expect(corrected.code == 0, "\(corrected.message)")
    for person in wrong {
      #expect(
        corrected.message.contains("in the store it takes the place of walk1 of \(person)"),
        "\(corrected.message)")
    }
    #expect(!corrected.message.contains("holds another recording"), "\(corrected.message)")
    #expect(try run(study, right, output: "fresh", store: "fresh.gait").code == 0)
    let fresh = try study.contents(output: "fresh", store: "fresh.gait")
    #expect(try study.contents() == fresh && fresh != first)
    let aside = try study.gait(
      "query", "step-count", "--superseded", "--store", "s.gait", "--format", "csv")
    #expect(aside.output.split(separator: "\n").count == 1 + count, "\(aside.output)")
    let again = try run(study, right, jobs: jobs)
    #expect(again.message.contains("0 analyzed, \(count) unchanged, 0 failed"), "\(again.message)")
    #expect(try run(study, wrong, jobs: jobs).code == 0)
    #expect(try study.contents() == first)
  }

  @Test func `a copy that comes first counts, whichever was done first`() throws {
    let study = try StudyOfWalks(people: 1, walks: 1)
    for end in ["csv", "json"] {
      try FileManager.default.createDirectory(
        atPath: study.gait.path("recordings/P02"), withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        atPath: study.gait.path("recordings/P01/walk1.\(end)"),
        toPath: study.gait.path("recordings/P02/copy.\(end)"))
    }
    let (copy, own) = ("recordings/P02/copy.csv,P02", "recordings/P01/walk1.csv,P01")
    for jobs in [1, 2] {
      let (output, store) = ("out\(jobs)", "s\(jobs).gait")
      #expect(try run(study, rows: [own], output: output, store: store).code == 0)
      let both = try run(study, rows: [copy, own], jobs: jobs, output: output, store: store)
      #expect(both.code == 1, "\(both.message)")
      #expect(try study.table("persons", output: output).map { $0["participant"] } == ["P02"])
    }
    #expect(
      try study.contents(output: "out1", store: "s1.gait")
        == study.contents(output: "out2", store: "s2.gait"))
  }

  @Test func `a file with another recording is said where the first is in no other file`() throws {
    let study = try StudyOfWalks(people: 2, walks: 1)
    #expect(try run(study, ["P01", "P02"]).code == 0)
    try study.add("P02/walk1.csv", person: 2, walk: 3)
    let changed = try run(study, ["P01", "P02"])
    #expect(
      changed.code == 0
        && changed.message.contains("P02/walk1.csv: walk1 of P02 is another recording than before"),
      "\(changed.message)")
  }

  @Test func `results that could not be kept are not taken for those before`() throws {
    let study = try StudyOfWalks(people: 1, walks: 1)
    func results() throws -> [String: Data] {
      try study.contents().filter { $0.key.hasPrefix("recordings/") }
    }
    #expect(try run(study, ["P01"]).code == 0)
    let first = try results()
    try study.add("Q.csv", person: 2, walk: 3)
    let other = try study.gait(
      "analyze", "recordings/Q.csv", "--participant", "Q", "--store", "s.gait")
    #expect(other.code == 0, "\(other.message)")
    try study.add("P01/walk1.csv", person: 2, walk: 3)
    let refused = try run(study, ["P01"])
    #expect(
      refused.code == 2 && refused.message.contains("kept_of_another"), "\(refused.message)")
    // What is said to stay does.
    #expect(refused.message.contains("the results of an earlier run stay"), "\(refused.message)")
    #expect(try results() == first)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: study.gait.path("out/recordings/P01"))
    #expect(names == ["walk1"])
    // Those of another person are not found in a file that is gone.
    try FileManager.default.removeItem(atPath: study.gait.path("recordings/P01/walk1.csv"))
    let gone = try run(study, ["P01"])
    #expect(gone.code == 2 && gone.message.contains("missing"), "\(gone.message)")
    try study.add("P01/walk1.csv", person: 1, walk: 1)
    #expect(try run(study, ["P01"]).code == 0)
    #expect(try results() == first)
  }

  @Test func `only what is in no row is said to be gone`() throws {
    let study = try StudyOfWalks(people: 2, walks: 1)
    let gone = " not in this study"
    #expect(try run(study, ["P01", "P02"]).code == 0)
    let moved = try run(study, ["P01", "P03"])
    #expect(moved.code == 0 && !moved.message.contains(gone), "\(moved.message)")
    try study.write(
      "study.csv",
      """
      path,participant,sex
      recordings/P01/walk1.csv,P04,f
      recordings/P02/walk1.csv,P04,m

      """)
    let refused = try study.gait("batch", "study.csv", "--store", "s.gait", "--output", "out")
    #expect(
      refused.message.contains("conflicting_facts") && !refused.message.contains(gone),
      "\(refused.message)")
    #expect(
      refused.message.contains(
        "0 recordings of 0 people, and 2 recordings set aside (conflicting_facts)"),
      "\(refused.message)")
    let one = try run(study, ["P01"])
    #expect(
      one.message.contains(
        "1 recording of an earlier run is not in this study; what was found in it stays in out/recordings and in the "
          + "store"), "\(one.message)")
  }

  @Test func `a row whose description makes two people of one is not said to be gone`() throws {
    let study = try StudyOfWalks(people: 2, walks: 1)
    #expect(try run(study, ["P01", "P01"]).code == 0)
    try study.write(
      "recordings/P02/walk1.json",
      #"{"site": "lower_back", "height_m": 1.95, "start_datetime": "2026-05-01T09:30:00+02:00"}"#)
    let refused = try run(study, ["P01", "P01"])
    #expect(refused.code == 2 && refused.message.contains("conflicting_facts"))
    #expect(!refused.message.contains("not in this study"), "\(refused.message)")
    #expect(
      refused.message.contains("of 2 recordings that failed the results of an earlier run stay"),
      "\(refused.message)")
  }

  @Test func `what was entered for a person whose name was corrected is said to stay`() throws {
    let study = try StudyOfWalks(people: 2, walks: 1)
    #expect(try run(study, ["P01", "P02"]).code == 0)
    for person in ["P01", "P02"] {
      let entered = try study.gait(
        "event", "injury", "--on", "2026-05-02", "--store", "s.gait", "--participant", person)
      #expect(entered.code == 0, "\(entered.message)")
    }
    let exchanged = try run(study, ["P02", "P01"])
    #expect(!exchanged.message.contains("entered by hand"), "\(exchanged.message)")
    let renamed = try run(study, ["P02", "P07"])
    let said = renamed.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      said.contains("what was entered by hand for P01 stays there (1 of event)"), "\(said)")
    #expect(!said.contains("entered by hand for P02"), "\(said)")
  }

  @Test func `a clock that was reset is put right in a manifest`() throws {
    let study = try StudyOfWalks(people: 1, walks: 1)
    var lines = try study.gait.text(of: "recordings/P01/walk1.csv").split(separator: "\n")
    // Seconds since 1970: the device began at 2020-01-01 after its battery was empty.
    lines = lines.enumerated().map { row, line in
      let time = Double(line.prefix { $0 != "," }) ?? 0
      return row == 0 ? line : "\(1_577_836_800 + time)\(line.drop { $0 != "," })"
    }
    try study.write("recordings/P01/walk1.csv", lines.joined(separator: "\n") + "\n")
    try study.write("recordings/P01/walk1.json", #"{"site": "lower_back", "height_m": 1.7}"#)
    func days(_ words: String) throws -> (days: [String?], message: String) {
      let row = "recordings/P01/walk1.csv,P01,2026-05-04T09:30:00+02:00,\(words)"
      try study.write("study.csv", "path,participant,start,override_start\n\(row)\n")
      let ending = try study.gait(
        "batch", "study.csv", "--store", "s.gait", "--output", "out")
      #expect(ending.code == 0, "\(ending.message)")
      let said = ending.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return (try study.table("days").map { $0["day"] ?? $0["date"] }, said)
    }
    let first = try days("")
    #expect(first.days == ["2020-01-01"])
    #expect(first.message.contains("override_start in a manifest, uses it"), "\(first.message)")
    #expect(try days("yes").days == ["2026-05-04"])
    let stored = try study.gait("query", "step-count", "--store", "s.gait", "--format", "csv")
    let starts = stored.output.split(separator: "\n").dropFirst()
    #expect(!starts.isEmpty && starts.allSatisfy { $0.contains("2026-05-04") }, "\(stored.output)")
    #expect(try days("no").days == ["2020-01-01"])
    try study.write("study.csv", "path,override_start\nrecordings/P01/walk1.csv,perhaps\n")
    let refused = try study.gait("batch", "study.csv", "--output", "out")
    #expect(
      refused.code == 2 && refused.message.contains("perhaps is not known; allowed are yes, no"),
      "\(refused.message)")
  }

  @Test func `a start that is taken away takes along what was stored by it`() throws {
    let study = try StudyOfWalks(people: 1, walks: 1)
    try study.write("recordings/P01/walk1.json", #"{"site": "lower_back", "height_m": 1.7}"#)
    func run(_ person: String, _ start: String) throws -> (message: String, steps: Int) {
      try study.write(
        "study.csv", "path,participant,start\nrecordings/P01/walk1.csv,\(person),\(start)\n")
      let ending = try study.gait("batch", "study.csv", "--store", "s.gait", "--output", "out")
      #expect(ending.code == 0, "\(ending.message)")
      let held = try study.gait("query", "step-count", "--store", "s.gait", "--format", "csv")
      return (ending.message, held.output.split(separator: "\n").dropFirst().count)
    }
    let start = "2026-05-04T09:30:00+02:00"
    #expect(try run("P01", start).steps == 1)
    for person in ["P01", "P02"] {
      let without = try run(person, "")
      #expect(
        without.steps == 0 && without.message.contains("nothing says any more when it began"),
        "\(without.message)")
      #expect(try !run(person, "").message.contains("when it began; what"))
      #expect(try run("P01", start).steps == 1)
    }
  }

  @Test(arguments: ["2096-05-04T09:30:00+02:00", "1950-05-04T09:30:00+02:00"])
  func `a file that begins when it cannot is refused by a study, too`(start: String) throws {
    let study = try StudyOfWalks(people: 1, walks: 2)
    try study.write(
      "recordings/P01/walk1.json", #"{"site": "lower_back", "start_datetime": "\#(start)"}"#)
    for store in [["--store", "s.gait"], []] {
      let ending = try study.gait.run(["batch", study.root, "--output", "out"] + store)
      #expect(ending.code == 1, "\(ending.message)")
      let failures = try study.table("failures")
      #expect(failures.map { $0["reason"] } == ["impossible"], "\(failures)")
      #expect(try study.table("days").count == 1)
    }
  }

  @Test func `a correction that was tried without the store can be stored afterwards`() throws {
    let study = try StudyOfWalks(people: 2, walks: 1)
    #expect(try run(study, ["B", "A"]).code == 0)
    for person in ["D", "C"] {
      let rows = ["recordings/P01/walk1.csv,\(person)", "recordings/P02/walk1.csv,A"]
      try study.write("study.csv", (["path,participant"] + rows).joined(separator: "\n") + "\n")
      let tried = try study.gait("batch", "study.csv", "--output", "out")
      #expect(tried.code == 0, "\(tried.message)")
    }
    let stored = try run(study, ["C", "A"])
    #expect(stored.code == 0, "\(stored.message)")
    #expect(
      stored.message.contains("in the store it takes the place of walk1 of B"), "\(stored.message)")
    #expect(try run(study, ["C", "A"], output: "fresh", store: "fresh.gait").code == 0)
    #expect(try study.contents() == study.contents(output: "fresh", store: "fresh.gait"))
    let again = try run(study, ["C", "A"])
    #expect(again.message.contains("0 analyzed, 2 unchanged, 0 failed"), "\(again.message)")
  }

  @Test func `a dry run says what changed of recordings that have another name or person`() throws {
    let study = try StudyOfWalks(people: 2, walks: 1)
    #expect(try run(study, ["P01", "P02"]).code == 0)
    func due(_ rows: [String], _ columns: String = "path,participant") throws -> [Substring] {
      try study.write("study.csv", ([columns] + rows).joined(separator: "\n") + "\n")
      let said = try study.gait(
        "batch", "study.csv", "--store", "s.gait", "--output", "out", "--dry-run")
      #expect(said.code == 0, "\(said.message)")
      return said.output.split(separator: "\n").dropLast()
    }
    let (first, second) = ("recordings/P01/walk1.csv", "recordings/P02/walk1.csv")
    #expect(
      try due(["\(first),P03", "\(second),P02"]) == ["\(first): participant P01, now P03"])
    #expect(
      try due(["\(first),P02", "\(second),P01"]) == [
        "\(first): participant P01, now P02", "\(second): participant P02, now P01",
      ])
    #expect(
      try due(["\(first),P01,monday"], "path,participant,recording") == [
        "\(first): recording walk1, now monday"
      ])
    // A copy of files that stay is new; files that were exchanged are not.
    let copied = try study.gait.shell(
      "for end in csv json; do cp recordings/P02/walk1.$end copy.$end; done")
    #expect(copied.code == 0)
    #expect(try due(["copy.csv,P05"]) == ["copy.csv: new"])
    for end in ["csv", "json"] {
      let exchanged = try study.gait.shell(
        "cd recordings && mv P01/walk1.\(end) x && "
          + "mv P02/walk1.\(end) P01/walk1.\(end) && mv x P02/walk1.\(end)")
      #expect(exchanged.code == 0, "\(exchanged.message)")
    }
    #expect(
      try due(["\(first),P01", "\(second),P02"]) == [
        "\(first): participant P02, now P01", "\(second): participant P01, now P02",
      ])
  }

  @Test func `what gave way to a later analysis says what differs`() throws {
    let study = try StudyOfWalks(people: 1, walks: 1)
    func reasons(_ words: String...) throws -> Set<String> {
      let made = try study.gait.run(
        ["analyze", "recordings/P01/walk1.csv", "--participant", "P01", "--store", "s.gait"]
          + words)
      #expect(made.code == 0, "\(made.message)")
      let aside = try study.gait(
        "query", "--superseded", "--store", "s.gait", "--format", "json")
      let rows = try JSONSerialization.jsonObject(with: Data(aside.output.utf8))
      return Set((rows as? [[String: Any]] ?? []).compactMap { $0["reason"] as? String })
    }
    #expect(try reasons("--height", "1.7").isEmpty)
    let taller = try reasons("--height", "1.9")
    #expect(
      taller == [
        "a later analysis of the recording, which begins 2026-05-01T07:30:00.000Z; different: height"
      ])
    let elsewhere = try reasons("--height", "1.9", "--site", "hip").subtracting(taller)
    #expect(
      elsewhere.count == 1 && elsewhere.allSatisfy { $0.contains("; different: site") },
      "\(elsewhere)")
  }
}
