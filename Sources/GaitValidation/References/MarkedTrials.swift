/// Trials as the references of published recordings write them, each study in its own words.
struct MarkedTrials: Decodable {
  /// In time order.
  let all: [MarkedTrial]
  /// Whether the file has nothing that could say anything of a trial.
  let isSilent: Bool

  init(from decoder: any Decoder) throws {
    let file = try decoder.container(keyedBy: Key.self)
    isSilent = file.allKeys.isEmpty
    let parts = try [
      Self.walks(file), Self.task(file), Self.waypoints(file), Self.strides(file),
      Self.satellites(file),
    ]
    all = parts.flatMap(\.self).sorted { $0.seconds.lowerBound < $1.seconds.lowerBound }
  }

  /// `walks`: walks between two marks.
  private static func walks(_ file: KeyedDecodingContainer<Key>) throws -> [MarkedTrial] {
    struct Walk: Decodable { var start_s, end_s, distance_m: Double }
    return (try file.decodeIfPresent([Walk].self, forKey: .walks) ?? []).compactMap {
      trial("marked walk", $0.start_s, $0.end_s, meters: $0.distance_m)
    }
  }

  /// `task_span_s`: one task, sometimes a walk of known length.
  private static func task(_ file: KeyedDecodingContainer<Key>) throws -> [MarkedTrial] {
    guard let span = try file.decodeIfPresent([Double].self, forKey: .taskSpan), span.count == 2
    else { return [] }
    let name = try file.decodeIfPresent(String.self, forKey: .task) ?? "task"
    let meters = try file.decodeIfPresent(Double.self, forKey: .distance)
    return [trial(name, span[0], span[1], meters: meters)].compactMap(\.self)
  }

  /// `waypoints`: a path over measured points.
  private static func waypoints(_ file: KeyedDecodingContainer<Key>) throws -> [MarkedTrial] {
    let times = try file.decodeIfPresent([Instant].self, forKey: .waypoints)?.map(\.t_s) ?? []
    guard let meters = try file.decodeIfPresent(Double.self, forKey: .path),
      let start = times.first, let end = times.last
    else { return [] }
    return [trial("path over waypoints", start, end, meters: meters)].compactMap(\.self)
  }

  /// `strides` of a foot sensor, between the first and the last of which the distance is known.
  private static func strides(_ file: KeyedDecodingContainer<Key>) throws -> [MarkedTrial] {
    guard let meters = try file.decodeIfPresent(Double.self, forKey: .strideDistance) else {
      return []
    }
    let times = try file.decode([Instant].self, forKey: .strides).map(\.t_s)
    guard let start = times.first, let end = times.last else { return [] }
    return [trial("walk with a foot sensor", start, end, meters: meters)].compactMap(\.self)
  }

  /// `gps`: speeds over ground, whose integral is the distance.
  private static func satellites(_ file: KeyedDecodingContainer<Key>) throws -> [MarkedTrial] {
    struct Fix: Decodable {
      var t_s: Double
      var speed_m_s: Double?
    }
    let fixes = try file.decodeIfPresent([Fix].self, forKey: .satellites) ?? []
    guard let start = fixes.first?.t_s, let end = fixes.last?.t_s else { return [] }
    let meters = zip(fixes, fixes.dropFirst()).reduce(0.0) { sum, pair in
      let speeds = (pair.0.speed_m_s ?? 0) + (pair.1.speed_m_s ?? 0)
      return sum + speeds / 2 * (pair.1.t_s - pair.0.t_s)
    }
    return [trial("walk with satellites", start, end, meters: meters)].compactMap(\.self)
  }

  private static func trial(
    _ name: String, _ start: Double, _ end: Double, meters: Double?
  ) -> MarkedTrial? {
    guard end > start else { return nil }
    return MarkedTrial(
      name: name, seconds: start..<end, distanceMeters: meters,
      speedMetersPerSecond: meters.map { $0 / (end - start) })
  }

  private struct Instant: Decodable { var t_s: Double }

  /// The keys that say something of a trial.
  static let keys = Set(Key.allCases.map(\.rawValue))

  private enum Key: String, CodingKey, CaseIterable {
    case walks, task, waypoints, strides
    case taskSpan = "task_span_s"
    case distance = "distance_m"
    case path = "path_m"
    case strideDistance = "distance_m_between_first_and_last_label"
    case satellites = "gps"
  }
}

extension EventReference {
  /// What the truth says nothing of, seconds.
  func unseen(within durationSeconds: Double = .infinity) -> [Range<Double>] {
    guard let seen else { return [] }
    var (gaps, start) = ([Range<Double>](), 0.0)
    for stretch in seen {
      if stretch.lowerBound > start { gaps.append(start..<stretch.lowerBound) }
      start = max(start, stretch.upperBound)
    }
    return durationSeconds > start ? gaps + [start..<durationSeconds] : gaps
  }
}

extension EngineOutput {
  /// The same with contacts in some stretches only.
  func limited(to stretches: [ClosedRange<Double>]) -> EngineOutput {
    func isInside(_ event: TimedFoot) -> Bool {
      stretches.contains { $0.contains(event.seconds) }
    }
    var other = self
    other.initialContacts = initialContacts.filter(isInside)
    other.finalContacts = finalContacts.filter(isInside)
    return other
  }
}
