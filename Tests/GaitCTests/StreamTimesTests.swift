import CGaitKit
import Foundation
import GaitModel
import GaitResults
import Testing

@testable import GaitC

/// The times of live streams: where samples have none, and where they cannot be.
struct StreamTimesTests {
  /// Appends somebody who moves a little at 50 Hz from one second to another, with or without times and a gyroscope.
  static func append(
    _ seconds: Range<Double>, to stream: LiveStream, hasTimes: Bool = false,
    hasAngularRate: Bool = true, scale: (Double) -> Double = { _ in 1 }
  ) throws {
    let times = (0..<Int(50 * (seconds.upperBound - seconds.lowerBound))).map {
      seconds.lowerBound + Double($0) / 50
    }
    let force = times.flatMap { second in
      [sin(9 * second), cos(11 * second), 9.81 + sin(12.6 * second)].map { scale(second) * $0 }
    }
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
  }

  @Test func `blocks with times that were refused are said to be missing`() throws {
    let said = try Self.remarks(hasTimes: true, refused: [25, 30, 35])
    #expect(said.map(\.kind) == [.inconsistent] && said.map(\.sampleCount) == [750])
    #expect(
      said.first?.message
        == "3 blocks (750 samples) were refused: unless their samples were appended again, they are not in the results",
      "\(said)")
    #expect(try Self.remarks(hasTimes: true, refused: []).isEmpty)
  }

  /// Seconds from second 0 to the end at 60 s, and what is said, after something was done to a stream before 10 s of it came.
  private static func duration(
    after begin: (LiveStream) throws -> Void
  ) throws -> (seconds: Double, said: String) {
    let stream = try LiveStream(rateHertz: 50, hasAngularRate: true, options: Options(nil))
    try begin(stream)
    try append(10..<60, to: stream, hasTimes: true)
    let found = try stream.finish()
    let said = found.remarks.map(\.message).filter { $0.contains("refused") }
    return (found.analysis.quality.durationSeconds + 0.02, said.joined())
  }

  @Test func `second 0 is where refused samples began, if the times run on from there`() throws {
    func refuse(_ seconds: Range<Double>, of stream: LiveStream) {
      #expect(throws: BadArgument.self) {
        try Self.append(seconds, to: stream, hasTimes: true, hasAngularRate: false)
      }
    }
    let later = "second 0 and the start are those of the first sample that was taken"
    let once = try Self.duration { refuse(0..<10, of: $0) }
    #expect(abs(once.seconds - 60) < 0.001 && !once.said.contains(later), "\(once)")
    #expect(once.said.hasPrefix("1 block (500 samples) was refused: unless its samples"))
    let twice = try Self.duration {
      for start in [0.0, 5] { refuse(start..<start + 5, of: $0) }
    }
    #expect(abs(twice.seconds - 60) < 0.001 && !twice.said.contains(later), "\(twice)")
    let again = try Self.duration {
      for start in [0.0, 5] {
        refuse(start..<start + 5, of: $0)
        try Self.append(start..<start + 5, to: $0, hasTimes: true)
      }
    }
    #expect(abs(again.seconds - 60) < 0.001 && !again.said.contains(later), "\(again)")
    let apart = try Self.duration { refuse(0..<5, of: $0) }
    #expect(abs(apart.seconds - 50) < 0.001 && apart.said.contains(later), "\(apart)")
    let otherwise = try Self.duration { refuse(1000..<1005, of: $0) }
    #expect(abs(otherwise.seconds - 50) < 0.001 && otherwise.said.contains(later), "\(otherwise)")
    let unread = try Self.duration { stream in
      var samples = gait_no_samples()
      samples.count = 200
      #expect(throws: BadArgument.self) {
        try stream.append(BorrowedSamples(samples), told: BorrowedSamples.Told(samples))
      }
    }
    #expect(abs(unread.seconds - 50) < 0.001 && unread.said.contains(later), "\(unread)")
    #expect(unread.said.hasPrefix("1 block (200 samples) was refused"))
  }

  @Test func `a stream of which all was refused says so at its end`() throws {
    let stream = try LiveStream(rateHertz: 50, hasAngularRate: true, options: Options(nil))
    #expect(throws: BadArgument.self) {
      try Self.append(0..<60, to: stream, hasTimes: true, hasAngularRate: false)
    }
    let error = #expect(throws: UnusableStream.self) { try stream.finish() }
    #expect(error?.description.contains("1 block (3,000 samples) was refused") == true)
  }

  /// Rows without values that were taken say where the recording begins, also where what follows was refused at first.
  @Test func `rows without values lead up to a block that was refused and appended again`() throws {
    let found = try Self.duration { stream in
      try Self.append(0..<5, to: stream, hasTimes: true, scale: { _ in .nan })
      #expect(throws: BadArgument.self) {
        try Self.append(5..<10, to: stream, hasTimes: true, hasAngularRate: false)
      }
      try Self.append(5..<10, to: stream, hasTimes: true)
    }
    #expect(abs(found.seconds - 60) < 0.001, "\(found)")
    #expect(!found.said.contains("second 0"), "\(found)")
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
    (samples.side, samples.side_count) = (nil, 1)
    #expect(throws: BadArgument.self) {
      try stream.append(BorrowedSamples(samples), told: BorrowedSamples.Told(samples))
    }
    samples.size = 0
    #expect(throws: BadArgument.self) {
      try stream.append(BorrowedSamples(samples), told: BorrowedSamples.Told(samples))
    }
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
