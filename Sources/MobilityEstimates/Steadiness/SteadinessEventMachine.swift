import GaitModel

/// Goes from week to week and says when an event is due.
struct SteadinessEventMachine {
  /// How far a class that is at least so bad has come.
  private struct Spell {
    /// The first week's last day.
    var since: LocalDay
    /// The last event's day.
    var announced: LocalDay?
    /// Better weeks in a row.
    var betterWeeks = 0
  }

  let rule: SteadinessEventRule
  private var low: Spell?
  private var veryLow: Spell?
  private var latest: LocalDay?

  init(rule: SteadinessEventRule) { self.rule = rule }

  /// The event that a week brings, if any; weeks come in time order.
  mutating func event(at day: LocalDay, in classification: SteadinessClass) -> SteadinessEvent? {
    if let latest, latest.distance(to: day) > rule.daysForgotten { (low, veryLow) = (nil, nil) }
    latest = day
    follow(&low, at: day, isIn: classification >= .low)
    follow(&veryLow, at: day, isIn: classification >= .veryLow)
    // The worse class speaks for both: a person very low is not told of low as well.
    if classification == .veryLow, let due = due(&veryLow, at: day) {
      low?.announced = day
      return due == .initial ? .initialVeryLow : .repeatVeryLow
    }
    guard classification == .low, let due = due(&low, at: day) else { return nil }
    return due == .initial ? .initialLow : .repeatLow
  }

  private enum Due { case initial, again }

  private func follow(_ spell: inout Spell?, at day: LocalDay, isIn: Bool) {
    guard isIn else {
      spell?.betterWeeks += 1
      if let weeks = spell?.betterWeeks, weeks >= rule.weeksOfRecovery { spell = nil }
      return
    }
    if spell == nil { spell = Spell(since: day) }
    spell?.betterWeeks = 0
  }

  private func due(_ spell: inout Spell?, at day: LocalDay) -> Due? {
    guard let known = spell else { return nil }
    if let announced = known.announced {
      guard announced.distance(to: day) >= rule.daysUntilRepeat else { return nil }
      spell?.announced = day
      return .again
    }
    guard known.since.distance(to: day) >= rule.daysUntilInitial else { return nil }
    spell?.announced = day
    return .initial
  }
}
