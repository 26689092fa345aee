import Testing

@testable import MobilityEstimates

struct TrendTests {
  /// Values of weeks that end on days 7, 14, …; `nil` leaves a week out.
  private func trend(_ values: [Double?]) -> Trend? {
    let weeks = values.enumerated().compactMap { index, value in
      value.map { (lastDay: LocalDay(number: 7 * (index + 1)), value: $0) }
    }
    return TrendRule().trend(of: weeks, endingOn: LocalDay(number: 7 * values.count))
  }

  @Test func `the slope is that of the last six weeks`() throws {
    let found = try #require(trend([0.1, 0.9, 0.80, 0.78, 0.76, 0.74, 0.72, 0.70]))
    #expect(found.count == 6)
    #expect(abs(found.bestFit.perWeek + 0.02) < 1e-12)
    #expect(abs(found.robust.perWeek + 0.02) < 1e-12)
  }

  @Test func `a fall of more than 5 points a week is a flag`() throws {
    let rule = TrendRule()
    let steep = try #require(trend([0.9, 0.84, 0.78, 0.72, 0.66, 0.60]))
    let gentle = try #require(trend([0.9, 0.86, 0.82, 0.78, 0.74, 0.70]))
    #expect(rule.isDeclining(steep))
    #expect(!rule.isDeclining(gentle))
  }

  @Test func `too few weeks make no trend`() {
    #expect(trend([0.9, nil, nil, 0.8, nil, 0.7]) == nil)
    #expect(trend([0.9, nil, 0.8, 0.75, nil, 0.7]) != nil)
  }

  @Test func `one odd week moves the best fit and not the robust slope`() throws {
    let found = try #require(trend([0.80, 0.80, 0.80, 0.80, 0.80, 0.20]))
    #expect(found.bestFit.perWeek < -0.05)
    #expect(found.robust.perWeek == 0)
  }

  @Test func `the best-fit interval holds the true slope in 95 of 100 cases`() throws {
    var dice = SystemDice(seed: 11)
    var (fit, robust) = (0, 0)
    for _ in 0..<4000 {
      let values: [Double?] = (0..<6).map { week in
        let noise = (0..<12).reduce(-6.0) { sum, _ in sum + dice.uniform() }
        return 0.8 - 0.03 * Double(week) + 0.05 * noise
      }
      let found = try #require(trend(values))
      if try #require(found.bestFit.interval).contains(-0.03) { fit += 1 }
      if try #require(found.robust.interval).contains(-0.03) { robust += 1 }
    }
    #expect((3740...3860).contains(fit), "\(fit) of 4000")
    #expect(robust >= 3740, "Sen's interval is at least as wide: \(robust) of 4000")
  }

  /// Slow twins: textbook sums, and the median of all pairs.
  @Test func `the slopes equal their textbook sums`() throws {
    let y = [0.71, 0.69, 0.75, 0.62, 0.60, 0.66]
    let found = try #require(trend(y))
    let n = 6.0
    let x = [0.0, 1, 2, 3, 4, 5]
    let (sx, sy) = (x.reduce(0, +), y.reduce(0, +))
    let sxy = zip(x, y).reduce(0) { $0 + $1.0 * $1.1 }
    let sxx = x.reduce(0) { $0 + $1 * $1 }
    #expect(abs(found.bestFit.perWeek - (n * sxy - sx * sy) / (n * sxx - sx * sx)) < 1e-12)
    var slopes: [Double] = []
    for i in 0..<6 { for j in 0..<i { slopes.append((y[i] - y[j]) / (x[i] - x[j])) } }
    slopes.sort()
    #expect(abs(found.robust.perWeek - slopes[7]) < 1e-12)
    // (15 - 1.96 √28.33) / 2 = 2.28: the second from below and from above.
    #expect(found.robust.interval == slopes[1]...slopes[13])
  }

  @Test func `what falls instead of rising has the mirrored interval`() throws {
    let y = [0.52, 0.55, 0.54, 0.61, 0.60, 0.71]
    let rising = try #require(trend(y)?.robust.interval)
    let falling = try #require(trend(y.map { 1 - $0 })?.robust.interval)
    #expect(abs(rising.lowerBound + falling.upperBound) < 1e-12)
    #expect(abs(rising.upperBound + falling.lowerBound) < 1e-12)
  }
}
