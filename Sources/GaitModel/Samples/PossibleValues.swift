import Foundation

/// What a value can be at most and at least, and why: the one table that entries and imports are held
/// against. Whatever lies outside is a slip of the pen, another unit or a broken file.
public struct PossibleValues: Hashable, Sendable {
  /// From the smallest to the greatest, in the kind's base unit.
  public var range: ClosedRange<Double>
  /// Where the limits come from.
  public var reason: String
  /// Whether only whole numbers are possible.
  public private(set) var isCount = false
  /// How much there is at most in so long a sample, or in a day where a person entered it at an instant; `nil` for what
  /// does not add up.
  public private(set) var pace: Pace?
  /// The longest sample.
  public private(set) var longest: Duration = .seconds(70 * 86_400)
  private var longestReason = "recorders run for weeks"

  /// How fast something adds up at most.
  public struct Pace: Hashable, Sendable {
    /// In the kind's base unit.
    public var perSecond: Double
    /// How much longer than the sample it may have added up: times are written to the second, or when a counter
    /// was read.
    public var slack: Duration
    /// Where the limit comes from.
    public var reason: String
  }

  private init(_ range: ClosedRange<Double>, _ reason: String) {
    self.range = range
    self.reason = reason
  }

  /// The limits of a kind; `nil` for kinds that this version does not know, and for words.
  public static func of(_ kind: AnySampleKind) -> PossibleValues? {
    table[(kind.ofWholeWalks ?? kind).name]
  }

  /// Sensors that a person can wear are not older (the first digital actigraphs, 1990).
  public static let firstYear = 1990

  /// Before this year no phone logged its motion: the first iPhone was sold in 2007, and the recorders whose files are read
  /// are no older. Our choice. Clocks that were never set begin earlier: in 1970, 1980, 2000 or 2001, where counting begins.
  public static let firstLikelyYear = 2007

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
      1...1200, "one step is farther, and nobody walks 1200 m in six minutes: the pace of a race",
      [SampleKind.sixMinuteWalkDistance.erased])
    add(
      0...1200, "nobody walks 1200 m in six minutes: the pace of a race",
      [SampleKind.dailyLongestSixMinutes.erased])
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
      -4...4, "it is a logarithm of a ratio",
      [SampleKind.leftPocketStepTimeAsymmetry, .rightPocketStepTimeAsymmetry].map(\.erased))
    add(
      0...4, "it is a logarithm of a ratio, or a spread as a share of a mean",
      [
        SampleKind.stepTimeAsymmetry, .stepLengthAsymmetry, .strideTimeVariability,
        .dailyStrideTimeVariabilityMean, .dailyWalkingSpeedVariability, .dailyStepLengthVariability,
      ].map(\.erased))
    add(
      PersonalCalibration.possibleFactors, "a factor beyond is another unit or another person",
      [SampleKind.dailyPersonalFactor.erased])
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
        .dailySustainedTime, .dailySustainedMeasuredTime,
      ].map(\.erased))
    add(
      20...300, "hearts of people at rest and at their limit beat 25 to 250 times a minute",
      [SampleKind.heartRate.erased, SampleKind.restingHeartRate.erased])
    add(
      -60...200, "it is a difference of heart rates", [SampleKind.heartRateRecovery.erased])
    add(
      3...110, "the greatest on record is 97.5 mL/(kg·min), and rest takes 3.5",
      [SampleKind.vo2Max.erased, SampleKind.dailyVO2Max.erased])
    for kind in counts { table[kind.name]?.isCount = true }
    for (kind, pace) in paces { table[kind.name]?.pace = pace }
    for kind in AnySampleKind.known
    where kind.aggregation == .discrete && !spansOfDays.contains(kind) {
      table[kind.name]?.longest = .seconds(25 * 3600)
      table[kind.name]?.longestReason = "it is measured in minutes, or is the mean of a day"
    }
    return table
  }()

  /// What is counted one by one. The steps of a day are not among them: of a walk across midnight it has a share.
  private static let counts = [
    SampleKind.stepCount.erased, SampleKind.flightsClimbed.erased,
    SampleKind.flightsDescended.erased,
    SampleKind.turnCount.erased, SampleKind.dailyBoutCount.erased,
  ]

  /// Estimates that are of weeks.
  private static let spansOfDays = [
    SampleKind.walkingSteadiness.erased, SampleKind.sixMinuteWalkDistance.erased,
    SampleKind.vo2Max.erased,
  ]

  private static let paces: [AnySampleKind: Pace] = {
    let toTheSecond = Duration.seconds(2)
    var paces: [AnySampleKind: Pace] = [:]
    for kind in [SampleKind.stepCount.erased, SampleKind.dailyStepCount.erased] {
      paces[kind] = Pace(
        perSecond: 350 / 60.0, slack: toTheSecond, reason: "sprinters take 300 steps a minute")
    }
    // A counter writes a flight when it is done, and some write it without its time.
    for kind in [SampleKind.flightsClimbed.erased, SampleKind.flightsDescended.erased] {
      paces[kind] = Pace(
        perSecond: 2.5 / 3, slack: .seconds(60),
        reason: "the best sprints up stairs rise by 2 m/s, and a flight has 3 m")
    }
    paces[SampleKind.turnCount.erased] = Pace(
      perSecond: 2, slack: toTheSecond,
      reason: "turns of people who walk take half a second or more (El-Gohary et al. 2014)")
    paces[SampleKind.distance.erased] = Pace(
      perSecond: 12.5, slack: toTheSecond, reason: "the fastest sprint is 12.4 m/s")
    for kind in [
      SampleKind.walkingTime, .runningTime, .wearTime, .dailyWalkingTime, .dailyWearTime,
      .dailySustainedTime, .dailySustainedMeasuredTime,
    ] {
      paces[kind.erased] = Pace(
        perSecond: 1, slack: .seconds(1), reason: "a time within a sample is no longer than it")
    }
    return paces
  }()
}

extension Sample {
  /// Why the sample cannot be what it says, in words; `nil` where it can.
  ///
  /// - Parameter now: nothing that is entered or imported begins later than a day after this.
  /// - Returns: a sentence that says what came and what is possible; `nil` where the sample can be.
  public func impossibility(now: Date) -> String? {
    if let why = PossibleValues.impossibility(of: value, kind) {
      return "\(kind.name) \(value) \(kind.baseUnit.symbol) cannot be: \(why)"
    }
    let errors = [
      ("standard_error", standardError),
      ("standard_error_within_person", standardErrorWithinPerson),
    ]
    for (name, error) in errors {
      if let error, error < 0 || error.isInfinite {
        return "\(name) \(error) cannot be: it is 0 or more, or empty where it is not known"
      }
    }
    if let why = PossibleValues.impossibility(ofName: participant) {
      return "participant \"\(participant)\" cannot be: \(why)"
    }
    if !kind.isBookkeeping, let why = PossibleValues.impossibility(of: start, now: now) {
      return "\(SampleDate.text(start)) cannot be: \(why)"
    }
    return PossibleValues.of(kind)?.impossibility(of: self)
  }
}

extension PossibleValues {
  /// Why so much cannot be in a sample from its start to its end, in words; `nil` where it can.
  fileprivate func impossibility(of sample: Sample) -> String? {
    let seconds = sample.durationSeconds
    func text(_ number: Double) -> String { DecimalText.text(number, decimals: 3) ?? "" }
    if seconds > longest / .seconds(1) {
      let hours = DecimalText.text(seconds / 3600, decimals: 1) ?? ""
      return
        "\(sample.kind.name) over \(hours) h cannot be: it is at most \(Int(longest / .seconds(3600))) h (\(longestReason))"
    }
    guard let pace else { return nil }
    // Who enters a number at an instant does not say how long it took; they look back on a day at most.
    let isInstant = seconds == 0 && sample.metadata.isEnteredByHand
    let most =
      pace.perSecond * (isInstant ? Self.daySeconds : seconds + pace.slack / .seconds(1))
    guard sample.value > most else { return nil }
    return
      "\(sample.kind.name) \(sample.value) \(sample.kind.baseUnit.symbol) "
      + (isInstant ? "entered at an instant" : "in \(text(seconds)) s") + " cannot be: "
      + "it is at most \(text(isCount ? most.rounded(.down) : most))\(isInstant ? " in a day" : "") (\(pace.reason))"
  }

  private static let daySeconds = 86_400.0
}

extension PossibleValues {
  /// Why a value of a kind cannot be, in words; `nil` where it can.
  ///
  /// - Parameters:
  ///   - value: the value, in the kind's base unit.
  ///   - kind: the kind.
  /// - Returns: what is possible and why: `it is from 0.54 to 2.8 m (from the smallest …)`.
  public static func impossibility(of value: Double, _ kind: AnySampleKind) -> String? {
    guard value.isFinite else { return "it is no number" }
    guard let possible = of(kind) else { return nil }
    if possible.isCount, value != value.rounded(), possible.range.contains(value) {
      return "it is a whole number; a point between thousands must go (1234, not 1.234)"
    }
    guard !possible.range.contains(value) else { return nil }
    let unit = kind == .age ? " years" : kind.baseUnit == .one ? "" : " \(kind.baseUnit.symbol)"
    func text(_ limit: Double) -> String {
      limit == limit.rounded() ? "\(Int(limit))" : "\(limit)"
    }
    return "it is from \(text(possible.range.lowerBound)) to "
      + "\(text(possible.range.upperBound))\(unit) (\(possible.reason))"
  }

  /// Why nothing can have been measured or entered for an instant, in words; `nil` where it can.
  ///
  /// - Parameters:
  ///   - instant: the instant.
  ///   - now: a day later is possible still, because clocks are in many zones.
  /// - Returns: why not.
  public static func impossibility(of instant: Date, now: Date) -> String? {
    if instant > now.addingTimeInterval(86_400) { return "it is in the future" }
    if instant < SampleDate.first {
      return "no sensor that people wear is older than \(firstYear)"
    }
    return nil
  }

  /// Whether an instant lies before recorders of today were sold (``firstLikelyYear``), as what a clock shows that was never
  /// set.
  package static func isBeforeRecorders(_ instant: Date) -> Bool {
    instant < SampleDate.firstLikely
  }

  /// More characters than any study's name for a person has.
  public static let longestName = 200
  /// Bytes that the name of a file or folder has at most on Linux and macOS (`NAME_MAX`): a study keeps each person's results
  /// in a folder of that name. Letters beyond ASCII have two to four of them.
  public static let longestFileName = 255

  /// Why a word cannot be a study's name for a person, in words; `nil` where it can. A space that nobody
  /// sees at an end would make another person.
  public static func impossibility(ofName name: String) -> String? {
    if name.allSatisfy(\.isWhitespace) {
      return "it is empty; give the study's name for the person"
    }
    if name.first?.isWhitespace == true || name.last?.isWhitespace == true {
      return "a space at an end makes another person of it; leave it out"
    }
    if name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      return "it has a control character, such as a line's end; leave it out"
    }
    if let unseen = name.unicodeScalars.first(where: isUnseen) {
      let code = String(unseen.value, radix: 16, uppercase: true)
      return "it has a character that nobody sees or that looks like a space (U+"
        + String(repeating: "0", count: max(0, 4 - code.count)) + code
        + "), which makes another person of it; type the name anew"
    }
    if !name.precomposedStringWithCanonicalMapping.unicodeScalars.elementsEqual(name.unicodeScalars)
    {
      return
        "a letter and its accent are written as two characters, which makes another person of it; "
        + "write them as one (Unicode's form NFC)"
    }
    if name.count > longestName { return "it has more than \(longestName) characters" }
    // `/`, `%` and a point at the beginning are three letters there.
    let escaped = name.utf8.count { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "%") }
    let bytes = name.utf8.count + 2 * (escaped + (name.hasPrefix(".") ? 1 : 0))
    if bytes > longestFileName {
      return "it has \(bytes) bytes as the name of a folder, which has at most \(longestFileName)"
    }
    return nil
  }

  /// Whether a character leaves nothing on paper or is a space of another kind, as names copied out of pages and spreadsheets
  /// have. The two that join letters in some scripts, and the wide space of others, are letters there.
  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .format: !("\u{200C}"..."\u{200D}").contains(scalar)
    case .spaceSeparator: scalar != " " && scalar != "\u{3000}"
    case .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}

/// Dates in sentences.
private enum SampleDate {
  /// 1990-01-01 UTC.
  static let first = Date(timeIntervalSince1970: 631_152_000)
  /// 2007-01-01 UTC.
  static let firstLikely = Date(timeIntervalSince1970: 1_167_609_600)

  static func text(_ date: Date) -> String {
    let clock = WallClock(secondsSince1970: date.timeIntervalSince1970, utcOffsetSeconds: 0)
    return String(InstantText.text(clock).prefix(10))
  }
}
