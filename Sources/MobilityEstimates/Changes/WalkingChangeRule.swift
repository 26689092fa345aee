import Foundation
import GaitModel
import Signals

/// Finds the days from which on a person walks differently, day by day, with what was known then.
///
/// ```
///   measure  ¯¯-_¯-¯_-¯¯-¯|____-_      the mean of the last days against that of up to six weeks
///                 before   since       before them, in the scatter of the days before
/// ```
/// Every split of the last days is tried in every measure; a difference counts when it is large beside
/// the days' scatter and large in itself. After a change the days before it are forgotten. Speeds and step lengths are compared
/// without a factor of the person's own: where one begins, nobody walks otherwise.
public struct WalkingChangeRule: GaitMethod {
  /// Days before a split that are its baseline.
  public var baselineDays = 42
  /// Fewer measured days make no baseline.
  public var fewestBaselineDays = 14
  /// Fewer measured days since a split make no change.
  public var fewestDays = 3
  /// A split lies at most so many days back: what was not noticed by then is a slow change.
  public var longestDays = 14
  /// So many standard errors of the difference make a change; days are not independent of each
  /// other, so more than an independent test asks for. Chosen on simulated steady lives.
  public var standardErrors = 5.2
  /// Smaller differences are no change, as logarithms: 8 % of speed and step length, 6 % of cadence, and
  /// half the steps. Our choice: what a physiotherapist would ask about.
  public var smallest: [DailyMeasure: Double] = [
    .speed: 0.08, .cadence: 0.06, .stepLength: 0.08, .volume: 0.69,
  ]
  /// Days scatter by at least so much, as logarithms: few days may be alike by chance.
  public var leastScatter: [DailyMeasure: Double] = [
    .speed: 0.03, .cadence: 0.015, .stepLength: 0.02, .volume: 0.25,
  ]

  /// The usual rule.
  public init() {}

  /// Where the rule comes from.
  public var provenance: Provenance {
    Provenance(
      method: "SplitDays", question: "changes of daily walking",
      citation:
        "the largest of two-sample differences over all splits; Page, Biometrika 41:100 (1954)",
      doi: "10.1093/biomet/41.1-2.100",
      deviations: ["a window of two weeks and a limit chosen on simulated lives"], revision: 2)
  }

  /// The changes of a life, in time order.
  /// - Parameter days: Summaries by day.
  /// - Returns: The changes; each depends on no day after that on which it was noticed.
  public func changes(in days: [LocalDay: DailySummary]) -> [WalkingChange] {
    changes(in: days.values.map(ChangeDay.init))
  }

  /// The same of days in any order.
  func changes(in days: [ChangeDay]) -> [WalkingChange] {
    let measured = days.filter { $0.values.contains { $0 != nil } }.sorted { $0.day < $1.day }
    var found: [WalkingChange] = []
    var start = 0
    var baselines = Baselines()
    for last in measured.indices {
      guard let change = change(in: measured[start...last], &baselines) else { continue }
      found.append(change)
      start = measured.firstIndex { $0.day >= change.firstMeasuredDay } ?? last
      baselines = Baselines()
    }
    return found
  }

  /// A change that the last days suggest though they are too few to tell it: the first bad day after an
  /// operation, or a bad day.
  func suspicion(in days: [ChangeDay], since start: LocalDay?) -> WalkingChange? {
    var hasty = self
    hasty.fewestDays = 1
    hasty.longestDays = 4
    let measured = days.filter { day in
      day.values.contains { $0 != nil } && (start.map { day.day >= $0 } ?? true)
    }.sorted { $0.day < $1.day }
    var baselines = Baselines()
    return hasty.change(in: measured[...], &baselines)
  }

  /// The change that is noticed at the end of the last of some days, if any.
  private func change(
    in days: ArraySlice<ChangeDay>, _ baselines: inout Baselines
  ) -> WalkingChange? {
    guard let last = days.last else { return nil }
    let earliest = last.day.advanced(by: 1 - longestDays)
    let recent = days.lastIndex { $0.day < earliest }.map { $0 + 1 } ?? days.startIndex
    let first = max(recent, days.startIndex + fewestBaselineDays)
    var best: (index: Int, clearness: Double)?
    for index in first..<max(first, days.endIndex) {
      var clearness = 0.0
      for measure in ChangeDay.measures.indices {
        clearness = max(clearness, abs(difference(of: measure, at: index, in: days, &baselines)))
      }
      if clearness > best?.clearness ?? standardErrors { best = (index, clearness) }
    }
    guard let best else { return nil }
    let clear = ChangeDay.measures.indices.filter {
      abs(difference(of: $0, at: best.index, in: days, &baselines)) > standardErrors
    }
    let split = date(of: clear, from: best.index, in: days)
    // A single odd day is not yet a change.
    guard days.endIndex - split >= min(fewestDays, 2) else { return nil }
    return change(at: split, of: clear, in: days, noticedOn: last.day)
  }

  /// The split that leaves least scatter in the measures that changed. It may lie later than the clearest,
  /// which needs enough days behind it.
  private func date(
    of measures: [Int], from first: Int, in days: ArraySlice<ChangeDay>
  ) -> Int {
    let earliest = max(first - 1, days.startIndex + fewestBaselineDays)
    let scatters = (earliest..<days.endIndex).map { split in
      (split, measures.reduce(0) { $0 + scatter(of: $1, splitAt: split, in: days) })
    }
    return scatters.min { $0.1 < $1.1 }?.0 ?? first
  }

  /// The squares of a measure's distances from the means on either side of a split.
  private func scatter(
    of measure: Int, splitAt split: Int, in days: ArraySlice<ChangeDay>
  ) -> Double {
    let earliest = days[split].day.advanced(by: -baselineDays)
    let before = days[..<split].filter { $0.day >= earliest }.compactMap { $0.values[measure] }
    let since = days[split...].compactMap { $0.values[measure] }
    return [before, since].reduce(0) { sum, values in
      let mean = Statistics.mean(values) ?? 0
      return sum + values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    }
  }

  private func change(
    at split: Int, of measures: [Int], in days: ArraySlice<ChangeDay>, noticedOn day: LocalDay
  ) -> WalkingChange {
    let earliest = days[split].day.advanced(by: -baselineDays)
    let effects = measures.compactMap { measure -> WalkingChange.Effect? in
      let before = days[..<split].filter { $0.day >= earliest }.compactMap { $0.values[measure] }
      let since = days[split...].compactMap { $0.values[measure] }
      guard let old = Statistics.mean(before), let new = Statistics.mean(since) else { return nil }
      let kind = ChangeDay.measures[measure]
      // Both are told with the factor of the days since, as these are.
      let factors = days[split...].filter { $0.values[measure] != nil }.map(\.logFactor)
      let factor = kind.weekly.needsSteps ? Statistics.mean(factors) ?? 0 : 0
      return WalkingChange.Effect(
        measure: kind, before: exp(old + factor), since: exp(new + factor))
    }
    return WalkingChange(
      day: days[split - 1].day.advanced(by: 1), firstMeasuredDay: days[split].day,
      noticedOn: day, effects: effects)
  }

  /// The difference of a measure's means before and since a split, in standard errors; 0 where it is too small to
  /// matter, and with too few days.
  private func difference(
    of measure: Int, at split: Int, in days: ArraySlice<ChangeDay>, _ baselines: inout Baselines
  ) -> Double {
    let known = baselines.baseline(of: measure, before: split) {
      baseline(of: measure, before: split, in: days)
    }
    guard let baseline = known else { return 0 }
    var (sum, count) = (0.0, 0)
    for day in split..<days.endIndex {
      if let value = days[day].values[measure] { (sum, count) = (sum + value, count + 1) }
    }
    guard count >= fewestDays, count > 0 else { return 0 }
    let change = sum / Double(count) - baseline.mean
    guard abs(change) >= baseline.smallest else { return 0 }
    return change
      / (baseline.scatter * (1 / Double(baseline.count) + 1 / Double(count)).squareRoot())
  }

  /// A measure on the days before a split; `nil` with too few.
  private func baseline(
    of measure: Int, before split: Int, in days: ArraySlice<ChangeDay>
  ) -> Baseline? {
    let earliest = days[split].day.advanced(by: -baselineDays)
    let before = days[..<split].reversed().prefix { $0.day >= earliest }.compactMap {
      $0.values[measure]
    }
    guard before.count >= fewestBaselineDays, let mean = Statistics.mean(before),
      let scatter = Statistics.sampleStandardDeviation(before)
    else { return nil }
    let kind = ChangeDay.measures[measure]
    return Baseline(
      count: before.count, mean: mean, scatter: max(scatter, leastScatter[kind] ?? 0),
      smallest: smallest[kind] ?? 0)
  }
}

/// A measure on the days before a split.
private struct Baseline {
  var count: Int
  var mean: Double
  /// The days' scatter, or the least that there is.
  var scatter: Double
  /// Smaller differences are no change.
  var smallest: Double
}

/// Baselines by split and measure: the days before a split stay the same while days are added at the end.
private struct Baselines {
  /// A place for each measure of each split: `nil` where nobody asked, and `nil` inside with too few days.
  private var known: [Baseline??] = []

  /// The baseline of a measure before a split, made where it is not known.
  mutating func baseline(
    of measure: Int, before split: Int, _ make: () -> Baseline?
  ) -> Baseline? {
    let key = split * ChangeDay.measures.count + measure
    if key >= known.count {
      known += [Baseline??](repeating: nil, count: key + 1 - known.count)
    }
    if let known = known[key] { return known }
    let made = make()
    known[key] = .some(made)
    return made
  }
}

/// The logarithms of a day's measures, in the order of the measures; speed and step length without a factor of the person's own.
struct ChangeDay {
  var day: LocalDay
  var values: [Double?]
  /// The logarithm of that factor; 0 for none.
  var logFactor: Double

  /// The measures, in their order.
  static let measures = DailyMeasure.allCases

  /// A day that was just summed up.
  init(_ summary: DailySummary) {
    self.init(summary.day, personalFactor: summary.personalFactor) { $0.value(on: summary) }
  }

  /// A day from its kept values.
  init(_ day: LocalDay, _ values: [DailyMeasure: Double], personalFactor: Double? = nil) {
    self.init(day, personalFactor: personalFactor) { values[$0] }
  }

  private init(_ day: LocalDay, personalFactor: Double?, _ value: (DailyMeasure) -> Double?) {
    let factor = log(personalFactor ?? 1)
    self.day = day
    logFactor = factor
    values = Self.measures.map { measure in
      value(measure).map { log($0) - (measure.weekly.needsSteps ? factor : 0) }
    }
  }
}
