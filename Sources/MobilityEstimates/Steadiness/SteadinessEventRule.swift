import GaitModel

/// When walking steadiness is worth telling somebody.
///
/// ```
///  class     ok ok lo lo lo lo lo lo  …  lo  ok ok lo lo lo lo lo
///  event                    I         …  R          .        I
///                 |-28 days-|-- 91 days--|   reset  |-28 days-|
/// ```
/// A pure function of all weeks: computed again, with weeks that came late or in another order, it
/// gives the same events.
public struct SteadinessEventRule: Hashable, Sendable {
  /// The first event comes so many days after the first low week's end: about a month.
  public var daysUntilInitial = 28
  /// Further events come so many days after the last: about three months.
  public var daysUntilRepeat = 91
  /// So many good weeks in a row end it; a single one may be chance.
  public var weeksOfRecovery = 2
  /// After so many days without any score nothing is known any more, and it begins anew. Our choice:
  /// six weeks, the length of a trend.
  public var daysForgotten = 42

  /// The rule of the mission.
  public init() {}

  /// The events of a person's weeks.
  /// - Parameter weeks: Last day and class of every week that has a score, in any order; of two with
  ///   the same day the worse counts.
  /// - Returns: The events with the last day of the week that brought them, in time order.
  public func events(
    of weeks: [(lastDay: LocalDay, classification: SteadinessClass)]
  ) -> [(day: LocalDay, event: SteadinessEvent)] {
    var machine = SteadinessEventMachine(rule: self)
    let ordered = weeks.sorted { ($0.lastDay, $1.classification) < ($1.lastDay, $0.classification) }
    var events: [(day: LocalDay, event: SteadinessEvent)] = []
    var previous: LocalDay?
    for week in ordered where week.lastDay != previous {
      previous = week.lastDay
      if let event = machine.event(at: week.lastDay, in: week.classification) {
        events.append((week.lastDay, event))
      }
    }
    return events
  }
}
