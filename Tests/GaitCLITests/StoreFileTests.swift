import Foundation
import Testing

/// A store is one file, whatever ends the command.
struct StoreFileTests {
  private let gait: GaitProcess
  private let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("SampleData")

  init() throws { gait = try GaitProcess() }

  private func fill() throws {
    let ending = try gait(
      "analyze", samples.appendingPathComponent("daily-life.csv").path, "--store", "s.gait",
      "--participant", "P01", "--start", "2026-05-04T09:30:00+02:00")
    #expect(ending.code == 0, "\(ending.message)")
  }

  private var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: gait.folder).sorted() }
  }

  /// A disk that may only be read, where this machine lets one be mounted.
  @Test
  func `a store on a disk that may only be read is read, and who would write hears what to do`()
    throws
  {
    try fill()
    let mount =
      "mkdir -p disk && cp s.gait disk && mount --bind disk disk && mount -o remount,ro,bind disk"
    guard try gait.shell("unshare -m bash -c '\(mount)'").code == 0 else { return }
    for (command, code) in [
      ("query --store disk/s.gait", 0), ("estimate --store disk/s.gait", 2),
      ("delete --store disk/s.gait --participant P01 step-count", 2),
    ] {
      let ending = try gait.shell("unshare -m bash -c '\(mount) && $GAIT \(command)'")
      #expect(ending.code == code, "\(command): \(ending.message)")
      #expect(
        code == 0
          || ending.message.contains(
            "can only be read here; nothing was written, make file and folder writable"),
        "\(command): \(ending.message)")
    }
  }

  @Test func `after every command the store is one file, and a copy of it holds everything`()
    throws
  {
    try fill()
    #expect(try files == ["s.gait"])
    try FileManager.default.copyItem(atPath: gait.path("s.gait"), toPath: gait.path("copy.gait"))
    let rows = try gait("query", "--store", "s.gait", "--everything", "--format", "csv").output
    #expect(rows.split(separator: "\n").count > 20)
    #expect(
      try gait("query", "--store", "copy.gait", "--everything", "--format", "csv").output == rows)
    for command in [
      ["query", "step-count"], ["estimate"], ["delete", "turn-count", "--participant", "P01"],
      ["delete", "--participant", "P01", "--stop-collecting", "heart-rate"], ["query", "nokind"],
    ] {
      _ = try gait.run([command[0], "--store", "s.gait"] + command.dropFirst())
      #expect(try files == ["copy.gait", "s.gait"], "\(command)")
    }
  }

  @Test func `a store that a symbolic link names is one file, too`() throws {
    try fill()
    try FileManager.default.createDirectory(
      atPath: gait.path("desk"), withIntermediateDirectories: true)
    for (link, target) in [("near.gait", "s.gait"), ("desk/far.gait", "../near.gait")] {
      try FileManager.default.createSymbolicLink(
        atPath: gait.path(link), withDestinationPath: target)
      let entered = try gait(
        "calibrate", "--six-minute-walk", link == "near.gait" ? "412" : "430", "--on",
        "2026-05-05", "--participant", "P01", "--store", link)
      #expect(entered.code == 0, "\(entered.message)")
      #expect(try gait("query", "--store", link).code == 0)
      #expect(try !files.contains { $0.hasSuffix("-wal") || $0.hasSuffix("-shm") }, "\(link)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: gait.path("desk")) == ["far.gait"])
    try FileManager.default.copyItem(atPath: gait.path("s.gait"), toPath: gait.path("copy.gait"))
    let tests = try gait(
      "query", "six-minute-walk-distance", "--store", "copy.gait", "--format", "csv"
    ).output
    #expect(tests.contains(",412") && tests.contains(",430"), "\(tests)")
    // A link to a file that is not there yet makes that file.
    try FileManager.default.createSymbolicLink(
      atPath: gait.path("new.gait"), withDestinationPath: "desk/made.gait")
    #expect(try gait("merge", "s.gait", "--into", "new.gait").code == 0)
    #expect(try gait("store", "check", "--store", "desk/made.gait").code == 0)
  }

  @Test(arguments: [SIGINT, SIGTERM]) func `a signal leaves one whole file`(signal: Int32) throws {
    try fill()
    let process = try gait.start(["query", "--store", "s.gait", "--watch"])
    let writing = try gait.start(["estimate", "--store", "s.gait", "--watch"])
    for process in [process, writing] { try WaitingProcess.settle(process, in: "s.gait") }
    for process in [process, writing] {
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
      #expect(process.terminationStatus == 128 + signal)
    }
    #expect(try files == ["s.gait"])
    #expect(try gait("store", "check", "--store", "s.gait").code == 0)
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal in the middle of an import leaves one file, and nothing of it`(signal: Int32)
    throws
  {
    try fill()
    let before = try gait("query", "--store", "s.gait", "--everything", "--format", "csv").output
    let records = (0..<200_000).map { k in
      let time = "2026-03-\(10 + k / 10_000) 10:\(10 + k % 50):00 +0100"
      return #"<Record type="HKQuantityTypeIdentifierHeartRate" sourceName="W" unit="count/min" "#
        + #"startDate="\#(time)" endDate="\#(time)" value="\#(50 + Double(k) / 10_000)"/>"#
    }
    let text =
      "<?xml version=\"1.0\"?>\n<HealthData locale=\"en\">\n"
      + records.joined(separator: "\n") + "\n</HealthData>\n"
    try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path("export.xml")))
    let process = try gait.start([
      "import", "export.xml", "--participant", "Q", "--store", "s.gait",
    ])
    try WaitingProcess.listen(process.processIdentifier)
    usleep(300_000)
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationStatus == 128 + signal)
    #expect(try files.filter { $0 != "export.xml" } == ["s.gait"])
    #expect(
      try gait("query", "--store", "s.gait", "--everything", "--format", "csv").output == before)
  }

  @Test func `what a killed command left beside the store, the next one folds in`() throws {
    try fill()
    let writing = try gait.start(["estimate", "--store", "s.gait", "--watch"])
    try WaitingProcess.settle(writing, in: "s.gait")
    kill(writing.processIdentifier, SIGKILL)
    writing.waitUntilExit()
    #expect(try files.contains("s.gait-wal"))
    let before = try gait("query", "--store", "s.gait", "--everything", "--format", "csv")
    #expect(before.code == 0 && before.output.contains("P01"))
    #expect(try files == ["s.gait"])
  }

  @Test func `a copy is made while others write, and nothing is written over`() throws {
    try fill()
    let writing = try gait.start(["estimate", "--store", "s.gait", "--watch"])
    try WaitingProcess.settle(writing, in: "s.gait")
    let copying = try gait("store", "copy", "--store", "s.gait", "--output", "copy.gait")
    #expect(copying.code == 0, "\(copying.message)")
    kill(writing.processIdentifier, SIGINT)
    writing.waitUntilExit()
    #expect(try gait("store", "check", "--store", "copy.gait").code == 0)
    let speeds = ["query", "walking-speed", "--format", "csv", "--store"]
    #expect(try gait.run(speeds + ["copy.gait"]).output == gait.run(speeds + ["s.gait"]).output)
    let again = try gait("store", "copy", "--store", "s.gait", "--output", "copy.gait")
    #expect(again.code == 2 && again.message.contains("--force"))
    #expect(
      try gait("store", "copy", "--store", "s.gait", "--output", "copy.gait", "--force").code == 0)
  }

  @Test func `a pipe or a folder is no store and no export, and nobody waits for it`() throws {
    let gait = try GaitProcess()
    try FileManager.default.createDirectory(
      atPath: gait.path("folder"), withIntermediateDirectories: true)
    for (line, word) in [
      ("query --store pipe", "a pipe"), ("estimate --store pipe", "a pipe"),
      ("import x --store pipe", "a pipe"), ("query --store folder", "a folder"),
      ("import pipe --store n.gait", "a pipe"), ("import folder --store n.gait", "a folder"),
    ] {
      let ending = try gait.shell("rm -f pipe; mkfifo pipe; timeout 30 $GAIT \(line)")
      #expect(ending.code == 2 && ending.message.contains(word), "\(line): \(ending.message)")
    }
  }
}
