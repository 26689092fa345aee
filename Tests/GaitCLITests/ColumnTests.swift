import Foundation
import Testing

@testable import GaitCLI

/// Every column of every file is described once.
struct ColumnTests {
  @Test func `every file and column is described, in its order`() {
    let tables = SampleAnalysis.known.tables
    #expect(DescribedFiles.all.map(\.name) == tables.map { $0.name + ".csv" })
    for (file, table) in zip(DescribedFiles.all, tables) {
      #expect(file.columns.map(\.name) == table.columns, "\(file.name)")
    }
  }

  @Test func `a unit in a name is the unit`() {
    let units = ["_s": "s", "_m": "m", "_mps": "m/s", "_spm": "steps/min", "_deg": "°"]
    for column in DescribedFiles.all.flatMap(\.columns) {
      #expect(!column.meaning.isEmpty)
      for (ending, unit) in units where column.name.hasSuffix(ending) {
        #expect(column.unit == unit, "\(column.name)")
      }
    }
  }

  @Test func `the command describes a file, and suggests the nearest`() throws {
    let gait = try GaitProcess()
    let bouts = try gait("columns", "out/walk/bouts.csv")
    #expect(bouts.code == 0)
    #expect(bouts.output.contains("walking_speed_mps (m/s)\n    mean speed"))
    #expect(bouts.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    let csv = try gait("columns", "--format", "csv")
    #expect(csv.output.hasPrefix("file,column,unit,meaning\nbouts.csv,bout,,"))
    let slip = try gait("columns", "buots.csv")
    #expect(slip.code == 2)
    #expect(slip.message.contains("did you mean bouts.csv?"))
  }

  @Test func `the page is what the command prints`() throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(
        path: "Sources/GaitModel/GaitModel.docc/Columns.md")
    let text = try GaitProcess()("columns", "--markdown").output
    #expect(
      try String(contentsOf: page, encoding: .utf8) == text,
      "Tools/gait columns --markdown > Sources/GaitModel/GaitModel.docc/Columns.md")
  }
}
