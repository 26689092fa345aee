import Foundation

extension WallClock {
  /// Why the reading of a local clock is no one instant in a zone: where clocks are put forward some readings do not
  /// exist, where they are put back some are there twice.
  ///
  /// - Parameter zone: the zone.
  /// - Returns: why, and what to give; `nil` for a reading that is one instant, and for clocks that are not local.
  package func doubt(in zone: TimeZone) -> String? {
    guard isLocal else { return nil }
    let reading = Date(timeIntervalSince1970: secondsSince1970)
    // Clocks are not changed twice in two days.
    let offsets = Set([-86_400.0, 86_400].map { zone.secondsFromGMT(for: reading + $0) })
    let possible = offsets.filter { zone.secondsFromGMT(for: reading - Double($0)) == $0 }.sorted()
    guard possible.count != 1 else { return nil }
    guard let first = possible.last, let second = possible.first else {
      return "does not exist in \(zone.identifier), where the clocks were put forward over it"
    }
    return "is there twice in \(zone.identifier), where the clocks were put back: add the offset, "
      + "\(Self.text(offset: first)) for the first time or \(Self.text(offset: second)) for the second"
  }

  private static func text(offset: Int) -> String {
    let minutes = abs(offset) / 60
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return (offset < 0 ? "-" : "+") + two(minutes / 60) + ":" + two(minutes % 60)
  }
}
