import Foundation

/// What a value can be at most and at least, and why: the one table that entries and imports are held
/// against. Whatever lies outside is a slip of the pen, another unit or a broken file.
public struct PossibleValues: Hashable, Sendable {
  /// From the smallest to the greatest, in the kind's base unit.
  public var range: ClosedRange<Double>
  /// Where the limits come from.
  public var reason: String

  private init(_ range: ClosedRange<Double>, _ reason: String) {
    self.range = range
    self.reason = reason
  }

  /// The limits of a kind; `nil` for kinds that this version does not know, and for words.
  public static func of(_ kind: AnySampleKind) -> PossibleValues? { table[kind.name] }

  /// Sensors that a person can wear are not older (the first digital actigraphs, 1990).
  public static let firstYear = 1990

  private static let table: [String: PossibleValues] = {
    var table: [String: PossibleValues] = [:]
    func add(_ range: ClosedRange<Double>, _ reason: String, _ kinds: [AnySampleKind]) {
      for kind in kinds { table[kind.name] = PossibleValues(range, reason) }
    }
    add(
      0...4.5, "race walkers reach 4.4 m/s",
      [
        SampleKind.walkingSpeed, .dailyWalkingSpeedP95, .dailyWalkingSpeedMedian,
        .dailyWalkingSpeedMean, .dailySustainedSpeedP95,
      ].map(\.erased))
    add(0...12.5, "the fastest sprint is 12.4 m/s", [SampleKind.runningSpeed.erased])
    add(
      0...2.5, "the best sprints up stairs rise by 2 m/s",
      [SampleKind.stairAscentSpeed.erased, SampleKind.stairDescentSpeed.erased])
    add(
      0...1.6, "race walkers reach 1.3 m",
      [SampleKind.stepLength.erased, SampleKind.dailyStepLengthMean.erased])
    add(0...3.2, "two steps of at most 1.6 m", [SampleKind.strideLength.erased])
    add(
      0...2, "a foot that is down for two seconds does not run",
      [SampleKind.runningGroundContactTime.erased])
    add(
      0...0.5, "runners rise by 5 to 15 cm", [SampleKind.runningVerticalOscillation.erased])
    add(0...3000, "sprinters reach 2500 W for a second", [SampleKind.runningPower.erased])
    add(
      0...1e5, "a sample spans days at most, and 40 MJ are the most of a day",
      [SampleKind.activeEnergy.erased, SampleKind.restingEnergy.erased])
    add(0...6, "sprinters reach 5 m in two steps", [SampleKind.runningStrideLength.erased])
    add(
      0...1200, "nobody walks 1200 m in six minutes: the pace of a race",
      [SampleKind.sixMinuteWalkDistance.erased, SampleKind.dailyLongestSixMinutes.erased])
    add(
      Participant.possibleHeightMeters, "from the smallest to the tallest people on record",
      [SampleKind.height.erased])
    add(
      Participant.possibleMassKilograms, "from small children to the heaviest people on record",
      [SampleKind.bodyMass.erased])
    add(Participant.possibleAgeYears, "the longest life on record is 122 years", [.age])
    add(1...2, "1 is male and 2 is female", [.sex])
    add(
      0...1e6, "a sample spans days at most, and 320 km are run in a day",
      [
        SampleKind.distance.erased
      ])
    add(
      0...350, "sprinters take 300 steps a minute",
      [
        SampleKind.cadence, .runningCadence, .dailyCadenceMean, .dailySustainedCadenceP95,
      ].map(\.erased))
    add(
      0...1, "it is a share of a whole",
      [
        SampleKind.doubleSupport, .walkingAsymmetry, .walkingSteadiness, .dailyDoubleSupportMean,
        .dailyWalkingAsymmetryMean,
      ].map(\.erased))
    add(
      0...4, "it is a logarithm of a ratio, or a spread as a share of a mean",
      [
        SampleKind.stepTimeAsymmetry, .stepLengthAsymmetry, .strideTimeVariability,
        .dailyStrideTimeVariabilityMean, .dailyWalkingSpeedVariability, .dailyStepLengthVariability,
      ].map(\.erased))
    add(
      0...2e6, "it is a count, of days at most",
      [
        SampleKind.stepCount, .flightsClimbed, .flightsDescended, .turnCount, .dailyStepCount,
        .dailyBoutCount,
      ].map(\.erased))
    add(
      0...6e6, "it is a time, of weeks at most",
      [
        SampleKind.walkingTime, .runningTime, .wearTime, .dailyWalkingTime, .dailyWearTime,
        .dailySustainedTime,
      ].map(\.erased))
    add(
      20...300, "hearts of people at rest and at their limit beat 25 to 250 times a minute",
      [SampleKind.heartRate.erased, SampleKind.restingHeartRate.erased])
    add(
      -60...200, "it is a difference of heart rates", [SampleKind.heartRateRecovery.erased])
    add(
      3...110, "the greatest on record is 97.5 mL/(kg·min), and rest takes 3.5",
      [SampleKind.vo2Max.erased, SampleKind.dailyVO2Max.erased])
    return table
  }()
}

extension Sample {
  /// Why the sample cannot be what it says, in words; `nil` where it can.
  ///
  /// - Parameter now: nothing that is entered or imported begins later than a day after this.
  /// - Returns: a sentence that says what came and what is possible; `nil` where the sample can be.
  public func impossibility(now: Date) -> String? {
    if let possible = PossibleValues.of(kind), !possible.range.contains(value) {
      let (least, greatest) = (possible.range.lowerBound, possible.range.upperBound)
      return "\(kind.name) \(value) \(kind.baseUnit.symbol) cannot be: it is from \(least) to "
        + "\(greatest) (\(possible.reason))"
    }
    if let error = standardError, error < 0 {
      return "standard_error \(error) cannot be: it is 0 or more"
    }
    if start > now.addingTimeInterval(86_400) {
      return "\(SampleDate.text(start)) cannot be: it is in the future"
    }
    if start < SampleDate.first, !kind.isBookkeeping {
      return "\(SampleDate.text(start)) cannot be: no sensor that people wear is older than "
        + "\(PossibleValues.firstYear)"
    }
    return nil
  }
}

/// Dates in sentences.
private enum SampleDate {
  /// 1990-01-01 UTC.
  static let first = Date(timeIntervalSince1970: 631_152_000)

  static func text(_ date: Date) -> String {
    let clock = WallClock(secondsSince1970: date.timeIntervalSince1970, utcOffsetSeconds: 0)
    return String(InstantText.text(clock).prefix(10))
  }
}
