import ArgumentParser
import Foundation
import GaitModel

/// A date or an instant on the command line: `2026-05-04`, `2026-05-04T09:30`,
/// `2026-05-04T09:30:00+02:00`.
struct InstantArgument: ExpressibleByArgument {
  private let time: DateTime
  /// What was given.
  let text: String

  init?(argument: String) {
    let isDay = argument.count == 10
    guard let time = DateTime(isDay ? argument + " 00:00" : argument) else { return nil }
    self.time = time
    text = argument
  }

  /// Whether it says how far its clock is ahead of UTC.
  var hasOffset: Bool { time.utcOffsetSeconds != nil }

  /// The instant; without an offset, on the clock of a time zone.
  func date(in zone: TimeZone) -> Date {
    Date(timeIntervalSince1970: clock(in: zone).secondsSince1970)
  }

  /// The instant with the offset of its clock.
  func clock(in zone: TimeZone) -> WallClock {
    WallClock(
      secondsSince1970: time.secondsSince1970, utcOffsetSeconds: time.utcOffsetSeconds ?? 0,
      isLocal: !hasOffset
    ).placed(in: zone)
  }
}

extension WallClock {
  /// A local clock's instant by a time zone; any other is known already.
  func placed(in zone: TimeZone) -> WallClock {
    guard isLocal else { return self }
    let reading = Date(timeIntervalSince1970: secondsSince1970)
    // The offset of the zone at that local time: twice, because it may change in between.
    let first = reading - Double(zone.secondsFromGMT(for: reading))
    let date = reading - Double(zone.secondsFromGMT(for: first))
    return WallClock(
      secondsSince1970: date.timeIntervalSince1970,
      utcOffsetSeconds: zone.secondsFromGMT(for: date))
  }
}

/// A time zone as the tz database names it.
struct TimeZoneArgument: ExpressibleByArgument {
  /// The zone.
  let zone: TimeZone

  init?(argument: String) {
    guard let zone = TimeZone(identifier: argument) else { return nil }
    self.zone = zone
  }
}

extension AnySampleKind: ExpressibleByArgument {
  /// Any name: the store may hold kinds that this version does not know.
  public init?(argument: String) { self.init(argument) }
}
