import Foundation
import TestSupport
import Testing

@testable import GaitValidation

/// A table as somebody exports it: each column has the unit of its header, and other things stand below an empty line.
struct LaboratoryUnitTests {
  /// A folder with a recording and a table, `P01 export.csv`.
  private func withTable<Value>(_ lines: [String], _ body: (URL) throws -> Value) throws -> Value {
    try withStudyFolder { folder in
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let rows = (0..<300).map { "\(Double($0) / 50),0,0,9.81\n" }.joined()
      try Data("time_s,acc_x,acc_y,acc_z\n\(rows)".utf8)
        .write(to: folder.appending(path: "P01_belt.csv"))
      try Data((lines.joined(separator: "\n") + "\n").utf8)
        .write(to: folder.appending(path: "P01 export.csv"))
      return try body(folder)
    }
  }

  /// The rows that a draft's table reads, after a change of the table.
  private func rows(
    _ lines: [String], _ change: (inout LaboratoryMapping.Table) -> Void = { _ in }
  ) throws -> LaboratoryRows {
    try withTable(lines) { folder in
      var table = try #require(try MappingDraft(folder: folder).mapping.tables.first)
      change(&table)
      return try LaboratoryRows(table, in: folder)
    }
  }

  private func refusal(_ body: () throws -> some Any) -> String {
    let error = #expect(throws: ValidationError.self) { _ = try body() }
    return error?.description ?? ""
  }

  private static let strides = [
    "Begin [ms];End [ms];Limb;Stride time [s];Stride velocity [cm/s]",
    "1000;2100;L;1.1;110", "1550;2650;R;1.1;110",
  ]

  @Test func `durations have the unit of their own header`() throws {
    let read = try rows(Self.strides)
    #expect(read.map.units == .init(time: "ms", duration: "s", speed: "cm/s"))
    let stride = try #require(try read.events(of: "P01_belt").strides.first)
    #expect(stride.durationSeconds == 1.1)
    #expect(abs((stride.lengthMeters ?? 0) - 1.21) < 1e-9)

    let trials = ["Task;Begin [ms];Duration [s];Steps", "walk;1000;13.6;22"]
    let trial = try #require(try rows(trials).events(of: "P01_belt").trials.first)
    #expect(abs(trial.durationSeconds - 13.6) < 1e-9)
  }

  @Test func `durations without a unit in their header get that in which they fit`() throws {
    let plain = Self.strides.map { $0.replacing("Stride time [s]", with: "Stride time") }
    #expect(try rows(plain).map.units?.duration == "s")
    let alike = plain.map { $0.replacing(";1.1;", with: ";1100;") }
    #expect(try rows(alike).map.units?.duration == nil)
  }

  @Test func `durations that cannot be are told, and so is a unit that a header denies`() throws {
    let read = try rows(Self.strides) { $0.units?.duration = nil }
    let stride = refusal { try read.events(of: "P01_belt") }
    #expect(
      stride.contains("line 2: a stride of 1.1 s from start to end has the duration 0.0011 s"),
      "\(stride)")
    #expect(
      read.map.otherUnits == [
        "P01 export.csv: \"Stride time [s]\" is read in ms, and its name says s; see \"units\" in the mapping"
      ])
    let trials = ["Task;Begin [ms];Duration [s]", "walk;1000;13.6"]
    let short = try rows(trials) { $0.units?.duration = nil }
    let trial = refusal { try short.events(of: "P01_belt") }
    #expect(trial.contains("line 2: it lasts 0.0136 s, and no step is shorter"), "\(trial)")
    let seconds = try rows(Self.strides) {
      $0.units = .init(time: "ms", duration: "ms", speed: "cm/s")
      $0.columns["duration"] = nil
      $0.units?.time = "s"
    }
    #expect(seconds.map.otherUnits.count == 2)
  }

  @Test func `instants of two units are in no draft, and unknown units in no mapping`() throws {
    try withTable(["Onset [ms];Limb;Lift-off [s]", "1000;L;1.7", "1500;R;2.2"]) { folder in
      let draft = try MappingDraft(folder: folder)
      #expect(draft.mapping.tables.isEmpty)
      #expect(
        draft.notes.contains {
          $0.hasPrefix("P01 export.csv: left out; ") && $0.contains("one unit for all instants")
        }, "\(draft.notes)")
    }
    let json = """
      {"dataset": "lab", "recordings": [{"name": "walk", "file": "walk.csv"}], "clocks": [],
       "tables": [{"file": "s.csv", "recording": "walk", "system": "mat", "holds": "contacts",
       "columns": {"time": "Onset"}, "clock": "recording", "units": {"tme": "ms"}}]}
      """
    let unknown = refusal { try LaboratoryMapping(json: Data(json.utf8)) }
    #expect(unknown.contains("\"tme\" is no key of units; there are time, duration"), "\(unknown)")
  }

  private static let lists = ["Left contact [s];Right contact [s]", "1;1.5", "2;2.5", "3;"]

  private func contacts(_ below: [String]) throws -> (seconds: [Double], remark: String?) {
    let table = LaboratoryMapping.Table(
      file: "P01 export.csv", recording: "P01_belt", system: "film", holds: .contacts,
      columns: ["left": "Left contact [s]", "right": "Right contact [s]"], clock: "recording")
    return try withTable(Self.lists + below) { folder in
      let rows = try LaboratoryRows(table, in: folder)
      return (
        try rows.events(of: "P01_belt").initial.map(\.seconds).sorted(), rows.table.remark
      )
    }
  }

  @Test func `another table below an empty line is left out, and said`() throws {
    let own = [1, 1.5, 2, 2.5, 3]
    for gap in ["", ";"] {
      let found = try contacts([gap, "Speeds", "Walk;Speed [m/s]", "1;1.01", gap, "4;4.5"])
      #expect(found.seconds == own)
      #expect(
        found.remark?.hasPrefix(
          "line 7: another table begins below an empty line (\"Walk\", \"Speed [m/s]\")") == true,
        "\(found.remark ?? "")")
    }
    // A footnote takes nothing away.
    let footnote = try contacts(["", "Program 4; seen by two people; in May"])
    #expect(footnote.seconds == own && footnote.remark == nil)
  }

  @Test func `rows below an empty line, or below the same header, are of the table`() throws {
    let more = [1, 1.5, 2, 2.5, 3, 4, 4.5]
    #expect(try contacts(["", "4;4.5"]).seconds == more)
    #expect(try contacts(["", "n/a;4", "4.5;"]).seconds == more)
    let titled = try contacts(["", "Walk two", Self.lists[0], "4;4.5"])
    #expect(titled.seconds == more && titled.remark == nil)
    // A field too many is one there, too.
    let wide = refusal { try contacts(["", "4;4;5"]) }
    #expect(wide.contains("line 6: 3 fields; the header names 2 columns"), "\(wide)")
  }

  @Test func `rows below an empty line and a title may be of another table, which is asked`() throws
  {
    let unclear = refusal { try contacts(["", "Walk two", "4;4.5"]) }
    #expect(unclear.contains("line 6: \"Walk two\" stands below an empty line"), "\(unclear)")
  }

  @Test func `a side that is not known is shown with no wrong example`() throws {
    func message(_ word: String) throws -> String {
      let read = try rows(["Onset [s];Limb", "1;\(word)", "1.5;\(word)"]) {
        $0.sides = [:]
        $0.columns["side"] = "Limb"
      }
      return refusal { try read.events(of: "P01_belt") }
    }
    let known = try message("rechts")
    #expect(known.hasSuffix("left or right: {\"rechts\": \"right\"}"), "\(known)")
    #expect(known.contains("leave the cell empty if nobody knows it"), "\(known)")
    let unknown = try message("port")
    #expect(
      unknown.hasSuffix("left or right: {\"port\": \"left\"} or {\"port\": \"right\"}"),
      "\(unknown)")
  }
}
