import Signals

/// The interval of a mean, by drawing people again and again.
struct Bootstrap {
  /// How often: the ends of a 95 % interval then lie between 50th and 51st of each side.
  var draws = 2000

  /// The 95 % interval of the mean; `nil` for fewer than three values.
  func interval(of values: [Double]) -> ClosedRange<Double>? {
    guard values.count >= 3 else { return nil }
    var dice = BootstrapDice()
    let means = Statistics.ascending(
      (0..<draws).map { _ -> Double in
        var sum = 0.0
        for _ in values.indices { sum += values[dice.next(below: values.count)] }
        return sum / Double(values.count)
      })
    return means[draws / 40]...means[draws - 1 - draws / 40]
  }

  /// The 95 % percentile intervals of the statistics of agreement: whoever has many pairs is still one person.
  ///
  /// - Parameter people: what each person's pairs add up to; at least three.
  /// - Returns: no entry for what fewer than half of the draws had.
  func intervals(of people: [AgreementSums]) -> [AgreementStatistic: ClosedRange<Double>] {
    var dice = BootstrapDice()
    let all = AgreementStatistic.allCases
    var values = [[Double]](repeating: [], count: all.count)
    var drawn = people
    for _ in 0..<draws {
      for place in drawn.indices { drawn[place] = people[dice.next(below: people.count)] }
      let statistics = AgreementStatistics(drawn)
      for (place, statistic) in all.enumerated() {
        if let value = statistics[statistic], value.isFinite { values[place].append(value) }
      }
    }
    var intervals: [AgreementStatistic: ClosedRange<Double>] = [:]
    for (place, statistic) in all.enumerated() where values[place].count > draws / 2 {
      let sorted = Statistics.ascending(values[place])
      let tail = sorted.count / 40
      intervals[statistic] = sorted[tail]...sorted[sorted.count - 1 - tail]
    }
    return intervals
  }
}

/// SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, OOPSLA 2014), the same numbers on every run.
struct BootstrapDice {
  private var state: UInt64 = 20_260_511

  /// A number from 0 to less than `count`.
  mutating func next(below count: Int) -> Int {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return Int((z ^ (z >> 31)) % UInt64(count))
  }
}
