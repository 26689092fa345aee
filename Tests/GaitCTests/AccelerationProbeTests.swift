import CGaitKit
import Foundation
import GaitModel
import GaitResults
import Testing

@testable import GaitC

/// What is looked at before an acceleration is believed: always the same samples.
struct AccelerationProbeTests {
  /// A minute at 50 Hz, scaled by its seconds, in blocks of so many; how many of these were refused.
  private static func found(
    cut: Double, scale: (Double) -> Double
  ) throws -> (recording: AnalyzedRecording, refusedCount: Int) {
    let stream = try LiveStream(rateHertz: 50, hasAngularRate: false, options: Options(nil))
    var refusedCount = 0
    for start in stride(from: 0, to: 60, by: cut) {
      do {
        try StreamTimesTests.append(
          start..<start + cut, to: stream, hasTimes: true, hasAngularRate: false, scale: scale)
      } catch is BadArgument {
        refusedCount += 1
      }
    }
    return (try stream.finish(), refusedCount)
  }

  @Test(arguments: [1.0, 4, 20, 60])
  func `zeros at the beginning are a dropout, however they are cut`(cut: Double) throws {
    let (recording, refusedCount) = try Self.found(cut: cut) { $0 < 20 ? 0 : 1 }
    #expect(refusedCount == 0)
    #expect(abs(recording.analysis.quality.durationSeconds - 59.98) < 0.001)
    let said = recording.remarks.map(\.message)
    #expect(said.contains { $0.contains("1,000 broken samples") }, "\(said)")
  }

  @Test(arguments: [1.0, 12, 60])
  func `a unit that changes later is judged alike, however it is cut`(cut: Double) throws {
    let (recording, refusedCount) = try Self.found(cut: cut) { $0 < 15 ? 1 : 0.102 }
    #expect(refusedCount == 0)
    #expect(abs(recording.analysis.quality.durationSeconds - 59.98) < 0.001)
  }

  @Test(arguments: [1.0, 10, 60])
  func `the first seconds are refused where they are in g`(cut: Double) throws {
    let stream = try LiveStream(rateHertz: 50, hasAngularRate: false, options: Options(nil))
    let error = #expect(throws: BadArgument.self) {
      for start in stride(from: 0, to: 60, by: cut) {
        try StreamTimesTests.append(
          start..<start + cut, to: stream, hasAngularRate: false, scale: { _ in 0.102 })
        #expect(start < 9)
      }
    }
    #expect(error?.description.contains("multiply them by 9.80665") == true)
  }

  @Test(arguments: [1.0, 60])
  func `a stream of zeros alone is refused at its end`(cut: Double) throws {
    let error = #expect(throws: BadArgument.self) {
      try Self.found(cut: cut) { _ in 0 }
    }
    #expect(error?.description.contains("is the sensor dead?") == true)
  }

  @Test func `ten minutes of zeros before an array are a dropout, too`() throws {
    let zeros = 610 * 50
    let moving = (0..<3000).flatMap { place -> [Double] in
      let second = Double(place) / 50
      return [sin(9 * second), cos(11 * second), 9.81]
    }
    let force = Array(repeating: 0.0, count: 3 * zeros) + moving
    try force.withUnsafeBufferPointer { force in
      var samples = gait_no_samples()
      (samples.count, samples.sampling_rate_hz) = (force.count / 3, 50)
      samples.acceleration = gait_axes(
        values: UnsafeRawPointer(force.baseAddress), scalar: GAIT_FLOAT64, next_sample: 24,
        next_axis: 8)
      var recording = try BorrowedRecording(BorrowedSamples(samples), options: Options(nil))
      var count = 0
      while let block = try recording.nextBlock() { count += block.seconds.count }
      #expect(count == zeros + 3000)
    }
  }
}
