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
