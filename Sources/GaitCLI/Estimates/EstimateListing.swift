import Foundation
import GaitModel
import MobilityEstimates

/// People and their latest weeks as a person reads them.
struct EstimateListing {
  private var paragraphs: [String] = []

  /// Everything, one paragraph for each person.
  var text: String {
    paragraphs.isEmpty
      ? "The store holds nobody's samples.\n" : paragraphs.joined(separator: "\n")
  }

  /// Adds a person.
  mutating func add(_ overview: EstimateOverview, update: EstimateUpdate) {
    let calendar = update.calendar
    func date(_ sample: Sample) -> String {
      calendar.text(of: calendar.day(containing: sample.end - 0.001))
    }
    var lines = ["\(update.person.identifier), through \(calendar.text(of: overview.lastDay))"]
    lines.append(
      "  six-minute walk  "
        + Self.line(
          overview.sixMinuteWalks.last, missing: overview.sixMinuteWalkDelay?.description
        ) { walk(date($0), $0, calendar) })
    lines.append(
      "  steadiness       "
        + Self.line(overview.steadiness.last, missing: overview.steadinessDelay?.description) {
          score(date($0), $0, overview, update)
        })
    if let fitness = overview.cardioFitness.last {
      lines.append("  VO2max           \(date(fitness))  \(Self.number(fitness, 1)) mL/(kg·min)")
    }
    for event in overview.events.suffix(3) {
      let day = calendar.day(containing: event.sample.start - 0.001)
      lines.append(
        "  event            \(calendar.text(of: day))  "
          + EstimateNews.steadinessEvent(event.value, day: day).message)
    }
    lines += overview.changes.filter(\.change.isDetectable).map(Self.change)
    lines += overview.readiness.lacks.map { "  missing          \($0)" }
    paragraphs.append(lines.joined(separator: "\n") + "\n")
  }

  private func walk(_ date: String, _ sample: Sample, _ calendar: DayCalendar) -> String {
    let other = sample.metadata.other
    var text = "\(date)  \(Self.number(sample, 0)) m"
    if other[EstimateWords.isCapped] != nil { text += ", capped" }
    if sample.metadata.isCalibrated == true { text += ", calibrated" }
    if let from = other[EstimateWords.recalibratedFrom] { text += ", anew from \(from)" }
    if let earliest = sample.metadata.earliestDataUsed {
      text += ", from data since \(calendar.text(of: calendar.day(containing: earliest)))"
    }
    return text
  }

  private func score(
    _ date: String, _ sample: Sample, _ overview: EstimateOverview, _ update: EstimateUpdate
  ) -> String {
    let word = sample.metadata.other[EstimateWords.steadinessClass] ?? ""
    var text = "\(date)  \(Self.number(sample, 2)), \(word.replacing("_", with: " "))"
    if let trend = overview.steadinessTrend {
      let points = Self.decimal(trend.bestFit.perWeek * 100, 1)
      text += ", \(points) points a week over \(trend.count) weeks"
      if update.settings.trend.isDeclining(trend) { text += ": declining" }
    }
    return text
  }

  private static func change(_ change: MeasureChange) -> String {
    let sign = change.change.change > 0 ? "+" : ""
    return
      "  beyond chance    \(change.measure.rawValue) \(sign)\(decimal(change.change.change, 2))"
      + " against the own past (minimal detectable: \(decimal(change.change.minimalDetectable, 2)))"
  }

  private static func line(
    _ sample: Sample?, missing: String?, _ text: (Sample) -> String
  ) -> String {
    switch (sample, missing) {
    case (let sample?, nil): text(sample)
    case (let sample?, let reason?): text(sample) + "; none later: \(reason)"
    case (nil, let reason): "none yet" + (reason.map { ": \($0)" } ?? "")
    }
  }

  private static func number(_ sample: Sample, _ decimals: Int) -> String {
    decimal(sample.value, decimals)
      + (sample.standardError.map { " ± \(decimal($0, decimals))" } ?? "")
  }

  private static func decimal(_ value: Double, _ decimals: Int) -> String {
    DecimalText.text(value, decimals: decimals) ?? ""
  }
}
