/// A unit of measurement, and how to come from it to the base unit of its dimension.
///
/// ```swift
/// SampleUnit.milesPerHour.value(fromBase: 1.2)   // 2.68…
/// SampleUnit(symbol: "km/h")                     // .kilometersPerHour
/// ```
public struct SampleUnit: Hashable, Sendable {
  /// How the unit is written: `m/s`, `mph`.
  public let symbol: String
  /// The base unit's symbol; units with the same one can be converted into each other.
  public let baseSymbol: String
  /// One of this unit in the base unit is the share of two whole numbers.
  private let multiplier: Double
  private let divisor: Double

  /// One of this unit in the base unit.
  public var inBase: Double { multiplier / divisor }

  private init(_ symbol: String, base: String, _ multiplier: Double, per divisor: Double = 1) {
    self.symbol = symbol
    baseSymbol = base
    self.multiplier = multiplier
    self.divisor = divisor
  }

  /// The unit written so, or `nil` when it is not known. Spelling variants of phone exports are
  /// understood: `mi/hr`, `count/min`, `mL/min·kg`.
  public init?(symbol: String) {
    let spelling = Self.variants[symbol] ?? symbol
    guard let unit = Self.all.first(where: { $0.symbol == spelling }) else { return nil }
    self = unit
  }

  /// A value of this unit in the base unit. A decimal stays what it says: 163 cm are the same number as 1.63 m.
  public func base(_ value: Double) -> Double { Self.converted(value, multiplier, per: divisor) }
  /// A value of the base unit in this unit.
  public func value(fromBase base: Double) -> Double {
    Self.converted(base, divisor, per: multiplier)
  }

  /// Decimals of more places are measured, and nobody typed them.
  private static let decimalPlaces = [1.0, 10, 100, 1000, 10_000, 100_000, 1_000_000]
  /// Up to here every whole number is one of its own.
  private static let exact = Double(1 << 53)

  /// A value times one whole number over another one: of a decimal with few places the nearest number to the result, as its
  /// digits are taken for a whole number and rounded once.
  private static func converted(
    _ value: Double, _ multiplier: Double, per divisor: Double
  ) -> Double {
    guard multiplier != divisor else { return value }
    for scale in decimalPlaces {
      let digits = (value * scale).rounded()
      guard abs(digits) * multiplier <= exact else { break }
      if digits / scale == value { return digits * multiplier / (scale * divisor) }
    }
    return value * multiplier / divisor
  }
  /// Whether both measure the same thing.
  public func isConvertible(to other: SampleUnit) -> Bool { baseSymbol == other.baseSymbol }

  /// Meters per second.
  public static let metersPerSecond = SampleUnit("m/s", base: "m/s", 1)
  /// Kilometers per hour.
  public static let kilometersPerHour = SampleUnit("km/h", base: "m/s", 5, per: 18)
  /// Miles per hour; the international mile is 1609.344 m by definition (1959).
  public static let milesPerHour = SampleUnit("mph", base: "m/s", 44_704, per: 100_000)
  /// Feet per second; the international foot is 0.3048 m by definition (1959).
  public static let feetPerSecond = SampleUnit("ft/s", base: "m/s", 3048, per: 10_000)
  /// Meters per minute.
  public static let metersPerMinute = SampleUnit("m/min", base: "m/s", 1, per: 60)
  /// Feet per minute.
  public static let feetPerMinute = SampleUnit("ft/min", base: "m/s", 3048, per: 600_000)
  /// Centimeters per second.
  public static let centimetersPerSecond = SampleUnit("cm/s", base: "m/s", 1, per: 100)
  /// Meters.
  public static let meters = SampleUnit("m", base: "m", 1)
  /// Centimeters.
  public static let centimeters = SampleUnit("cm", base: "m", 1, per: 100)
  /// Kilometers.
  public static let kilometers = SampleUnit("km", base: "m", 1000)
  /// International miles.
  public static let miles = SampleUnit("mi", base: "m", 1_609_344, per: 1000)
  /// International feet.
  public static let feet = SampleUnit("ft", base: "m", 3048, per: 10_000)
  /// International yards, 3 ft.
  public static let yards = SampleUnit("yd", base: "m", 9144, per: 10_000)
  /// Millimeters.
  public static let millimeters = SampleUnit("mm", base: "m", 1, per: 1000)
  /// International inches.
  public static let inches = SampleUnit("in", base: "m", 254, per: 10_000)
  /// Steps per minute.
  public static let stepsPerMinute = SampleUnit("steps/min", base: "steps/min", 1)
  /// Steps per second.
  public static let stepsPerSecond = SampleUnit("steps/s", base: "steps/min", 60)
  /// A share of one.
  public static let fraction = SampleUnit("fraction", base: "fraction", 1)
  /// Hundredths.
  public static let percent = SampleUnit("%", base: "fraction", 1, per: 100)
  /// Counted things.
  public static let count = SampleUnit("count", base: "count", 1)
  /// Seconds.
  public static let seconds = SampleUnit("s", base: "s", 1)
  /// Minutes.
  public static let minutes = SampleUnit("min", base: "s", 60)
  /// Thousandths of a second.
  public static let milliseconds = SampleUnit("ms", base: "s", 1, per: 1000)
  /// Hours.
  public static let hours = SampleUnit("h", base: "s", 3600)
  /// Heart beats per minute.
  public static let beatsPerMinute = SampleUnit("bpm", base: "bpm", 1)
  /// Milliliters of oxygen per kilogram of body mass and minute.
  public static let millilitersPerKilogramMinute =
    SampleUnit("mL/(kg·min)", base: "mL/(kg·min)", 1)
  /// Kilograms.
  public static let kilograms = SampleUnit("kg", base: "kg", 1)
  /// Pounds; the international pound is 0.45359237 kg by definition (1959).
  public static let pounds = SampleUnit("lb", base: "kg", 45_359_237, per: 100_000_000)
  /// Stones, 14 lb.
  public static let stones = SampleUnit("st", base: "kg", 14 * 45_359_237, per: 100_000_000)
  /// Ounces, a sixteenth of a pound.
  public static let ounces = SampleUnit("oz", base: "kg", 45_359_237, per: 1_600_000_000)
  /// Grams.
  public static let grams = SampleUnit("g", base: "kg", 1, per: 1000)
  /// Watts.
  public static let watts = SampleUnit("W", base: "W", 1)
  /// Kilowatts.
  public static let kilowatts = SampleUnit("kW", base: "W", 1000)
  /// Kilojoules.
  public static let kilojoules = SampleUnit("kJ", base: "kJ", 1)
  /// Joules.
  public static let joules = SampleUnit("J", base: "kJ", 1, per: 1000)
  /// Thermochemical kilocalories, which are 4.184 kJ by definition.
  public static let kilocalories = SampleUnit("kcal", base: "kJ", 4184, per: 1000)
  /// A number without a unit.
  public static let one = SampleUnit("1", base: "1", 1)

  /// Every unit there is.
  public static let all: [SampleUnit] = [
    metersPerSecond, kilometersPerHour, milesPerHour, metersPerMinute, feetPerSecond, feetPerMinute,
    centimetersPerSecond, meters, centimeters, millimeters, kilometers, miles, yards, feet, inches,
    stepsPerMinute, stepsPerSecond, fraction, percent, count, seconds, milliseconds, minutes, hours,
    beatsPerMinute, millilitersPerKilogramMinute, kilograms, grams, pounds, stones, ounces, watts,
    kilowatts, kilojoules, joules, kilocalories, one,
  ]

  /// Other spellings, as phones and people write them.
  private static let variants = [
    "mi/hr": "mph", "mi/h": "mph", "km/hr": "km/h", "kph": "km/h", "sec": "s", "hr": "h",
    "spm": "steps/min", "mL/min·kg": "mL/(kg·min)", "mL/kg·min": "mL/(kg·min)",
    "ml/(kg*min)": "mL/(kg·min)", "count/min": "bpm", "beats/min": "bpm",
    "Cal": "kcal",
  ]
}

extension Double {
  /// What units can leave of a value that was given in another one, as a share of it, as older programs took 163 cm for
  /// 1.6300000000000001 m: far less than anybody measures. Our choice.
  private static let shareOfUnits = 1e-9

  /// Whether a value of a person says the same as another one, whatever units they were given in.
  package func isAlike(_ other: Double) -> Bool {
    abs(self - other) <= Self.shareOfUnits * max(abs(self), abs(other))
  }
}

/// A quantity that a sample can hold: one number in its base unit.
///
/// ```swift
/// let speed = Speed(baseValue: 1.2)   // 1.2 m/s
/// ```
public protocol SampleQuantity: Sendable, Hashable {
  /// The unit in which samples of this quantity are kept.
  static var baseUnit: SampleUnit { get }
  /// The value in the base unit.
  var baseValue: Double { get }
  /// Makes the quantity from a value in its base unit; `nil` when no such value exists, which only
  /// happens to quantities that are words (a category that this version does not know).
  init?(baseValue: Double)
}

extension Speed: SampleQuantity {
  /// Meters per second.
  public static var baseUnit: SampleUnit { .metersPerSecond }
  /// Meters per second.
  public var baseValue: Double { metersPerSecond }
  /// Makes a speed of so many meters per second.
  public init(baseValue: Double) { self.init(metersPerSecond: baseValue) }
}

extension Length: SampleQuantity {
  /// Meters.
  public static var baseUnit: SampleUnit { .meters }
  /// Meters.
  public var baseValue: Double { meters }
  /// Makes a distance of so many meters.
  public init(baseValue: Double) { self.init(meters: baseValue) }
}

extension Cadence: SampleQuantity {
  /// Steps per minute.
  public static var baseUnit: SampleUnit { .stepsPerMinute }
  /// Steps per minute.
  public var baseValue: Double { stepsPerMinute }
  /// Makes a cadence of so many steps per minute.
  public init(baseValue: Double) { self.init(stepsPerMinute: baseValue) }
}

extension Mass: SampleQuantity {
  /// Kilograms.
  public static var baseUnit: SampleUnit { .kilograms }
  /// Kilograms.
  public var baseValue: Double { kilograms }
  /// Makes a mass of so many kilograms.
  public init(baseValue: Double) { self.init(kilograms: baseValue) }
}

extension Duration: SampleQuantity {
  /// Seconds.
  public static var baseUnit: SampleUnit { .seconds }
  /// Seconds.
  public var baseValue: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
  /// Makes a duration of so many seconds.
  public init(baseValue: Double) { self = .seconds(baseValue) }
}

/// A plain number without a unit, as kinds hold it that this version does not know.
extension Double: SampleQuantity {
  /// None: the number is its own unit.
  public static var baseUnit: SampleUnit { .one }
  /// The number itself.
  public var baseValue: Double { self }
  /// Makes the number.
  public init(baseValue: Double) { self = baseValue }
}
