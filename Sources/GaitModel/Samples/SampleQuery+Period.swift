import Foundation

extension SampleQuery {
  /// How a date that ends a query's period is meant, where samples have clocks of their own.
  public enum DateMeaning: Hashable, Sendable {
    /// By the query's clock: what the sample's own clock showed is compared with it. Without a clock it is an instant.
    case reading
    /// An instant, said by a clock that is so many seconds ahead of UTC, whichever clocks the samples have. A local clock of
    /// unknown zone is compared with what that clock showed, unless the query's clock is that of a zone, in which it is read.
    case instant(utcOffsetSeconds: Int)
  }

  /// Whether an end of the period is an instant, whichever clock the query has.
  package var hasInstants: Bool { fromMeaning != .reading || toMeaning != .reading }

  /// An instant of a sample by the query's clock, and the ends of the period as they lie there beside the sample.
  package func placed(_ date: Date, of sample: Sample) -> (date: Date, from: Date?, to: Date?) {
    let difference: DayClock.Difference =
      clock?.difference(sample.metadata, lasts: sample.start < sample.end) ?? .none
    let place = ClockPlace(
      shift: clock?.shift(date.millisecondsSince1970, difference) ?? 0,
      isReading: sample.metadata.isLocalClock)
    func moved(_ date: Date, by milliseconds: Int64) -> Date {
      milliseconds == 0 ? date : date + Double(milliseconds) / 1000
    }
    return (
      moved(date, by: place.shift),
      from.map { moved($0, by: fromMeaning.shift(beside: place, by: clock)) },
      to.map { moved($0, by: toMeaning.shift(beside: place, by: clock)) }
    )
  }
}

extension SampleQuery.DateMeaning {
  /// By how much such a date lies later by a query's clock beside a sample that is placed by it, milliseconds.
  package func shift(beside sample: ClockPlace, by clock: DayClock?) -> Int64 {
    guard case .instant(let offset) = self else { return 0 }
    // What moves a sample moves its instant, and with it the date.
    guard sample.isReading else { return sample.shift }
    let isOfZone = clock.map { !$0.isLocal } ?? false
    return isOfZone ? 0 : Int64(offset) * 1000
  }
}

/// Where a sample stands by a query's clock.
package struct ClockPlace: Hashable, Sendable {
  /// By how much it stands later there than its time says, milliseconds.
  package var shift: Int64
  /// Whether its time is the reading of a local clock of unknown zone, and no instant.
  package var isReading: Bool

  /// A place by a clock.
  package init(shift: Int64, isReading: Bool) {
    (self.shift, self.isReading) = (shift, isReading)
  }

  /// Where samples stand that are taken by their instants.
  package static let itself = ClockPlace(shift: 0, isReading: false)
}
