/// A six-minute walk in the clinic, entered by hand.
public struct ClinicTest: Hashable, Sendable {
  /// The day of the test.
  public var day: LocalDay
  /// The distance, m.
  public var meters: Double

  /// Makes a test.
  public init(day: LocalDay, meters: Double) {
    self.day = day
    self.meters = meters
  }
}

/// How a person's own clinic tests narrow the ratio of test speed to daily speed.
public struct ClinicCalibrationRule: Hashable, Sendable {
  /// Days before and after a test that show how the person walked then.
  public var daysAround = 14
  /// Fewer days with longer walks about it leave a test unused.
  public var fewestDays = 5

  /// The usual rule.
  public init() {}

  /// The ratio that the tests up to a day give.
  /// - Parameters:
  ///   - usual: The ratio of a person whose tests are not known.
  ///   - tests: All tests, in any order.
  ///   - lastDay: The estimate's last day: later tests and days are not known then.
  ///   - firstDay: Tests before it are forgotten, as after a recalibration; `nil` forgets none.
  ///   - testErrorShare: How well a test repeats, as a share.
  ///   - days: The summaries of days.
  /// - Returns: The ratio, narrower for each test that could be used.
  public func ratio(
    from usual: WalkRatio, tests: [ClinicTest], until lastDay: LocalDay, since firstDay: LocalDay?,
    testErrorShare: Double, days: [LocalDay: DailySummary]
  ) -> WalkRatio {
    let known = tests.filter { test in
      test.day <= lastDay && (firstDay.map { test.day >= $0 } ?? true)
    }
    return known.sorted { ($0.day, $0.meters) < ($1.day, $1.meters) }.reduce(usual) { known, test in
      let first = max(
        test.day.advanced(by: -daysAround), firstDay ?? test.day.advanced(by: -daysAround))
      let last = min(test.day.advanced(by: daysAround), lastDay)
      let walks = FastWalking(days: days, in: first...last)
      guard let speed = walks.speed, walks.dayCount >= fewestDays else { return known }
      let chance = walks.chanceError / speed
      // From the first test on the ratio holds what the device gets wrong about the person, too.
      var ratio = known
      if known.testCount == 0 {
        let device = walks.deviceErrorShare
        ratio.deviation = (known.deviation * known.deviation + device * device).squareRoot()
      }
      return ratio.knowing(
        speed: test.meters / 360, fastSpeed: speed,
        errorShare: (testErrorShare * testErrorShare + chance * chance).squareRoot())
    }
  }
}
