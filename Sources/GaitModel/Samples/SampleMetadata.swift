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
