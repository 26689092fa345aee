import Foundation
import GaitModel
import MobilityEstimates

/// The walking steadiness score.
extension PersonText {
  /// The latest score, what it stands for, where it is heading, and what was told.
  var steadiness: [String] {
    guard let latest = overview.steadiness.last else {
      return [
        notCollected(SampleKind.walkingSteadiness.erased)
          ?? unmade(SampleKind.walkingSteadiness.erased)
          ?? "no score yet: " + noneYet(overview.steadinessReason)
      ]
    }
    let other = latest.metadata.other
    let word = other[EstimateWords.steadinessClass]?.replacing("_", with: " ") ?? ""
    let error = latest.standardError.map { " ± \(decimal($0, 2))" } ?? ""
    var lines = [
      "\(decimal(latest.value, 2))\(error) of 1 in the week to \(weekEnd(of: latest).words): \(word)"
    ]
    if let rate = other[EstimateWords.relativeRate].flatMap(Double.init),
      let ends = EstimateWords.interval(other[EstimateWords.relativeRateInterval])
    {
      lines.append(
        "by published risks it stands for \(decimal(rate, 1)) times the falls of others of that "
          + "\(GaitNorms.words(for: update.person.participant(on: lastDay(of: latest)))) (19 times in 20 between \(decimal(ends.lowerBound, 1)) and"
          + " \(decimal(ends.upperBound, 1)) times; not tested on people who fell)"
      )
    }
    lines += costs(of: latest) + trend(to: latest) + told
    return lines + lacks(SampleKind.walkingSteadiness.erased, overview.steadinessReason)
  }

  /// What makes the score lower, the most first, each with its share of what all worse components add to the rate of
  /// falls. What the score would be without one of them says nothing where several are bad: it stays near 0.
  private func costs(of sample: Sample) -> [String] {
    let worse = SteadinessComponent.allCases.compactMap { component in
      sample.metadata.other[EstimateWords.logRate(of: component)].flatMap(Double.init).map {
        (component: component, logRate: $0)
      }
    }.filter { $0.logRate > 0 }.sorted { $0.logRate > $1.logRate }
    let sum = worse.reduce(0) { $0 + $1.logRate }
    let told = worse.filter { SteadinessPart.isWorthTelling(logRate: $0.logRate) }
    guard let first = told.first else { return [] }
    func share(_ logRate: Double) -> String { percent(logRate / sum) }
    let most = "\(first.component.words) (\(share(first.logRate)) of what raises that rate)"
    let others = told.dropFirst().map { "\($0.component.words) (\(share($0.logRate)))" }
    return ["lower because of " + ([most] + others).joined(separator: ", ")]
  }

  /// Where the scores up to the latest are heading.
  private func trend(to latest: Sample) -> [String] {
    guard let trend = overview.steadinessTrend else {
      let rule = update.settings.trend
      let first = overview.latestWeek.lastDay.advanced(by: -7 * rule.weeks)
      let count = overview.steadiness.count {
        calendar.day(containing: $0.end - 0.001) > first
      }
      return count < rule.fewestValues
        ? []
        : [
          "no trend: the scores of the last \(rule.weeks) weeks are not of the same components, personal factor, height and sex"
        ]
    }
    let masses = overview.steadinessTrendMasses.map { masses in
      "these weeks have masses of \(decimal(masses.lowerBound, 1)) to \(decimal(masses.upperBound, 1)) kg, which the score counts: "
        + "a part of where it is heading may be the mass, and not the walking"
    }
    return [line(of: trend, to: latest)] + [masses].compactMap(\.self)
  }

  private func line(of trend: Trend, to latest: Sample) -> String {
    let slope = trend.bestFit
    let weeks = "in the last \(trend.count) weeks with a score, to \(weekEnd(of: latest).words)"
    let isSteep = update.settings.trend.isDeclining(trend)
    let isSure = slope.interval.map { !$0.contains(0) } ?? false
    guard isSure || isSteep else {
      return "neither rising nor falling beyond chance \(weeks)"
    }
    let flag = isSteep ? ": a steep decline" + (isSure ? "" : doubt(of: slope)) : ""
    return
      "\(slope.perWeek < 0 ? "falling" : "rising") by \(points(slope.perWeek)) points of 100 a week \(weeks)\(flag)"
  }

  /// That a flagged fall may be chance.
  private func doubt(of slope: Trend.Slope) -> String {
    let ends = slope.interval.map {
      " (19 times in 20 between a fall of \(points($0.lowerBound)) and a rise of \(points($0.upperBound)))"
    }
    return ", which is flagged but not beyond chance" + (ends ?? "")
  }

  private func points(_ perWeek: Double) -> String {
    let change = abs(perWeek) * 100
    return change < 0.05 ? "less than 0.1" : decimal(change, 1)
  }

  private var told: [String] {
    overview.events.suffix(Self.latest).map { event in
      let told = calendar.day(containing: event.sample.end - 0.001)
      return "told on \(told.words): \(event.value.message)"
    } + earlier(overview.events.count, "told events", SampleKind.steadinessEvent.erased) + standing
  }

  /// Whether what was told holds, where the latest score seems to say otherwise.
  private var standing: [String] {
    guard !overview.events.isEmpty, let latest = overview.steadiness.last else { return [] }
    let isLow = latest.value < update.settings.steadinessLimits.low
    switch overview.steadinessStanding {
    case .over(let day) where !isLow:
      return ["that is over: clearly above the limit since the week to \(day.words)"]
    case .low where !isLow:
      return ["that is not over: the score is above the limit, and not yet clearly for two weeks"]
    case .low, .over, nil: return []
    }
  }
}
