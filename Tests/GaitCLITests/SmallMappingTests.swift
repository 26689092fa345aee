import Foundation
import Testing

/// One simulated walk of a minute, and the tables that somebody made of it, as the truth of `gait validate --mapping`.
struct SmallMappingTests {
  private let gait: GaitProcess

  init() throws {
    gait = try GaitProcess()
    let made = try gait(
      "simulate", "straight-walk", "--seed", "3", "--seconds", "60", "--output", "a.csv")
    #expect(made.code == 0, "\(made.message)")
  }

  /// What a mapping says of one table.
  private struct Table {
    var file: String
    var holds: String
    var columns: [String]
    var system = "mat"
    var sees = "whole"

    var object: [String: Any] {
      let object: [String: Any] = [
        "file": file, "holds": holds, "recording": "a", "system": system, "clock": "recording",
        "columns": Dictionary(uniqueKeysWithValues: columns.map { ($0, $0) }),
      ]
      return holds == "trials" ? object : object.merging(["sees": sees]) { $1 }
    }
  }

  private func write(_ name: String, _ lines: [String]) throws {
    try Data((lines.joined(separator: "\n") + "\n").utf8)
      .write(to: URL(fileURLWithPath: gait.path(name)))
  }

  /// Validates the walk against tables; the text is what was printed and said, with single spaces.
  private func validate(_ tables: Table...) throws -> (code: Int32, rows: [[String]], text: String)
  {
    let mapping: [String: Any] = [
      "dataset": "lab", "clocks": [[String: Any]](),
      "recordings": [["name": "a", "file": "a.csv", "participant": "P1"]],
      "tables": tables.map(\.object),
    ]
    try JSONSerialization.data(withJSONObject: mapping)
      .write(to: URL(fileURLWithPath: gait.path("mapping.json")))
    let ending = try gait(
      "validate", "--mapping", "mapping.json", "--output", "out", "--force", "--format", "csv")
    let rows = ending.output.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let words = (ending.output + ending.message).split(whereSeparator: \.isWhitespace).joined(
      separator: " ")
    return (ending.code, rows, words)
  }

  /// The true contacts: seconds and foot.
  private func contacts() throws -> [(seconds: Double, foot: String)] {
    let json = try JSONSerialization.jsonObject(
      with: Data(gait.text(of: "a.reference.json").utf8))
    let truth = try #require(json as? [String: Any])
    let times = try #require(truth["initial_contacts_s"] as? [Double])
    let feet = try #require(truth["initial_contacts_foot"] as? [String])
    return zip(times, feet).map { ($0, $1) }
  }

  /// A table of the one walk.
  private func writeWalk() throws -> Table {
    let times = try contacts().map(\.seconds)
    let (start, end) = try (#require(times.first), #require(times.last))
    try write("walks.csv", ["start,end,speed", "\(start),\(end),1.2"])
    return Table(file: "walks.csv", holds: "bouts", columns: ["start", "end", "speed"])
  }

  private func value(_ rows: [[String]], _ stage: String, _ figure: String) throws -> Double? {
    let place = try #require(rows.first?.firstIndex(of: "value"))
    let row = rows.first { $0.count > 4 && $0[2] == "mat" && $0[3] == stage && $0[4] == figure }
    return row.flatMap { Double($0[place]) }
  }

  @Test func `strict figures are of the whole recording`() throws {
    let found = try validate(writeWalk())
    #expect(found.code == 0, "\(found.text)")
    for stage in ["gait sequences", "walking bouts"] {
      for rate in ["precision", "recall"] {
        let strict = try #require(try value(found.rows, stage, "strict \(rate)"))
        let counted = try #require(try value(found.rows, stage, rate))
        // The two count the same samples but for the ends of pieces.
        #expect(abs(strict - counted) < 0.001 && strict > 0.9, "\(stage), \(rate): \(strict)")
      }
    }
  }

  @Test func `a system that lists walks only has no figure of contacts`() throws {
    let walk = try writeWalk()
    let alone = try validate(walk)
    #expect(alone.code == 0, "\(alone.text)")
    #expect(alone.rows.contains { $0.contains("mat") && $0.contains("walking bouts") })
    let told = alone.rows.filter { $0.contains("mat") && $0.contains("initial contacts") }
    #expect(told.isEmpty, "\(told)")

    try write("contacts.csv", ["time,side"] + contacts().map { "\($0.seconds),\($0.foot)" })
    let both = try validate(
      walk, Table(file: "contacts.csv", holds: "contacts", columns: ["time", "side"]))
    #expect(try #require(try value(both.rows, "initial contacts", "±0.1 s F1")) > 0.9)
  }

  /// A table of the walk as a trial of 61.4 m; `more` are further columns and their values.
  private func writeTrial(
    _ file: String, system: String, named name: String = "walk", meters: Double = 61.4,
    steps: Int? = nil
  ) throws -> Table {
    let columns = ["trial", "start", "end", "distance"] + (steps == nil ? [] : ["steps"])
    let row = "\(name),4.5463,55.8685,\(meters)" + (steps.map { ",\($0)" } ?? "")
    try write(file, [columns.joined(separator: ","), row])
    return Table(file: file, holds: "trials", columns: columns, system: system)
  }

  /// The fields of the rows of a file that was written.
  private func fields(_ name: String) throws -> [[String: String]] {
    GaitProcess.rows(try gait.text(of: "out/" + name))
  }

  @Test(arguments: ["mat", "watch"])
  func `a trial of two tables counts once, and is said`(system: String) throws {
    let first = try writeTrial("t1.csv", system: "mat")
    let once = try validate(first)
    #expect(once.code == 0 && !once.text.contains("once more"), "\(once.text)")
    func pairs() throws -> String? {
      try fields("agreement.csv").first {
        $0["measure"] == "walking speed" && $0["level"] == "bout" && $0["part"] == "all"
      }?["n_pairs"]
    }
    #expect(try pairs() == "1")

    let again = try validate(
      first, writeTrial("t2.csv", system: system, named: "10 m walk", steps: 96))
    #expect(again.code == 0, "\(again.text)")
    #expect(
      again.text.contains("t2.csv: 1 row says once more what another row says"), "\(again.text)")
    #expect(try pairs() == "1")
    #expect(try fields("trials.csv").map { $0["n_true_steps"].flatMap(Double.init) } == [96])

    // Another distance is another trial, or a table that errs: nothing is thrown away.
    let other = try validate(first, writeTrial("t2.csv", system: system, meters: 60))
    #expect(other.code == 0 && !other.text.contains("once more"), "\(other.text)")
    #expect(other.text.contains("are nearly the same, and each counts"), "\(other.text)")
    #expect(try pairs() == "2")
    #expect(!again.text.contains("nearly the same"), "\(again.text)")
  }

  @Test func `0 steps over a known distance were not counted`() throws {
    let found = try validate(writeTrial("t1.csv", system: "mat", steps: 0))
    #expect(found.code == 0, "\(found.text)")
    #expect(
      found.text.contains(
        "t1.csv: 1 cell of \"steps\" is 0 in a trial of more than 1 m and was taken as not counted"),
      "\(found.text)")
    #expect(try fields("trials.csv").map { $0["n_true_steps"] } == [""])
    // Who stands takes none.
    try write("t1.csv", ["trial,start,end,steps", "standing,0.5,4,0"])
    let stood = try validate(
      Table(file: "t1.csv", holds: "trials", columns: ["trial", "start", "end", "steps"]))
    #expect(stood.code == 0 && !stood.text.contains("not counted"), "\(stood.text)")
    #expect(try fields("trials.csv").map { $0["n_true_steps"].flatMap(Double.init) } == [0])
  }

  @Test func `walks of one system that were taken at once are refused by their rows`() throws {
    func walks(_ file: String, _ rows: [String], system: String = "mat") throws -> Table {
      try write(file, ["start,end,speed"] + rows)
      return Table(
        file: file, holds: "bouts", columns: ["start", "end", "speed"], system: system)
    }
    let one = try validate(walks("walks.csv", ["20,30,1", "5.05,9.88,1.06", "5.1,9.9,1.06"]))
    #expect(one.code == 2, "\(one.text)")
    #expect(
      one.text.contains(
        "a: left out, because of walks.csv, lines 3 and 4: two walks of the system \"mat\" share 4.78 s, which would count "
          + "twice; keep one of them"), "\(one.text)")

    let first = try walks("walks.csv", ["20,30,1", "5.05,9.88,1.06"])
    let two = try validate(first, walks("copy.csv", ["5.1,9.9,1.06", "20,30,1"]))
    #expect(two.code == 2, "\(two.text)")
    #expect(
      two.text.contains("copy.csv, line 2 and walks.csv, line 3: two walks of the system \"mat\"")
        && two.text.contains("give each table a \"system\" of its own where two systems saw them"),
      "\(two.text)")
    let other = try validate(
      first, walks("copy.csv", ["5.1,9.9,1.06", "20,30,1"], system: "film"))
    #expect(other.code == 0, "\(other.text)")

    // With one decimal an end and a start may each be 0.05 s off.
    let cut = try validate(walks("walks.csv", ["5,30.1,1", "30,55.8,1"]))
    #expect(cut.code == 0, "\(cut.text)")
    for rate in ["precision", "recall", "F1"] {
      for kind in ["", "trial mean ", "strict "] {
        let share = try #require(try value(cut.rows, "walking bouts", kind + rate))
        #expect(share > 0.9 && share <= 1, "\(kind)\(rate): \(share)")
      }
    }
  }

  @Test func `contacts that stand twice are repeated rows, and none is missing`() throws {
    let rows = try contacts().map { "\($0.seconds),\($0.foot)" }
    let table = Table(file: "contacts.csv", holds: "contacts", columns: ["time", "side"])
    try write("contacts.csv", ["time,side"] + rows)
    let once = try validate(table)
    #expect(once.code == 0 && !once.text.contains("once more"), "\(once.text)")

    // Ten rows once more, half of them a few milliseconds later.
    let repeated = try contacts().prefix(10).enumerated().map { place, contact in
      "\(contact.seconds + (place % 2 == 0 ? 0 : 0.004)),\(contact.foot)"
    }
    try write("contacts.csv", ["time,side"] + rows + repeated)
    let twice = try validate(table)
    #expect(twice.code == 0 && twice.rows == once.rows, "\(twice.text)")
    #expect(
      twice.text.contains("contacts.csv: 10 rows say once more what another row says"),
      "\(twice.text)")
    #expect(!twice.text.contains("follow one of the same foot"), "\(twice.text)")
  }

  @Test func `contacts without a final contact are counted and said`() throws {
    func write(_ isLeftOut: (Int) -> Bool) throws -> Table {
      let rows = try contacts().enumerated().map { place, contact in
        let final = isLeftOut(place) ? "" : "\(contact.seconds + 0.7)"
        return "\(contact.seconds),\(contact.foot),\(final)"
      }
      try self.write("contacts.csv", ["time,side,final"] + rows)
      return Table(file: "contacts.csv", holds: "contacts", columns: ["time", "side", "final"])
    }
    let whole = try validate(write { _ in false })
    #expect(whole.code == 0 && !whole.text.contains("no final contact"), "\(whole.text)")
    let open = try validate(write { $0 % 3 == 0 })
    let (count, missing) = try (contacts().count, (contacts().count + 2) / 3)
    #expect(
      open.text.contains(
        "contacts.csv: \(missing) of \(count) contacts of a have no final contact"),
      "\(open.text)")
  }

  @Test(arguments: [0.0, 4])
  func `stance times in the place of final contacts are named`(earlier: Double) throws {
    // Also where the first contacts are so early that a stance time could be an instant among them.
    func write(_ final: (Double, Int) -> Double) throws -> Table {
      let rows = try contacts().enumerated().map { place, contact in
        let start = contact.seconds - earlier
        return String(format: "%.3f,%@,%.3f", start, contact.foot, final(start, place))
      }
      try self.write("contacts.csv", ["time,side,final"] + rows)
      return Table(file: "contacts.csv", holds: "contacts", columns: ["time", "side", "final"])
    }
    #expect(try validate(write { start, _ in start + 0.7 }).code == 0)
    for spread in [0, 0.004] {
      let found = try validate(write { _, place in 0.7 + spread * Double(place % 10) })
      #expect(found.code == 2, "\(found.text)")
      #expect(
        found.text.contains("contacts.csv: of")
          && found.text.contains("final contacts of a, in \"final\", only"), "\(found.text)")
    }
  }

  @Test func `a table of a longer recording is named with the recording`() throws {
    let rows = ["4.5463,L", "5.1003,R", "5.6197,L", "475.17317513,R"]
    try write("contacts.csv", ["time,side"] + rows)
    let contacts = Table(file: "contacts.csv", holds: "contacts", columns: ["time", "side"])
    try write("walks.csv", ["start,end", "4.5463,55.8685", "470,475.17317513"])
    let walks = Table(file: "walks.csv", holds: "bouts", columns: ["start", "end"])
    try write("trials.csv", ["trial,start,end", "walk,4.5463,475.17317513"])
    let trials = Table(file: "trials.csv", holds: "trials", columns: ["trial", "start", "end"])
    for table in [contacts, walks, trials] {
      let found = try validate(table)
      #expect(found.code == 2, "\(found.text)")
      #expect(
        found.text.contains("\(table.file) speaks of 475.2 s, and the recording a is 59.9 s long"),
        "\(found.text)")
    }
    try write("contacts.csv", ["time,side", "-30.25,L"] + rows.dropLast())
    let early = try validate(contacts)
    #expect(early.code == 2, "\(early.text)")
    #expect(
      early.text.contains("contacts.csv speaks of -30.2 s, and the recording a is 59.9 s long"),
      "\(early.text)")
  }
}
