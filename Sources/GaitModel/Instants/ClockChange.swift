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

  private static func text(offset: Int) -> String {
    let minutes = abs(offset) / 60
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return (offset < 0 ? "-" : "+") + two(minutes / 60) + ":" + two(minutes % 60)
  }
}
