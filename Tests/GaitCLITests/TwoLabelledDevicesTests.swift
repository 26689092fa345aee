import Foundation
import Testing

/// Two devices that were worn at once, both labelled: each activity counts once.
struct TwoLabelledDevicesTests {
  private let gait: GaitProcess

  init() throws {
    gait = try GaitProcess()
    try Data("label,start_s,end_s\nfirst,0,100\nsecond,100,200\nthird,200,300\n".utf8).write(
      to: URL(fileURLWithPath: gait.path("p.csv")))
    for (name, seed) in [("d", "3"), ("e", "4")] {
      let made = try gait(
        "simulate", "daily-life", "--seed", seed, "--seconds", "300", "--output", "\(name).csv")
      let kept = try gait(
        "analyze", "\(name).csv", "--activities", "p.csv", "--participant", "B", "--start",
        "2026-03-01T10:00:00+01:00", "--store", "b.gait")
      #expect(made.code == 0 && kept.code == 0, "\(made.message)\(kept.message)")
    }
  }

  /// The rows of a query, by column.
  private func rows(_ words: String...) throws -> [[String: String]] {
    let ending = try gait.run(["query", "--store", "b.gait", "--format", "csv"] + words)
    #expect(ending.code == 0, "\(ending.message)")
    return GaitProcess.rows(ending.output)
  }

  private func sum(_ rows: [[String: String]]) -> Double {
    rows.compactMap { $0["sum"].flatMap(Double.init) }.reduce(0, +)
  }

  @Test func `each label has one row, and together they are the total`() throws {
    let labels = ["first", "second", "third"]
    let all = try rows("step-count", "--by-activity")
    #expect(all.compactMap { $0["label"] } == labels)
    let total = try rows("activity-step-count", "--every", "day", "--statistics", "sum")
    #expect(total.count == 1 && sum(total) > 0 && sum(all) == sum(total))
    var both = 0.0
    for name in ["d", "e"] {
      let own = try rows("step-count", "--by-activity", "--recording", name)
      #expect(own.compactMap { $0["label"] } == labels)
      let ofRecording = try rows(
        "activity-step-count", "--recording", name, "--every", "day", "--statistics", "sum")
      #expect(sum(own) == sum(ofRecording))
      both += sum(own)
    }
    #expect(both > 1.5 * sum(all), "all stays in the store")
    let source = try rows("step-count", "--by-activity", "--source", "gait")
    #expect(source == all)
    let speeds = try rows("walking-speed", "--by-activity", "--statistics", "mean")
    #expect(speeds.compactMap { $0["label"] } == labels)
    #expect(speeds.allSatisfy { $0["mean"].flatMap(Double.init) != nil })
  }
}
