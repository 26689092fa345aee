import CGaitKit
import GaitModel
import SensorFiles

/// Samples in a caller's memory, looked through and read in place: `gait_samples`.
struct BorrowedSamples {
  private var samples: gait_samples

  /// Looks whether samples can be read.
  ///
  /// - Throws: `BadArgument` for what cannot be.
  init(_ samples: gait_samples) throws(BadArgument) {
    self.samples = samples
    guard samples.size == MemoryLayout<gait_samples>.size else {
      throw BadArgument(
        """
        samples.size is \(samples.size) and this library takes \(MemoryLayout<gait_samples>.size): begin with \
        gait_no_samples() of the header that belongs to it
        """)
    }
    guard samples.count == 0 || samples.acceleration.values != nil else {
      throw BadArgument("samples.acceleration has no values, and count is \(samples.count)")
    }
    guard samples.side_count == 0 || samples.side != nil else {
      throw BadArgument("samples.side is NULL, and side_count is \(samples.side_count)")
    }
  }

  /// What a caller says of samples, before they are looked through.
  struct Told {
    /// How many there are; `nil` where the structure is that of another library.
    let count: Int?
    private let first: UnsafePointer<Double>?

    init(_ samples: gait_samples) {
      let isOurs = samples.size == MemoryLayout<gait_samples>.size
      count = isOurs ? samples.count : nil
      first = isOurs ? samples.time_s : nil
    }

    /// The stamps of all of them; empty without.
    var stamps: [Double] {
      Array(UnsafeBufferPointer(start: first, count: first == nil ? 0 : count ?? 0))
    }
  }

  /// The same, looked through.
  var told: Told { Told(samples) }
  /// How many there are.
  var count: Int { samples.count }
  /// Whether there is an angular rate.
  var hasAngularRate: Bool { samples.angular_rate.values != nil }
  /// Whether each has its stamp.
  var hasStamps: Bool { samples.time_s != nil }
  /// Samples per second, where the caller says so.
  var rateHertz: Double? { samples.sampling_rate_hz.isNaN ? nil : samples.sampling_rate_hz }

  /// Stamps by the caller's clock; `nil` where there are none.
  func stamps(_ range: Range<Int>) -> [Double]? {
    samples.time_s.map {
      Array(UnsafeBufferPointer(start: $0 + range.lowerBound, count: range.count))
    }
  }

  /// Acceleration, m/s², one array for each axis.
  func acceleration(_ range: Range<Int>) -> [[Float]] { Self.axes(samples.acceleration, range) }

  /// Angular rate, rad/s, one array for each axis; none without a gyroscope.
  func angularRate(_ range: Range<Int>) -> [[Float]] {
    hasAngularRate ? Self.axes(samples.angular_rate, range) : []
  }

  /// The same without angular rate.
  var withoutAngularRate: BorrowedSamples {
    var copy = self
    copy.samples.angular_rate.values = nil
    return copy
  }

  /// What slower sensors gave, by the caller's clock.
  func side() throws(BadArgument) -> [(channel: SideChannel, seconds: [Double], values: [Double])] {
    var all: [(channel: SideChannel, seconds: [Double], values: [Double])] = []
    for given in UnsafeBufferPointer(start: samples.side, count: samples.side_count) {
      let name = String(cString: given.name)
      guard let channel = SideChannel(rawValue: name) else {
        let known = SideChannel.allCases.map(\.rawValue)
        throw BadArgument(
          "there is no slower sensor \"\(name)\"" + NearestWord.question(name, among: known)
            + "; there are \(known.joined(separator: ", "))")
      }
      guard given.count > 0 else { continue }
      guard let seconds = given.time_s, let values = given.values else {
        throw BadArgument("\(name) has no time_s or no values, and count is \(given.count)")
      }
      all.append(
        (
          channel, Array(UnsafeBufferPointer(start: seconds, count: given.count)),
          Array(UnsafeBufferPointer(start: values, count: given.count))
        ))
    }
    return all
  }

  private static func axes(_ axes: gait_axes, _ range: Range<Int>) -> [[Float]] {
    guard let values = axes.values else { return [] }
    return (0..<3).map { axis in
      let first = values + axis * axes.next_axis
      return range.map { sample in
        let place = first + sample * axes.next_sample
        return axes.scalar == GAIT_FLOAT64
          ? Float(place.loadUnaligned(as: Double.self)) : place.loadUnaligned(as: Float.self)
      }
    }
  }
}

/// A recording whose samples are in a caller's memory.
struct BorrowedRecording: RecordingSource {
  let facts: RecordingFacts
  private let samples: BorrowedSamples
  /// The angular rate, where a gyroscope with a clock of its own stands in some rows only; `nil` where it stands in all.
  private let gyroscope: SlowGyroscope?
  private var gate: SampleGate
  private var next = 0
  /// That the angular rate was left out; `nil` where it was not.
  private let leftOut: RecordingRemark?
  /// How the samples follow each other.
  private let clock: Clock

  /// Samples of a block: five minutes at 100 Hz.
  static let blockLength = 30_000

  /// Begins before the first sample.
  ///
  /// - Throws: `BadArgument` where the sampling rate cannot be told.
  init(_ samples: BorrowedSamples, options: Options) throws {
    clock = try Clock(of: samples)
    let gyroscope = SlowGyroscope(samples, rateHertz: clock.rateHertz)
    let obstacle = gyroscope?.obstacle
    self.samples = obstacle == nil ? samples : samples.withoutAngularRate
    self.gyroscope = obstacle == nil ? gyroscope : nil
    leftOut = obstacle.map {
      RecordingRemark(
        kind: .unreadable, sampleCount: 0, message: "the angular rate was left out: \($0)")
    }
    facts = options.facts(
      rateHertz: clock.rateHertz, hasAngularRate: self.samples.hasAngularRate)
    gate = SampleGate(facts: facts, packets: clock.packets, probedCount: Self.blockLength)
    try gate.add(side: samples.side())
  }

  var remarks: [RecordingRemark] {
    [leftOut].compactMap(\.self) + clock.remarks(sampleCount: gate.usedCount) + gate.remarks
  }

  mutating func nextBlock() throws -> RecordingBlock? {
    while next < samples.count {
      let range = next..<min(next + Self.blockLength, samples.count)
      next = range.upperBound
      let rates = gyroscope.map { $0.angularRate(range) } ?? samples.angularRate(range)
      if let block = try gate.block(of: samples, range, angularRate: rates) { return block }
    }
    return try gate.finish()
  }
}

extension BorrowedRecording {
  /// How samples follow each other.
  private struct Clock {
    /// Samples per second.
    let rateHertz: Double
    /// Spreads samples that come in packets; `nil` for others.
    let packets: PacketSpread?
    /// The rate that the caller gives and the stamps contradict, with theirs.
    private let contradiction: (said: Double, measured: Double)?

    /// Looks at the first samples.
    ///
    /// - Throws: `BadArgument` where the rate cannot be told, `NoAcceleration` where no sample has one.
    init(of samples: BorrowedSamples) throws {
      let possible = SampleCheck.possibleRatesHertz
      if let rate = samples.rateHertz, !possible.contains(rate) {
        throw BadArgument(
          """
          sampling_rate_hz \(rate) cannot be: motion sensors give \(possible.lowerBound) to \
          \(possible.upperBound)
          """)
      }
      if let trouble = FiniteAxes(of: samples).trouble { throw trouble }
      guard let stamps = Self.usableStamps(of: samples) else {
        guard let rate = samples.rateHertz else {
          throw BadArgument("give time_s, or sampling_rate_hz for evenly spaced samples")
        }
        (rateHertz, self.packets, contradiction) = (rate, nil, nil)
        return
      }
      var (rising, repeatedCount, lateCount): ([Double], Int, Int) = ([], 0, 0)
      for stamp in stamps where rising.count < SampleCheck.stampCount {
        if SampleCheck.isLeap(rising, before: stamp) { rising.removeLast() }
        if stamp == rising.last {
          repeatedCount += 1
        } else if stamp > rising.last ?? -.infinity {
          rising.append(stamp)
        } else {
          lateCount += 1
        }
      }
      if let trouble = SampleGate.disorder(
        lateCount: lateCount, of: rising.count + repeatedCount + lateCount)
      {
        throw BadArgument(trouble)
      }
      let packets = PacketSpread(ofStamps: rising, repeatedCount: repeatedCount)
      if packets == nil,
        let trouble = SampleCheck.coarseTimes(
          risingCount: rising.count, repeatedCount: repeatedCount)
      {
        throw BadArgument(
          "\(trouble). Give finer times, or leave time_s out and give sampling_rate_hz for evenly spaced samples"
        )
      }
      guard
        let measured = packets?.samplingRateHertz
          ?? SampleCheck.samplingRateHertz(ofStamps: rising), possible.contains(measured)
      else {
        if let rate = SampleCheck.impossibleRate(ofStamps: rising) {
          throw BadArgument("time_s makes \(rate)")
        }
        throw BadArgument(
          "time_s gives no sampling rate: its stamps must rise, in seconds, by at least two samples"
            + (stamps.count > 1
              ? ""
              : "; of \(samples.count.counted("sample")), \(stamps.count) \(stamps.count.verb("has", "have")) a finite time and a "
                + "finite acceleration")
        )
      }
      self.packets = packets
      guard let rate = samples.rateHertz else {
        (rateHertz, contradiction) = (measured, nil)
        return
      }
      let isAtOdds =
        SampleCheck.contradiction(said: rate, measured: measured, sampleCount: 0) != nil
      // Samples that cannot be used are lost to the analysis and not to the clock.
      let isContradicted =
        isAtOdds && !(measured < rate && SampleCheck.isMiddleInterval(of: rising, rateHertz: rate))
      rateHertz = isAtOdds ? measured : rate
      contradiction = isContradicted ? (said: rate, measured: measured) : nil
    }

    /// What is to be said of so many samples.
    func remarks(sampleCount: Int) -> [RecordingRemark] {
      [
        contradiction.flatMap {
          SampleCheck.contradiction(
            said: $0.said, measured: $0.measured, sampleCount: sampleCount)
        }, packets?.remark(sampleCount: sampleCount),
      ].compactMap(\.self)
    }

    /// The stamps of the first samples that can be used: rows without values may lead up to them at any distance. `nil` where
    /// there are no stamps.
    private static func usableStamps(of samples: BorrowedSamples) -> [Double]? {
      guard samples.hasStamps else { return nil }
      var (usable, next): ([Double], Int) = ([], 0)
      while next < samples.count, usable.count < 2 * SampleCheck.stampCount {
        let range = next..<min(next + BorrowedRecording.blockLength, samples.count)
        next = range.upperBound
        let axes = samples.acceleration(range)
        usable += zip(0..., samples.stamps(range) ?? []).lazy
          .filter { place, stamp in stamp.isFinite && axes.allSatisfy { $0[place].isFinite } }
          .map(\.1)
      }
      return Array(usable.prefix(2 * SampleCheck.stampCount))
    }
  }
}

extension Options {
  /// What is known of samples that a program gives.
  func facts(rateHertz: Double, hasAngularRate: Bool) -> RecordingFacts {
    RecordingFacts(
      name: name, device: "samples in memory",
      participant: Participant(
        height: recording.height, mass: recording.mass, ageYears: recording.ageYears,
        sex: recording.sex),
      site: recording.site, samplingRateHertz: rateHertz, hasAngularRate: hasAngularRate)
  }
}
