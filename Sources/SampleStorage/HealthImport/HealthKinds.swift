import GaitModel

/// Which of our kinds a phone's kind is.
///
/// The identifiers are those of HealthKit's documentation (developer documentation of
/// `HKQuantityTypeIdentifier` and `HKCategoryTypeIdentifier`); an export writes them as they are.
enum HealthKinds {
  /// Our kind, or the phone's own name where we have none.
  static func kind(_ identifier: String) -> AnySampleKind {
    quantities[identifier] ?? categories[identifier] ?? AnySampleKind(identifier)
  }

  private static let quantities: [String: AnySampleKind] = {
    let names: [(String, AnySampleKind)] = [
      ("WalkingSpeed", .init(.walkingSpeed)), ("WalkingStepLength", .init(.stepLength)),
      ("WalkingDoubleSupportPercentage", .init(.doubleSupport)),
      ("WalkingAsymmetryPercentage", .init(.walkingAsymmetry)),
      ("StairAscentSpeed", .init(.stairAscentSpeed)),
      ("StairDescentSpeed", .init(.stairDescentSpeed)),
      ("SixMinuteWalkTestDistance", .init(.sixMinuteWalkDistance)),
      ("AppleWalkingSteadiness", .init(.walkingSteadiness)),
      ("StepCount", .init(.stepCount)), ("DistanceWalkingRunning", .init(.distance)),
      ("FlightsClimbed", .init(.flightsClimbed)), ("RunningSpeed", .init(.runningSpeed)),
      ("RunningStrideLength", .init(.runningStrideLength)), ("HeartRate", .init(.heartRate)),
      ("RestingHeartRate", .init(.restingHeartRate)),
      ("HeartRateRecoveryOneMinute", .init(.heartRateRecovery)), ("VO2Max", .init(.vo2Max)),
      ("BodyMass", .init(.bodyMass)), ("Height", .init(.height)),
    ]
    return Dictionary(
      uniqueKeysWithValues: names.map { ("HKQuantityTypeIdentifier" + $0.0, $0.1) })
  }()

  private static let categories: [String: AnySampleKind] = [
    "HKCategoryTypeIdentifierAppleWalkingSteadinessEvent": AnySampleKind(.steadinessEvent)
  ]

  /// The value of a category's word that is ours, or `nil`.
  static func value(_ word: String) -> Double? { steadinessEvents[word].map(\.baseValue) }

  private static let steadinessEvents: [String: SteadinessEvent] = {
    let prefix = "HKCategoryValueAppleWalkingSteadinessEvent"
    return [
      prefix + "InitialLow": .initialLow, prefix + "InitialVeryLow": .initialVeryLow,
      prefix + "RepeatLow": .repeatLow, prefix + "RepeatVeryLow": .repeatVeryLow,
    ]
  }()

  /// A value in the kind's base unit; `nil` when the unit measures something else. An export writes
  /// shares of one and calls their unit `%`.
  static func base(_ value: Double, unit: String, of kind: AnySampleKind) -> Double? {
    guard let unit = SampleUnit(symbol: unit) else { return nil }
    if unit == .percent, kind.baseUnit == .fraction { return value }
    return unit.isConvertible(to: kind.baseUnit) ? unit.base(value) : nil
  }
}
