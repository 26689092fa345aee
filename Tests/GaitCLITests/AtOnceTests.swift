import Foundation
import GaitModel
import MobilityEstimates
import SampleStorage
import Testing

@testable import GaitCLI

/// Two programs estimate one person at once: days count once, whoever is faster.
struct AtOnceTests {
  private let gait: GaitProcess
  private let store: SampleStore

  init() throws {
    gait = try GaitProcess()
    let made = try gait(
      "simulate", "--history", "steady", "--participant", "A", "--store", "s.gait", "--days", "40")
    #expect(made.code == 0, "\(made.message)")
    store = try SampleStore.open(gait.path("s.gait"), access: .everything)
  }

  private func estimator(_ words: String...) throws -> PersonEstimator {
    PersonEstimator(
      participant: "A", store: store,
      options: try EstimateOptions.parse(["--store", gait.path("s.gait")] + words))
  }

  private func sum(_ kind: AnySampleKind) async throws -> Double {
    let query = SampleQuery(kinds: [kind], participant: "A", includesLeftOut: true)
    return try await store.samples(matching: query).reduce(0) { $0 + $1.value }.rounded()
  }

  private func expectOnce(_ weeks: Int = 4) async throws {
    #expect(try await sum(SampleKind.dailyStepCount.erased) == sum(SampleKind.stepCount.erased))
    let walks = SampleQuery(kinds: [SampleKind.sixMinuteWalkDistance.erased])
    #expect(try await store.samples(matching: walks).count == weeks)
  }

  @Test func `who was slower begins again`() async throws {
    let (here, there) = (try estimator(), try estimator("--time-zone", "Asia/Tokyo"))
    let slow = try await here.proposal()
    _ = try await there.run()
    let days = SampleQuery(kinds: EstimateUpdate.madeKinds, participant: "A")
    let others = try await store.samples(matching: days)
    let kept = try await here.keep(slow)
    #expect(kept == nil, "what it was made beside is another")
    #expect(try await store.samples(matching: days) == others)
    let outcome = try await here.run()
    #expect(outcome.remarks.contains { $0.contains("in Europe/Berlin again") })
    try await expectOnce()
  }

  @Test func `a recording that comes meanwhile is not passed over`() async throws {
    let estimator = try estimator()
    let slow = try await estimator.proposal()
    let steps = try #require(
      await store.samples(matching: SampleQuery(kinds: [SampleKind.stepCount.erased])).last)
    var late = steps
    late.value += 100
    try await store.save([late])
    let kept = try await estimator.keep(slow)
    #expect(kept != nil, "recordings may go on coming while somebody estimates")
    let outcome = try await estimator.run()
    #expect(outcome.changes.daysRead >= 1 && !outcome.changes.saved.isEmpty)
    #expect(outcome.changes.saved.map(\.kind).contains(SampleKind.dailyStepCount.erased))
    try await expectOnce()
    #expect(try await estimator.run().changes.daysRead == 0)
  }

  /// The command has read the store when a recording's samples come, and waits for whoever writes them.
  @Test func `what is estimated while samples come is of all of them`() async throws {
    _ = try await estimator().run()
    let before = try await sum(SampleKind.stepCount.erased)
    var late = try #require(
      await store.samples(matching: SampleQuery(kinds: [SampleKind.stepCount.erased])).last)
    late.value += 100
    // A program that opens a store whose log is empty waits for whoever writes, and has read nothing.
    let log = try FileManager.default.attributesOfItem(atPath: gait.path("s.gait-wal"))
    #expect((log[.size] as? Int ?? 0) > 0)
    let command = try await HeldStore.holding(store, keeping: [late]) {
      let command = try gait.start(["estimate", "--store", "s.gait", "--everything"])
      try WaitingProcess.settle(command, in: "s.gait")
      return command
    }
    command.waitUntilExit()
    #expect(command.terminationStatus == 0)
    #expect(try await sum(SampleKind.stepCount.erased) == before + 100)
    try await expectOnce()
  }

  @Test func `whoever is deleted meanwhile does not come back`() async throws {
    let estimator = try estimator()
    let slow = try await estimator.proposal()
    try await store.deleteEverything(of: "A")
    let kept = try await estimator.keep(slow)
    #expect(kept == nil)
    #expect(try await store.everybody().isEmpty)
    #expect(try await estimator.run().changes.saved.isEmpty)
    #expect(try await store.everybody().isEmpty)
  }

  @Test func `days that older programs kept twice are healed with a word`() async throws {
    let (here, there) = (try estimator(), try estimator("--time-zone", "Asia/Tokyo"))
    let proposals = [try await there.proposal(), try await here.proposal()]
    for proposal in proposals { try await store.save(proposal.changes.saved) }
    var progress = proposals[1].progress
    progress.anchor = try await store.currentAnchor()
    try await store.save([progress.sample(of: "A", .estimates)])
    let doubled = try await sum(SampleKind.dailyStepCount.erased)
    #expect(try await doubled > 1.9 * sum(SampleKind.stepCount.erased))
    let healed = try gait("estimate", "--store", "s.gait", "--on-event", "echo told >> events")
    #expect(healed.code == 0 && healed.message.contains("counted twice"), "\(healed.message)")
    // What stands there all the same is not said to be gone.
    #expect(!healed.output.contains("has none now"), "\(healed.output)")
    #expect(!FileManager.default.fileExists(atPath: gait.path("events")))
    try await expectOnce()
    let again = try gait("estimate", "--store", "s.gait")
    #expect(again.code == 0 && again.message.isEmpty, "\(again.message)")
  }

  /// Both have read and wait for the lock; then both write.
  @Test func `two commands at once leave days that count once`() async throws {
    let commands = try await HeldStore.holding(store) {
      let commands = try [[], ["--time-zone", "Asia/Tokyo"]].map {
        try gait.start(["estimate", "--store", "s.gait"] + $0)
      }
      for command in commands { try WaitingProcess.settle(command, in: "s.gait") }
      return commands
    }
    for command in commands {
      command.waitUntilExit()
      #expect(command.terminationStatus == 0)
    }
    #expect(try gait("estimate", "--store", "s.gait").code == 0)
    try await expectOnce()
  }

  /// Starts commands that have read when they may write; returns what became of each.
  private func atOnce(_ commands: [[String]]) async throws -> [Int32] {
    let processes = try await HeldStore.holding(store) {
      let processes = try commands.map { try gait.start($0 + ["--store", "s.gait"]) }
      for process in processes { try WaitingProcess.settle(process, in: "s.gait") }
      return processes
    }
    return processes.map {
      $0.waitUntilExit()
      return $0.terminationStatus
    }
  }

  @Test func `entries that are made at once all stand, each once`() async throws {
    let person = ["--participant", "A"]
    let codes = try await atOnce(
      ["412", "430"].map { ["calibrate", "--six-minute-walk", $0, "--on", "2026-02-02"] + person }
        + ["fall", "hip"].map {
          ["recalibrate", "--from", "2026-02-03", "--reason", $0] + person
        }
        + ["fall", "fall"].map {
          ["event", "injury", "--on", "2026-02-04", "--words", $0] + person
        })
    #expect(codes == [0, 0, 0, 0, 0, 0])
    func entered(_ kind: AnySampleKind) -> SampleQuery {
      SampleQuery(kinds: [kind], participant: "A", isEnteredByHand: true)
    }
    let walks = try await store.samples(matching: entered(SampleKind.sixMinuteWalkDistance.erased))
    #expect(Set(walks.map(\.value)) == [412, 430] && walks.count == 2)
    #expect(try await store.samples(matching: entered(SampleKind.event.erased)).count == 1)
    let requests = entered(SampleKind.recalibration.erased)
    let reasons =
      try await store.samples(matching: requests).map(\.metadata.label)
      + store.superseded(matching: requests).map(\.sample.metadata.label)
    #expect(reasons.count == 2 && Set(reasons) == ["fall", "hip"], "\(reasons)")
  }

  @Test func `of two heights that are said at once, the second is asked about`() async throws {
    let codes = try await atOnce(
      ["1.6", "1.9"].map { ["estimate", "--participant", "A", "--corrects", "--height", $0] })
    #expect(codes == [0, 0], "a correction says that the other was wrong")
    let heights = SampleQuery(
      kinds: [SampleKind.height.erased], participant: "A", isEnteredByHand: true)
    #expect(try await store.samples(matching: heights).count == 1)
    try await store.delete(matching: SampleQuery(kinds: [SampleKind.height.erased]))
    let said = try await atOnce(
      ["1.6", "1.9"].map { ["estimate", "--participant", "A", "--height", $0] })
    #expect(said.count { $0 == 0 } == 1, "\(said)")
    #expect(try await store.samples(matching: heights).count == 1)
  }

  @Test func `stores that counted by two zones merge into one whose days count once`() async throws
  {
    try store.close()
    let ending = try gait.shell(
      """
      cp s.gait t.gait
      $GAIT estimate --store s.gait -q && $GAIT estimate --store t.gait --time-zone Asia/Tokyo -q &&
        $GAIT merge t.gait --into s.gait -q && $GAIT estimate --store s.gait
      """)
    #expect(ending.code == 0 && ending.message.contains("another time zone"), "\(ending.message)")
    let all = try gait("query", "daily-step-count", "--store", "s.gait", "--format", "csv").output
    let days = all.split(separator: "\n").dropFirst()
    #expect(days.count == 40 && days.allSatisfy { $0.contains("T00:00:00.000+01:00") })
  }
}
