import Foundation
import GaitReports
import Testing

/// `gait report … --code-names`: outside of names a page is the same as without.
struct CodeNameTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  /// Makes a page with names and with codes, and puts the names back into the second.
  ///
  /// - Parameters:
  ///   - words: what the page is made from.
  ///   - names: all names that may stand in it.
  ///   - hidden: those that stand nowhere else, so that none may be left.
  ///   - gait: where.
  /// - Throws: what cannot be run or read.
  private func compare(
    _ words: [String], names: [String], hidden: [String] = [], in gait: GaitProcess
  ) throws {
    func page(_ file: String, _ more: [String]) throws -> String {
      let ending = try gait.run(["report"] + words + ["--output", file, "-q"] + more)
      #expect(ending.code == 0, "\(ending.message)")
      // A code needs no quotation marks in a command, and is not as long as the name beside its mark in a legend.
      return try gait.text(of: file).replacing(/<!-- made as.*-->\n/, with: "")
        .replacing("&#39;", with: "").replacing(/width [>\/] \d+/, with: "width")
    }
    let (plain, coded) = (try page("plain.html", []), try page("coded.html", ["--code-names"]))
    let hasCodes = coded.contains("P-")
    #expect(hasCodes)
    for name in hidden {
      let isLeft = coded.contains(name)
      #expect(!isLeft, "\(name)")
    }
    let named = names.reduce(coded) { $0.replacing(CodeName.of($1), with: $1) }
    guard named != plain else { return }
    let (a, b) = (Array(plain.utf8), Array(named.utf8))
    let place = zip(a, b).enumerated().first { $1.0 != $1.1 }?.offset ?? min(a.count, b.count)
    func about(_ bytes: [UInt8]) -> String {
      String(decoding: bytes[max(place - 80, 0)..<min(place + 80, bytes.count)], as: UTF8.self)
    }
    Issue.record("the page says \(about(b)) instead of \(about(a))")
  }

  private func describe(_ file: String, _ person: String) throws {
    try
      #"{"participant": "\#(person)", "site": "lower_back", "height_m": 1.72, "sampling_rate_hz": 100}"#
      .write(toFile: gait.path(file), atomically: true, encoding: .utf8)
  }

  @Test(arguments: ["7", "12", "May", "m", "steps", "P07", "Erika Muster"])
  func `a person's page`(name: String) throws {
    try gait.done(
      "simulate", "--history", "ankle-injury", "--participant", name, "--store", "STORE", "--seed",
      "31", "--days", "60", "--start", "2026-03-20", "-q")
    try gait.done(
      "event", "--store", "STORE", "--participant", name, "operation", "--on", "2026-04-17",
      "--words", "\(name) fell")
    try compare(
      ["person", "--store", "STORE", "--participant", name], names: [name],
      hidden: ["\(name) fell", "<h1 dir=\"auto\">\(name)<"] + (name.count > 5 ? [name] : []),
      in: gait)
  }

  @Test(arguments: [("5", "7"), ("st", "May"), ("Erika Muster", "Muster P07")])
  func `a recording's page`(file: String, person: String) throws {
    try gait.done("simulate", "straight-walk", "--output", "\(file).csv", "-q")
    try describe("\(file).json", person)
    try compare(
      ["recording", "\(file).csv"], names: ["\(file).csv", file, person],
      hidden: ["<h1 dir=\"auto\">\(file)<"] + (file.count > 5 ? [file, person] : []), in: gait)
  }

  @Test(arguments: ["recordings", "val", "steps"])
  func `a validation's page`(folder: String) throws {
    let people = ["5": "7", "st": "May", "Erika Muster": "Muster P07"]
    for (seed, file) in people.keys.sorted().enumerated() {
      try gait.done(
        "simulate", "straight-walk", "--seed", "\(seed + 1)", "--output", "\(folder)/\(file).csv",
        "-q")
      try describe("\(folder)/\(file).json", people[file] ?? "")
    }
    try compare(
      ["validation", folder, "--worst", "0"],
      names: [folder] + people.flatMap { [$0, $1, $0 + ".csv", "\(folder)/\($0).csv"] },
      hidden: ["Erika Muster", "Muster P07"], in: gait)
  }

  @Test func `a study's page`() throws {
    let study = try StudyOfWalks(people: 1, walks: 1)
    for (place, person) in ["7", "m", "steps", "Erika Muster"].enumerated() {
      try study.add("\(person)/5.csv", person: place + 2, walk: 1)
    }
    try study.write("recordings/2/walk.csv", "no recording")
    try study.write("recordings/Erika Muster/st.csv", "no recording")
    #expect(try study.batch(output: "Study").code == 1)
    let names = [
      "P01", "P01/walk1.csv", "walk1", "7", "m", "steps", "Erika Muster", "5", "2/walk.csv",
      "2/walk", "walk.csv", "2",
      "Erika Muster/st.csv", "Erika Muster/st", "st.csv", "7/5.csv", "m/5.csv", "steps/5.csv",
      "Erika Muster/5.csv",
    ]
    try compare(
      ["study", "Study"], names: names, hidden: ["Erika Muster", "2/walk", "st.csv"],
      in: study.gait)
  }
}
