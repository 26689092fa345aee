import Foundation
import Testing

struct InterruptionTests {
  @Test(arguments: ["simulate", "analyze"])
  func `an interrupted command ends with 130 and leaves no file`(command: String) throws {
    let gait = try GaitProcess()
    _ = FileManager.default.createFile(atPath: gait.path("messages"), contents: nil)
    let messages = try #require(FileHandle(forWritingAtPath: gait.path("messages")))
    let process = try gait.start(try arguments(of: command, in: gait), messages: messages)
    try WaitingProcess.listen(process.processIdentifier)
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 130)
    #expect(!FileManager.default.fileExists(atPath: gait.path("results")))
    let message = try gait.text(of: "messages")
    #expect(message.hasPrefix("gait: interrupted"))
  }

  /// A terminal that is closed, a program that is told to end, a limit of time.
  @Test(arguments: [SIGHUP, SIGTERM, SIGQUIT, SIGXCPU])
  func `whatever signal ends it, a store is one file`(number: Int32) throws {
    let gait = try GaitProcess()
    _ = try arguments(of: "analyze", in: gait)
    #expect(try gait("simulate", "--seconds", "20", "--output", "short.csv").code == 0)
    for (name, day) in [("short", 4), ("long", 5)] {
      let text =
        "{\"participant\": \"P01\", \"start_datetime\": \"2026-05-0\(day)T09:30:00+02:00\"}"
      try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path("\(name).json")))
    }
    let process = try gait.start([
      "analyze", "short.csv", "long.csv", "--jobs", "1", "--output", "results", "--store", "s.gait",
    ])
    try WaitingProcess.listen(process.processIdentifier)
    for _ in 0..<500 where !FileManager.default.fileExists(atPath: gait.path("s.gait")) {
      usleep(10_000)
    }
    usleep(100_000)
    kill(process.processIdentifier, number)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 128 + number)
    #expect(!FileManager.default.fileExists(atPath: gait.path("s.gait-wal")))
    // A store that it made, and into which nothing came, goes with it.
    if FileManager.default.fileExists(atPath: gait.path("s.gait")) {
      #expect(try gait("store", "check", "--store", "s.gait").code == 0)
      #expect(try gait("query", "--store", "s.gait").output.contains("walking-speed"))
    }
  }

  @Test func `a file that may not grow on is an error in words`() throws {
    let gait = try GaitProcess()
    #expect(try gait("simulate", "--seconds", "60", "--output", "short.csv").code == 0)
    // The thread sanitizer would put a file of its own into TMPDIR.
    let ending = try gait.shell(
      "ulimit -f 8; TMPDIR=/none $GAIT analyze short.csv --output results")
    #expect(ending.code == 2 && ending.message.contains("results"), "\(ending.message)")
    #expect(!FileManager.default.fileExists(atPath: gait.path("results/short/summary.json")))
  }

  @Test func `an interruption says what was kept`() throws {
    let gait = try GaitProcess()
    #expect(try gait("simulate", "--seconds", "20", "--output", "short.csv").code == 0)
    let arguments = try arguments(of: "analyze", in: gait) + ["short.csv", "--jobs", "1"]
    _ = FileManager.default.createFile(atPath: gait.path("messages"), contents: nil)
    let messages = try #require(FileHandle(forWritingAtPath: gait.path("messages")))
    let process = try gait.start(
      ["analyze", "short.csv"] + arguments.filter { $0 != "analyze" && $0 != "short.csv" },
      messages: messages)
    for _ in 0..<6000
    where !FileManager.default.fileExists(atPath: gait.path("results/short/summary.json")) {
      usleep(10_000)
    }
    usleep(100_000)
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    let message = try gait.text(of: "messages")
    #expect(
      message.contains("gait: interrupted; 1 of 2 recordings are done and kept in results"))
  }

  /// Work that takes far longer than the signal, also on a fast machine: two hours of walking, or two days of rest.
  private func arguments(of command: String, in gait: GaitProcess) throws -> [String] {
    guard command == "analyze" else {
      return ["simulate", "--seconds", "7200", "--output", "results/walk.csv"]
    }
    var text = "time_s,acc_x,acc_y,acc_z\n"
    for sample in 0..<1_600_000 { text += "\(sample / 10).\(sample % 10),0.1,9.8,0.2\n" }
    try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path("long.csv")))
    return ["analyze", "long.csv", "--output", "results"]
  }
}
