import GaitModel

/// What a recording is: format, channels, clock, length, gaps. What `gait inspect` prints.
public struct SensorFileInspection: Hashable, Sendable {
  /// The file, as it was given.
  public var path: String
  /// What is known of the recording and the person.
  public var facts: RecordingFacts
  /// How the file is read: format, channels, units, conversions, clock.
  public var layout: SensorFileLayout
  /// Whether only evenly spread stretches of a long file were looked at. Its gaps are not known then.
  public var isThinned: Bool
  /// From second 0 to the last sample, seconds.
  public var durationSeconds: Double
  /// Of that, what lies between samples that follow each other without a gap, seconds: in a thinned
  /// file, what was looked at.
  public var sampledSeconds: Double
  /// Samples that can be used, of those that were looked at.
  public var sampleCount: Int
  /// Intervals of the file longer than `RecordingQuality.longestBridgeSeconds`; in a thinned file 0, because
  /// they are not looked for. `RecordingQuality.gapCount` also counts stretches of broken samples.
  public var gapCount: Int
  /// Their total length, seconds.
  public var gapSeconds: Double
  /// The longest of them, seconds; 0 when there is none.
  public var longestGapSeconds: Double
  /// Samples of the slower sensors, for each that gave any.
  public var sideSampleCounts: [SideChannel: Int]
  /// What was wrong with the bytes, in order of appearance, and that the rate is not the same throughout.
  public var remarks: [RecordingRemark]
  private var rates = RateSpread()

  /// Samples per second that a slower sensor gave on average; `nil` when it gave none.
  public func samplingRateHertz(of channel: SideChannel) -> Double? {
    guard let count = sideSampleCounts[channel], sampledSeconds > 0 else { return nil }
    return Double(count) / sampledSeconds
  }

  /// Begins an inspection before any sample was read.
  init(of recording: any SensorFileSource, path: String) {
    self.path = path
    isThinned = recording.isThinned
    facts = recording.facts
    layout = Self.layout(of: recording)
    (durationSeconds, sampledSeconds, sampleCount) = (0, 0, 0)
    (gapCount, gapSeconds, longestGapSeconds) = (0, 0, 0)
    (sideSampleCounts, remarks) = ([:], [])
  }

  /// Reads a recording to its end, and shows every block to the caller.
  mutating func read(
    _ recording: any SensorFileSource, showing: (RecordingFacts, RecordingBlock) -> Void
  ) throws(SensorFileError) {
    var recording = recording
    while let block = try Self.nextBlock(of: &recording, path: path) {
      add(block.seconds)
      for (channel, samples) in block.side {
        sideSampleCounts[channel, default: 0] += samples.values.count
      }
      showing(facts, block)
    }
    layout = Self.layout(of: recording)
    remarks = recording.remarks + [rates.remark].compactMap(\.self)
  }

  /// The layout with what the recording says otherwise than its description.
  private static func layout(of recording: any SensorFileSource) -> SensorFileLayout {
    var layout = recording.layout
    layout.contradictions += [
      recording.facts.startContradiction, recording.facts.startAssumption,
      recording.facts.offsetAssumption, recording.facts.participantContradiction,
    ].compactMap(\.self)
    return layout
  }

  private static func nextBlock(
    of recording: inout any SensorFileSource, path: String
  ) throws(SensorFileError) -> RecordingBlock? {
    do {
      return try recording.nextBlock()
    } catch let error as SensorFileError {
      throw error
    } catch {
      throw SensorFileError(.notReadable, path: path, "\(error)")
    }
  }

  private mutating func add(_ seconds: [Double]) {
    var last = durationSeconds
    let longestBridge = RecordingQuality.longestBridgeSeconds(rateHertz: facts.samplingRateHertz)
    for second in seconds {
      let interval = second - last
      rates.take(second, isAfterGap: interval > longestBridge)
      if interval <= longestBridge {
        sampledSeconds += interval
      } else if !isThinned {
        gapCount += 1
        gapSeconds += interval
        longestGapSeconds = max(longestGapSeconds, interval)
      }
      last = second
    }
    durationSeconds = last
    sampleCount += seconds.count
  }
}

/// How a file is read: what `gait inspect` says about it before any sample.
public struct SensorFileLayout: Hashable, Sendable {
  /// A channel of the file and what becomes of it.
  public struct Channel: Hashable, Sendable {
    /// What the file calls it.
    public var nameInFile: String
    /// What it is read as: `time_s`, `acc_x`, … `heart_rate_bpm`.
    public var name: String
    /// The unit it has in the file, and how that is known.
    public var unit: String

    /// Makes a channel.
    public init(nameInFile: String, name: String, unit: String) {
      self.nameInFile = nameInFile
      self.name = name
      self.unit = unit
    }
  }

  /// The format, in words.
  public var format: String
  /// Channels that are read.
  public var channels: [Channel]
  /// Channels of the file that are not read, by the file's names.
  public var ignoredChannels: [String]
  /// What is converted or assumed, one sentence each.
  public var conversions: [String]
  /// What the file, its names and its description say differently, one sentence each.
  public var contradictions: [String]
  /// How evenly the samples follow each other at the beginning of the recording.
  public var clock: ClockRegularity
  /// What else the file says about the device and how it was set, one phrase each.
  public var details: [String]

  /// Makes a layout.
  public init(
    format: String, channels: [Channel], ignoredChannels: [String] = [],
    conversions: [String] = [], contradictions: [String] = [], clock: ClockRegularity,
    details: [String] = []
  ) {
    self.format = format
    self.channels = channels
    self.ignoredChannels = ignoredChannels
    self.conversions = conversions
    self.contradictions = contradictions
    self.clock = clock
    self.details = details
  }
}

extension SensorFileLayout {
  /// What was converted, assumed or contradictory, as remarks on so many samples.
  func remarks(sampleCount: Int) -> [RecordingRemark] {
    conversions.map {
      RecordingRemark(kind: .converted, sampleCount: sampleCount, message: $0)
    }
      + contradictions.map {
        RecordingRemark(kind: .inconsistent, sampleCount: sampleCount, message: $0)
      }
  }
}

/// How evenly samples follow each other.
public struct ClockRegularity: Hashable, Sendable {
  /// Samples per second, over all intervals that are no gaps.
  public var samplingRateHertz: Double
  /// The rate that the description or the device names, or `nil`.
  public var nominalRateHertz: Double?
  /// The middle interval, seconds.
  public var medianInterval: Double
  /// The interval that 5 % are shorter than, seconds.
  public var shortInterval: Double
  /// The interval that 5 % are longer than, seconds.
  public var longInterval: Double
  /// How many samples were looked at.
  public var sampleCount: Int

  /// Makes a regularity; see the properties for units.
  public init(
    samplingRateHertz: Double, nominalRateHertz: Double? = nil, medianInterval: Double,
    shortInterval: Double, longInterval: Double, sampleCount: Int
  ) {
    self.samplingRateHertz = samplingRateHertz
    self.nominalRateHertz = nominalRateHertz
    self.medianInterval = medianInterval
    self.shortInterval = shortInterval
    self.longInterval = longInterval
    self.sampleCount = sampleCount
  }
}
