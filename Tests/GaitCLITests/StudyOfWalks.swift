import Foundation
import Testing

/// A small study in a folder of its own: short walks of a few people, and what becomes of them.
struct StudyOfWalks {
  let gait: GaitProcess

  /// The recordings' folder, below that of the process.
  let root = "recordings"

  /// Makes walks of so many people; each has its own content, start and name.
  init(people: Int = 2, walks: Int = 3) throws {
    gait = try GaitProcess()
    for person in 1...people {
      for walk in 1...walks { try add("P0\(person)/walk\(walk).csv", person: person, walk: walk) }
    }
  }

  /// Adds a walk: a part of the sample recording, as long as person and walk say.
  func add(_ name: String, person: Int, walk: Int) throws {
    let lines = Self.lines.prefix(1500 + 200 * person + 40 * walk).joined(separator: "\n")
    try write("\(root)/\(name)", lines + "\n")
    let base = name.split(separator: ".")[0]
    try write(
      "\(root)/\(base).json",
      """
      {"site": "lower_back", "height_m": 1.7\(person), "start_datetime": "2026-05-0\(walk)T09:30:00+02:00"}
      """)
  }

  /// Writes a file of the folder.
  func write(_ name: String, _ text: String) throws {
    let file = URL(fileURLWithPath: gait.path(name))
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Runs the study.
  func batch(_ more: String..., output: String = "out", store: String = "s.gait") throws
    -> GaitProcess.Ending
  {
    try gait.run(["batch", root, "--store", store, "--output", output] + more)
  }

  /// Every file of results by name, and every sample of the store: all that a run leaves behind but what it
  /// took, when, and where from.
  func contents(output: String = "out", store: String = "s.gait") throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in FileManager.default.subpaths(atPath: gait.path(output)) ?? [] {
      var isFolder: ObjCBool = false
      let path = gait.path("\(output)/\(name)")
      _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      guard !isFolder.boolValue, !name.hasSuffix("run.json"), !name.contains("/.lock") else {
        continue
      }
      files[name] = FileManager.default.contents(atPath: path)
      if name.hasPrefix("ledger/"), let data = files[name] {
        let text = String(decoding: data, as: UTF8.self)
        let same = text.replacing(/"instant":\d+/, with: "").replacing(
          /"path":"\.\.[^"]*",/, with: "")
        files[name] = Data(same.utf8)
      }
    }
    let all = try gait("query", "--everything", "--store", store, "--format", "csv")
    #expect(all.code == 0, "\(all.message)")
    files["store"] = Data(all.output.utf8)
    return files
  }

  /// The rows of a table of the study, by column.
  func table(_ name: String, output: String = "out") throws -> [[String: String]] {
    let lines = try gait.text(of: "\(output)/tables/\(name).csv").split(separator: "\n")
    func fields(_ line: Substring) -> [String] {
      line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let columns = fields(lines[0])
    return lines.dropFirst().map { line in
      Dictionary(uniqueKeysWithValues: zip(columns, fields(line)))
    }
  }

  private static let lines: [Substring] = {
    let walk = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("SampleData/straight-walk.csv").path
    let text = (try? String(contentsOfFile: walk, encoding: .utf8)) ?? ""
    return text.split(separator: "\n")
  }()
}
