import Foundation
import Testing

/// Figures of other settings than those measured best say so wherever they are shown: a table that is handed on would be taken
/// for one of the defaults.
struct ToldSettingsTests {
  private let gait: GaitProcess
  private static let changed = "presets.pelvis.stepLength.temper = -0.6"
  private static let title = "Settings that differ from those measured best"

  init() throws {
    gait = try GaitProcess()
    for (place, name) in ["P1_a", "P2_b"].enumerated() {
      try gait.done(
        "simulate", "straight-walk", "--seed", "\(place + 3)", "--seconds", "40", "--output",
        "lab/\(name).csv")
    }
    try write(#"{"methods": {"PendulumStepLength": {"temper": -0.6}}}"#, to: "other.json")
    try write("{}", to: "usual.json")
  }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path(name)))
  }

  @Test func `a validation says its settings in every form`() throws {
    let usual = try gait.done("validate", "lab", "--output", "usual", "--html")
    #expect(!usual.output.contains(Self.title))
    let page = try gait.text(of: "usual/validation.html")
    #expect(!page.contains(Self.title))
    let other = try gait.done(
      "validate", "lab", "--settings", "other.json", "--output", "other", "--html", "--against",
      "usual/validation.json")
    #expect(other.output.hasPrefix("\(Self.title):\n  \(Self.changed)\n"), "\(other.output)")
    let note = "Note: the settings are others: then as measured best; now \(Self.changed)."
    #expect(other.output.contains(note), "\(other.output)")
    try write(
      #"{"methods": {"PendulumStepLength": {"temper": -0.6, "assumedHeightErrorShare": 0.04}}}"#,
      to: "more.json")
    let more = try gait.done(
      "validate", "lab", "--settings", "more.json", "--against", "other/validation.json")
    #expect(more.output.contains("the settings are others: then \(Self.changed); now"))
    let otherPage = try gait.text(of: "other/validation.html")
    #expect(otherPage.contains("<h2>\(Self.title)</h2>\n<ul>\n<li>\(Self.changed)</li>"))
    func settings(_ folder: String) throws -> (digest: String?, changed: [String]?) {
      let data = Data(try gait.text(of: "\(folder)/validation.json").utf8)
      let document = try JSONSerialization.jsonObject(with: data) as? [String: Any]
      let settings = document?["settings"] as? [String: Any]
      return (settings?["digest"] as? String, settings?["changed"] as? [String])
    }
    #expect(try settings("usual").changed == [])
    #expect(try settings("other").changed == [Self.changed])
    #expect(try settings("usual").digest != settings("other").digest)
  }

  @Test func `pages of a validation say their settings`() throws {
    try gait.done("report", "validation", "lab", "--worst", "0", "--output", "usual.html")
    let usual = try gait.text(of: "usual.html")
    #expect(usual.contains("as measured best") && !usual.contains(Self.title))
    try gait.done(
      "report", "validation", "lab", "--worst", "0", "--settings", "other.json", "--output",
      "other.html", "--code-names")
    let other = try gait.text(of: "other.html")
    #expect(other.contains("1 changed, see below") && other.contains(Self.changed))
    try gait.done(
      "report", "validation", "lab", "--worst", "0", "--settings", "usual.json", "--settings",
      "other.json", "--output", "both.html")
    let both = try gait.text(of: "both.html")
    #expect(both.contains("usual: as measured best; other: 1 changed, see below"))
    #expect(both.contains("other: \(Self.title)") && both.contains(Self.changed))
  }

  @Test func `the page of a study says its settings`() throws {
    try gait.done(
      "batch", "lab", "--store", "study.gait", "--output", "results", "--settings", "other.json")
    try gait.done("report", "study", "results", "--output", "study.html")
    let page = try gait.text(of: "study.html")
    #expect(page.contains("1 changed, see below") && page.contains(Self.changed))
  }

  @Test func `a step that is taken from the height names no place`() throws {
    try write(
      #"{"presets": {"pelvis": {"stepLength": "ProportionalStepLength"}}}"#, to: "share.json")
    let ending = try gait.done(
      "analyze", "lab/P1_a.csv", "--site", "lower_back", "--settings", "share.json")
    #expect(ending.output.contains("step length is not measured: every step is taken as 0.385"))
    #expect(!ending.output.contains("away from the lower back"))
  }

  @Test func `a number that is too large is no list`() throws {
    try write(
      #"{"methods": {"PendulumStepLength": {"temper": 1e400}}}"#, to: "large.json")
    let ending = try gait("analyze", "lab/P1_a.csv", "--settings", "large.json")
    #expect(ending.code == 2 && ending.message.contains("came a number that is too large to hold"))
  }
}
