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

  /// `left wrist` and `right wrist` are the wrist; words of which none is a known site say nothing.
  private var site: WearingSite? {
    let words = (header["Device Location Code"] ?? "").lowercased().split(separator: " ")
    let sides = ["left", "right", "dominant", "non-dominant", "nondominant"]
    let rest = words.filter { !sides.contains(String($0)) }.joined(separator: " ")
    return WearingSite(word: rest)
  }

  /// Centimeters in the device's software; meters are told by their size.
  private var height: Length? {
    guard let number = number("Height", units: ["cm", "m"]) else { return nil }
    let limits = Participant.possibleHeightMeters
    if limits.contains(number) { return Length(meters: number) }
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

  /// The software writes 1900-1-1 when nobody typed in a date of birth.
  private func ageYears(at start: Double) -> Double? {
    let parts = (header["Date of Birth"] ?? "").split(separator: "-").map { part in
      part.count == 1 ? "0\(part)" : String(part)
    }
    let date = parts.joined(separator: "-")
    guard parts.count == 3, date != "1900-01-01", let birth = DateTime("\(date) 00:00") else {
      return nil
    }
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
