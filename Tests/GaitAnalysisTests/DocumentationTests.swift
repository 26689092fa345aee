import Foundation
import GaitAnalysis
import GaitModel
import GaitSimulation
import SensorFiles
import Testing

/// The examples of the documentation do what it says.
struct DocumentationTests {
  @Test func `a file is analyzed`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let made = Scenario.upsideDownPhone.recording(seed: 2, seconds: 25)
    let block = made.wholeBlock()
    let rows = block.seconds.indices.map { i in
      let force = block.acceleration
      return "\(block.seconds[i]),\(force.x[i]),\(force.y[i]),\(force.z[i])"
    }
    let path = folder.appendingPathComponent("walk.csv").path
    try (["time_s,acc_x,acc_y,acc_z"] + rows).joined(separator: "\n")
      .write(toFile: path, atomically: true, encoding: .utf8)

    var recording = try SensorFile.open(path)
    var read: [Double] = []
    let analysis = try GaitPipeline().analysis(of: &recording) { read.append($0) }
    #expect(analysis.totals.stepCount > 20)
    #expect(read.last == block.seconds.last)
    let methods = GaitPipeline().presets[.anywhere]
    let named = [methods.gaitSequences.identity, methods.initialContacts.identity]
    #expect(named.allSatisfy { analysis.methods.contains($0) })
  }

  @Test func `the stages that cost time are told, the last one last`() throws {
    let recording = try AnalyzedRecording.simulated(.dailyLife).recording
    var engine = GaitPipeline().engine(for: recording.facts)
    let stages = Stages()
    engine.stageObserver = { stages.entered.append($0) }
    _ = engine.append(recording.block)
    _ = engine.finish()
    #expect(Set(stages.entered) == Set(GaitStage.allCases))
    #expect(stages.entered.first == .conditioning && stages.entered.last == .finished)
  }

  private final class Stages {
    var entered: [GaitStage] = []
  }
}
