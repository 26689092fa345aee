import Foundation
import Testing

/// Manifests that were edited after a run: paths of files that are not there, and facts that the `.json` says otherwise.
struct MistypedPathTests {
  private let study: StudyOfWalks

  init() throws {
    study = try StudyOfWalks(people: 1, walks: 5)
    try write()
    #expect(try run().code == 0)
  }

  private static func path(_ walk: Int) -> String { "recordings/P01/walk\(walk).csv" }
  private static let mistyped = "recordings/P01/wakl1.csv"

  /// The study with another path for the recording called `baseline`, and more rows before and behind it.
  private func write(_ path: String = Self.path(1), before: [String] = [], _ more: [String] = [])
    throws
  {
    let rows = before + ["\(path),P01,baseline", "\(Self.path(2)),P01,"] + more
    try study.write(
      "m.csv", "path,participant,recording\n" + rows.map { $0 + "\n" }.joined())
  }

  /// Runs the study; what it says is one line, wherever it was broken.
  private func run(_ more: String..., output: String = "out") throws -> GaitProcess.Ending {
    var ending = try study.gait.run(
      ["batch", "m.csv", "--store", "\(output).gait", "--output", output] + more)
    ending.message = ending.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return ending
  }

  private func names(output: String = "out") throws -> [String?] {
    try study.table("recordings", output: output).map { $0["recording"] }
  }

  @Test(arguments: [false, true])
  func `a path of no file fails while the file that was analyzed is where it was`(
    isDescribedAnew: Bool
  ) throws {
    try write(Self.mistyped)
    if isDescribedAnew {
      try FileManager.default.removeItem(atPath: study.gait.path("recordings/P01/walk1.json"))
    }
    let said =
      "there is no such file, and out/recordings/P01/baseline holds what was found in "
    #expect(try run("--dry-run").output.contains("\(Self.mistyped): would fail: \(said)"))
    for _ in 1...2 {
      let failed = try run()
      #expect(
        failed.code == 1 && failed.message.contains("\(Self.mistyped): \(said)")
          && failed.message.contains("\(Self.path(1)), which is still there; correct the path"),
        "\(failed.message)")
      #expect(failed.message.contains("of 1 recording that failed the results of an earlier run"))
      #expect(try study.table("failures").map { $0["reason"] } == ["missing"])
      #expect(try names() == ["walk2"])
    }
    guard !isDescribedAnew else { return }
    try write()
    let back = try run()
    #expect(back.code == 0 && back.message.contains("2 unchanged"), "\(back.message)")
    #expect(try names() == ["baseline", "walk2"])
  }

  @Test(arguments: [false, true])
  func `another row that names the file has its recording, as in a run from the start`(
    isBefore: Bool
  ) throws {
    let other = ["\(Self.path(1)),P01,other"]
    try write(Self.mistyped, before: isBefore ? other : [], isBefore ? [] : other)
    for output in ["out", "fresh"] {
      let failed = try run(output: output)
      #expect(failed.code == 1 && failed.message.contains("1 failed"), "\(failed.message)")
      #expect(try study.table("failures", output: output).map { $0["reason"] } == ["missing"])
    }
    let tables = try ["out", "fresh"].map { output in
      try study.contents(output: output, store: "\(output).gait")
        .filter { $0.key.hasPrefix("tables/") && $0.key.hasSuffix(".csv") }
        .filter { $0.key != "tables/failures.csv" }
    }
    #expect(tables[0] == tables[1])
  }

  @Test func `a place that another recording has now is no sign that nothing was moved`() throws {
    #expect(try study.gait.shell("rm recordings/P01/walk1.csv").code == 0)
    try study.add("P01/walk1.csv", person: 2, walk: 3)
    try write("archive/walk1.csv", ["\(Self.path(1)),P01,second"])
    let kept = try run()
    #expect(
      kept.code == 0
        && kept.message.contains(
          "kept: archive/walk1.csv (last seen at ../\(Self.path(1)), from out)"),
      "\(kept.message)")
    #expect(try names() == ["baseline", "walk2", "second"])
  }

  @Test func `files that are gone are named`() throws {
    try write(Self.path(1), (3...5).map { "\(Self.path($0)),P01," })
    #expect(try run().code == 0)
    #expect(try study.gait.shell("rm recordings/P01/*.csv").code == 0)
    let head = "of 5 recordings the files are gone; what was found in them is kept:"
    let first = (1...3).map { " " + Self.path($0) }.joined()
    let few = try run()
    #expect(
      few.code == 0 && few.message.contains(head + first + " and 2 others; -v lists them"),
      "\(few.message)")
    let all = try run("-v")
    #expect(
      all.message.contains(head + first + " \(Self.path(4)) \(Self.path(5))"), "\(all.message)")
    let plan = try run("--dry-run").output
    #expect(plan.contains("\(head)\n  \(Self.path(1))\n"), "\(plan)")
  }

  @Test func `a row that says otherwise than the description is named with both`() throws {
    try study.write(
      "recordings/P01/walk2.json",
      #"{"participant": "P08", "site": "lower_back", "height_m": 1.8, "mass_kg": 70}"#)
    try study.write(
      "m.csv",
      "path,participant,height_m,mass_kg,site\n\(Self.path(1)),P01,1.71,,lower_back\n\(Self.path(2)),P07,1.75,70,\n"
    )
    let said =
      "1 row of the manifest says otherwise than the .json beside the recording, and the row counts: "
      + "\(Self.path(2)): participant P07 (.json: P08); height_m 1.75 (.json: 1.8)"
    for more in ["--dry-run", "-j1", "-j1"] {
      let told = try run(more, output: "other")
      #expect(told.code == 0 && told.message.contains(said), "\(told.message)")
    }
    #expect(
      try study.table("recordings", output: "other").map { $0["participant"] } == ["P01", "P07"])
    try study.write(
      "m.csv", "path,participant\n\(Self.path(1)),P01\n\(Self.path(2)),\n")
    let silent = try run("--dry-run", output: "other")
    #expect(!silent.message.contains("says otherwise"), "\(silent.message)")
  }
}
