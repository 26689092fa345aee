import GaitAnalysis
import GaitModel
import GaitSimulation
import Testing

/// How long a program that feeds the engine second by second waits for a bout that has ended.
struct DelayTests {
  /// A group of walks closes when 6.4 s hold no gait, its margin is there 6 s later, and a frame is decided upon when
  /// both paths of the decoder agree, a minute later at most.
  private static let longestSeconds = 6.4 + 6 + 60

  /// Where walks follow each other after a second or two, as on stairs, the first waits for the last.
  @Test(arguments: [Scenario.dailyLife, .jogging, .lift])
  func `a bout before a rest is told within 73 s of its end, as a rule within 15`(
    _ scenario: Scenario
  ) {
    let life = TestRecording(scenario.recording(seed: 11, seconds: 600))
    let delays = Self.delays(life).sorted()
    #expect(!delays.isEmpty)
    #expect(delays.allSatisfy { $0 > 0 && $0 <= Self.longestSeconds }, "\(delays)")
    if let middle = delays.dropFirst(delays.count / 2).first { #expect(middle <= 15, "\(delays)") }
  }

  /// From the end of each bout to the end of the second that brought it, seconds of the recording.
  private static func delays(_ recording: TestRecording) -> [Double] {
    var engine = GaitPipeline().engine(for: recording.facts)
    let length = Int(recording.facts.samplingRateHertz)
    return stride(from: 0, to: recording.block.count, by: length).flatMap { start in
      let second = recording.block.sliced(start..<min(start + length, recording.block.count))
      let now = second.seconds.last ?? 0
      return engine.append(second).map { now - $0.seconds.upperBound }
    }
  }
}
