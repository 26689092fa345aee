import Foundation
import GaitModel

/// Reads the describing `.json`: the keys that are known, each with its type and its limits.
///
/// Unknown keys are ignored, with a remark where one is nearly known or divides the recording; `null` is the same as
/// absent, and so is a value that says that nothing is known: a height of 0, the site `unknown`. A key of the wrong
/// type is an error, because a height that is silently dropped costs every step length of the recording.
struct DescriptionFile {
  /// The path of the `.json`, for messages.
  let path: String
  private let values: [String: DescriptionValue]
  /// A key that is there twice.
  private let duplicate: String?

  /// Reads the bytes of a `.json`; throws `badDescription` with the position of the first fault.
  init(path: String, bytes: [UInt8]) throws(SensorFileError) {
    self.path = path
    // A shell has made it by then: `gait analyze walk.csv --format json > walk.json`.
    guard !bytes.isEmpty else {
      throw SensorFileError(
        .badDescription, path: path,
        "the file is empty, and its name is that of the recording's description; take it away, and give another name "
          + "to what a program writes (> results.json).")
    }
    // JSON may be UTF-16, too, which has zeros in it.
    if !bytes.contains(0),
      let fault = TextEncoding.fault(in: bytes, advice: "save the file as UTF-8")
    {
      throw SensorFileError(.badDescription, path: path, "\(fault).")
    }
    duplicate = JSONKeys.duplicate(in: bytes)
    if let duplicate, Self.keys.contains(duplicate) {
      throw SensorFileError(
        .badDescription, path: path,
        "the key \"\(duplicate)\" is there twice; keep the one that is right.")
    }
    do {
      values = try JSONDecoder().decode([String: DescriptionValue].self, from: Data(bytes))
    } catch DecodingError.dataCorrupted {
      throw SensorFileError(
        .badDescription, path: path,
        "this is not JSON (\(Self.fault(in: bytes))); repair it or take it away.")
    } catch {
      throw SensorFileError(
        .badDescription, path: path,
        "the outermost value must be an object, {\"site\": \"hip\", …}; a file of this name describes the recording, and "
          + "results need another one.")
    }
  }

  /// The description; throws when a known key holds something that it cannot hold.
  func description() throws(SensorFileError) -> RecordingDescription {
    var result = RecordingDescription()
    result.participant = try text("participant")
    result.site = try site()
    result.sex = try sex()
    // The limits keep out values in another unit: centimeters, pounds, months.
    result.height = try number("height_m", within: Participant.possibleHeightMeters)
      .map(Length.init(meters:))
    result.mass = try number("mass_kg", within: Participant.possibleMassKilograms)
      .map(Mass.init(kilograms:))
    result.ageYears = try number("age_years", within: Participant.possibleAgeYears)
    result.sensorHeight = try number("sensor_height_m", within: 0...2.6).map(Length.init(meters:))
    result.samplingRateHertz = try number("sampling_rate_hz", within: 1...10_000)
    result.accelerationUnit = try accelerationUnit()
    result.start = try start()
    result.timeZone = try timeZone()
    result.remarks = slips + blanks + doubles
    return result
  }

  private static let keys = [
    "participant", "site", "sex", "height_m", "mass_kg", "age_years", "sensor_height_m",
    "sampling_rate_hz", "acceleration_unit", "start_datetime", "start_local_datetime",
    "time_zone",
  ]
  /// Facts of a person that cannot be zero: 0 stands for "not known".
  private static let neverZero: Set = ["height_m", "mass_kg", "age_years", "sensor_height_m"]
  private static let blankWords: Set = [
    "", "unknown", "undefined", "not known", "none", "other", "n/a", "na", "?",
  ]

  /// Whether a word says that nothing is known; 0 is one where no fact can be zero.
  static func saysNothing(_ word: String) -> Bool {
    blankWords.contains(word.lowercased()) || Double(word.replacing(",", with: ".")) == 0
  }

  /// Other words for the same thing, as studies use them, and other units of it.
  private static let otherWords = Dictionary(
    uniqueKeysWithValues: [
      "participant": [
        "subject", "subject_id", "subject_code", "participant_id", "patient", "patient_id",
      ],
      "site": [
        "location", "position", "placement", "device_location", "device_position",
        "device_placement", "sensor_location", "sensor_position", "sensor_placement", "sensor_site",
        "wear_site", "wear_location", "wearing_site", "body_part", "body_location", "body_site",
      ],
      "sex": ["gender"],
      "height_m": ["body_height", "body_height_m", "height_inches", "stature", "stature_cm"],
      "mass_kg": [
        "weight", "weight_kg", "weight_lb", "weight_lbs", "body_weight", "body_weight_kg",
        "body_mass",
      ],
      "age_years": [
        "age", "birth_date", "birthdate", "date_of_birth", "dob", "birth_year", "year_of_birth",
      ],
      "sampling_rate_hz": [
        "fs", "sampling_rate", "sampling_frequency", "sample_rate", "samplerate",
      ],
      "acceleration_unit": [
        "acc_unit", "acc_units", "accel_unit", "accel_units", "acceleration_units",
        "accelerometer_unit", "accelerometer_units",
      ],
      "start_datetime": [
        "start", "start_time", "start_timestamp", "datetime", "recorded_at",
      ],
      "time_zone": ["timezone", "zone", "tz", "time_zone", "time-zone"],
    ].flatMap { key, words in words.map { ($0, key) } })

  /// Words for what divides a recording, which a description cannot do.
  private static let divisions: Set = ["activities", "labels", "protocol"]

  /// Keys that are slips of the pen, or other words for known ones: their value would be missed in silence.
  private var slips: [RecordingRemark] {
    values.keys.filter { !Self.keys.contains($0) }.sorted().compactMap { key in
      let word = key.lowercased()
      if word.hasPrefix("gyr") || word.hasPrefix("angular"), word.contains("unit") {
        return remark(
          "the key \"\(key)\" is not known and was not used; the columns' names say the unit, as gyr_x (deg/s)"
        )
      }
      if Self.divisions.contains(word) {
        return remark(
          "the key \"\(key)\" is not known and was not used; labelled stretches of a recording are a file of "
            + "their own (label,start_s,end_s), for gait analyze --activities")
      }
      let other = Self.otherWords[word]
      // Data sets have other keys that begin with `time_`, as `time_note`.
      let near = NearestWord.of(key, among: Self.keys.filter { $0 != "time_zone" })
      guard let meant = other ?? near else { return nil }
      if other != nil, let used = values[meant] {
        return used.words == values[key]?.words
          ? nil : remark("the key \"\(key)\" is not known and was not used; \"\(meant)\" is used")
      }
      return remark("the key \"\(key)\" is not known and was not used; did you mean \"\(meant)\"?")
    }
  }

  private var doubles: [RecordingRemark] {
    duplicate.map { [remark("the key \"\($0)\" is there twice and was not used")] } ?? []
  }

  private var blanks: [RecordingRemark] {
    Self.keys.filter(saysNothing).map { key in
      let value = values[key]?.words ?? "null"
      return remark("\"\(key)\" is \(value), which is taken as not known", kind: .assumed)
    }
  }

  private func remark(
    _ message: String, kind: RecordingRemark.Kind = .inconsistent
  ) -> RecordingRemark {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return RecordingRemark(kind: kind, sampleCount: 0, message: "\(name): \(message)")
  }

  private func saysNothing(_ key: String) -> Bool {
    switch values[key] {
    case .number(0): Self.neverZero.contains(key)
    case .text(let word): key == "site" && Self.blankWords.contains(word.lowercased())
    default: false
    }
  }

  /// The first fault with its line. Only the older of Foundation's two readers says where it is.
  private static func fault(in bytes: [UInt8]) -> String {
    do {
      _ = try JSONSerialization.jsonObject(with: Data(bytes), options: [.fragmentsAllowed])
      return "it is cut off"
    } catch {
      let words = (error as NSError).userInfo["NSDebugDescription"] as? String ?? "unknown fault"
      let plain = words.hasSuffix(".") ? String(words.dropLast()) : words
      let place = plain.split(separator: " ").last.flatMap { Int($0) }
      guard let place, place <= bytes.count else { return plain }
      let before = bytes[..<place]
      let line = before.count { $0 == UInt8(ascii: "\n") } + 1
      return "line \(line): \(plain)"
    }
  }

  private func site() throws(SensorFileError) -> WearingSite? {
    guard !saysNothing("site"), let word = try text("site") else { return nil }
    if let site = WearingSite(word: word) { return site }
    let allowed = WearingSite.allCases.map(\.rawValue).joined(separator: ", ")
    throw SensorFileError(
      .badDescription, path: path, "\"site\" is \"\(word)\"; allowed are \(allowed).")
  }

  private func sex() throws(SensorFileError) -> Sex? {
    guard let word = try text("sex"), !["unknown", ""].contains(word.lowercased()) else {
      return nil
    }
    if let sex = Sex(word: word) { return sex }
    throw SensorFileError(
      .badDescription, path: path, "\"sex\" is \"\(word)\"; allowed are f and m.")
  }

  private func accelerationUnit() throws(SensorFileError) -> ColumnUnit? {
    guard let word = try text("acceleration_unit") else { return nil }
    if let unit = ColumnUnit(written: word), unit.isOfAcceleration { return unit }
    throw SensorFileError(
      .badDescription, path: path,
      "\"acceleration_unit\" is \"\(word)\"; allowed are m/s², g and mg.")
  }

  private func timeZone() throws(SensorFileError) -> TimeZone? {
    guard let word = try text("time_zone") else { return nil }
    if let zone = TimeZone(named: word) { return zone }
    throw SensorFileError(
      .badDescription, path: path,
      "\"time_zone\" is \"\(word)\"; it must be a name of the tz database, such as Europe/Berlin.")
  }

  private func start() throws(SensorFileError) -> WallClock? {
    let (local, localWord) = (try localStart(), try text("start_local_datetime"))
    guard let word = try text("start_datetime") else { return local }
    let zone = try timeZone()
    guard let instant = DateTime(word), instant.utcOffsetSeconds != nil || zone != nil else {
      throw SensorFileError(
        .badDescription, path: path,
        "\"start_datetime\" is \"\(word)\"; it must be ISO 8601 with an offset, "
          + "such as 2024-05-01T09:30:00+02:00, or beside a \"time_zone\", such as Europe/Berlin.")
    }
    // To the millisecond, as clocks are written.
    let offset = instant.utcOffsetSeconds ?? 0
    let reading = instant.secondsSince1970 + Double(offset)
    if let local, abs(local.secondsSince1970 - reading) >= 0.001 {
      throw SensorFileError(
        .badDescription, path: path,
        "\"start_datetime\" is \"\(word)\" and \"start_local_datetime\" is another time, "
          + "\"\(localWord ?? "")\"; keep the one that is right.")
    }
    return WallClock(
      secondsSince1970: instant.secondsSince1970, utcOffsetSeconds: offset,
      isLocal: instant.utcOffsetSeconds == nil)
  }

  /// The reading of a local clock whose offset nobody knows, as `gait convert` writes it.
  private func localStart() throws(SensorFileError) -> WallClock? {
    guard let word = try text("start_local_datetime") else { return nil }
    guard let reading = DateTime(word), reading.utcOffsetSeconds == nil else {
      throw SensorFileError(
        .badDescription, path: path,
        "\"start_local_datetime\" is \"\(word)\"; it must be ISO 8601 without an offset, "
          + "such as 2024-05-01T09:30:00; with one it is \"start_datetime\".")
    }
    return WallClock(
      secondsSince1970: reading.secondsSince1970, utcOffsetSeconds: 0, isLocal: true)
  }

  private func text(_ key: String) throws(SensorFileError) -> String? {
    switch values[key] {
    case nil, .null: return nil
    case .text(let text): return text
    case .number(let number) where key == "participant":
      // A study may number its people.
      return Participant.identifier(number: number)
    case .some(let other):
      throw SensorFileError(
        .badDescription, path: path, "\"\(key)\" is \(other.words); it must be a text in quotes.")
    }
  }

  private func number(
    _ key: String, within allowed: ClosedRange<Double>
  ) throws(SensorFileError) -> Double? {
    switch values[key] {
    case nil, .null: return nil
    case .number where saysNothing(key): return nil
    case .number(let number) where allowed.contains(number): return number
    case .some(let other):
      throw SensorFileError(
        .badDescription, path: path,
        "\"\(key)\" is \(other.words); it must be a number from \(allowed.lowerBound) "
          + "to \(allowed.upperBound).")
    }
  }
}
