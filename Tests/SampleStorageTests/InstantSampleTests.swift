import Foundation
import GaitModel
import SampleStorage
import Testing

/// Counts that came at one instant, as some programs write them.
struct InstantSampleTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  @Test func `counts at an instant are whole in the day that they lie in`() async throws {
    let store = try folder.store()
    let noon = AnalyzedSamples.instant(day: 0) + 12 * 3600
    let counts = [100.0, 40, 7]
    try await store.save(
      counts.indices.map { i in
        let instant = noon + 3600 * Double(i)
        return Sample(
          .stepCount, Count(counts[i]), start: instant, end: instant, participant: "P01")
      })
    var query = StatisticsQuery(.stepCount, every: .days(1), in: .berlin)
    #expect(try await store.statistics(query).map(\.sum) == [147])
    query.samples.from = noon + 1800
    #expect(try await store.statistics(query).map(\.sum) == [47])
  }
}
