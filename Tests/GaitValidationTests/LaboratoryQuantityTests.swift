import Foundation
import TestSupport
import Testing

@testable import GaitValidation

/// Units that the names of columns say: each is understood as what it is, or asked for.
struct LaboratoryQuantityTests {
  /// The draft of a folder with recordings and a table, and the rows that it reads.
  private func draft<Value>(
    _ lines: [String], recordings: [String] = ["P01_belt"], file: String = "P01 export.csv",
    _ body: (MappingDraft, URL) throws -> Value
  ) throws -> Value {
    try withStudyFolder { folder in
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let rows = (0..<300).map { "\(Double($0) / 50),0,0,9.81\n" }.joined()
      for name in recordings {
        try Data("time_s,acc_x,acc_y,acc_z\n\(rows)".utf8)
          .write(to: folder.appending(path: "\(name).csv"))
      }
      try Data((lines.joined(separator: "\n") + "\n").utf8)
        .write(to: folder.appending(path: file))
      return try body(MappingDraft(folder: folder), folder)
    }
  }

  private func notes(_ lines: [String]) throws -> String {
    try draft(lines) { draft, _ in draft.notes.joined(separator: "\n") }
  }

  private func events(
    _ lines: [String], _ change: (inout LaboratoryMapping.Table) -> Void = { _ in }
  ) throws -> LaboratoryEvents {
    try draft(lines) { draft, folder in
      var table = try #require(draft.mapping.tables.first)
      change(&table)
      return try LaboratoryRows(table, in: folder).events(of: "P01_belt")
    }
  }

  private func refusal(_ body: () throws -> some Any) -> String {
    let error = #expect(throws: ValidationError.self) { _ = try body() }
    return error?.description ?? ""
  }

  @Test(arguments: [
    ("Distance [ft]", 37.0734908, "ft"), ("Distance (in)", 444.88189, "in"),
    ("Distance [yd]", 12.3578303, "yd"), ("Distance [km]", 0.0113, "km"),
    ("distance_ft", 37.0734908, "ft"), ("distance_in", 444.88189, "in"), ("Distance", 11300, "mm"),
    ("Distance / m", 11.3, "m"), ("Distance [feet]", 37.0734908, "ft"),
  ])
  func `distances are in the unit of their header`(_ name: String, _ said: Double, _ unit: String)
    throws
  {
    let lines = ["Task;Begin [s];End [s];\(name)", "walk;1;16.2;\(said)"]
    let read = try events(lines) { #expect($0.units?.length == unit) }
    #expect(abs((read.trials.first?.distanceMeters ?? 0) - 11.3) < 1e-6)
    #expect(try notes(lines).contains("has no unit in its name") == (name == "Distance"))
  }

  @Test(arguments: [
    ("Speed [mph]", 2.68432, "mph"), ("Speed [m/min]", 72.0, "m/min"), ("Speed [m/s]", 1.2, "m/s"),
    ("Speed (ft/s)", 3.93700787, "ft/s"), ("Speed [m·s⁻¹]", 1.2, "m/s"),
    ("Speed [mm/s]", 1200, "mm/s"), ("Speed (mean) [cm/s]", 120, "cm/s"),
    ("Speed_mph", 2.68432, "mph"), ("Speed [meters per second]", 1.2, nil),
  ])
  func `speeds are in the unit of their header`(_ name: String, _ said: Double, _ unit: String?)
    throws
  {
    let lines = ["Begin [s];End [s];\(name)", "1;9;\(said)"]
    guard let unit else {
      #expect(try notes(lines).contains("\"speed\" is one of m/s, cm/s,"))
      return
    }
    let read = try events(lines) { #expect($0.units?.speed == unit) }
    #expect(abs((read.bouts.first?.values.speedMetersPerSecond ?? 0) - 1.2) < 1e-5)
  }

  @Test func `times are in the unit of their header, also where that is rare`() throws {
    let micro = try events(["Begin [µs];End [µs];Task", "1000000;16200000;walk"])
    #expect(micro.trials.first?.seconds == 1..<16.2)
    let hours = try events(["Begin [h];End [h];Task", "1;1.5;walk"])
    #expect(hours.trials.first?.seconds == 3600..<5400)
  }

  @Test func `a unit that is not known is asked for, and not guessed`() throws {
    let lines = ["Task;Begin [s];End [s];Distance [furlong]", "walk;1;16.2;0.056"]
    try draft(lines) { draft, folder in
      #expect(
        draft.notes.contains {
          $0.hasPrefix(
            "P01 export.csv: \"Distance [furlong]\" says no unit that is known (\"furlong\"); say in \"units\""
          )
        }, "\(draft.notes)")
      var mapping = draft.mapping
      let refused = refusal { try LaboratoryMapping(json: mapping.document()) }
      #expect(refused.contains("\"length\" is one of m, cm, mm, km, in, ft, yd, mi"), "\(refused)")
      mapping.tables[0].units?.length = "km"
      let read = try LaboratoryMapping(json: mapping.document()).tables[0]
      #expect(
        read.otherUnits == [
          "P01 export.csv: \"Distance [furlong]\" is read in km, and its name says furlong; see \"units\" in the mapping"
        ])
    }
    // The unit of times holds for durations only where these say no other.
    let duration = try notes(["Task;Begin [s];Duration [ticks]", "walk;1;16.2"])
    #expect(duration.contains("\"duration\" is one of s, ms"), "\(duration)")
    let times = try notes(["Onset [ticks];Limb", "1000;L", "1500;R"])
    #expect(times.contains("\"time\" is one of s, ms"), "\(times)")
    #expect(!times.contains("is a guess by its numbers"))
    // What was measured is no unit.
    let left = try notes(["Begin [s];End [s];Speed (left)", "1;9;1.2"])
    #expect(left.contains("\"Speed (left)\" has no unit in its name; m/s is a guess"), "\(left)")
  }

  @Test func `words that are units elsewhere are none`() {
    func length(_ name: String) -> ColumnUnit? { ColumnUnit(in: name, of: .length) }
    #expect(length("Distance in m") == .known("m"))
    #expect(length("Stride length, both feet") == nil)
    #expect(length("Stride length (left) (2)") == nil)
    #expect(length("Step length [% of height]") == .unknown("% of height"))
    #expect(ColumnUnit(in: "Min stride time", of: .duration) == nil)
    #expect(ColumnUnit(in: "Begin (s, video)", of: .time) == .known("s"))
  }

  @Test func `what is read as steps is no strides`() throws {
    let lines = ["Task;Begin [s];End [s];Strides", "walk;1;16.2;11"]
    _ = try events(lines) {
      $0.columns["steps"] = "Strides"
      #expect($0.otherUnits.first?.contains("is read as steps, and its name says strides") == true)
    }
  }

  @Test(arguments: [
    ("Cadence [strides/min]", 51.6, "strides/min"), ("Cadence [steps/s]", 1.72, "steps/s"),
    ("Cadence (spm)", 103.2, "steps/min"), ("Cadence", 103.2, "steps/min"),
    ("Cadence [steps per minute]", 103.2, "steps/min"), ("Cadence", 1.72, "steps/s"),
  ])
  func `cadences are in the unit of their header`(_ name: String, _ said: Double, _ unit: String)
    throws
  {
    let lines = ["Begin [s];End [s];\(name)", "1;9;\(said)"]
    let read = try events(lines) { #expect($0.units?.cadence == unit) }
    #expect(abs((read.bouts.first?.values.stepsPerMinute ?? 0) - 103.2) < 1e-9)
    #expect(try notes(lines).contains("is a guess by its numbers") == (name == "Cadence"))
  }

  @Test func `cadences that may be of steps or strides are asked for`() throws {
    for name in ["Cadence [Hz]", "Cadence Hz", "Cadence [1/min]"] {
      let asked = try notes(["Begin [s];End [s];\(name)", "1;9;0.86"])
      #expect(
        asked.contains("\"cadence\" is one of steps/min, steps/s, strides/min, strides/s"),
        "\(asked)")
    }
  }

  @Test func `what is slower than anybody walks is refused`() throws {
    let walks = ["Begin [s];End [s];Cadence [steps/s]", "1;9;1.72"]
    let cadence = refusal { try events(walks) { $0.units?.cadence = "steps/min" } }
    #expect(cadence.contains("line 2: a cadence of 1.72 steps/min is slower"), "\(cadence)")
    let trials = ["Task;Begin [s];End [s];Distance [km]", "walk;1;16.2;0.0113"]
    let distance = refusal { try events(trials) { $0.units?.length = "m" } }
    #expect(distance.contains("line 2: a speed of 0.0007 m/s is slower"), "\(distance)")
    // Somebody with a frame takes three minutes for six meters.
    #expect(try events(["Task;Begin [s];End [s];Distance [m]", "w;1;181;6"]).trials.count == 1)
  }

  private func check(_ cadence: Double, _ feet: [Side?] = [.left, .right]) throws {
    func table(_ holds: LaboratoryMapping.Rows) -> LaboratoryMapping.Table {
      .init(file: "\(holds).csv", system: "mat", holds: holds, columns: [:], clock: "mat")
    }
    var (steps, walks) = (LaboratoryEvents(), LaboratoryEvents())
    steps.initial = (0..<40).filter { feet.count == 2 || $0.isMultiple(of: 2) }.map {
      TimedFoot(seconds: 10 + 0.5 * Double($0), foot: feet[$0 % feet.count])
    }
    walks.bouts = [
      .init(seconds: 9.9..<30, values: BoutValues(stepsPerMinute: cadence)),
      .init(seconds: 40..<50, values: BoutValues(stepsPerMinute: 17)),
    ]
    try LaboratoryStudy.checkCadence([(table(.contacts), steps), (table(.bouts), walks)])
  }

  @Test func `a cadence is held against the contacts in its walk`() throws {
    try check(118)
    let strides = refusal { try check(60) }
    #expect(
      strides.contains("it is 60.0 steps/min in the first one, and the contacts make 120.0"),
      "\(strides)")
    #expect(refusal { try check(240, [nil, nil]) }.contains("contradicts the contacts of mat"))
    // One foot's contacts are strides.
    try check(118, [.left])
  }

  @Test func `strides that nobody takes are refused`() throws {
    // Meters under a heading of centimeters.
    let walks = ["Begin [s];End [s];Stride length [cm]", "1;9;1.18"]
    let mean = refusal { try events(walks) }
    #expect(mean.contains("line 2: strides of 0.0118 m are shorter than anybody takes"), "\(mean)")
    #expect(try events(walks) { $0.units?.length = "m" }.bouts.count == 1)
    let strides = ["Foot;Start [s];End [s];Stride length [cm]", "L;1;2.1;1.18", "R;1.6;2.7;1.2"]
    let both = refusal { try events(strides) }
    #expect(both.contains("line 2: strides of 0.0119 m are shorter"), "\(both)")
    // One of three on the spot is a stride.
    let turning = strides.map {
      $0.replacing(";1.18", with: ";118").replacing(";1.2", with: ";120")
    }
    #expect(try events(turning + ["L;2.1;3.3;1.5"]).strides.count == 3)
  }

  private func check(meters: Double, _ feet: [Side?], every interval: Double = 0.5) throws {
    func table(_ holds: LaboratoryMapping.Rows) -> LaboratoryMapping.Table {
      .init(file: "\(holds).csv", system: "mat", holds: holds, columns: [:], clock: "mat")
    }
    var (steps, trials) = (LaboratoryEvents(), LaboratoryEvents())
    // The mat is in the middle of the way.
    steps.initial = (0..<8).map {
      TimedFoot(seconds: 14 + interval * Double($0), foot: feet[$0 % 2])
    }
    trials.trials = [
      MarkedTrial(
        name: "walk", seconds: 12..<12 + 18 * interval, distanceMeters: meters,
        speedMetersPerSecond: meters / (18 * interval), stepCount: nil)
    ]
    try LaboratoryStudy.checkDistances([(table(.contacts), steps), (table(.trials), trials)])
  }

  @Test func `a distance is held against the contacts in its trial`() throws {
    try check(meters: 10, [.left, .right])
    let feet = refusal { try check(meters: 32.8, [.left, .right]) }
    #expect(
      feet.contains("trials.csv: the distances of trials contradict the contacts of mat in them")
        && feet.contains("a stride of 1 s would be 3.644 m long"), "\(feet)")
    // One foot's contacts are strides.
    try check(meters: 20, [.left, .left])
    // A plate sees one contact of each pass.
    try check(meters: 150, [.left, .right], every: 10)
  }

  @Test func `times of a wall clock are told when drafting, and so is what is allowed`() throws {
    let dates = [
      "Walkway 4 export;subject P01", "Onset;Limb;Lift-off",
      "2025-03-04 09:15:09.884;Re;2025-03-04 09:15:10.758",
    ]
    let contacts = try notes(dates)
    #expect(
      contacts.contains(
        "left out; \"Lift-off\" holds no numbers but \"2025-03-04 09:15:10.758\" (line 3); times are numbers in one of s, ms"
      ),
      "\(contacts)")
    let protocolTimes = try notes([
      "Task;Begin;End;Distance [m]", "walk;09:15:09.884;09:15:25.128;11.3",
    ])
    #expect(
      protocolTimes.contains("left out; \"End\" holds no numbers but \"09:15:25.128\" (line 2)"),
      "\(protocolTimes)")
    // Two lines about the laboratory are no table.
    let headed = ["Program;Written", "Walkway 4;2025-03-04 09:15", "", "Onset [s];Limb", "1;L"]
    #expect(try events(headed).initial.map(\.seconds) == [1])
  }

  @Test func `a column of people is no column of recordings, and how to make it one is said`()
    throws
  {
    let lines = ["Subject;Onset [s];Limb", "P01;1;L", "P01;1.5;R", "P02;1;L", "P02;1.5;R"]
    let recordings = ["P01_belt", "P02_belt"]
    for file in ["walkway.csv", "walkway P01.csv"] {
      try draft(lines, recordings: recordings, file: file) { draft, folder in
        let note = draft.notes.first { $0.contains("several recordings") } ?? ""
        #expect(
          note.contains(
            "\"Subject\" says P01, P02. Write there what \"recordings\" calls them (P01_belt, P02_belt)"
          ))
        var table = try #require(draft.mapping.tables.first)
        #expect(table.recording == nil && table.recordingColumn == nil)
        let refused = refusal { try LaboratoryMapping(json: draft.mapping.document()) }
        #expect(refused.contains("\"recording_column\" the column that names them"), "\(refused)")
        table.recordingColumn = "Subject"
        let rows = try LaboratoryRows(table, in: folder).unmatched(recordings)
        #expect(rows.map(\.nearest) == ["P01_belt", "P02_belt"])
        #expect(rows.first?.sentence.hasSuffix("left out; did you mean P01_belt?") == true)
      }
    }
  }

  @Test
  func `a recording that has rows of its own is not meant by those of one that was taken out`()
    throws
  {
    let lines = [
      "Subject;Onset [s];Limb", "P01;1;L", "P01;1.5;R", "P01_belt;1;L", "P01_belt;1.5;R",
    ]
    try draft(lines) { draft, folder in
      var table = try #require(draft.mapping.tables.first)
      (table.recording, table.recordingColumn) = (nil, "Subject")
      let rows = try LaboratoryRows(table, in: folder).unmatched(["P01_belt"])
      #expect(rows.map(\.name) == ["P01"] && rows.map(\.nearest) == [nil])
    }
  }
}
