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
