import Testing

@testable import MobilityEstimates

/// Estimates beside clinic tests and falls, by plain definitions.
struct ClinicAgreementTests {
  private func pair(_ estimate: Double, _ test: Double) -> ClinicAgreement.Pair {
    ClinicAgreement.Pair(
      estimate: estimate, interval68: estimate - 20...estimate + 20,
      interval95: estimate - 40...estimate + 40, test: test)
  }

  @Test func `bias, limits of agreement and coverage are those of the differences`() throws {
    let found = try #require(
      ClinicAgreement([pair(310, 300), pair(330, 300), pair(250, 300), pair(300, 290)]))
    #expect(found.count == 4 && found.bias == 0)
    // Differences 10, 30, -50, 10: their squares add up to 3600, over 3.
    let limits = try #require(found.limits)
    #expect(abs(limits.upperBound - 1.959964 * 1200.0.squareRoot()) < 1e-3)
    #expect(found.within68 == 0.5 && found.within95 == 0.75)
    #expect(ClinicAgreement([]) == nil)
    #expect(ClinicAgreement([pair(1, 2)])?.limits == nil)
  }

  @Test func `who fell has the lower score in so many of all pairs`() throws {
    let found = try #require(
      FallSeparation(scores: [(0.2, true), (0.6, true), (0.6, false), (0.9, false)]))
    // Of four pairs three are lower, and one is even.
    #expect(found.area == 0.875 && found.fallers == 2 && found.others == 2)
    #expect(abs(found.fallerScore - 0.4) < 1e-12 && abs(found.otherScore - 0.75) < 1e-12)
    let error = try #require(found.areaError)
    #expect(error > 0.1 && error < 0.3)
    let apart = FallSeparation(scores: [(0.2, true), (0.3, true), (0.6, false), (0.9, false)])
    #expect(apart?.area == 1 && apart?.areaError == nil)
    #expect(FallSeparation(scores: [(0.2, true)]) == nil)
  }
}
