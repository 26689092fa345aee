import Foundation
import GaitModel

/// When a recording began, by its own clock and by its description: its own clock counts, and the description says the
/// offset from UTC that many clocks do not know.
struct RecordingStart {
  /// The start that counts; `nil` where nothing says one.
  private(set) var clock: WallClock?
  /// What the description says, where the recording's own clock contradicts it.
  private(set) var contradicted: WallClock?
  /// What the recording's own clock shows, where the description counts as if that clock ran at another offset from UTC.
  private(set) var replaced: WallClock?

  /// Clocks are written to the second; a start that differs by less is the same, seconds.
  private static let resolution = 1.0
  /// The offsets from UTC that clocks have, and their steps, seconds.
  private static let offsets = -12.0 * 3600...14 * 3600
  private static let offsetStep = 900.0

  /// Chooses between the two. A clock that does not say its offset from UTC ran in the zone that is named; where none is, in
  /// whatever zone the device was set to.
  init(own: WallClock?, described: WallClock?, zone: TimeZone?) {
    clock = own ?? described
    guard let own, let described else { return }
    switch (own.isLocal, described.isLocal) {
    case (true, true), (false, false):
      if own.utcOffsetSeconds == 0 { clock?.utcOffsetSeconds = described.utcOffsetSeconds }
      let difference = own.secondsSince1970 - described.secondsSince1970
      if abs(difference) >= Self.resolution { contradicted = described }
    case (true, false):
      guard let offset = Self.offset(of: own, at: described, in: zone) else {
        contradicted = described
        guard zone == nil else { return }
        clock = WallClock(
          secondsSince1970: own.secondsSince1970 - Double(described.utcOffsetSeconds),
          utcOffsetSeconds: described.utcOffsetSeconds)
        return
      }
      // The description says the instant.
      clock = described
      if zone == nil, offset != described.utcOffsetSeconds { replaced = own }
    case (false, true):
      guard let offset = Self.offset(of: described, at: own, in: zone) else {
        contradicted = described
        return
      }
      if own.utcOffsetSeconds == 0 {
        clock?.utcOffsetSeconds = offset
      } else if own.utcOffsetSeconds != offset {
        contradicted = described
      }
    }
  }

  /// The offset from UTC of a clock that shows a reading at an instant; `nil` where no clock of the zone has it, or none at all.
  private static func offset(
    of reading: WallClock, at instant: WallClock, in zone: TimeZone?
  ) -> Int? {
    let difference = reading.secondsSince1970 - instant.secondsSince1970
    let offset = (difference / offsetStep).rounded() * offsetStep
    guard offsets.contains(offset), abs(difference - offset) < resolution else { return nil }
    let date = Date(timeIntervalSince1970: instant.secondsSince1970)
    if let zone, zone.secondsFromGMT(for: date) != Int(offset) { return nil }
    return Int(offset)
  }
}
