/// What is known of the person who was recorded. All of it may be absent.
public struct Participant: Hashable, Sendable {
  /// The study's name for the person.
  public var identifier: String?
  /// Stature. Step length and walking speed are surer with it, and need it where they are a share of it.
  public var height: Length?
  /// Body mass.
  public var mass: Mass?
  /// Age in years at the time of the recording.
  public var ageYears: Double?
  /// Sex, as the norms for gait are published.
  public var sex: Sex?
  /// A medicine that slows the heart; `nil` when nobody said.
  public var heartMedication: HeartMedication?

  /// From the smallest grown person on record (0.546 m; children who walk are taller) to the tallest
  /// (2.72 m), meters; others are another unit.
  public static let possibleHeightMeters = 0.54...2.8
  /// From small children to the heaviest people on record, kilograms.
  public static let possibleMassKilograms = 5.0...650.0
  /// Of two masses of a grown person that were said one after the other: operations take up to half of a mass within years;
  /// pounds are 2.2 times kilograms, and a slip of the decimal point 10 times. More is a remark, and no refusal.
  public static let greatestMassRatio = 2.0
  /// The longest life on record is 122 years.
  public static let possibleAgeYears = 0.0...125.0

  /// Makes a participant; everything is optional.
  public init(
    identifier: String? = nil, height: Length? = nil, mass: Mass? = nil, ageYears: Double? = nil,
    sex: Sex? = nil, heartMedication: HeartMedication? = nil
  ) {
    self.identifier = identifier
    self.height = height
    self.mass = mass
    self.ageYears = ageYears
    self.sex = sex
    self.heartMedication = heartMedication
  }

  /// The name of somebody whom a study numbers: 7, and not 7.0.
  package static func identifier(number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int64(number)) : String(number)
  }
}

/// Sex, as the norms for gait are published.
public enum Sex: String, Hashable, Sendable, CaseIterable {
  /// Female.
  case female = "f"
  /// Male.
  case male = "m"
}

/// Where on the body the device was worn. The raw value is the word used in files.
public enum WearingSite: String, Hashable, Sendable, CaseIterable {
  /// The lower back, about the fifth lumbar vertebra.
  case lowerBack = "lower_back"
  /// The belt or hip.
  case hip
  /// A trouser or jacket pocket.
  case pocket
  /// A bag held or worn close to the body.
  case bag
  /// The wrist.
  case wrist
  /// Held in the hand.
  case hand
  /// The upper arm.
  case arm
  /// A lanyard about the neck, or the chest.
  case neck

  /// Whether the device moves with the pelvis, as the step length model needs.
  public var isPelvis: Bool { self == .lowerBack || self == .hip }
}
