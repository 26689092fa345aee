import Foundation
import Testing

@testable import GaitValidation

@Suite struct `What a mapping says of clocks and sight` {
  private func table(_ file: String, _ holds: String, _ sees: String? = nil) -> [String: Any] {
    let columns =
      holds == "contacts" ? ["time": "Onset"] : ["start": "Onset", "end": "End"]
    var table: [String: Any] = [
      "file": file, "recording": "walk", "system": "mat", "holds": holds, "columns": columns,
      "clock": "laboratory",
    ]
    table["sees"] = sees
    return table
  }

  private func message(_ tables: [[String: Any]], _ clocks: [[String: Any]] = []) throws -> String?
  {
    let json = try JSONSerialization.data(withJSONObject: [
      "dataset": "lab", "tables": tables, "clocks": clocks,
      "recordings": [["name": "walk", "file": "a.csv"], ["name": "stroll", "file": "b.csv"]],
    ])
    do { _ = try LaboratoryMapping(json: json) } catch { return "\(error)" }
    return nil
  }

  private var tables: [[String: Any]] {
    var own = table("own.csv", "contacts")
    (own["recording"], own["clock"]) = ("stroll", "recording")
    return [table("steps.csv", "contacts"), own]
  }

  @Test func `an entry that holds for nothing is an error`() throws {
    func said(_ clocks: [String: Any]...) throws -> String? { try message(tables, clocks) }
    let typo = try said(["name": "labor", "offset_s": 1])
    #expect(typo == "clocks: no table has the clock \"labor\"; there are laboratory")
    let unknown = try said(["name": "laboratory", "recording": "wlk", "offset_s": 1])
    #expect(unknown == "clocks: there is no recording \"wlk\"; there are walk, stroll")
    let other = try said(["name": "laboratory", "recording": "stroll", "offset_s": 1])
    #expect(other?.contains("no table of the recording \"stroll\" has the clock") == true)
    let own = try said(["name": "recording", "offset_s": 1])
    #expect(own?.contains("are the recording's own") == true, "\(own ?? "")")
  }

  @Test func `one entry for all and one for a recording are two, and two alike are one too many`()
    throws
  {
    let all: [String: Any] = ["name": "laboratory", "offset_s": 1]
    let walk: [String: Any] = ["name": "laboratory", "recording": "walk", "offset_s": 2]
    #expect(try message(tables, [all, walk]) == nil)
    let twice = try message(tables, [all, walk, all])
    #expect(twice == "clocks: \"laboratory\" is there twice for all recordings; leave one out")
    let named = try message(tables, [walk, all, walk])
    #expect(named?.contains("twice for the recording \"walk\"") == true, "\(named ?? "")")
  }

  @Test func `tables of one system say the same of what it saw`() throws {
    let contacts = table("steps.csv", "contacts", "whole")
    let end = tables[1]
    let said = try message([contacts, table("walks.csv", "bouts", "passes"), end])
    #expect(said?.contains("walks.csv: \"sees\" is passes, and in steps.csv it is whole") == true)
    // Strides are judged with the contacts of their system.
    #expect(try message([contacts, table("strides.csv", "strides", "passes"), end]) == nil)
    var other = table("walks.csv", "bouts", "passes")
    other["system"] = "camera"
    #expect(try message([contacts, other, end]) == nil)
  }
}
