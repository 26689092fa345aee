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
  /// The methods used, in the order in which they ran.
  public var methods: [Provenance]
  /// What the analysis assumed because it was not given.
  public var remarks: [RecordingRemark]

  /// Makes an analysis from its parts.
  public init(
    facts: RecordingFacts, quality: RecordingQuality, gaitSequences: [GaitSequence],
    bouts: [WalkingBout], turns: Measured<[Turn]>,
    stairFlights: Measured<[StairFlight]>,
    methods: [Provenance], remarks: [RecordingRemark] = []
  ) {
    self.facts = facts
    self.quality = quality
    self.gaitSequences = gaitSequences
    self.bouts = bouts
    self.turns = turns
    self.stairFlights = stairFlights
    self.methods = methods
    self.remarks = remarks
  }
}

/// How good a recording is: what the sensor did, not what the person did.
public struct RecordingQuality: Hashable, Sendable {
  /// From first to last sample, seconds.
  public var durationSeconds: Double
  /// Samples that were used.
  public var sampleCount: Int
  /// Stretches without samples that are longer than the engine bridges.
  public var gapCount: Int
  /// Their total length, seconds.
  public var gapSeconds: Double
  /// Share of samples at the sensor's limit, 0-1.
  public var clippedFraction: Double
  /// Time the device was not still, seconds. It stands for wear time where there is no skin sensor: a
  /// device that is carried about counts, one on a person who sleeps does not.
  public var movingSeconds: Double
  /// Mean |a| over still stretches minus 1 g, in g; `nil` when the device never lay still.
  public var stillGravityErrorG: Double?
  /// How the sensor was worn: the direction of up in its own axes while walking, a unit vector;
  /// `nil` when nobody walked.
  public var upWhileWalking: SIMD3<Double>?

  /// Makes a quality record; see the properties for units.
  public init(
    durationSeconds: Double = 0, sampleCount: Int = 0, gapCount: Int = 0, gapSeconds: Double = 0,
    clippedFraction: Double = 0, movingSeconds: Double = 0, stillGravityErrorG: Double? = nil,
    upWhileWalking: SIMD3<Double>? = nil
  ) {
    self.durationSeconds = durationSeconds
    self.sampleCount = sampleCount
    self.gapCount = gapCount
    self.gapSeconds = gapSeconds
    self.clippedFraction = clippedFraction
    self.movingSeconds = movingSeconds
    self.stillGravityErrorG = stillGravityErrorG
    self.upWhileWalking = upWhileWalking
  }
}
