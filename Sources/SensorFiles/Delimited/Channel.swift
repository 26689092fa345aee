import GaitModel

/// What a column of a table can hold. The raw value is its place in a row of raw values.
enum Channel: Int, CaseIterable {
  case time
  case accelerationX, accelerationY, accelerationZ
  case angularRateX, angularRateY, angularRateZ
  case gravityX, gravityY, gravityZ
  case pressure, heartRate, temperature, groundSpeed

  /// The three axes of the acceleration.
  static let acceleration: [Channel] = [.accelerationX, .accelerationY, .accelerationZ]
  /// The three axes of the angular rate.
  static let angularRate: [Channel] = [.angularRateX, .angularRateY, .angularRateZ]

  /// Gravity, where it stands beside an acceleration that is without it.
  static let gravity: [Channel] = [.gravityX, .gravityY, .gravityZ]

  /// The slow channels, which come now and then: a row without them still is a sample.
  static let side: [Channel] = [.pressure, .heartRate, .temperature, .groundSpeed]

  /// What a slow channel holds, or `nil` for time and motion.
  var side: SideChannel? {
    switch self {
    case .pressure: .pressure
    case .heartRate: .heartRate
    case .temperature: .temperature
    case .groundSpeed: .groundSpeed
    default: nil
    }
  }

  /// The channel of a column that holds a slow quantity.
  init(_ side: SideChannel) {
    switch side {
    case .pressure: self = .pressure
    case .heartRate: self = .heartRate
    case .temperature: self = .temperature
    case .groundSpeed: self = .groundSpeed
    }
  }

  /// The name in the plain layout.
  var plainName: String {
    switch self {
    case .time: "time_s"
    case .accelerationX: "acc_x"
    case .accelerationY: "acc_y"
    case .accelerationZ: "acc_z"
    case .angularRateX: "gyr_x"
    case .angularRateY: "gyr_y"
    case .angularRateZ: "gyr_z"
    case .gravityX: "acc_x"
    case .gravityY: "acc_y"
    case .gravityZ: "acc_z"
    case .pressure, .heartRate, .temperature, .groundSpeed: side?.rawValue ?? ""
    }
  }
}

/// A unit that a header may name, with the factor to the one used here.
enum ColumnUnit: String, CaseIterable {
  case hours = "h"
  case minutes = "min"
  case seconds = "s"
  case milliseconds = "ms"
  case microseconds = "µs"
  case nanoseconds = "ns"
  case metersPerSecondSquared = "m/s²"
  case gravities = "g"
  case milligravities = "mg"
  case radiansPerSecond = "rad/s"
  case degreesPerSecond = "deg/s"
  case milliradiansPerSecond = "mrad/s"
  case millidegreesPerSecond = "mdeg/s"
  case revolutionsPerMinute = "rpm"
  case revolutionsPerSecond = "rev/s"
  case hectopascals = "hPa"
  case pascals = "Pa"
  case kilopascals = "kPa"
  case beatsPerMinute = "beats/min"
  case degreesCelsius = "°C"
  case degreesFahrenheit = "°F"
  case kelvins = "K"
  case metersPerSecond = "m/s"
  case kilometersPerHour = "km/h"
  case milesPerHour = "mph"
  case knots = "kn"

  /// The quantity whose unit this is, as far as slow channels go.
  var side: SideChannel? {
    switch self {
    case .hectopascals, .pascals, .kilopascals: .pressure
    case .beatsPerMinute: .heartRate
    case .degreesCelsius, .degreesFahrenheit, .kelvins: .temperature
    case .metersPerSecond, .kilometersPerHour, .milesPerHour, .knots: .groundSpeed
    default: nil
    }
  }

  /// Whether it measures an acceleration.
  var isOfAcceleration: Bool {
    [.metersPerSecondSquared, .gravities, .milligravities].contains(self)
  }

  /// Whether it measures an angular rate.
  var isOfAngularRate: Bool {
    switch self {
    case .radiansPerSecond, .degreesPerSecond, .milliradiansPerSecond, .millidegreesPerSecond,
      .revolutionsPerMinute, .revolutionsPerSecond:
      true
    default: false
    }
  }

  /// Whether it measures time.
  private var isOfTime: Bool {
    [.hours, .minutes, .seconds, .milliseconds, .microseconds, .nanoseconds].contains(self)
  }

  /// Whether a channel may be measured in it.
  func measures(_ channel: Channel) -> Bool {
    if let side = channel.side { return self.side == side }
    if channel == .time { return isOfTime }
    return Channel.angularRate.contains(channel) ? isOfAngularRate : isOfAcceleration
  }

  /// What is taken off before multiplying: the freezing point of water in this unit.
  var zero: Double {
    switch self {
    case .degreesFahrenheit: 32
    case .kelvins: 273.15
    default: 0
    }
  }

  /// One of this unit in seconds, m/s², rad/s, hPa, beats per minute, °C or m/s.
  var factor: Double {
    switch self {
    case .seconds, .metersPerSecondSquared, .radiansPerSecond, .hectopascals, .beatsPerMinute,
      .degreesCelsius, .kelvins, .metersPerSecond:
      1
    case .hours: 3600
    case .minutes: 60
    case .degreesFahrenheit: 5 / 9
    case .kilometersPerHour: 1 / 3.6
    case .milesPerHour: 0.44704
    case .knots: 1852.0 / 3600
    case .milliseconds, .milliradiansPerSecond: 1e-3
    case .microseconds: 1e-6
    case .nanoseconds: 1e-9
    case .gravities: standardGravity
    case .milligravities: standardGravity / 1000
    case .degreesPerSecond: .pi / 180
    case .millidegreesPerSecond: .pi / 180_000
    case .revolutionsPerMinute: .pi / 30
    case .revolutionsPerSecond: 2 * .pi
    case .pascals: 0.01
    case .kilopascals: 10
    }
  }

  /// The unit as people write it, with powers, points and spaces: `m/s^2`, `rad / s`, `rad·s⁻¹`, `deg per s`.
  init?(written text: String) {
    let plain = text.lowercased().replacing("⁻", with: "-").replacing("¹", with: "1")
      .replacing(" per ", with: "/")
    let letters = plain.filter { !" ^*·⋅_.".contains($0) }
    // Without brackets it may be the least of something: `acc_x_min`.
    if ["min", "mins", "minute", "minutes"].contains(letters) {
      self = .minutes
    } else if ["h", "hr", "hrs", "hour", "hours"].contains(letters) {
      self = .hours
    } else {
      self.init(letters: letters)
    }
  }

  /// The unit that letters stand for, or `nil`. Case and signs other than `/` and `°` are gone.
  init?(letters: String) {
    switch letters {
    case "s", "sec", "secs", "second", "seconds": self = .seconds
    case "ms", "msec", "millis", "millisecond", "milliseconds": self = .milliseconds
    case "us", "µs", "μs", "usec", "micros", "microsecond", "microseconds": self = .microseconds
    case "ns", "nsec", "nanos", "nanosecond", "nanoseconds": self = .nanoseconds
    case "m/s2", "m/s²", "ms2", "ms²", "mps2", "ms-2", "m/s/s", "mss", "m/s/2", "m/ss":
      self = .metersPerSecondSquared
    case "g", "gs", "gravity", "gee": self = .gravities
    case "mg", "millig", "milligs": self = .milligravities
    case "rad/s", "rads", "radps", "rad/sec", "rad/second", "radian/s", "radians/s", "radians/sec",
      "radians/second", "radianspersecond", "rads-1":
      self = .radiansPerSecond
    case "mrad/s", "mrads", "mradps", "mrad/sec", "mrads-1": self = .milliradiansPerSecond
    case "mdeg/s", "mdegs", "mdegps", "mdps", "mdeg/sec", "mdegs-1", "m°/s":
      self = .millidegreesPerSecond
    case "rpm", "rev/min", "r/min", "revolutions/min", "revolutions/minute":
      self = .revolutionsPerMinute
    // Not "rps", which some write for radians per second.
    case "rev/s", "revs", "revs-1", "rev/sec", "revolutions/s", "revolutions/second":
      self = .revolutionsPerSecond
    // A degree sign in the bytes of Windows, and one that was written as UTF-8 twice.
    case "deg/s", "d/s", "degs", "degps", "dps", "deg/sec", "deg/second", "degrees/s", "degree/s",
      "degrees/sec", "degrees/second", "degreespersecond", "°/s", "°/sec", "°/second", "º/s",
      "degs-1", "°s-1", "\u{fffd}/s", "â°/s":
      self = .degreesPerSecond
    case "hpa", "mbar", "mb", "millibar", "millibars", "hectopascal", "hectopascals":
      self = .hectopascals
    case "pa": self = .pascals
    case "kpa": self = .kilopascals
    case "bpm", "beats/min", "beats/minute", "beatsperminute", "count/min", "1/min", "/min",
      "min-1":
      self = .beatsPerMinute
    case "c", "°c", "ºc", "℃", "degc", "degreesc", "celsius", "degreescelsius", "\u{fffd}c", "â°c":
      self = .degreesCelsius
    case "f", "°f", "ºf", "℉", "degf", "degreesf", "fahrenheit", "degreesfahrenheit", "\u{fffd}f",
      "â°f":
      self = .degreesFahrenheit
    case "k", "kelvin": self = .kelvins
    case "m/s", "mps", "m/sec", "meters/s", "meters/second", "meterspersecond", "ms-1":
      self = .metersPerSecond
    case "km/h", "kmh", "kph", "km/hr", "kmph", "km/hour": self = .kilometersPerHour
    case "mph", "mi/h", "miles/h", "miles/hour", "milesperhour": self = .milesPerHour
    case "kn", "kt", "kts", "knot", "knots": self = .knots
    default: return nil
    }
  }
}
