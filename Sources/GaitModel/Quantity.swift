/// A distance. The type is the dimension, the label is the unit.
public struct Length: Hashable, Comparable, Sendable {
  /// The distance in meters.
  public var meters: Double

  /// Makes a distance of so many meters.
  public init(meters: Double) { self.meters = meters }

  /// Orders distances by size.
  public static func < (a: Length, b: Length) -> Bool { a.meters < b.meters }
}

/// A speed over ground.
public struct Speed: Hashable, Comparable, Sendable {
  /// The speed in meters per second.
  public var metersPerSecond: Double

  /// Makes a speed of so many meters per second.
  public init(metersPerSecond: Double) { self.metersPerSecond = metersPerSecond }

  /// Orders speeds by size.
  public static func < (a: Speed, b: Speed) -> Bool { a.metersPerSecond < b.metersPerSecond }
}

/// How many steps are taken in a minute.
public struct Cadence: Hashable, Comparable, Sendable {
  /// The cadence in steps per minute.
  public var stepsPerMinute: Double

  /// Makes a cadence of so many steps per minute.
  public init(stepsPerMinute: Double) { self.stepsPerMinute = stepsPerMinute }

  /// Orders cadences by size.
  public static func < (a: Cadence, b: Cadence) -> Bool { a.stepsPerMinute < b.stepsPerMinute }
}

/// The mass of a body.
public struct Mass: Hashable, Comparable, Sendable {
  /// The mass in kilograms.
  public var kilograms: Double

  /// Makes a mass of so many kilograms.
  public init(kilograms: Double) { self.kilograms = kilograms }

  /// Orders masses by size.
  public static func < (a: Mass, b: Mass) -> Bool { a.kilograms < b.kilograms }
}

/// Standard gravity, m/s² (3rd General Conference on Weights and Measures, 1901; exact by definition).
public let standardGravity = 9.80665
