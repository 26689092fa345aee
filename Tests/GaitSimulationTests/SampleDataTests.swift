import Foundation
import GaitModel
import Testing

import GaitSimulation

/// The committed samples are what the code makes, so that nobody tests against files of the past.
@Suite struct SampleDataTests {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("SampleData")

  @Test func `every sample is made anew to the last byte`() throws {
    for sample in try Self.manifest() {
      let files = try #require(
        RecordingFiles(try sample.recording(), format: sample.recordingFormat)
      ).named(sample.name)
      for file in files {
        let committed = try Data(contentsOf: Self.folder.appendingPathComponent(file.name))
        #expect(Data(file.bytes) == committed, "remake SampleData/\(file.name): \(sample.command)")
      }
    }
  }

  @Test func `the manifest names every recording in the folder and how to make it`() throws {
    let samples = try Self.manifest()
    let present = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
      .filter { name in RecordingFormat.allCases.contains { name.hasSuffix(".\($0.rawValue)") } }
    #expect(present.sorted() == samples.map(\.file).sorted())
    for sample in samples {
      #expect(
        sample.command
          == "Tools/gait simulate \(sample.scenario) --seed \(sample.seed) "
          + "--output SampleData/\(sample.file)")
    }
  }

  @Test func `the manifest's truth is the recording's`() throws {
    for sample in try Self.manifest() {
      let truth = try sample.recording().truth
      #expect(sample.truth.bouts == truth.bouts.count)
      #expect(sample.truth.steps == truth.stepCount)
      #expect(sample.truth.turns == truth.turns.count)
      let speeds = truth.bouts.map(\.walkingSpeed.metersPerSecond)
      #expect(zip(sample.truth.speedsMetersPerSecond, speeds).allSatisfy { abs($0 - $1) < 0.0051 })
      #expect(sample.truth.speedsMetersPerSecond.count == speeds.count)
    }
  }

  static func manifest() throws -> [Sample] {
    let data = try Data(contentsOf: folder.appendingPathComponent("MANIFEST.json"))
    return try JSONDecoder().decode([Sample].self, from: data)
  }
}

/// One entry of the manifest.
struct Sample: Decodable {
  let name: String
  let scenario: String
  let seed: UInt64
  let command: String
  let truth: Truth
  /// The format's ending; text without it.
  let format: String?

  var recordingFormat: RecordingFormat {
    get throws { try #require(RecordingFormat(rawValue: format ?? "csv")) }
  }

  var file: String { "\(name).\(format ?? "csv")" }

  struct Truth: Decodable {
    let bouts: Int
    let steps: Int
    let turns: Int
    let speedsMetersPerSecond: [Double]

    enum CodingKeys: String, CodingKey {
      case bouts, steps, turns
      case speedsMetersPerSecond = "walking_speeds_mps"
    }
  }

  func recording() throws -> SimulatedRecording {
    try #require(Scenario(rawValue: scenario)).recording(seed: seed, name: name)
  }
}
