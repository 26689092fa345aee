import Foundation
import GaitModel

/// What the `.json` beside a recording says about it. All of it may be absent.
public struct RecordingDescription: Hashable, Sendable {
  /// The study's name for the person.
  public var participant: String?
  /// Where the device was worn.
  public var site: WearingSite?
  /// Stature (`height_m`).
  public var height: Length?
  /// Body mass (`mass_kg`).
  public var mass: Mass?
  /// Age in years (`age_years`).
  public var ageYears: Double?
  /// Sex, as the norms for gait are published.
  public var sex: Sex?
  /// Height of the sensor above the ground when standing (`sensor_height_m`).
  public var sensorHeight: Length?
  /// Wall clock at the first sample (`start_datetime`); a recording's own clock counts before it.
  public var start: WallClock?
  /// Where the person lives (`time_zone`): a clock that does not say its offset is read there, and days begin there.
  public var timeZone: TimeZone?
  /// Samples per second, as the device was set (`sampling_rate_hz`).
  public var samplingRateHertz: Double?
  /// The unit of a table's acceleration (`acceleration_unit`), which is believed whatever the numbers are.
  var accelerationUnit: ColumnUnit?

  /// Who was recorded by the recording's own word.
  var written: WrittenParticipant?

  /// What was noticed in it and is not used: keys that are nearly known ones, values that say that nothing is
  /// known.
  public var remarks: [RecordingRemark] = []

  /// Makes an empty description.
  public init() {}

  /// What is not said here is taken from what the file itself says.
  func completed(by file: RecordingDescription) -> RecordingDescription {
    var result = self
    result.participant = participant ?? file.participant
    result.written = file.participant.map { WrittenParticipant(name: $0, place: "its header") }
    result.site = site ?? file.site
    result.height = height ?? file.height
    result.mass = mass ?? file.mass
    result.ageYears = ageYears ?? file.ageYears
    result.sex = sex ?? file.sex
    result.sensorHeight = sensorHeight ?? file.sensorHeight
    result.timeZone = timeZone ?? file.timeZone
    result.samplingRateHertz = samplingRateHertz ?? file.samplingRateHertz
    result.accelerationUnit = accelerationUnit ?? file.accelerationUnit
    return result
  }

  /// What somebody else says otherwise, in the order of a manifest's columns: `participant P07 (.json: P08)`. A start is left
  /// out: the recording's own clock counts before both.
  package func overruled(by other: RecordingDescription) -> [String] {
    func text(_ value: Double?) -> String? { value.map { DecimalText.trimmed($0) ?? "\($0)" } }
    func facts(_ said: RecordingDescription) -> [String?] {
      [
        said.participant, said.site?.rawValue, text(said.height?.meters),
        text(said.mass?.kilograms), text(said.ageYears), said.sex?.rawValue,
        said.timeZone?.identifier,
      ]
    }
    let names = [
      "participant", "site", "height_m", "mass_kg", "age_years", "sex", "time_zone",
    ]
    return zip(names, zip(facts(other), facts(self))).compactMap { name, facts in
      guard let said = facts.0, let own = facts.1, said != own else { return nil }
      return "\(name) \(said) (.json: \(own))"
    }
  }

  /// The facts of a recording: `options` win over this description, and the recording's own clock, `fileStart`, over
  /// its start; `namesOffset` says whether the recording names that clock's offset from UTC.
  func facts(
    name: String, device: String, samplingRateHertz: Double, start fileStart: WallClock?,
    namesOffset: Bool = false, hasAngularRate: Bool, options: RecordingOptions
  ) -> RecordingFacts {
    let zone = options.timeZone ?? timeZone
    let began = RecordingStart(
      own: fileStart, described: start, zone: zone, namesOffset: namesOffset)
    var facts = RecordingFacts(
      name: name, device: device,
      participant: Participant(
        identifier: participant, height: options.height ?? height, mass: options.mass ?? mass,
        ageYears: options.ageYears ?? ageYears, sex: options.sex ?? sex),
      site: options.site ?? site, samplingRateHertz: samplingRateHertz,
      start: began.clock, hasAngularRate: hasAngularRate)
    facts.timeZone = zone
    facts.isStartDescribed = fileStart == nil
    facts.contradictedStart = began.contradicted
    facts.replacedStart = began.replaced
    facts.hasDescribedOffset = began.hasDescribedOffset
    facts.writtenParticipant = written
    return facts
  }
}

extension RecordingDescription {
  /// The description that lies beside a recording, or an empty one when none does. What it does not say is taken from
  /// the `_motion.json` of BIDS motion where the recording is the folder or zip file around it.
  ///
  /// - Throws: `SensorFileError` of kind `badDescription` when it is there and is not what it
  ///   should be.
  public static func beside(_ recording: String) throws(SensorFileError) -> RecordingDescription {
    let path = RecordingPath(recording).description
    var description = RecordingDescription()
    // A `.json` that is itself the recording describes nothing.
    if path != recording, (try? PathKind(of: path)) == .regularFile {
      description = try read(PlainBytes(path: path), path: path)
    }
    description.remarks += misnamed(beside: recording, path)
    guard let folder = try? RecordingFile(containerAt: recording), BIDSMotion.recognizes(folder),
      let sidecar = try? BIDSFiles(of: folder).sidecar
    else { return description }
    let inside = try read(sidecar.bytes(), path: sidecar.path)
    var result = description.completed(by: inside)
    result.written = nil
    result.start = description.start ?? inside.start
    result.remarks += inside.remarks
    return result
  }

  /// A remark on `walk.csv.json` or `walk.JSON` beside `walk.csv`, which are not read.
  private static func misnamed(beside recording: String, _ path: String) -> [RecordingRemark] {
    guard path != recording else { return [] }
    let name = { (path: String) in path.split(separator: "/").last.map(String.init) ?? path }
    let bare = recording.lowercased().hasSuffix(".gz") ? String(recording.dropLast(3)) : recording
    var others = [recording + ".json", bare + ".json"]
    // Where names do not differ by capitals, it was read.
    if (try? PathKind(of: path)) == nil {
      others += ["JSON", "Json"].map { path.dropLast($0.count) + $0 }
    }
    return Set(others).sorted()
      .filter { $0 != path && (try? PathKind(of: $0)) == .regularFile }
      .map {
        RecordingRemark(
          kind: .inconsistent, sampleCount: 0,
          message:
            "\(name($0)) was not read; the description of this recording is called \(name(path))")
      }
  }

  private static func read(
    _ stream: any ByteStream, path: String
  ) throws(SensorFileError) -> RecordingDescription {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = try stream.read(into: &piece)
      if count == 0 { break }
      bytes += piece[..<count]
    }
    return try DescriptionFile(path: path, bytes: bytes).description()
  }
}

/// Any JSON value, only as far as a description needs it.
enum DescriptionValue: Decodable {
  case null
  case truth(Bool)
  case number(Double)
  case text(String)
  case list
  case object

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .truth(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else {
      self = (try? decoder.unkeyedContainer()) == nil ? .object : .list
    }
  }

  /// The value as a message names it.
  var words: String {
    switch self {
    case .null: "null"
    case .truth(let value): "\(value)"
    case .number(let value): "\(value)"
    case .text(let value): "the text \"\(value)\""
    case .list: "a list"
    case .object: "an object"
    }
  }
}

extension Sex {
  /// The sex that a word names: `f` or `female`, `m` or `male`, in small letters or capitals; `nil` for any other word.
  package init?(word: String) {
    switch word.lowercased() {
    case "f", "female": self = .female
    case "m", "male": self = .male
    default: return nil
    }
  }
}

extension WearingSite {
  /// The site that a word names: the words of the contract, and those that data sets use for the
  /// same place; `nil` for any other word.
  package init?(word: String) {
    let plain = word.lowercased().replacing(" ", with: "_").replacing("-", with: "_")
    switch plain {
    case "lowerback", "back", "l5", "sacrum": self = .lowerBack
    case "waist", "belt": self = .hip
    case "upper_arm": self = .arm
    case "chest", "lanyard": self = .neck
    default: self.init(rawValue: plain)
    }
  }

  /// The site that the name of a device or of a tracked point tells: `RightWrist`, `WristL`, `LowerBack_1`, `lumbar`; `nil`
  /// where it tells none.
  init?(within name: String) {
    let letters = name.lowercased().filter(\.isLetter)
    let words: [(String, WearingSite)] = [
      ("lowerback", .lowerBack), ("lumbar", .lowerBack), ("sacrum", .lowerBack),
      // Suits of sensors name the body's segment: that of the pelvis lies on the sacrum.
      ("pelvis", .lowerBack), ("waist", .hip), ("hip", .hip), ("wrist", .wrist), ("chest", .neck),
      ("pocket", .pocket),
    ]
    let told = WearingSite(word: name) ?? words.first { letters.contains($0.0) }?.1
    guard let told else { return nil }
    self = told
  }

  /// That somebody gives this site for what is read and is called after another one; `nil` where its name says the same or
  /// no site.
  func contradiction(of kind: String, named name: String) -> String? {
    guard let told = WearingSite(within: name), told != self else { return nil }
    return
      "site: the \(kind) \(name) is read as worn at \(rawValue), as is given, and its name says \(told.rawValue)"
  }
}
