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
    /// Half a step of the acceleration, m/s².
    let force: Double
    /// Half a step of the angular rate, rad/s; `nil` without a gyroscope.
    var rate: Double?
    /// How far a time may be off, seconds.
    var seconds = 0.0
    /// Only so many samples at once are stored; what is left at the end is not.
    var samplesPerPage = 1

    var testDescription: String { format.rawValue }
  }

  static let formats = [
    Format(format: .csv, force: 0, rate: 0),
    // The clock is read to 1/32,768 s.
    Format(
      format: .cwa, force: standardGravity / 4096 / 2, rate: 2000 / 32_768 * .pi / 180 / 2,
      seconds: 1e-4),
    // Times are counted from page to page: round-off.
    Format(format: .bin, force: standardGravity / 256 / 2, seconds: 1e-6, samplesPerPage: 300),
    // A second of 100 Hz.
    Format(format: .gt3x, force: standardGravity / 256 / 2, seconds: 1e-6, samplesPerPage: 100),
  ]

  private func read(
    _ files: RecordingFiles
  ) throws -> (block: RecordingBlock, analysis: RecordingAnalysis) {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("FormatTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, bytes) in files.named("walk") {
      try Data(bytes).write(to: folder.appendingPathComponent(name))
    }
    let path = folder.appendingPathComponent("walk.\(files.format.rawValue)").path
    let block = try #require(
      try RecordingSourceContract.allSamples(of: SensorFile.open(path)))
    var source = try SensorFile.open(path)
    let analysis = try GaitPipeline().analysis(of: &source)
    // What turns without a gyroscope is not seen, and said.
    let remarks = analysis.remarks.filter { !$0.message.contains("turns are not seen") }
    #expect(remarks.allSatisfy { $0.kind == .converted }, "\(analysis.remarks)")
    #expect((remarks.count < analysis.remarks.count) == (block.angularRate == nil))
    return (block, analysis)
  }

  /// The same walk, seen by a sensor with or without gyroscope.
  private func walk(seconds: Double? = nil, hasAngularRate: Bool) -> SimulatedRecording {
    let scenario = Scenario.straightWalk
    var mount = scenario.mount(seed: 3)
    mount.hasAngularRate = hasAngularRate
    return SimulatedRecording(
      name: "walk", profile: scenario.profile, plan: scenario.plan(seconds: seconds),
      mount: mount, seed: 3)
  }

  @Test func `every format is tried`() {
    #expect(Set(Self.formats.map(\.format)) == Set(RecordingFormat.allCases))
  }

  @Test(arguments: formats)
  func `what the simulator writes is read back to half a step`(format: Format) throws {
    let recording = walk(seconds: 30, hasAngularRate: true)
    let made = recording.wholeBlock()
    let (found, _) = try read(#require(RecordingFiles(recording, format: format.format)))
    let pages = made.seconds.count / format.samplesPerPage
    #expect(found.seconds.count == pages * format.samplesPerPage)
    #expect(
      zip(found.seconds, made.seconds).allSatisfy { abs($0 - $1) <= format.seconds })
    #expect(isClose(found.acceleration, made.acceleration, format.force))
    #expect((found.angularRate != nil) == (format.rate != nil))
    if let step = format.rate, let rate = found.angularRate, let truth = made.angularRate {
      #expect(isClose(rate, truth, step))
    }
  }

  @Test(arguments: formats)
  func `every format gives the bouts of the plain table`(format: Format) throws {
    let recording = walk(hasAngularRate: format.rate != nil)
    let plain = try read(RecordingFiles(recording)).analysis
    let found = try read(#require(RecordingFiles(recording, format: format.format))).analysis
    #expect(found.bouts.count == plain.bouts.count && !plain.bouts.isEmpty)
    for (bout, expected) in zip(found.bouts, plain.bouts) {
      // The foot that closes a walk is heard faintly: a device's rounding may drown it.
      #expect(abs(bout.stepCount - expected.stepCount) <= 1)
      let speeds = [bout, expected].map { $0.walkingSpeed.value?.metersPerSecond ?? .nan }
      #expect(abs(speeds[0] - speeds[1]) < 0.01)
    }
  }

  @Test(arguments: [RecordingFormat.bin, .gt3x])
  func `a device that paces its samples has no place for an uneven clock`(
    format: RecordingFormat
  ) {
    var mount = SensorMount(samplingRateHertz: 50)
    mount.stampJitter = 0.2
    let recording = SimulatedRecording(
      name: "walk", profile: WalkerProfile(), plan: WalkPlan([.stand(seconds: 12)]),
      mount: mount, seed: 1)
    #expect(RecordingFiles(recording, format: format) == nil)
  }

  private func isClose(_ a: Axes, _ b: Axes, _ halfStep: Double) -> Bool {
    // Round-off of `Float` beside half a step.
    let limit = Float(halfStep * 1.001)
    return zip([a.x, a.y, a.z], [b.x, b.y, b.z]).allSatisfy { found, made in
      zip(found, made).allSatisfy { abs($0 - $1) <= limit + 1e-6 * abs($1) }
    }
  }
}
