import Foundation
import Testing

@testable import GaitValidation

/// Tables that tell of the same walks, each in its own way, are of systems of their own.
@Suite struct `Systems in a draft` {
  private let recording =
    "time_s,acc_x,acc_y,acc_z\n" + (0..<300).map { "\(Double($0) / 50),0,0,9.81\n" }.joined()

  /// A draft for two recordings and some tables.
  private func draft(_ tables: [String: String]) throws -> MappingDraft {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in tables.merging(
      ["P01_a.csv": recording, "P02_a.csv": recording], uniquingKeysWith: { $1 })
    {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    return try MappingDraft(folder: folder)
  }

  private func systems(_ draft: MappingDraft) -> [String: String] {
    Dictionary(uniqueKeysWithValues: draft.mapping.tables.map { ($0.file, $0.system) })
  }

  /// Steps of 0.55 s, some seconds late.
  private func contacts(from start: Double = 1, late: Double = 0, hasSides: Bool = true) -> String {
    "Onset,Limb\n"
      + (0..<20).map { step in
        let side = step.isMultiple(of: 2) ? "left" : "right"
        return "\(start + 0.55 * Double(step) + late),\(hasSides ? side : "")\n"
      }.joined()
  }

  private func walks(late: Double) -> String {
    "Session,Begin [s],Stop [s]\n"
      + ["P01_a", "P02_a"].map { "\($0),\(1 + late),\(4 + late)\n\($0),\(6 + late),\(9 + late)\n" }
      .joined()
  }

  @Test func `are called by what differs in the names of files`() throws {
    let both = try draft([
      "mat P01 contacts.csv": contacts(), "P01 film.csv": contacts(late: 0.03, hasSides: false),
      "mat P02 contacts.csv": contacts(), "mat walks.csv": walks(late: 0),
      "Film walks.csv": walks(late: 0.2),
      "protocol.csv": "Session,Task,Begin [s],Stop [s]\nP01_a,walk,1,9\n",
    ])
    let found = systems(both)
    #expect(found["mat P01 contacts.csv"] == "mat" && found["mat P02 contacts.csv"] == "mat")
    #expect(found["mat walks.csv"] == "mat" && found["Film walks.csv"] == found["P01 film.csv"])
    #expect(found["P01 film.csv"]?.lowercased() == "film", "\(found)")
    #expect(found["protocol.csv"] == "laboratory")
    #expect(
      both.notes.contains { $0.contains("and mat in 3 tables, a guess by their names") },
      "\(both.notes)")
    #expect(try LaboratoryMapping(json: both.mapping.document()) == both.mapping)
  }

  @Test func `are called by their folders`() throws {
    let found = systems(
      try draft(["mat/P01.csv": contacts(), "film/P01.csv": contacts(late: 0.03)]))
    #expect(found == ["mat/P01.csv": "mat", "film/P01.csv": "film"])
  }

  @Test func `are asked for where names do not differ`() throws {
    let draft = try draft([
      "P01_a contacts.csv": contacts(), "P01_a contacts 2.csv": contacts(late: 0.03),
    ])
    #expect(Set(systems(draft).values) == ["laboratory"])
    #expect(
      draft.notes.contains {
        $0.contains("both tell of the same contacts of P01_a, each in its own way")
      }, "\(draft.notes)")
  }

  @Test func `are one where tables complete or repeat each other`() throws {
    let draft = try draft([
      "mat P01 first.csv": contacts(), "mat P01 second.csv": contacts(from: 40),
      "mat P01 copy.csv": contacts(), "mat P01 plate.csv": contacts(hasSides: false),
    ])
    #expect(Set(systems(draft).values) == ["laboratory"], "\(draft.notes)")
    #expect(!draft.notes.contains { $0.contains("same") }, "\(draft.notes)")
  }
}
