import Foundation
import Testing

/// A clock that contacts set takes their lateness with it: what is compared is judged by one clock.
struct OneClockTests {
  private let visit: LaboratoryVisit
  private var gait: GaitProcess { visit.gait }
  private static let contacts = "initial contacts"
  /// How much later the wavelet finds contacts than ours, ms.
  private static let later = 40.0...90

  init() throws {
    visit = try LaboratoryVisit()
    let wavelet = """
      {"presets": {"pelvis": {"initialContacts": "WaveletInitialContactDetector"}}}
      """
    for (name, text) in [("ours", "{}"), ("wavelet", wavelet)] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path(name + ".json")))
    }
  }

  private func words(_ text: String) -> String {
    text.split { $0.isWhitespace }.joined(separator: " ")
  }

  /// A figure of contacts in a comparison.
  private func row(_ figure: String, in folder: String) throws -> [String: String] {
    let text = try gait.text(of: folder + "/comparison.csv").replacing("\"", with: "")
    return try #require(
      GaitProcess.rows(text).first {
        $0["group"] == "lab" && $0["stage"] == Self.contacts && $0["figure"] == figure
      })
  }

  private func value(_ figure: String, _ column: String, in folder: String) throws -> Double {
    let text = try row(figure, in: folder)[column]
    return try #require(text.flatMap(Double.init))
  }

  @Test func `two settings are judged by the clock of the first, which is said`() throws {
    let order = ["ours", "wavelet"]
    for names in [order, order.reversed()] {
      let folder = "by-" + names[0]
      let ending = try gait.run(
        ["validate", "--mapping", "lab/mapping.json", "--output", folder]
          + names.flatMap { ["--settings", $0 + ".json"] })
      #expect(ending.code == 0, "\(ending.message)")
      let text = words(ending.output)
      #expect(text.contains("P01_belt: clock \"laboratory\": offset 3."), "\(text)")
      #expect(text.contains("the clocks that the contacts found with \"\(names[0])\" have set."))
      #expect(text.contains("how much later those found with \"\(names[1])\" are"))
      #expect(text.components(separatedBy: "seem to be swapped").count == 2)
      #expect(try abs(value("±0.25 s bias", "first", in: folder)) < 3)
      // Whichever is the second is worse at these; which of both is late nobody knows.
      #expect(try value("±0.05 s F1", "second", in: folder) < 0.8)
      for figure in ["±0.25 s bias", "±0.25 s MAE", "±0.05 s F1", "±0.1 s F1"] {
        #expect(try row(figure, in: folder)["second_is"] == "", "\(figure)")
      }
    }
    #expect(Self.later.contains(try value("±0.25 s bias", "second", in: "by-ours")))
    #expect(Self.later.contains(-(try value("±0.25 s bias", "second", in: "by-wavelet"))))
  }

  @Test func `a clock that the mapping gives tells which contacts are nearer`() throws {
    try visit.setClock(["name": "laboratory", "offset_s": 3.2, "drift_ppm": 40])
    let ending = try gait.done(
      "validate", "--mapping", "lab/mapping.json", "--output", "given", "--settings", "ours.json",
      "--settings", "wavelet.json")
    #expect(words(ending.output).contains("offset and drift are the mapping's"))
    #expect(!words(ending.output).contains("Both are judged"))
    #expect(try row("±0.25 s bias", in: "given")["second_is"] == "worse")
  }

  @Test func `classics, and a run beside an earlier one, are judged by the clocks of the figures`()
    throws
  {
    let base = try gait.done(
      "validate", "--mapping", "lab/mapping.json", "--output", "base", "--classics")
    #expect(words(base.output).contains("The classics are judged by the same clocks"))
    func report(_ folder: String) throws -> [String: Any] {
      let data = Data(try gait.text(of: folder + "/validation.json").utf8)
      return try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    }
    func figure(_ name: String, of folder: String) throws -> [String: Any] {
      let rows = try #require(try report(folder)["rows"] as? [[String: Any]])
      return try #require(
        rows.first {
          $0["stage"] as? String == Self.contacts && $0["figure"] as? String == name
            && $0["system"] == nil
        })
    }
    let classics = try figure("±0.25 s bias", of: "base")["classics"] as? [String: Double]
    #expect(Self.later.contains(try #require(classics?["wavelet"])))

    let against = [
      "validate", "--mapping", "lab/mapping.json", "--against", "base/validation.json",
      "--output", "later",
    ]
    let ending = try gait.run(against + ["--settings", "wavelet.json"])
    #expect(ending.code == 0, "\(ending.message)")
    #expect(words(ending.output).contains("by the clocks that the contacts found then have set."))
    #expect(!ending.output.contains("another clock"))
    #expect(Self.later.contains(try value("±0.25 s bias", "second", in: "later")))
    #expect(try row("±0.25 s bias", in: "later")["second_is"] == "")
    // The run's own figures are by its own clocks, whatever it is compared with.
    let own = try figure("±0.25 s bias", of: "later")["value"] as? Double
    #expect(abs(try #require(own)) < 3)

    // A truth that says something else since keeps no clock of then.
    let times = try gait.text(of: "lab/walkway P01 contacts.csv").split(separator: "\n")
    try visit.write(times.dropLast().map(String.init), "walkway P01 contacts.csv")
    let changed = try gait.run(against + ["--settings", "wavelet.json"])
    let notes = words(changed.output)
    #expect(notes.contains("lab/P01_belt have another truth than then"), "\(notes)")
    #expect(notes.contains("lab/P01_belt have another clock of the laboratory than then"))
  }
}
