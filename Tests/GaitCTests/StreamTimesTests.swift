import CGaitKit
import Foundation
import GaitModel
import GaitResults
import Testing

@testable import GaitC

/// The times of live streams: where samples have none, and where they cannot be.
struct StreamTimesTests {
  /// Appends somebody who moves a little at 50 Hz from one second to another, with or without times and a gyroscope.
  private static func append(
    _ seconds: Range<Double>, to stream: LiveStream, hasTimes: Bool = false,
    hasAngularRate: Bool = true
  ) throws {
    let times = (0..<Int(50 * (seconds.upperBound - seconds.lowerBound))).map {
      seconds.lowerBound + Double($0) / 50
    }
    let force = times.flatMap { [sin(9 * $0), cos(11 * $0), 9.81 + sin(12.6 * $0)] }
    try times.withUnsafeBufferPointer { times in
      try force.withUnsafeBufferPointer { force in
        let axes = gait_axes(
          values: UnsafeRawPointer(force.baseAddress), scalar: GAIT_FLOAT64, next_sample: 24,
          next_axis: 8)
        var samples = gait_no_samples()
        samples.count = times.count
        samples.time_s = hasTimes ? times.baseAddress : nil
        samples.acceleration = axes
        if hasAngularRate { samples.angular_rate = axes }
        try stream.append(BorrowedSamples(samples))
      }
    }
  }

  /// The remarks of a stream with a gyroscope whose calls at 25, 30 and 35 s have none.
  private static func remarks(hasTimes: Bool, refused: Set<Int>) throws -> [RecordingRemark] {
    let stream = try LiveStream(rateHertz: 50, hasAngularRate: true, options: Options(nil))
    for start in stride(from: 0, to: 60, by: 5) {
      let seconds = Double(start)..<Double(start + 5)
      if refused.contains(start) {
        #expect(throws: BadArgument.self) {
          try append(seconds, to: stream, hasTimes: hasTimes, hasAngularRate: false)
        }
      } else {
        try append(seconds, to: stream, hasTimes: hasTimes)
      }
    }
    return try stream.finish().remarks.filter { $0.message.contains("refused") }
  }

  @Test func `blocks that were refused take no time where there are no times, which is said`()
    throws
  {
    let said = try Self.remarks(hasTimes: false, refused: [25, 30, 35])
    #expect(said.map(\.kind) == [.inconsistent] && said.map(\.sampleCount) == [750])
    #expect(
      said.first?.message.hasPrefix(
        "3 blocks without times were refused and took no time: unless their samples were appended again, all times behind them "
          + "are too early") == true, "\(said)")
    let one = try Self.remarks(hasTimes: false, refused: [25])
    #expect(
      one.first?.message.hasPrefix(
        "1 block without times was refused and took no time: unless its samples")
        == true, "\(one)")
    #expect(try Self.remarks(hasTimes: false, refused: []).isEmpty)
    #expect(try Self.remarks(hasTimes: true, refused: [25, 30, 35]).isEmpty)
  }

  @Test func `a block that cannot be read is counted, and slower sensors alone are not`() throws {
    let stream = try LiveStream(rateHertz: 50, hasAngularRate: true, options: Options(nil))
    try Self.append(0..<60, to: stream)
    var samples = gait_no_samples()
    #expect(throws: BadArgument.self) {
      try "presure_hpa".withCString { name in
        var channel = gait_side_channel(name: name, count: 0, time_s: nil, values: nil)
        try withUnsafePointer(to: &channel) { channel in
          (samples.side, samples.side_count) = (channel, 1)
          try stream.append(BorrowedSamples(samples))
        }
      }
    }
    samples.size = 0
    #expect(throws: BadArgument.self) { try stream.append(BorrowedSamples(samples)) }
    let said = try stream.finish().remarks.filter { $0.message.contains("refused") }
    #expect(said.map { $0.message.hasPrefix("1 block ") } == [true] && said[0].sampleCount == 0)
  }

  @Test(arguments: [0, 30.0 * 86_400])
  func `a stream says that its last time is in the future, as a recording does`(leap: Double) throws
  {
    let stream = try Date().formatted(.iso8601).withCString { start in
      var options = gait_default_options()
      options.start = start
      return try LiveStream(rateHertz: 50, hasAngularRate: true, options: Options(&options))
    }
    try Self.append(0..<60, to: stream, hasTimes: true)
    try Self.append(60 + leap..<120 + leap, to: stream, hasTimes: true)
    let said = try stream.finish().remarks.filter { $0.message.contains("it is in the future") }
    #expect(
      said.map { $0.message.hasPrefix("its last time, ") } == (leap > 0 ? [true] : []), "\(said)")
  }
}
