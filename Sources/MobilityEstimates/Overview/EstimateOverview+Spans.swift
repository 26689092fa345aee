import Foundation
import GaitModel

extension EstimateOverview {
  /// The days on which the means of seven days begin anew: events, recalibrations and changes that the days show.
  package var restarts: [LocalDay] {
    recalibrations.map(\.day) + personEvents.map(\.day) + walkingChanges.map(\.day)
  }

  /// The same of a measure: those of speeds and step lengths begin anew with another personal factor, too.
  package func restarts(of measure: WeeklyMeasure) -> [LocalDay] {
    restarts + (measure.needsSteps ? personalFactorChanges.map(\.day) : [])
  }

  /// The mean of a measure in the days that end with one, whether or not that one has a value; `nil` with too few days.
  package func mean(
    of measure: WeeklyMeasure, endingOn day: LocalDay, by rule: SmoothingRule
  ) -> SmoothedMean? {
    var values: [LocalDay: Double] = [:]
    for summary in days { values[summary.day] = measure.value(on: summary) }
    return rule.mean(of: values, endingOn: day, restartingOn: restarts(of: measure))
  }

  /// The first of the days that can be in a mean that ends with one: an event may lie between, or the first day of all.
  package func firstDay(ofMeanEndingOn day: LocalDay, by rule: SmoothingRule) -> LocalDay {
    let first = rule.firstDay(endingOn: day, restartingOn: restarts)
    return days.first.map { max(first, min($0.day, day)) } ?? first
  }

  /// What became of the latest change, in words: the same measures in the latest seven days, each with the days that have
  /// it; `nil` where these are not over since it was noticed, or have none.
  package func presently(by settings: EstimateSettings) -> String? {
    guard let change = walkingChanges.last, let last = days.last?.day,
      change.noticedOn.distance(to: last) >= 7
    else { return nil }
    var parts: [(days: String, words: String)] = []
    for effect in change.effects {
      // A day that was worn in part may have no figure of its own, and hides nothing of those before it.
      guard let now = mean(of: effect.measure.weekly, endingOn: last, by: settings.smoothing) else {
        continue
      }
      let days = now.days(by: settings.smoothing)
      let smallest = settings.changes.smallest[effect.measure] ?? 0
      let factors = factorRatio(
        of: effect.measure.weekly, on: last, over: change.firstMeasuredDay)
      let isBack = effect.isBack(now.value / factors, within: smallest)
      let words = effect.words(now.value) + (isBack ? " (as before the change)" : "")
      if parts.last?.days == days {
        parts[parts.count - 1].words += ", \(words)"
      } else {
        parts.append((days, words))
      }
    }
    guard !parts.isEmpty else { return nil }
    return parts.map { "in the \($0.days): \($0.words)" }.joined(separator: "; ")
  }

  /// How long before an event and since it the days are that are compared.
  package func comparedSpans(about event: LocalDay, by rule: EventComparisonRule) -> ComparedSpans {
    let known = days.first.map { max(0, $0.day.distance(to: event)) } ?? 0
    return ComparedSpans(
      daysBefore: min(rule.daysBefore, known),
      daysSince: min(rule.daysSince, event.distance(to: lastDay) + 1),
      isWhole: event.distance(to: lastDay) + 1 >= rule.daysSince)
  }

  /// The days with events whose comparison is told, the latest first, at most as many as events and clinic tests are.
  package var toldEvents: [ComparedEvents] {
    comparedEvents.suffix(Self.toldEventCount).reversed()
  }

  /// That events were compared before those that are told, in words; `nil` where all are told.
  package var earlierEvents: String? {
    guard comparedEvents.count > Self.toldEventCount else { return nil }
    return
      "these are the latest \(Self.toldEventCount) of \(comparedEvents.count) days with events: "
      + "gait estimate --format json compares all"
  }

  private static let toldEventCount = 3

  /// What happened on a day and when, in words: `operation and medication on 4 January 2026`.
  package func name(of events: ComparedEvents) -> String {
    var words: [String] = []
    for event in personEvents where event.day == events.day && !words.contains(event.kind.word) {
      words.append(event.kind.word)
    }
    return "\(words.joined(separator: " and ")) on \(events.day.words)"
  }

  /// That an event is not compared, in words.
  package func tooFewDays(about events: ComparedEvents) -> String {
    "\(name(of: events)): too few days before or since to compare"
  }
}

extension WalkingChange.Effect {
  /// Whether a value is as before the change: within the smallest share that is told of it, and nearer to it than to what
  /// the change brought.
  fileprivate func isBack(_ value: Double, within smallest: Double) -> Bool {
    let distance = abs(log(value / before))
    return distance < smallest && distance < abs(log(value / since))
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
