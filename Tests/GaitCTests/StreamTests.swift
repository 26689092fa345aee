import CGaitKit
import Foundation
import GaitAnalysis
import GaitModel
import GaitResults
import Testing

@testable import GaitC

/// Live streams as programs feed them.
struct StreamTests {
  private static func stream(rateHertz: Double = 50) throws -> LiveStream {
    try LiveStream(rateHertz: rateHertz, hasAngularRate: false, options: Options(nil))
  }

  /// Somebody who moves a little, with what a slower sensor gave.
  private static func withSamples(
    at seconds: [Double], side: (name: String, seconds: [Double], values: [Double])? = nil,
    scale: Double = 1, _ use: (BorrowedSamples) throws -> Void
  ) throws {
    let force = seconds.flatMap {
      [scale * sin(9 * $0), scale * cos(11 * $0), scale * (9.81 + sin(12.6 * $0))]
    }
    let side = side ?? ("heart_rate_bpm", [], [])
    try seconds.withUnsafeBufferPointer { seconds in
      try force.withUnsafeBufferPointer { force in
        try side.seconds.withUnsafeBufferPointer { stamps in
          try side.values.withUnsafeBufferPointer { values in
            try side.name.withCString { name in
              let channel = gait_side_channel(
                name: name, count: values.count, time_s: stamps.baseAddress,
                values: values.baseAddress)
              try withUnsafePointer(to: channel) { channel in
                var samples = gait_no_samples()
                samples.count = seconds.count
                samples.time_s = seconds.isEmpty ? nil : seconds.baseAddress
                samples.acceleration = gait_axes(
                  values: force.baseAddress.map { UnsafeRawPointer($0) }, scalar: GAIT_FLOAT64,
                  next_sample: 24, next_axis: 8)
                (samples.side, samples.side_count) = (channel, 1)
                try use(BorrowedSamples(samples))
              }
            }
          }
        }
      }
    }
  }

  private static func evenly(from start: Double = 0, to end: Double, hertz: Double = 50) -> [Double]
  {
    (0..<Int((end - start) * hertz)).map { start + Double($0) / hertz }
  }

  @Test func `slower sensors by themselves count, whether they come first, between or last`() throws
  {
    let stream = try Self.stream()
    let (first, last) = (Self.evenly(to: 15), Self.evenly(from: 15, to: 30))
    let heart = { (times: [Double]) in ("heart_rate_bpm", times, times.map { _ in 70.0 }) }
    try Self.withSamples(at: [], side: heart([1, 2])) { try stream.append($0) }
    try Self.withSamples(at: first) { try stream.append($0) }
    try Self.withSamples(at: [], side: heart([12])) { try stream.append($0) }
    try Self.withSamples(at: last) { try stream.append($0) }
    try Self.withSamples(at: [], side: heart([28])) { try stream.append($0) }
    let found = try stream.finish()
    #expect(found.analysis.heartRates.map(\.seconds.lowerBound) == [0, 10, 20])
    #expect(!found.remarks.contains { $0.kind == .outOfOrder }, "\(found.remarks)")
  }

  @Test func `a slower sensor that is not known is refused, also by itself`() throws {
    let stream = try Self.stream()
    #expect(throws: BadArgument.self) {
      try Self.withSamples(at: [], side: ("presure_hpa", [1], [1013])) { try stream.append($0) }
    }
  }

  @Test func `values of a slower sensor that are not later are counted`() throws {
    let stream = try Self.stream()
    try Self.withSamples(
      at: Self.evenly(to: 30), side: ("heart_rate_bpm", [1, 3, 2, 3, 4], [70, 71, 72, 73, 74])
    ) { try stream.append($0) }
    let remark = try #require(try stream.finish().remarks.first { $0.kind == .outOfOrder })
    #expect(remark.sampleCount == 2)
    #expect(remark.message.contains("2 values of heart_rate_bpm are not later"))
  }

  @Test func `a time that begins again is refused, and a packet that comes late is not`() throws {
    let stream = try Self.stream()
    try Self.withSamples(at: Self.evenly(from: 5, to: 35)) { try stream.append($0) }
    try Self.withSamples(at: Self.evenly(from: 34, to: 36)) { try stream.append($0) }
    let error = #expect(throws: BadArgument.self) {
      try Self.withSamples(at: Self.evenly(to: 20)) { try stream.append($0) }
    }
    #expect(error?.description.contains("sample 1600: the time begins again") == true)
    try Self.withSamples(at: Self.evenly(from: 36, to: 40)) { try stream.append($0) }
    let held = try stream.finish().remarks.filter {
      $0.kind == .outOfOrder || $0.kind == .duplicate
    }
    #expect(held.reduce(0) { $0 + $1.sampleCount } == 50)
  }

  /// As numbered parts come in the order of their names, 1, 10, 11 … 2: each a little behind the one before.
  @Test(arguments: [50, 1500])
  func `samples of which most are late are refused`(cut: Int) throws {
    let stream = try Self.stream()
    let times = Self.evenly(to: 30)
    let parts = [0..<100] + stride(from: 1400, to: 100, by: -50).map { $0..<$0 + 50 }
    let mixed = parts.flatMap { times[$0] }
    let error = #expect(throws: BadArgument.self) {
      for first in stride(from: 0, to: mixed.count, by: cut) {
        try Self.withSamples(at: Array(mixed[first..<min(first + cut, mixed.count)])) {
          try stream.append($0)
        }
      }
      _ = try stream.finish()
    }
    let words = error?.description ?? ""
    #expect(words.contains("before that of a sample above; sort") || words.contains("begins again"))
  }

  @Test func `a stamp that is set far ahead costs its own sample`() throws {
    let times = Self.evenly(to: 30)
    func found(_ spoilt: [Int: Double], cut: Int) throws -> AnalyzedRecording {
      var times = times
      for (place, second) in spoilt { times[place] = second }
      let stream = try Self.stream()
      for first in stride(from: 0, to: times.count, by: cut) {
        try Self.withSamples(at: Array(times[first..<min(first + cut, times.count)])) {
          try stream.append($0)
        }
      }
      return try stream.finish()
    }
    for cut in [1, 50, 701, 5000] {
      for spoilt in [[700: 500.0], [700: 5e6, 900: 50], [1499: 500]] {
        let outcome = try found(spoilt, cut: cut)
        let lost = spoilt.filter { $0.key != 1499 }
        let held = outcome.remarks.filter { $0.kind == .outOfOrder }
        #expect(held.reduce(0) { $0 + $1.sampleCount } == lost.count, "\(cut) \(outcome.remarks)")
        #expect(
          abs(outcome.analysis.quality.durationSeconds - (spoilt[1499] ?? times[1499])) < 1e-9)
      }
    }
  }

  @Test(arguments: [10.0, 40])
  func `a rate that the stamps contradict is told`(hertz: Double) throws {
    let stream = try Self.stream()
    try Self.withSamples(at: Self.evenly(to: 60, hertz: hertz)) { try stream.append($0) }
    let remarks = try stream.finish().remarks.filter { $0.kind == .inconsistent }
    #expect(remarks.map { $0.message.contains("the stamps give \(Int(hertz)).00: open") } == [true])
  }

  @Test func `a rate of the stamps that is too low is refused at the end`() throws {
    let stream = try Self.stream()
    try Self.withSamples(at: Self.evenly(to: 60, hertz: 5)) { try stream.append($0) }
    #expect(throws: UnusableStream.self) { try stream.finish() }
  }

  /// Packets of 1 s leave no second without a gap.
  @Test func `a stream that cannot be analyzed says what its stamps show`() throws {
    let stream = try Self.stream()
    let times = Self.evenly(to: 40).indices.map { place in
      Double(place / 50 * 50) / 50 + Double(place % 50) / 1000
    }
    try Self.withSamples(at: times) { try stream.append($0) }
    let error = #expect(throws: UnusableStream.self) { try stream.finish() }
    #expect(
      error?.description.contains("come in packets") == true, "\(error?.description ?? "")")
    #expect(error?.description.contains("the longest stretch") == true)
  }

  @Test func `a rate of the stamps that is too low is refused once it is sure`() throws {
    let stream = try Self.stream()
    #expect(throws: UnusableStream.self) {
      try Self.withSamples(at: Self.evenly(to: 1700, hertz: 5)) { try stream.append($0) }
    }
  }

  @Test func `lost samples are no other rate`() throws {
    let times = Self.evenly(to: 60).enumerated().filter { $0.offset % 10 != 3 }.map(\.element)
    let cases: [(hertz: Double, words: String?)] = [
      (50, nil), (45, nil), (100, "and 50.00 by their middle interval"),
    ]
    for (hertz, words) in cases {
      let stream = try Self.stream(rateHertz: hertz)
      try Self.withSamples(at: times) { try stream.append($0) }
      let said = try stream.finish().remarks.filter { $0.kind == .inconsistent }
      #expect(said.count == (words == nil ? 0 : 1), "\(said)")
      if let words { #expect(said.first?.message.contains(words) == true) }
    }
  }

  @Test func `packets of a recording are spread, and those of a stream are told`() throws {
    let packet = (0..<10).map { Double($0) * 0.001 }
    let times = (0..<300).flatMap { number in packet.map { $0 + Double(number) * 0.2 } }
    try Self.withSamples(at: times) { samples in
      var recording = try BorrowedRecording(samples, options: Options(nil))
      var seconds: [Double] = []
      while let block = try recording.nextBlock() { seconds += block.seconds }
      // The pause behind the last packet is not seen.
      #expect(abs(recording.facts.samplingRateHertz - 50) < 0.2)
      #expect(seconds.count == 3000)
      #expect(seconds.indices.allSatisfy { abs(seconds[$0] - Double($0) / 50) < 0.001 })
      #expect(recording.remarks.map(\.sampleCount) == [3000])
    }
    let stream = try Self.stream()
    try Self.withSamples(at: times) { try stream.append($0) }
    let said = try stream.finish().remarks.filter { $0.kind == .inconsistent }
    #expect(said.map(\.sampleCount) == [3000])
    #expect(said.first?.message.contains("a stream takes them as they are") == true)
  }

  @Test(arguments: [0.1, 1])
  func `times that are too coarse are refused, and those of packets are not`(step: Double) throws {
    let coarse = Self.evenly(to: 400).map { (second: Double) in
      ((second + 1e-9) / step).rounded(.down) * step
    }
    let words = "samples have the time of the sample before: the times are too coarse"
    try Self.withSamples(at: coarse) { samples in
      let error = #expect(throws: BadArgument.self) {
        try BorrowedRecording(samples, options: Options(nil))
      }
      #expect(error?.description.contains(words) == true)
    }
    let whole = try Self.stream()
    let once = #expect(throws: BadArgument.self) {
      try Self.withSamples(at: coarse) { try whole.append($0) }
    }
    #expect(once?.description.contains(words) == true)
    let short = try Self.stream()
    try Self.withSamples(at: Array(coarse[..<3000])) { try short.append($0) }
    let atEnd = #expect(throws: BadArgument.self) { try short.finish() }
    #expect(atEnd?.description.contains(words) == true)
    // Ten samples of four times, 1 ms apart, in each packet.
    let packet = [0, 0, 0, 1, 1, 1, 2, 2, 2, 3].map { 0.001 * $0 }
    let packets = (0..<400).flatMap { number in packet.map { $0 + 0.2 * Double(number) } }
    try Self.withSamples(at: packets) { samples in
      let recording = try BorrowedRecording(samples, options: Options(nil))
      #expect(abs(recording.facts.samplingRateHertz - 50) < 0.2)
    }
  }

  @Test(
    arguments: [
      (1000, "20 s from sample to sample", "seconds (milliseconds divided by 1000)"),
      (1e6, "20000 s from sample to sample", "seconds (milliseconds divided by 1000)"),
      (1.0 / 86_400, "4320000 samples per second", "seconds"),
    ])
  func `times that are not in seconds are called by the rate that they make`(
    scale: Double, words: String, advice: String
  ) throws {
    let times = Self.evenly(to: 60).map { scale * $0 }
    let all = "\(words), and motion sensors give 0.5 to 10000.0 samples per second: give \(advice)"
    try Self.withSamples(at: times) { samples in
      let error = #expect(throws: BadArgument.self) {
        try BorrowedRecording(samples, options: Options(nil))
      }
      #expect(error?.description == "time_s makes \(all)")
    }
    let said = "the stream was opened with 50.00 samples a second, and the stamps give \(all)"
    let stream = try Self.stream()
    try Self.withSamples(at: times) { try stream.append($0) }
    let error = #expect(throws: BadArgument.self) { try stream.finish() }
    #expect(error?.description == said)
    // As many as show a rate that is too low show this one, too.
    let long = try Self.stream()
    let once = #expect(throws: BadArgument.self) {
      try Self.withSamples(at: Self.evenly(to: 200).map { scale * $0 }) { try long.append($0) }
    }
    #expect(once?.description == said)
  }

  @Test func `a long pause does not make seconds into something else`() throws {
    let stream = try Self.stream()
    let times = Self.evenly(to: 100) + Self.evenly(from: 50_000, to: 50_100)
    try Self.withSamples(at: times) { try stream.append($0) }
    _ = try stream.finish()
  }

  @Test func `a call that fails leaves no bouts of the call before`() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("SampleData/daily-life.csv")
    let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst().map
    {
      $0.split(separator: ",").prefix(4).compactMap { Double($0) }
    }
    let (times, force) = (rows.map { $0[0] }, rows.flatMap { $0[1...] })
    let refusals: [(inout gait_samples) -> Void] = [
      { $0.acceleration.values = nil }, { $0.size = 1 }, { ($0.side, $0.side_count) = (nil, 1) },
      { $0.time_s = nil },
    ]
    for spoil in refusals {
      let stream = try Self.stream()
      try force.withUnsafeBufferPointer { force in
        try times.withUnsafeBufferPointer { times in
          var samples = gait_no_samples()
          samples.count = times.count
          samples.time_s = times.baseAddress
          samples.acceleration = gait_axes(
            values: UnsafeRawPointer(force.baseAddress), scalar: GAIT_FLOAT64, next_sample: 24,
            next_axis: 8)
          try stream.append(BorrowedSamples(samples))
          #expect(stream.bouts.rowCount > 0)
          spoil(&samples)
          #expect(throws: BadArgument.self) { try stream.append(BorrowedSamples(samples)) }
          #expect(stream.bouts.rowCount == 0)
        }
      }
    }
  }

  @Test func `a scale that cannot be is told`() throws {
    let stream = try Self.stream()
    try Self.withSamples(at: Self.evenly(to: 60), scale: 1.12) { try stream.append($0) }
    let messages = try stream.finish().remarks.map(\.message)
    #expect(messages.contains { $0.contains("results there cannot be trusted") }, "\(messages)")
  }

  @Test(
    arguments: [
      ("pressure_hpa", [1013, 9999, 1013, 101_300], "air pressure are outside 300 to 1200 hPa"),
      ("gnss_speed_mps", [1.2, 13, -1, 120], "speed over ground are above 12.5 m/s"),
    ] as [(String, [Double], String)])
  func `values that cannot be are counted`(name: String, values: [Double], words: String) throws {
    let stream = try Self.stream()
    try Self.withSamples(at: Self.evenly(to: 30), side: (name, [1, 2, 3, 4], values)) {
      try stream.append($0)
    }
    let remark = try #require(try stream.finish().remarks.first { $0.kind == .unreadable })
    #expect(remark.sampleCount == 2)
    #expect(remark.message.contains(words))
  }
}
