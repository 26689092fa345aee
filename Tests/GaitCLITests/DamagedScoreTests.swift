import Foundation
import Testing

/// Recordings that are cut off or contradict themselves are scored, and it is said.
struct DamagedScoreTests {
  private let gait: GaitProcess
  private static let cut = "walks/cut: the compressed file is cut off"

  init() throws {
    gait = try GaitProcess()
    for (name, seed) in [("cut", "3"), ("whole", "4")] {
      try gait.done(
        "simulate", "straight-walk", "--seed", seed, "--seconds", "60", "--output",
        "walks/\(name).csv")
    }
    let made = try gait.shell(
      "gzip walks/cut.csv && truncate -s $(($(stat -c %s walks/cut.csv.gz) * 9 / 10)) walks/cut.csv.gz"
    )
    #expect(made.code == 0, "\(made.message)")
  }

  private func count(_ words: String, in text: String) -> Int {
    text.components(separatedBy: words).count - 1
  }

  @Test func `a recording that is cut off is named beside its figures`() throws {
    let alone = try gait.done("analyze", "walks/cut.csv.gz").message
    #expect(alone.contains("cut: the compressed file is cut off"), "\(alone)")
    let found = try gait.done(
      "validate", "walks", "--output", "out", "--html", "--classics", "--stages")
    #expect(count(Self.cut, in: found.message) == 1, "\(found.message)")
    #expect(!found.message.contains("walks/whole"), "\(found.message)")
    for file in ["out/validation.json", "out/validation.html"] {
      let text = try gait.text(of: file)
      #expect(count("compressed file is cut off", in: text) == 1, "\(file)")
    }
    // What was written is read again.
    let later = try gait.done("validate", "walks", "--against", "out/validation.json")
    #expect(count(Self.cut, in: later.message) == 1, "\(later.message)")
    let page = try gait.done("report", "validation", "walks", "--output", "v.html")
    #expect(count(Self.cut, in: page.message) == 1, "\(page.message)")
    let text = try gait.text(of: "v.html")
    let isNamed = text.contains(Self.cut) && text.contains("Of 1 recording something was lost")
    #expect(isNamed, "the page names what was lost")
    try gait.done(
      "report", "validation", "walks", "--code-names", "--worst", "0", "--output", "c.html")
    let coded = try gait.text(of: "c.html")
    let isCoded = coded.contains("the compressed file is cut off") && !coded.contains("walks/cut")
    #expect(isCoded, "with codes in place of names")
  }

  @Test func `a recording that ends long before its truth is said to be cut off`() throws {
    let cut = try gait.shell(
      "truncate -s $(($(stat -c %s walks/cut.csv.gz) * 6 / 10)) walks/cut.csv.gz")
    #expect(cut.code == 0)
    let found = try gait("validate", "walks")
    #expect(found.code == 1)
    #expect(
      found.message.contains(
        /the recording cut is 3\d\.\d s long; .* the compressed file is cut off/),
      "\(found.message)")
  }

  @Test func `a laboratory's recording that is cut off is named`() throws {
    try Data("trial,start,end,distance\nwalk,10,30,24\n".utf8)
      .write(to: URL(fileURLWithPath: gait.path("walks/trials.csv")))
    let mapping: [String: Any] = [
      "dataset": "lab", "clocks": [[String: Any]](),
      "recordings": [["name": "cut", "file": "cut.csv.gz"]],
      "tables": [
        [
          "file": "trials.csv", "holds": "trials", "recording": "cut", "system": "mat",
          "clock": "recording",
          "columns": Dictionary(
            uniqueKeysWithValues: ["trial", "start", "end", "distance"].map { ($0, $0) }),
        ]
      ],
    ]
    try JSONSerialization.data(withJSONObject: mapping)
      .write(to: URL(fileURLWithPath: gait.path("walks/mapping.json")))
    let found = try gait("validate", "--mapping", "walks/mapping.json")
    #expect(found.message.contains("lab/cut: the compressed file is cut off"), "\(found.message)")
  }

  @Test func `damaged blocks are named, by two settings once`() throws {
    try gait.done("simulate", "straight-walk", "--seconds", "60", "--output", "axivity/a.cwa")
    let path = gait.path("axivity/a.cwa")
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    for block in [40, 41, 42] { bytes[512 * block + 100] ^= 0xff }
    try bytes.write(to: URL(fileURLWithPath: path))
    let said = "axivity/a: 3 blocks have checksums other than the expected 0"
    let found = try gait.done("validate", "axivity")
    #expect(count(said, in: found.message) == 1, "\(found.message)")
    for name in ["one.json", "two.json"] {
      try Data("{}".utf8).write(to: URL(fileURLWithPath: gait.path(name)))
    }
    let both = try gait("validate", "axivity", "--settings", "one.json", "--settings", "two.json")
    #expect(count(said, in: both.message) == 1, "\(both.message)")
    #expect(try !gait.done("validate", "axivity", "-q").message.contains("checksums"))
  }

  @Test func `the curious are told what an analysis tells them`() throws {
    let found = try gait.done("validate", "walks", "-v").message
    #expect(count(Self.cut, in: found) == 1, "\(found)")
    for name in ["cut.csv.gz", "whole.csv"] {
      let alone = try gait.done("analyze", "walks/\(name)", "-v").message
      let lines = Set(alone.split(separator: "\n").map(String.init))
      #expect(lines.count > 5)
      for line in lines { #expect(found.contains("walks/\(line)\n"), "\(line)") }
    }
  }

  @Test func `what many recordings of a dataset have alike is told once`() throws {
    for seed in 1...5 {
      try gait.done(
        "simulate", "straight-walk", "--seed", "\(seed)", "--seconds", "30", "--output",
        "many/w\(seed).csv")
      let place = URL(fileURLWithPath: gait.path("many/w\(seed).json"))
      var about = try #require(
        JSONSerialization.jsonObject(with: Data(contentsOf: place)) as? [String: Any])
      about["placement"] = "belt"
      try JSONSerialization.data(withJSONObject: about).write(to: place)
    }
    // In one of them the clock stands still for a row.
    let rows = try gait.text(of: "many/w2.csv").split(separator: "\n")
    try Data((rows[...500] + [rows[500]] + rows[501...]).joined(separator: "\n").utf8)
      .write(to: URL(fileURLWithPath: gait.path("many/w2.csv")))
    let found = try gait.done("validate", "many", "--output", "out").message
    #expect(found.contains("many/w2: the time of the row before once more"), "\(found)")
    #expect(count("the key \"placement\" is not known", in: found) == 1, "\(found)")
    #expect(found.contains("5 recordings, such as many/w1: "), "\(found)")
    let all = try gait.done("validate", "many", "-v").message
    #expect(count("the key \"placement\" is not known", in: all) == 5, "\(all)")
    #expect(
      try count("the key \\\"placement\\\" is not known", in: gait.text(of: "out/validation.json"))
        == 5)
  }
}
