import Foundation
import Testing

/// `gait calibrate`, as a person uses it, on recordings of SampleData.
struct CalibrateCommandTests {
  private let gait: GaitProcess
  private let walk = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("SampleData/straight-walk.csv").path

  init() throws { gait = try GaitProcess() }

  @Test func `a bag learns from the phone in the same walk, and uses it`() throws {
    let learned = try gait(
      "calibrate", walk, "--site", "bag", "--phone", walk, "--phone-site", "lower_back",
      "--phone-lag", "0", "--output", "bag.json")
    #expect(learned.code == 0, "\(learned.message)")
    #expect(try gait.text(of: "bag.json").contains(#""wearing": "elsewhere""#))
    let used = try gait(
      "analyze", walk, "--site", "bag", "--calibration", gait.path("bag.json"), "--verbose")
    #expect(used.code == 0 && !used.message.contains("is not used"), "\(used.message)")
    let back = try gait(
      "analyze", walk, "--site", "lower_back", "--calibration", gait.path("bag.json"), "--verbose")
    #expect(back.message.contains("is not used: it holds on the wrist, at the neck and in a bag"))
  }

  @Test func `a factor of a pocket is not one of the wrist`() throws {
    let learned = try gait(
      "calibrate", walk, "--site", "pocket", "--distance", "40", "--output", "pocket.json")
    #expect(learned.code == 0, "\(learned.message)")
    let file = try gait.text(of: "pocket.json")
    #expect(file.contains(#""wearing": "thigh_or_hand""#))
    let plain = try gait("analyze", walk, "--site", "wrist", "--format", "csv")
    let other = try gait(
      "analyze", walk, "--site", "wrist", "--calibration", "pocket.json", "--format", "csv")
    #expect(other.output == plain.output)
    let said = (try gait("analyze", walk, "--site", "wrist", "--calibration", "pocket.json"))
    #expect(
      (said.output + said.message).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        .contains("is not used: it holds in a pocket, in the hand and on the upper arm"))
    // Older versions had one word for both.
    let old = file.replacing("thigh_or_hand", with: "elsewhere").replacing(
      "distances_at_odds", with: "others")
    try old.write(toFile: gait.path("old.json"), atomically: true, encoding: .utf8)
    let refused = try gait("analyze", walk, "--site", "wrist", "--calibration", "old.json")
    #expect(refused.code == 2 && refused.message.contains("make the file anew"))
  }

  @Test func `a calibration of another person or place, or one that somebody changed, stays`()
    throws
  {
    func calibrate(_ site: String, _ more: String...) throws -> GaitProcess.Ending {
      try gait.run(
        ["calibrate", walk, "--site", site, "--distance", "40", "--output", "own.json"] + more)
    }
    #expect(try calibrate("hip").code == 0)
    let own = try gait.text(of: "own.json")
    #expect(try calibrate("hip").code == 0, "made again")
    let wrist = try calibrate("wrist")
    #expect(
      wrist.code == 2 && wrist.message.contains("holds another calibration"), "\(wrist.message)")
    let words = wrist.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("worn at the lower back or hip, and this one is"), "\(words)")
    #expect(words.contains("worn at the wrist or neck or in a bag;"), "\(words)")
    #expect(try gait.text(of: "own.json") == own)
    let noted = own.replacing("\"kind\"", with: "\"note\": \"cones by Ana\", \"kind\"")
    try noted.write(toFile: gait.path("own.json"), atomically: true, encoding: .utf8)
    let changed = try calibrate("hip")
    #expect(
      changed.code == 2 && changed.message.contains("was changed since"), "\(changed.message)")
    #expect(try gait.text(of: "own.json") == noted)
    #expect(try calibrate("wrist", "--force").code == 0)
  }

  @Test func `a walk whose file was cut is told`() throws {
    let whole = walk.replacing("straight-walk.csv", with: "lower-back-ax6.cwa")
    try Data(contentsOf: URL(fileURLWithPath: whole)).prefix(44_000)
      .write(to: URL(fileURLWithPath: gait.path("cut.cwa")))
    func said(_ file: String) throws -> String {
      let ending = try gait("calibrate", file, "--distance", "40", "--site", "lower_back")
      #expect(ending.code == 0, "\(ending.message)")
      return ending.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    #expect(try !said(whole).contains("ends inside a block"))
    #expect(try said("cut.cwa").contains("cut.cwa: the file ends inside a block"))
  }

  @Test func `a calibration by short paths of an earlier version is told`() throws {
    let made = try gait(
      "calibrate", walk, "--distance", "44", "--site", "lower_back", "--output", "own.json")
    #expect(made.code == 0, "\(made.message)")
    func said(_ known: String, _ revision: Int) throws -> Bool {
      let text = try gait.text(of: "own.json").replacing("\"known_m\": 44.0000", with: known)
        .replacing("\"revision\": 3", with: "\"revision\": \(revision)")
      try text.write(toFile: gait.path("old.json"), atomically: true, encoding: .utf8)
      let ending = try gait("analyze", walk, "--site", "lower_back", "--calibration", "old.json")
      #expect(ending.code == 0, "\(ending.message)")
      return (ending.output + ending.message).split(whereSeparator: \.isWhitespace)
        .joined(separator: " ").contains("took what a short path has beyond its contacts")
    }
    #expect(try said("\"known_m\": 10.0000", 2))
    #expect(try !said("\"known_m\": 44.0000", 2))
    #expect(try !said("\"known_m\": 10.0000", 3))
  }

  @Test func `what was measured with a personal factor says so`() throws {
    #expect(
      try gait("calibrate", walk, "--site", "hip", "--distance", "40", "--output", "own.json").code
        == 0)
    let used = try gait(
      "analyze", walk, "--site", "hip", "--calibration", "own.json", "--output", "out")
    #expect(
      (used.output + used.message).contains("personal factor"), "\(used.output) \(used.message)")
    #expect(try gait.text(of: "out/straight-walk/summary.json").contains("personal factor"))
    let page = try gait(
      "report", "recording", walk, "--site", "hip", "--calibration", "own.json", "--output",
      "p.html")
    #expect(page.code == 0, "\(page.message)")
    #expect(try gait.text(of: "p.html").contains("personal factor"))
  }

  @Test func `settings of known distances hold in gait calibrate, and change no analysis`() throws {
    let changed = #"{"methods": {"KnownDistanceCalibration": {"leastMeters": 500}}}"#
    try changed.write(toFile: gait.path("own-settings.json"), atomically: true, encoding: .utf8)
    let refused = try gait(
      "calibrate", walk, "--site", "hip", "--distance", "44", "--settings", "own-settings.json")
    #expect(refused.code == 2 && refused.message.contains("500"), "\(refused.message)")
    try gait.done("calibrate", walk, "--site", "hip", "--distance", "44")
    try gait.done("analyze", walk, "--output", "usual")
    try gait.done("analyze", walk, "--settings", "own-settings.json", "--output", "changed")
    #expect(
      try gait.text(of: "usual/straight-walk/summary.json")
        == gait.text(of: "changed/straight-walk/summary.json"))
  }

  @Test func `a calibration without a clock takes a date`() throws {
    func date(_ more: String...) throws -> (ending: GaitProcess.Ending, time: String) {
      let ending = try gait.run(
        ["calibrate", walk, "--site", "hip", "--distance", "44", "--output", "own.json", "--force"]
          + more)
      let line = try gait.text(of: "own.json").split(separator: "\n").first {
        $0.contains("\"time\"")
      }
      return (ending, line.map(String.init) ?? "")
    }
    #expect(try date().time.contains("null"))
    let dated = try date("--start", "2026-05-02T09:30:00+02:00")
    #expect(dated.ending.code == 0, "\(dated.ending.message)")
    #expect(dated.time.contains("2026-05-02T09:30:00.000+02:00"), "\(dated.time)")
    let bare = try date("--start", "2026-05-02")
    #expect(
      bare.ending.code != 0 && bare.ending.message.contains("add the offset"),
      "\(bare.ending.message)")
  }

  @Test func `a calibration asks for the site`() throws {
    let text = try String(contentsOfFile: walk, encoding: .utf8)
    try text.write(toFile: gait.path("bare.csv"), atomically: true, encoding: .utf8)
    let ending = try gait("calibrate", "bare.csv", "--distance", "44", "--height", "1.72")
    #expect(
      ending.code == 2 && ending.message.contains("say the site (--site)"), "\(ending.message)")
    let said = try gait(
      "calibrate", "bare.csv", "--distance", "44", "--height", "1.72", "--site", "hip")
    #expect(said.code == 0, "\(said.message)")
  }

  @Test func `walks whose satellites say another length than the steps are named and left out`()
    throws
  {
    for (name, speed, seed) in [("good", 1.3, "1"), ("kmh", 4.7, "2")] {
      let made = try gait(
        "simulate", "straight-walk", "--seconds", "60", "--seed", seed, "--output", "\(name).csv")
      #expect(made.code == 0, "\(made.message)")
      let rows = try gait.text(of: "\(name).csv").split(separator: "\n")
      let text = rows.enumerated().map { "\($1),\($0 == 0 ? "gnss_speed" : "\(speed)")" }
      try (text.joined(separator: "\n") + "\n").write(
        toFile: gait.path("\(name).csv"), atomically: true, encoding: .utf8)
    }
    let made = try gait("calibrate", "good.csv", "kmh.csv", "--gnss", "--output", "own.json")
    #expect(made.code == 1, "\(made.message)")
    let said = made.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      said.contains("kmh.csv: the walk is ") && said.contains("by the speeds beside it"), "\(said)")
    #expect(!said.contains("good, bout"), "\(said)")
    let file = try gait.text(of: "own.json")
    #expect(file.contains("\"recording\": \"kmh, bout 1\""), "\(file)")
    #expect(try gait("analyze", "good.csv", "--calibration", "own.json").code == 0)
  }

  /// A walk of a minute with the speed of satellites, and the sample without.
  private func makeGroundSpeeds() throws {
    try gait.done(
      "simulate", "straight-walk", "--seconds", "60", "--seed", "1", "--output", "good.csv")
    let text = try gait.text(of: "good.csv").split(separator: "\n").enumerated().map {
      "\($1),\($0 == 0 ? "gnss_speed" : "1.3")"
    }
    for name in ["good.csv", "bare.csv"] {
      try (text.joined(separator: "\n") + "\n").write(
        toFile: gait.path(name), atomically: true, encoding: .utf8)
    }
  }

  @Test func `recordings that give nothing to the factor are named`() throws {
    try makeGroundSpeeds()
    let some = try gait(
      "calibrate", walk, "good.csv", "--gnss", "--height", "1.72", "--quiet", "--output", "g.json")
    #expect(
      some.code == 1
        && some.message.contains("straight-walk.csv: no walk of at least 20.0 s is covered by"),
      "\(some)")
    #expect(!some.message.contains("good.csv"), "\(some.message)")
    let kept = try gait.text(of: "g.json")
    let alone = try gait("calibrate", "good.csv", "--gnss", "--height", "1.72")
    #expect(alone.code == 0 && alone.output == kept, "\(alone)")
    let sample = try String(contentsOfFile: walk, encoding: .utf8)
    for (name, rows) in [("short.csv", 600), ("other.csv", 2000)] {
      try sample.split(separator: "\n").prefix(rows).joined(separator: "\n").write(
        toFile: gait.path(name), atomically: true, encoding: .utf8)
    }
    let none = try gait(
      "calibrate", walk, "other.csv", "--gnss", "--height", "1.72", "--site", "lower_back")
    #expect(none.code == 2, "\(none)")
    for name in ["straight-walk.csv", "other.csv"] {
      #expect(none.message.contains("\(name): no walk of"), "\(none.message)")
    }
    let phone = try gait(
      "calibrate", walk, "other.csv", "--phone", walk, "--phone", "short.csv", "--site", "bag",
      "--phone-site", "lower_back", "--phone-lag", "0", "--height", "1.72")
    #expect(
      phone.code == 1 && phone.message.contains("other.csv: no walk of at least 5.0 s was found"),
      "\(phone)")
    #expect(!phone.message.contains("straight-walk.csv"), "\(phone.message)")
  }

  @Test(arguments: [
    ["--gnss"], ["--distance", "44"], ["--phone", "bare.csv", "--phone-lag", "0"],
  ])
  func `a height that is missing is what is said to be missing`(way: [String]) throws {
    try makeGroundSpeeds()
    let site = way[0] == "--phone" ? ["--phone-site", "lower_back"] : []
    let ending = try gait.run(["calibrate", "bare.csv", "--site", "bag"] + way + site)
    let said = ending.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      ending.code == 2 && said.contains("without the person's height; give it (--height)"),
      "\(said)")
  }

  @Test func `a calibration is one person's, and says whose`() throws {
    let text = try String(contentsOfFile: walk, encoding: .utf8)
    let rows = text.split(separator: "\n")
    for (place, person) in ["A", "B"].enumerated() {
      try rows.dropLast(place).joined(separator: "\n").write(
        toFile: gait.path("w\(person).csv"), atomically: true, encoding: .utf8)
      try """
      {"participant": "\(person)", "site": "lower_back", "height_m": 1.75}
      """.write(toFile: gait.path("w\(person).json"), atomically: true, encoding: .utf8)
    }
    let both = try gait(
      "calibrate", "wA.csv", "wB.csv", "--distance", "44", "--output", "ab.json")
    #expect(both.code == 2 && both.message.contains("of A and B"), "\(both.message)")
    let own = try gait("calibrate", "wA.csv", "--distance", "44", "--output", "a.json")
    #expect(own.code == 0, "\(own.message)")
    #expect(try gait.text(of: "a.json").contains(#""participant": "A""#))
    #expect(!(try gait("analyze", "wA.csv", "--calibration", "a.json")).message.contains("that of"))
    let other = try gait("analyze", "wB.csv", "--calibration", "a.json")
    #expect(
      other.code == 0
        && (other.output + other.message).contains("that of A, and the recording is"),
      "\(other.message)")
  }

  @Test func `a store tells speeds by the person's own factor from others`() throws {
    _ = try gait(
      "calibrate", walk, "--site", "lower_back", "--distance", "44", "--output", "k.json")
    try Data("path,participant,site,start\n\(walk),A,lower_back,2026-05-04T09:30:00Z\n".utf8)
      .write(to: URL(fileURLWithPath: gait.path("m.csv")))
    func analyze(_ more: String...) throws -> String {
      let ending = try gait.run(
        [
          "analyze", walk, "--site", "lower_back", "--participant", "A", "--start",
          "2026-05-04T09:30:00Z", "--store", "s.gait",
        ] + more)
      #expect(ending.code == 0, "\(ending.message)")
      return ending.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    func factors(_ kind: String) throws -> Bool {
      let rows = try gait("query", kind, "--store", "s.gait", "--format", "csv").output
      #expect(rows.split(separator: "\n").count > 1)
      return rows.contains("personal_factor")
    }
    let left = "with the person's own factor"
    #expect(try !analyze().contains(left))
    #expect(try !factors("walking-speed"))
    #expect(try !analyze("--calibration", "k.json").contains(left))
    #expect(try factors("walking-speed") && factors("distance") && !factors("cadence"))
    let batch = try gait("batch", "m.csv", "--store", "s.gait", "--output", "out")
    #expect(batch.code == 0, "\(batch.message)")
    #expect(
      batch.message.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(left),
      "\(batch.message)")
    #expect(try !factors("walking-speed"))
    #expect(try !analyze("--calibration", "k.json").contains(left))
    #expect(try analyze().contains(left))
  }

  @Test func `without a clock the lag is asked for`() throws {
    let ending = try gait("calibrate", walk, "--site", "bag", "--phone", walk)
    #expect(ending.code == 2 && ending.message.contains("--phone-lag"))
    let two = try gait("calibrate", walk, walk, "--phone", walk)
    #expect(two.code == 2 && two.message.contains("2 recordings and 1 of the phone"))
  }

  @Test func `nothing is written over what is read`() throws {
    try FileManager.default.copyItem(atPath: walk, toPath: gait.path("walk.csv"))
    let before = try gait.text(of: "walk.csv")
    let ending = try gait(
      "calibrate", "walk.csv", "--distance", "44", "--site", "lower_back", "--output",
      "./walk.csv")
    #expect(ending.code == 2 && ending.message.contains("written over walk.csv"))
    #expect(try gait.text(of: "walk.csv") == before)
    #expect(try gait("analyze", "walk.csv", "--output", "").code == 2)
  }

  @Test
  func `options of a clinic test are not taken in silence beside recordings, nor the other way`()
    throws
  {
    for option in [
      ["--store", "k.gait"], ["--participant", "A"], ["--on", "2026-03-18"], ["--apart"],
      ["--new-person"],
    ] {
      let ending = try gait.run(
        ["calibrate", walk, "--distance", "44", "--output", "k.json"] + option)
      #expect(
        ending.code == 2 && ending.message.contains("about a clinic test"), "\(ending.message)")
    }
    #expect(!FileManager.default.fileExists(atPath: gait.path("k.json")))
    for option in [["--output", "k.json"], ["--site", "wrist"], ["--height", "1.7"]] {
      let ending = try gait.run(
        [
          "calibrate", "--six-minute-walk", "400", "--on", "2026-03-18", "--participant", "A",
          "--store", "k.gait", "--new-person",
        ] + option)
      #expect(ending.code == 2 && ending.message.contains("about recordings"), "\(ending.message)")
    }
    #expect(!FileManager.default.fileExists(atPath: gait.path("k.gait")))
  }

  @Test func `the same walk twice is one walk, under another name and packed too`() throws {
    let known = ["--distance", "44", "--site", "lower_back"]
    let once = try gait.run(["calibrate", walk] + known)
    #expect(once.code == 0, "\(once.message)")
    try FileManager.default.copyItem(atPath: walk, toPath: gait.path("copy.csv"))
    _ = try gait.shell("gzip -c copy.csv > packed.csv.gz")
    for again in [walk, "copy.csv", "packed.csv.gz"] {
      let twice = try gait.run(["calibrate", walk, again] + known)
      #expect(twice.code == 0 && twice.output == once.output, "\(twice.message)")
      #expect(twice.message.contains("\(again): the same recording as"), "\(twice.message)")
    }
  }

  @Test func `a height that is another one than the calibration's is said as it is`() throws {
    func learned(_ words: String...) throws {
      let ending = try gait.run(
        [
          "calibrate", walk, "--site", "lower_back", "--distance", "44", "--force", "--output",
          "learned.json",
        ] + words)
      #expect(ending.code == 0, "\(ending.message)")
    }
    func said(_ words: String...) throws -> String {
      let ending = try gait.run(
        ["analyze", "own.csv", "--calibration", "learned.json", "--site", "lower_back"] + words)
      #expect(ending.code == 0, "\(ending.message)")
      return ending.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    // Without the description that lies beside the sample.
    try FileManager.default.copyItem(atPath: walk, toPath: gait.path("own.csv"))
    let use = "lengths and speeds use that of the personal calibration"
    try learned("--height", "1.6")
    #expect(try said().contains("height is not known: \(use), 1.6 m"))
    #expect(try said("--height", "1.8").contains("height is 1.8 m: \(use), 1.6 m"))
    #expect(try !said("--height", "1.6").contains(use))
    let copied = try gait("calibrate", "own.csv", "--site", "lower_back", "--distance", "44")
    #expect(copied.code == 0, "\(copied.message)")
    try copied.output.write(toFile: gait.path("learned.json"), atomically: true, encoding: .utf8)
    #expect(try said("--height", "1.6").contains("height is 1.6 m: \(use), which has none"))
    // Where the factor is not used, an assumed height is said as without it.
    try copied.output.replacing("pelvis", with: "elsewhere").write(
      toFile: gait.path("learned.json"), atomically: true, encoding: .utf8)
    let unused = try said()
    #expect(unused.contains("is not used") && unused.contains("assume 1.7 m"), "\(unused)")
  }
}
