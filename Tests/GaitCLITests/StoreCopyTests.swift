import Foundation
import Testing

/// A copy that is put in the place of a store: what was there goes with its log, or stays as it is.
struct StoreCopyTests {
  private let gait: GaitProcess
  private let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("SampleData")

  init() throws {
    gait = try GaitProcess()
    try analyze("daily-life.csv", on: "2026-05-04", into: "s.gait")
  }

  private func analyze(_ name: String, on day: String, into store: String) throws {
    let ending = try gait(
      "analyze", samples.appendingPathComponent(name).path, "--store", store, "--participant",
      "P01", "--start", "\(day)T09:30:00+02:00")
    #expect(ending.code == 0, "\(ending.message)")
  }

  private func copy(_ store: String, to path: String, _ more: String...) throws
    -> GaitProcess.Ending
  {
    try gait.run(["store", "copy", "--store", store, "--output", path] + more)
  }

  private func rows(_ store: String) throws -> String {
    try gait("query", "--store", store, "--everything", "--format", "csv").output
  }

  private func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: gait.path(name))
  }

  /// Leaves a log beside the store as a crash does.
  private func crash(_ store: String) throws {
    let writing = try gait.start(["estimate", "--store", store, "--watch"])
    for _ in 0..<500 where size(of: "\(store)-wal") == 0 { usleep(10_000) }
    kill(writing.processIdentifier, SIGKILL)
    writing.waitUntilExit()
    #expect(size(of: "\(store)-wal") > 0)
  }

  private func size(of name: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: gait.path(name))
    return attributes?[.size] as? Int ?? 0
  }

  @Test func `a copy that is put back after a crash holds what it held`() throws {
    #expect(try copy("s.gait", to: "backup.gait").code == 0)
    let before = try rows("backup.gait")
    try analyze("straight-walk.csv", on: "2026-05-05", into: "s.gait")
    try crash("s.gait")
    let put = try copy("backup.gait", to: "s.gait", "--force")
    #expect(put.code == 0, "\(put.message)")
    #expect(!exists("s.gait-wal") && !exists("s.gait-shm"))
    #expect(try gait("store", "check", "--store", "s.gait").code == 0)
    #expect(try rows("s.gait") == before)
  }

  @Test func `a store in which a program is at work does not give way`() throws {
    try analyze("straight-walk.csv", on: "2026-05-05", into: "other.gait")
    let working = try gait.start(["estimate", "--store", "other.gait", "--watch"])
    for _ in 0..<500 where size(of: "other.gait-wal") == 0 { usleep(10_000) }
    let refused = try copy("s.gait", to: "other.gait", "--force")
    #expect(
      refused.code == 2 && refused.message.contains("another program is at work"),
      "\(refused.message)")
    kill(working.processIdentifier, SIGINT)
    working.waitUntilExit()
    #expect(try gait("store", "check", "--store", "other.gait").code == 0)
    #expect(try rows("other.gait").contains(",straight-walk,"))
    #expect(try copy("s.gait", to: "other.gait", "--force").code == 0)
    #expect(try rows("other.gait") == rows("s.gait"))
  }

  @Test func `nothing is put beside the log of a store that is gone`() throws {
    #expect(try copy("s.gait", to: "backup.gait").code == 0)
    try crash("s.gait")
    try FileManager.default.removeItem(atPath: gait.path("s.gait"))
    for words in [
      ["store", "copy", "--store", "backup.gait", "--output", "s.gait"],
      ["store", "copy", "--store", "backup.gait", "--output", "s.gait", "--force"],
      ["merge", "backup.gait", "--into", "s.gait"],
      [
        "analyze", samples.appendingPathComponent("straight-walk.csv").path, "--store", "s.gait",
        "--participant", "P01", "--start", "2026-05-05T09:30:00+02:00",
      ],
    ] {
      let ending = try gait.run(words)
      #expect(ending.code == 2 && ending.message.contains("s.gait-wal is the log of a store"))
      #expect(!exists("s.gait") && size(of: "s.gait-wal") > 0, "\(words)")
    }
    try FileManager.default.removeItem(atPath: gait.path("s.gait-wal"))
    #expect(try copy("backup.gait", to: "s.gait").code == 0)
  }

  @Test func `other names of the file that gives way keep what they had`() throws {
    try analyze("straight-walk.csv", on: "2026-05-05", into: "monday.gait")
    let before = try rows("monday.gait")
    try FileManager.default.linkItem(
      atPath: gait.path("monday.gait"), toPath: gait.path("latest.gait"))
    #expect(try copy("s.gait", to: "latest.gait", "--force").code == 0)
    #expect(try rows("monday.gait") == before)
    #expect(try rows("latest.gait") == rows("s.gait"))
    // A symbolic link goes on leading to the file, which is the one that gives way.
    try FileManager.default.createSymbolicLink(
      atPath: gait.path("link.gait"), withDestinationPath: "monday.gait")
    #expect(try copy("s.gait", to: "link.gait", "--force").code == 0)
    #expect(try rows("monday.gait") == rows("s.gait"))
    // A damaged store gives way, too, and so does a file that is none.
    var bytes = try Data(contentsOf: URL(fileURLWithPath: gait.path("latest.gait")))
    for place in 4096..<20_000 { bytes[place] = 0xa5 }
    for damaged in [bytes, Data("a table".utf8)] {
      try damaged.write(to: URL(fileURLWithPath: gait.path("latest.gait")))
      #expect(try copy("s.gait", to: "latest.gait", "--force").code == 0)
      #expect(try rows("latest.gait") == rows("s.gait"))
    }
  }

  @Test func `what is no file is never replaced`() throws {
    mkfifo(gait.path("pipe"), 0o600)
    try FileManager.default.createSymbolicLink(
      atPath: gait.path("link"), withDestinationPath: "pipe")
    for (name, kind) in [("pipe", "device or pipe"), ("link", "device or pipe"), (".", "folder")] {
      for more in [[], ["--force"]] {
        let ending = try gait.run(["store", "copy", "--store", "s.gait", "--output", name] + more)
        #expect(ending.code == 2 && ending.message.contains("is a \(kind)"), "\(ending.message)")
      }
    }
    #expect(isPipe("pipe") && isPipe("link"))
  }

  private func isPipe(_ name: String) -> Bool {
    var status = stat()
    return stat(gait.path(name), &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  @Test func `a table is never put in the place of a pipe, and a link goes on leading`() throws {
    let walk = samples.appendingPathComponent("straight-walk.csv").path
    #expect(try gait("analyze", walk, "--output", "results").code == 0)
    let table = "results/straight-walk/bouts.csv"
    let bouts = try Data(contentsOf: URL(fileURLWithPath: gait.path(table)))
    try FileManager.default.removeItem(atPath: gait.path(table))
    mkfifo(gait.path(table), 0o600)
    // A pipe in the place of a table has nobody who writes to it: whoever opened it would wait for ever.
    let spared = try gait("analyze", walk, "--output", "results")
    #expect(spared.code == 2 && spared.message.contains("bouts.csv"), "\(spared.message)")
    let refused = try gait("analyze", walk, "--output", "results", "--force")
    #expect(refused.code != 0 && refused.message.contains("device or pipe"), "\(refused.message)")
    #expect(isPipe(table))
    try FileManager.default.removeItem(atPath: gait.path(table))
    try Data().write(to: URL(fileURLWithPath: gait.path("elsewhere.csv")))
    try FileManager.default.createSymbolicLink(
      atPath: gait.path(table), withDestinationPath: "../../elsewhere.csv")
    #expect(try gait("analyze", walk, "--output", "results", "--force").code == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: gait.path(table)) != "")
    #expect(try Data(contentsOf: URL(fileURLWithPath: gait.path("elsewhere.csv"))) == bouts)
  }
}
