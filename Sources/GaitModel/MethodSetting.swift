/// A method whose settings can be listed, read, written and compared.
///
/// Settings are what a user may have an opinion on. Numbers that were fitted are the method's model, and no
/// settings.
public protocol ConfigurableMethod: GaitMethod {
  /// The method with its settings as they were measured best.
  init()
  /// The settings, in the order in which they are listed; empty for a method without any.
  static var settings: [MethodSetting<Self>] { get }
}

extension ConfigurableMethod {
  /// One line for each setting.
  public var settingsText: String {
    Self.settings.map { "\($0.name)=\($0.value(in: self).text)" }.joined(separator: "\n")
  }
}

/// A setting's value.
public enum SettingValue: Hashable, Sendable {
  /// Yes or no.
  case flag(Bool)
  /// A whole number.
  case count(Int)
  /// A number in the setting's unit.
  case number(Double)
  /// From a lower to an upper limit, both in the setting's unit.
  case limits(ClosedRange<Double>)

  /// The value as it is written in a settings file.
  public var text: String {
    switch self {
    case .flag(let flag): flag ? "true" : "false"
    case .count(let count): "\(count)"
    case .number(let number): "\(number)"
    case .limits(let limits): "[\(limits.lowerBound), \(limits.upperBound)]"
    }
  }

  /// What kind of value it is, in words.
  public var kind: String {
    switch self {
    case .flag: "true or false"
    case .count: "a whole number"
    case .number: "a number"
    case .limits: "two numbers, the lower first"
    }
  }
}

/// One of a method's settings: its name, its unit, why it is as it is, and what it may be.
public struct MethodSetting<Method: Sendable>: Sendable {
  /// The property's name; parts of a part are told apart by points.
  public var name: String
  /// Why the value is what it is.
  public var reason: String
  private var read: @Sendable (Method) -> SettingValue
  private var write: @Sendable (inout Method, SettingValue) -> Bool

  /// A setting that is a number.
  public init(
    _ name: String, _ path: WritableKeyPath<Method, Double> & Sendable, _ reason: String
  ) {
    self.init(name, reason, read: { .number($0[keyPath: path]) }) { method, value in
      guard let number = value.number else { return false }
      method[keyPath: path] = number
      return true
    }
  }

  /// A setting that is a whole number.
  public init(_ name: String, _ path: WritableKeyPath<Method, Int> & Sendable, _ reason: String) {
    self.init(name, reason, read: { .count($0[keyPath: path]) }) { method, value in
      guard case .count(let count) = value else { return false }
      method[keyPath: path] = count
      return true
    }
  }

  /// A setting that is a yes or a no.
  public init(_ name: String, _ path: WritableKeyPath<Method, Bool> & Sendable, _ reason: String) {
    self.init(name, reason, read: { .flag($0[keyPath: path]) }) { method, value in
      guard case .flag(let flag) = value else { return false }
      method[keyPath: path] = flag
      return true
    }
  }

  /// A setting that is a pair of limits.
  public init(
    _ name: String, _ path: WritableKeyPath<Method, ClosedRange<Double>> & Sendable,
    _ reason: String
  ) {
    self.init(name, reason, read: { .limits($0[keyPath: path]) }) { method, value in
      guard case .limits(let limits) = value else { return false }
      method[keyPath: path] = limits
      return true
    }
  }

  private init(
    _ name: String, _ reason: String, read: @escaping @Sendable (Method) -> SettingValue,
    write: @escaping @Sendable (inout Method, SettingValue) -> Bool
  ) {
    (self.name, self.reason, self.read, self.write) = (name, reason, read, write)
  }

  /// The setting as one of a method that holds this one as a part.
  public func within<Whole>(
    _ path: WritableKeyPath<Whole, Method> & Sendable, _ prefix: String
  ) -> MethodSetting<Whole> {
    let (read, write) = (read, write)
    return MethodSetting<Whole>("\(prefix).\(name)", reason, read: { read($0[keyPath: path]) }) {
      write(&$0[keyPath: path], $1)
    }
  }

  /// The setting's value in a method.
  public func value(in method: Method) -> SettingValue { read(method) }

  /// The unit and the values allowed, by the setting's name.
  public var unit: SettingUnit { SettingUnit(ofName: name) }

  /// What the setting of a method may be, in words.
  public func allowed(in method: Method) -> String { unit.allowed(insteadOf: value(in: method)) }

  /// Changes the setting of a method.
  ///
  /// - Returns: `false`, and nothing is changed, when the value is of another kind or beyond its limits.
  public func set(_ value: SettingValue, in method: inout Method) -> Bool {
    unit.allows(value, insteadOf: self.value(in: method)) && write(&method, value)
  }
}

extension SettingValue {
  /// The value as a number; a whole number is one too.
  fileprivate var number: Double? {
    switch self {
    case .number(let number): number
    case .count(let count): Double(count)
    case .flag, .limits: nil
    }
  }
}

/// The unit of a setting, read from the end of its name, with the values that make sense in it.
///
/// Each limit is wide: it keeps out what is certainly a slip (a minus, a percentage for a share,
/// milliseconds for seconds), and not what somebody may want to try.
public struct SettingUnit: Hashable, Sendable {
  /// The unit as it is printed; empty for a plain number.
  public var symbol: String
  /// Least and greatest value.
  public var limits: ClosedRange<Double>

  /// The endings of names, the more particular ones first.
  private static let endings: [(ending: String, unit: SettingUnit)] = [
    ("StepsPerMinute", SettingUnit("steps/min", 0...400)),
    ("DegreesPerSecond", SettingUnit("degrees/s", 0...2000)),
    ("RadiansPerSecond", SettingUnit("rad/s", 0...50)),
    ("MetersPerSecond", SettingUnit("m/s", 0...20)),
    ("WindowSeconds", SettingUnit("s", 0.1...3600)),
    // The width of a filter, which takes time in proportion.
    ("ImpactSeconds", SettingUnit("s", 0...10)),
    ("Seconds", SettingUnit("s", 0...86_400)),
    ("Minutes", SettingUnit("min", 0.01...1440)),
    ("Hours", SettingUnit("h", 0...8760)),
    // Filters work below half the rate of the grid that they run on, 100 or 25 samples a second, and above nothing.
    ("CutoffHertz", SettingUnit("Hz", 0.01...45)),
    ("Hertz", SettingUnit("Hz", 0.01...12)),
    ("Degrees", SettingUnit("degrees", -360...360)),
    ("Meters", SettingUnit("m", 0...1000)),
    ("Rise", SettingUnit("m", 0...1)),
    ("RiseDeviation", SettingUnit("m", 0...1)),
    ("Deviation", SettingUnit("", 0...100)),
    ("DeviationG", SettingUnit("g", 0...16)),
    ("G", SettingUnit("g", -16...16)),
    ("Amplitude", SettingUnit("m/s²", 0...200)),
    ("Percent", SettingUnit("%", -100...100)),
    ("Share", SettingUnit("share", 0...10)),
    ("Shares", SettingUnit("share", 0...10)),
    ("Steps", SettingUnit("steps", 0...100)),
    ("Cost", SettingUnit("log-odds", 0...1e6)),
    ("LogOdds", SettingUnit("log-odds", -1e6...1e6)),
    ("Evidence", SettingUnit("log-odds", -1e6...1e6)),
    ("Strength", SettingUnit("log-odds", -1e6...1e6)),
  ]

  init(_ symbol: String, _ limits: ClosedRange<Double>) {
    (self.symbol, self.limits) = (symbol, limits)
  }

  /// The unit of a setting with some name.
  public init(ofName name: String) {
    let last = name.split(separator: ".").last.map(String.init) ?? name
    // A band reaches from a lower to a higher frequency; of steps and strides 1 Hz lies between.
    if last.hasSuffix("Hertz"), last.hasPrefix("slowest") || last.hasPrefix("fastest") {
      self.init("Hz", last.hasPrefix("slowest") ? 0.01...1 : 1.01...12)
      return
    }
    // A share of the step frequency from which a filter passes: steps come up to 5 times a second.
    if last.hasPrefix("slowest"), last.hasSuffix("Share") {
      self.init("share", 0.01...2)
      return
    }
    let known = Self.endings.first {
      last.hasSuffix($0.ending) || last == $0.ending.lowercasedFirst
    }
    self = known?.unit ?? SettingUnit("", -1e6...1e6)
  }

  /// No count makes sense above ten times the greatest that is used, the 1,000 steps of a fit. Some say how often a thing is
  /// done: with a million the analysis of a minute does not end.
  private static let mostCount = 10_000

  /// Whether a value may stand where another stood.
  func allows(_ value: SettingValue, insteadOf now: SettingValue) -> Bool {
    switch (value, now) {
    case (.flag, .flag): true
    case (.count(let count), .count): (0...Self.mostCount).contains(count)
    case (.number(let number), .number): limits.contains(number)
    case (.count(let count), .number): limits.contains(Double(count))
    case (.limits(let pair), .limits):
      limits.contains(pair.lowerBound) && limits.contains(pair.upperBound)
    default: false
    }
  }

  /// What may stand where a value stood, in words.
  func allowed(insteadOf now: SettingValue) -> String {
    let span = "\(limits.lowerBound.short) to \(limits.upperBound.short)"
    let unit = symbol.isEmpty ? "" : " \(symbol)"
    switch now {
    case .flag: return now.kind
    case .count: return "\(now.kind) from 0 to \(Self.mostCount)"
    case .number, .limits: return "\(now.kind) from \(span)\(unit)"
    }
  }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}

extension Double {
  fileprivate var short: String {
    self == rounded() && abs(self) < 1e9 ? "\(Int(self))" : "\(self)"
  }
}
