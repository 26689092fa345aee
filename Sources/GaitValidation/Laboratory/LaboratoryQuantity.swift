import GaitModel

/// What a laboratory's numbers measure, by the keys of `units` in a mapping, with the units in which they are read.
enum LaboratoryQuantity: String, CaseIterable {
  case time, duration, length, speed, cadence

  /// The quantity of a column, by its key in the mapping; `nil` for words and counts.
  init?(column key: String) {
    switch key {
    case "time", "final", "left", "right", "left_final", "right_final", "start", "end":
      self = .time
    case "length", "stride_length", "distance": self = .length
    case "duration", "speed", "cadence": self.init(rawValue: key)
    default: return nil
    }
  }

  /// A unit.
  struct Unit {
    /// How mappings write it.
    let symbol: String
    /// One of it in s, m, m/s or steps/min; `nil` for frames, which have a rate.
    let inBase: Double?
    /// How names of columns write it, in small letters and with `u` for `µ`.
    let spellings: [String]

    init(_ symbol: String, _ inBase: Double?, _ others: [String] = []) {
      (self.symbol, self.inBase, spellings) = (symbol, inBase, [symbol.lowercased()] + others)
    }

    /// A unit with the definition that samples have.
    init(_ unit: SampleUnit, _ others: [String] = []) {
      self.init(unit.symbol, unit.inBase, others)
    }
  }

  /// The units in which it is read. The first one holds where neither the mapping nor a name says one.
  var units: [Unit] {
    switch self {
    case .time, .duration: Self.times
    case .length: Self.lengths
    case .speed: Self.speeds
    case .cadence: Self.cadences
    }
  }

  private static let times = [
    Unit(.seconds, ["sec", "secs", "second", "seconds"]),
    Unit(.milliseconds, ["msec", "millisecond", "milliseconds"]),
    Unit("us", 1e-6, ["usec", "microseconds"]), Unit("ns", 1e-9, ["nsec", "nanoseconds"]),
    Unit(.minutes, ["mins", "minute", "minutes"]), Unit(.hours, ["hr", "hrs", "hour", "hours"]),
    Unit("frames", nil, ["frame"]),
  ]
  private static let lengths = [
    Unit(.meters, ["meter", "meters", "metre", "metres"]),
    Unit(.centimeters, ["centimeters", "centimetres"]),
    Unit(.millimeters, ["millimeters", "millimetres"]),
    Unit(.kilometers, ["kilometers", "kilometres"]), Unit(.inches, ["inch", "inches"]),
    Unit(.feet, ["feet"]), Unit(.yards, ["yard", "yards", "yds"]), Unit(.miles, ["mile", "miles"]),
  ]
  private static let speeds = [
    Unit(.metersPerSecond, ["mps", "m/sec", "ms-1"]),
    Unit(.centimetersPerSecond, ["cmps", "cm/sec", "cms-1"]),
    Unit("mm/s", 0.001, ["mmps", "mm/sec", "mms-1"]),
    Unit(.kilometersPerHour, ["kmh", "kph", "kmph", "km/hr", "kmh-1"]),
    Unit(.milesPerHour, ["mi/h", "mi/hr", "miles/h", "miles/hour"]),
    Unit(.metersPerMinute, ["mmin-1"]), Unit(.feetPerSecond, ["fps", "ft/sec", "feet/s"]),
    Unit(.feetPerMinute, ["fpm", "feet/min"]),
  ]
  private static let cadences = [
    Unit(.stepsPerMinute, ["step/min", "spm", "steps/minute"]),
    Unit(.stepsPerSecond, ["step/s", "steps/sec", "steps/second"]),
    Unit("strides/min", 2, ["stride/min", "strides/minute"]),
    Unit("strides/s", 120, ["stride/s", "strides/sec", "strides/second"]),
  ]

  /// The units as a mapping may write them, in a row.
  var symbols: String { units.map(\.symbol).joined(separator: ", ") }
  /// The unit where nobody says one.
  var usual: String { units[0].symbol }

  /// Every spelling that is one word.
  static let words = Set(allCases.flatMap(\.units).flatMap(\.spellings))
}

extension LaboratoryMapping.Units {
  /// What is said of a quantity itself: that of times holds for durations, too, and is not said of them.
  func word(_ quantity: LaboratoryQuantity) -> String? {
    switch quantity {
    case .time: time
    case .duration: duration
    case .length: length
    case .speed: speed
    case .cadence: cadence
    }
  }
}

/// Factors to seconds, meters, meters a second and steps a minute.
struct LaboratoryUnits {
  private let table: LaboratoryMapping.Table

  init(_ table: LaboratoryMapping.Table) { self.table = table }

  var seconds: Double { factor(.time) }
  /// Of durations.
  var durationSeconds: Double { factor(.duration) }
  var meters: Double { factor(.length) }
  var metersPerSecond: Double { factor(.speed) }
  var stepsPerMinute: Double { factor(.cadence) }

  /// The unit in which a quantity is read.
  func read(_ quantity: LaboratoryQuantity) -> String {
    table.units?.word(quantity) ?? (quantity == .duration ? table.units?.time : nil)
      ?? quantity.usual
  }

  private func factor(_ quantity: LaboratoryQuantity) -> Double {
    let symbol = read(quantity)
    guard let unit = quantity.units.first(where: { $0.symbol == symbol }) else { return .nan }
    return unit.inBase ?? 1 / (table.rateHertz ?? .nan)
  }

  /// - Throws: ``ValidationError`` for a unit that is not known, in the mapping or in the name of a column of whose unit the
  ///   mapping says nothing.
  func check() throws {
    let isInFrames = [table.units?.time, table.units?.duration].contains("frames")
    if isInFrames, !((table.rateHertz ?? 0) > 0) {
      throw ValidationError("\(table.file): times are frames, so \"rate_hz\" must be given")
    }
    for quantity in LaboratoryQuantity.allCases where factor(quantity).isNaN {
      throw ValidationError(
        "\(table.file): the unit of \(quantity.rawValue) is not known: \"\(read(quantity))\"; there are "
          + quantity.symbols)
    }
    for (key, name) in table.columns.sorted(by: { $0.key < $1.key }) {
      guard let quantity = LaboratoryQuantity(column: key), table.units?.word(quantity) == nil,
        case .unknown(let word) = ColumnUnit(in: name, of: quantity)
      else { continue }
      throw ValidationError("\(table.file): \(ColumnUnit.question(name, word, quantity))")
    }
  }
}
