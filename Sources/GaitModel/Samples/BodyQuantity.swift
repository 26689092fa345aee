/// A share of a whole, 0-1: double support, asymmetry, a score.
public struct Fraction: SampleQuantity, Comparable {
  /// The share, 0-1. Logarithmic asymmetries may lie beyond 1.
  public var share: Double

  /// Makes a share; 0.25 is a quarter.
  public init(_ share: Double) { self.share = share }

  /// A share of one.
  public static var baseUnit: SampleUnit { .fraction }
  /// The share.
  public var baseValue: Double { share }
  /// Makes a share; 0.25 is a quarter.
  public init(baseValue: Double) { share = baseValue }

  /// Orders shares by size.
  public static func < (a: Fraction, b: Fraction) -> Bool { a.share < b.share }
}

/// How many: steps, flights, turns. Not an `Int`, because a part of a day holds a part of a walk.
public struct Count: SampleQuantity, Comparable {
  /// The number.
  public var number: Double

  /// Makes a count.
  public init(_ number: Double) { self.number = number }

  /// Counted things.
  public static var baseUnit: SampleUnit { .count }
  /// The number.
  public var baseValue: Double { number }
  /// Makes a count.
  public init(baseValue: Double) { number = baseValue }

  /// Orders counts by size.
  public static func < (a: Count, b: Count) -> Bool { a.number < b.number }
}

/// How often a heart beats, or by how much that changes.
public struct HeartRate: SampleQuantity, Comparable {
  /// Beats per minute.
  public var beatsPerMinute: Double

  /// Makes a heart rate of so many beats per minute.
  public init(beatsPerMinute: Double) { self.beatsPerMinute = beatsPerMinute }

  /// Beats per minute.
  public static var baseUnit: SampleUnit { .beatsPerMinute }
  /// Beats per minute.
  public var baseValue: Double { beatsPerMinute }
  /// Makes a heart rate of so many beats per minute.
  public init(baseValue: Double) { beatsPerMinute = baseValue }

  /// Orders heart rates by size.
  public static func < (a: HeartRate, b: HeartRate) -> Bool { a.beatsPerMinute < b.beatsPerMinute }
}

/// How much oxygen a body takes up for its mass: VO2.
public struct OxygenUptake: SampleQuantity, Comparable {
  /// Milliliters of oxygen per kilogram of body mass and minute.
  public var millilitersPerKilogramMinute: Double

  /// Makes an uptake of so many mL/(kg·min).
  public init(millilitersPerKilogramMinute: Double) {
    self.millilitersPerKilogramMinute = millilitersPerKilogramMinute
  }

  /// mL/(kg·min).
  public static var baseUnit: SampleUnit { .millilitersPerKilogramMinute }
  /// mL/(kg·min).
  public var baseValue: Double { millilitersPerKilogramMinute }
  /// Makes an uptake of so many mL/(kg·min).
  public init(baseValue: Double) { millilitersPerKilogramMinute = baseValue }

  /// Orders uptakes by size.
  public static func < (a: OxygenUptake, b: OxygenUptake) -> Bool {
    a.millilitersPerKilogramMinute < b.millilitersPerKilogramMinute
  }
}

/// How fast work is done.
public struct Power: SampleQuantity, Comparable {
  /// Watts.
  public var watts: Double

  /// Makes a power of so many watts.
  public init(watts: Double) { self.watts = watts }

  /// Watts.
  public static var baseUnit: SampleUnit { .watts }
  /// Watts.
  public var baseValue: Double { watts }
  /// Makes a power of so many watts.
  public init(baseValue: Double) { watts = baseValue }

  /// Orders powers by size.
  public static func < (a: Power, b: Power) -> Bool { a.watts < b.watts }
}

/// The energy that a body turns over.
public struct Energy: SampleQuantity, Comparable {
  /// Kilojoules.
  public var kilojoules: Double

  /// Makes an energy of so many kilojoules.
  public init(kilojoules: Double) { self.kilojoules = kilojoules }

  /// Kilojoules.
  public static var baseUnit: SampleUnit { .kilojoules }
  /// Kilojoules.
  public var baseValue: Double { kilojoules }
  /// Makes an energy of so many kilojoules.
  public init(baseValue: Double) { kilojoules = baseValue }

  /// Orders energies by size.
  public static func < (a: Energy, b: Energy) -> Bool { a.kilojoules < b.kilojoules }
}
