import Foundation
import GaitModel

/// When a recording began, by its own clock and by its description: its own clock counts, and the description says the
/// offset from UTC that many clocks do not know.
struct RecordingStart {
  /// The start that counts; `nil` where nothing says one.
  private(set) var clock: WallClock?
  /// What the description says, where the recording's own clock contradicts it.
  private(set) var contradicted: WallClock?
  /// What the recording's own clock shows, where it names no zone and the description counts as if that clock ran at another
  /// offset from UTC, or says its offset alone.
  private(set) var replaced: WallClock?
  /// Whether the clock tells UTC alone and its offset is the one at which the description's local time is the same instant.
  private(set) var hasDescribedOffset = false

  /// Clocks are written to the second; a start that differs by less is the same, seconds.
  private static let resolution = 1.0
  /// Offsets from UTC are multiples of this, seconds.
  private static let offsetStep = 900.0
  /// The offsets from UTC that clocks of some place had since 2000 (tz database), minutes.
  private static let offsets = Set(
    (-12...14).map { $0 * 60 } + [
      -570, -270, -210, -150, 210, 270, 330, 345, 390, 510, 525, 570, 585, 630, 690, 765, 825,
    ])

  /// Chooses between the two. A clock that does not say its offset from UTC ran in the zone that is named; where none is, in
  /// whatever zone the device was set to.
  ///
  /// - Parameters:
  ///   - own: What the recording's own clock says, if it has one.
  ///   - described: What the description says, if anything.
  ///   - zone: The person's zone, where somebody names it.
  ///   - namesOffset: Whether the recording names the offset of its clock, as a header's `GMT +00:00`; one that counts from
  ///     1970 or writes `Z` tells UTC, wherever the person was.
  init(own: WallClock?, described: WallClock?, zone: TimeZone?, namesOffset: Bool = false) {
    clock = own ?? described
    guard let own, let described else { return }
    switch (own.isLocal, described.isLocal) {
    case (true, true), (false, false):
      let difference = abs(own.secondsSince1970 - described.secondsSince1970)
      // Who notes a start by hand is off by less than any two zones are; the start of another recording is not.
      if own.utcOffsetSeconds == 0, difference < Self.offsetStep / 2 {
        clock?.utcOffsetSeconds = described.utcOffsetSeconds
      }
      guard difference >= Self.resolution else { return }
      contradicted = described
      if clock != own { replaced = own }
    case (true, false):
      guard let offset = Self.offset(of: own, at: described, in: zone) else {
        contradicted = described
        guard zone == nil else { return }
        replaced = own
        clock = WallClock(
          secondsSince1970: own.secondsSince1970 - Double(described.utcOffsetSeconds),
          utcOffsetSeconds: described.utcOffsetSeconds)
        return
      }
      // The description says the instant.
      clock = described
      if zone == nil, offset != described.utcOffsetSeconds { replaced = own }
    case (false, true):
      let tellsUTCAlone = own.utcOffsetSeconds == 0 && (!namesOffset || zone != nil)
      guard let offset = Self.offset(of: described, at: own, in: zone),
        tellsUTCAlone || own.utcOffsetSeconds == offset
      else {
        contradicted = described
        return
      }
      clock?.utcOffsetSeconds = offset
      hasDescribedOffset = zone == nil && own.utcOffsetSeconds != offset
    }
  }

  /// The offset from UTC of a clock that shows a reading at an instant; `nil` where no clock of the zone has it, or none at all.
  private static func offset(
    of reading: WallClock, at instant: WallClock, in zone: TimeZone?
  ) -> Int? {
    let difference = reading.secondsSince1970 - instant.secondsSince1970
    let steps = (difference / offsetStep).rounded()
    guard abs(difference - steps * offsetStep) < resolution,
      let seconds = Int(exactly: steps * offsetStep), offsets.contains(seconds / 60)
    else { return nil }
    let date = Date(timeIntervalSince1970: instant.secondsSince1970)
    if let zone, zone.secondsFromGMT(for: date) != seconds { return nil }
    return seconds
  }
}
