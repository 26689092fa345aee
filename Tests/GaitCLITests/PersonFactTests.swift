import Foundation
import Testing

/// What is known of a person, since when, and what a correction reaches.
struct PersonFactTests {
  private let gait: GaitProcess
  private let walk = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("SampleData/straight-walk.csv").path

  init() throws { gait = try GaitProcess() }

  private func analyze(height: String) throws {
    let ending = try gait(
      "analyze", walk, "--store", "s.gait", "--participant", "P01", "--start",
      "2026-05-04T09:30:00+02:00", "--site", "lower_back", "--height", height)
    #expect(ending.code == 0, "\(ending.message)")
  }

  private func estimate(_ words: String...) throws -> GaitProcess.Ending {
    try gait.run(
      ["estimate", "--store", "s.gait", "--participant", "P01", "--format", "json"] + words)
  }

  private func height() throws -> Double? {
    let document =
      try JSONSerialization.jsonObject(with: Data(try estimate().output.utf8)) as? [String: Any]
    let person = (document?["participants"] as? [[String: Any]])?.first
    let facts = person?["person"] as? [String: Any] ?? person
    return facts?["height_m"] as? Double
  }

  private func heights() throws -> [Substring] {
    Array(
      try gait("query", "height", "--store", "s.gait", "--format", "csv").output
        .split(separator: "\n").dropFirst())
  }

  @Test func `a recording analyzed again with another height says the other one everywhere`() throws
  {
    try analyze(height: "1.60")
    #expect(try height() == 1.6)
    try analyze(height: "1.80")
    #expect(try height() == 1.8)
    #expect(try heights().count == 1)
  }

  /// As older programs kept 163 cm, and as somebody types it.
  @Test func `a height that was given in another unit is no other height`() throws {
    let made = try gait(
      "simulate", "--history", "steady", "--participant", "P01", "--store", "s.gait", "--days", "60"
    )
    #expect(made.code == 0, "\(made.message)")
    func give(_ value: String, _ unit: String) throws -> (imported: String, said: String) {
      let instant = "2026-01-04T23:00:00.000Z"
      let rows = """
        participant,kind,value,unit,start_time,end_time,source,is_entered_by_hand,time_zone
        P01,height,\(value),\(unit),\(instant),\(instant),person,true,Europe/Berlin

        """
      try Data(rows.utf8).write(to: URL(fileURLWithPath: gait.path("h.csv")))
      let imported = try gait("import", "h.csv", "--store", "s.gait")
      #expect(imported.code == 0, "\(imported.message)")
      let said = try gait("estimate", "--store", "s.gait", "--participant", "P01")
      #expect(said.code == 0, "\(said.message)")
      return (imported.message, said.output)
    }
    #expect(try estimate().code == 0)
    #expect(try give("1.63", "m").said.contains("because the height changed or was corrected"))
    for (value, unit) in [("163", "cm"), ("1630", "mm"), ("0.00163", "km")] {
      let again = try give(value, unit)
      #expect(!again.imported.contains("gave way"), "\(unit): \(again.imported)")
      #expect(!again.said.contains("Said anew"), "\(unit): \(again.said)")
    }
    for (value, unit) in [("1.6300000000000001", "m"), ("163", "cm")] {
      let again = try give(value, unit)
      #expect(!again.said.contains("Said anew"), "\(value): \(again.said)")
      let typed = try estimate("--height", "1.63")
      #expect(typed.code == 0, "\(value): \(typed.message)")
    }
  }

  @Test func `a correction and a change are two options, and neither is guessed`() throws {
    try analyze(height: "1.60")
    let unsaid = try estimate("--height", "1.68")
    #expect(unsaid.code != 0)
    #expect(
      unsaid.message.contains("--corrects") && unsaid.message.contains("--since"),
      "\(unsaid.message)")
    #expect(try height() == 1.6)
    #expect(try estimate("--height", "1.68", "--since", "2026-05-05").code == 0)
    #expect(try heights().count == 3)
    #expect(try estimate("--height", "1.62", "--corrects").code == 0)
    #expect(try height() == 1.62)
    #expect(try estimate("--height", "1.62").code == 0)
  }

  @Test
  func `walks that were measured with another height are named until they are analyzed again`()
    throws
  {
    func said(_ words: String...) throws -> String {
      let ending = try gait.run(["estimate", "--store", "s.gait", "--participant", "P01"] + words)
      #expect(ending.code == 0, "\(ending.message)")
      return ending.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let sentence = "1 recording was measured with a height of 1.5 m"
    try analyze(height: "1.50")
    #expect(try !said().contains("was measured with"))
    #expect(try said("--height", "1.80", "--corrects").contains(sentence))
    #expect(try said().contains(sentence))
    try analyze(height: "1.80")
    #expect(try !said().contains("was measured with"))
    // A person who was smaller then was measured as that.
    #expect(try !said("--height", "1.60", "--since", "2026-06-01").contains("was measured with"))
  }

  @Test func `a change leaves what recordings said before it on its days`() throws {
    func analyze(_ file: String, _ start: String, height: String) throws {
      let ending = try gait(
        "analyze", walk.replacing("straight-walk", with: file), "--store", "s.gait",
        "--participant", "P01", "--start", start, "--site", "lower_back", "--height", height)
      #expect(ending.code == 0, "\(ending.message)")
    }
    try analyze("straight-walk", "2026-01-06T10:00:00+01:00", height: "1.21")
    try analyze("slow-asymmetric", "2026-06-06T10:00:00+02:00", height: "1.26")
    let said = try estimate("--height", "1.25", "--since", "2026-05-01")
    #expect(said.code == 0 && !said.message.contains("was measured with"), "\(said.message)")
    #expect(
      said.message.contains("what recordings since say (height 1.26 m) counts no more"),
      "\(said.message)")
    let entered = try heights().filter { $0.contains("person") }.map {
      $0.split(separator: ",", omittingEmptySubsequences: false)[2...4].filter { $0 != "m" }
    }
    #expect(
      entered.map { $0.map { String($0.prefix(10)) } } == [
        ["1.21", "2026-01-06"], ["1.25", "2026-05-01"],
      ], "\(entered)")
  }

  @Test func `descriptions that name two heights are no entry`() throws {
    try analyze(height: "1.50")
    let second = walk.replacing("straight-walk", with: "slow-asymmetric")
    let other = try gait(
      "analyze", second, "--store", "s.gait", "--participant", "P01", "--start",
      "2026-05-04T15:30:00+02:00", "--site", "lower_back", "--height", "1.80")
    #expect(other.code == 0, "\(other.message)")
    #expect(try heights().count == 2)
    #expect(try !estimate().message.contains("was entered"))
  }

  @Test func `an age is the same whole number wherever it is shown`() throws {
    func analyze(_ file: String, _ start: String, _ age: String) throws {
      let ending = try gait(
        "analyze", walk.replacing("straight-walk", with: file), "--store", "s.gait",
        "--participant", "P01", "--start", start, "--site", "lower_back", "--height", "1.7",
        "--age", age)
      #expect(ending.code == 0, "\(ending.message)")
    }
    func age() throws -> Double? {
      let document =
        try JSONSerialization.jsonObject(with: Data(try estimate().output.utf8)) as? [String: Any]
      let person = (document?["participants"] as? [[String: Any]])?.first?["person"]
      return (person as? [String: Any])?["age_years"] as? Double
    }
    try analyze("straight-walk", "2026-01-10T09:30:00+01:00", "71")
    #expect(try age() == 71)
    let other = try estimate("--age", "40")
    #expect(
      other.code != 0 && other.message.contains("age 71 is known"), "\(other.message)")
    // A birthday lay between: half a year later the person is a year older.
    try analyze("slow-asymmetric", "2026-06-10T09:30:00+02:00", "72")
    #expect(try age() == 72)
    #expect(try estimate("--age", "40").message.contains("age 72 is known"))
    #expect(try !estimate().message.contains("cannot be one person's"))
    try analyze("trouser-pocket", "2026-06-11T09:30:00+02:00", "17")
    #expect(try age() == 17)
    let doubt = try estimate().message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      doubt.contains("an age of 72 is said on 10 June 2026 and one of 17 on 11 June 2026"),
      "\(doubt)")
  }

  @Test func `an age beside which another one is known is not passed over in silence`() throws {
    let made = try gait(
      "simulate", "--history", "steady", "--participant", "P01", "--days", "60", "--seed", "3",
      "--store", "s.gait")
    #expect(made.code == 0, "\(made.message)")
    func said(_ words: String...) throws -> (age: String, message: String) {
      let ending = try gait.run(
        ["estimate", "--store", "s.gait", "--participant", "P01", "--format", "json"] + words)
      #expect(ending.code == 0, "\(ending.message)")
      let age = ending.output.firstMatch(of: /"age_years": ?(\d+)/).map { String($0.1) }
      return (
        age ?? "", ending.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      )
    }
    // Known is 52 of the first day. Another birthday may lie before the last one.
    let older = try said("--age", "53")
    #expect(older.age == "52")
    #expect(
      older.message.contains(
        "age 52 is known on 5 March 2026, and age 53 was not kept; say --since 2026-03-05 if a "
          + "birthday lay before that day, or --corrects if what is known was wrong"),
      "\(older.message)")
    #expect(try !said("--age", "52").message.contains("not kept"))
    let since = try said("--age", "53", "--since", "2026-03-05")
    #expect(since.age == "53" && !since.message.contains("not kept"), "\(since)")
    let younger = try said("--age", "52")
    #expect(younger.age == "53")
    #expect(
      younger.message.contains("and age 52 was not kept; say --corrects if"), "\(younger.message)")
    let right = try said("--age", "52", "--corrects")
    #expect(right.age == "52" && !right.message.contains("not kept"), "\(right)")
  }

  @Test func `a mass that makes no sense beside the one before it is said`() throws {
    func said(_ words: String...) throws -> String {
      let ending = try gait.run(words + ["--store", "s.gait", "--participant", "P01"])
      #expect(ending.code == 0, "\(ending.message)")
      return ending.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    func analyze(mass: String, age: String) throws -> String {
      try said(
        "analyze", walk, "--start", "2026-01-10T09:30:00+01:00", "--site", "hip", "--mass", mass,
        "--age", age)
    }
    #expect(try !analyze(mass: "64", age: "30").contains("the masses"))
    #expect(try !said("estimate", "--mass", "70", "--since", "2026-02-10").contains("the masses"))
    let jump = try said("estimate", "--mass", "640", "--since", "2026-03-10")
    #expect(jump.contains("P01: the masses 70 kg (10 February 2026) and 640 kg (10 March 2026)"))
    #expect(try analyze(mass: "65", age: "30").contains("and 640 kg (10 March 2026)"))
    #expect(try !said("estimate", "--mass", "64", "--corrects").contains("the masses"))
    // An imported one, and a child that grew.
    let instant = "2026-04-10T09:00:00Z"
    let table = """
      participant,kind,value,unit,start_time,end_time,source
      P01,body-mass,141,kg,\(instant),\(instant),scale

      """
    try Data(table.utf8).write(to: URL(fileURLWithPath: gait.path("pounds.csv")))
    let imported = try gait("import", "pounds.csv", "--store", "s.gait")
    #expect(imported.message.contains("141 kg"), "\(imported.message)")
    #expect(try !analyze(mass: "64", age: "9").contains("the masses"))
  }

  @Test func `a later age that makes somebody older is estimated with in the next run`() throws {
    let made = try gait(
      "simulate", "--history", "steady", "--participant", "P01", "--days", "60", "--seed", "3",
      "--store", "s.gait")
    #expect(made.code == 0, "\(made.message)")
    _ = try estimate()
    let known = try gait("query", "age", "--store", "s.gait", "--format", "csv").output
    // A birthday lay between 5 and 20 January.
    let later = known.replacing(",52.0,", with: ",53.0,").replacing(
      "2026-01-05", with: "2026-01-20")
    #expect(later != known)
    try Data(later.utf8).write(to: URL(fileURLWithPath: gait.path("age.csv")))
    #expect(try gait("import", "age.csv", "--store", "s.gait").code == 0)
    let said = try gait("estimate", "--store", "s.gait").output
    #expect(said.contains("because the age changed or was corrected"), "\(said)")
    let again = try gait("estimate", "--store", "s.gait", "--everything").output
    #expect(!again.contains("Said anew"), "\(again)")
  }

  @Test func `what is known is entered once, however long somebody watches`() async throws {
    func simulate(days: Int) throws {
      let made = try gait(
        "simulate", "--history", "steady", "--participant", "P01", "--days", "\(days)", "--seed",
        "5",
        "--store", "s.gait")
      #expect(made.code == 0, "\(made.message)")
    }
    func rows(_ kind: String) throws -> [Substring] {
      Array(
        try gait("query", kind, "--store", "s.gait", "--format", "csv").output.split(
          separator: "\n"
        ).dropFirst())
    }
    func wait(until isSo: () throws -> Bool) async throws {
      for _ in 0..<300 where try !isSo() { try await Task.sleep(for: .milliseconds(200)) }
    }
    try simulate(days: 10)
    let watcher = try gait.start([
      "estimate", "--store", "s.gait", "--participant", "P01", "--mass", "70", "--corrects",
      "--watch",
    ])
    defer { watcher.terminate() }
    try await wait { try rows("body-mass").contains { $0.contains(",70") } }
    #expect(try estimate("--mass", "80", "--corrects").code == 0)
    let before = try rows("daily-step-count").count
    try simulate(days: 14)
    try await wait { try rows("daily-step-count").count > before }
    #expect(try rows("daily-step-count").count > before)
    let masses = try rows("body-mass")
    #expect(masses.count == 1 && masses[0].contains(",80"), "\(masses)")
  }

  @Test func `a sex that is another one since a day leaves the weeks before as they were`() throws {
    try gait.done(
      "simulate", "-q", "--history", "steady", "--participant", "P", "--days", "100", "--seed", "5",
      "--store", "l.gait")
    try gait.done("estimate", "--store", "l.gait")
    func rows(_ words: String...) throws -> [[String: String]] {
      GaitProcess.rows(
        try gait.run(["query"] + words + ["--store", "l.gait", "--format", "csv"]).output)
    }
    func weeksAside() throws -> [String] {
      try ["six-minute-walk-distance", "walking-steadiness"].flatMap {
        try rows($0, "--superseded").compactMap { $0["end_time"] }
      }
    }
    let sex = try #require(try rows("sex").first?["value"])
    let other = sex == "female" ? "m" : "f"
    let said = try gait.done(
      "estimate", "--store", "l.gait", "--participant", "P", "--sex", other, "--since", "2026-03-02"
    )
    #expect(said.output.contains("because the sex changed or was corrected"), "\(said.output)")
    let changed = try weeksAside()
    #expect(changed.count > 5 && changed.allSatisfy { $0 > "2026-03-03" }, "\(changed)")
    try gait.done(
      "estimate", "--store", "l.gait", "--participant", "P", "--sex", other, "--corrects")
    #expect(try weeksAside().contains { $0 < "2026-02-01" })
  }
}
