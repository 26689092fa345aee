import Foundation
import Testing

/// What `gait query --since` hands out says the same as `gait query`.
struct ChangeFeedTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  private func added(_ kind: String...) throws -> [[String: Any]] {
    let feed = try gait.run(["query", "--store", "s.gait", "--since", "0"] + kind)
    #expect(feed.code == 0, "\(feed.message)")
    let answer = try JSONSerialization.jsonObject(with: Data(feed.output.utf8)) as? [String: Any]
    return try #require(answer?["added"] as? [[String: Any]])
  }

  @Test func `a feed has the words, labels, zones and errors of a query, and no notes of its own`()
    throws
  {
    for arguments in [
      [
        "simulate", "--history", "unsteadiness", "--seed", "6", "--days", "240", "--start",
        "2025-06-02", "--participant", "P", "--time-zone", "Europe/Berlin", "--store", "s.gait",
      ], ["estimate", "--store", "s.gait", "--quiet"],
      [
        "event", "operation", "--store", "s.gait", "--participant", "P", "--on", "2025-07-05",
        "--words", "new knee",
      ],
    ] {
      let ending = try gait.run(arguments)
      #expect(ending.code == 0, "\(ending.message)")
    }
    let all = try added()
    #expect(all.allSatisfy { ($0["kind"] as? String) != "estimate-progress" })
    let event = try #require(try added("event").first)
    #expect(event["value"] as? String == "operation" && event["label"] as? String == "new knee")
    #expect(event["time_zone"] as? String == "Europe/Berlin")
    #expect(try added("steadiness-event").contains { $0["value"] as? String == "initial_very_low" })
    // But for identity and clock each sample is that of a query.
    for kind in ["six-minute-walk-distance", "walking-speed", "event"] {
      let query = try gait(
        "query", kind, "--store", "s.gait", "--format", "json", "--time-zone", "UTC")
      let rows = try #require(
        try JSONSerialization.jsonObject(with: Data(query.output.utf8)) as? [[String: Any]])
      let feed = try added(kind).filter { $0["left_out_reason"] is NSNull }
      #expect(!rows.isEmpty && rows.count == feed.count)
      for (row, sample) in zip(rows, feed) {
        #expect(Set(row.keys).union(["id"]) == Set(sample.keys), "\(kind)")
        for (key, value) in row where !key.hasSuffix("_time") {
          #expect("\(value)" == "\(sample[key] ?? "")", "\(kind), \(key)")
        }
      }
    }
  }
}
