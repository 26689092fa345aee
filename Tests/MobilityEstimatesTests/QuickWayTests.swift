import Foundation
import GaitModel
import Signals
import Testing

@testable import MobilityEstimates

/// What is made in a quick way is what the plain one makes, to the last digit.
struct QuickWayTests {
  @Test(arguments: [0.001, 0.03, 0.14, 0.4, 1.5])
  func `densities with a further error are the sums of all near ones`(deviation: Double) {
    var dice = SystemDice(seed: 5)
    let densities = (0..<DistancePosterior.count).map { _ in Double.random(in: 0...1, using: &dice)
    }
    let reach = Int((4 * deviation / DistancePosterior.step).rounded(.up))
    let plain = densities.indices.map { index in
      (-reach...reach).reduce(0.0) { sum, shift in
        guard densities.indices.contains(index + shift) else { return sum }
        return sum + densities[index + shift]
          * NormalDistribution.density(Double(shift) * DistancePosterior.step / deviation)
      }
    }
    #expect(DistancePosterior.convolved(densities, deviation: deviation) == plain)
  }

  @Test func `walks come in the order of their values, those of one value in their own`() {
    var dice = SystemDice(seed: 6)
    let rows = (0..<200).map { _ in
      SampleRow(
        start: .random(in: 0...50, using: &dice), duration: .random(in: 1...3, using: &dice),
        value: Double(Int.random(in: 0...20, using: &dice)),
        standardError: Bool.random(using: &dice) ? 0.1 : nil)
    }.sorted()
    let part = rows[20..<180]
    #expect(
      DailySummaryRule.byValue(part)
        == part.sorted { $0.value != $1.value ? $0.value < $1.value : $0 < $1 })
  }

  @Test func `a mean of seven days is that of the days in its window`() {
    var dice = SystemDice(seed: 7)
    let values = Dictionary(
      uniqueKeysWithValues: (0..<200).filter { _ in Int.random(in: 0...2, using: &dice) > 0 }
        .map { (LocalDay(number: $0), Double.random(in: 0...1, using: &dice)) })
    let restarts = [40, 41, 120].map(LocalDay.init(number:))
    let rule = SmoothingRule()
    let plain = values.keys.sorted().compactMap { day -> [Double]? in
      let first = restarts.filter { $0 <= day }.max() ?? LocalDay(number: 0)
      let used = (max(first, day.advanced(by: 1 - rule.days))...day).compactMap { values[$0] }
      guard used.count >= rule.fewestDays, let mean = Statistics.mean(used) else { return nil }
      return [Double(day.number), mean]
    }
    #expect(
      rule.smoothed(values, restartingOn: restarts).map { [Double($0.lastDay.number), $0.value] }
        == plain)
  }

  @Test func `what lies after a day is found without a look at all days before it`() async throws {
    let test = try TestHistory(.unsteadiness, seed: 6, days: 170)
    try await test.run()
    let kept = await test.store.estimates()
    let (calendar, changes) = (test.update.calendar, test.update.changeSamples)
    for number in [40, 83, 84, 85, 86, 87, 88, 89, 160] {
      let day = test.day(number)
      let later = kept.filter { sample in
        if EstimateUpdate.weeklyKinds.contains(sample.kind) {
          let last = WeeklySamples.lastDay(of: sample, calendar: calendar)
          return LocalWeek(containing: last).lastDay > day
        }
        return changes.change(sample).map { $0.noticedOn > day }
          ?? (calendar.day(containing: sample.end - 0.001) > day)
      }
      let found = try await test.update.ending(EstimateChanges(), on: day, in: test.store).deleted
      #expect(Set(found) == Set(later) && found.count == later.count && !found.isEmpty)
    }
  }
}

extension DailySamples {
  /// The summaries that samples hold, by day.
  func summaries(of samples: [Sample]) -> [LocalDay: DailySummary] {
    summaries(
      of: Dictionary(grouping: samples, by: \.kind).mapValues { $0.map(\.row).sorted() },
      recoveries: samples.filter { $0.kind == SampleKind.heartRateRecovery.erased })
  }
}
