/// What one motion capture system measured: bouts, contacts and strides.
///
/// Starts and contacts in these files count samples from 1, so they lie one sample late; they are
/// moved back by one sample here. Ends are half-open and stay. A contact that is listed twice, at the
/// seam of two bouts, counts once, for the first of them.
public struct SystemReference: Sendable, Hashable {
  /// The system's name, for example `INDIP`.
  public var name: String
  /// Samples per second of the recording that the times refer to.
  public var samplingRateHertz: Double
  /// The walking bouts, in the order of the file.
  public var bouts: [Bout]
  /// The initial contacts, in the order of the file.
  public var contacts: [Contact]
  /// The strides with a start and an end, in the order of the file.
  public var strides: [Stride]

  /// A walking bout.
  public struct Bout: Sendable, Hashable {
    /// From start to end, seconds.
    public var seconds: Range<Double>
    /// Mean speed, stride length and cadence; `nil` where the system has none.
    public var values: BoutValues
  }

  /// An initial contact.
  public struct Contact: Sendable, Hashable {
    /// Index of the bout that it belongs to.
    public var bout: Int
    /// Seconds from the first sample.
    public var seconds: Double
    /// Which foot.
    public var foot: Side?
  }

  /// A stride.
  public struct Stride: Sendable, Hashable {
    /// Start, seconds.
    public var startSeconds: Double
    /// End, seconds.
    public var endSeconds: Double
    /// The system's own stride time, seconds.
    public var durationSeconds: Double?
    /// Length, meters.
    public var lengthMeters: Double?
  }
}

/// The three values by which bouts are compared.
public struct BoutValues: Sendable, Hashable {
  /// Mean walking speed, m/s.
  public var speedMetersPerSecond: Double?
  /// Mean stride length, meters.
  public var strideLengthMeters: Double?
  /// Mean cadence, steps per minute.
  public var stepsPerMinute: Double?

  /// Makes the values of a bout; what is not known is `nil`.
  public init(
    speedMetersPerSecond: Double? = nil, strideLengthMeters: Double? = nil,
    stepsPerMinute: Double? = nil
  ) {
    self.speedMetersPerSecond = speedMetersPerSecond
    self.strideLengthMeters = strideLengthMeters
    self.stepsPerMinute = stepsPerMinute
  }
}
