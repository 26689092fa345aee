import GaitModel

/// What the name of a column says: the quantity, the axis and the unit.
///
/// Understands `acc_x`, `accX`, `ax`, `AccX(g)`, `Acceleration x (m/s^2)`, `accel_y_mps2`,
/// `X-axis`, `gFx`, `Gyroscope z [deg/s]`, `time_ms`, `seconds_elapsed`, `timestamp [ns]`, `time (UTC+2)`.
struct ColumnName {
  /// A quantity, as far as a name tells.
  enum Quantity: Hashable {
    /// Time; of several such columns the one with the lowest rank is read.
    case time(rank: Int)
    /// Specific force along an axis, 0-2; `stem` keeps the columns of one sensor together.
    case acceleration(axis: Int, stem: String)
    /// Angular rate about an axis, 0-2.
    case angularRate(axis: Int, stem: String)
    /// Acceleration with gravity taken out: of use only beside gravity.
    case userAcceleration(axis: Int, stem: String)
    /// Gravity along an axis, as a phone tells it from the movement.
    case gravity(axis: Int, stem: String)
    /// A slow sensor's value.
    case side(SideChannel)
  }

  /// The name as the file has it.
  let text: String
  /// What it is, or `nil` for a column that is not read.
  let quantity: Quantity?
  /// Axis and stem of a column that is not read, as of `acc2_x`; `nil` where the name says no axis.
  let unknownAxis: (axis: Int, stem: String)?
  /// The unit that the name gives, or `nil`.
  let unit: ColumnUnit?
  /// What stands in brackets where a unit does, and is none that is known; `nil` when there is nothing.
  let otherUnit: String?
  /// How far the clock of a time column is ahead of UTC, seconds; `nil` where the name does not say.
  let utcOffsetSeconds: Int?

  init(_ text: String) {
    self.text = text
    let (name, bracketed) = Self.withoutUnitBehind(Self.withoutBrackets(text))
    var words = Self.words(of: name)
    let suffix = Self.takeUnitSuffix(from: &words)
    let ambiguous = suffix == nil ? Self.takeAmbiguousSuffix(from: &words) : nil
    let unit = bracketed.flatMap { ColumnUnit(written: $0) } ?? suffix
    utcOffsetSeconds =
      Self.timeRank(words.joined()) == nil
      ? nil : Self.utcOffset(in: bracketed ?? "") ?? Self.utcOffset(in: name)
    otherUnit = unit == nil && utcOffsetSeconds == nil ? bracketed ?? ambiguous : nil
    quantity =
      Self.quantity(of: words, unit: unit, isOtherUnit: otherUnit != nil)
      ?? (Self.isTimeElsewhere(words.joined()) && unit?.measures(.time) ?? false
        ? .time(rank: Self.rankElsewhere) : nil)
      ?? (bracketed.flatMap { ColumnUnit(written: $0) }?.isOfAngularRate ?? false
        ? Self.angularRate(of: words) : nil)
    unknownAxis = quantity == nil ? Self.axisAndStem(of: words) : nil
    // `speed_ms` has lost its stroke.
    self.unit =
      quantity == .side(.groundSpeed) && unit == .milliseconds ? .metersPerSecond : unit
  }

  /// What the words say, as far as the unit does not say otherwise: `X (rad/s)` is an angular rate,
  /// `X (hPa)` a pressure, `X (µT)` nothing that is read.
  private static func quantity(
    of words: [String], unit: ColumnUnit?, isOtherUnit: Bool
  ) -> Quantity? {
    let named = quantity(of: words)
    switch named {
    case .acceleration(let axis, let stem):
      let isBare = bareStems.contains(stem)
      if isBare, isOtherUnit { return nil }
      guard let unit, !unit.isOfAcceleration else { return named }
      if isBare, axis == 0, unit.side == .pressure { return .side(.pressure) }
      guard isBare else { return named }
      return unit.isOfAngularRate ? .angularRate(axis: axis, stem: stem) : nil
    case .angularRate(let axis, let stem):
      guard let unit, unit.isOfAcceleration, stem == "g" else { return named }
      return .acceleration(axis: axis, stem: stem)
    case .time:
      // `T (°C)` is a temperature, and `T (°)` nothing that is read.
      if let side = unit?.side { return .side(side) }
      return isOtherUnit && words == ["t"] ? nil : named
    default: return named
    }
  }

  /// A name without the number that programs for tables write behind the second column of that name: `acc_x.1`,
  /// `acc_x...5`.
  static func withoutCount(_ name: String) -> String {
    var stem = name[...]
    while stem.last?.isNumber ?? false { stem.removeLast() }
    guard stem.last == ".", stem.count < name.count else { return name }
    while stem.last == "." { stem.removeLast() }
    return String(stem)
  }

  /// Whether it names an axis of motion.
  var isOfThreeAxes: Bool {
    switch quantity {
    case .acceleration, .angularRate, .userAcceleration, .gravity: true
    default: false
    }
  }

  /// Names that say the axis and no sensor.
  static let bareStems: Set<String> = ["", "axis"]

  private static func quantity(of words: [String]) -> Quantity? {
    let joined = words.joined()
    if let rank = timeRank(joined) { return .time(rank: rank) }
    if let side = sideChannel(joined) { return .side(side) }
    guard let (axis, stem) = axisAndStem(of: words) else { return nil }
    if accelerationStems.contains(stem) { return .acceleration(axis: axis, stem: stem) }
    if angularRateStems.contains(stem) { return .angularRate(axis: axis, stem: stem) }
    if gravityStems.contains(stem) { return .gravity(axis: axis, stem: stem) }
    if stem.hasPrefix("lin") || stem.contains("useracc") {
      return .userAcceleration(axis: axis, stem: stem)
    }
    return nil
  }

  /// The slow channel of that name, in small letters without signs; `nil` where there is none.
  static func sideChannel(_ name: String) -> SideChannel? {
    switch name {
    case "pressure", "airpressure", "barometer", "baro", "barometricpressure",
      "atmosphericpressure", "altimeterpressure":
      .pressure
    case "heartrate", "hr", "bpm", "pulse": .heartRate
    case "temperature", "temp", "skintemperature", "devicetemperature": .temperature
    case "gnssspeed", "gpsspeed", "locationspeed", "groundspeed", "speed", "velocity":
      .groundSpeed
    default: nil
    }
  }

  /// Time since the start comes before time of day: it does not jump when a clock is set.
  private static func timeRank(_ name: String) -> Int? {
    switch name {
    case "secondselapsed", "elapsed", "elapsedtime", "timeelapsed", "seconds", "relativetime",
      "timesincestart", "timesincestartin":
      0
    case "time", "t", "sampletime", "sensortime": 1
    case "timestamp", "sensortimestamp", "ts": 2
    case "epoch", "epochtime", "unixtime", "unix", "unixtimestamp": 3
    case "datetime", "date", "yyyymoddhhmissss", "yyyymoddhhmisssss", "isotime", "timeiso",
      "loggingtime", "chiptime", "phonetimestamp":
      4
    default: utcMarks.contains(where: name.contains) ? utcTimeRank(name) : nil
    }
  }

  /// The rank of `timestamp_utc`, `GMT time` and `utc`.
  private static func utcTimeRank(_ name: String) -> Int? {
    let rest = utcMarks.reduce(name) { $0.replacing($1, with: "") }.filter(\.isLetter)
    return rest.isEmpty || timeRank(rest) != nil ? 4 : nil
  }

  private static let utcMarks = ["utc", "gmt"]

  /// The last of the ranks of times.
  static let rankElsewhere = 5

  /// Whether it is a word for time in another language. It is read where a unit of time stands beside it: alone it may be
  /// something else, as *Tempo* is speed in German.
  private static func isTimeElsewhere(_ name: String) -> Bool { timesElsewhere.contains(name) }

  private static let timesElsewhere: Set<String> = [
    "zeit", "zeitstempel", "messzeit", "temps", "horodatage", "tiempo", "tempo", "tijd", "tid",
    "czas", "čas", "aika", "zaman", "время", "时间", "時間",
  ]

  /// The offset that a text names, seconds: `UTC`, `GMT`, `UTC+2`, `utc-0330`, `time UTC+02:00`; `nil` where it names none.
  private static func utcOffset(in text: String) -> Int? {
    let text = text.lowercased().replacing("−", with: "-")
    guard let mark = utcMarks.lazy.compactMap({ text.firstRange(of: $0) }).first else { return nil }
    let tail = text[mark.upperBound...].drop { $0 == " " || $0 == "_" }
    let figures = tail.dropFirst().prefix { $0.isNumber || $0 == ":" }
    guard let sign = tail.first, "+-".contains(sign), !figures.isEmpty else { return 0 }
    let digits = figures.filter(\.isNumber)
    guard digits.count <= 4, let value = Int(digits) else { return nil }
    let (hours, minutes) = digits.count <= 2 ? (value, 0) : (value / 100, value % 100)
    guard hours <= 14, minutes < 60 else { return nil }
    return (sign == "-" ? -1 : 1) * (hours * 3600 + minutes * 60)
  }

  private static let accelerationStems = accelerationStemsWithGravity.union([
    "", "a", "acc", "accel", "accelerometer", "acceleration", "gf", "gforce", "axis",
    "accelerometeracceleration", "rawacc", "accraw", "rawaccelerometer", "totalacceleration",
    "accg", "specificforce", "tacc", "accelerationg",
  ])

  /// Sensors that go before others of their kind. Physics Toolbox writes the acceleration without gravity as `ax` beside `gFx`,
  /// browsers as `acceleration.x` beside `accelerationIncludingGravity.x`; SensorLog the raw gyroscope beside one whose drift
  /// was taken out.
  static let preferredStems = accelerationStemsWithGravity.union(["gf", "motionrotationrate"])

  /// Names that say that gravity is in the acceleration.
  private static let accelerationStemsWithGravity: Set<String> = Set(
    ["acc", "accel", "acceleration", "accelerometer"].flatMap { sensor in
      ["with", "including", "incl", "includes"].map { sensor + $0 + "gravity" }
    })

  private static let angularRateStems: Set<String> = [
    "g", "w", "gyr", "gyro", "gyroscope", "omega", "rot", "rotation", "rotationrate",
    "angularvelocity", "angularrate", "gyrorotation", "motionrotationrate", "angvel", "rotrate",
  ]

  /// Whether a stem names an angular rate, or no sensor. Of others the unit alone says so.
  static func namesAngularRate(_ stem: String) -> Bool {
    angularRateStems.contains(stem) || bareStems.contains(stem)
  }

  /// An axis with a unit of angular rate in brackets, as `AsX(°/s)`; not that of an error of a gyroscope.
  private static func angularRate(of words: [String]) -> Quantity? {
    guard let (axis, stem) = axisAndStem(of: words),
      !["bias", "drift", "offset", "noise"].contains(where: stem.contains)
    else { return nil }
    return .angularRate(axis: axis, stem: stem)
  }

  private static let gravityStems: Set<String> = ["gravity", "grav", "motiongravity"]

  /// `x`, `y` or `z` as a word of its own, or as the last letter of the last word.
  private static func axisAndStem(of words: [String]) -> (axis: Int, stem: String)? {
    let axes = ["x", "y", "z"]
    if let place = words.firstIndex(where: { axes.contains($0) }) {
      let others = words.enumerated().filter { $0.offset != place && $0.element != "axis" }
      return axes.firstIndex(of: words[place]).map { ($0, others.map(\.element).joined()) }
    }
    let joined = words.joined()
    guard let last = joined.last, let axis = axes.firstIndex(of: String(last)) else { return nil }
    return (axis, String(joined.dropLast()))
  }

  /// Splits `Acc X (m/s^2)` into `Acc X ` and `m/s^2`; what stands in brackets and is a remark, as in `Gyr X (raw) [deg/s]`, is
  /// no unit.
  private static func withoutBrackets(_ text: String) -> (name: String, unit: String?) {
    let parts = text.split(omittingEmptySubsequences: false) { "([{".contains($0) }
    let inside = parts.dropFirst().map { String($0.prefix { !")]}".contains($0) }) }
    return (String(parts[0]), inside.first { !isRemark($0) })
  }

  /// Splits `Acc X m/s²` into `Acc X` and `m/s²`: what stands behind the name without brackets and has the signs of a unit.
  private static func withoutUnitBehind(
    _ parts: (name: String, unit: String?)
  ) -> (name: String, unit: String?) {
    let name = parts.name.trimmingPrefix(while: \.isWhitespace)
    guard parts.unit == nil, let mark = name.lastIndex(where: { " _".contains($0) }),
      case let unit = name[name.index(after: mark)...],
      unit.contains(where: { "/²^°º℃℉".contains($0) }), ColumnUnit(written: String(unit)) != nil
    else { return parts }
    return (String(name[..<mark]), String(unit))
  }

  /// Whether a text says how a column was made, or by which part of what, and names no unit.
  private static func isRemark(_ text: String) -> Bool {
    words(of: text).allSatisfy { remarks.contains($0) || $0.allSatisfy(\.isNumber) }
      && !text.contains { "%°‰".contains($0) }
  }

  private static let remarks: Set<String> = [
    "raw", "original", "filtered", "unfiltered", "filter", "low", "high", "band", "pass", "lowpass",
    "highpass", "bandpass", "butterworth", "smoothed", "smooth", "calibrated", "uncalibrated",
    "corrected", "uncorrected", "compensated", "uncompensated", "resampled", "interpolated",
    "processed", "fused", "bias", "drift", "offset", "removed", "sensor", "device", "phone",
    "watch",
    "imu", "unit", "frame", "world", "earth", "local", "global", "body", "axis", "x", "y", "z",
    "left",
    "right", "l", "r", "na",
  ]

  /// Whether a text names a unit of something else than an acceleration. Where it may be anything, gravity tells the unit.
  static func isOfAnotherQuantity(_ text: String) -> Bool {
    let parts = text.lowercased().filter { !" ^*·⋅_.".contains($0) }.split(separator: "/")
    return parts.joined().contains { "%°‰ωΩ".contains($0) }
      || !parts.isEmpty
        && parts.allSatisfy {
          otherUnits.contains(String($0)) || ColumnUnit(letters: String($0)) != nil
        }
  }

  private static let otherUnits: Set<String> = [
    "percent", "v", "mv", "µv", "uv", "volt", "volts", "a", "ma", "w", "kg", "n", "newton", "nm",
    "j",
    "lx", "lux", "t", "mt", "µt", "ut", "nt", "tesla", "gauss", "db", "hz", "m", "cm", "mm", "km",
    "mi",
    "deg", "degrees", "rad", "mdeg", "mrad", "lsb", "adc", "bit", "bits", "count", "counts", "min",
    "h",
    "hr", "hour", "mmhg", "inhg", "bar", "psi", "atm", "ppm", "rps",
  ]

  /// Words in lower case, parted at signs and where a small letter meets a capital.
  static func words(of name: String) -> [String] {
    var words: [String] = []
    var word = ""
    var wasLowercase = false
    for character in name {
      let isPart = character.isLetter || character.isNumber
      if !isPart || (wasLowercase && character.isUppercase) {
        if !word.isEmpty { words.append(word) }
        word = ""
      }
      if isPart { word += character.lowercased() }
      wasLowercase = character.isLowercase
    }
    return word.isEmpty ? words : words + [word]
  }

  /// A unit after the axis or after `time`: `acc_x_g`, `gyr_z_rad_s`, `time_ms`.
  private static func takeUnitSuffix(from words: inout [String]) -> ColumnUnit? {
    for length in [3, 2, 1] where words.count > length {
      let suffix = words.suffix(length).joined()
      guard let unit = ColumnUnit(letters: suffix), isUnitPlace(words.dropLast(length)) else {
        continue
      }
      words.removeLast(length)
      return unit
    }
    if words.count == 1, let unit = ColumnUnit(letters: words[0]), words[0].hasSuffix("seconds") {
      words = ["seconds"]
      return unit
    }
    return nil
  }

  /// What is no unit that is read, where a unit stands: one that people mean two things by (`gyr_x_rps`), or that of another
  /// quantity (`gyr_x_deg`, `gyr_x_lsb`).
  private static func takeAmbiguousSuffix(from words: inout [String]) -> String? {
    // `mmHg` falls into two words.
    for length in [2, 1] where words.count > length {
      let (suffix, rest) = (words.suffix(length).joined(), words.dropLast(length))
      guard
        suffix == "rps"
          ? isUnitPlace(rest)
          : otherUnits.contains(suffix)
            && (sideChannel(rest.joined()) != nil || isAngularRate(Array(rest)))
      else { continue }
      words.removeLast(length)
      return suffix
    }
    return nil
  }

  private static func isAngularRate(_ words: [String]) -> Bool {
    if case .angularRate = quantity(of: words) { true } else { false }
  }

  private static func isUnitPlace(_ words: ArraySlice<String>) -> Bool {
    guard let last = words.last else { return false }
    let name = words.joined()
    return last.hasSuffix("x") || last.hasSuffix("y") || last.hasSuffix("z") || last == "axis"
      || timeRank(name) != nil || isTimeElsewhere(name) || quantity(of: Array(words)) != nil
  }
}

/// The names by which SensorLog's tables are known: what is measured, the axis and the unit in one
/// word, as in `accelerometerAccelerationX(G)`.
enum SensorLogNames {
  private static let marks = [
    "accelerometeraccelerationx(g)", "motionuseraccelerationx(g)", "motiongravityx(g)",
  ]

  /// Whether a table was written by SensorLog. It runs on Apple's devices only and writes what
  /// Core Motion gives.
  static func areWritten(in names: [String]) -> Bool {
    names.contains { marks.contains($0.lowercased()) }
  }

  /// The stamps of the sensor whose acceleration is read: a row holds the last sample of each
  /// sensor, which is older than the row by a time that varies.
  static func clock(of acceleration: ColumnLayout.AccelerationPlaces, in names: [String]) -> Int? {
    guard areWritten(in: names) else { return nil }
    let sensor = acceleration.gravity.isEmpty ? "accelerometer" : "motion"
    return names.firstIndex { $0.lowercased().hasPrefix(sensor + "timestamp_sincereboot") }
  }

  /// The column that tells when a row was written, with the offset of the local clock.
  static func wallClock(in names: [String]) -> Int? {
    names.firstIndex { $0.lowercased().hasPrefix("loggingtime") }
  }
}

/// The names of Physics Toolbox's tables that are too short to be known by themselves.
enum PhysicsToolboxNames {
  /// `p`, which is the air pressure in a table that has `gFx`.
  static func pressure(in names: [String]) -> Int? {
    guard names.contains(where: { $0.lowercased() == "gfx" }) else { return nil }
    return names.firstIndex { $0.lowercased() == "p" }
  }
}
