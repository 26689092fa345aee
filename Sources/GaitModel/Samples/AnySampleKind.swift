/// A kind of sample without its type: a name, and what is known of it.
///
/// Kinds that this version does not know are kept under their name; their samples are discrete
/// numbers whose unit stands in ``SampleMetadata/unit``.
public struct AnySampleKind: Hashable, Sendable, Comparable {
  /// The kind's name: `walking-speed`.
  public let name: String

  /// The kind with a name.
  public init(_ name: String) { self.name = name }

  /// The kind without its type.
  public init<Value>(_ kind: SampleKind<Value>) { name = kind.name }

  /// Whether this version knows what the kind means.
  public var isKnown: Bool { Self.traits[name] != nil }
  /// What becomes of many samples when they are put together; discrete for unknown kinds.
  public var aggregation: SampleAggregation { Self.traits[name]?.aggregation ?? .discrete }
  /// The unit in which values are kept; a plain number for unknown kinds.
  public var baseUnit: SampleUnit { Self.traits[name]?.unit ?? .one }
  /// Whether the values are words.
  public var isCategory: Bool { aggregation == .category }
  /// Whether a mean weighs each value by the time for which it stands: heart rates are kept closely around walks and
  /// sparsely elsewhere, and one of ten seconds is no minute.
  public var isWeightedByTime: Bool { self == SampleKind.heartRate.erased }
  /// Whether the estimate can be limited to data after a date; the six-minute walk is such a kind.
  public var allowsRecalibration: Bool { Self.traits[name]?.allowsRecalibration ?? false }

  /// Whether the values say how far a program has come and what it was given, and nothing about a person.
  public var isBookkeeping: Bool { Self.bookkeeping.contains(self) }
  /// The kinds of which that is so.
  public static let bookkeeping: Set<AnySampleKind> = [.estimateProgress, .phoneExport]

  /// The kind that holds the same of the parts of walks that lie within labelled activities, made from
  /// the contacts and strides inside them; `nil` for kinds that are only known of whole walks.
  public var withinActivities: AnySampleKind? {
    let kind = AnySampleKind(Self.withinPrefix + name)
    return kind.isKnown ? kind : nil
  }

  /// The kind whose values the parts of walks within labelled activities have; `nil` for all other kinds.
  public var ofWholeWalks: AnySampleKind? {
    guard name.hasPrefix(Self.withinPrefix), isKnown else { return nil }
    return AnySampleKind(String(name.dropFirst(Self.withinPrefix.count)))
  }

  static let withinPrefix = "activity-"

  /// A person's age in years on the sample's date.
  public static let age = AnySampleKind("age")
  /// A person's sex by the numbers of ISO/IEC 5218: 1 male, 2 female.
  public static let sex = AnySampleKind("sex")
  /// How far a person's estimates have come.
  public static let estimateProgress = AnySampleKind("estimate-progress")
  /// When an export of a phone was written that was taken.
  public static let phoneExport = AnySampleKind("phone-export")

  /// Orders kinds by name.
  public static func < (a: AnySampleKind, b: AnySampleKind) -> Bool { a.name < b.name }

  /// Every kind that this version knows, by name.
  public static let known: [AnySampleKind] = traits.keys.sorted().map { AnySampleKind($0) }
}

extension AnySampleKind {
  /// What is known of a kind.
  private struct Traits {
    var aggregation: SampleAggregation
    var unit: SampleUnit
    var allowsRecalibration = false
  }

  private static let traits: [String: Traits] = {
    var traits: [String: Traits] = [:]
    func add<Value>(_ aggregation: SampleAggregation, _ kinds: [SampleKind<Value>]) {
      for kind in kinds {
        traits[kind.name] = Traits(aggregation: aggregation, unit: Value.baseUnit)
      }
    }
    add(
      .discrete,
      [
        SampleKind<Speed>.walkingSpeed, .runningSpeed, .stairAscentSpeed, .stairDescentSpeed,
        .dailyWalkingSpeedP95, .dailyWalkingSpeedMedian, .dailyWalkingSpeedMean,
        .dailySustainedSpeedP95,
      ])
    add(
      .discrete,
      [
        SampleKind<Length>.stepLength, .strideLength, .runningStrideLength,
        .sixMinuteWalkDistance, .height, .dailyStepLengthMean,
        .dailyLongestSixMinutes, .runningVerticalOscillation,
      ])
    add(.cumulative, [SampleKind<Length>.distance])
    add(
      .discrete,
      [
        SampleKind<Cadence>.cadence, .runningCadence, .dailyCadenceMean, .dailySustainedCadenceP95,
      ])
    add(
      .discrete,
      [
        SampleKind<Fraction>.doubleSupport, .walkingAsymmetry, .stepTimeAsymmetry,
        .leftPocketStepTimeAsymmetry, .rightPocketStepTimeAsymmetry, .stepLengthAsymmetry,
        .strideTimeVariability, .dailyStrideTimeVariabilityMean,
        .walkingSteadiness, .dailyDoubleSupportMean, .dailyWalkingAsymmetryMean,
        .dailyWalkingSpeedVariability, .dailyStepLengthVariability, .dailyPersonalFactor,
      ])
    add(
      .cumulative,
      [
        SampleKind<Count>.stepCount, .flightsClimbed, .flightsDescended, .turnCount,
        .dailyStepCount, .dailyBoutCount,
      ])
    add(
      .cumulative,
      [
        SampleKind<Duration>.walkingTime, .runningTime, .wearTime, .dailyWalkingTime,
        .dailyWearTime, .dailySustainedTime, .dailySustainedMeasuredTime,
      ])
    add(
      .discrete, [SampleKind<HeartRate>.heartRate, .heartRateRecovery, .restingHeartRate])
    add(.discrete, [SampleKind<OxygenUptake>.vo2Max, .dailyVO2Max])
    add(.discrete, [SampleKind<Mass>.bodyMass])
    add(.discrete, [SampleKind<Duration>.runningGroundContactTime])
    add(.discrete, [SampleKind<Power>.runningPower])
    add(.cumulative, [SampleKind<Energy>.activeEnergy, .restingEnergy])
    add(.category, [SampleKind<HeartMedication>.heartMedication])
    add(.category, [SampleKind<SteadinessEvent>.steadinessEvent])
    add(.category, [SampleKind<RecalibratedEstimate>.recalibration])
    add(.category, [SampleKind<WalkingChangeMark>.walkingChange])
    add(.category, [SampleKind<LifeEvent>.event])
    add(.category, [SampleKind<ActivityMark>.activity, .workout])
    let parts: [AnySampleKind] =
      [
        SampleKind<Count>.stepCount.erased, .init(SampleKind<Count>.turnCount),
        .init(SampleKind<Length>.distance), .init(SampleKind<Length>.stepLength),
        .init(SampleKind<Length>.strideLength), .init(SampleKind<Length>.runningStrideLength),
        .init(SampleKind<Duration>.walkingTime), .init(SampleKind<Duration>.runningTime),
        .init(SampleKind<Speed>.walkingSpeed), .init(SampleKind<Speed>.runningSpeed),
        .init(SampleKind<Cadence>.cadence), .init(SampleKind<Cadence>.runningCadence),
        .init(SampleKind<Fraction>.doubleSupport),
      ]
    for kind in parts { traits[withinPrefix + kind.name] = traits[kind.name] }
    for kind in [age, sex, estimateProgress, phoneExport] {
      traits[kind.name] = Traits(aggregation: .discrete, unit: .one)
    }
    traits[SampleKind<Length>.sixMinuteWalkDistance.name]?.allowsRecalibration = true
    return traits
  }()
}
