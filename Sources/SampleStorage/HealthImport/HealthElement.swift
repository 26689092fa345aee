import Foundation
import GaitModel

/// One element of a health export with its metadata, as a sample.
struct HealthElement {
  /// The element's attributes.
  var attributes: [String: String]
  /// Its `MetadataEntry` elements.
  var metadata: [String: String] = [:]

  /// What phones declare that every `Record` has, and this one lacks: where bytes are missing, the beginning of one is
  /// followed by the end of another. Quantities have a number and a unit.
  var missing: String? {
    let isQuantity = attributes["type"].map(HealthKinds.isQuantity) ?? false
    return (Self.required + (isQuantity ? ["unit", "value"] : [])).first { attributes[$0] == nil }
  }

  private static let required = ["type", "sourceName", "startDate", "endDate"]

  /// The sample of a `Record`; `nil` when its times or value cannot be read.
  func record(of participant: String) -> Sample? {
    guard let type = attributes["type"] else { return nil }
    let kind = HealthKinds.kind(type)
    let text = attributes["value"]
    if text == nil, HealthKinds.isQuantity(type) { return nil }
    if let text, let number = Double(text) {
      let unit = attributes["unit"] ?? "1"
      guard let base = kind.isKnown ? HealthKinds.base(number, unit: unit, of: kind) : number else {
        // Ours by name and not by unit: kept as the phone has it.
        return sample(AnySampleKind(type), number, participant, unit: unit)
      }
      return sample(kind, base, participant, unit: kind.isKnown ? nil : unit)
    }
    let value = text.flatMap(HealthKinds.value)
    // Words that are not ours stay beside a value of 0, which stands for nothing.
    return sample(
      value == nil ? AnySampleKind(type) : kind, value ?? 0, participant, unit: nil,
      extra: value == nil ? [SampleWords.foreignWord: text ?? ""] : [:])
  }

  /// Kind and unit where a record is of a kind that is ours and its sample is not: nobody knows the unit.
  func foreignUnit(of sample: Sample) -> String? {
    guard !sample.kind.isKnown, let type = attributes["type"], HealthKinds.isQuantity(type) else {
      return nil
    }
    let kind = HealthKinds.kind(type)
    return kind.isKnown ? "\(kind.name) in \(attributes["unit"] ?? "1")" : nil
  }

  /// What is wrong with the value of a `Record` of a quantity, with the beginning that all of its kind share;
  /// `nil` where it is a number. Only categories have words.
  var fault: (beginning: String, reason: String)? {
    guard let type = attributes["type"], HealthKinds.isQuantity(type),
      let text = attributes["value"], Double(text) == nil
    else { return nil }
    let beginning = "the value of \(HealthKinds.kind(type).name) "
    let shown = text.prefix(Self.shownCharacters)
    return (beginning, beginning + "is \"\(shown)\", which is no number")
  }

  /// What is wrong with the times of an element that ends before it starts, with the beginning that all of its kind share;
  /// `nil` of all others.
  var timeFault: (beginning: String, reason: String)? {
    guard let from = attributes["startDate"], let start = DateTime(from),
      let to = attributes["endDate"], let end = DateTime(to),
      end.secondsSince1970 < start.secondsSince1970
    else { return nil }
    let type = attributes["type"] ?? attributes["workoutActivityType"]
    let beginning = "\(type.map { HealthKinds.kind($0).name } ?? "a workout") ends before it starts"
    return (beginning, beginning + ", at \(to) and at \(from)")
  }

  /// The name of a time zone that no database has, which is left out: the offset of the times counts. `nil` where it is known, or
  /// there is none.
  var unknownZone: String? {
    metadata[Self.zoneKey].flatMap { TimeZone(named: $0) == nil ? $0 : nil }
  }

  private static let zoneKey = "HKTimeZone"

  /// So much of what is no number is shown.
  private static let shownCharacters = 20

  /// The mark of a `Workout` or of an activity within one; `nil` when its times cannot be read.
  func mark(of participant: String, _ kind: SampleKind<ActivityMark>) -> Sample? {
    var extra: [String: String] = [:]
    for key in Self.workoutKeys { extra[key] = attributes[key] }
    let type = attributes["workoutActivityType"] ?? attributes["type"] ?? "workout"
    return sample(
      kind.erased, 0, participant, unit: nil, label: HealthKinds.activity(type), extra: extra)
  }

  /// An activity of a workout, with what only the workout says: its type and who wrote it.
  func within(_ workout: HealthElement?) -> HealthElement {
    var element = self
    for key in ["workoutActivityType", "sourceName", "sourceVersion", "device"] {
      element.attributes[key] = attributes[key] ?? workout?.attributes[key]
    }
    return element
  }

  /// Keeps a workout's own figures (its `WorkoutStatistics`) beside it.
  mutating func addFigures(_ figures: [String: String]) {
    guard let type = figures["type"] else { return }
    for figure in ["sum", "average", "minimum", "maximum"] {
      guard let value = figures[figure] else { continue }
      let own = HealthKinds.figure(type, figure, value, unit: figures["unit"])
      metadata[own.key] = own.text
    }
  }

  /// What a workout says of itself beside its times.
  private static let workoutKeys = [
    "duration", "durationUnit", "totalDistance", "totalDistanceUnit", "totalEnergyBurned",
    "totalEnergyBurnedUnit", "uuid",
  ]

  private func sample(
    _ kind: AnySampleKind, _ value: Double, _ participant: String, unit: String?,
    label: String? = nil, extra: [String: String] = [:]
  ) -> Sample? {
    guard value.isFinite, let start = attributes["startDate"].flatMap({ DateTime($0) }),
      let offset = start.utcOffsetSeconds
    else { return nil }
    let to = attributes["endDate"]
    guard let end = to == nil ? start : to.flatMap({ DateTime($0) }),
      start.secondsSince1970 <= end.secondsSince1970
    else { return nil }
    var other = metadata.merging(extra) { $1 }
    other["sourceVersion"] = attributes["sourceVersion"]
    let isByHand = other.removeValue(forKey: "HKWasUserEntered") == "1"
    let zone = other.removeValue(forKey: Self.zoneKey)
    let estimate = Self.estimate(&other)
    var sample = Sample(
      kind: kind, value: value, start: Date(timeIntervalSince1970: start.secondsSince1970),
      end: Date(timeIntervalSince1970: end.secondsSince1970),
      participant: participant,
      source: SampleSource(
        name: attributes["sourceName"] ?? "Health", device: attributes["device"].map(device)),
      metadata: SampleMetadata(
        isEnteredByHand: isByHand, isCalibrated: estimate.isCalibrated,
        earliestDataUsed: estimate.earliest, timeZoneIdentifier: unknownZone == nil ? zone : nil,
        utcOffsetSeconds: offset,
        label: label, unit: unit, other: other))
    sample.distinction = distinction(of: sample)
    return sample
  }

  /// What the phone says of an estimate, and of a heart's recovery, in our words. Exports write some keys by
  /// the constant's name and some by its value.
  private static func estimate(
    _ other: inout [String: String]
  ) -> (isCalibrated: Bool?, earliest: Date?) {
    func take(_ key: String) -> String? {
      ["HKMetadataKey", "HK"].compactMap { other.removeValue(forKey: $0 + key) }.first
    }
    let calibrated = take("AppleDeviceCalibrated")
    let earliest = take("DateOfEarliestDataUsedForEstimate")
    other[RecoveryWords.activity] = take("HeartRateRecoveryActivityType").map(HealthKinds.activity)
    let quantities: [(key: String, own: String, unit: SampleUnit)] = [
      ("HeartRateRecoveryActivityDuration", RecoveryWords.seconds, .seconds),
      ("HeartRateRecoveryMaxObservedRecoveryHeartRate", RecoveryWords.peakRate, .beatsPerMinute),
    ]
    for (key, own, unit) in quantities {
      guard let text = take(key) else { continue }
      let number = HealthKinds.number(text, in: unit)
      // What is in a unit that nobody knows here stays as the phone has it.
      other[number == nil ? "HK" + key : own] = number ?? text
    }
    return (
      calibrated.map { $0 == "1" },
      earliest.flatMap { DateTime($0) }.map { Date(timeIntervalSince1970: $0.secondsSince1970) }
    )
  }

  /// Two records may differ in nothing but value and device: what tells them apart comes from these,
  /// so that a second import finds the same.
  private func distinction(of sample: Sample) -> Int {
    var hash = ContentHash()
    hash.add(attributes["value"] ?? attributes["duration"] ?? "")
    hash.add(attributes["unit"] ?? "")
    hash.add(sample.source.device ?? "")
    let (a, b, c, d, _, _, _, _, _, _, _, _, _, _, _, _) = hash.identifier.uuid
    return Int(a & 0x7f) << 24 | Int(b) << 16 | Int(c) << 8 | Int(d)
  }

  /// The device without its memory address, which differs in every export.
  private func device(_ text: String) -> String {
    let bytes = text.utf8
    guard bytes.first == UInt8(ascii: "<"), let comma = bytes.firstIndex(of: UInt8(ascii: ",")),
      bytes[..<comma].last == UInt8(ascii: ">")
    else { return text }
    let rest = text[comma...].dropFirst(2)
    return String(rest.last == ">" ? rest.dropLast() : rest)
  }
}

/// Which of our kinds a phone's kind is.
///
/// The identifiers are those of HealthKit's documentation (developer documentation of
/// `HKQuantityTypeIdentifier` and `HKCategoryTypeIdentifier`); an export writes them as they are.
enum HealthKinds {
  /// Our kind, or the phone's own name where we have none.
  static func kind(_ identifier: String) -> AnySampleKind {
    quantities[identifier] ?? categories[identifier] ?? AnySampleKind(identifier)
  }

  /// Whether a phone's kind is measured in numbers.
  static func isQuantity(_ identifier: String) -> Bool { identifier.hasPrefix(quantityPrefix) }

  private static let quantityPrefix = "HKQuantityTypeIdentifier"

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
      uniqueKeysWithValues: names.map { (quantityPrefix + $0.0, $0.1) })
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

  /// The number of a quantity, as `865.696 s` or `25 min`, in a unit; `nil` where it has none that measures the same.
  static func number(_ text: String, in unit: SampleUnit) -> String? {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let number = Double(parts[0]), number.isFinite,
      let given = SampleUnit(symbol: String(parts[1])), given.isConvertible(to: unit)
    else { return nil }
    return given == unit ? String(parts[0]) : decimal(unit.value(fromBase: given.base(number)))
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
