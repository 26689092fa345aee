import Foundation
import Testing

/// Pages with `--code-names` of people whose name stands in every field that somebody writes: it is nowhere in them.
struct CodedPageTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  private func write(_ text: String, to name: String) throws {
    let file = URL(fileURLWithPath: gait.path(name))
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  /// A walk as Sensor Logger exports it from a phone that is called as its owner.
  private func recordWalk(_ folder: String, device: String, rows: Int = 4400) throws {
    let walk = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("SampleData/straight-walk.csv").path
    let made = try gait.shell(
      """
      mkdir -p '\(gait.path(folder))' && cd '\(gait.path(folder))'
      axes() {
        echo time,seconds_elapsed,z,y,x
        head -n \(rows) '\(walk)' | tail -n +2 | awk -F, -v a=$1 \
          '{printf "%.0f,%s,%s,%s,%s\\n", 1711523594885000000+$1*1e9,$1,$(a+2),$(a+1),$a}'
      }
      axes 2 > TotalAcceleration.csv
      axes 5 > Gyroscope.csv
      echo 'version,device name,recording epoch time,recording timezone,platform' > Metadata.csv
      echo "3,\(device),1711523594885,Europe/Berlin,ios" >> Metadata.csv
      echo '{"site": "lower_back", "height_m": 1.7}' > '\(gait.path(folder)).json'
      """)
    #expect(made.code == 0, "\(made.message)")
  }

  /// Makes a page without and with codes: the names are in the first, so that they could be in the second.
  private func check(_ words: [String], hides names: [String]) throws {
    for options in [[], ["--code-names"]] {
      let file = "page\(options.count).html"
      let ending = try gait.run(["report"] + words + ["--output", file, "-q"] + options)
      #expect(ending.code == 0, "\(ending.message)")
      let page = try gait.text(of: file).lowercased()
      for name in names {
        let place = page.range(of: name.lowercased())
        let about = place.map { page[$0.lowerBound...].prefix(60) } ?? ""
        #expect((place == nil) == !options.isEmpty, "\(name): \(about)")
      }
    }
  }

  @Test func `a recording's page hides whose phone it is`() throws {
    try recordWalk("Erika_home", device: "Erikas iPhone")
    try check(["recording", "Erika_home", "--participant", "Erika"], hides: ["Erika"])
  }

  @Test func `a study's page hides whose phones and whose other recordings there are`() throws {
    try recordWalk("rec/Erika/Erika_home", device: "Erika's iPhone")
    try recordWalk("rec/Ottokar/walk", device: "Ottokars iPhone", rows: 4000)
    try recordWalk("rec/erwin/home", device: "erwin", rows: 3600)
    try FileManager.default.createDirectory(
      atPath: gait.path("rec/Zacharias"), withIntermediateDirectories: true)
    for (first, second) in [("Erika/Erika_home", "Zacharias/copy"), ("Ottokar/walk", "erwin/copy")]
    {
      for ending in ["", ".json"] {
        try FileManager.default.copyItem(
          atPath: gait.path("rec/\(first)\(ending)"), toPath: gait.path("rec/\(second)\(ending)"))
      }
    }
    let batch = try gait("batch", "rec", "--output", "results", "--participant-rule", "folder")
    #expect(batch.code == 1, "\(batch.message)")
    let failures = try gait.text(of: "results/tables/failures.csv")
    #expect(failures.contains("the same samples are in Erika/Erika_home of participant Erika"))
    try check(["study", "results"], hides: ["Erika", "Ottokar", "Zacharias", "erwin"])
  }

  @Test func `a person's page hides the name in what people wrote`() throws {
    let person = ["--store", "s.gait", "--participant", "Erika"]
    for words in [
      ["simulate", "--history", "ankle-injury", "--days", "60", "--start", "2026-01-01", "-q"],
      ["event", "other", "--on", "2026-02-10", "--words", "Erika fell"],
      ["recalibrate", "--from", "2026-02-11", "--reason", "Erikas fall"],
    ] {
      let ending = try gait.run(words + person)
      #expect(ending.code == 0, "\(words): \(ending.message)")
    }
    try check(["person"] + person, hides: ["Erika", "Erika fell", "Erikas fall"])
  }

  @Test func `a validation's page hides people in names, cohorts and folders`() throws {
    for (seed, person) in ["Erika", "Ottokar"].enumerated() {
      try gait.done(
        "simulate", "straight-walk", "--seed", "\(seed)", "--output", "lab/\(person)_walk.csv",
        "-q")
      try write(
        #"{"participant": "\#(person)", "site": "hip", "height_m": 1.7, "cohort": "\#(person)s"}"#,
        to: "lab/\(person)_walk.json")
    }
    try check(["validation", "lab", "--worst", "0"], hides: ["Erika", "Ottokar"])
  }
}
