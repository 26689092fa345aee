import Foundation
import Testing

/// What a person enters stands until somebody takes it back: a second entry deletes no first one.
struct SecondEntryTests {
  private let gait: GaitProcess
  private static let person = ["--store", "s.gait", "--participant", "A"]

  init() throws {
    gait = try GaitProcess()
    let made = try gait(
      "simulate", "--history", "steady", "--participant", "A", "--store", "s.gait", "--days", "20")
    #expect(made.code == 0, "\(made.message)")
  }

  private func run(_ command: String, _ words: String...) throws -> GaitProcess.Ending {
    let ending = try gait.run([command] + words + Self.person)
    #expect(ending.code == 0, "\(ending.message)")
    return ending
  }

  @Test
  func `an event of a table is one that somebody entered, also where the table has no word of it`()
    throws
  {
    let lines = [
      "participant,kind,value,unit,start_time,end_time,source",
      "A,event,operation,1,2026-01-15T00:00:00+01:00,2026-01-15T00:00:00+01:00,clinic",
      "A,recalibration,six-minute-walk-distance,1,2026-01-12T00:00:00+01:00,2026-01-12T00:00:00+01:00,clinic",
    ]
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(
      to: URL(fileURLWithPath: gait.path("clinic.csv")))
    try gait.done("import", "clinic.csv", "--store", "s.gait")
    #expect(try run("event", "--list").output == "15 January 2026: operation\n")
    #expect(try run("recalibrate", "--list").output.contains("from 2026-01-12"))
    let told = try gait.done("estimate", "--store", "s.gait").output
    #expect(told.contains("15 January 2026: operation (entered)"), "\(told)")
    #expect(told.contains("12 January 2026: the six-minute walk begins anew"), "\(told)")
    let twice = (lines + [lines[1].replacing("operation", with: "injury")]).joined(separator: "\n")
    try Data((twice + "\n").utf8).write(to: URL(fileURLWithPath: gait.path("clinic.csv")))
    let refused = try gait("import", "clinic.csv", "--store", "s.gait")
    #expect(refused.code == 2 && refused.message.contains("say operation and injury;"))
  }

  @Test func `two events of a day are two, and the same again is one`() throws {
    let day = ["--on", "2026-01-15"]
    func enter(_ words: String...) throws -> String {
      try gait.run(["event"] + words + day + Self.person).output
    }
    #expect(try enter("operation", "--words", "knee").contains("operation is kept."))
    let second = try enter("medication", "--words", "pills")
    #expect(second.contains("medication is kept, beside 1 of the same day."), "\(second)")
    #expect(try enter("medication", "--words", "drops").contains("beside 2"))
    for words in ["knee", " knee", "knee \t"] {
      #expect(try enter("operation", "--words", words).contains("operation was kept already."))
    }
    let list = try run("event", "--list").output
    #expect(
      list == """
        15 January 2026: operation, knee
        15 January 2026: medication, drops
        15 January 2026: medication, pills

        """, "\(list)")
    _ = try run("event", "medication", "--words", "pills ", "--on", "2026-01-15", "--delete")
    let rest = try run("event", "--list").output
    #expect(rest.contains("knee") && rest.contains("drops") && !rest.contains("pills"), "\(rest)")
  }

  @Test
  func `events of a day that two people entered into two stores are both there after a merge`()
    throws
  {
    for (store, event) in [("a.gait", "operation"), ("b.gait", "heat-wave")] {
      try FileManager.default.copyItem(atPath: gait.path("s.gait"), toPath: gait.path(store))
      let ending = try gait(
        "event", event, "--store", store, "--participant", "A", "--on", "2026-01-15")
      #expect(ending.code == 0, "\(ending.message)")
      _ = try gait("export", "event", "--store", store, "--plain", "--output", store + ".csv")
      _ = try gait("import", store + ".csv", "--store", "s.gait")
    }
    let list = try run("event", "--list").output
    #expect(list.contains("operation") && list.contains("heat-wave"), "\(list)")
  }

  @Test
  func `another reason for a recalibration is the one that holds, and the first is kept aside`()
    throws
  {
    #expect(
      try run("recalibrate", "--from", "2026-01-12", "--reason", "new knee").output.contains(
        "begins anew on 2026-01-12."))
    for reason in [[], ["--reason", "new knee "], ["--reason", "  "]] {
      let same = try gait.run(["recalibrate", "--from", "2026-01-12"] + reason + Self.person).output
      #expect(same.contains("as was asked already."), "\(same)")
    }
    let other = try run("recalibrate", "--from", "2026-01-12", "--reason", "left hip").output
    #expect(other.contains("the reason is now left hip, and new knee is kept aside"), "\(other)")
    let list = try run("recalibrate", "--list").output
    #expect(list.contains("left hip") && !list.contains("new knee"), "\(list)")
    #expect(list.split(separator: "\n").count == 1)
    let aside = try run("query", "recalibration", "--superseded", "--format", "csv").output
    #expect(aside.contains("new knee") && aside.contains("another reason was given"), "\(aside)")
  }

  @Test(arguments: [
    ["event", "--list", "--delete"], ["event", "--list", "injury"],
    ["event", "--list", "--words", "x"],
    ["recalibrate", "--list", "--revoke"], ["recalibrate", "--list", "--reason", "x"],
    ["estimate", "--since", "2026-01-10"], ["estimate", "--corrects"],
  ])
  func `what nothing can come of is refused`(words: [String]) throws {
    let ending = try gait.run(words + Self.person)
    #expect(ending.code != 0 && ending.output.isEmpty, "\(ending.output)")
    #expect(ending.message.contains("say w"), "\(ending.message)")
  }

  @Test func `a list enters nothing and takes nothing back`() throws {
    _ = try run("event", "operation", "--on", "2026-01-15", "--words", "knee")
    _ = try run("recalibrate", "--from", "2026-01-12")
    func lists() throws -> [String] {
      try ["event", "recalibrate"].map { try run($0, "--list").output }
    }
    let before = try lists()
    for words in [
      ["event", "--list", "medication", "--on", "2026-01-16"],
      ["event", "--list", "--delete", "--on", "2026-01-15"],
      ["recalibrate", "--list", "--from", "2026-01-13"],
      ["recalibrate", "--list", "--revoke", "--from", "2026-01-12"],
    ] {
      let ending = try gait.run(words + Self.person)
      #expect(ending.code == 2 && ending.output.isEmpty, "\(words): \(ending.output)")
      #expect(ending.message.contains("--list only shows what was"), "\(ending.message)")
    }
    #expect(try lists() == before)
  }

  @Test(arguments: [
    ["--until", "2026-01-10"], ["--everything"], ["--low-limit", "0.5"],
    ["--very-low-limit", "0.1"],
  ])
  func `what only estimates use is not offered where something is entered`(option: [String]) throws
  {
    for words in [
      ["event", "operation", "--on", "2026-01-15"], ["recalibrate", "--from", "2026-01-12"],
    ] {
      let ending = try gait.run(words + option + Self.person)
      #expect(ending.code == 2 && ending.output.isEmpty, "\(ending.output)")
      #expect(ending.message.contains(option[0]), "\(ending.message)")
    }
  }

  @Test func `taking back says how many, and what does not fit`() throws {
    for words in ["pills", "drops"] {
      _ = try run("event", "medication", "--on", "2026-01-15", "--words", words)
    }
    for (words, why) in [
      (["--words", "salve"], "that day has 2 events, and none has the words \"salve\""),
      (["operation"], "that day has 2 events, and none is operation"),
      (
        ["medication", "--words", "salve"],
        "that day has 2 events, and none is medication with the words \"salve\""
      ),
    ] {
      let ending = try gait.run(
        ["event", "--delete", "--on", "2026-01-15"] + words + Self.person)
      #expect(ending.code == 2 && ending.message.contains(why), "\(ending.message)")
    }
    let other = try gait.run(["event", "--delete", "--on", "2026-01-14"] + Self.person)
    #expect(other.code == 2 && other.message.contains("nothing was entered for that day"))
    let gone = try run("event", "--delete", "--on", "2026-01-15").output
    #expect(gone == "A, 15 January 2026: 2 events taken back.\n", "\(gone)")
  }

  @Test func `a code stands for a name in whatever case it was entered`() throws {
    let made = try gait(
      "simulate", "--history", "steady", "--participant", "Anna", "--store", "n.gait", "--days",
      "2")
    #expect(made.code == 0, "\(made.message)")
    let entered = try gait(
      "event", "injury", "--store", "n.gait", "--participant", "Anna", "--on", "2026-01-02",
      "--words", "Anna fell at anna's house")
    #expect(entered.code == 0, "\(entered.message)")
    try Data(0..<32).write(to: URL(fileURLWithPath: gait.path("study.key")))
    let export = try gait(
      "export", "event", "--store", "n.gait", "--key", "study.key", "--plain", "--output", "-")
    #expect(export.code == 0, "\(export.message)")
    #expect(!export.output.lowercased().contains("anna"), "\(export.output)")
    #expect(export.output.contains(" fell at K-"), "\(export.output)")
  }

  /// The heights that were entered, by day.
  private func heights() throws -> [Substring: Double] {
    let rows = try run("query", "height", "--by-hand", "--format", "csv").output
      .split(separator: "\n").dropFirst()
      .map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    return Dictionary(
      uniqueKeysWithValues: rows.compactMap { row in
        Double(row[2]).map { (row[4].prefix(10), $0) }
      })
  }

  @Test func `a height of an earlier day leaves the later one standing, and it is said`() throws {
    _ = try run("estimate", "--height", "1.60", "--since", "2026-01-10")
    let late = try run("estimate", "--height", "1.50", "--since", "2026-01-08")
    #expect(
      late.message.contains(
        "height 1.5 m holds from 8 January 2026 on, until height 1.6 m from 10 January 2026 on"),
      "\(late.message)")
    let kept = try heights()
    #expect(kept["2026-01-08"] == 1.5 && kept["2026-01-10"] == 1.6, "\(kept)")
    let again = try run("estimate", "--height", "1.65", "--since", "2026-01-10")
    #expect(
      again.message.contains("height 1.6 m of 10 January 2026 gave way to height 1.65 m"),
      "\(again.message)")
    #expect(try heights()["2026-01-10"] == 1.65)
    let aside = try run("query", "height", "--superseded", "--format", "csv").output
    #expect(aside.contains(",1.6,m,"), "\(aside)")
  }

  @Test func `the first that is known of a person may be said of an earlier day`() throws {
    _ = try run("estimate", "--heart-medication", "both", "--since", "2026-01-09")
    let row = try run("query", "heart-medication", "--format", "csv").output
    #expect(row.contains("both") && row.contains("2026-01-09T00:00:00"), "\(row)")
    let number = try gait.run(["estimate", "--heart-medication", "1"] + Self.person)
    #expect(number.code != 0 && number.message.contains("beta-blockers"), "\(number.message)")
    #expect(!number.message.contains("'1', '2'"), "\(number.message)")
    let help = try gait("estimate", "--help").output
    #expect(help.contains("beta-blockers     - beta blockers"), "\(help)")
  }
}
