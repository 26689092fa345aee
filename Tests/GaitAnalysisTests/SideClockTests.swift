import GaitModel
import GaitSimulation
import Testing

@testable import GaitAnalysis

/// Slower sensors by another clock than the motion's, or in another unit of time.
struct SideClockTests {
  private static let stairs = TestRecording(Scenario.stairs.recording(seed: 11, seconds: 120))
  private static let jog = TestRecording(Scenario.jogging.recording(seed: 3, seconds: 40))

  /// A recording with a channel whose stamps are moved and stretched.
  private func moved(
    _ recording: TestRecording, _ channel: SideChannel, by seconds: Double, times factor: Double,
    _ values: SideSamples? = nil
  ) throws -> TestRecording {
    var copy = recording
    let samples = try #require(values ?? recording.block.side[channel])
    copy.block.side[channel] = SideSamples(
      seconds: samples.seconds.map { factor * $0 + seconds }, values: samples.values)
    return copy
  }

  private func every(second interval: Double, to end: Double, _ value: Float) -> SideSamples {
    let stamps = Array(stride(from: 0, to: end, by: interval))
    return SideSamples(seconds: stamps, values: stamps.map { _ in value })
  }

  /// All at once, or motion in blocks before all of the slower sensors that is left.
  private func analysis(_ recording: TestRecording, inBlocksOf count: Int? = nil)
    -> RecordingAnalysis
  {
    var engine = GaitPipeline().engine(for: recording.facts)
    guard let count else {
      _ = engine.append(recording.block)
      return engine.finish()
    }
    let block = recording.block
    for start in stride(from: 0, to: block.count, by: count) {
      _ = engine.append(block.sliced(start..<min(start + count, block.count)))
    }
    let end = recording.span.upperBound
    let rest = block.side.mapValues { $0.sliced(after: end, through: .infinity) }
    _ = engine.append(
      RecordingBlock(
        seconds: [], acceleration: Axes(), angularRate: block.angularRate.map { _ in Axes() },
        side: rest))
    return engine.finish()
  }

  private func remark(_ analysis: RecordingAnalysis) -> RecordingRemark? {
    analysis.remarks.first { $0.message.contains("outside the motion's time") }
  }

  @Test(arguments: [(1.78e9, 1.0), (-3600, 1), (0, 1000)])
  func `speeds over ground by another clock are told, and the run has none`(
    by seconds: Double, times factor: Double
  ) throws {
    let speeds = every(second: 1, to: 40, 2.5)
    let right = analysis(try moved(Self.jog, .groundSpeed, by: 0, times: 1, speeds))
    #expect(right.bouts.contains { $0.walkingSpeed.value?.metersPerSecond == 2.5 })
    #expect(remark(right) == nil)
    let wrong = try moved(Self.jog, .groundSpeed, by: seconds, times: factor, speeds)
    let found = try #require(remark(analysis(wrong)))
    #expect(found.kind == .inconsistent && found.sampleCount >= 39)
    #expect(found.message.contains("of 40 values of the speed over ground"), "\(found.message)")
    #expect(found.message.contains("in seconds"))
    #expect(analysis(wrong, inBlocksOf: 77) == analysis(wrong))
  }

  @Test func `air pressure in milliseconds is told once, and its stairs are not`() throws {
    let plain = analysis(Self.stairs)
    #expect(plain.stairFlights.value?.isEmpty == false && remark(plain) == nil)
    for (seconds, factor) in [(0.0, 1000.0), (0, 60), (1.78e9, 1)] {
      let found = analysis(try moved(Self.stairs, .pressure, by: seconds, times: factor))
      #expect(try #require(remark(found)).message.contains("of the air pressure"))
      #expect(found.remarks.count { $0.message.contains("air pressure") } == 1)
    }
  }

  @Test func `heart rates and temperatures of another time are not the recording's`() throws {
    let end = Self.jog.span.upperBound
    let rates = every(second: 1, to: 40, 120)
    let late = analysis(try moved(Self.jog, .heartRate, by: 1.78e9, times: 1, rates))
    #expect(late.heartRates.isEmpty && remark(late) != nil)
    let warm = analysis(
      try moved(Self.jog, .temperature, by: 1.78e9, times: 1, every(second: 1, to: 40, 30)))
    #expect(warm.quality.temperature == nil && remark(warm) != nil)
    // A strap that begins earlier and ends later is none of that.
    let longer = SideSamples(
      seconds: (-15..<55).map(Double.init), values: (-15..<55).map { 100 + Float($0 % 7) })
    let strap = analysis(try moved(Self.jog, .heartRate, by: 0, times: 1, longer))
    #expect(remark(strap) == nil)
    #expect(
      strap.heartRates.allSatisfy { $0.seconds.upperBound <= end && $0.seconds.lowerBound >= -10 })
    #expect(strap.heartRates.count >= 4)
  }
}
