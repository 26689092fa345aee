import Foundation

/// What is known of a recording before its samples are read.
public struct RecordingFacts: Hashable, Sendable {
  /// The recording's name: its file name without extension.
  public var name: String
  /// The kind of file or device that it came from, in words.
  public var device: String
  /// The person recorded.
  public var participant: Participant
  /// Where the device was worn, or `nil` when no site was given.
  public var site: WearingSite?
  /// Samples per second, estimated over many samples; the stamps themselves may jitter.
  public var samplingRateHertz: Double
  /// Wall clock at second 0, or `nil` when the recording has none.
  public var start: WallClock?
  /// Where the person lives, as the tz database names it; `nil` where nobody says. Its clock tells the time of day, also
  /// after it was put forward or back.
  public var timeZone: TimeZone?
  /// Whether there is an angular rate beside the acceleration.
  public var hasAngularRate: Bool
  /// Whether `start` is known from the description alone, because the recording has no clock of its own.
  public var isStartDescribed = false
  /// What the description says of the start, where the recording's own clock contradicts it and counts.
  public var contradictedStart: WallClock?
  /// What the recording's own clock shows at the start, where the description says an instant and counts as if that clock,
  /// whose zone nobody names, ran at another offset from UTC than the description's; beside `contradictedStart`, where that
  /// offset alone counts.
  package var replacedStart: WallClock?
  /// Whether the recording's own clock tells UTC alone, and the offset of `start` is the one at which a local time in the
  /// description is the same instant.
  package var hasDescribedOffset = false
  /// Who was recorded by the recording's own word, whoever counts.
  public var writtenParticipant: WrittenParticipant?

  /// Makes the facts of a recording. The sampling rate, in hertz, has no default.
  public init(
    name: String, device: String, participant: Participant = Participant(),
    site: WearingSite? = nil, samplingRateHertz: Double, start: WallClock? = nil,
    hasAngularRate: Bool
  ) {
    self.name = name
    self.device = device
    self.participant = participant
    self.site = site
    self.samplingRateHertz = samplingRateHertz
    self.start = start
    self.hasAngularRate = hasAngularRate
  }
}

/// Who was recorded by a recording's own word.
public struct WrittenParticipant: Hashable, Sendable {
  /// The name.
  public var name: String
  /// Where the recording says so, `its header`.
  public var place: String

  /// Makes a word of a recording.
  public init(name: String, place: String) {
    self.name = name
    self.place = place
  }

  /// Whether another name is the same in another spelling: `P07` and `p07`, `3` and `3.0`.
  package func isSame(as other: String) -> Bool {
    if let number = Double(name), number == Double(other) { return true }
    return name.lowercased() == other.lowercased()
  }
}

/// An instant on a wall clock with its offset from UTC.
public struct WallClock: Hashable, Sendable {
  /// Seconds since 1970-01-01 00:00:00 UTC.
  public var secondsSince1970: Double
  /// How far the local clock is ahead of UTC, seconds.
  public var utcOffsetSeconds: Int
  /// Whether it is the reading of a local clock whose offset is unknown; it counts as UTC until a
  /// time zone is given.
  public var isLocal: Bool

  /// Makes an instant from seconds since 1970 (UTC) and the local clock's offset in seconds.
  public init(secondsSince1970: Double, utcOffsetSeconds: Int, isLocal: Bool = false) {
    self.secondsSince1970 = secondsSince1970
    self.utcOffsetSeconds = utcOffsetSeconds
    self.isLocal = isLocal
  }

  /// The same clock so many seconds later.
  public func advanced(by seconds: Double) -> WallClock {
    WallClock(
      secondsSince1970: secondsSince1970 + seconds, utcOffsetSeconds: utcOffsetSeconds,
      isLocal: isLocal)
  }
}

/// Three components along the sensor's own axes, one array each, all of one length.
public struct Axes: Hashable, Sendable {
  /// Components along the sensor's x axis.
  public var x: [Float]
  /// Components along the sensor's y axis.
  public var y: [Float]
  /// Components along the sensor's z axis.
  public var z: [Float]

  /// Makes three components; the arrays have one length.
  public init(x: [Float] = [], y: [Float] = [], z: [Float] = []) {
    precondition(x.count == y.count && y.count == z.count, "three axes of one length")
    self.x = x
    self.y = y
    self.z = z
  }

  /// The number of samples.
  public var count: Int { x.count }
}

/// A stretch of a recording as the sensor gave it: stamps that may jitter, gaps left as gaps.
///
/// Stamps rise strictly; all arrays have the length of `seconds`; all values are finite.
public struct RecordingBlock: Hashable, Sendable {
  /// Time of each sample, seconds from the first sample of the recording, or from the first row of a table whose first
  /// rows cannot be used.
  public var seconds: [Double]
  /// Specific force, m/s²: +1 g points up at rest.
  public var acceleration: Axes
  /// Angular rate, rad/s, about the same axes; `nil` without a gyroscope.
  public var angularRate: Axes?
  /// What slower sensors gave since the last sample of the block before, up to the block's own last
  /// sample; a block that is the recording's last also holds what came after it. A channel that
  /// gave nothing in that time is absent. Blocks of a live recording may also be empty but for this.
  public var side: [SideChannel: SideSamples]

  /// Makes a block; see the properties for units and shapes.
  public init(
    seconds: [Double], acceleration: Axes, angularRate: Axes? = nil,
    side: [SideChannel: SideSamples] = [:]
  ) {
    precondition(seconds.count == acceleration.count, "a stamp for every sample")
    self.seconds = seconds
    self.acceleration = acceleration
    self.angularRate = angularRate
    self.side = side
  }
}

/// Anything that hands out a recording in blocks, first sample to last.
public protocol RecordingSource {
  /// What is known before the samples are read.
  var facts: RecordingFacts { get }
  /// What was wrong with the bytes read so far, in order of appearance.
  var remarks: [RecordingRemark] { get }
  /// The next stretch, or `nil` at the end. Throws when nothing more can be read.
  mutating func nextBlock() throws -> RecordingBlock?
}

/// Something a reader noticed and went on from: lines skipped, stamps out of order, bytes lost.
public struct RecordingRemark: Hashable, Sendable {
  /// What kind of thing it is; counted by kind in `summary.json`.
  public var kind: Kind
  /// How many samples it concerns.
  public var sampleCount: Int
  /// Where and what, in words that a person can act on.
  public var message: String
  /// Whether the file itself was cut or is damaged, so that another copy of it may hold more.
  package var isDamage: Bool

  /// Makes a remark.
  public init(kind: Kind, sampleCount: Int, message: String) {
    self.kind = kind
    self.sampleCount = sampleCount
    self.message = message
    isDamage = kind == .truncated
  }

  /// The kinds of remarks. The raw value is the word written to `summary.json`.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A line or record that is not what the format says; it was skipped.
    case unreadable
    /// A value that is not a finite number; the sample was skipped.
    case notFinite = "not_finite"
    /// A stamp not later than the one before; the sample was skipped.
    case outOfOrder = "out_of_order"
    /// A stamp seen before; the second sample was skipped.
    case duplicate
    /// Units were recognized and converted.
    case converted
    /// The file, its names and its description contradict each other.
    case inconsistent
    /// Something that a value needs was not given; the population's value was taken instead.
    case assumed
    /// The file ends in the middle of a record.
    case truncated
  }
}
