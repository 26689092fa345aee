import Foundation
import Testing

/// Force plates and short mats see a few contacts of each pass, and some laboratories list some of the walks only.
struct ShortPassTests {
  private let visit: LaboratoryVisit

  init() throws { visit = try LaboratoryVisit() }

  /// The rows of a table of contacts in stretches of walking, as pauses of 3 s part them.
  private static func walks(_ rows: [[String]]) -> [[[String]]] {
    var (walks, last) = ([[[String]]](), -Double.infinity)
    for row in rows {
      let time = Double(row[0]) ?? 0
      if time - last > 3000 { walks.append([]) }
      walks[walks.count - 1].append(row)
      last = time
    }
    return walks
  }

  /// Leaves so many contacts of the middle of each pass, in turn.
  ///
  /// - Returns: how many that are.
  private func keep(_ counts: [Int]) throws -> Int {
    var sum = 0
    try visit.changeContacts { rows in
      let passes = Self.walks(rows).filter { $0.count < 40 }
      let kept = passes.enumerated().flatMap { place, pass in
        pass.dropFirst(4).prefix(counts[place % counts.count])
      }
      sum += kept.count
      return kept
    }
    try visit.keepTables(["contacts"])
    return sum
  }

  @Test(arguments: [[3], [3, 8], [1, 4, 2]])
  func `every pass is judged, however few contacts it has`(counts: [Int]) throws {
    let steps = Double(try keep(counts))
    #expect(steps > 100)
    let found = try visit.validate()
    #expect(found.code == 0, "\(found.text)")
    for figure in ["±0.1 s recall", "±0.1 s precision"] {
      #expect(try #require(found.value("initial contacts", figure)) == 1, "\(figure)")
    }
    #expect(found.value("steps", "true steps") == steps)
    #expect(found.value("steps", "counted steps") == steps)
    // Whether the walk begins and ends with the pass nobody knows.
    #expect(found.value("walking bouts", "precision") == 1)
    #expect(try #require(found.value("walking bouts", "recall")) == 1)
  }

  /// A table of walks, with the contacts of all.
  private func map(walks: [(recording: String, start: String, end: String)]) throws {
    let rows = walks.map { "\($0.recording),\($0.start),\($0.end)" }
    try visit.write(["Session,Start [ms],End [ms]"] + rows, "walks.csv")
    try visit.keepTables(
      ["contacts", "strides", "trials"],
      adding: [
        [
          "file": "walks.csv", "holds": "bouts", "recording_column": "Session", "sees": "passes",
          "system": "laboratory", "clock": "laboratory", "units": ["time": "ms"],
          "columns": ["start": "Start [ms]", "end": "End [ms]"],
        ]
      ])
  }

  private func trialSteps() throws -> [[String]] {
    try GaitProcess.rows(visit.gait.text(of: "out/trials.csv")).map { row in
      ["recording", "trial", "n_steps", "n_true_steps"].map { row[$0] ?? "" }
    }
  }

  @Test func `contacts in none of the listed walks are left out and counted`() throws {
    #expect(try visit.validate().code == 0)
    let steps = try trialSteps()
    // The walks of two minutes hold turns, of which the walkway lists no steps.
    let walks = try visit.gait.text(of: "lab/protocol.csv").split(separator: "\n").dropFirst()
      .map { $0.components(separatedBy: ";") }.filter { $0[1] == "12 m walk" }
    let half = walks.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    try map(walks: half.map { ($0[0], $0[2], $0[3]) })
    let found = try visit.validate()
    #expect(found.code == 0, "\(found.text)")
    for system in ["", "laboratory"] {
      #expect(found.value("initial contacts", "±0.25 s recall", of: system) == 1, "\(system)")
      #expect(found.value("initial contacts", "±0.25 s precision", of: system) == 1, "\(system)")
      #expect(found.value("walking bouts", "precision", of: system) == 1, "\(system)")
    }
    let inside = found.value("initial contacts", "±0.25 s inside bouts recall", of: "laboratory")
    #expect(inside == 1)
    #expect(found.value("steps", "bias") == 0)
    #expect(
      found.text.contains(
        /P01_belt: \d+ of 458 contacts of laboratory lie in none of the walks that it lists, and were left out/
      ), "\(found.text)")
    // Trials are what they were: their limits are contacts, whether these are judged or not.
    #expect(try trialSteps() == steps)
  }

  @Test func `where nothing is left to judge there is no figure of steps`() throws {
    // Everybody stands for six seconds first.
    let people = ["P01_belt", "P02_belt", "P03_belt", "P04_belt"]
    try map(walks: people.map { ($0, "3400", "6400") })
    let found = try visit.validate()
    #expect(found.code == 0, "\(found.text)")
    #expect(found.text.contains("P01_belt: 458 of 458 contacts of laboratory lie in none of"))
    #expect(found.figures.allSatisfy { $0["stage"] != "steps" }, "\(found.figures)")
    #expect(found.figures.allSatisfy { $0["figure"]?.contains("false steps") != true })
  }
}
