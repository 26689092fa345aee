/// What a person, a foot switch or a foot sensor saw. All of it may be absent.
public struct EventReference: Sendable, Hashable {
  /// What the whole file shows: `walking`, `running`, `stairs_up`, `stairs_down`, `other` ….
  public var activity: String?
  /// The kind of activity in the study's own word.
  public var condition: String?
  /// Labelled stretches, in time order.
  public var segments: [Segment] = []
  /// Walking, seconds from the first sample, in time order.
  public var walkingBouts: [Range<Double>]?
  /// Initial contacts, in time order.
  public var initialContacts: [TimedFoot] = []
  /// Final contacts, in time order.
  public var finalContacts: [TimedFoot] = []
  /// Contacts of the same person outside the trial: known, but not to be found.
  public var outsideSeconds: [Double] = []
  /// Steps taken, counted by a person or a switch.
  public var stepCount: Int?
  /// The stretch that was counted; `nil` means the trial or the whole file.
  public var countInterval: ClosedRange<Double>?
  /// The turn between two straight legs.
  public var turnAround: ClosedRange<Double>?
  /// Turns that the study lists with their angle, in time order; `nil` where it lists none.
  public var listedTurns: [ListedTurn]?
  /// Mean speed over each of the two straight 10 m legs, m/s.
  public var legSpeedsMetersPerSecond: [Double] = []

  /// Makes a reference that says nothing; set what is known.
  public init() {}

  /// A turn of a walk with corners.
  public struct ListedTurn: Sendable, Hashable {
    /// From start to end of the steps that turn, seconds.
    public var seconds: ClosedRange<Double>
    /// The change of direction, degrees.
    public var angleDegrees: Double

    /// Makes a turn.
    public init(seconds: ClosedRange<Double>, angleDegrees: Double) {
      self.seconds = seconds
      self.angleDegrees = angleDegrees
    }
  }

  /// A labelled stretch.
  public struct Segment: Sendable, Hashable {
    /// From start to end, seconds.
    public var seconds: ClosedRange<Double>
    /// The study's word.
    public var label: String

    /// Makes a labelled stretch.
    public init(seconds: ClosedRange<Double>, label: String) {
      self.seconds = seconds
      self.label = label
    }
  }

  /// The limits of the trial, seconds: the walking bout, widened to the reference's own contacts.
  ///
  /// The margin of 0.25 s lets an engine be early or late at the first and last contact.
  var trialLimits: ClosedRange<Double>? {
    guard let first = walkingBouts?.first, let last = walkingBouts?.last else { return nil }
    let contacts = initialContacts.map(\.seconds)
    let start = min(first.lowerBound, contacts.first ?? first.lowerBound) - 0.25
    let end = max(last.upperBound, contacts.last ?? first.lowerBound) + 0.25
    return start...max(start, end)
  }

  /// The last instant that the reference speaks of: a stand-in for an unknown duration.
  var lastKnownSecond: Double? {
    segments.last?.seconds.upperBound ?? walkingBouts?.last?.upperBound
      ?? initialContacts.last?.seconds
  }
}

/// An event with the foot it belongs to.
public struct TimedFoot: Sendable, Hashable, Comparable {
  /// Seconds from the first sample of the recording.
  public var seconds: Double
  /// The foot, or `nil` where it is not told.
  public var foot: Side?

  /// Makes an event.
  public init(seconds: Double, foot: Side? = nil) {
    self.seconds = seconds
    self.foot = foot
  }

  /// Orders by time; at equal times no foot comes first, then left, then right.
  public static func < (a: TimedFoot, b: TimedFoot) -> Bool {
    a.seconds == b.seconds ? a.foot.order < b.foot.order : a.seconds < b.seconds
  }
}

/// Left or right; a side that is not told is `nil`.
public enum Side: String, Sendable, Hashable {
  /// The left foot.
  case left
  /// The right foot.
  case right

  /// The other side.
  public var other: Side { self == .left ? .right : .left }

  /// Reads `left`, `right`, `L`, `R` in any case; anything else is `nil`.
  public init?(word: some StringProtocol) {
    switch String(word.filter { !$0.isWhitespace }).lowercased() {
    case "l", "left": self = .left
    case "r", "right": self = .right
    default: return nil
    }
  }
}

extension Side? {
  /// The rank among events at the same time.
  fileprivate var order: Int {
    switch self {
    case nil: 0
    case .left: 1
    case .right: 2
    }
  }
}
