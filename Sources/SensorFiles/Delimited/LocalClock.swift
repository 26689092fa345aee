import Foundation
import GaitModel

/// The time that passes while a local clock without an offset from UTC is read, which may be put forward or back.
///
/// A clock runs on while its stamps do. Where they jump, the zone says which instant it showed: an hour too far ahead
/// where clocks are put forward is no gap, an hour back where they are put back is the second pass of that hour. A clock
/// that was not changed with its zone is believed as it runs.
struct LocalClock {
  /// The person's time zone; `nil` where none is known.
  let zone: TimeZone?
  /// A step of the stamps that is looked at, seconds.
  private let leapSeconds = SamplingClock().longestPause
  /// What the clock showed at second 0, seconds since 1970 as if in UTC, and its offset from UTC there.
  private var origin: (reading: Double, offset: Int)?
  /// By how much it was changed since: what has passed less what it shows, seconds.
  private(set) var change = 0.0

  init(zone: TimeZone?) { self.zone = zone }

  /// What passed from second 0 until the clock shows so much later.
  ///
  /// - Parameters:
  ///   - shown: by how much later, seconds.
  ///   - first: what it showed at second 0, seconds since 1970 as if in UTC.
  ///   - last: the second of the stamp before.
  /// - Returns: seconds; no later than `last` where the stamp fits nowhere after it.
  mutating func seconds(_ shown: Double, since first: Double, after last: Double) -> Double {
    guard let zone else { return shown }
    let running = shown + change
    if running >= last, running - last <= leapSeconds { return running }
    let origin = origin ?? (first, Self.offsets(first, zone).first ?? 0)
    self.origin = origin
    let possible = Self.offsets(origin.reading + shown, zone)
      .map { shown + Double(origin.offset - $0) }.filter { $0 > last }
    guard let earliest = possible.first else { return running }
    guard earliest - last > leapSeconds, last.isFinite else { return earliest }
    let date = Date(timeIntervalSince1970: origin.reading - Double(origin.offset) + last)
    return zone.secondsFromGMT(for: date) == origin.offset - Int(change) ? earliest : running
  }

  /// Takes a stamp: the clock runs on from there.
  mutating func take(_ second: Double, shown: Double) {
    if zone != nil { change = (second - shown).rounded() }
  }

  private static func offsets(_ reading: Double, _ zone: TimeZone) -> [Int] {
    WallClock(secondsSince1970: reading, utcOffsetSeconds: 0, isLocal: true).offsets(in: zone)
  }

  /// Steps of a local clock that are looked at as changes: an hour, or half of one as on Lord Howe Island, seconds.
  private static let changes = [3600.0, 1800]

  /// Whether a step looks like a change of the clock.
  func isChange(step: Double) -> Bool {
    Self.changes.contains { abs(abs(step) - $0) <= leapSeconds }
  }

  /// What to say of a step of the clock; `nil` for one ahead that is no change of the clock, but a gap.
  func remark(onStep step: Double) -> String? {
    let change = Self.changes.first { abs(abs(step) - $0) <= leapSeconds }
    guard step < 0 || change != nil else { return nil }
    let length =
      switch change {
      case 3600: "an hour"
      case 1800: "half an hour"
      default: Self.words(abs(step))
      }
    let what =
      step < 0
      ? "its clock jumps back by \(length), and what follows is left out until the clock is past that time again"
      : "its clock jumps ahead by \(length), which was taken for a gap"
    guard change != nil else { return what }
    let advice =
      zone.map { "clocks in \($0.identifier) are not changed then" }
      ?? "this looks like the change of clocks in spring or autumn: give --time-zone, as Europe/Berlin, and no time "
      + "is lost or added"
    return "\(what); \(advice)"
  }

  /// A length of time as a clock shows it: `2:00:00 h`, or seconds. A damaged stamp may be further away than any whole
  /// number of seconds tells.
  static func words(_ seconds: Double) -> String {
    guard seconds >= 60 else { return "\(DecimalText.text(seconds, decimals: 1) ?? "") s" }
    guard let whole = Int(exactly: seconds.rounded()) else { return "billions of years" }
    let parts = [whole / 60 % 60, whole % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "\(whole / 3600):\(parts.joined(separator: ":")) h"
  }
}
