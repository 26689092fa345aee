import Foundation
import GaitResults
import MobilityEstimates
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

  @Test func `a study's dictionary is described as its other tables are`() throws {
    let gait = try GaitProcess()
    for name in ["dictionary.csv", "out/tables/dictionary.csv"] {
      let told = try gait("columns", name, "--format", "csv")
      let columns = told.output.split(separator: "\n").dropFirst()
        .map { String($0.split(separator: ",", omittingEmptySubsequences: false)[1]) }
      let header = StudyTables.dictionary.prefix { $0 != "\n" }
      #expect(told.code == 0 && columns.joined(separator: ",") == header, "\(told.message)")
    }
    let lengths = StudyTables.dictionary.split(separator: "\n").filter {
      $0.contains("_step_length,") || $0.contains("_step_length_m,")
    }
    #expect(
      !lengths.isEmpty && lengths.allSatisfy { $0.contains("without lengths that are assumed") })
    let shares = StudyTables.dictionary.split(separator: "\n").filter { $0.contains("_cv_") }
    #expect(!shares.isEmpty && shares.allSatisfy { $0.contains("of one bout, and where the mean") })
  }

  @Test func `a recording's row is by itself, and a person's also holds what has no clock`() {
    func meanings(_ table: String, _ column: String) -> [String] {
      (StudyTables.described.first { $0.name == "tables/\(table).csv" }?.columns ?? [])
        .filter { $0.name.hasSuffix(column) }.map(\.meaning)
    }
    for column in ["worn_h", "n_steps", "walking_s", "running_s"] {
      let recording = meanings("recordings", column)
      #expect(!recording.isEmpty)
      #expect(
        recording.allSatisfy {
          !$0.contains("divided") && !$0.contains("those of one") && !$0.contains("overlapping")
        }, "\(recording)")
      #expect(recording != meanings("days", column), "\(column)")
    }
    for column in ["worn_h", "n_steps"] {
      for (table, isSaid) in [("persons", true), ("days", false), ("weeks", false)] {
        let said = meanings(table, column)
        #expect(
          said.count == 1 && said.allSatisfy { $0.contains("without a wall clock") == isSaid },
          "\(table): \(said)")
      }
    }
  }

  @Test func `what a store's commands print is described, in its order`() throws {
    let gait = try GaitProcess()
    let row = "P01,walking-speed,1.2,m/s,2026-05-04T09:30:00Z,2026-05-04T09:31:00Z,"
    let head = "participant,kind,value,unit,start_time,end_time,source\n"
    let mark = "P01,activity,stretch,1,2026-05-04T09:30:00Z,2026-05-04T09:31:00Z,person\n"
    try (head + row + "gait\n" + row + "phone\n" + mark)
      .write(toFile: gait.path("two.csv"), atomically: true, encoding: .utf8)
    #expect(try gait("import", "two.csv", "--store", "s.gait").code == 0)
    let walk = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("SampleData/straight-walk.csv").path
    try """
    participant,six_minute_walk_m,sustained_speed_time_weighted_p95_mps,height_m,age_years,sex
    A,300,0.80,1.7,70,f
    """.write(toFile: gait.path("people.csv"), atomically: true, encoding: .utf8)
    let commands = [
      "samples.csv": ["export", "--plain", "--output", "-", "--store", "s.gait"],
      "statistics.csv": [
        "query", "walking-speed", "--every", "day", "--statistics", "count", "--store", "s.gait",
      ],
      "activities.csv": [
        "query", "walking-speed", "--by-activity", "--statistics", "count", "--store", "s.gait",
      ],
      "holdings.csv": ["query", "--store", "s.gait"],
      "pairs.csv": ["compare", "walking-speed", "--store", "s.gait"],
      "inspection.csv": ["inspect", walk], "bench.csv": ["bench", walk, "--runs", "1"],
      "live.csv": ["bench", walk, "--live", "--runs", "1"],
      "cohort.csv": ["validate", "--cohort", "people.csv"],
    ]
    for file in DescribedFiles.printed {
      guard let command = commands[file.name] else { continue }
      let ending = try gait.run(command + ["--format", "csv"])
      #expect(ending.code == 0, "\(ending.message)")
      let columns = ending.output.split(separator: "\n").first?.split(separator: ",").map(
        String.init)
      #expect(columns == file.columns.map(\.name), "\(file.name)")
    }
    let query = try gait("query", "walking-speed", "--store", "s.gait", "--format", "csv").output
    let export = try gait("export", "--plain", "--output", "-", "--store", "s.gait").output
    #expect(
      query.split(separator: "\n").first
        == export.replacing(",stored_time,phone_export_time,superseded_time,reason", with: "")
        .replacing(",analysis_samples", with: "").split(separator: "\n").first)
    // Those of gait validate need recordings with a truth: see the test of a laboratory.
    let validated = [
      "validation.csv", "agreement.csv", "validation_pairs.csv", "trials.csv", "stages.csv",
      "comparison.csv",
    ]
    #expect(Set(commands.keys).union(validated) == Set(DescribedFiles.printed.map(\.name)))
  }

  @Test func `an estimate's mark is described by its key`() throws {
    let samples = try #require(DescribedFiles.printed.first { $0.name == "samples.csv" })
    let other = try #require(samples.columns.first { $0.name == "other" })
    #expect(other.meaning.contains("; \(EstimateWords.isCapped) of an estimate"))
  }

  @Test func `a unit in a name is the unit`() {
    let units = ["_s": "s", "_m": "m", "_mps": "m/s", "_spm": "steps/min", "_deg": "°"]
    for column in (DescribedFiles.all + DescribedFiles.printed).flatMap(\.columns) {
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
