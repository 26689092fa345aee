import GaitModel
import SensorFiles

/// Lets samples of a program through that a recording can have: numbers, later than the one before.
/// What it holds back is counted.
struct SampleGate {
  private let facts: RecordingFacts
  /// Whether samples have stamps, as the first ones say.
  private var hasStamps: Bool?
  /// Samples that came so far.
  private var count = 0
  /// Those of them that can be used.
  private(set) var usedCount = 0
  /// Those that have an acceleration and no angular rate, where there should be one.
  private var rateless = 0
  private var finiteAxes = FiniteAxes()
  /// The rate of the stamps.
  private(set) var clock = StreamRate()
  /// Spreads samples that come in packets; `nil` where each has a time of its own.
  private var packets: PacketSpread?
  /// Second 0 by the caller's clock; `nil` before the first sample that can be used.
  private(set) var origin: Double?
  private var lead: Lead?
  private var last = -Double.infinity
  /// A sample whose time leaps ahead. One damaged stamp would otherwise cost all samples until the clock has caught up; so
  /// the sample behind it decides, as in a table.
  private var leap: Leap?
  private var heldBack: [RecordingRemark.Kind: (count: Int, first: String)] = [:]
  /// What slower sensors gave and no block has taken yet, by the caller's clock.
  private var side: [SideChannel: SideSamples] = [:]
  private var lastSide: [SideChannel: Double] = [:]
  /// Values of slower sensors that are not later than the one before.
  private var backwards: [SideChannel: Int] = [:]
  private var impossible = ImpossibleValues()
  private var probe: AccelerationProbe
  private var rates = RateCheck()
  private var restart = RestartCheck()

  /// Ten years, longer than any battery lasts: what is later is another unit.
  private static let longestSeconds = 10 * 365.25 * 86_400

  /// A sample that waits for the one behind it.
  private struct Leap {
    let second: Double
    let values: [Float]
    /// Its number among all samples.
    let number: Int
  }

  /// The samples that lead up to the first one that can be used: their time passes, as that of a table's first rows.
  private struct Lead {
    /// The stamp of the first.
    let first: Double
    /// The stamp of the last that was taken and has no values.
    let last: Double
    /// The last stamp, also of those that were refused behind it.
    let end: Double

    /// Whether another stamp runs on from here, as the times of a table do. Samples that were refused may come again.
    func runs(onTo stamp: Double) -> Bool {
      stamp >= last && stamp - end <= SampleCheck.longestPauseSeconds
    }
  }

  /// Begins before the first sample.
  ///
  /// - Parameters:
  ///   - facts: those of the recording.
  ///   - packets: spreads samples that come in packets; `nil` for others.
  ///   - probedCount: how many samples are looked at before the acceleration is believed, if that is more than usual.
  init(facts: RecordingFacts, packets: PacketSpread? = nil, probedCount: Int = 0) {
    self.facts = facts
    self.packets = packets
    probe = AccelerationProbe(facts: facts, sampleCount: probedCount)
  }

  /// That a gyroscope gives nothing beside the acceleration; `nil` where it does.
  var gyroscopeTrouble: String? {
    guard usedCount == 0, rateless > 0 else { return nil }
    return
      "no sample has an angular rate beside its acceleration (\(rateless.counted("sample"))): open the stream without a "
      + "gyroscope, or give both with each sample"
  }

  /// Whether samples came, and have no stamps.
  var isWithoutStamps: Bool { hasStamps == false }

  /// Whether it is known when the recording begins.
  var hasBeginning: Bool { origin != nil || lead != nil }

  /// Lets the time of samples that were refused pass, where they come before the first that can be used and run on to it.
  mutating func pass(_ stamps: [Double]) {
    guard origin == nil else { return }
    for stamp in stamps where stamp.isFinite {
      let known = lead ?? Lead(first: stamp, last: stamp, end: stamp)
      let end = known.runs(onTo: stamp) ? max(known.end, stamp) : known.end
      lead = Lead(first: known.first, last: known.last, end: end)
    }
  }

  /// That no sample has an acceleration; `nil` where one has, and without samples.
  var accelerationTrouble: NoAcceleration? { finiteAxes.trouble }

  /// What was held back, by kind.
  var remarks: [RecordingRemark] {
    let samples = RecordingRemark.Kind.allCases.compactMap { kind in
      heldBack[kind].map {
        RecordingRemark(kind: kind, sampleCount: $0.count, message: $0.first)
      }
    }
    let values = SideChannel.allCases.compactMap { channel in
      backwards[channel].map {
        RecordingRemark(
          kind: .outOfOrder, sampleCount: $0,
          message:
            "\($0.counted("value")) of \(channel.rawValue) \($0.verb("is", "are")) not later than the one before"
        )
      }
    }
    return samples + values + impossible.remarks
  }

  /// Takes what slower sensors gave; what is no number, cannot be, or is not later than before, is held back.
  mutating func add(side new: [(channel: SideChannel, seconds: [Double], values: [Double])]) {
    for (channel, seconds, values) in new {
      for (stamp, value) in zip(seconds, values) where stamp.isFinite && Float(value).isFinite {
        guard stamp > lastSide[channel] ?? -.infinity else {
          backwards[channel, default: 0] += 1
          continue
        }
        guard impossible.admits(Float(value), of: channel) else { continue }
        lastSide[channel] = stamp
        side[channel, default: SideSamples()].append(seconds: stamp, Float(value))
      }
    }
  }

  /// The samples of a range that can be used, with what slower sensors gave until its end; `nil` where there is none. Throws
  /// where they cannot be what they are said to be.
  mutating func block(
    of samples: BorrowedSamples, _ range: Range<Int>, angularRate: [[Float]]
  ) throws(BadArgument) -> RecordingBlock? {
    guard samples.hasStamps == hasStamps ?? samples.hasStamps else {
      throw BadArgument("give time_s with all samples of a stream, or with none")
    }
    hasStamps = samples.hasStamps
    let stamps =
      samples.stamps(range)
      ?? (0..<range.count).map { Double(count + $0) / facts.samplingRateHertz }
    let columns = samples.acceleration(range) + angularRate
    finiteAxes.take(columns.prefix(3))
    let first = count
    count += range.count
    var seconds: [Double] = []
    var kept: [Int] = []
    var settled: [Leap] = []
    for (place, stamp) in stamps.enumerated() {
      let isFinite = columns.allSatisfy { $0[place].isFinite }
      if !isFinite, columns.count == 6, columns[..<3].allSatisfy({ $0[place].isFinite }) {
        rateless += 1
      }
      guard let second = try second(of: stamp, isFinite: isFinite, at: first + place) else {
        continue
      }
      if let leap = settleLeap(before: second) {
        seconds.append(leap.second)
        kept.append(~settled.count)
        settled.append(leap)
      }
      guard try isLater(second, stamp: stamp, at: first + place) else { continue }
      if last.isFinite, second - last > SampleCheck.longestPauseSeconds {
        leap = Leap(second: second, values: columns.map { $0[place] }, number: first + place)
        continue
      }
      take(second)
      seconds.append(second)
      kept.append(place)
    }
    guard let end = seconds.last else { return nil }
    let isWhole = kept.count == stamps.count && settled.isEmpty
    let used =
      isWhole
      ? columns
      : columns.indices.map { axis in
        kept.map { $0 < 0 ? settled[~$0].values[axis] : columns[axis][$0] }
      }
    try probe.take(used)
    if used.count == 6,
      let trouble = rates.trouble(x: used[3], y: used[4], z: used[5], from: first)
    {
      throw BadArgument(trouble)
    }
    usedCount += seconds.count
    guard var packets else { return Self.block(seconds, used, side: takeSide(upTo: end)) }
    let spread = packets.take(seconds, used, beside: takeSide(beside: seconds))
    self.packets = packets
    return block(spread)
  }

  /// Samples that were spread, with what slower sensors gave until the last of them.
  private mutating func block(_ spread: PacketSpread.Spread) -> RecordingBlock {
    Self.block(
      spread.seconds, spread.columns,
      side: merged(spread.side, takeSide(upTo: spread.seconds.last ?? -.infinity)))
  }

  private static func block(
    _ seconds: [Double], _ columns: [[Float]], side: [SideChannel: SideSamples]
  ) -> RecordingBlock {
    RecordingBlock(
      seconds: seconds, acceleration: Axes(x: columns[0], y: columns[1], z: columns[2]),
      angularRate: columns.count == 6 ? Axes(x: columns[3], y: columns[4], z: columns[5]) : nil,
      side: side)
  }

  /// Why samples that are not in the order of their times are no recording; `nil` where fewer than half of all are late. A
  /// table is refused by the same rule.
  static func disorder(lateCount: Int, of count: Int) -> String? {
    guard lateCount * 2 > count else { return nil }
    return
      "\(lateCount.grouped) of \(count.counted("sample")) have a time before that of a sample above; sort them by time, "
      + "as numbers, or give each recording by itself"
  }

  /// Ends the recording: looks at the acceleration where it was not looked at yet. Throws also where most samples are late.
  ///
  /// - Returns: the last packet, and what slower sensors gave that no block has taken; `nil` for nothing.
  mutating func finish() throws(BadArgument) -> RecordingBlock? {
    var rest = PacketSpread.Spread(axes: facts.hasAngularRate ? 6 : 3)
    if let leap = settleLeap(before: .infinity) {
      (rest.seconds, rest.columns) = ([leap.second], leap.values.map { [$0] })
      usedCount += 1
      try probe.take(rest.columns)
    }
    try probe.finish()
    if let trouble = Self.disorder(lateCount: heldBack[.outOfOrder]?.count ?? 0, of: count) {
      throw BadArgument(trouble)
    }
    if var packets {
      rest = packets.take(rest.seconds, rest.columns, beside: takeSide(beside: rest.seconds))
      rest.append(packets.end(axes: rest.columns.count))
    }
    packets = nil
    let side = merged(rest.side, takeSide(upTo: .infinity))
    guard !rest.seconds.isEmpty || !side.isEmpty else { return nil }
    return Self.block(rest.seconds, rest.columns, side: side)
  }

  /// The second of a sample that can be used, if its time is later; `nil` for one without values.
  private mutating func second(
    of stamp: Double, isFinite: Bool, at place: Int
  ) throws(BadArgument) -> Double? {
    if let origin = self.origin, stamp - origin < last,
      let trouble = restart.trouble(stamp - origin, after: last, sample: place)
    {
      throw BadArgument(trouble)
    }
    guard isFinite, stamp.isFinite else {
      if stamp.isFinite {
        let known = lead.flatMap { $0.runs(onTo: stamp) ? $0 : nil }
        lead = Lead(first: known?.first ?? stamp, last: stamp, end: max(known?.end ?? stamp, stamp))
        if let origin = self.origin { clock.take(stamp - origin, isUsable: false) }
      }
      holdBack(.notFinite, "sample \(place) holds what is no finite number")
      return nil
    }
    let origin = origin ?? lead.flatMap { $0.runs(onTo: stamp) ? $0.first : nil } ?? stamp
    self.origin = origin
    return stamp - origin
  }

  /// Whether a sample is later than the one before, which is needed; counts it where it is not.
  private mutating func isLater(
    _ second: Double, stamp: Double, at place: Int
  ) throws(BadArgument) -> Bool {
    guard second > last || (packets != nil && second == last) else {
      if second == last { clock.takeRepeated(second) }
      holdBack(
        second == last ? .duplicate : .outOfOrder,
        "sample \(place) is not later than the one before: time \(stamp) s")
      return false
    }
    guard second <= Self.longestSeconds else {
      throw BadArgument(
        "sample \(place) is \(second) s after the first, more than ten years; give time_s in seconds"
      )
    }
    return true
  }

  private mutating func take(_ second: Double) {
    last = second
    clock.take(second, isUsable: true)
  }

  /// The sample that waits, once the time of the one behind it is known: where the clock goes on from before, its stamp was
  /// damaged, and it is counted; `nil` then, and where none waits.
  private mutating func settleLeap(before second: Double) -> Leap? {
    guard let leap else { return nil }
    self.leap = nil
    guard second <= last || second >= leap.second else {
      holdBack(
        .outOfOrder, "sample \(leap.number) has a time that does not fit between its neighbors")
      return nil
    }
    take(leap.second)
    return leap
  }

  private mutating func holdBack(_ kind: RecordingRemark.Kind, _ message: String) {
    heldBack[kind] = ((heldBack[kind]?.count ?? 0) + 1, heldBack[kind]?.first ?? message)
  }

  private mutating func takeSide(upTo end: Double) -> [SideChannel: SideSamples] {
    let origin = origin ?? 0
    var taken: [SideChannel: SideSamples] = [:]
    for (channel, waiting) in side {
      let count = waiting.seconds.prefix { $0 - origin <= end }.count
      guard count > 0 else { continue }
      taken[channel] = SideSamples(
        seconds: waiting.seconds[..<count].map { $0 - origin },
        values: Array(waiting.values[..<count]))
      side[channel] = SideSamples(
        seconds: Array(waiting.seconds[count...]), values: Array(waiting.values[count...]))
    }
    return taken
  }

  /// Takes what slower sensors gave at the very times of samples, by the samples' places: it stood in their rows.
  private mutating func takeSide(beside seconds: [Double]) -> [Int: [(SideChannel, Float)]] {
    let origin = origin ?? 0
    var taken: [Int: [(SideChannel, Float)]] = [:]
    for (channel, waiting) in side {
      var rest = SideSamples()
      var place = 0
      for (stamp, value) in zip(waiting.seconds, waiting.values) {
        while place < seconds.count, seconds[place] < stamp - origin { place += 1 }
        if place < seconds.count, seconds[place] == stamp - origin {
          taken[place, default: []].append((channel, value))
        } else {
          rest.append(seconds: stamp, value)
        }
      }
      side[channel] = rest
    }
    return taken
  }

  /// Values of slower sensors, those that moved with their motion and others, by their times.
  private func merged(
    _ moved: [SideChannel: SideSamples], _ others: [SideChannel: SideSamples]
  ) -> [SideChannel: SideSamples] {
    moved.merging(others) { moved, others in
      let all = zip(moved.seconds + others.seconds, moved.values + others.values)
        .sorted { $0.0 < $1.0 }
      return SideSamples(seconds: all.map(\.0), values: all.map(\.1))
    }
  }
}
