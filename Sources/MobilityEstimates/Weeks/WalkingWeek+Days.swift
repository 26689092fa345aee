extension WalkingWeek {
  /// The week that days make: the mean of the days for each measure, its scatter as chance, and the
  /// walks' own standard error as what the device gets wrong every time.
  init(days: [DailySummary]) {
    let walking = days.sorted { $0.day < $1.day }.compactMap(\.walking)
    self.init(
      dayCount: walking.count,
      fastSpeed: Self.figure(walking.map(\.fastSpeed)),
      meanSpeed: Self.figure(walking.map(\.meanSpeed)),
      stepLength: Self.figure(walking.compactMap(\.stepLength)),
      doubleSupport: Self.figure(walking.compactMap(\.doubleSupport)),
      asymmetry: Self.figure(walking.compactMap(\.asymmetry)),
      stepLengthVariation: Self.figure(
        walking.compactMap { $0.stepLengthVariation.map { DailySummary.Figure(value: $0) } }),
      strideTimeVariation: Self.figure(walking.compactMap(\.strideTimeVariation)))
  }

  private static func figure(_ figures: [DailySummary.Figure]) -> Figure? {
    let values = figures.map(\.value)
    guard let mean = Spread.mean(values) else { return nil }
    let chance = (Spread.deviation(values) ?? 0) / Double(values.count).squareRoot()
    let device = Spread.mean(figures.compactMap(\.standardError)) ?? 0
    return Figure(mean: mean, chanceError: chance, deviceError: device)
  }
}
