import GaitModel

/// A week's steadiness as far as events need it: how likely it lies below each limit.
public struct SteadinessWeek: Hashable, Sendable {
  /// The week's last day.
  public var lastDay: LocalDay
  /// How likely the score is below the limit of `low`, 0-1.
  public var low: Double
  /// How likely it is below the limit of `very low`, 0-1.
  public var veryLow: Double

  /// Makes a week.
  public init(lastDay: LocalDay, low: Double, veryLow: Double) {
    self.lastDay = lastDay
    self.low = low
    self.veryLow = veryLow
  }

  /// Makes it of a score with its error against the person's other weeks.
  public init(lastDay: LocalDay, score: Double, error: Double, limits: SteadinessLimits) {
    self.init(
      lastDay: lastDay,
      low: SteadinessLimits.probability(below: limits.low, score: score, error: error),
      veryLow: SteadinessLimits.probability(below: limits.veryLow, score: score, error: error))
  }
}

/// An event that a person's weeks bring.
public struct DueSteadinessEvent: Hashable, Sendable {
  /// The last day of the week that brought it.
  public var day: LocalDay
  /// Which event.
  public var event: SteadinessEvent
  /// The last day of the first week of the spell.
  public var since: LocalDay
  /// The number of the spell among the person's, from 1, and of the event in it, from 1. An event that moves
  /// because a week came late keeps them.
  public var number: Number

  /// A spell and an event in it.
  public struct Number: Hashable, Sendable {
    /// The spell, from 1.
    public var spell: Int
    /// The event in it, from 1.
    public var event: Int

    /// Makes a number.
    public init(spell: Int, event: Int) {
      self.spell = spell
      self.event = event
    }
  }
}

/// When walking steadiness is worth telling somebody.
///
/// ```
///  below the limit  .0 .6 .9 .9 .9 .9 .9  …  .9  .0 .0 .6 .9 .9 .9 .9
///  event                        I         …  R         .           I
///                      |-28 days-|-- 91 days--|   reset |-28 days-|
/// ```
/// A spell begins with a week that lies rather below the limit than above it, and ends with weeks that lie
/// clearly above it: a person at the limit is told once. An event says the class of its week, and what became very low
/// is told in a week that is. A pure function of all weeks: computed again, with weeks that came late or in another order, it gives
/// the same events.
public struct SteadinessEventRule: Hashable, Sendable {
  /// The first event comes so many days after the first low week's end: about a month.
  public var daysUntilInitial = 28
  /// Further events come so many days after the last: about three months.
  public var daysUntilRepeat = 91
  /// A spell begins with a week that is below the limit with this probability.
  public var beginning = 0.5
  /// A spell ends with weeks that are below the limit with at most this probability.
  public var ending = 0.02
  /// So many such weeks in a row end it; a single one may be chance, and so may two with another between. Weeks without
  /// a score between them do not part them.
  public var weeksOfRecovery = 2
  /// After so many days without a score the rule starts again, without memory. Our choice:
  /// six weeks, the length of a trend.
  public var daysForgotten = 42

  /// The rule of the mission.
  public init() {}

  /// The events of a person's weeks.
  /// - Parameter weeks: Every week that has a score, in any order; of two with the same day the worse
  ///   counts.
  /// - Returns: The events, in time order.
  public func events(of weeks: [SteadinessWeek]) -> [DueSteadinessEvent] {
    followed(weeks).events
  }

  /// Whether a spell goes on after all weeks.
  /// - Parameter weeks: Every week that has a score, in any order.
  /// - Returns: Since when, or when the last one ended; `nil` when there never was one.
  public func standing(after weeks: [SteadinessWeek]) -> SteadinessStanding? {
    followed(weeks).standing
  }

  private func followed(
    _ weeks: [SteadinessWeek]
  ) -> (events: [DueSteadinessEvent], standing: SteadinessStanding?) {
    var machine = SteadinessEventMachine(rule: self)
    let ordered = weeks.sorted {
      ($0.lastDay, $1.low, $1.veryLow) < ($1.lastDay, $0.low, $0.veryLow)
    }
    var events: [DueSteadinessEvent] = []
    var previous: LocalDay?
    for week in ordered where week.lastDay != previous {
      previous = week.lastDay
      if let event = machine.event(in: week) { events.append(event) }
    }
    return (events, machine.standing)
  }
}

/// How a person stands after all weeks.
public enum SteadinessStanding: Hashable, Sendable {
  /// A spell goes on since the week that ended on this day.
  case low(since: LocalDay)
  /// No spell goes on; the last one ended with the week that ended on this day.
  case over(since: LocalDay)
}

/// Goes from week to week and says when an event is due.
struct SteadinessEventMachine {
  /// How long the score has been below a limit.
  private struct Spell {
    /// The first week's last day.
    var since: LocalDay
    /// Weeks clearly above the limit, in a row.
    var betterWeeks = 0
  }

  let rule: SteadinessEventRule
  private var low: Spell?
  private var veryLow: Spell?
  /// The last event of the low spell, which holds the very low one.
  private var told: (day: LocalDay, isVeryLow: Bool)?
  private var number = DueSteadinessEvent.Number(spell: 0, event: 0)
  private var latest: LocalDay?
  private var ended: LocalDay?

  /// Whether a spell goes on; `nil` when there never was one.
  var standing: SteadinessStanding? {
    low.map { .low(since: $0.since) } ?? ended.map { .over(since: $0) }
  }

  init(rule: SteadinessEventRule) { self.rule = rule }

  /// The event that a week brings, if any; weeks come in time order.
  mutating func event(in week: SteadinessWeek) -> DueSteadinessEvent? {
    let day = week.lastDay
    if let latest, latest.distance(to: day) > rule.daysForgotten {
      if low != nil { ended = latest }
      (low, veryLow) = (nil, nil)
    }
    latest = day
    let before = low?.since
    low = followed(low, at: day, probability: week.low)
    veryLow = followed(veryLow, at: day, probability: week.veryLow)
    if low?.since != before {
      if low == nil { ended = day }
      told = nil
      if low != nil { number = .init(spell: number.spell + 1, event: 0) }
    }
    // Between the limits of beginning and end nothing new is told.
    guard let low, week.low >= rule.beginning,
      let event = due(low, at: day, isVeryLow: week.veryLow >= rule.beginning)
    else { return nil }
    let hasToldVeryLow = veryLow != nil && told?.isVeryLow == true
    told = (day, hasToldVeryLow || event == .initialVeryLow || event == .repeatVeryLow)
    number.event += 1
    return DueSteadinessEvent(day: day, event: event, since: low.since, number: number)
  }

  /// The spell after a week, begun, continued or ended.
  private func followed(_ spell: Spell?, at day: LocalDay, probability: Double) -> Spell? {
    if probability >= rule.beginning { return Spell(since: spell?.since ?? day) }
    guard var spell else { return nil }
    // A week that is not clearly above the limit parts those that are.
    spell.betterWeeks = probability <= rule.ending ? spell.betterWeeks + 1 : 0
    return spell.betterWeeks >= rule.weeksOfRecovery ? nil : spell
  }

  /// The event that is due in a low spell: the first after the wait; then what became worse, after the wait of its own; then
  /// the same again. Each says the class of its week: a spell goes on where a week is a little better.
  private func due(_ low: Spell, at day: LocalDay, isVeryLow: Bool) -> SteadinessEvent? {
    guard let told else {
      guard low.since.distance(to: day) >= rule.daysUntilInitial else { return nil }
      return isVeryLow ? .initialVeryLow : .initialLow
    }
    if let veryLow, isVeryLow, !told.isVeryLow,
      veryLow.since.distance(to: day) >= rule.daysUntilInitial
    {
      return .initialVeryLow
    }
    guard told.day.distance(to: day) >= rule.daysUntilRepeat else { return nil }
    return isVeryLow ? .repeatVeryLow : .repeatLow
  }
}
