import Foundation
import GaitModel

/// What `info.txt` says: one `name: value` in a line.
struct ActiGraphInfo {
  /// Devices record 30 to 100 samples per second, watches of the same maker up to 256; one is the
  /// least that a record of a second can hold.
  static let possibleRatesHertz = 1.0...256.0

  /// Ticks of .NET are a ten-millionth of a second and begin with the year 1.
  private static let ticksPerSecond = 10_000_000
  private static let secondsFromYear1To1970 = 62_135_596_800

  /// Heights in centimeters: below and above, it is another unit.
  private static let possibleHeightCentimeters = 100.0...250.0

  /// Lines about the person and the wearing, by the maker's names.
  private static let factNames = [
    "Subject Name", "Limb", "Height", "Mass", "Weight", "Age", "Sex", "Gender",
  ]
  /// Lines of the maker's that are near to one of them and are something else.
  private static let otherNames: Set = ["side", "race", "dominance"]

  private let values: [String: String]
  /// The names of the lines that can be read, in their order, as they are written.
  private let names: [String]
  /// The values of names that stand in several lines and say different things, by the name as it is written first.
  private let contradictions: [(name: String, values: [String])]
  /// What to say of lines that are not UTF-8.
  private let encodingRemarks: [String]
  /// What was wrong with the bytes, a sentence each.
  private let damage: [String]

  /// Reads the bytes of `info.txt`; lines that are something else are passed over and counted.
  /// `damage` is what was wrong with the bytes, or `nil`.
  init(_ bytes: [UInt8], damage: String? = nil) {
    var values: [String: String] = [:]
    let all = bytes.split { "\r\n".utf8.contains($0) }
    let lines = all.compactMap { DeviceText($0) }.filter { !Self.isDamaged($0.text) }
    let damaged = all.count - lines.count
    // The device's programs end every line.
    let cut = all.last.flatMap { last in
      bytes.last.map { !"\r\n".utf8.contains($0) } == true
        ? "it ends within a line, \"\(TextEncoding.readable(last).prefix(40))\"" : nil
    }
    self.damage =
      ([damage ?? cut].compactMap(\.self).map {
        "info.txt: \($0); what it says of device and person may be missing"
      })
      + (damaged == 0
        ? []
        : [
          "info.txt: \(damaged.grouped) of \(all.count.counted("line")) cannot be read; what they say of device and "
            + "person is missing"
        ])
    var said: [String: (name: String, values: [String])] = [:]
    var remarks: [String] = []
    for line in lines {
      guard let colon = line.text.firstIndex(of: ":") else { continue }
      let name = Self.trimmed(line.text[..<colon])
      let value = Self.trimmed(line.text[line.text.index(after: colon)...])
      guard !value.isEmpty else { continue }
      if !line.isUTF8 { remarks.append(DeviceText.remark(of: name, readAs: value)) }
      values[name.lowercased()] = value
      if said[name.lowercased()]?.values.contains(value) != true {
        said[name.lowercased(), default: (name, [])].values.append(value)
      }
    }
    self.values = values
    contradictions = said.values.filter { $0.values.count > 1 }.sorted { $0.name < $1.name }
    encodingRemarks = remarks
    names = lines.compactMap { line in
      line.text.firstIndex(of: ":").map { Self.trimmed(line.text[..<$0]) }
    }
  }

  /// What was wrong with the text, and what of it cannot be used, a sentence each.
  var faults: [String] {
    damage + (encodingRemarks + slips + doubles + unused).map { "info.txt: \($0)" }
  }

  /// Names that are slips of the pen: their value would be missed in silence.
  private var slips: [String] {
    names.filter { !Self.otherNames.contains($0.lowercased()) }
      .compactMap { UnusedLine.slip($0, among: Self.factNames) }
  }

  /// Names that stand in several lines and say different things.
  private var doubles: [String] {
    contradictions.map { name, values in
      let words = values.map { "\"\(UnusedLine.shown($0))\"" }.joined(separator: " and ")
      return "the line \"\(name)\" stands there as \(words); the last one counts"
    }
  }

  private var unused: [String] {
    let person = description
    let height = Self.possibleHeightCentimeters
    let mass = Participant.possibleMassKilograms
    let age = Participant.possibleAgeYears
    let masses = "a mass is \(Int(mass.lowerBound)) to \(Int(mass.upperBound)) kg"
    let sexes = "known are Male and Female"
    let lines: [(String, Bool, String)] = [
      ("Limb", person.site != nil, UnusedLine.sites),
      (
        "Height", person.height != nil,
        "a height is \(Int(height.lowerBound)) to \(Int(height.upperBound)) cm"
      ),
      ("Mass", person.mass != nil, masses), ("Weight", person.mass != nil, masses),
      ("Age", person.ageYears != nil, "an age is up to \(Int(age.upperBound)) years"),
      ("Sex", person.sex != nil, sexes), ("Gender", person.sex != nil, sexes),
      ("Acceleration Scale", accelerationScale != nil, "a scale is 8 to 40,000 steps for one g"),
      ("Sample Rate", rateHertz != nil, "a rate is 1 to 256 samples per second"),
      ("TimeZone", utcOffsetSeconds != nil, "an offset is written as -04:00:00 is"),
      ("Start Date", startSecond != nil, "a time is a count of ticks since the year 1"),
    ]
    return lines.compactMap { name, isUsed, allowed in
      UnusedLine(name: name, value: self[name], isUsed: isUsed, allowed: allowed).sentence
    }
  }

  /// Whether a line is neither blank nor the text of a name and a value.
  private static func isDamaged(_ line: String) -> Bool {
    guard !line.allSatisfy(\.isWhitespace) else { return false }
    return !line.contains(":")
      || line.unicodeScalars.contains { $0.value < 32 && $0 != "\t" }
  }

  /// The value of a line, or `nil` when there is none.
  subscript(_ name: String) -> String? { values[name.lowercased()] }

  /// The serial number, which tells the kind of device.
  var serial: String? { self["Serial Number"] }

  /// Samples per second as the device was set, or `nil` when that cannot be.
  var rateHertz: Double? {
    guard let rate = number("Sample Rate"), Self.possibleRatesHertz.contains(rate) else {
      return nil
    }
    return rate
  }

  /// Steps of the accelerometer for one g, or `nil`.
  var accelerationScale: Double? {
    guard let scale = number("Acceleration Scale"),
      ActiGraphParameters.possibleScales.contains(scale)
    else { return nil }
    return scale
  }

  /// Steps for one g of the devices that do not name them: ±6 g in twelve bits for the GT3X+ and its
  /// kin, ±8 g for the others.
  var usualAccelerationScale: Double {
    let isOlder = ["NEO", "CLE", "MRA"].contains { serial?.uppercased().hasPrefix($0) ?? false }
    return isOlder ? 341 : 256
  }

  /// When the device was set to start, seconds since 1970 on its clock.
  var startSecond: Int? { second("Start Date") }
  /// When the last sample was taken; when the device was read out, often weeks later, does not tell it.
  var lastSecond: Int? { second("Last Sample Time") }

  /// How far the device's clock is ahead of UTC, seconds, or `nil`.
  var utcOffsetSeconds: Int? { self["TimeZone"].flatMap(Self.offset) }

  /// `-04:00:00` in seconds; `nil` for what is no offset on Earth.
  static func offset(_ text: String) -> Int? {
    let parts = text.drop { "+-".contains($0) }.split(separator: ":").map { Int($0) }
    guard parts.count >= 2, let hours = parts[0], let minutes = parts[1], (0...14).contains(hours),
      (0..<60).contains(minutes)
    else { return nil }
    let seconds = hours * 3600 + minutes * 60
    return text.hasPrefix("-") ? -seconds : seconds
  }

  /// What the file says about the person, as if it lay beside it.
  var description: RecordingDescription {
    var result = RecordingDescription()
    result.participant = self["Subject Name"]
    result.site = self["Limb"].flatMap { WearingSite(word: $0) }
    result.height = number("Height").flatMap { value in
      Self.possibleHeightCentimeters.contains(value) ? Length(meters: value / 100) : nil
    }
    result.mass = (number("Mass") ?? number("Weight")).flatMap { value in
      Participant.possibleMassKilograms.contains(value) ? Mass(kilograms: value) : nil
    }
    result.ageYears = number("Age").flatMap { value in
      value > 0 && Participant.possibleAgeYears.contains(value) ? value : nil
    }
    switch (self["Sex"] ?? self["Gender"])?.lowercased() {
    case "f", "female": result.sex = .female
    case "m", "male": result.sex = .male
    default: break
    }
    return result
  }

  /// A number with a decimal point or, from some European computers, a comma.
  func number(_ name: String) -> Double? {
    guard let value = self[name].flatMap({ Double($0.replacing(",", with: ".")) }),
      value.isFinite
    else { return nil }
    return value
  }

  private func second(_ name: String) -> Int? {
    guard let ticks = self[name].flatMap({ Int($0) }) else { return nil }
    let second = ticks / Self.ticksPerSecond - Self.secondsFromYear1To1970
    return second >= ActiGraphRecord.firstPossibleSecond ? second : nil
  }

  private static func trimmed(_ text: Substring) -> String {
    let front = text.drop { $0.isWhitespace || $0 == "\u{feff}" }
    return front.lastIndex { !$0.isWhitespace }.map { String(front[...$0]) } ?? ""
  }
}

/// What a PARAMETERS record says: pairs of a 32-bit key and a 32-bit value.
struct ActiGraphParameters {
  private static let pairByteCount = 8

  /// Scales that an accelerometer's steps can have, steps for one g: from 8 bits over ±16 g to 16
  /// bits over ±1 g, with room.
  static let possibleScales = 8.0...40_000.0

  /// Steps of the accelerometer for one g, or `nil`.
  private(set) var accelerationScale: Double?
  /// Samples per second, or `nil`.
  private(set) var rateHertz: Double?

  /// Reads the payload of a record; keys that are not known are passed over.
  init(_ payload: UnsafeRawBufferPointer) {
    for place in stride(from: 0, through: payload.count - Self.pairByteCount, by: 8) {
      let key = Self.word(payload, place)
      let value = Self.word(payload, place + 4)
      switch (key & 0xffff, key >> 16) {
      case (0, 55):
        let scale = Self.decimal(value)
        if Self.possibleScales.contains(scale) { accelerationScale = scale }
      case (1, 10):
        let rate = Double(value)
        if ActiGraphInfo.possibleRatesHertz.contains(rate) { rateHertz = rate }
      default: break
      }
    }
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt32 {
    UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
  }

  /// A number of the device's own kind: 24 bits of fraction with sign, and above them 8 bits of a
  /// power of two.
  static func decimal(_ bits: UInt32) -> Double {
    let exponent = Int(Int8(truncatingIfNeeded: bits >> 24))
    let fraction = Int32(bitPattern: bits << 8) >> 8
    return Double(sign: .plus, exponent: exponent, significand: Double(fraction) / 8_388_608)
  }
}

/// What METADATA records say about the clock; the rest of them repeats `info.txt`.
struct ActiGraphMetadata {
  /// Whether the records' times are those of UTC, which some of the maker's programs set.
  private(set) var usesUTC = false
  /// How far local time is ahead of UTC, seconds, or `nil`.
  private(set) var utcOffsetSeconds: Int?

  /// Takes in one record; what is no JSON is passed over.
  mutating func add(_ payload: UnsafeRawBufferPointer) {
    let bytes = payload.prefix { $0 != 0 }
    guard
      let values = try? JSONDecoder().decode([String: DescriptionValue].self, from: Data(bytes)),
      case .text(let kind) = values["MetadataType"]
    else { return }
    if kind == "LocalTimeLog", case .truth(true) = values["UsedUtc"] { usesUTC = true }
    guard ["LocalTimeLog", "SubjectTimeLog"].contains(kind),
      case .text(let offset) = values["UtcOffset"]
    else { return }
    if kind == "SubjectTimeLog" || utcOffsetSeconds == nil {
      utcOffsetSeconds = ActiGraphInfo.offset(offset)
    }
  }
}
