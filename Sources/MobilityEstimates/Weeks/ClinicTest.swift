import Foundation
import GaitModel

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
    let used = known.sorted { ($0.day, $0.meters) < ($1.day, $1.meters) }.compactMap {
      test -> UsedTest? in
      guard let walks = walks(about: test, until: lastDay, since: firstDay, days: days),
        let speed = walks.speed
      else { return nil }
      let chance = walks.chanceError / speed
      return UsedTest(
        speed: test.meters / 360, fastSpeed: speed,
        errorShare: (testErrorShare * testErrorShare + chance * chance).squareRoot(),
        deviceErrorShare: walks.deviceErrorShare)
    }
    let scatter = scatter(of: used)
    var ratio = used.reduce(usual) { known, test in
      // From the first test on the ratio holds what the device gets wrong about the person, too.
      var ratio = known
      if known.testCount == 0 {
        let device = test.deviceErrorShare
        ratio.deviation = (known.deviation * known.deviation + device * device).squareRoot()
      }
      return ratio.knowing(
        speed: test.speed, fastSpeed: test.fastSpeed, errorShare: test.errorShare * scatter)
    }
    ratio.testScatter = scatter
    return ratio
  }

  /// A test beside the walks about it.
  private struct UsedTest {
    /// The test's mean speed, m/s.
    var speed: Double
    /// The fast end of daily life about that time, m/s.
    var fastSpeed: Double
    /// How uncertain one over the other is by chance, as a share.
    var errorShare: Double
    /// By how much the device is wrong about the person every time, as a share.
    var deviceErrorShare: Double
  }

  /// How many times as much tests differ as their errors explain, 1 or more: Birge's ratio, the root of chi-square over
  /// its degrees of freedom (R. T. Birge, Phys. Rev. 40:207, 1932, doi 10.1103/PhysRev.40.207), of the logarithms of test
  /// over daily speed. Tests that contradict each other are not as sure as each of them says.
  private func scatter(of tests: [UsedTest]) -> Double {
    guard tests.count > 1 else { return 1 }
    let read = tests.map { test in
      (value: log(test.speed / test.fastSpeed), weight: 1 / (test.errorShare * test.errorShare))
    }
    let sum = read.reduce(0) { $0 + $1.weight }
    let mean = read.reduce(0) { $0 + $1.weight * $1.value } / sum
    let squares = read.reduce(0) { $0 + $1.weight * ($1.value - mean) * ($1.value - mean) }
    return max(1, (squares / Double(tests.count - 1)).squareRoot())
  }

  /// Whether days about a test show how the person walked then: without them it calibrates nothing.
  /// - Parameters:
  ///   - test: The test.
  ///   - lastDay: Later days are not known.
  ///   - firstDay: Days before it are forgotten, as after a recalibration; `nil` forgets none.
  ///   - days: The summaries of days.
  /// - Returns: Whether the test is used.
  public func uses(
    _ test: ClinicTest, until lastDay: LocalDay, since firstDay: LocalDay? = nil,
    days: [LocalDay: DailySummary]
  ) -> Bool {
    test.day <= lastDay && walks(about: test, until: lastDay, since: firstDay, days: days) != nil
  }

  private func walks(
    about test: ClinicTest, until lastDay: LocalDay, since firstDay: LocalDay?,
    days: [LocalDay: DailySummary]
  ) -> FastWalking? {
    let first = max(
      test.day.advanced(by: -daysAround), firstDay ?? test.day.advanced(by: -daysAround))
    let walks = FastWalking(
      days: days, in: first...min(test.day.advanced(by: daysAround), lastDay))
    return walks.speed != nil && walks.dayCount >= fewestDays ? walks : nil
  }
}

/// All rules and models of the estimates, each with its own settings.
public struct EstimateSettings: Hashable, Sendable {
  /// How walks become a day.
  public var daily = DailySummaryRule()
  /// What the heart says about a day.
  public var heart = DailyHeartRule()
  /// How much wear the six-minute walk needs.
  public var wear = WearRule()
  /// The six-minute walk.
  public var sixMinuteWalk = SixMinuteWalkModel()
  /// How clinic tests calibrate it.
  public var calibration = ClinicCalibrationRule()
  /// Days that the six-minute walk looks back on.
  public var sixMinuteWalkDays = 28
  /// How changes are noticed in the days.
  public var changes = WalkingChangeRule()
  /// How likely the days since a change show what the person can, and not those before it, 0-1: a
  /// holiday is a change, too. Our choice.
  public var shareSinceChange = 0.85
  /// By how much a change may change the six-minute walk, as a logarithm, where no walk since tells. Our
  /// choice: half as far is then one standard deviation and a half away.
  public var unknownChangeDeviation = 0.45
  /// Walking steadiness.
  public var steadiness = SteadinessModel()
  /// The limits of its classes.
  public var steadinessLimits = SteadinessLimits.standard
  /// When a change is worth a notice.
  public var events = SteadinessEventRule()
  /// Where weekly scores are heading.
  public var trend = TrendRule()
  /// Weeks against the person's own past.
  public var baseline = BaselineRule()
  /// The daily means that are drawn.
  public var smoothing = SmoothingRule()
  /// How before and after an event are compared.
  public var comparison = EventComparisonRule()
  /// Whether the person carries the device enough.
  public var readiness = ReadinessRule()
  /// Days that cardio fitness looks back on.
  public var cardioFitnessDays = 28
  /// So many of them must say something about it.
  public var fewestCardioFitnessDays = 3
  /// What wrote the samples that count: other programs' walks stand beside ours and are not mixed
  /// with them.
  public var source = SampleSource.analysisName

  /// What writes the estimates: those from another program's walks have a name, and so an identity, of
  /// their own, and stand beside ours.
  public var estimateSource: SampleSource {
    source == SampleSource.analysisName
      ? .estimates
      : SampleSource(name: "\(SampleSource.estimates.name) from \(SampleSource.plain(source))")
  }

  /// The usual settings.
  public init() {}
}
