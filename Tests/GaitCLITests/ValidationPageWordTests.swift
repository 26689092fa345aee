import Foundation
import Testing

/// What the page of a validation says of people and units.
struct ValidationPageWordTests {
  @Test func `people without contacts are not counted with them, and a correlation has no unit`()
    throws
  {
    let gait = try GaitProcess()
    // Four people with contacts and marked walks, one of another dataset with a marked walk alone.
    for (place, name) in ["lab/a", "lab/b", "lab/c", "lab/d", "hall/a"].enumerated() {
      try gait.done(
        "simulate", place % 2 == 0 ? "straight-walk" : "slow-asymmetric", "--seed", "\(place + 3)",
        "--seconds", "40", "--output", "all/\(name).csv")
      let (about, truth) = ("all/\(name).json", "all/\(name).reference.json")
      try change(gait, about) { $0["participant"] = name }
      try change(gait, truth) { object in
        if name == "hall/a" { object = [:] }
        object["walks"] = [["start_s": 12, "end_s": 22 + place, "distance_m": 10]]
      }
    }
    try gait.done("report", "validation", "all", "--worst", "0", "--output", "v.html")
    let page = try gait.text(of: "v.html")
    let caption = try #require(page.firstMatch(of: /off\. ([^<"]*) of (\d+) people\./))
    #expect(caption.output.2 == "4", "\(caption.output.0)")
    let people = page.contains("5 recordings of 5 people with a truth")
    #expect(people)
    let unit = try #require(
      page.firstMatch(of: /speed of marked walks r<\/td><td[^>]*>[^<]*<\/td><td[^>]*>([^<]*)<\/td>/)
    )
    #expect(unit.output.1 == "", "\(unit.output.0)")
    let share = try #require(
      page.firstMatch(of: /marked walks found<\/td><td[^>]*>[^<]*<\/td><td[^>]*>([^<]*)<\/td>/))
    #expect(share.output.1 == "share")
  }

  private func change(
    _ gait: GaitProcess, _ name: String, _ change: (inout [String: Any]) -> Void
  ) throws {
    let place = URL(fileURLWithPath: gait.path(name))
    var object = try #require(
      JSONSerialization.jsonObject(with: Data(contentsOf: place)) as? [String: Any])
    change(&object)
    try JSONSerialization.data(withJSONObject: object).write(to: place)
  }
}
