import Foundation

/// The days of a recording by its own clock.
struct DaysOfRecording {
  private let clock: WallClock
  private let zone: TimeZone
  private var day: Range<Double> = 0..<0

  /// The days of a time zone, or where none is named by the clock's own offset; a local clock is taken as it reads.
  init(_ clock: WallClock, timeZone: String?) {
    self.clock = clock
    let own = TimeZone(secondsFromGMT: clock.isLocal ? 0 : clock.utcOffsetSeconds)
    zone = timeZone.flatMap(TimeZone.init(named:)) ?? own ?? .gmt
  }

  /// Divides a stretch at midnight.
  ///
  /// - Parameter seconds: the stretch, from the first sample of the recording.
  /// - Returns: a range for each day, which together hold everything: the first and the last go on without end.
  mutating func divided(_ seconds: Range<Double>) -> [Range<Double>] {
    var parts: [Range<Double>] = []
    var begin = -Double.infinity
    var first = seconds.lowerBound
    while true {
      if !day.contains(first) { day = dayHolding(first) }
      guard day.upperBound < seconds.upperBound, day.upperBound > first else { break }
      parts.append(begin..<day.upperBound)
      (begin, first) = (day.upperBound, day.upperBound)
    }
    return parts + [begin..<Double.infinity]
  }

  private func dayHolding(_ seconds: Double) -> Range<Double> {
    let instant = clock.secondsSince1970 + seconds
    guard instant.isFinite else { return 0..<0 }
    let day = ((instant + offset(at: instant)) / Self.daySeconds).rounded(.down)
    let (start, end) = (firstInstant(ofDay: day), firstInstant(ofDay: day + 1))
    guard start < end else { return 0..<0 }
    return start - clock.secondsSince1970..<end - clock.secondsSince1970
  }

  private static let daySeconds = 86_400.0

  /// Seconds by which the zone is ahead of UTC at an instant.
  private func offset(at instant: Double) -> Double {
    Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: instant)))
  }

  /// The first instant at which the zone's clock shows a day, counted from 1970-01-01: clocks may be put forward or back at
  /// midnight.
  private func firstInstant(ofDay day: Double) -> Double {
    let midnight = day * Self.daySeconds
    let noons = [-0.5, 0.5].map { half in
      let noon = midnight + half * Self.daySeconds
      return midnight - offset(at: noon - offset(at: noon))
    }
    let (first, last) = (min(noons[0], noons[1]), max(noons[0], noons[1]))
    return first + offset(at: first) >= midnight ? first : last
  }
}

extension AnySampleKind {
  /// Whether a walk over midnight gives the kind for each day: then its samples are shorter than the walk. The other kinds
  /// that are known of a walk are measured in all of it.
  package var isDividedAtMidnight: Bool { Self.dividedAtMidnight.contains(ofWholeWalks ?? self) }

  private static let dividedAtMidnight: Set<AnySampleKind> = [
    SampleKind.stepCount.erased, SampleKind.distance.erased, SampleKind.turnCount.erased,
    SampleKind.walkingTime.erased, SampleKind.runningTime.erased,
  ]

  /// The kinds that are divided as this one is: of whole walks, or of their parts within labelled activities.
  package var dividedAlike: [AnySampleKind] {
    ofWholeWalks == nil
      ? Array(Self.dividedAtMidnight) : Self.dividedAtMidnight.compactMap(\.withinActivities)
  }
}
