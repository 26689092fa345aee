import GaitModel

/// Trials as the references of published recordings write them, each study in its own words.
struct MarkedTrials: Decodable {
  /// In time order.
  let all: [MarkedTrial]
  /// What no trial can be made of, each in a sentence.
  let remarks: [String]
  /// Whether the file has nothing that could say anything of a trial.
  let isSilent: Bool

  /// Trials of one kind, and what keeps others from being some.
  private typealias Part = (trials: [MarkedTrial], remarks: [String])

  init(from decoder: any Decoder) throws {
    let file = try decoder.container(keyedBy: Key.self)
    isSilent = file.allKeys.isEmpty
    let parts = try [
      Self.walks(file), Self.task(file), Self.waypoints(file), Self.strides(file),
      Self.satellites(file),
    ]
    all = parts.flatMap(\.trials).sorted { $0.seconds.lowerBound < $1.seconds.lowerBound }
    remarks = parts.flatMap(\.remarks)
  }

  /// `walks`: walks between two marks.
  private static func walks(_ file: KeyedDecodingContainer<Key>) throws -> Part {
    struct Walk: Decodable, Hashable { var start_s, end_s, distance_m: Double }
    let walks = ListedOnce(try file.decodeIfPresent([Walk].self, forKey: .walks) ?? [])
    var known: [[Double]: Walk] = [:]
    for walk in walks.items {
      guard let other = known.updateValue(walk, forKey: [walk.start_s, walk.end_s]) else {
        continue
      }
      throw ValidationError(
        "walks: "
          + ListedTwice.contradiction(
            at: ["\(walk.start_s)", "\(walk.end_s)"], in: Key.distance.rawValue,
            "\(other.distance_m)", "\(walk.distance_m)"))
    }
    let trials = try walks.items.map {
      try trial(.walks, "marked walk", $0.start_s, $0.end_s, meters: $0.distance_m)
    }
    let inTime = trials.sorted { $0.seconds.lowerBound < $1.seconds.lowerBound }
    return (
      trials,
      [walks.remark(on: Key.walks.rawValue), zeros(walks.items.map { $0.distance_m }, .walks)]
        .compactMap(\.self)
        + MarkedTrial.nearPairs(in: inTime).map { "\(Key.walks.rawValue): \($0)" }
    )
  }

  /// That distances were taken as not measured because they are 0, as in tables; `nil` where none is.
  private static func zeros(_ meters: [Double?], _ key: Key) -> String? {
    let count = meters.count { $0 == 0 }
    return count == 0
      ? nil
      : "\(key.rawValue): \(count.counted("distance")) \(count.verb("is", "are")) 0 and \(count.verb("was", "were")) taken as "
        + "not measured"
  }

  /// `task_span_s`: one task, sometimes a walk of known length.
  private static func task(_ file: KeyedDecodingContainer<Key>) throws -> Part {
    let name = try file.decodeIfPresent(String.self, forKey: .task)
    let meters = try file.decodeIfPresent(Double.self, forKey: .distance)
    guard let span = try file.decodeIfPresent([Double].self, forKey: .taskSpan) else {
      // The marks of a task that is several walks stand in `walks`.
      guard !file.contains(.walks),
        let given: Key = meters != nil ? .distance : name.map({ _ in .task })
      else { return ([], []) }
      return (
        [],
        [
          "\(given.rawValue) is not compared without task_span_s, start and end of the task in seconds"
        ]
      )
    }
    guard span.count == 2 else {
      throw ValidationError(
        "task_span_s: \(span) is no stretch; give its start and its end in seconds from the first sample"
      )
    }
    return (
      [try trial(.taskSpan, name ?? "task", span[0], span[1], meters: meters)],
      [zeros([meters], .distance)].compactMap(\.self)
    )
  }

  /// `waypoints`: a path over measured points, straight from one to the next where its length is not told.
  private static func waypoints(_ file: KeyedDecodingContainer<Key>) throws -> Part {
    let listed = ListedOnce(try file.decodeIfPresent([Waypoint].self, forKey: .waypoints) ?? [])
    let points = listed.items
    try checkOrder(of: points)
    let told = try file.decodeIfPresent(Double.self, forKey: .path)
    guard points.count > 1, let start = points.first?.t_s, let end = points.last?.t_s else {
      return told == nil && points.isEmpty
        ? ([], [])
        : (
          [],
          ["path_m is not compared without waypoints, two or more, each with its t_s in seconds"]
        )
    }
    let legs = zip(points, points.dropFirst()).compactMap { one, next -> Double? in
      guard let x = difference(next.x_m, one.x_m), let y = difference(next.y_m, one.y_m) else {
        return nil
      }
      return (x * x + y * y).squareRoot()
    }
    let measured = legs.count == points.count - 1 ? legs.reduce(0, +) : nil
    guard let meters = told ?? measured else {
      return (
        [],
        [
          "waypoints are not compared without path_m, the meters of the whole path, or x_m and y_m of each"
        ]
      )
    }
    return (
      [try trial(.waypoints, "path over waypoints", start, end, meters: meters)],
      [listed.remark(on: Key.waypoints.rawValue), zeros([meters], .waypoints)].compactMap(\.self)
    )
  }

  private struct Waypoint: Decodable, Hashable {
    var t_s: Double
    var x_m, y_m: Double?
  }

  /// - Throws: ``ValidationError`` where points are not listed as they were passed, or two were passed at once.
  private static func checkOrder(of points: [Waypoint]) throws {
    for (one, next) in zip(points, points.dropFirst()) where next.t_s <= one.t_s {
      func place(_ point: Waypoint) -> String {
        "\(point.x_m.map { "\($0)" } ?? "?"), \(point.y_m.map { "\($0)" } ?? "?")"
      }
      throw ValidationError(
        next.t_s == one.t_s
          ? "waypoints: "
            + ListedTwice.contradiction(
              at: ["\(one.t_s)"], in: "x_m, y_m", place(one), place(next))
          : "waypoints: the one at \(one.t_s) s stands before that at \(next.t_s) s; list them in the order of their times, in "
            + "seconds from the first sample")
    }
  }

  /// `strides` of a foot sensor, between the first and the last of which the distance is known.
  private static func strides(_ file: KeyedDecodingContainer<Key>) throws -> Part {
    guard let meters = try file.decodeIfPresent(Double.self, forKey: .strideDistance) else {
      return (
        [],
        file.contains(.strides)
          ? ["strides are not compared without \(Key.strideDistance.rawValue)"] : []
      )
    }
    let times = try file.decode([Instant].self, forKey: .strides).map(\.t_s)
    guard let start = times.first, let end = times.last else { return ([], []) }
    return (
      [try trial(.strides, "walk with a foot sensor", start, end, meters: meters)],
      [zeros([meters], .strideDistance)].compactMap(\.self)
    )
  }

  /// `gps`: speeds over ground, whose integral is the distance.
  ///
  /// A fix without a speed is no standstill: the speeds before and after stand for it. Phones write −1 where they have
  /// none.
  private static func satellites(_ file: KeyedDecodingContainer<Key>) throws -> Part {
    struct Fix: Decodable {
      var t_s: Double
      var speed_m_s: Double?
    }
    let all = try file.decodeIfPresent([Fix].self, forKey: .satellites) ?? []
    let fixes = all.compactMap { fix in
      fix.speed_m_s.flatMap { $0 >= 0 ? (seconds: fix.t_s, speed: $0) : nil }
    }
    guard !all.isEmpty else { return ([], []) }
    let missing =
      "gps: \(all.count - fixes.count) of \(all.count) fixes have no speed_m_s of 0 or more"
    guard Double(fixes.count) >= leastShare * Double(all.count), fixes.count > 1,
      let start = fixes.first?.seconds, let end = fixes.last?.seconds
    else {
      return (
        [],
        [
          "\(missing), and speed and distance are not compared; at least two fixes and half of all must have one"
        ]
      )
    }
    let meters = zip(fixes, fixes.dropFirst()).reduce(0.0) { sum, pair in
      sum + (pair.0.speed + pair.1.speed) / 2 * (pair.1.seconds - pair.0.seconds)
    }
    return (
      [try trial(.satellites, "walk with satellites", start, end, meters: meters, isSum: true)],
      fixes.count < all.count ? ["\(missing); the speeds before and after stand for theirs"] : []
    )
  }

  /// With fewer of its fixes a distance is more of guesses than of speeds. Our choice.
  private static let leastShare = 0.5

  /// A trial whose distance of 0 is none that was measured, unless it is a sum of speeds.
  ///
  /// - Throws: ``ValidationError`` where it does not end after its start, or nobody can have walked so far.
  private static func trial(
    _ key: Key, _ name: String, _ start: Double, _ end: Double, meters told: Double?,
    isSum: Bool = false
  ) throws -> MarkedTrial {
    guard end > start else {
      throw ValidationError(
        "\(key.rawValue): it starts at \(start) s and ends at \(end) s; the end must lie after the start, both in "
          + "seconds from the first sample")
    }
    let meters = isSum ? told : told.flatMap { $0 == 0 ? nil : $0 }
    if let meters, let why = MarkedTrial.impossibility(ofMeters: meters, inSeconds: end - start) {
      throw ValidationError("\(key.rawValue): \(why); give meters, and times in seconds")
    }
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
