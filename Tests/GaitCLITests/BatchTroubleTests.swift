import Foundation
import Testing

/// What goes wrong in a night: clear, safe, nothing lost.
struct BatchTroubleTests {
  @Test(arguments: [true, false])
  func `a file of one name in another folder takes no other's place`(stores: Bool) throws {
    let study = try StudyOfWalks(people: 1, walks: 1)
    let store = stores ? ["--store", "s.gait"] : []
    let first = try study.gait.run(["batch", study.root, "--output", "out"] + store)
    #expect(first.code == 0, "\(first.message)")
    let before = try study.gait.text(of: "out/recordings/P01/walk1/summary.json")
    try study.write("week2/P01/walk1.json", #"{"site": "lower_back"}"#)
    try study.add("../week2/P01/walk1.csv", person: 2, walk: 3)
    for more in [[], ["--dry-run"]] {
      let second = try study.gait.run(["batch", "week2", "--output", "out"] + store + more)
      let said = (second.output + second.message).split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
      #expect(
        (second.code != 0 || more == ["--dry-run"])
          && said.contains("holds the results of another recording of this name"),
        "\(said)")
    }
    #expect(try study.gait.text(of: "out/recordings/P01/walk1/summary.json") == before)
    let meant = try study.gait.run(["batch", "week2", "--output", "out", "--force"] + store)
    #expect(meant.code == 0, "\(meant.message)")
    #expect(try study.gait.text(of: "out/recordings/P01/walk1/summary.json") != before)
  }

  @Test(arguments: [1, 2])
  func `a copy in another format leaves the store alone`(jobs: Int) throws {
    let study = try StudyOfWalks(people: 1, walks: 1)
    func run(_ rows: [String]) throws -> GaitProcess.Ending {
      try study.write(
        "study.csv",
        (["path,participant,start,site,height_m"] + rows).joined(separator: "\n") + "\n")
      return try study.gait(
        "batch", "study.csv", "--store", "s.gait", "--output", "out", "--jobs", "\(jobs)")
    }
    func dates() throws -> [Substring] {
      try study.gait("query", "step-count", "--store", "s.gait", "--format", "csv").output
        .split(separator: "\n").dropFirst().map { $0.split(separator: ",")[4].prefix(10) }
    }
    // The smaller file comes first: it is done last.
    #expect(
      try study.gait("convert", "recordings/P01/walk1.csv", "--output", "copy.csv").code == 0)
    let padded = try study.gait.text(of: "copy.csv").replacing(",", with: ",  ")
    try study.write("copy.csv", padded)
    let first = "recordings/P01/walk1.csv,P01,2026-03-02T10:00:00+01:00,lower_back,1.7"
    #expect(try run([first]).code == 0)
    #expect(try dates() == ["2026-03-02"])
    let both = try run([first, "copy.csv,P01,2026-05-02T10:00:00+02:00,lower_back,1.7"])
    #expect(both.code == 1 && both.message.contains("leave one of them out"), "\(both.message)")
    #expect(!both.message.contains("takes the place"), "\(both.message)")
    #expect(try dates() == ["2026-03-02"])
  }

  @Test func `what was deleted is not said to be in the store`() throws {
    let study = try StudyOfWalks(people: 2, walks: 1)
    func run(_ people: ClosedRange<Int>) throws -> String {
      let rows = people.map { "recordings/P0\($0)/walk1.csv,P0\($0)\n" }.joined()
      try study.write("study.csv", "path,participant\n" + rows)
      return try study.gait("batch", "study.csv", "--store", "s.gait", "--output", "out").message
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    _ = try run(1...2)
    _ = try study.gait("delete", "--store", "s.gait", "--participant", "P02", "--everything")
    let said = try run(1...1)
    #expect(
      said.contains("what was found in it stays in out/recordings, and is in no table"), "\(said)")
  }

  @Test func `earlier results of what fails before it is read are named`() throws {
    let study = try StudyOfWalks(people: 2, walks: 1)
    func run(_ second: String) throws -> GaitProcess.Ending {
      try study.write(
        "study.csv",
        "path,participant,sex\nrecordings/P01/walk1.csv,A,f\nrecordings/P02/walk1.csv,A,\(second)\n"
      )
      return try study.gait("batch", "study.csv", "--store", "s.gait", "--output", "out")
    }
    #expect(try run("f").code == 0)
    let failed = try run("m")
    let said = failed.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      said.contains(
        "of 2 recordings that failed the results of an earlier run stay in out/recordings and in the store"
      ),
      "\(said)")
  }

  private let study: StudyOfWalks

  init() throws { study = try StudyOfWalks(people: 2, walks: 2) }

  private func failures(_ output: String = "out") throws -> [String] {
    try study.gait.text(of: "\(output)/tables/failures.csv").split(separator: "\n").dropFirst()
      .map { $0.split(separator: ",").prefix(3).joined(separator: ",") }
  }

  @Test func `bad files are named by reason and stop nothing`() throws {
    try study.write("recordings/P01/a.csv", "time_s,acc_x,acc_y,acc_z\n")
    try study.write("recordings/P01/b.cwa", "no Axivity file, whatever it is called")
    try study.write("recordings/P02/c.csv", "x,y\n1,2\n")
    try study.write("recordings/P02/d.json", "{\"height_m\": 1.7")
    try study.write("recordings/P02/d.csv", "time_s,acc_x,acc_y,acc_z\n0,0,0,9.8\n")
    try study.write("recordings/P02/notes.pdf", "a remark")
    try FileManager.default.createSymbolicLink(
      atPath: study.gait.path("recordings/P02/gone.csv"), withDestinationPath: "nowhere.csv")
    let run = try study.batch()
    #expect(run.code == 1)
    #expect(run.message.contains("4 analyzed, 0 unchanged, 5 failed"), "\(run.message)")
    #expect(
      run.message.contains("gone.csv: it is a link to nowhere.csv, which is not there"),
      "\(run.message)")
    #expect(run.message.contains("passed over, because of their names: 1 .pdf"))
    #expect(!run.message.contains("1 .json"), "those that there are describe recordings")
    #expect(run.message.contains("failed, by reason:\n"))
    #expect(try failures().count == 5)
    #expect(try failures().contains("P02/gone.csv,P02,missing"))
    #expect(try study.table("recordings").count == 4)
    // They are not read again until they change.
    let again = try study.batch()
    #expect(again.code == 1 && again.message.contains("0 analyzed, 4 unchanged, 5 failed"))
    try study.add("P01/a.csv", person: 1, walk: 3)
    let mended = try study.batch()
    #expect(mended.message.contains("1 analyzed, 4 unchanged, 4 failed"), "\(mended.message)")
  }

  @Test func `a description of no recording is said, and results are none`() throws {
    try study.write("recordings/P01/walk_1.json", "{\"height_m\": 1.7}")
    try study.write("recordings/P02/walk1.reference.json", "{}")
    for count in 1...2 {
      let run = try study.batch()
      #expect(
        run.message.contains("passed over, because of their names: 1 .json"),
        "\(count): \(run.message)")
      if count == 1 {
        try FileManager.default.copyItem(
          atPath: study.gait.path("out"), toPath: study.gait.path("recordings/P01/old"))
      }
    }
  }

  @Test(arguments: ["bouts.csv", "strides.csv", "summary.json"])
  func `a result that was taken away or spoilt is made again`(name: String) throws {
    #expect(try study.batch().code == 0)
    let whole = try study.contents()
    let file = "out/recordings/P01/walk1/\(name)"
    try FileManager.default.removeItem(atPath: study.gait.path(file))
    let run = try study.batch()
    #expect(run.code == 0 && run.message.contains("1 analyzed"), "\(run.message)")
    #expect(try study.contents() == whole)
    guard name == "bouts.csv" else { return }
    try study.write(file, "spoilt\n")
    // What is spoilt may be somebody's work: it is seen, comes into no table, and is made again where that is meant.
    let seen = try study.batch()
    #expect(
      seen.code == 1 && seen.message.contains("bouts.csv was changed since"), "\(seen.message)")
    // Of results of an older version nobody knows; they are seen when the tables are made, and mended by the same command.
    try FileManager.default.removeItem(atPath: study.gait.path("out/recordings/P01/walk1/.digests"))
    _ = try study.add("P02/walk3.csv", person: 2, walk: 3)
    let old = try study.batch()
    #expect(old.code == 2 && old.message.contains("analyzes the recording again"), "\(old.message)")
    #expect(try study.batch().code == 0)
    #expect(try study.contents()[String(file.dropFirst(4))] == whole[String(file.dropFirst(4))])
  }

  @Test func `a manifest made of a manifest keeps what rows say that fail`() throws {
    try study.write(
      "some.csv",
      """
      path,participant,sex,height_m
      recordings/P01/walk1.csv,P01,f,1.71
      recordings/P01/walk2.csv,P01,m,1.71
      """)
    _ = try study.gait("batch", "some.csv", "--make-manifest", "made.csv")
    let rows = try study.gait.text(of: "made.csv").split(separator: "\n").dropFirst()
    #expect(rows.count == 2)
    for row in rows { #expect(row.contains("P01") && row.contains("1.71"), "\(row)") }
  }

  @Test func `strict stops at the first failure`() throws {
    try study.write("recordings/P01/a.csv", String(repeating: "not,a,number,row\n", count: 40_000))
    let run = try study.batch("--strict", "--jobs", "1")
    #expect(run.code == 1 && run.message.contains("stopped by --strict"), "\(run.message)")
    #expect(!run.message.contains("4 analyzed"))
    #expect(!FileManager.default.fileExists(atPath: study.gait.path("out/tables/days.csv")))
  }

  @Test func `a file that vanishes fails, one that was done keeps its results`() throws {
    #expect(try study.batch("--make-manifest", "study.csv").code == 0)
    #expect(try study.gait("batch", "study.csv", "--store", "s.gait", "--output", "out").code == 0)
    let before = try study.gait.text(of: "out/tables/days.csv")
    try FileManager.default.removeItem(atPath: study.gait.path("recordings/P01/walk1.csv"))
    let kept = try study.gait("batch", "study.csv", "--store", "s.gait", "--output", "out")
    #expect(
      kept.code == 0 && kept.message.contains("of 1 recording the files are gone"),
      "\(kept.message)")
    #expect(try study.gait.text(of: "out/tables/days.csv") == before)
    let fresh = try study.gait("batch", "study.csv", "--store", "n.gait", "--output", "new")
    #expect(fresh.code == 1)
    #expect(try failures("new") == ["recordings/P01/walk1.csv,P01,missing"])
  }

  @Test func `one recording twice counts once, whoever comes first`() throws {
    let files = FileManager.default
    try files.copyItem(
      atPath: study.gait.path("recordings/P01/walk1.csv"),
      toPath: study.gait.path("recordings/P01/copy.csv"))
    try files.copyItem(
      atPath: study.gait.path("recordings/P01/walk1.json"),
      toPath: study.gait.path("recordings/P01/copy.json"))
    for jobs in ["1", "2"] {
      let run = try study.batch("--jobs", jobs, output: "out" + jobs, store: "s\(jobs).gait")
      #expect(
        run.code == 1
          && run.message.contains("the same samples are in P01/copy.csv of participant P01"))
      #expect(try failures("out" + jobs) == ["P01/walk1.csv,P01,duplicate"])
    }
    #expect(
      try study.contents(output: "out1", store: "s1.gait")
        == study.contents(output: "out2", store: "s2.gait"))
    let again = try study.batch(output: "out1", store: "s1.gait")
    #expect(again.message.contains("0 analyzed, 4 unchanged, 1 failed"), "\(again.message)")
    // Without the first the second counts.
    try files.removeItem(atPath: study.gait.path("recordings/P01/copy.csv"))
    let alone = try study.batch(output: "out1", store: "s1.gait")
    #expect(
      alone.code == 0 && alone.message.contains("1 analyzed, 3 unchanged, 0 failed"),
      "\(alone.message)")
    let samples = try study.gait("query", "step-count", "--store", "s1.gait", "--format", "csv")
      .output
    #expect(samples.split(separator: "\n").count == 5)
  }

  @Test func `a file that is given to two people leaves the same store, whatever runs at once`()
    throws
  {
    for (person, other) in [("P01", "P11"), ("P02", "P12")] {
      try FileManager.default.copyItem(
        atPath: study.gait.path("recordings/\(person)"),
        toPath: study.gait.path("recordings/\(other)"))
    }
    for jobs in ["1", "2"] {
      let run = try study.batch("--jobs", jobs, output: "out" + jobs, store: "s\(jobs).gait")
      #expect(
        run.code == 1 && run.message.contains("4 analyzed, 0 unchanged, 4 failed"), "\(run.message)"
      )
      let aside = try study.gait(
        "query", "--everything", "--superseded", "--store", "s\(jobs).gait", "--format", "csv")
      #expect(
        aside.output.split(separator: "\n").count <= 1,
        "\(jobs) jobs: \(aside.output)\(aside.message)")
    }
    #expect(
      try study.contents(output: "out1", store: "s1.gait")
        == study.contents(output: "out2", store: "s2.gait"))
  }

  @Test func `recordings that were made at once are said, and the tables of people count one`()
    throws
  {
    try study.write(
      "study.csv",
      """
      path,participant,start
      recordings/P01/walk1.csv,P01,2026-03-03T10:00:00+01:00
      recordings/P01/walk2.csv,P01,2026-03-03T10:00:10+01:00
      """)
    let run = try study.gait("batch", "study.csv", "--output", "out")
    let words = run.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(run.code == 0, "\(run.message)")
    #expect(
      words.contains("were recorded at once: for")
        && words.contains("counts in place of the other in the tables of days, weeks and persons"),
      "\(run.message)")
  }

  @Test func `every recording whose settings file is missing is named`() throws {
    try study.write(
      "study.csv",
      """
      path,participant,settings
      recordings/P01/walk1.csv,P01,nosuch
      recordings/P01/walk2.csv,P01,
      recordings/P02/walk1.csv,P02,nosuch
      """)
    let run = try study.gait("batch", "study.csv", "--output", "out")
    #expect(run.code == 1, "\(run.message)")
    #expect(run.message.contains("1 analyzed, 0 unchanged, 2 failed"), "\(run.message)")
    let names = ["recordings/P01/walk1.csv,P01", "recordings/P02/walk1.csv,P02"]
    #expect(try failures() == names.map { $0 + ",bad_settings" })
  }

  @Test func `a manifest with a decimal comma is refused as a whole`() throws {
    try study.write(
      "study.csv",
      """
      path,participant,height_m
      recordings/P01/walk1.csv,P01,1,66
      recordings/P02/walk1.csv,P02,1.72
      """)
    let run = try study.gait("batch", "study.csv", "--output", "out")
    #expect(run.code == 2, "\(run.message)")
    #expect(
      run.message.contains("line 2: 4 fields; the header names 3 columns"), "\(run.message)")
    #expect(!FileManager.default.fileExists(atPath: study.gait.path("out")))
  }

  @Test func `contradicting facts of a person are refused`() throws {
    try study.write(
      "study.csv",
      """
      path,participant,sex
      recordings/P01/walk1.csv,P01,f
      recordings/P01/walk2.csv,P01,m
      recordings/P02/walk1.csv,P02,m
      """)
    let run = try study.gait("batch", "study.csv", "--store", "s.gait", "--output", "out")
    #expect(run.code == 1 && run.message.contains("P01 has the sexes f and m"), "\(run.message)")
    #expect(try failures().allSatisfy { $0.hasSuffix(",P01,conflicting_facts") })
    #expect(try study.table("persons").map { $0["participant"] } == ["P02"])
  }

  @Test func `two runs in one folder do not meet; two on one store both finish`() throws {
    let first = try study.gait.start(
      ["batch", "recordings", "--store", "s.gait", "--output", "out"])
    for _ in 0..<6000
    where !FileManager.default.fileExists(atPath: study.gait.path("out/ledger/.lock")) {
      usleep(5000)
    }
    usleep(50_000)
    let second = try study.batch()
    if first.isRunning {
      #expect(second.code == 2 && second.message.contains("another gait batch is at work in out"))
    }
    let beside = try study.batch(output: "beside")
    first.waitUntilExit()
    #expect(first.terminationStatus == 0 && beside.code == 0, "\(beside.message)")
    #expect(try study.batch().message.contains("0 analyzed, 4 unchanged"))
    #expect(try study.contents() == study.contents(output: "beside"))
  }

  @Test func `a folder of something else is left alone`() throws {
    try study.write("out/thesis.tex", "years")
    let run = try study.batch()
    #expect(run.code == 2 && run.message.contains("thesis.tex"), "\(run.message)")
    #expect(try study.batch("--force").code == 0)
    #expect(try study.gait.text(of: "out/thesis.tex") == "years")
    #expect(try study.gait("batch", "recordings", "--store", "s.gait").code == 2)
    #expect(try study.gait("batch", "nowhere", "--output", "o").code == 2)
    #expect(try study.batch("--shard", "9/8").code == 2)
    let inside = try study.batch(output: "recordings/out")
    #expect(inside.code == 2 && inside.message.contains("lies among the recordings"))
    #expect(try study.batch("--participant-rule", "floder").code == 2)
  }

  @Test func `a recording without a clock is in the tables and in no day`() throws {
    try FileManager.default.removeItem(atPath: study.gait.path("recordings/P01/walk1.json"))
    let run = try study.batch()
    #expect(
      run.code == 0 && run.message.contains("1 recording without a wall clock"), "\(run.message)")
    #expect(try study.table("recordings")[0]["not_stored_reason"] == "no_wall_clock")
    #expect(try study.table("days").count == 3)
    #expect(try study.table("persons")[0]["n_recordings"] == "2")
  }

  @Test func `on a full disk nothing is lost, and the same command goes on`() throws {
    // A file system of its own takes root; without one there is nothing to fill.
    let disk = study.gait.path("disk")
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
    let mount = try study.gait.shell("mount -t tmpfs -o size=120k tmpfs disk")
    guard mount.code == 0 else {
      print("SKIPPED: no small file system can be mounted here: \(mount.message)")
      return
    }
    defer { _ = try? study.gait.shell("umount disk") }
    let full = try study.batch(output: "disk/out")
    #expect(full.code != 0, "\(full.message)")
    #expect(full.message.contains("disk"), "\(full.message)")
    _ = try study.gait.shell("mount -o remount,size=100m disk")
    let run = try study.batch(output: "disk/out")
    #expect(run.code == 0, "\(run.message)")
    #expect(try study.batch().code == 0)
    #expect(try study.contents(output: "disk/out") == study.contents())
  }

  @Test func `a refused manifest is said in its own words alone`() throws {
    for text in ["path,Name\nrecordings/P01/walk1.csv,Ada\n", "path,height_m\nx.csv,170\n", ""] {
      try study.write("study.csv", text)
      let refused = try study.gait("batch", "study.csv", "--output", "out")
      #expect(refused.code == 2 && refused.message.hasPrefix("gait: study.csv: "))
      #expect(!refused.message.lowercased().contains("usage"), "\(refused.message)")
    }
    let mistyped = try study.gait("batch", "study.csv", "--outptu", "out")
    #expect(mistyped.code == 2 && mistyped.message.contains("Usage: gait batch"))
  }
}
