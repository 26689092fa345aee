import Foundation
import TestSupport
import Testing

@testable import GaitValidation

/// Tables with a row for each event of a foot, and tables whose times begin anew with each walk.
struct EventTableTests {
  /// The rows that a draft's table reads, after a change of the table; and what the draft says.
  private func rows(
    _ lines: [String], _ change: (inout LaboratoryMapping.Table) -> Void = { _ in }
  ) throws -> (rows: LaboratoryRows, notes: [String]) {
    try withStudyFolder { folder in
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let samples = (0..<300).map { "\(Double($0) / 50),0,0,9.81\n" }.joined()
      try Data("time_s,acc_x,acc_y,acc_z\n\(samples)".utf8)
        .write(to: folder.appending(path: "P01_belt.csv"))
      try Data((lines.joined(separator: "\n") + "\n").utf8)
        .write(to: folder.appending(path: "P01 export.csv"))
      let draft = try MappingDraft(folder: folder)
      var table = try #require(draft.mapping.tables.first)
      change(&table)
      return (try LaboratoryRows(table, in: folder), draft.notes)
    }
  }

  private func refusal(_ body: () throws -> some Any) -> String {
    let error = #expect(throws: ValidationError.self) { _ = try body() }
    return error?.description ?? ""
  }

  private static let events = [
    "Context,Name,Time (s)", "Left,Foot Strike,1.00", "Right,Foot Off,1.12",
    "Right,Foot Strike,1.55", "Left,Foot Off,1.67", "Left,Foot Strike,2.10",
  ]
  private static let initial = [
    TimedFoot(seconds: 1, foot: .left), TimedFoot(seconds: 1.55, foot: .right),
    TimedFoot(seconds: 2.1, foot: .left),
  ]
  private static let final = [
    TimedFoot(seconds: 1.12, foot: .right), TimedFoot(seconds: 1.67, foot: .left),
  ]

  @Test func `each row is what its event says`() throws {
    let found = try rows(Self.events)
    #expect(found.rows.map.columns["event"] == "Name")
    #expect(
      found.notes.contains { $0.contains("Foot Off in \"Name\" is taken for final contacts") })
    #expect(!found.notes.contains { $0.contains("holds no numbers") })
    let events = try found.rows.events(of: "P01_belt")
    #expect(events.initial == Self.initial && events.final == Self.final)
  }

  @Test func `the word may say the foot, too`() throws {
    let words = [("Left,Foot Strike", "LHS"), ("Right,Foot Off", "RTO")]
    let others = [("Right,Foot Strike", "Heel strike right"), ("Left,Foot Off", "Left toe-off")]
    let lines =
      ["Event,Time (s)"]
      + Self.events.dropFirst().map { line in
        (words + others).reduce(line) { $0.replacing($1.0, with: $1.1) }
      }
    let events = try rows(lines).rows.events(of: "P01_belt")
    #expect(events.initial == Self.initial && events.final == Self.final)
    for word in ["General", "", "Off", "Left", "FC"] { #expect(EventWord(word) == nil, "\(word)") }
  }

  @Test(arguments: [("IC", "FC"), ("FC", "FO")])
  func `FC is the final contact beside IC and the foot's beside FO`(initial: String, final: String)
    throws
  {
    let lines = Self.events.map {
      $0.replacing("Foot Strike", with: initial).replacing("Foot Off", with: final)
    }
    let events = try rows(lines).rows.events(of: "P01_belt")
    #expect(events.initial == Self.initial && events.final == Self.final)
  }

  /// Motion capture adds events of its own.
  @Test func `a strange word beside events of feet is named`() throws {
    let lines = Self.events + ["General,Event,2.5"]
    let found = try rows(lines).rows
    #expect(found.map.columns["event"] == "Name" && found.map.columns["side"] == "Context")
    #expect(found.map.sides == ["Left": .left, "Right": .right])
    let text = refusal { try found.events(of: "P01_belt") }
    #expect(text.contains("P01 export.csv, line 7: the event is \"Event\""), "\(text)")
    #expect(refusal { try rows(lines) { $0.columns["event"] = nil } }.contains("final contacts"))
  }

  @Test func `a list of final contacts alone is none of initial ones`() throws {
    let finals = Self.events.filter { !$0.contains("Strike") }
    #expect(try rows(finals).rows.map.columns["event"] == "Name")
    // Words that are the same in every row, of the beginning and of the end of a contact, are no events.
    let both =
      ["Side,Time (s),First event,Last event"]
      + [1.0, 2.1].map { "Left,\($0),Heel Strike,Toe Off" }
    let read = try rows(both).rows
    #expect(read.map.columns["event"] == nil)
    #expect(try read.events(of: "P01_belt").initial.count == 2)
  }

  @Test func `final contacts are never read as initial ones`() throws {
    let text = refusal { try rows(Self.events) { $0.columns["event"] = nil } }
    #expect(text.contains("P01 export.csv: rows whose \"Name\" is Foot Off are final contacts"))
    #expect(text.contains("as \"event\" in \"columns\""), "\(text)")
    // Nothing of the kind is told by a column of initial contacts alone, or by remarks.
    for name in ["Foot Strike", "good"] {
      let plain = Self.events.map { $0.replacing("Foot Off", with: name) }
        .map { $0.replacing("Foot Strike", with: name) }
      let read = try rows(plain).rows
      #expect(read.map.columns["event"] == nil)
      #expect(try read.events(of: "P01_belt").initial.count == 5)
    }
  }

  @Test func `what is no event of a foot is an error with its line`() throws {
    let read = try rows(Self.events + ["Left,Jump,3.0"]) { $0.columns["event"] = "Name" }
    let text = refusal { try read.rows.events(of: "P01_belt") }
    #expect(text.contains("P01 export.csv, line 7: the event is \"Jump\""), "\(text)")
    var table = LaboratoryMapping.Table(
      file: "a.csv", recording: "a", system: "s", holds: .contacts,
      columns: ["time": "t", "event": "e"], clock: "c")
    try table.checkEffects()
    table.columns["final"] = "f"
    #expect(
      refusal { try table.checkEffects() }.contains("\"event\" has no effect beside \"final\""))
  }

  /// Walks of ten steps of 0.55 s, the clock of which begins so many seconds after that of the one before.
  private func walks(every seconds: Double, isStrides: Bool = false) -> [String] {
    let head = isStrides ? "Start [s],End [s],Foot" : "Foot strike [s],Foot"
    return [head]
      + (0..<4).flatMap { walk in
        (0..<10).map { step in
          let time = seconds * Double(walk) + 0.55 * Double(step) + 0.13 * Double(walk)
          let foot = step.isMultiple(of: 2) ? "L" : "R"
          return isStrides
            ? String(format: "%.3f,%.3f,%@", time, time + 1.1, foot)
            : String(format: "%.3f,%@", time, foot)
        }
      }
  }

  @Test(arguments: [false, true])
  func `walks that lie over each other are none`(isStrides: Bool) throws {
    let apart = try rows(walks(every: 20, isStrides: isStrides)).rows.events(of: "P01_belt")
    #expect(apart.listedCount == 40)
    let text = refusal {
      try rows(walks(every: 0, isStrides: isStrides)).rows.events(of: "P01_belt")
    }
    #expect(
      text.contains(
        "of the same foot within 0.4 s, and nobody steps so fast: times that begin anew"),
      "\(text)")
  }
}
