import Foundation
import Testing

@testable import GaitValidation

/// A mapping in which a key stands where it is not read: it is refused, with the place where it belongs.
struct MappingKeyTests {
  /// A mapping of contacts, strides and trials; a change is made at its top.
  private static func mapping(_ change: (inout [String: Any]) -> Void = { _ in }) throws -> Data {
    func table(_ holds: String, _ columns: [String], _ more: [String: Any]) -> [String: Any] {
      [
        "file": "\(holds).csv", "system": "mat", "holds": holds, "clock": "laboratory",
        "columns": Dictionary(uniqueKeysWithValues: columns.map { ($0, $0) }),
      ].merging(more) { $1 }
    }
    var mapping: [String: Any] = [
      "dataset": "lab",
      "recordings": [["name": "walk", "file": "walk.csv"], ["name": "run", "file": "run.csv"]],
      "tables": [
        table(
          "contacts", ["time", "side"],
          ["recording": "walk", "sees": "whole", "sides": ["Li": "left", "Re": "right"]]),
        table(
          "strides", ["start", "end"],
          ["recording_column": "who", "units": ["time": "frames"], "rate_hz": 100]),
        table("trials", ["trial", "start", "end"], ["recording_column": "who"]),
      ],
      "clocks": [["name": "laboratory", "offset_s": 1]],
    ]
    change(&mapping)
    return try JSONSerialization.data(withJSONObject: mapping)
  }

  private static func change(
    _ list: String, _ place: Int, _ change: @escaping (inout [String: Any]) -> Void
  ) -> (inout [String: Any]) -> Void {
    { mapping in
      var items = mapping[list] as? [[String: Any]] ?? []
      change(&items[place])
      mapping[list] = items
    }
  }

  private func refusal(_ change: (inout [String: Any]) -> Void) throws -> String {
    let json = try Self.mapping(change)
    let error = #expect(throws: ValidationError.self) { try LaboratoryMapping(json: json) }
    return error?.description ?? ""
  }

  @Test func `what has an effect is read`() throws {
    let mapping = try LaboratoryMapping(json: Self.mapping())
    #expect(mapping.tables.count == 3 && mapping.clocks.count == 1)
    #expect(try LaboratoryMapping(json: mapping.document()) == mapping)
  }

  @Test func `every key at every other level is refused, with the level where it belongs`() throws {
    for level in MappingLevel.allCases {
      for key in Set(MappingLevel.allCases.flatMap(\.keys)).subtracting(level.keys) {
        let message = try refusal { mapping in
          switch level {
          case .top: mapping[key] = "x"
          case .recordings, .tables, .clocks:
            Self.change(level.rawValue, 0) { $0[key] = "x" }(&mapping)
          case .columns, .units:
            Self.change("tables", 1) { table in
              var inner = table[level.rawValue] as? [String: Any] ?? [:]
              inner[key] = "x"
              table[level.rawValue] = inner
            }(&mapping)
          }
        }
        let says = level == .columns ? "is not read from strides" : "is no key of"
        #expect(message.contains("\"\(key)\" \(says)"), "\(level) \(key): \(message)")
        #expect(message.contains("; it belongs to "), "\(level) \(key): \(message)")
      }
    }
  }

  @Test func `a misplaced key is named with its place`() throws {
    #expect(
      try refusal { $0["sees"] = "whole" }
        == "\"sees\" is no key of the top of the mapping; there are dataset, recordings, tables, clocks; it belongs to tables"
    )
    let offset = try refusal(Self.change("tables", 1) { $0["offset_s"] = 99 })
    #expect(
      offset.hasPrefix("tables, number 2: \"offset_s\" is no key of tables; there are file,"),
      "\(offset)")
    #expect(offset.hasSuffix("; it belongs to clocks"), "\(offset)")
    let unknown = try refusal(Self.change("clocks", 0) { $0["ofset_s"] = 99 })
    #expect(unknown.contains("\"ofset_s\" is no key of clocks; there are name,"), "\(unknown)")
    #expect(!unknown.contains("belongs"), "\(unknown)")
    // Of another kind of rows: it is a column, and not of these.
    let column = try refusal(
      Self.change("tables", 1) { $0["columns"] = ["start": "a", "end": "b", "distance": "c"] })
    #expect(column.contains("\"distance\" is not read from strides; there are start"), "\(column)")
    #expect(!column.contains("belongs"), "\(column)")
  }

  @Test func `a key that changes nothing beside the others is refused`() throws {
    let idle: [(String, (inout [String: Any]) -> Void)] = [
      (
        "strides.csv: \"recording\" has no effect beside \"recording_column\"",
        Self.change("tables", 1) { $0["recording"] = "walk" }
      ),
      (
        "trials.csv: \"sees\" has no effect on trials",
        Self.change("tables", 2) { $0["sees"] = "whole" }
      ),
      (
        "contacts.csv: \"rate_hz\" has no effect on times in s; if they are frames",
        Self.change("tables", 0) { $0["rate_hz"] = 100 }
      ),
      (
        "strides.csv: \"sides\" has no effect without a column of sides",
        Self.change("tables", 1) { $0["sides"] = ["Li": "left", "Re": "right"] }
      ),
      (
        "contacts.csv: \"side\" has no effect on \"left\" and \"right\"",
        Self.change("tables", 0) { $0["columns"] = ["left": "L", "right": "R", "side": "Limb"] }
      ),
      (
        "clocks: \"uses_any_fit\" has no effect on \"laboratory\" beside \"offset_s\"",
        Self.change("clocks", 0) { $0["uses_any_fit"] = true }
      ),
      (
        "clocks: the entry of \"laboratory\" says nothing of it",
        Self.change("clocks", 0) { $0["offset_s"] = nil }
      ),
    ]
    for (words, change) in idle {
      let message = try refusal(change)
      #expect(message.hasPrefix(words), "\(message)")
    }
    // Of one recording, an entry that says nothing undoes what is said of all.
    let undone = try Self.mapping { mapping in
      let clocks = mapping["clocks"] as? [[String: Any]] ?? []
      mapping["clocks"] = clocks + [["name": "laboratory", "recording": "walk"]]
    }
    #expect(
      try LaboratoryMapping(json: undone).said(of: "laboratory", in: "walk")?.offsetSeconds == nil)
  }

  @Test func `a recording under two names is refused`() throws {
    let message = try refusal(Self.change("recordings", 1) { $0["file"] = "walk.csv" })
    #expect(
      message.hasPrefix("the recordings \"walk\" and \"run\" are the same file, walk.csv"),
      "\(message)")
  }
}
