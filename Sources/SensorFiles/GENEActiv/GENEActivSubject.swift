import Foundation
import GaitModel

/// What the header says about the person, as far as it can be understood.
struct GENEActivSubject {
  private let header: GENEActivHeader

  init(_ header: GENEActivHeader) { self.header = header }

  /// As if it lay beside the file; `start` is the time of the first sample, seconds since 1970 on
  /// the device's clock.
  func description(start: Double) -> RecordingDescription {
    var result = RecordingDescription()
    result.participant = header["Subject Code"]
    result.site = site
    result.height = height
    result.mass = mass
    result.sex = sex
    result.ageYears = ageYears(at: start)
    return result
  }

  /// Lines that say something and cannot be used, a sentence each.
  func unused(start: Double) -> [String] {
    let person = description(start: start)
    let lines: [(String, Bool, String)] = [
      ("Device Location Code", person.site != nil, UnusedLine.sites),
      ("Sex", person.sex != nil, "known are Male and Female"),
      (
        "Height", person.height != nil,
        "a height is in centimeters, as 172, or names its unit: 98 cm"
      ),
      ("Weight", person.mass != nil, "a weight is in kilograms, as 71.5"),
      (
        "Date of Birth", person.ageYears != nil || birth == Self.noBirth,
        "a date of birth is as 1953-11-14, before the recording"
      ),
      ("Time Zone", header.utcOffsetSeconds != nil, "an offset from UTC is as GMT +01:00"),
    ]
    return header.names.compactMap { UnusedLine.slip($0, among: Self.measured) }
      + lines.compactMap { name, isUsed, allowed in
        UnusedLine(name: name, value: header[name], isUsed: isUsed, allowed: allowed).sentence
      }
  }

  /// `left wrist` and `right wrist` are the wrist; words of which none is a known site say nothing.
  private var site: WearingSite? {
    let words = (header["Device Location Code"] ?? "").lowercased().split(separator: " ")
    let sides = ["left", "right", "dominant", "non-dominant", "nondominant"]
    let rest = words.filter { !sides.contains(String($0)) }.joined(separator: " ")
    return WearingSite(word: rest)
  }

  /// What a walk is measured by: a slip in these names costs most.
  private static let measured = ["Height", "Weight", "Date of Birth"]

  /// Below 100 a number without a unit may be one of inches.
  private static let leastCentimeters = 100.0

  /// Centimeters in the device's software; meters are told by their size.
  private var height: Length? {
    guard let number = number("Height", units: ["cm", "m"]) else { return nil }
    let limits = Participant.possibleHeightMeters
    if limits.contains(number) { return Length(meters: number) }
    let hasUnit = header["Height"]?.lowercased().hasSuffix("cm") == true
    guard hasUnit || number >= Self.leastCentimeters else { return nil }
    return limits.contains(number / 100) ? Length(meters: number / 100) : nil
  }

  private var mass: Mass? {
    guard let number = number("Weight", units: ["kg"]),
      Participant.possibleMassKilograms.contains(number)
    else { return nil }
    return Mass(kilograms: number)
  }

  private var sex: Sex? {
    switch header["Sex"]?.lowercased() {
    case "f", "female": .female
    case "m", "male": .male
    default: nil
    }
  }

  /// The software writes 1900-1-1 when no date of birth was entered.
  private static let noBirth = "1900-01-01"

  /// The date of birth with two digits of month and day.
  private var birth: String {
    (header["Date of Birth"] ?? "").split(separator: "-")
      .map { $0.count == 1 ? "0\($0)" : String($0) }.joined(separator: "-")
  }

  private func ageYears(at start: Double) -> Double? {
    let date = birth
    guard date.count(where: { $0 == "-" }) == 2, date != Self.noBirth,
      let birth = DateTime("\(date) 00:00")
    else { return nil }
    // Mean length of a year of the Gregorian calendar.
    let age = (start - birth.secondsSince1970) / (365.2425 * 86_400)
    return Participant.possibleAgeYears.contains(age) ? age : nil
  }

  /// A number that may carry one of these units; pounds and inches say nothing.
  private func number(_ name: String, units: [String]) -> Double? {
    var word = (header[name] ?? "").lowercased()
    if let unit = units.first(where: { word.hasSuffix($0) }) { word.removeLast(unit.count) }
    return GENEActivNumber.decimal(word)
  }
}

/// What the file says about the device and how it was set, for a person to read.
struct GENEActivDetails {
  let header: GENEActivHeader
  let first: GENEActivPage

  /// Lines of the header that are worth a word, and the word.
  private static let named = [
    ("Device Firmware Version", "firmware"), ("Calibration Date", "calibrated"),
    ("Accelerometer Range", "accelerometer range"), ("Start Time", "set to start"),
    ("Measurement Period", "set to last"), ("Study Centre", "study center"),
    ("Study Code", "study code"), ("Exercise Type", "exercise type"),
    ("Device Location Code", "worn at"), ("Handedness Code", "handedness"),
    ("Config Notes", "notes at setting up"), ("Extract Notes", "notes at reading out"),
    ("Subject Notes", "notes on the subject"),
  ]

  /// `GENEActiv 1.1, device 051386`.
  var device: String {
    var words = [header["Device Type"] ?? "GENEActiv", header["Device Model"]].compactMap(\.self)
      .joined(separator: " ")
    if let serial = header["Device Unique Serial Code"] { words += ", device \(serial)" }
    return words
  }

  /// One phrase for each thing.
  var sentences: [String] {
    let lines = Self.named.compactMap { name, word in header[name].map { "\(word): \($0)" } }
    return lines + Self.state(of: first).map { "at the start: \($0)" }
  }

  /// What only the pages tell: how often the button was pressed, as far as was looked, and the last page's state.
  static func sentences(last: GENEActivPage?, pressCount: Int, isThinned: Bool) -> [String] {
    let state = last.map(state) ?? []
    return state.map { "at the end: \($0)" }
      + (pressCount > 0
        ? ["presses of the button: \(pressCount)" + (isThinned ? BlockClock.looked : "")] : [])
  }

  private static func state(of page: GENEActivPage) -> [String] {
    let parts = [
      page.batteryVolts.map { String(format: "battery %.2f V", $0) },
      page.temperatureCelsius.map { String(format: "temperature %.1f °C", $0) },
    ].compactMap(\.self)
    return parts.isEmpty ? [] : [parts.joined(separator: ", ")]
  }
}
