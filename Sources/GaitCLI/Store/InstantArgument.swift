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

  /// The instant; without an offset, on the clock of a time zone.
  func date(in zone: TimeZone) -> Date {
    let date = Date(timeIntervalSince1970: time.secondsSince1970)
    guard time.utcOffsetSeconds == nil else { return date }
    // The offset of the zone at that local time: twice, because it may change in between.
    let first = date - Double(zone.secondsFromGMT(for: date))
    return date - Double(zone.secondsFromGMT(for: first))
  }

  /// The instant with the offset of its clock.
  func clock(in zone: TimeZone) -> WallClock {
    let date = date(in: zone)
    return WallClock(
      secondsSince1970: date.timeIntervalSince1970,
      utcOffsetSeconds: time.utcOffsetSeconds ?? zone.secondsFromGMT(for: date))
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
