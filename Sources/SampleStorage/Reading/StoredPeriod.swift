import Foundation
import GaitModel

/// The period of a query, in the milliseconds of stored rows.
struct StoredPeriod {
  private let clock: DayClock?
  private let from: Int64?
  private let to: Int64?
  private let fromMeaning: SampleQuery.DateMeaning
  private let toMeaning: SampleQuery.DateMeaning

  /// The period of a query by a clock; `nil` takes rows by their instants.
  init(_ query: SampleQuery, by clock: DayClock?) {
    self.clock = clock
    (from, to) = (query.from?.firstMillisecond, query.to?.firstMillisecond)
    (fromMeaning, toMeaning) = (query.fromMeaning, query.toMeaning)
  }

  /// First start, and the end before which rows start, by the clock beside a row that stands there.
  func ends(beside place: ClockPlace) -> (from: Int64, to: Int64) {
    (
      from.map { $0.addingWithin(fromMeaning.shift(beside: place, by: clock)) } ?? .min,
      to.map { $0.addingWithin(toMeaning.shift(beside: place, by: clock)) } ?? .max
    )
  }
}
