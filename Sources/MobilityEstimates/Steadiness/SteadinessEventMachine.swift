import GaitModel

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

  init(rule: SteadinessEventRule) { self.rule = rule }

  /// The event that a week brings, if any; weeks come in time order.
  mutating func event(in week: SteadinessWeek) -> DueSteadinessEvent? {
    let day = week.lastDay
    if let latest, latest.distance(to: day) > rule.daysForgotten { (low, veryLow) = (nil, nil) }
    latest = day
    let before = low?.since
    low = followed(low, at: day, probability: week.low)
    veryLow = followed(veryLow, at: day, probability: week.veryLow)
    if low?.since != before {
      told = nil
      if low != nil { number = .init(spell: number.spell + 1, event: 0) }
    }
    // Between the limits of beginning and end nothing new is told.
    guard let low, week.low >= rule.beginning, let event = due(low, at: day) else { return nil }
    told = (day, event == .initialVeryLow || event == .repeatVeryLow)
    number.event += 1
    return DueSteadinessEvent(day: day, event: event, since: low.since, number: number)
  }

  /// The spell after a week, begun, continued or ended.
  private func followed(_ spell: Spell?, at day: LocalDay, probability: Double) -> Spell? {
    if probability >= rule.beginning { return Spell(since: spell?.since ?? day) }
    guard var spell, probability <= rule.ending else { return spell }
    spell.betterWeeks += 1
    return spell.betterWeeks >= rule.weeksOfRecovery ? nil : spell
  }

  /// The event that is due in a low spell: the first after the wait, in the class of the day; then what
  /// became worse, after the wait of its own; then the same again.
  private func due(_ low: Spell, at day: LocalDay) -> SteadinessEvent? {
    let isVeryLow = veryLow != nil
    guard let told else {
      guard low.since.distance(to: day) >= rule.daysUntilInitial else { return nil }
      return isVeryLow ? .initialVeryLow : .initialLow
    }
    if let veryLow, !told.isVeryLow,
      veryLow.since.distance(to: day) >= rule.daysUntilInitial
    {
      return .initialVeryLow
    }
    guard told.day.distance(to: day) >= rule.daysUntilRepeat else { return nil }
    return isVeryLow ? .repeatVeryLow : .repeatLow
  }
}
