import GaitModel
import GaitSimulation
import Testing

@testable import GaitAnalysis

/// Slower sensors that a live recording hands over apart from the motion of their time.
struct SlowSensorDelayTests {
  private static let stairs = TestRecording(Scenario.stairs.recording(seed: 11, seconds: 120))

  /// The same with eight tenths of a second missing on the first stairs: its walk closes as soon as motion comes again.
  private static let interrupted: TestRecording = {
    var copy = stairs
    let kept = stairs.block.seconds.indices.filter {
      !(20.0..<20.8).contains(stairs.block.seconds[$0])
    }
    func part(_ axes: Axes) -> Axes {
      Axes(x: kept.map { axes.x[$0] }, y: kept.map { axes.y[$0] }, z: kept.map { axes.z[$0] })
    }
    copy.block = RecordingBlock(
      seconds: kept.map { stairs.block.seconds[$0] }, acceleration: part(stairs.block.acceleration),
      angularRate: stairs.block.angularRate.map(part), side: stairs.block.side)
    return copy
  }()

  private static let expected = [stairs, interrupted].map(whole)

  private static func whole(_ recording: TestRecording) -> RecordingAnalysis {
    var engine = GaitPipeline().engine(for: recording.facts)
    _ = engine.append(recording.block)
    return engine.finish()
  }

  /// Half seconds of motion, each followed by a block without motion that holds what slower sensors gave until so many seconds
  /// before.
  private static func blocks(_ recording: TestRecording, delay: Double) -> [RecordingBlock] {
    let block = recording.block
    var handed = -Double.infinity
    func side(through end: Double) -> RecordingBlock {
      let slow = block.side.mapValues { $0.sliced(after: handed, through: end) }
      handed = end
      return RecordingBlock(
        seconds: [], acceleration: Axes(), angularRate: block.angularRate.map { _ in Axes() },
        side: slow.filter { !$0.value.seconds.isEmpty })
    }
    var blocks: [RecordingBlock] = []
    for start in stride(from: 0, to: block.count, by: 25) {
      var motion = block.sliced(start..<min(start + 25, block.count))
      motion.side = [:]
      blocks += [motion, side(through: (motion.seconds.last ?? 0) - delay)]
    }
    return blocks + [side(through: .infinity)]
  }

  private static func analysis(_ recording: TestRecording, delay: Double) -> RecordingAnalysis {
    var engine = GaitPipeline().engine(for: recording.facts)
    for block in blocks(recording, delay: delay) { _ = engine.append(block) }
    return engine.finish()
  }

  @Test(arguments: [-5, 0, 1.4])
  func `by themselves they count, before their motion and less than 2 s behind it`(delay: Double) {
    #expect(Self.expected[0].stairFlights.value?.count ?? 0 >= 2)
    #expect(Self.analysis(Self.stairs, delay: delay) == Self.expected[0])
    // Half a second of samples and the gap are 1.3 s of motion.
    #expect(Self.analysis(Self.interrupted, delay: min(delay, 0.6)) == Self.expected[1])
  }

  @Test func `the engine with walks on a thread of their own takes them, too`() async throws {
    let live = try GaitPipeline().liveEngine(for: Self.stairs.facts)
    for block in Self.blocks(Self.stairs, delay: 1) { live.append(block) }
    #expect(try await live.finish() == Self.expected[0])
  }

  @Test(arguments: [2.0, 60])
  func `what comes 2 s behind its motion or later is counted and not used`(delay: Double) throws {
    let found = Self.analysis(Self.stairs, delay: delay)
    let values = try #require(Self.stairs.block.side[.pressure])
    let end = Self.stairs.span.upperBound
    let late = values.seconds.filter { $0 + SideMemory.longestDelay <= end }.count
    let remark = try #require(found.remarks.first { $0.kind == .outOfOrder })
    #expect(remark.sampleCount == late)
    #expect(remark.message.contains("air pressure came 2 s or more behind"), "\(remark.message)")
  }

  @Test func `a heart rate and a temperature may come at any time`() {
    var recording = TestRecording(Scenario.heartRate.recording(seed: 11, seconds: 120))
    recording.block.side[.temperature] = SideSamples(seconds: [1, 60], values: [20, 22])
    let found = Self.analysis(recording, delay: 60)
    #expect(!found.heartRates.isEmpty && found.quality.temperature != nil)
    #expect(found == Self.whole(recording))
  }
}
