import Foundation
import Testing

/// The numbers that the documents print are those of the program.
struct DocumentedOutputTests {
  private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test(arguments: [
    "README.md", "Sources/GaitC/GaitC.docc/GaitC.md", "Sources/GaitC/GaitC.docc/R.md",
  ])
  func `the bouts of the sample recording are those that a document shows`(page: String) throws {
    let gait = try GaitProcess()
    let walk = root.appendingPathComponent("SampleData/daily-life.csv").path
    let ending = try gait("analyze", walk, "--format", "csv")
    #expect(ending.code == 0, "\(ending.message)")
    let lines = ending.output.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let shown = try ["start_s", "n_steps", "walking_speed_mps", "walking_speed_se_mps"].map {
      name in
      try #require(lines[0].firstIndex(of: name))
    }
    let rows = lines.dropFirst().map { row in shown.map { row[$0] } }
    let text = try String(contentsOf: root.appendingPathComponent(page), encoding: .utf8)
    let printed = text.split(separator: "\n").map {
      $0.split(separator: " ").map(String.init)
    }
    for row in rows {
      #expect(printed.contains { Array($0.dropFirst()) == row }, "\(page) does not show \(row)")
    }
    #expect(rows.count == 4)
  }
}
