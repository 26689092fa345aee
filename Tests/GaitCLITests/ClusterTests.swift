import Foundation
import Testing

/// A study on many machines, as `Tools/cluster` does it.
struct ClusterTests {
  /// Eight recordings, of which the two of the third of four parts are gone.
  private func prepared() throws -> StudyOfWalks {
    let study = try StudyOfWalks(people: 4, walks: 2)
    try study.gait.done("batch", study.root, "--make-manifest", "study.csv")
    for person in ["P02", "P04"] {
      for ending in ["csv", "json"] {
        try FileManager.default.removeItem(
          atPath: study.gait.path("\(study.root)/\(person)/walk1.\(ending)"))
      }
    }
    return study
  }

  @Test func `a part of which nothing can be read is done, and a study is not`() throws {
    let gait = try prepared().gait
    let part = try gait(
      "batch", "study.csv", "--shard", "3/4", "--store", "3.gait", "--output", "out")
    #expect(part.code == 1 && part.message.contains("2 failed"), "\(part.message)")
    #expect(try gait("query", "--store", "3.gait", "--format", "csv").code == 0)
    let rows = try gait.text(of: "study.csv").split(separator: "\n")
    let gone = [rows[0]] + rows.filter { $0.contains("P02/walk1") || $0.contains("P04/walk1") }
    try Data(gone.joined(separator: "\n").utf8)
      .write(to: URL(fileURLWithPath: gait.path("gone.csv")))
    let whole = try gait("batch", "gone.csv", "--store", "gone.gait", "--output", "gone")
    #expect(gone.count == 3 && whole.code == 2, "\(whole.message)")
    #expect(!FileManager.default.fileExists(atPath: gait.path("gone.gait")))
  }

  @Test func `a part whose recordings have no clock has a store to merge`() throws {
    let study = try StudyOfWalks(people: 2, walks: 1)
    let bare = study.root + "/P02/walk1.json"
    try study.write(bare, study.gait.text(of: bare).replacing("start_datetime", with: "note"))
    try FileManager.default.removeItem(atPath: study.gait.path(study.root + "/P01/walk1.json"))
    try study.write(study.root + "/P01/walk1.csv", "no recording")
    for part in 1...3 {
      let run = try study.batch("--shard", "\(part)/3", store: "\(part).gait")
      #expect(run.code == (part == 1 ? 1 : 0), "\(run.message)")
    }
    try study.gait.done("merge", "1.gait", "2.gait", "3.gait", "--into", "s.gait")
    #expect(try study.batch().code == 1)
    #expect(try study.table("recordings").count == 1)
  }

  @Test func `Slurm's arrays write the tables of what the other parts could read`() throws {
    let study = try prepared()
    let gait = study.gait
    try study.write("bin/sbatch", Self.sbatch)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: gait.path("bin/sbatch"))
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Tools/cluster/slurm-array.sh").path
    let run = try gait.shell("PATH=$PWD/bin:$PATH '\(script)' study.csv out 4")
    let log = (try? gait.text(of: "jobs.log")) ?? ""
    #expect(run.code == 0, "\(run.message) \(log)")
    #expect(!FileManager.default.fileExists(atPath: gait.path("failed")), "\(log)")
    #expect(try study.table("recordings").count == 6)
    #expect(try study.table("failures").map { $0["reason"] } == ["missing", "missing"])
    let one = try gait("batch", "study.csv", "--store", "one.gait", "--output", "one")
    #expect(one.code == 1)
    let (found, expected) = (
      try study.contents(store: "out.gait"), try study.contents(output: "one", store: "one.gait")
    )
    for name in expected.keys where name.hasPrefix("tables/") && name.hasSuffix(".csv") {
      #expect(found[name] == expected[name], "\(name)")
    }
    #expect(found["store"] == expected["store"])
  }

  /// Slurm's command as far as the script needs it: it runs a job at once, the tasks of an array one after the other, and
  /// refuses what waits for a job that failed.
  private static let sbatch = #"""
    #!/bin/bash
    tasks=1
    for word in "$@"; do
      case $word in
        --array=1-*) tasks=${word#--array=1-} ;;
        --dependency=*) [ ! -e failed ] || { echo "the dependency is never satisfied" >&2; exit 1; } ;;
        --export=ALL,GAIT,*) IFS=, read -ra given <<<"${word#--export=ALL,GAIT,}"; export "${given[@]}" ;;
      esac
    done
    job=$(cat)
    for task in $(seq "$tasks"); do
      SLURM_ARRAY_TASK_ID=$task bash -c "$job" >>jobs.log 2>&1 </dev/null || touch failed
    done
    echo 7
    """#
}
