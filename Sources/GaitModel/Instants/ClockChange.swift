import Foundation

extension WallClock {
  /// Why the reading of a local clock is no one instant in a zone: where clocks are put forward some readings do not
  /// exist, where they are put back some are there twice.
  ///
  /// - Parameter zone: the zone.
  /// - Returns: why, and what to give; `nil` for a reading that is one instant, and for clocks that are not local.
  package func doubt(in zone: TimeZone) -> String? {
    guard isLocal else { return nil }
    let possible = offsets(in: zone)
    guard possible.count != 1 else { return nil }
    guard let first = possible.first, let second = possible.last else {
      return "does not exist in \(zone.identifier), where the clocks were put forward over it"
    }
    return "is there twice in \(zone.identifier), where the clocks were put back: add the offset, "
      + "\(Self.text(offset: first)) for the first time or \(Self.text(offset: second)) for the second"
  }

  /// The offsets from UTC, seconds, that a zone's clock can have had when it showed the reading of this local one, that of
  /// the earlier instant first: none where clocks were put forward over it, two where they were put back.
  package func offsets(in zone: TimeZone) -> [Int] {
    let reading = Date(timeIntervalSince1970: secondsSince1970)
    // Clocks are not changed twice in two days.
    let near = Set([-86_400.0, 86_400].map { zone.secondsFromGMT(for: reading + $0) })
    return near.filter { zone.secondsFromGMT(for: reading - Double($0)) == $0 }.sorted(by: >)
  }

  /// A local clock's instant by a time zone; any other is known already. Of a reading that is there twice it is the
  /// first.
  package func placed(in zone: TimeZone) -> WallClock {
    guard isLocal else { return self }
    let reading = Date(timeIntervalSince1970: secondsSince1970)
    // A reading that clocks were put forward over is read as if they had not been.
    let offset =
      offsets(in: zone).first ?? zone.secondsFromGMT(for: reading - 86_400)
    let date = reading - Double(offset)
    return WallClock(
      secondsSince1970: date.timeIntervalSince1970,
      utcOffsetSeconds: zone.secondsFromGMT(for: date))
  }

  /// The same instant as a zone's clock shows it. Of a local clock the instant is not known: it stays as it is.
  package func shown(in zone: TimeZone) -> WallClock {
    guard !isLocal, secondsSince1970.isFinite else { return self }
    var clock = self
    clock.utcOffsetSeconds = zone.secondsFromGMT(
      for: Date(timeIntervalSince1970: secondsSince1970))
    return clock
  }

  private static func text(offset: Int) -> String {
    let minutes = abs(offset) / 60
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return (offset < 0 ? "-" : "+") + two(minutes / 60) + ":" + two(minutes % 60)
  }
}

extension RecordingFacts {
  /// The wall clock at a time of the recording: that of its time zone, else the one at its start, which goes on with the
  /// same offset.
  ///
  /// - Parameter seconds: the time from the first sample.
  /// - Returns: the clock; `nil` without one.
  package func clock(at seconds: Double = 0) -> WallClock? {
    guard let timeZone else { return start?.advanced(by: seconds) }
    return start?.advanced(by: seconds).shown(in: timeZone)
  }

  /// When the wall clock was put forward or back.
  ///
  /// - Parameter end: up to here, seconds from the first sample; of more than a century nothing is said.
  /// - Returns: the time of each change, seconds from the first sample to the millisecond, and by how many seconds the
  ///   clock is from then on ahead of one that was not changed since the start.
  package func clockChanges(until end: Double) -> [(seconds: Double, shift: Int)] {
    guard let first = clock(), timeZone != nil, end < Self.centurySeconds else { return [] }
    func shift(_ seconds: Double) -> Int {
      (clock(at: seconds)?.utcOffsetSeconds ?? 0) - first.utcOffsetSeconds
    }
    var changes: [(seconds: Double, shift: Int)] = []
    var day = 0.0
    while day < end {
      // Clocks are not changed twice in a day.
      let next = min(day + 86_400, end)
      let (old, new) = (shift(day), shift(next))
      if old != new {
        var (before, after) = (day, next)
        while after - before > 0.0005 {
          let middle = (before + after) / 2
          if shift(middle) == old { before = middle } else { after = middle }
        }
        changes.append((after, new))
      }
      day = next
    }
    return changes
  }

  private static let centurySeconds = 3_155_760_000.0
}
