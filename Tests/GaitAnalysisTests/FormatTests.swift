import Foundation
import GaitAnalysis
import GaitModel
import GaitSimulation
import SensorFiles
import TestSupport
import Testing

/// Every format that the simulator writes, through its reader and the whole analysis.
struct FormatTests {
  /// A format, and what its steps leave of a value.
  struct Format: Sendable, CustomTestStringConvertible {
    let format: RecordingFormat
    /// Half a step of the acceleration, m/s², and of the angular rate, rad/s.
    let force: Double
    let rate: Double
    /// How far a time may be off, seconds.
    let seconds: Double

    var testDescription: String { format.rawValue }
  }

  static let formats = [
    Format(format: .csv, force: 0, rate: 0, seconds: 0),
    // The clock is read to 1/32,768 s.
    Format(
      format: .cwa, force: standardGravity / 4096 / 2, rate: 2000 / 32_768 * .pi / 180 / 2,
      seconds: 1e-4),
  ]

  private func read(
    _ recording: SimulatedRecording, _ format: Format
  ) throws -> (block: RecordingBlock, analysis: RecordingAnalysis) {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("FormatTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = try #require(RecordingFiles(recording, format: format.format))
    for (name, bytes) in files.named("walk") {
      try Data(bytes).write(to: folder.appendingPathComponent(name))
    }
    let path = folder.appendingPathComponent("walk.\(format.format.rawValue)").path
    let block = try #require(
      try RecordingSourceContract.allSamples(of: SensorFile.open(path)))
    var source = try SensorFile.open(path)
    return (block, try GaitPipeline().analysis(of: &source))
  }

  @Test func `every format is tried`() {
    #expect(Set(Self.formats.map(\.format)) == Set(RecordingFormat.allCases))
  }

  @Test(arguments: formats)
  func `what the simulator writes is read back to half a step`(format: Format) throws {
    let recording = Scenario.straightWalk.recording(seed: 3, seconds: 30)
    let made = recording.wholeBlock()
    let (found, _) = try read(recording, format)
    #expect(found.seconds.count == made.seconds.count)
    #expect(
      zip(found.seconds, made.seconds).allSatisfy { abs($0 - $1) <= format.seconds })
    #expect(isClose(found.acceleration, made.acceleration, format.force))
    if format.rate < .infinity {
      let (rate, truth) = (try #require(found.angularRate), try #require(made.angularRate))
      #expect(isClose(rate, truth, format.rate))
    }
  }

  @Test(arguments: formats)
  func `every format gives the bouts of the plain table`(format: Format) throws {
    let recording = Scenario.straightWalk.recording(seed: 3)
    let plain = try read(recording, Self.formats[0]).analysis
    let found = try read(recording, format).analysis
    #expect(found.bouts.count == plain.bouts.count && !plain.bouts.isEmpty)
    for (bout, expected) in zip(found.bouts, plain.bouts) {
      #expect(bout.stepCount == expected.stepCount)
      let speeds = [bout, expected].map { $0.walkingSpeed.value?.metersPerSecond ?? .nan }
      #expect(abs(speeds[0] - speeds[1]) < 0.01)
    }
  }

  private func isClose(_ a: Axes, _ b: Axes, _ halfStep: Double) -> Bool {
    // Round-off of `Float` beside half a step.
    let limit = Float(halfStep * 1.001)
    return zip([a.x, a.y, a.z], [b.x, b.y, b.z]).allSatisfy { found, made in
      zip(found, made).allSatisfy { abs($0 - $1) <= limit + 1e-6 * abs($1) }
    }
  }
}
