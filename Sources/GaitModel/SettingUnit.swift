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
    ("Seconds", SettingUnit("s", 0...86_400)),
    ("Minutes", SettingUnit("min", 0...1440)),
    ("Hours", SettingUnit("h", 0...8760)),
    ("Hertz", SettingUnit("Hz", 0...50)),
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
    let known = Self.endings.first {
      last.hasSuffix($0.ending) || last == $0.ending.lowercasedFirst
    }
    self = known?.unit ?? SettingUnit("", -1e6...1e6)
  }

  /// Whether a value may stand where another stood.
  func allows(_ value: SettingValue, insteadOf now: SettingValue) -> Bool {
    switch (value, now) {
    case (.flag, .flag): true
    case (.count(let count), .count): count >= 0 && count <= 1_000_000
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
    case .count: return "\(now.kind) from 0 to 1000000"
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
