import Foundation
import GaitModel

/// What a person, a foot switch or a foot sensor saw. All of it may be absent.
public struct EventReference: Sendable, Hashable {
  /// What the whole file shows: `walking`, `running`, `stairs_up`, `stairs_down`, `other` ….
  public var activity: String?
  /// The kind of activity in the study's own word.
  public var condition: String?
  /// How far the step count can be trusted, in the study's own word: that of `trust`, without what it has in brackets, or
  /// else that of `grade`.
  public var grade: String?
  /// The leg that carries the device; `nil` where nobody wrote it down, or none does.
  public var carryingLeg: Side?
  /// Labelled stretches, in time order.
  public var segments: [Segment] = []
  /// Walking, seconds from the first sample, in time order; empty where nobody walked, `nil` where the truth does not say.
  public var walkingBouts: [Range<Double>]?
  /// Initial contacts, in time order.
  public var initialContacts: [TimedFoot] = []
  /// Final contacts, in time order.
  public var finalContacts: [TimedFoot] = []
  /// Contacts of the same person outside the trial, or outside of what is judged: known, but not to be found.
  public var outsideSeconds: [Double] = []
  /// Steps taken, counted by a person or a switch.
  public var stepCount: Int?
  /// The stretches that were counted, together; empty means the trial or the whole file.
  public var countIntervals: [ClosedRange<Double>] = []
  /// The turn between two straight legs.
  public var turnAround: ClosedRange<Double>?
  /// Turns that the study lists with their angle, in time order; `nil` where it lists none.
  public var listedTurns: [ListedTurn]?
  /// Mean speed over each of the two straight 10 m legs, m/s.
  public var legSpeedsMetersPerSecond: [Double] = []
  /// Walks over known distances and other tasks, in time order.
  public var trials: [MarkedTrial] = []
  /// What the truth speaks of, seconds, in time order: steps elsewhere are neither right nor wrong. `nil` for the
  /// whole recording.
  public var seen: [ClosedRange<Double>]?
  /// What the file says and no figure can use, each in a sentence without a full stop.
  public var remarks: [String] = []

  /// So much an engine may be early or late at a first and a last contact, seconds: less than half a step.
  static let margin = 0.25

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

  /// The limits of the trial, seconds: the walking bout, widened to the reference's own contacts; where no bout is told,
  /// from the first of them to the last.
  ///
  /// They are ``margin`` wider.
  var trialLimits: ClosedRange<Double>? {
    let contacts = initialContacts.map(\.seconds)
    let isAlone = walkingBouts == nil && seen == nil
    guard let first = walkingBouts?.first?.lowerBound ?? (isAlone ? contacts.first : nil),
      let last = walkingBouts?.last?.upperBound ?? contacts.last
    else { return nil }
    let start = min(first, contacts.first ?? first) - Self.margin
    let end = max(last, contacts.last ?? last) + Self.margin
    return start...max(start, end)
  }

  /// Where it says that somebody turned, seconds; `nil` where it says nothing of turns.
  var turnStretches: [Range<Double>]? {
    guard turnAround != nil || listedTurns != nil else { return nil }
    return ([turnAround].compactMap(\.self) + (listedTurns ?? []).map(\.seconds)).map {
      $0.lowerBound..<$0.upperBound
    }
  }

  /// The times between its walks, seconds: standing, running and whatever else is not walking.
  var betweenWalks: [Range<Double>] {
    zip(walkingBouts ?? [], walkingBouts?.dropFirst() ?? []).compactMap { before, after in
      before.upperBound < after.lowerBound ? before.upperBound..<after.lowerBound : nil
    }
  }

  /// Whether it says that nobody walked.
  var isWithoutWalking: Bool { walkingBouts?.isEmpty == true }

  /// The last instant that the reference speaks of: a stand-in for an unknown duration.
  var lastKnownSecond: Double? {
    let counted = countIntervals.map(\.upperBound).max()
    return [
      segments.last?.seconds.upperBound, walkingBouts?.last?.upperBound, counted,
      initialContacts.last?.seconds,
    ].compactMap(\.self).max()
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
public enum Side: String, Sendable, Hashable, Codable {
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

/// The file's keys; unknown ones are ignored unless they are nearly known ones, and what a known key cannot say is an
/// error.
extension EventReference: Decodable {
  /// Reads a reference of the event kind.
  public init(from decoder: any Decoder) throws {
    self.init()
    let file = try decoder.container(keyedBy: Key.self)
    try Self.checkKeys(try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue))
    activity = try file.decodeIfPresent(String.self, forKey: .activity)
    condition = try file.decodeIfPresent(String.self, forKey: .condition)
    grade =
      try file.decodeIfPresent(String.self, forKey: .trust).map {
        "\($0.prefix { $0 != "(" }.trimmingCharacters(in: .whitespaces)) trust"
      } ?? file.decodeIfPresent(String.self, forKey: .grade)
    carryingLeg = try file.decodeIfPresent(String.self, forKey: .carryingLeg).map { word in
      guard let leg = Side(word: word) else {
        throw ValidationError("carrying_leg: \"\(word)\" is no leg; there are left and right")
      }
      return leg
    }
    let segments = ListedOnce(try file.decodeIfPresent([Segment].self, forKey: .segments) ?? [])
    self.segments = segments.items
    try Self.checkLabels(of: segments.items)
    let bouts = try file.decodeIfPresent([[Double]].self, forKey: .walkingBouts)?.map { bout in
      guard bout.count == 2, bout[0] >= 0, bout[0] <= bout[1] else {
        throw ValidationError(
          "walking_bouts: \(bout) is no bout; give its start and its end in seconds from the first sample"
        )
      }
      return bout[0]..<bout[1]
    }
    let walks = ListedOnce(bouts ?? [])
    let apart = try WalksAtOnce.checkedApart(walks.items, key: Key.walkingBouts.rawValue)
    walkingBouts = bouts.map { _ in apart.sorted { $0.lowerBound < $1.lowerBound } }
    let contacts = try Self.feet(file, .initialContacts, .initialContactFeet)
    let finals = try Self.feet(file, .finalContacts, .finalContactFeet)
    (initialContacts, finalContacts) = (contacts.items, finals.items)
    outsideSeconds =
      try file.decodeIfPresent([FirstNumber].self, forKey: .outside)?
      .map(\.value) ?? []
    stepCount = try file.decodeIfPresent(Double.self, forKey: .stepCount).map { count in
      guard let whole = CountedSteps.whole(count) else {
        throw ValidationError("step_count: \(count) \(CountedSteps.rule)")
      }
      return whole
    }
    // Where somebody stepped, an empty list of walks is one that nobody filled in.
    if isWithoutWalking, !initialContacts.isEmpty || (stepCount ?? 0) > 0 { walkingBouts = nil }
    countIntervals =
      try Self.interval(file, .countInterval).map { [$0] }
      ?? file.decodeIfPresent([[Double]].self, forKey: .walking)?
      .map { try Self.stretch($0, .walking) } ?? []
    // Of a stretch that was counted 0 may be right.
    let isUncounted =
      stepCount == 0 && countIntervals.isEmpty
      && (walkingBouts?.isEmpty == false || !initialContacts.isEmpty)
    let uncounted: String? =
      isUncounted ? "step_count is 0 beside walks or contacts and was taken as not counted" : nil
    if isUncounted { stepCount = nil }
    turnAround = try Self.interval(file, .turnAround)
    let turns = try file.decodeIfPresent([PathSegment].self, forKey: .pathSegments)?
      .compactMap(\.turn)
    let turned = ListedOnce(turns ?? [])
    listedTurns = turns.map { _ in turned.items }
    legSpeedsMetersPerSecond = try file.decodeIfPresent([Double].self, forKey: .legSpeeds) ?? []
    let marked = try MarkedTrials(from: decoder)
    trials = marked.all
    remarks =
      [
        segments.remark(on: Key.segments.rawValue), walks.remark(on: Key.walkingBouts.rawValue),
        turned.remark(on: Key.pathSegments.rawValue),
        contacts.remark(on: Key.initialContacts.rawValue),
        finals.remark(on: Key.finalContacts.rawValue), uncounted,
      ].compactMap(\.self) + marked.remarks
    if marked.isSilent, file.allKeys.isEmpty {
      throw ValidationError(
        "it says nothing of the recording; give walking_bouts, initial_contacts_s, step_count or another truth, or "
          + "take the file away")
    }
  }

  /// - Throws: ``ValidationError`` where one stretch has two labels.
  private static func checkLabels(of segments: [Segment]) throws {
    var known: [ClosedRange<Double>: String] = [:]
    for segment in segments {
      guard let other = known.updateValue(segment.label, forKey: segment.seconds) else { continue }
      let (start, end) = (segment.seconds.lowerBound, segment.seconds.upperBound)
      throw ValidationError(
        "\(Key.segments.rawValue): "
          + ListedTwice.contradiction(
            at: ["\(start)", "\(end)"], in: "the label", other, segment.label))
    }
  }

  private static func interval(
    _ file: KeyedDecodingContainer<Key>, _ key: Key
  ) throws -> ClosedRange<Double>? {
    try file.decodeIfPresent([Double].self, forKey: key).map { try stretch($0, key) }
  }

  private static func stretch(_ pair: [Double], _ key: Key) throws -> ClosedRange<Double> {
    guard pair.count == 2, pair[0] <= pair[1] else {
      throw ValidationError(
        "\(key.rawValue): \(pair) is no stretch; give its start and its end in seconds from the first sample"
      )
    }
    return pair[0]...pair[1]
  }

  /// Events, each once: one of unknown foot at the time of another says nothing more.
  private static func feet(
    _ file: KeyedDecodingContainer<Key>, _ times: Key, _ feet: Key
  ) throws -> ListedOnce<TimedFoot> {
    let seconds = try file.decodeIfPresent([Double].self, forKey: times) ?? []
    let words = try file.decodeIfPresent([String].self, forKey: feet) ?? []
    guard words.isEmpty || words.count == seconds.count else {
      throw ValidationError(
        "\(feet.rawValue) has \(words.count) words and \(times.rawValue) \(seconds.count) times; give each a foot, "
          + "or leave the feet out")
    }
    let events = try seconds.indices.map { place in
      let foot = words.isEmpty ? nil : Side(word: words[place])
      guard words.isEmpty || foot != nil || unknownFeet.contains(words[place].lowercased()) else {
        throw ValidationError(
          "\(feet.rawValue): \"\(words[place])\" is no foot; there are left, right, L, R, and unknown"
        )
      }
      return TimedFoot(seconds: seconds[place], foot: foot)
    }
    guard words.isEmpty || Set(events).count == events.count else {
      throw ValidationError(
        "\(times.rawValue): one foot is there twice at one time; leave one of them out")
    }
    let known = Dictionary(
      events.compactMap { event in event.foot.map { (event.seconds, $0) } }
    ) { first, _ in first }
    return ListedOnce(
      events.sortedInTime(\.seconds).map {
        TimedFoot(seconds: $0.seconds, foot: $0.foot ?? known[$0.seconds])
      })
  }

  /// Words for a foot that nobody knows.
  private static let unknownFeet: Set = ["", "?", "unknown", "none", "u", "n"]

  /// - Throws: ``ValidationError`` for a key that is nearly one that is known and not there.
  private static func checkKeys(_ keys: [String]) throws {
    let missing = Set(Key.allCases.map(\.rawValue)).union(MarkedTrials.keys).subtracting(keys)
    let unknown = Set(keys).subtracting(Key.allCases.map(\.rawValue)).subtracting(MarkedTrials.keys)
    for key in unknown.sorted() {
      guard key.count >= 8, let near = NearestWord.of(key, among: missing.sorted()) else {
        continue
      }
      throw ValidationError("\"\(key)\" is no key of a reference; did you mean \"\(near)\"?")
    }
  }

  private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private enum Key: String, CodingKey, CaseIterable {
    case activity, condition, walking, grade, trust
    case carryingLeg = "carrying_leg"
    case segments = "activity_segments"
    case walkingBouts = "walking_bouts"
    case initialContacts = "initial_contacts_s"
    case initialContactFeet = "initial_contacts_foot"
    case finalContacts = "toe_offs_s"
    case finalContactFeet = "toe_offs_foot"
    case outside = "events_outside_trial_s"
    case stepCount = "step_count"
    case countInterval = "count_interval_s"
    case turnAround = "uturn"
    case pathSegments = "segments"
    case legSpeeds = "straight_10m_speed_mps"
  }
}

extension EventReference.Segment: Decodable {
  /// Reads `[start, end, "label"]`.
  public init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    let start = try list.decode(Double.self)
    let end = try list.decode(Double.self)
    guard start <= end else {
      throw ValidationError(
        "activity_segments: [\(start), \(end)] is no stretch; give its start and its end in seconds from the first sample"
      )
    }
    self.init(seconds: start...end, label: try list.decode(String.self))
  }
}

/// A piece of a path; in some the walker turns.
private struct PathSegment: Decodable {
  var turn: EventReference.ListedTurn?

  init(from decoder: any Decoder) throws {
    let piece = try decoder.container(keyedBy: Key.self)
    guard
      let degrees = try piece.decodeIfPresent(String.self, forKey: .degrees).flatMap(Double.init)
    else { return }
    let start = try piece.decode(Double.self, forKey: .start)
    let end = try piece.decode(Double.self, forKey: .end)
    turn = EventReference.ListedTurn(seconds: start...max(start, end), angleDegrees: degrees)
  }

  private enum Key: String, CodingKey {
    case start = "start_s"
    case end = "end_s"
    case degrees = "turn_deg"
  }
}

/// The first entry of a list such as `[38.08, "R"]`.
private struct FirstNumber: Decodable {
  var value: Double

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    value = try list.decode(Double.self)
  }
}
