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

  private func remark(_ analysis: RecordingAnalysis) -> RecordingRemark? {
    analysis.remarks.first { $0.message.contains("outside the motion's time") }
  }

  @Test(arguments: [(1.78e9, 1.0), (-3600, 1), (0, 1000)])
  func `speeds over ground by another clock are told, and the run has none`(
    by seconds: Double, times factor: Double
  ) throws {
    let speeds = every(second: 1, to: 40, 2.5)
    let right = try moved(Self.jog, .groundSpeed, by: 0, times: 1, speeds).analyzed()
    #expect(right.bouts.contains { $0.walkingSpeed.value?.metersPerSecond == 2.5 })
    #expect(remark(right) == nil)
    let wrong = try moved(Self.jog, .groundSpeed, by: seconds, times: factor, speeds)
    let found = try #require(remark(wrong.analyzed()))
    #expect(found.kind == .inconsistent && found.sampleCount >= 39)
    #expect(found.message.contains("of 40 values of the speed over ground"), "\(found.message)")
    #expect(found.message.contains("in seconds"))
    #expect(wrong.streamed(cutEvery: 77).analysis == wrong.analyzed())
  }

  @Test func `air pressure in milliseconds is told once, and its stairs are not`() throws {
    let plain = Self.stairs.analyzed()
    #expect(plain.stairFlights.value?.isEmpty == false && remark(plain) == nil)
    for (seconds, factor) in [(0.0, 1000.0), (0, 60), (1.78e9, 1)] {
      let found = try moved(Self.stairs, .pressure, by: seconds, times: factor).analyzed()
      #expect(try #require(remark(found)).message.contains("of the air pressure"))
      #expect(found.remarks.count { $0.message.contains("air pressure") } == 1)
    }
  }

  @Test func `heart rates and temperatures of another time are not the recording's`() throws {
    let end = Self.jog.span.upperBound
    let rates = every(second: 1, to: 40, 120)
    let late = try moved(Self.jog, .heartRate, by: 1.78e9, times: 1, rates).analyzed()
    #expect(late.heartRates.isEmpty && remark(late) != nil)
    let warm = try moved(
      Self.jog, .temperature, by: 1.78e9, times: 1, every(second: 1, to: 40, 30)
    ).analyzed()
    #expect(warm.quality.temperature == nil && remark(warm) != nil)
    // A strap that begins earlier and ends later is none of that.
    let longer = SideSamples(
      seconds: (-15..<55).map(Double.init), values: (-15..<55).map { 100 + Float($0 % 7) })
    let strap = try moved(Self.jog, .heartRate, by: 0, times: 1, longer).analyzed()
    #expect(remark(strap) == nil)
    #expect(
      strap.heartRates.allSatisfy { $0.seconds.upperBound <= end && $0.seconds.lowerBound >= -10 })
    #expect(strap.heartRates.count >= 4)
  }
}
