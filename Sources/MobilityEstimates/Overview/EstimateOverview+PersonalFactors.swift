import GaitModel

extension EstimateOverview {
  /// The days from which on speeds and step lengths hold another factor of the person's own, the earliest first.
  public var personalFactorChanges: [PersonalFactorChange] { PersonalFactorChange.all(in: days) }

  /// That days hold different factors of the person's own, since when, and how they are compared, in words; `nil` where all
  /// hold the same or none.
  package var personalFactorWords: String? {
    func text(_ factor: Double?) -> String? {
      factor.flatMap { DecimalText.text($0, decimals: 2) }
    }
    // On the first day some walks may be without it: that is one beginning.
    let changes = personalFactorChanges.filter { text($0.before) != text($0.since) }
      .suffix(Self.toldFactorCount)
    guard let first = changes.first, let last = changes.last else { return nil }
    let since = changes.map { change in
      (text(change.since).map { "a personal factor of \($0)" } ?? "no personal factor")
        + " from \(change.day.words) on"
    }
    let before = text(first.before).map { "one of \($0)" } ?? "none"
    let all = last.since == nil ? "without one" : "with the factor of the latest"
    return
      "walking speed and step length hold \(since.joined(separator: ", ")), and \(before) before; where days are compared, "
      + "all count \(all); a six-minute walk and a steadiness score hold that of their own week"
  }

  private static let toldFactorCount = 3

  /// By how much a measure is longer on one day than on another as they hold different factors.
  func factorRatio(of measure: WeeklyMeasure, on day: LocalDay, over other: LocalDay) -> Double {
    guard measure.needsSteps else { return 1 }
    func factor(on day: LocalDay) -> Double {
      days.last { $0.day <= day && $0.hasComparedSpeeds }?.personalFactor ?? 1
    }
    return factor(on: day) / factor(on: other)
  }
}
