import Foundation
import Testing

/// `gait report`, as a person calls it. What a browser makes of the pages is looked at in
/// `.ci/pages`.
struct ReportTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  private func simulate(_ name: String, _ scenario: String = "straight-walk") throws {
    let ending = try gait("simulate", scenario, "--output", name, "--quiet")
    #expect(ending.code == 0, "\(ending.message)")
  }

  private func refuses(_ arguments: String..., because words: String) throws {
    let ending = try gait.run(["report"] + arguments)
    #expect(ending.code == 2 && ending.message.contains(words), "\(ending.message)")
  }

  // MARK: - Recording

  @Test func `a recording becomes one page that holds its numbers`() throws {
    try simulate("walk.csv")
    let ending = try gait("report", "recording", "walk.csv", "--output", "walk.html")
    #expect(ending.code == 0 && ending.message == "walk.html\n" && ending.output.isEmpty)
    let html = try gait.text(of: "walk.html")
    #expect(html.contains("<h1 dir=\"auto\">walk</h1>"))
    #expect(html.contains(/1 bout with \d+ steps/) && html.contains("\"mean_strides\""))
    #expect(html.contains("Interactive Data Lab"), "the licenses of the libraries")
    #expect(!html.contains(gait.folder), "no path of this machine")
  }

  @Test func `an hour that came twice is named`() throws {
    let made = try gait(
      "simulate", "daily-life", "--seconds", "8000", "--output", "night.csv", "--quiet")
    #expect(made.code == 0, "\(made.message)")
    for (start, isSaid) in [
      ("2026-10-25T01:30:00+02:00", true), ("2026-03-29T01:30:00+01:00", false),
    ] {
      try Data(#"{"site": "lower_back", "height_m": 1.75, "start_datetime": "\#(start)"}"#.utf8)
        .write(to: URL(fileURLWithPath: gait.path("night.json")))
      let ending = try gait(
        "report", "recording", "night.csv", "--time-zone", "Europe/Berlin", "--output",
        "night.html",
        "--force")
      #expect(ending.code == 0, "\(ending.message)")
      let words = "The clock was set back by 60 min to 02:00"
      #expect(try gait.text(of: "night.html").contains(words) == isSaid)
    }
  }

  @Test func `the same recording gives the same bytes, and a page of ours is written over`() throws
  {
    try simulate("walk.csv")
    _ = try gait("report", "recording", "walk.csv", "--output", "walk.html")
    let first = try gait.text(of: "walk.html")
    #expect(try gait("report", "recording", "walk.csv", "--output", "walk.html").code == 0)
    #expect(try gait.text(of: "walk.html") == first)
  }

  @Test func `what gait did not make stays, unless it is meant`() throws {
    try simulate("walk.csv")
    let page = URL(fileURLWithPath: gait.path("thesis.html"))
    try Data("<html>my thesis</html>".utf8).write(to: page)
    try refuses("recording", "walk.csv", "--output", "thesis.html", because: "--force")
    #expect(try gait.text(of: "thesis.html") == "<html>my thesis</html>")
    let forced = try gait("report", "recording", "walk.csv", "--output", "thesis.html", "--force")
    #expect(forced.code == 0)
  }

  @Test(arguments: [["--output", "walk.html"], ["--figure", "speeds", "--output", "walk.svg"]])
  func `a page that somebody edited or that shows somebody else stays`(made: [String]) throws {
    try simulate("walk.csv")
    let report = ["report", "recording", "walk.csv"] + made
    let name = made[made.count - 1]
    #expect(try gait.run(report).code == 0)
    let page = URL(fileURLWithPath: gait.path(name))
    let own = try Data(contentsOf: page)
    for other in [["--participant", "Bert"], ["--code-names", "--participant", "Bert"]] {
      let ending = try gait.run(report + other)
      #expect(ending.code == 2 && ending.message.contains("another recording"), "\(ending.message)")
    }
    for edited in [
      own + Data("<p>mine</p>".utf8),
      Data(String(decoding: own, as: UTF8.self).replacing(/<!-- made as.*-->\n/, with: "").utf8),
    ] {
      try edited.write(to: page)
      let ending = try gait.run(report)
      #expect(ending.code == 2 && ending.message.contains(name), "\(ending.message)")
      #expect(try Data(contentsOf: page) == edited)
    }
    #expect(try gait.run(report + ["--force"]).code == 0)
    #expect(try Data(contentsOf: page) == own)
  }

  @Test func `a bad output, figure or format says what to do`() throws {
    try simulate("walk.csv")
    try refuses("recording", "walk.csv", "--output", "walk.pdf", because: "ends in .html")
    try refuses("recording", "walk.csv", "--output", "", because: "ends in .html")
    try refuses("recording", "walk.csv", "--output", "walk.csv", because: "ends in .html")
    try refuses(
      "recording", "walk.csv", "--figure", "spede", "--output", "a.svg",
      because: "did you mean speeds?")
    try refuses("recording", "walk.csv", "--figure", "speeds", "--output", "a.gif", because: ".svg")
    try refuses("recording", "none.csv", "--output", "none.html", because: "none.csv")
    #expect(!FileManager.default.fileExists(atPath: gait.path("a.svg")))
    #expect(!FileManager.default.fileExists(atPath: gait.path("none.html")))
  }

  @Test func `without the libraries the packages are named before any work`() throws {
    let ending = try gait.shell(
      "\"$GAIT\" report recording none.csv --output none.html",
      environment: ["GAIT_JAVASCRIPT": "/nowhere"])
    #expect(ending.code == 2)
    #expect(ending.message.contains("libjs-vega") && ending.message.contains("apt-get install"))
  }

  @Test func `code names stand in place of names, in the page and in no file's name`() throws {
    try simulate("Ada.csv")
    let ending = try gait(
      "report", "recording", "Ada.csv", "--participant", "Lovelace", "--code-names", "--output",
      "page.html")
    #expect(ending.code == 0, "\(ending.message)")
    let html = try gait.text(of: "page.html")
    #expect(!html.contains("Ada") && !html.contains("Lovelace") && html.contains("P-"))
  }

  @Test func `nobody walks, and the page says so`() throws {
    try simulate("rest.csv", "standing-only")
    #expect(try gait("report", "recording", "rest.csv", "--output", "rest.html", "-q").code == 0)
    #expect(try gait.text(of: "rest.html").contains("No walking or running was found"))
  }

  @Test func `a site that is known is not asked for`() throws {
    try simulate("walk.csv")
    let report = ["report", "recording", "walk.csv", "--output", "w.html", "-q", "--site", "wrist"]
    #expect(try gait.run(report).code == 0)
    let html = try gait.text(of: "w.html")
    #expect(html.contains("not at the site wrist") && !html.contains("where it was worn"))
  }

  /// The walk is cut after a few strides: it has a speed, and no rhythm is missing.
  @Test func `why no flat, steady bout has a speed is the bouts' own reason`() throws {
    try simulate("walk.csv")
    let lines = try gait.text(of: "walk.csv").split(separator: "\n").prefix(650)
    try lines.joined(separator: "\n")
      .write(toFile: gait.path("walk.csv"), atomically: true, encoding: .utf8)
    let ending = try gait("report", "recording", "walk.csv", "--output", "walk.html", "-q")
    #expect(ending.code == 0, "\(ending.message)")
    let html = try gait.text(of: "walk.html")
    #expect(html.contains("No flat, steady bout has a speed: too few strides (1 bout)."))
  }

  // MARK: - Person

  @Test func `the story of an operation is told first`() throws {
    _ = try gait(
      "simulate", "--history", "knee-surgery", "--participant", "P07", "--store", "s.gait", "-q")
    _ = try gait(
      "event", "--store", "s.gait", "--participant", "P07", "operation", "--on", "2026-04-05",
      "--words", "left knee replaced")
    let ending = try gait(
      "report", "person", "--store", "s.gait", "--participant", "P07", "--output", "p.html")
    #expect(ending.code == 0, "\(ending.message)")
    let html = try gait.text(of: "p.html")
    let lead = try #require(html.firstMatch(of: /<p class="lead"[^>]*>([^<]*)</)).1
    #expect(lead.hasPrefix("Operation on 5 April 2026 (left knee replaced)."))
    #expect(lead.contains("before") && lead.contains("latest two weeks") && lead.contains(" to "))
    for figure in [
      "speed", "before-after", "six-minute-walk", "steadiness", "components", "wear",
    ] {
      #expect(html.contains("id=\"figure-\(figure)\""), "\(figure)")
    }
    try FileManager.default.moveItem(
      atPath: gait.path("s.gait"), toPath: gait.path("Erika P07.gait"))
    let coded = try gait(
      "report", "person", "--store", "Erika P07.gait", "--participant", "P07", "--code-names",
      "--output", "c.html")
    #expect(coded.code == 0, "\(coded.message)")
    let text = try gait.text(of: "c.html")
    #expect(!text.contains("Erika") && !text.contains("P07"))
  }

  @Test func `a page of a person says what estimate says`() throws {
    _ = try gait(
      "simulate", "--history", "steady", "--days", "60", "--participant", "P1", "--store", "s.gait",
      "-q")
    _ = try gait(
      "report", "person", "--store", "s.gait", "--participant", "P1", "--output", "p.html", "-q")
    let listing = try gait("estimate", "--store", "s.gait").output
    let score = try #require(listing.firstMatch(of: /(\d\.\d\d ± \d\.\d\d) of 1/)).1
    #expect(try gait.text(of: "p.html").contains(score))
  }

  @Test func `a clinic test shortly before or after the data is drawn, and all are counted`() throws
  {
    try gait.done(
      "simulate", "--history", "steady", "--days", "60", "--start", "2026-03-02", "--participant",
      "P1", "--store", "s.gait", "-q")
    func page() throws -> String {
      try gait.done(
        "report", "person", "--store", "s.gait", "--participant", "P1", "--output", "p.html", "-q")
      return try gait.text(of: "p.html")
    }
    for (day, meters) in [("2026-02-27", "401"), ("2026-03-20", "405"), ("2026-05-04", "410")] {
      try gait.done(
        "calibrate", "--six-minute-walk", meters, "--on", day, "--participant", "P1", "--store",
        "s.gait")
    }
    let near = try page()
    #expect(near.contains(/\d weeks and 3 clinic tests of one person\./))
    for tip in ["27 February 2026: 401 m", "20 March 2026: 405 m", "4 May 2026: 410 m"] {
      #expect(near.contains(tip), "\(tip)")
    }
    try gait.done(
      "calibrate", "--six-minute-walk", "380", "--on", "2025-11-03", "--participant", "P1",
      "--store", "s.gait")
    let far = try page()
    #expect(
      far.contains(
        "4 clinic tests of one person; 1 of them, more than 14 days before or after the data, is "
          + "not drawn."))
    #expect(far.contains("4 May 2026: 410 m") && !far.contains("3 November 2025: 380 m"))
  }

  @Test func `a day that was worn too short says what its steps need`() throws {
    let made = try gait(
      "simulate", "daily-life", "--seconds", "600", "--output", "short.csv", "--quiet")
    #expect(made.code == 0, "\(made.message)")
    let stored = try gait(
      "analyze", "short.csv", "--participant", "P1", "--start", "2026-03-02T09:00:00Z", "--store",
      "s.gait", "-q")
    #expect(stored.code == 0, "\(stored.message)")
    _ = try gait(
      "report", "person", "--store", "s.gait", "--participant", "P1", "--output", "p.html", "-q")
    #expect(try gait.text(of: "p.html").contains("that takes 8 hours of wear"))
  }

  @Test func `a name that is a script, and somebody unknown`() throws {
    let name = "</script><script>alert(1)</script>"
    _ = try gait(
      "simulate", "--history", "steady", "--days", "1", "--participant", name, "--store", "s.gait",
      "-q")
    let ending = try gait(
      "report", "person", "--store", "s.gait", "--participant", name, "--output", "p.html", "-q")
    #expect(ending.code == 0, "\(ending.message)")
    #expect(try !gait.text(of: "p.html").contains("<script>alert"))
    try refuses(
      "person", "--store", "s.gait", "--participant", "P9", "--output", "q.html",
      because: "holds nothing of them")
  }

  // MARK: - Study

  @Test func `a study becomes a page, with its failures`() throws {
    let study = try StudyOfWalks(people: 2, walks: 2)
    try study.write("recordings/P01/broken.csv", "no recording")
    #expect(try study.batch().code == 1)
    let ending = try study.gait("report", "study", "out", "--output", "study.html")
    #expect(ending.code == 0, "\(ending.message)")
    let html = try study.gait.text(of: "study.html")
    #expect(html.contains("2 people with 4 recordings") && html.contains("1 recording failed"))
    #expect(html.contains("broken.csv"))
    let coded = try study.gait("report", "study", "out", "--code-names", "--output", "coded.html")
    #expect(coded.code == 0)
    let text = try study.gait.text(of: "coded.html")
    #expect(!text.contains("P01") && !text.contains("broken.csv"))
  }

  @Test func `recordings that are in no day are named where days are counted`() throws {
    for (seed, name) in ["a", "b", "c"].enumerated() {
      try gait.done(
        "simulate", "straight-walk", "--seed", "\(seed)", "--output", "walks/\(name).csv", "-q")
    }
    let rows = ["a.csv,P1,2026-05-04T09:30:00+02:00", "b.csv,P1,", "c.csv,P2,"]
    try (["path,participant,start"] + rows).joined(separator: "\n")
      .write(toFile: gait.path("walks/study.csv"), atomically: true, encoding: .utf8)
    try gait.done("batch", "walks/study.csv", "--output", "out", "-q")
    let words = "2 of 3 recordings have no wall clock and are in no day"
    let ending = try gait.done("report", "study", "out", "--output", "s.html")
    #expect(ending.message.contains(words), "\(ending.message)")
    let isSaid = try gait.text(of: "s.html").contains(words)
    #expect(isSaid)
    let all = rows.map { $0.hasSuffix(",") ? $0 + "2026-05-05T09:30:00+02:00" : $0 }
    try (["path,participant,start"] + all).joined(separator: "\n")
      .write(toFile: gait.path("walks/study.csv"), atomically: true, encoding: .utf8)
    try gait.done("batch", "walks/study.csv", "--output", "out", "-q")
    let whole = try gait.done("report", "study", "out", "--output", "s.html")
    #expect(!whole.message.contains("wall clock"), "\(whole.message)")
  }

  @Test func `a folder that is no study says what to give`() throws {
    try refuses("study", "nothing", "--output", "s.html", because: "gait batch --output")
  }

  // MARK: - Validation

  @Test func `a validation becomes a page whose worst cases lead to pages`() throws {
    for seed in ["1", "2", "3"] {
      _ = try gait(
        "simulate", "straight-walk", "--seed", seed, "--output", "lab/walk\(seed).csv", "-q")
    }
    let ending = try gait(
      "report", "validation", "lab", "--worst", "1", "--output", "v.html", "--quiet")
    #expect(ending.code == 0, "\(ending.message)")
    let html = try gait.text(of: "v.html")
    #expect(html.contains("3 recordings of") && html.contains("id=\"figure-contact-timing\""))
    let link = try #require(html.firstMatch(of: /href="(v-recordings\/P-[0-9a-f]+\.html)"/)).1
    #expect(FileManager.default.fileExists(atPath: gait.path(String(link))))
    try refuses("validation", "none", "--output", "n.html", because: "no such folder")
    try FileManager.default.moveItem(atPath: gait.path("lab"), toPath: gait.path("Erika lab"))
    let coded = try gait(
      "report", "validation", "Erika lab", "--worst", "0", "--output", "c.html", "--code-names",
      "-q")
    #expect(coded.code == 0, "\(coded.message)")
    #expect(try !gait.text(of: "c.html").contains("Erika"))
  }

  /// Four walks of two people, each beside two systems that saw the same bout.
  @Test func `truths of the same walks stand apart, with the limits of gait validate`() throws {
    func write(_ text: String, to name: String) throws {
      try text.write(toFile: gait.path(name), atomically: true, encoding: .utf8)
    }
    for (place, person) in ["P1", "P1", "P1", "P2"].enumerated() {
      let walk = "lab/walk\(place).csv"
      try simulate(walk)
      // One recording counts once: each is a sample shorter.
      let lines = try gait.text(of: walk).split(separator: "\n").dropLast(place)
      try write(lines.joined(separator: "\n") + "\n", to: walk)
      try write(
        #"{"participant": "\#(person)", "site": "lower_back", "height_m": 1.72, "sampling_rate_hz": 100}"#,
        to: "lab/walk\(place).json")
      let systems = [("cameras", 1.1), ("insoles", 1.2)].map { name, slowest in
        let speed = slowest + 0.05 * Double(place)
        return
          #""\#(name)": {"walking_bouts": [{"start_s": 4, "end_s": 41, "walking_speed_mps": \#(speed), "stride_length_m": 1.3}]}"#
      }
      try write("{\(systems.joined(separator: ","))}", to: "lab/walk\(place).reference.json")
    }
    let figures = try gait("validate", "lab", "--output", "figures", "-q")
    let ending = try gait("report", "validation", "lab", "--worst", "0", "--output", "v.html", "-q")
    #expect(figures.code == 0 && ending.code == 0, "\(figures.message)\(ending.message)")
    let html = try gait.text(of: "v.html")
    #expect(html.contains("4 recordings of 2 people") && html.contains("4 bouts of 2 people."))
    #expect(!html.contains("8 bouts of") && html.contains("8 bouts, 2 truths together"))
    let rows = try gait.text(of: "figures/agreement.csv").split(separator: "\n")
      .map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let upper = try #require(rows.first?.firstIndex(of: "upper_limit"))
    let covered = try #require(rows.first?.firstIndex(of: "n_covered"))
    for system in ["cameras", "insoles"] {
      let row = try #require(
        rows.first { $0[1] == system && $0[2] == "walking speed" && $0[4] == "bout" })
      let limit = String(format: "%.3f", try #require(Double(row[upper])))
      let strides = rows.first {
        $0[1] == system && $0[2] == "stride length" && $0[4] == "bout"
      }
      #expect(strides?[covered] == "4", "the error of the length stands beside it")
      #expect(html.contains("id=\"figure-bland-altman-walking-speed-lab-\(system)\""))
      #expect(html.contains("and \(limit), between which") && html.contains(">\(limit)</td>"))
    }
  }
}
