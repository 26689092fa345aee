import Signals

extension WalkingWeek {
  /// The week that days make: the mean of the days for each measure, its scatter as chance, and the
  /// walks' own standard error as what the device gets wrong every time.
  ///
  /// Speed and step length count on days on which they were measured; where a step is a share of the
  /// height they say nothing of how steadily somebody walks. A measure of fewer days than a week needs is not known: a
  /// single day shows nothing of chance.
  init(days: [DailySummary], fewestDays: Int) {
    func figure(
      _ figures: [DailySummary.Figure], _ component: SteadinessComponent
    ) -> Figure? {
      figures.count >= fewestDays ? Self.figure(figures, component) : nil
    }
    let sorted = days.sorted { $0.day < $1.day }
    let walking = sorted.compactMap(\.walking)
    let measured = sorted.filter(\.measuresSteps).compactMap(\.walking)
    self.init(
      dayCount: walking.count,
      fastSpeed: figure(measured.map(\.fastSpeed), .speed),
      meanSpeed: figure(measured.map(\.meanSpeed), .speed),
      stepLength: figure(measured.compactMap(\.stepLength), .stepLength),
      doubleSupport: figure(walking.compactMap(\.doubleSupport), .doubleSupport),
      asymmetry: figure(walking.compactMap(\.asymmetry), .asymmetry),
      stepLengthVariation: figure(
        measured.compactMap { $0.stepLengthVariation.map { DailySummary.Figure(value: $0) } },
        .variability),
      strideTimeVariation: figure(walking.compactMap(\.strideTimeVariation), .variability))
    isMeasuredElsewhere = sorted.contains(where: \.isMeasuredElsewhere)
    daysWithoutSpeed = sorted.count {
      $0.walking == nil && $0.sustained?.fastCadence != nil && $0.sustained?.fastSpeed == nil
    }
    let hasSteps = !measured.isEmpty || sorted.contains { ($0.sustained?.measuredSeconds ?? 0) > 0 }
    daysWithSteps = hasSteps ? measured.count : nil
  }

  private static func figure(
    _ figures: [DailySummary.Figure], _ component: SteadinessComponent
  ) -> Figure? {
    let values = figures.map(\.value)
    guard let mean = Statistics.mean(values),
      let deviation = Statistics.sampleStandardDeviation(values)
    else { return nil }
    let chance = deviation / Double(values.count).squareRoot()
    let device =
      Statistics.mean(figures.compactMap(\.standardError)) ?? component.usualDeviceError(at: mean)
    return Figure(mean: mean, chanceError: chance, deviceError: device)
  }
}

extension SteadinessComponent {
  /// What a device at the pelvis gets wrong about a person, where samples do not say: 7 % of speed and
  /// step length and .03 of double support as pass one; .05 of the share of uneven steps and a fifth of
  /// a variation by choice. No figure is known without error.
  func usualDeviceError(at mean: Double) -> Double {
    switch self {
    case .speed, .stepLength: 0.07 * mean
    case .doubleSupport: 0.03
    case .asymmetry: 0.05
    case .variability: 0.2 * mean
    }
  }
}
