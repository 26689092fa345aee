import Foundation

/// Where what a person entered for a day stands in a calendar: on that day, whatever the clock by which it was entered. A
/// clinic test may come before the first recording tells where the person lives.
package struct EntryDay: Sendable {
  private let zone: TimeZone

  /// By the clock of a zone.
  package init(in zone: TimeZone) { self.zone = zone }

  /// No two clocks of the world lie further apart, milliseconds: UTC-12 and UTC+14.
  package static let greatestShift: Int64 = 26 * 3_600_000

  /// By how much an instant moves, milliseconds, so that the zone's clock shows what that of its entry showed; 0
  /// for what no person entered.
  package func shift(_ start: Int64, _ metadata: SampleMetadata) -> Int64 {
    guard metadata.isEnteredByHand, let name = metadata.timeZoneIdentifier,
      name != zone.identifier, let entered = TimeZone(identifier: name)
    else { return 0 }
    let date = Date(millisecondsSince1970: start)
    let own = entered.secondsFromGMT(for: date)
    // Where the clocks change between the two instants, the later one is on the day itself.
    let first = own - zone.secondsFromGMT(for: date)
    let second = own - zone.secondsFromGMT(for: date + Double(first))
    return Int64(max(first, second)) * 1000
  }
}
