import Foundation
import Testing

/// Pages to which the page of a study or validation leads: they show what was found there, and not what the same
/// recording gives by itself.
struct OutlierPageTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  private func write(_ text: String, to name: String) throws {
    try text.write(toFile: gait.path(name), atomically: true, encoding: .utf8)
  }

  private func link(in page: String) throws -> String {
    String(
      try #require(try gait.text(of: page).firstMatch(of: /href="([a-z]+-recordings\/P-[^"]+)"/)).1)
  }

  /// A page is megabytes long, and no part of a message.
  private func holds(_ page: String, _ words: String...) -> Bool {
    words.allSatisfy { page.contains($0) }
  }

  private static let changed = "presets.pelvis.walks.longestPauseSeconds"
  private static let settings = #"""
    {"presets": {"pelvis": {"walks": {"longestPauseSeconds": 4}}}}
    """#

  /// Ten people of whom one walks slowly. Only the manifest knows heights, sites and the clock.
  private func makeStudy() throws {
    var rows = ["path,participant,site,height_m,start"]
    for place in 0..<10 {
      let name = "recordings/walk\(place).csv"
      let scenario = place == 9 ? "slow-asymmetric" : "straight-walk"
      let made = try gait("simulate", scenario, "--seed", "\(place)", "--output", name, "-q")
      #expect(made.code == 0, "\(made.message)")
      try FileManager.default.removeItem(atPath: gait.path("recordings/walk\(place).json"))
      rows.append("walk\(place).csv,P0\(place),lower_back,1.95,2026-05-04T09:30:00+02:00")
    }
    try write(rows.joined(separator: "\n") + "\n", to: "recordings/study.csv")
    try write(Self.settings, to: "own.json")
    let ending = try gait(
      "batch", "recordings/study.csv", "--settings", "own.json", "--output", "results", "-q")
    #expect(ending.code == 0, "\(ending.message)")
  }

  /// With the folder of the manifest, or any other that somebody takes for that of the recordings.
  private func report(_ folder: String = "recordings") throws -> GaitProcess.Ending {
    try gait(
      "report", "study", "results", "--recordings", folder, "--output", "s.html", "--force")
  }

  @Test func `an outlier's page is by the study's manifest and settings`() throws {
    try makeStudy()
    for folder in [".", "recordings"] {
      let ending = try report(folder)
      #expect(ending.code == 0, "\(ending.message)")
    }
    let page = try gait.text(of: try link(in: "s.html"))
    let summary = try gait.text(of: "results/recordings/P09/walk9/summary.json")
    let steps = try #require(summary.firstMatch(of: /"steps": (\d+)/)?.1)
    let isStudys = holds(page, "1.95 m", "lower back", "\(steps) steps", Self.changed)
    let hasClock = holds(page, "2026-05-04T09:30:00.000+02:00")
    #expect(isStudys && hasClock, "as the manifest and the settings say")

    // Another recording under the same name is not what stands out.
    try FileManager.default.removeItem(atPath: gait.path("recordings/walk9.csv"))
    try FileManager.default.copyItem(
      atPath: gait.path("recordings/walk1.csv"), toPath: gait.path("recordings/walk9.csv"))
    let changed = try report()
    #expect(changed.code == 1, "\(changed.message)")
    #expect(
      changed.message.contains("walk9.csv: it or its description was changed since gait batch"),
      "\(changed.message)")
    let leadsThere = holds(try gait.text(of: "s.html"), "s-recordings")
    #expect(!leadsThere)

    // Of tables alone nobody knows how a recording was analyzed.
    try FileManager.default.removeItem(atPath: gait.path("results/ledger"))
    let alone = try report()
    #expect(alone.code == 0 && alone.message.contains("The ledger beside the tables is not there"))
    let usual = holds(try gait.text(of: try link(in: "s.html")), "as measured best")
    #expect(usual)
  }

  @Test func `pages are of the twenty farthest, and that is said`() throws {
    try gait.done(
      "simulate", "straight-walk", "--seconds", "15", "--output", "recordings/r0.csv", "-q")
    var persons = "participant,all_median_cadence_spm\n"
    var recordings = "participant,recording,path,duration_s\n"
    for place in 0..<44 {
      let isFar = place < 21
      persons += "P\(place),\(isFar ? 300 + place : 100 + place % 7)\n"
      recordings += "P\(place),r\(place),r\(place).csv,15\n"
      if isFar, place > 0 {
        try FileManager.default.copyItem(
          atPath: gait.path("recordings/r0.csv"), toPath: gait.path("recordings/r\(place).csv"))
      }
    }
    try FileManager.default.createDirectory(
      atPath: gait.path("results/tables"), withIntermediateDirectories: true)
    try write(persons, to: "results/tables/persons.csv")
    try write(recordings, to: "results/tables/recordings.csv")
    try write("participant,day,worn_h\n", to: "results/tables/days.csv")
    try write("path,participant,reason,message\n", to: "results/tables/failures.csv")
    let ending = try report()
    #expect(ending.code == 0, "\(ending.message)")
    #expect(
      ending.message.contains("of 1 other recording whose people stand out less there is no page"),
      "\(ending.message)")
    let pages = try FileManager.default.contentsOfDirectory(atPath: gait.path("s-recordings"))
    #expect(pages.count == 20)
    let rows = try gait.text(of: "s.html").split(separator: "\n")
    let isLinked = rows.contains { $0.contains("P1<") && $0.contains("s-recordings/") }
    let isLeft = rows.contains { $0.contains("P0<") && !$0.contains("s-recordings/") }
    #expect(isLinked && isLeft, "the nearest of them has none")
  }

  /// Two datasets call their recordings alike; the settings are those of the figures.
  @Test func `worst cases lead to the recordings of their datasets`() throws {
    let heights = ["one": "1.61", "two": "1.37"]
    for (place, dataset) in ["one", "one", "one", "two", "two", "two"].enumerated() {
      let name = "lab/\(dataset)/walk\(place % 3)"
      let made = try gait(
        "simulate", "straight-walk", "--seed", "\(place)", "--output", name + ".csv", "-q")
      #expect(made.code == 0, "\(made.message)")
      let said = try gait.text(of: name + ".json")
      let height = try #require(heights[dataset])
      try write(said.replacing("1.720", with: height), to: name + ".json")
    }
    try write(Self.settings, to: "own.json")
    let ending = try gait(
      "report", "validation", "lab", "--worst", "6", "--settings", "own.json", "--output", "v.html")
    #expect(ending.code == 0, "\(ending.message)")
    let rows = try gait.text(of: "v.html").split(separator: "\n").compactMap { line in
      line.firstMatch(of: /href="(v-recordings\/P-[^"]+)".*>(one|two)</)?.output
    }
    #expect(Set(rows.map(\.2)) == ["one", "two"], "\(rows.map(\.1))")
    for row in rows {
      let page = try gait.text(of: String(row.1))
      let height = try #require(heights[String(row.2)])
      let isRight = holds(page, height + " m", Self.changed)
      #expect(isRight, "the recording of its dataset, by the settings")
    }
  }

  @Test func `a page names the settings that differ`() throws {
    _ = try gait("simulate", "straight-walk", "--output", "walk.csv", "-q")
    try write(Self.settings, to: "own.json")
    for (options, isChanged) in [([], false), (["--settings", "own.json"], true)] {
      let ending = try gait.run(
        ["report", "recording", "walk.csv", "--output", "walk.html", "--force"] + options)
      #expect(ending.code == 0, "\(ending.message)")
      let page = try gait.text(of: "walk.html")
      let names = holds(page, Self.changed)
      let says = holds(page, isChanged ? "1 changed, see below" : "as measured best")
      #expect(names == isChanged && says)
    }
  }

  @Test func `pages of an earlier run go with it, and what somebody changed stays and is said`()
    throws
  {
    try makeStudy()
    func make(_ options: String...) throws -> GaitProcess.Ending {
      try gait.run(["report", "study", "results", "--output", "s.html"] + options)
    }
    #expect(try make("--recordings", "recordings").message.contains("s-recordings: 1 page of"))
    let page = try link(in: "s.html")
    let named = holds(try gait.text(of: page), "walk9")
    #expect(named)

    // Another recording under its name: the page is made again, without --force.
    let other = try gait(
      "simulate", "slow-asymmetric", "--seed", "19", "--output", "recordings/walk9.csv", "--force",
      "-q")
    #expect(other.code == 0, "\(other.message)")
    try FileManager.default.removeItem(atPath: gait.path("recordings/walk9.json"))
    let again = try gait(
      "batch", "recordings/study.csv", "--settings", "own.json", "--output", "results", "-q")
    #expect(again.code == 0, "\(again.message)")
    let second = try make("--recordings", "recordings")
    #expect(second.code == 0, "\(second.message)")

    // What is refused for another study's sake leaves its pages alone.
    try FileManager.default.copyItem(
      atPath: gait.path("results"), toPath: gait.path("other"))
    let before = try gait.text(of: page)
    let refused = try gait(
      "report", "study", "other", "--recordings", "recordings", "--output", "s.html")
    #expect(refused.code == 2, "\(refused.message)")
    let isSame = try gait.text(of: page) == before
    #expect(isSame)

    // A page that was made by hand beside them is nobody else's.
    let own = try gait(
      "report", "recording", "recordings/walk1.csv", "--output", "s-recordings/mine.html", "-q")
    #expect(own.code == 0, "\(own.message)")
    let coded = try make("--code-names")
    #expect(
      coded.message.contains("s-recordings: 1 page of an earlier run was removed"),
      "\(coded.message)")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: gait.path("s-recordings"))
        == ["mine.html"])

    #expect(try make("--recordings", "recordings").code == 0)
    try write(try gait.text(of: page) + "<p>Ask her.</p>", to: page)
    let kept = try make()
    #expect(kept.message.contains("\(page) was changed since it was made"), "\(kept.message)")
    let stays = holds(try gait.text(of: page), "Ask her.")
    #expect(stays)
  }
}
