import Foundation
import Testing

/// Where the device was worn, when nobody says, as a person sees it.
struct WearingCommandTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  /// A simulated recording without its description, and without its gyroscope where none is wanted.
  private func walk(_ scenario: String, hasGyroscope: Bool) throws {
    let made = try gait("simulate", scenario, "--seed", "2", "--output", "made.csv")
    #expect(made.code == 0, "\(made.message)")
    let rows = try gait.text(of: "made.csv").split(separator: "\n")
    let kept = rows.map { row in
      row.split(separator: ",").prefix(hasGyroscope ? 7 : 4).joined(separator: ",")
    }
    try kept.joined(separator: "\n").write(
      toFile: gait.path("walk.csv"), atomically: true, encoding: .utf8)
  }

  private func wearing() throws -> [String: Any] {
    let data = Data(try gait.text(of: "out/walk/summary.json").utf8)
    let document = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    return try #require((document["wearing"] as? [[String: Any]])?.first)
  }

  @Test(arguments: [
    ("straight-walk", "pelvis"), ("trouser-pocket", "pocket"), ("wrist-walk", "wrist"),
  ])
  func `the most likely place is said`(scenario: String, place: String) throws {
    try walk(scenario, hasGyroscope: true)
    let ran = try gait("analyze", "walk.csv", "--output", "out", "--verbose")
    #expect(ran.code == 0, "\(ran.message)")
    #expect(ran.message.contains("worn most likely at the place \(place)"), "\(ran.message)")
    let found = try wearing()
    #expect(found["site"] is NSNull && found["likely_place"] as? String == place)
    let chances = try #require(found["place_probabilities"] as? [String: Double])
    #expect(Set(chances.keys) == ["pelvis", "pocket", "hand", "wrist"])
    let best = try #require(chances.values.max())
    #expect(chances[place] == best)
    #expect(found["place"] as? String == (best >= 0.95 ? place : nil))
    let bouts = try gait.text(of: "out/walk/bouts.csv").split(separator: "\n")
    #expect(bouts[0].contains(",likely_place,likely_place_probability,"))
    #expect(bouts.dropFirst().allSatisfy { $0.contains(",\(place),0.") }, "\(bouts)")
  }

  @Test(arguments: ["straight-walk", "trouser-pocket", "wrist-walk"])
  func `without a gyroscope probabilities are said and no pelvis is taken`(scenario: String) throws
  {
    try walk(scenario, hasGyroscope: false)
    #expect(try gait("analyze", "walk.csv", "--output", "out").code == 0)
    let found = try wearing()
    #expect((found["place_probabilities"] as? [String: Double])?.count == 4)
    #expect(found["is_pelvis"] as? Bool != true && found["place"] as? String != "pelvis")
    let evidence = try #require(found["evidence"] as? [String: Any])
    #expect(evidence["step_turning_rad_s"] is NSNull && evidence["tilt_rad"] is Double)
  }

  @Test func `a given site is not asked about`() throws {
    try walk("straight-walk", hasGyroscope: true)
    #expect(try gait("analyze", "walk.csv", "--site", "hip", "--output", "out").code == 0)
    let found = try wearing()
    #expect(found["site"] as? String == "hip" && found["likely_place"] is NSNull)
    let bouts = try gait.text(of: "out/walk/bouts.csv").split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let place = try #require(bouts[0].firstIndex(of: "likely_place"))
    #expect(bouts[1][place].isEmpty && bouts[1][place + 1].isEmpty)
  }
}
