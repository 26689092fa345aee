import Foundation
import TestSupport
import Testing

/// What was assumed is said where people look.
struct AssumptionTests {
  private let gait: GaitProcess

  init() throws {
    gait = try GaitProcess()
    let ending = try gait(
      "simulate", "straight-walk", "--seconds", "30", "--output", gait.path("walk.csv"))
    #expect(ending.code == 0, "\(ending.message)")
  }

  private func describe(_ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path("walk.json")))
  }

  @Test(arguments: [["--output", "out"], ["--format", "csv"], ["--format", "json"]])
  func `an assumed height is said, whatever is printed`(arguments: [String]) throws {
    try describe(#"{"site": "lower_back"}"#)
    let ending = try gait.run(["analyze", "walk.csv"] + arguments)
    #expect(ending.code == 0)
    #expect(ending.message.contains("walk: height is not known: lengths and speeds assume 1.7 m"))
  }

  @Test func `a fixed share of height is said away from the pelvis`() throws {
    try describe(#"{"site": "bag", "height_m": 1.7}"#)
    let ending = try gait("analyze", "walk.csv")
    #expect(ending.output.contains("every step is taken as 0.385 of the person's"))
    #expect(ending.output.contains("not at the site bag"))
    #expect(!ending.output.contains("--site"))
  }

  @Test(arguments: [("bag", "true"), ("lower_back", "false")])
  func `a share of height is marked in the table, and is no length in a store`(
    site: String, mark: String
  ) throws {
    try describe(
      #"{"site": "\#(site)", "height_m": 1.7, "participant": "Ada", "#
        + #""start_datetime": "2026-05-04T09:00:00+02:00"}"#)
    let made = try gait("analyze", "walk.csv", "--store", "a.gait", "--format", "csv")
    #expect(made.code == 0, "\(made.message)")
    let rows = made.output.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let place = try #require(rows.first?.firstIndex(of: "is_step_length_assumed"))
    #expect(rows.count > 1 && rows.dropFirst().allSatisfy { $0[place] == mark })
    func kept(_ kind: String) throws -> Int {
      let listing = try gait("query", kind, "--store", "a.gait", "--format", "csv")
      return listing.output.split(separator: "\n").dropFirst().count
    }
    #expect(try kept("walking-speed") == rows.count - 1)
    #expect(try kept("step-length") == (mark == "true" ? 0 : rows.count - 1))
  }

  /// Twenty steps at the belt, up and down.
  @Test(.enabled(if: RealRecordings.isAvailable, "\(RealRecordings.absence)"))
  func `a height of stairs that nothing measured is said, in the table and in a store`() throws {
    let stairs = try #require(
      RealRecordings.recordings("sisfall").first {
        $0.path.contains("SA01_waist_stairs_updown_slow_R01")
      })
    let found = try gait(
      "analyze", stairs.path, "--site", "hip", "--participant", "Ada", "--start",
      "2026-05-04T09:00:00+02:00", "--store", "a.gait", "--output", "out")
    #expect(found.code == 0)
    #expect(
      found.message.contains("every step on stairs is taken as 0.17 m"), "\(found.message)")
    let rows = try gait.text(of: "out/SA01_waist_stairs_updown_slow_R01/stairs.csv")
      .split(separator: "\n")
    #expect(rows.count == 3 && rows[0].hasSuffix(",is_height_assumed"))
    #expect(rows.dropFirst().allSatisfy { $0.hasSuffix(",true") }, "\(rows)")
    for (mark, count) in [("height_assumed=true", 1), ("height_assumed=false", 0)] {
      let speeds = try gait(
        "query", "stair-ascent-speed", "--store", "a.gait", "--metadata", mark, "--format", "csv")
      #expect(speeds.output.split(separator: "\n").dropFirst().count == count, "\(speeds.output)")
    }
  }

  @Test func `a height of stairs that air pressure measured is not said to be assumed`() throws {
    #expect(try gait("simulate", "stairs", "--output", "stairs.csv").code == 0)
    let found = try gait("analyze", "stairs.csv", "--output", "out")
    #expect(found.code == 0 && !found.message.contains("on stairs"), "\(found.message)")
    let rows = try gait.text(of: "out/stairs/stairs.csv").split(separator: "\n").dropFirst()
    #expect(!rows.isEmpty && rows.allSatisfy { $0.hasSuffix(",false") }, "\(rows)")
  }

  @Test func `a key that is nearly known is named with the right one`() throws {
    try describe(#"{"site": "lower_back", "heigth_m": 1.8, "Site_Detail": "belt", "source": "x"}"#)
    let ending = try gait("analyze", "walk.csv", "--output", "out")
    #expect(
      ending.message.contains(
        #"walk.json: the key "heigth_m" is not known and was not used; did you mean "height_m"?"#))
    #expect(!ending.message.contains("source"))
    let inspected = try gait("inspect", "walk.csv")
    #expect(inspected.output.contains("did you mean"))
    let manifest = "path,participant\nwalk.csv,A\n"
    try Data(manifest.utf8).write(to: URL(fileURLWithPath: gait.path("study.csv")))
    let study = try gait("batch", "study.csv", "--output", "study")
    #expect(study.message.contains(#"did you mean "height_m"?"#), "\(study.message)")
  }

  @Test func `a site and a height that say nothing are not known, with a remark`() throws {
    try describe(#"{"site": "unknown", "height_m": 0}"#)
    let ending = try gait("analyze", "walk.csv", "--format", "csv")
    #expect(ending.code == 0, "\(ending.message)")
    #expect(ending.message.contains(#""height_m" is 0.0, which is taken as not known"#))
    #expect(ending.message.contains(#""site" is the text "unknown", which is taken as not known"#))
    try describe(#"{"height_m": 1.75}"#)
    #expect(
      try gait("analyze", "walk.csv", "--format", "csv").message.contains("taken as") == false)
  }
}
