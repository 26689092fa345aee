/// Everything that was found in a recording.
public struct RecordingAnalysis: Hashable, Sendable {
  /// What is known of the recording.
  public var facts: RecordingFacts
  /// How good the recording is.
  public var quality: RecordingQuality
  /// Where gait was detected at all, in time order.
  public var gaitSequences: [GaitSequence]
  /// Walking and running bouts, in time order.
  public var bouts: [WalkingBout]
  /// Turns, in time order; `missing` without a gyroscope.
  public var turns: Measured<[Turn]>
  /// Flights of stairs, in time order, or why they were not looked for.
  public var stairFlights: Measured<[StairFlight]>
  /// Series of jumps or hops, in time order, seconds from the first sample of the recording: neither
  /// walking nor running.
  public var jumps: [Range<Double>]
  /// The methods used, in the order in which they ran.
  public var methods: [Provenance]
  /// What the analysis assumed because it was not given.
  public var remarks: [RecordingRemark]
  /// How the device was worn, in time order; a new one begins when it was put on another way. Empty when
  /// nobody walked.
  public var wearings: [Wearing]
  /// A digest of the recording's samples, by which a store knows it again whatever its file is called;
  /// `nil` where nobody made one.
  public var content: String?
  /// The heart rate, in time order; empty without a channel of it.
  public var heartRates: [HeartRateMean]

  /// Makes an analysis from its parts.
  public init(
    facts: RecordingFacts, quality: RecordingQuality, gaitSequences: [GaitSequence],
    bouts: [WalkingBout], turns: Measured<[Turn]>,
    stairFlights: Measured<[StairFlight]>, jumps: [Range<Double>] = [],
    methods: [Provenance], remarks: [RecordingRemark] = [],
    wearings: [Wearing] = [], heartRates: [HeartRateMean] = []
  ) {
    self.facts = facts
    self.quality = quality
    self.gaitSequences = gaitSequences
    self.bouts = bouts
    self.turns = turns
    self.stairFlights = stairFlights
    self.jumps = jumps
    self.methods = methods
    self.remarks = remarks
    self.wearings = wearings
    self.heartRates = heartRates
  }
}
