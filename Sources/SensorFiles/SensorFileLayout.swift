import GaitModel

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
