import Foundation
import SampleStorage
import Testing

@testable import GaitCLI

/// A center's command hears once of what came with a site's store, whether or not somebody looked at it there.
struct MergedNoticeTests {
  private let gait: GaitProcess

  /// A center whose command has heard of a person through three months, and a site with five more.
  init() throws {
    gait = try GaitProcess()
    try simulate("P07", days: 90, "site.gait")
    try gait.done("merge", "site.gait", "--into", "center.gait", "--quiet")
    _ = try hear()
    try simulate("P07", days: 240, "site.gait")
  }

  private func simulate(_ person: String, days: Int, _ store: String) throws {
    try gait.done(
      "simulate", "--history", "unsteadiness", "--seed", "6", "--days", "\(days)", "--start",
      "2025-06-02", "--participant", person, "--store", store, "--quiet")
  }

  private func hear(_ store: String = "center.gait") throws -> [String] {
    try Data().write(to: URL(fileURLWithPath: gait.path("heard")))
    try gait.done(
      "estimate", "--store", store, "--quiet", "--on-event",
      "echo $GAIT_PARTICIPANT $GAIT_EVENT $GAIT_DATE >> heard")
    return try gait.text(of: "heard").split(separator: "\n").map(String.init).sorted()
  }

  private func look() throws { try gait.done("estimate", "--store", "site.gait", "--quiet") }

  private func merge(_ store: String = "site.gait") throws {
    try gait.done("merge", store, "--into", "center.gait", "--quiet")
  }

  private func copy(_ store: String, _ other: String) throws {
    try FileManager.default.copyItem(atPath: gait.path(store), toPath: gait.path(other))
  }

  private func deleteFromDecember() throws {
    try gait.done(
      "delete", "--store", "center.gait", "--participant", "P07", "--everything", "--from",
      "2025-12-01", "--quiet")
  }

  @Test func `what a site looked up is told once, as if nobody had looked`() throws {
    try copy("center.gait", "other.gait")
    try gait.done("merge", "site.gait", "--into", "other.gait", "--quiet")
    let all = try hear("other.gait")
    #expect(all.contains { $0.contains("initial_") } && all.contains { $0.contains("change") })
    try look()
    try merge()
    #expect(try hear() == all)
    #expect(try hear() == [])
    try merge()
    try gait.done("estimate", "--store", "center.gait", "--everything", "--quiet")
    #expect(try hear() == [])
    // What was told is taken back.
    try deleteFromDecember()
    let gone = try hear()
    #expect(!gone.isEmpty && gone.allSatisfy { $0.contains(" withdrawn_") }, "\(gone)")
    #expect(gone.allSatisfy { all.contains($0.replacing("withdrawn_", with: "")) }, "\(gone)")
    #expect(try hear() == [])
  }

  @Test func `what came and went before the command heard it is neither told nor taken back`()
    throws
  {
    try look()
    try merge()
    try deleteFromDecember()
    let heard = try hear()
    #expect(!heard.contains { $0.contains("withdrawn_") }, "\(heard)")
  }

  @Test func `what a run without a command finds in a merged store waits`() throws {
    try look()
    try merge()
    try gait.done("estimate", "--store", "center.gait", "--quiet")
    #expect(try hear().contains { $0.contains("initial_") })
    #expect(try hear() == [])
  }

  @Test func `what stands in a store of an older program is not told`() async throws {
    try look()
    try merge()
    do {
      let store = try SampleStore.open(gait.path("center.gait"), access: .everything)
      var progress = try #require(try await EstimateProgress(of: "P07", in: store))
      #expect(progress.known.changes?.isEmpty == false)
      progress.known.events = nil
      progress.known.changes = nil
      try await store.save([progress.sample(of: "P07", .estimates)])
    }
    #expect(try hear().allSatisfy { $0.contains("declining_trend") })
    #expect(try hear() == [])
  }

  @Test func `of somebody new the days are told through which it has heard of nobody`() throws {
    try simulate("P08", days: 240, "new.gait")
    try gait.done("estimate", "--store", "new.gait", "--quiet")
    try merge("new.gait")
    let heard = try hear()
    #expect(heard.contains { $0.hasPrefix("P08 initial_") || $0.hasPrefix("P08 repeat_") })
    #expect(heard.allSatisfy { $0.hasPrefix("P08 ") && $0.suffix(10) > "2025-08-29" }, "\(heard)")
    #expect(try hear() == [])
  }

  /// Alarms that a site had looked up, of which the first went before its store came.
  private func simulateDeleted() throws {
    try gait.done(
      "simulate", "--history", "frail", "--seed", "841", "--days", "150", "--start", "2025-01-13",
      "--participant", "P1", "--store", "frail.gait", "--quiet")
    try gait.done("estimate", "--store", "frail.gait", "--quiet")
    try gait.done(
      "delete", "--store", "frail.gait", "--participant", "P1", "--everything", "--from",
      "2025-01-13", "--to", "2025-02-17", "--quiet")
  }

  @Test(arguments: ["first.gait", "center.gait"])
  func `the first run of a person takes nothing back that came with estimates`(
    store: String
  ) throws {
    try simulateDeleted()
    try gait.done("merge", "frail.gait", "--into", store, "--quiet")
    let said = try gait.done(
      "estimate", "--store", store, "--on-event", "echo $GAIT_EVENT >> heard")
    #expect((said.message + said.output).contains("no longer true"))
    let heard = (try? gait.text(of: "heard")) ?? ""
    #expect(!heard.contains("withdrawn_"), "\(heard)")
  }
}
