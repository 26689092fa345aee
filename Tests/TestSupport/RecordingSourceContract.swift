import GaitModel

/// What every source of recordings promises, whatever the format.
///
/// ```swift
/// #expect(try RecordingSourceContract.breaches { try open(blockSampleCount: $0) } == [])
/// ```
public enum RecordingSourceContract {
  /// Opens the same recording with blocks of 7, 1000 and 32,768 samples and lists every promise
  /// that is broken: stamps that rise strictly and are not below 0, channels of one length, finite values,
  /// no empty blocks, and the same samples and remarks whatever the block size.
  public static func breaches(
    _ open: (_ blockSampleCount: Int) throws -> any RecordingSource
  ) throws -> [String] {
    var breaches: [String] = []
    var whole: Gathered?
    for size in [7, 1000, 32_768] {
      let gathered = try Gathered(reading: open(size), blockSampleCount: size)
      breaches += gathered.breaches.map { "blocks of \(size): \($0)" }
      if let whole, whole.block != gathered.block || whole.remarks != gathered.remarks {
        breaches.append("blocks of \(size) give other samples or remarks than blocks of 7")
      }
      whole = whole ?? gathered
    }
    return breaches
  }

  /// All samples of a source in one block; `nil` when there are none.
  public static func allSamples(of source: any RecordingSource) throws -> RecordingBlock? {
    try Gathered(reading: source, blockSampleCount: .max).block
  }
}

/// Everything a source gives, and what is wrong with it.
private struct Gathered {
  var block: RecordingBlock?
  var remarks: [RecordingRemark] = []
  var breaches: [String] = []
  /// Side samples up to here belong to blocks that were handed out.
  private var endOfSide = -Double.infinity

  init(reading source: any RecordingSource, blockSampleCount: Int) throws {
    var source = source
    if !(source.facts.samplingRateHertz > 0 && source.facts.samplingRateHertz.isFinite) {
      breaches.append("the sampling rate is \(source.facts.samplingRateHertz) Hz")
    }
    while let next = try source.nextBlock() {
      check(next, hasAngularRate: source.facts.hasAngularRate, limit: blockSampleCount)
      append(next)
    }
    if try source.nextBlock() != nil { breaches.append("there is a block after the end") }
    remarks = source.remarks
  }

  private mutating func check(_ next: RecordingBlock, hasAngularRate: Bool, limit: Int) {
    if next.seconds.isEmpty { breaches.append("a block is empty") }
    if next.seconds.count > limit { breaches.append("a block has \(next.seconds.count) samples") }
    if (next.angularRate != nil) != hasAngularRate {
      breaches.append("facts and block disagree about the gyroscope")
    }
    if block == nil, !((next.seconds.first ?? 0) >= 0) {
      breaches.append("the first stamp is \(next.seconds.first ?? .nan)")
    }
    var last = block?.seconds.last ?? -1
    for second in next.seconds {
      if !(second > last) { breaches.append("stamp \(second) follows \(last)") }
      last = second
    }
    for channel in Self.channels(of: next) {
      if channel.count != next.seconds.count { breaches.append("channels differ in length") }
      if !channel.allSatisfy(\.isFinite) { breaches.append("a value is not finite") }
    }
    check(next.side, until: next.seconds.last ?? 0)
  }

  private static func channels(of block: RecordingBlock) -> [[Float]] {
    let triads = [block.acceleration, block.angularRate].compactMap(\.self)
    return triads.flatMap { [$0.x, $0.y, $0.z] }
  }

  private mutating func check(_ side: [SideChannel: SideSamples], until end: Double) {
    for (channel, samples) in side {
      if samples.seconds.isEmpty { breaches.append("\(channel) is there without a sample") }
      if samples.seconds.count != samples.values.count {
        breaches.append("\(channel) has not one stamp for every value")
      }
      if !samples.values.allSatisfy(\.isFinite) { breaches.append("\(channel) is not finite") }
      var last = max(block?.side[channel]?.seconds.last ?? -.infinity, endOfSide)
      for second in samples.seconds {
        if !(second > last) { breaches.append("\(channel) at \(second) follows \(last)") }
        last = second
      }
    }
    endOfSide = max(endOfSide, end)
  }

  private mutating func append(_ next: RecordingBlock) {
    guard var whole = block else {
      block = next
      return
    }
    // Given up first, so that the arrays grow in place.
    block = nil
    whole.seconds += next.seconds
    whole.acceleration.append(next.acceleration)
    if let rate = next.angularRate { whole.angularRate?.append(rate) }
    for (channel, samples) in next.side {
      whole.side[channel, default: SideSamples()].seconds += samples.seconds
      whole.side[channel, default: SideSamples()].values += samples.values
    }
    block = whole
  }
}

extension Axes {
  fileprivate mutating func append(_ next: Axes) {
    x += next.x
    y += next.y
    z += next.z
  }
}
