import Foundation
import Testing

/// Clinic tests of people who hardly walk calibrate as all others do.
struct ShortClinicTestTests {
  private let gait: GaitProcess

  init() throws {
    gait = try GaitProcess()
    try gait.done(
      "simulate", "--history", "ageing", "--participant", "A", "--store", "s.gait", "--seed", "21",
      "--days", "60", "--start", "2026-04-20", "-q")
  }

  /// The latest estimate, calibrated by tests of so many meters, and its 95 % interval.
  private func estimate(_ meters: String) throws -> (meters: Double, interval: [Double]) {
    let store = meters + ".gait"
    try FileManager.default.copyItem(atPath: gait.path("s.gait"), toPath: gait.path(store))
    for day in ["2026-05-20", "2026-05-27"] {
      try gait.done(
        "calibrate", "--six-minute-walk", meters, "--on", day, "--participant", "A", "--store",
        store)
    }
    let output = try gait.done("estimate", "--store", store, "--format", "json", "-q").output
    let all = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
    let person = try #require((all?["participants"] as? [[String: Any]])?.first)
    let weeks = (person["six_minute_walk"] as? [String: Any])?["weeks"] as? [[String: Any]]
    let week = try #require(weeks?.last)
    #expect(week["is_calibrated"] as? Bool == true)
    return (
      try #require(week["meters"] as? Double), try #require(week["interval_95_m"] as? [Double])
    )
  }

  @Test func `tests of 1 to 20 m give other estimates than such of 30 m`() throws {
    let found = try ["1", "4.12", "10", "20", "30", "100"].map { try estimate($0) }
    for (short, long) in zip(found, found.dropFirst()) {
      #expect(short.interval[1] < long.interval[0], "\(short), \(long)")
    }
    #expect(found[2].meters < 15 && found[3].meters < 26, "\(found)")
  }
}
