import Foundation
import GRDB
import SampleStorage
import Testing

/// Whatever ends a deletion in its middle, the program says whether it is done.
struct InterruptedDeletionTests {
  private let gait: GaitProcess

  init() throws {
    gait = try GaitProcess()
    let made = try gait(
      "simulate", "--history", "steady", "--participant", "A", "--store", "s.gait", "--days", "60")
    #expect(made.code == 0, "\(made.message)")
  }

  private static let deletion = [
    "delete", "--store", "s.gait", "--participant", "A", "walking-speed",
  ]

  private func count() throws -> Int {
    let ending = try gait(
      "query", "walking-speed", "--left-out", "--store", "s.gait", "--format", "csv")
    #expect(ending.code == 0, "\(ending.message)")
    return ending.output.split(separator: "\n").count - 1
  }

  /// Starts the deletion while somebody is at work in the store, interrupts it when it waits for them, and gives what
  /// it said.
  private func interrupt() throws -> String {
    _ = FileManager.default.createFile(atPath: gait.path("messages"), contents: nil)
    let messages = try #require(FileHandle(forWritingAtPath: gait.path("messages")))
    let process = try gait.start(Self.deletion, messages: messages)
    try WaitingProcess.settle(process, in: "s.gait")
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    return try gait.text(of: "messages")
  }

  @Test func `before it is kept, nothing was deleted`() async throws {
    let before = try count()
    let store = try SampleStore.open(gait.path("s.gait"), access: .everything)
    let message = try await HeldStore.holding(store) { try interrupt() }
    #expect(message.contains("gait: interrupted; nothing was deleted"), "\(message)")
    #expect(try count() == before)
  }

  @Test func `after it is kept, what was deleted is deleted`() async throws {
    let before = try count()
    // A reader of an earlier instant keeps the log from being emptied.
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let reader = try DatabaseQueue(path: gait.path("s.gait"), configuration: configuration)
    try await reader.writeWithoutTransaction { database in
      try database.execute(sql: "BEGIN")
      _ = try Row.fetchOne(database, sql: "SELECT count(*) FROM sample")
    }
    let message = try interrupt()
    try await reader.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    try reader.close()
    let words = message.replacing(",", with: "")
    #expect(words.contains("gait: interrupted; \(before) samples deleted and"), "\(message)")
    #expect(message.contains("gait store scrub --store s.gait"), "\(message)")
    #expect(try count() == 0)
    let scrubbed = try gait("store", "scrub", "--store", "s.gait")
    #expect(scrubbed.code == 0 && scrubbed.message.contains("written anew"), "\(scrubbed.message)")
  }

  @Test func `where there is no room to write the file anew, what was deleted is deleted`() throws {
    let before = try count()
    let size = try #require(
      FileManager.default.attributesOfItem(atPath: gait.path("s.gait"))[.size] as? Int)
    // Enough for a day's samples, and not for a second file.
    let ending = try gait.shell(
      "ulimit -f \(size / 2048); $GAIT delete --store s.gait --participant A walking-speed --to 2026-01-06"
    )
    #expect(ending.code == 2)
    #expect(ending.message.contains("samples deleted"), "\(ending.message)")
    #expect(ending.message.contains("gait store scrub --store s.gait"), "\(ending.message)")
    #expect(!ending.message.contains("nothing of this step was kept"), "\(ending.message)")
    let after = try count()
    #expect(after < before)
    #expect(try gait("store", "scrub", "--store", "s.gait").code == 0)
    #expect(try count() == after)
  }
}
