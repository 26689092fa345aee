import Foundation
import GaitModel

extension EstimateOverview {
  /// The days on which the means of seven days begin anew: events, recalibrations and changes that the days show.
  package var restarts: [LocalDay] {
    recalibrations.map(\.day) + personEvents.map(\.day) + walkingChanges.map(\.day)
  }

  /// The mean of a measure in the days that end with one, whether or not that one has a value; `nil` with too few days.
  package func mean(
    of measure: WeeklyMeasure, endingOn day: LocalDay, by rule: SmoothingRule
  ) -> Double? {
    var values: [LocalDay: Double] = [:]
    for summary in days { values[summary.day] = measure.value(on: summary) }
    return rule.mean(of: values, endingOn: day, restartingOn: restarts)
  }

  /// The first of the days whose mean ends with one: an event may lie between, or the first day of all.
  package func firstDay(ofMeanEndingOn day: LocalDay, by rule: SmoothingRule) -> LocalDay {
    let first = rule.firstDay(endingOn: day, restartingOn: restarts)
    return days.first.map { max(first, min($0.day, day)) } ?? first
  }

  /// The days whose mean ends with one, in words: `7 days to 5 July 2026`, or `3 days, from 3 July 2026 to 5 July 2026`.
  package func daysOfMean(endingOn day: LocalDay, by rule: SmoothingRule) -> String {
    let first = firstDay(ofMeanEndingOn: day, by: rule)
    let count = first.distance(to: day) + 1
    return "\(count) days" + (count == rule.days ? "" : ", from \(first.words)")
      + " to \(day.words)"
  }

  /// What became of the latest change, in words: the same measures in the latest seven days; `nil` where they are not over
  /// since it was noticed, or have none.
  package func presently(by settings: EstimateSettings) -> String? {
    guard let change = walkingChanges.last, let last = days.last?.day,
      change.noticedOn.distance(to: last) >= 7
    else { return nil }
    let parts = change.effects.compactMap { effect -> String? in
      // A day that was worn in part may have no figure of its own, and hides nothing of those before it.
      guard let now = mean(of: effect.measure.weekly, endingOn: last, by: settings.smoothing) else {
        return nil
      }
      let smallest = settings.changes.smallest[effect.measure] ?? 0
      let isBack = abs(log(now / effect.before)) < smallest
      return effect.words(now) + (isBack ? " (as before the change)" : "")
    }
    guard !parts.isEmpty else { return nil }
    let days = daysOfMean(endingOn: last, by: settings.smoothing)
    return "in the \(days): \(parts.joined(separator: ", "))"
  }

  /// How long before the latest event and since it the days are that are compared; `nil` without an event.
  package func comparedSpans(by rule: EventComparisonRule) -> ComparedSpans? {
    guard let event = personEvents.last(where: { $0.day <= lastDay })?.day else { return nil }
    let known = days.first.map { max(0, $0.day.distance(to: event)) } ?? 0
    return ComparedSpans(
      daysBefore: min(rule.daysBefore, known),
      daysSince: min(rule.daysSince, event.distance(to: lastDay) + 1),
      isWhole: event.distance(to: lastDay) + 1 >= rule.daysSince)
  }
}

/// The days that are compared before an event and since it, in words: as many as there are.
package struct ComparedSpans: Hashable, Sendable {
  /// Days with data before the event begin so many days before it, at most as many as are compared.
  var daysBefore: Int
  /// The first days since the event, its own among them, and the latest are so many.
  var daysSince: Int
  /// Whether so much time has passed that the first and the latest days may be others.
  package var isWhole: Bool

  /// `four weeks`, or `5 days`.
  package var before: String { Self.words(daysBefore) }
  /// `two weeks`, or `6 days`.
  package var since: String { Self.words(daysSince) }

  /// What is compared with what, as a sentence begins.
  package var words: String {
    let latest = isWhole ? "latest \(since)" : "the \(since) since"
    let isWeeks = isWhole && before.hasSuffix(" weeks")
    return "\(latest) against the \(isWeeks ? String(before.dropLast(6)) : before) before it"
  }

  private static func words(_ days: Int) -> String {
    switch days {
    case 1: "1 day"
    case 14: "two weeks"
    case 28: "four weeks"
    default: "\(days) days"
    }
  }
}
