import Foundation

/// What is said about a sample besides its value, time, person and source. All of it may be absent.
public struct SampleMetadata: Hashable, Sendable {
  /// Whether a person entered the value, as after a clinic test.
  public var isEnteredByHand: Bool
  /// Whether the estimate was calibrated to the person; `nil` where that means nothing.
  public var isCalibrated: Bool?
  /// The earliest date whose data the estimate used; `nil` where that means nothing.
  public var earliestDataUsed: Date?
  /// The method that gave the value; `nil` when it was not a method.
  public var method: String?
  /// The method's revision.
  public var revision: Int?
  /// A digest of the settings with which the method ran; `nil` where nobody kept one.
  public var settings: String?
  /// Why the value is not one of flat, steady walking; `nil` when it is, or when the kind does not
  /// ask for it.
  public var leftOutReason: LeftOutReason?
  /// What kind of ground.
  public var terrain: Terrain?
  /// Where the device was worn.
  public var site: WearingSite?
  /// The person's time zone, as the tz database names it (`Europe/Berlin`); `nil` when only the
  /// offset is known.
  public var timeZoneIdentifier: String?
  /// How far the person's clock was ahead of UTC at the start, seconds; `nil` when unknown.
  public var utcOffsetSeconds: Int?
  /// What an activity is called; `nil` for other kinds.
  public var label: String?
  /// The unit of the value, where this version does not know the kind; `nil` for known kinds.
  public var unit: String?
  /// Whatever else was said, key by key.
  public var other: [String: String]

  /// Whether instants are the readings of a local clock whose zone is unknown; they were kept as if
  /// it were UTC.
  public var isLocalClock: Bool {
    get { other[Self.clockKey] == Self.localClock }
    set { other[Self.clockKey] = newValue ? Self.localClock : nil }
  }
  private static let clockKey = "clock"
  private static let localClock = "local"

  /// Makes metadata; everything is optional.
  public init(
    isEnteredByHand: Bool = false, isCalibrated: Bool? = nil, earliestDataUsed: Date? = nil,
    method: String? = nil, revision: Int? = nil, settings: String? = nil,
    leftOutReason: LeftOutReason? = nil,
    terrain: Terrain? = nil, site: WearingSite? = nil, timeZoneIdentifier: String? = nil,
    utcOffsetSeconds: Int? = nil, label: String? = nil, unit: String? = nil,
    other: [String: String] = [:]
  ) {
    self.isEnteredByHand = isEnteredByHand
    self.isCalibrated = isCalibrated
    self.earliestDataUsed = earliestDataUsed
    self.method = method
    self.revision = revision
    self.settings = settings
    self.leftOutReason = leftOutReason
    self.terrain = terrain
    self.site = site
    self.timeZoneIdentifier = timeZoneIdentifier
    self.utcOffsetSeconds = utcOffsetSeconds
    self.label = label
    self.unit = unit
    self.other = other
  }
}

/// The words under which a heart-rate recovery says what came before it: without that a fall means
/// little.
public enum RecoveryWords {
  /// The heart rate at the end of the effort, 1/min.
  public static let peakRate = "peak_bpm"
  /// What the person did, `walking`.
  public static let activity = "activity"
  /// How long they did it, s.
  public static let seconds = "activity_s"
}

/// What wrote a sample: a program, a phone, a person; on which device; from which recording.
public struct SampleSource: Hashable, Sendable {
  /// The name of what wrote it: `gait`, `Health`, `person`.
  public var name: String
  /// The device that measured it, in words; `nil` when nobody said.
  public var device: String?
  /// The recording that it was found in; `nil` when there is none.
  public var recording: RecordingReference?

  /// Makes a source.
  public init(name: String, device: String? = nil, recording: RecordingReference? = nil) {
    self.name = name
    self.device = device
    self.recording = recording
  }

  /// A person who entered a value.
  public static let person = SampleSource(name: "person")
  /// The estimates of this package, made from other samples.
  public static let estimates = SampleSource(name: "gait estimate")
  /// The name under which this package's analysis of recordings writes.
  public static let analysisName = "gait"
}

/// How the store distinguishes a recording from others of the same person: by its content, or,
/// where the content is unknown, by name and start.
///
/// The start is part of it because loggers give every recording the same file name.
public struct RecordingReference: Hashable, Sendable {
  /// The recording's name: its file name without extension.
  public var name: String
  /// Wall clock at the first sample, to the millisecond.
  public let start: Date
  /// A digest of the samples of the sensor; `nil` where it is not known, as in stores of older
  /// programs.
  public var content: String?

  /// Makes a reference.
  public init(name: String, start: Date, content: String? = nil) {
    self.name = name
    self.start = Date(millisecondsSince1970: start.millisecondsSince1970)
    self.content = content
  }
}
