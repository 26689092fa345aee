import Foundation
import Testing

/// Where nothing more can be written, every command says so, and what was there stays whole.
struct FullDiskTests {
  private let gait: GaitProcess
  private let walk = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("SampleData/straight-walk").path

  init() throws {
    gait = try GaitProcess()
    let filled = try gait.shell(
      """
      set -e
      mkdir -p rec/P01
      cp \(walk).csv \(walk).json rec/P01/
      $GAIT simulate --history steady --days 20 --participant P07 --store s.gait --quiet
      $GAIT export --store s.gait --plain --output all.csv --quiet
      """)
    #expect(filled.code == 0, "\(filled.message)")
  }

  private func all(_ store: String) throws -> String {
    let ending = try gait("query", "--everything", "--store", store, "--format", "csv")
    #expect(ending.code == 0, "\(ending.message)")
    return ending.output
  }

  @Test(arguments: [
    "simulate --output walk.csv", "simulate --history steady --store h.gait",
    "simulate --laboratory lab", "convert rec/P01/straight-walk.csv --output plain/walk.csv",
    "analyze rec/P01/straight-walk.csv --output out",
    "analyze rec/P01/straight-walk.csv --store n.gait --participant P01 --start 2026-05-04T09:30:00Z",
    "analyze rec/P01/straight-walk.csv --store s.gait --participant P01 --start 2026-05-04T09:30:00Z",
    "batch rec --store b.gait --output study", "export --store s.gait --plain --output x.csv",
    "import all.csv --store i.gait", "merge s.gait --into m.gait",
    "store copy --store s.gait --output c.gait", "estimate --store s.gait",
    "settings --output settings.json",
  ]) func `a file that may not grow is an error, and the store stays whole`(command: String) throws
  {
    let before = try all("s.gait")
    let ending = try gait.shell("ulimit -f 8; $GAIT \(command)")
    #expect([1, 2].contains(ending.code), "\(command): \(ending.code) \(ending.message)")
    #expect(!ending.message.isEmpty && !ending.message.contains("Fatal"), "\(ending.message)")
    #expect(try gait("store", "check", "--store", "s.gait").code == 0)
    #expect(try all("s.gait") == before)
    let rest = FileManager.default.subpaths(atPath: gait.folder) ?? []
    #expect(!rest.contains { $0.contains("partial") || $0.contains("unfinished") }, "\(rest)")
    // With room the same command does its work, whatever was left.
    let again = try gait.shell("$GAIT \(command)")
    #expect(again.code == 0, "\(command): \(again.message)")
  }

  /// A table of so many records of a minute.
  private func write(rows: Int, to name: String) throws {
    var text = "participant,kind,value,unit,start_time,end_time,source\n"
    let first = 1_767_225_600
    for row in 0..<rows {
      let start = Date(timeIntervalSince1970: Double(first + 120 * row)).ISO8601Format()
      let end = Date(timeIntervalSince1970: Double(first + 120 * row + 60)).ISO8601Format()
      text += "X,step-count,\(row % 90 + 1),count,\(start),\(end),app\n"
    }
    try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path(name)))
  }

  /// On a disk of 2 MiB the first have no room; the second have some in the log (1.5 MB), and not in the store beside it (1.5 MB).
  @Test(
    .enabled(if: geteuid() == 0, "a small disk is mounted for it, which takes root"),
    arguments: [(150_000, false), (50_000, true)])
  func `a disk that is full leaves no log unsaid`(rows: Int, isKept: Bool) throws {
    try write(rows: rows, to: "many.csv")
    let mounted = try gait.shell("mkdir disk && mount -t tmpfs -o size=2m tmpfs disk")
    guard mounted.code == 0 else { return }
    defer { _ = try? gait.shell("umount disk") }
    let ending = try gait("import", "many.csv", "--store", "disk/s.gait")
    let message = ending.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(ending.code == 2, "\(message)")
    guard isKept else {
      #expect(message.contains("nothing of this step was kept"), "\(message)")
      #expect(try gait.shell("ls -A disk").output.isEmpty)
      return
    }
    #expect(message.contains("lies in disk/s.gait-wal beside the store"), "\(message)")
    #expect(try gait.shell("mount -o remount,size=8m disk").code == 0)
    let steps = try gait("query", "step-count", "--store", "disk/s.gait", "--format", "csv")
    #expect(steps.code == 0 && steps.output.split(separator: "\n").count == rows + 1)
    #expect(try gait.shell("ls -A disk").output == "s.gait\n")
  }

  @Test(.enabled(if: geteuid() == 0, "a small disk is mounted for it, which takes root"))
  func `the disk that is full is the copy's`() throws {
    let mounted = try gait.shell("mkdir disk && mount -t tmpfs -o size=64k tmpfs disk")
    guard mounted.code == 0 else { return }
    defer { _ = try? gait.shell("umount disk") }
    let ending = try gait("store", "copy", "--store", "s.gait", "--output", "disk/c.gait")
    #expect(ending.code == 2)
    #expect(
      ending.message.hasPrefix("gait: disk/c.gait: the disk is full"), "\(ending.message)")
    #expect(try gait.shell("ls -A disk").output.isEmpty)
  }

  @Test func `the machine's time zone changes nothing`() throws {
    var ends: Set<String> = []
    for zone in ["UTC", "Pacific/Auckland", "America/St_Johns"] {
      let ending = try gait.shell(
        """
        export TZ=\(zone)
        rm -f m.gait
        $GAIT merge s.gait --into m.gait --quiet && $GAIT import all.csv --store m.gait --quiet &&
          $GAIT estimate --store m.gait --format csv --quiet &&
          $GAIT query step-count --every day --store m.gait --format csv --quiet &&
          $GAIT query --everything --store m.gait --format csv --quiet
        """)
      #expect(ending.code == 0, "\(ending.message)")
      ends.insert(ending.output)
    }
    #expect(ends.count == 1)
  }

  @Test(arguments: ["INT", "TERM", "KILL"])
  func `a copy that is made while a batch is killed is whole`(signal: String) throws {
    let ending = try gait.shell(
      """
      for n in $(seq 12); do
        cp \(walk).json rec/P01/walk$n.json
        head -n $((1500 + 100 * n)) \(walk).csv > rec/P01/walk$n.csv
        sed -i "s/\\"simulated\\":true,/\\"start_datetime\\":\\"2026-05-0$((n % 9 + 1))T09:$((n + 10)):00+02:00\\",/" \\
          rec/P01/walk$n.json
      done
      $GAIT batch rec --store k.gait --output study --quiet & run=$!
      while [ ! -e study/ledger/P01 ]; do sleep 0.02; done
      $GAIT store copy --store k.gait --output one.gait && kill -\(signal) $run
      wait $run
      $GAIT store copy --store k.gait --output two.gait &&
        $GAIT store check --store one.gait && $GAIT store check --store two.gait &&
        $GAIT merge one.gait --into two.gait && ls
      """)
    #expect(ending.code == 0, "\(ending.message)")
    #expect(!ending.output.contains("k.gait-wal"), "the log was folded in")
    let copy = try all("two.gait")
    #expect(try gait("batch", "rec", "--store", "k.gait", "--output", "study").code <= 1)
    #expect(try gait("merge", "one.gait", "two.gait", "--into", "k.gait").code == 0)
    let rows = Set(try all("k.gait").split(separator: "\n").map(Self.withoutCount))
    #expect(rows.isSuperset(of: copy.split(separator: "\n").map(Self.withoutCount)))
  }

  /// A row without the number of those after it.
  private static func withoutCount(_ row: Substring) -> Substring {
    row[..<(row.lastIndex(of: ",") ?? row.endIndex)]
  }
}

/// What a long recording holds until its end is kept in the folder of temporary files.
struct KeptBoutsCommandTests {
  private let gait: GaitProcess

  init() throws {
    gait = try GaitProcess()
    let made = try gait(
      "simulate", "straight-walk", "--seconds", "900", "--output", "long.csv", "--quiet")
    #expect(made.code == 0, "\(made.message)")
  }

  @Test func `without room for it the command says so and writes nothing`() throws {
    let ending = try gait.shell(
      "$GAIT analyze long.csv --output out", environment: ["TMPDIR": "/nowhere/at/all"])
    #expect(ending.code == 2)
    #expect(ending.message.contains("/nowhere/at/all") && ending.message.contains("TMPDIR"))
    #expect((FileManager.default.subpaths(atPath: gait.path("out")) ?? []).isEmpty)
    let small = try gait.shell(
      "mkdir tmp; ulimit -f 8; TMPDIR=$PWD/tmp $GAIT analyze long.csv --format csv")
    #expect(small.code == 2 && small.message.contains("/tmp: "), "\(small.message)")
    let study = try gait.shell(
      "mkdir -p rec/P01; mv long.csv rec/P01; TMPDIR=/nowhere $GAIT batch rec --output study")
    #expect(study.code == 2 && study.message.contains("/nowhere: "), "\(study.message)")
  }

  @Test func `nothing of it is left`() throws {
    let ending = try gait.shell(
      """
      mkdir tmp
      TMPDIR=$PWD/tmp $GAIT analyze long.csv --output one --quiet &&
        $GAIT analyze long.csv --output two --quiet --jobs 1 && diff -r one two && ls -A tmp
      """)
    #expect(ending.code == 0 && ending.output.isEmpty, "\(ending.output) \(ending.message)")
  }
}
