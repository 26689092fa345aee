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
      ("RunningStrideLength", .init(.runningStrideLength)),
      ("RunningGroundContactTime", .init(.runningGroundContactTime)),
      ("RunningVerticalOscillation", .init(.runningVerticalOscillation)),
      ("RunningPower", .init(.runningPower)),
      ("ActiveEnergyBurned", .init(.activeEnergy)),
      ("BasalEnergyBurned", .init(.restingEnergy)),
      ("HeartRate", .init(.heartRate)), ("RestingHeartRate", .init(.restingHeartRate)),
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

  /// A workout's figure in our words, as `1255.2 kJ` under `active-energy.sum`; as the phone has it where
  /// the kind or the unit is not ours.
  static func figure(
    _ type: String, _ figure: String, _ value: String, unit: String?
  ) -> (key: String, text: String) {
    let kind = kind(type)
    guard kind.isKnown, let unit, let number = Double(value),
      let base = base(number, unit: unit, of: kind)
    else {
      return ("\(type).\(figure)", [value, unit].compactMap(\.self).joined(separator: " "))
    }
    return ("\(kind.name).\(figure)", "\(decimal(base)) \(kind.baseUnit.symbol)")
  }

  /// A number with six decimals at most, the same on every machine.
  private static func decimal(_ value: Double) -> String {
    let rounded = (value * 1e6).rounded() / 1e6
    return Int64(exactly: rounded).map { String($0) } ?? String(rounded)
  }

  /// What a workout or an activity is called, `high intensity interval training`, of the phone's name of its
  /// type, `HKWorkoutActivityTypeHighIntensityIntervalTraining`, or of its number.
  static func activity(_ type: String) -> String {
    if let number = Int(type) { return activities[number] ?? "activity \(number)" }
    return words(type.replacing("HKWorkoutActivityType", with: ""))
  }

  /// The numbers of HealthKit's `HKWorkoutActivityType` that involve steps, and the commonest others.
  private static let activities = [
    13: "cycling", 16: "elliptical", 20: "functional strength training", 24: "hiking", 35: "rowing",
    37: "running", 44: "stair climbing", 46: "swimming", 50: "traditional strength training",
    52: "walking", 63: "high intensity interval training", 68: "stairs", 69: "step training",
    3000: "other",
  ]

  /// A name of many words in one, as words: `AsleepREM` is `asleep REM`.
  static func words(_ name: String) -> String {
    var words: [String] = []
    var previousIsUpper = false
    for character in name {
      if character.isUppercase, !previousIsUpper || words.isEmpty {
        words.append(String(character))
      } else if words.isEmpty {
        words.append(String(character))
      } else {
        words[words.count - 1].append(character)
      }
      previousIsUpper = character.isUppercase
    }
    return words.map { word in
      word.dropFirst().contains { $0.isUppercase } ? word : word.lowercased()
    }.joined(separator: " ")
  }
}
