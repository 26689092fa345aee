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

  /// Two walks of nobody who is named, a recording that is too short, a copy, and a truth without a recording.
  @Test func `what two settings have alike is told once, and whose the figures are`() throws {
    let gait = try GaitProcess()
    for name in ["a", "b", "short", "gone"] {
      try gait.done(
        "simulate", "straight-walk", "--seed", "\(name.utf8.count)", "--seconds",
        name == "a" ? "40" : "44", "--output", "lab/\(name).csv")
    }
    let made = try gait.shell(
      "cd lab && rm gone.csv && head -n 60 short.csv > s && mv s short.csv "
        + "&& for end in csv json reference.json; do cp a.$end copy.$end; done")
    #expect(made.code == 0, "\(made.message)")
    try Data("{}".utf8).write(to: URL(fileURLWithPath: gait.path("ours.json")))
    try Data(#"{"presets": {"pelvis": {"walks": {"longestPauseSeconds": 4}}}}"#.utf8)
      .write(to: URL(fileURLWithPath: gait.path("others.json")))
    let report = ["report", "validation", "lab", "--worst", "0"]
    let settings = ["--settings", "ours.json", "--settings", "others.json"]
    let ending = try gait.run(report + settings + ["--output", "v.html"])
    #expect(ending.code == 1, "\(ending.message)")
    for said in [
      "no recording gone beside it", "lab/copy: left out", "3 recordings of lab name nobody",
    ] {
      #expect(ending.message.components(separatedBy: said).count == 2, "\(ending.message)")
    }
    let page = try gait.text(of: "v.html")
    for words in [
      "1 recording could not be analyzed.", "The figures are those with ours, but where both",
      "3 recordings of lab name nobody",
    ] {
      let isSaid = page.contains(words)
      #expect(isSaid, "\(words)")
    }
    let isOnce = page.components(separatedBy: "longest stretch of usable samples").count == 2
    #expect(isOnce, "the same failure with both settings is one")
    let one = try gait.run(report + ["--output", "one.html"])
    #expect(one.code == 1, "\(one.message)")
    let text = try gait.text(of: "one.html")
    let isOfOne = !text.contains("The figures are those with") && text.contains("name nobody")
    #expect(isOfOne)
    _ = try gait.run(report + ["--code-names", "--output", "coded.html"])
    let coded = try gait.text(of: "coded.html")
    let isCoded = !coded.contains("of lab name") && coded.contains("gait validate says what is odd")
    #expect(isCoded)
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
