/// The file's keys; unknown ones are ignored, unknown shapes of a known key are an error.
extension EventReference: Decodable {
  /// Reads a reference of the event kind.
  public init(from decoder: any Decoder) throws {
    self.init()
    let file = try decoder.container(keyedBy: Key.self)
    activity = try file.decodeIfPresent(String.self, forKey: .activity)
    condition = try file.decodeIfPresent(String.self, forKey: .condition)
    segments = try file.decodeIfPresent([Segment].self, forKey: .segments) ?? []
    walkingBouts = try file.decodeIfPresent([[Double]].self, forKey: .walkingBouts)?
      .filter { $0.count == 2 && $0[0] <= $0[1] }.map { $0[0]..<$0[1] }
    if walkingBouts?.isEmpty == true { walkingBouts = nil }
    initialContacts = try Self.feet(file, .initialContacts, .initialContactFeet)
    finalContacts = try Self.feet(file, .finalContacts, .finalContactFeet)
    outsideSeconds =
      try file.decodeIfPresent([FirstNumber].self, forKey: .outside)?
      .map(\.value) ?? []
    stepCount = try file.decodeIfPresent(Int.self, forKey: .stepCount)
    countInterval = try Self.interval(file, .countInterval)
    turnAround = try Self.interval(file, .turnAround)
    listedTurns = try file.decodeIfPresent([PathSegment].self, forKey: .pathSegments)?
      .compactMap(\.turn)
    legSpeedsMetersPerSecond = try file.decodeIfPresent([Double].self, forKey: .legSpeeds) ?? []
  }

  private static func interval(
    _ file: KeyedDecodingContainer<Key>, _ key: Key
  ) throws -> ClosedRange<Double>? {
    guard let pair = try file.decodeIfPresent([Double].self, forKey: key), pair.count == 2,
      pair[0] <= pair[1]
    else { return nil }
    return pair[0]...pair[1]
  }

  private static func feet(
    _ file: KeyedDecodingContainer<Key>, _ times: Key, _ feet: Key
  ) throws -> [TimedFoot] {
    let seconds = try file.decodeIfPresent([Double].self, forKey: times) ?? []
    let words = try file.decodeIfPresent([String].self, forKey: feet) ?? []
    let events = seconds.indices.map {
      TimedFoot(
        seconds: seconds[$0], foot: $0 < words.count ? Side(word: words[$0]) : nil)
    }
    // Stable: contacts listed at one time keep the order of the list.
    return events.enumerated().sorted {
      ($0.element.seconds, $0.offset) < ($1.element.seconds, $1.offset)
    }.map(\.element)
  }

  private enum Key: String, CodingKey {
    case activity, condition
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
    self.init(seconds: start...max(start, end), label: try list.decode(String.self))
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
