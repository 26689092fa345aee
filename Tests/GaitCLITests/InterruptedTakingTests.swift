import Foundation
import SampleStorage
import Synchronization
import Testing

/// Whatever ends a command that takes samples into a store in its middle, it says what the store holds of them.
struct InterruptedTakingTests {
  private let gait: GaitProcess

  init() throws {
    gait = try GaitProcess()
    try gait.done(
      "simulate", "--history", "steady", "--participant", "A", "--store", "s.gait", "--days", "30")
  }

  private func write(_ name: String) throws {
    try """
    <HealthData><Record type="HKQuantityTypeIdentifierStepCount" sourceName="p" unit="count" \
    startDate="2026-05-04 09:30:00 +0200" endDate="2026-05-04 09:31:00 +0200" value="52"/></HealthData>
    """.write(toFile: gait.path(name), atomically: true, encoding: .utf8)
  }

  /// Starts a command, interrupts it when it waits, and gives what it said.
  private func interrupt(_ words: String..., store: String = "s.gait") throws -> String {
    _ = FileManager.default.createFile(atPath: gait.path("messages"), contents: nil)
    let messages = try #require(FileHandle(forWritingAtPath: gait.path("messages")))
    let process = try gait.start(words, messages: messages)
    try WaitingProcess.settle(process, in: store)
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    return try gait.text(of: "messages")
  }

  @Test func `before anything is kept, it says so`() async throws {
    try gait.done(
      "simulate", "--history", "steady", "--participant", "B", "--store", "b.gait", "--days", "10")
    try gait.done("simulate", "straight-walk", "--seconds", "20", "--output", "walk.csv")
    try write("export.xml")
    let store = try SampleStore.open(gait.path("s.gait"), access: .everything)
    try await HeldStore.holding(store) {
      let merged = try interrupt("merge", "b.gait", "--into", "s.gait")
      #expect(
        merged.contains(
          "gait: interrupted; no samples of b.gait came into s.gait; the same command takes the rest"
        ), "\(merged)")
      let read = try interrupt("import", "export.xml", "--participant", "B", "--store", "s.gait")
      #expect(read.contains("gait: interrupted; nothing was kept"), "\(read)")
      let estimated = try interrupt("estimate", "--store", "s.gait")
      #expect(
        estimated.contains("gait: interrupted; no estimates of this run were kept"), "\(estimated)")
      let analyzed = try interrupt(
        "analyze", "walk.csv", "--participant", "B", "--start", "2026-05-04T09:30:00+02:00",
        "--store", "s.gait")
      #expect(
        analyzed.contains("gait: interrupted; no recording is done and kept"), "\(analyzed)")
    }
  }

  @Test func `of several files it says how many are kept`() throws {
    try write("one.xml")
    // So many that the import of them takes far longer than the signal.
    let records = (0..<100_000).map { place in
      let minute =
        "2025-0\(place / 12_600 + 1)-\(place / 700 % 18 + 10) \(place / 50 % 14 + 10):\(place % 50 + 10)"
      return """
        <Record type="HKQuantityTypeIdentifierStepCount" sourceName="p" unit="count" \
        startDate="\(minute):00 +0200" endDate="\(minute):30 +0200" value="20"/>

        """
    }
    try ("<HealthData>" + records.joined() + "</HealthData>")
      .write(toFile: gait.path("many.xml"), atomically: true, encoding: .utf8)
    _ = FileManager.default.createFile(atPath: gait.path("messages"), contents: nil)
    let messages = try #require(FileHandle(forWritingAtPath: gait.path("messages")))
    let process = try gait.start(
      ["import", "one.xml", "many.xml", "--participant", "B", "--store", "s.gait"],
      messages: messages)
    for _ in 0..<6000 where try !gait.text(of: "messages").contains("one.xml: 1 sample") {
      usleep(10_000)
    }
    process.interrupt()
    process.waitUntilExit()
    let message = try gait.text(of: "messages")
    #expect(process.terminationStatus == 130)
    #expect(
      message.contains("gait: interrupted; 1 of 2 files are kept in s.gait, nothing of the others"),
      "\(message)")
    let listed = try gait.done(
      "query", "step-count", "--participant", "B", "--store", "s.gait", "--format", "csv")
    #expect(listed.output.split(separator: "\n").count == 2)
  }

  @Test func `a merge tells after each person how many are taken over`() async throws {
    for person in ["B", "C"] {
      try gait.done(
        "simulate", "--history", "steady", "--participant", person, "--seed",
        person == "B" ? "2" : "3",
        "--store", "b.gait", "--days", "3")
    }
    let source = try SampleStore.open(gait.path("b.gait"), access: .everything)
    let target = try SampleStore.open(gait.path("s.gait"), access: .everything)
    let told = ToldCounts()
    _ = try await target.merge(source) { taken, all in told.add("\(taken) of \(all)") }
    #expect(told.all == ["1 of 2", "2 of 2"])
    try source.close()
    try target.close()
  }

  @Test func `a watching estimate says of how many people it has kept estimates`() throws {
    // It waits for more samples when all are estimated.
    let message = try interrupt("estimate", "--store", "s.gait", "--watch")
    #expect(
      message.contains("gait: interrupted; the estimates of 1 of 1 person are kept in s.gait"),
      "\(message)")
  }
}

/// What was told, in its order.
private final class ToldCounts: Sendable {
  private let told = Mutex<[String]>([])
  var all: [String] { told.withLock { $0 } }
  func add(_ words: String) { told.withLock { $0.append(words) } }
}
