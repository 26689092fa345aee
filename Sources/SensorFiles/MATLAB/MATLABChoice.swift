import Foundation
import GaitModel
import MATLABFiles

/// Which recording and which device of a MATLAB file are read, and what the file says of them.
struct MATLABChoice {
  /// The sensors that are read.
  let device: MATLABDevice
  private let recording: MATLABRecording
  private let chosen: MATLABRecording.Device
  /// The recording's name among others in the file, or `nil`.
  private let part: String?

  /// What is to be said of the devices, one sentence each.
  let contradictions: [String]

  /// Finds the recording: the one that is named, or the only one. `site` is where somebody says that the device was worn.
  init(
    _ container: MATLABFile, of file: RecordingFile, part: String?, site: WearingSite?
  ) throws(SensorFileError) {
    let recordings = MATLABRecording.all(in: container.variables)
    let parts = MATLABRecording.parts(recordings)
    let index = try Self.index(of: part, in: parts, container, file.path)
    recording = recordings[index]
    self.part = recordings.count > 1 ? parts[index] : nil
    guard let chosen = recording.chosen(at: site) else {
      preconditionFailure("a recording has a device")
    }
    self.chosen = chosen
    contradictions =
      [site?.contradiction(of: "device", named: chosen.name)].compactMap(\.self)
      + recording.devices.filter { $0.name != chosen.name && $0.isAtPlace(of: chosen) }.map {
        "\($0.name): not read, because \(chosen.name) is called after the same place; if it is another recording, make a "
          + "file of each, or structures whose names say no place"
      }
    device = try MATLABDevice(chosen.fields, path: file.path)
  }

  private static func index(
    of part: String?, in parts: [String], _ container: MATLABFile, _ path: String
  ) throws(SensorFileError) -> Int {
    let listed = parts.prefix(40).joined(separator: ", ") + (parts.count > 40 ? ", …" : "")
    if let part {
      if let index = parts.firstIndex(of: part) { return index }
      throw SensorFileError(
        .missing, path: path, "there is no recording \"\(part)\" in it; there are: \(listed).")
    }
    if parts.count == 1 { return 0 }
    guard parts.isEmpty else {
      throw SensorFileError(
        .severalRecordings, path: path,
        "there are \(parts.count) recordings in it; name one as in \(path)#\(parts[0]). "
          + "There are: \(listed).")
    }
    if !container.faults.isEmpty {
      throw SensorFileError(
        .damaged, path: path,
        "no recording can be read: \(container.faults.joined(separator: "; ")).")
    }
    // Says what would be an acceleration, and what is there.
    _ = try MATLABDevice(container.variables, path: path)
    return 0
  }

  /// Whether the file holds several recordings.
  var isOneOfSeveral: Bool { part != nil }

  /// The names of the structures around the sensors, for messages: `data.Trial1.SU.LowerBack.`
  var prefix: String {
    let system = recording.isMobilised ? [MATLABRecording.systemName] : []
    let last = recording.names.last == chosen.name || chosen.name.isEmpty ? [] : [chosen.name]
    let names = recording.names + system + last
    return names.isEmpty ? "" : names.joined(separator: ".") + "."
  }

  /// The file's name, with that of the recording when there are several.
  func recordingName(of file: RecordingFile) -> String {
    part.map { RecordingAddress.name(file.name, part: $0) } ?? file.name
  }

  /// The columns as a table has them. The layout of Mobilise-D says degrees per second.
  func columns(_ sensors: [(sensor: MATLABSensor, channels: [Channel])]) -> ColumnLayout {
    var columns: [ColumnLayout.Column] = []
    for (sensor, channels) in sensors {
      for (axis, channel) in channels.enumerated() {
        let isRate = recording.isMobilised && Channel.angularRate.contains(channel)
        columns.append(
          ColumnLayout.Column(
            name: prefix + sensor.names[axis], channel: channel,
            unit: sensor.unit ?? (isRate ? .degreesPerSecond : nil), place: columns.count))
      }
    }
    return ColumnLayout(columns: columns, ignoredNames: device.ignoredNames)
  }

  /// What the file says of itself, one phrase each.
  var details: [String] {
    let others = recording.devices.map(\.name).filter { $0 != chosen.name }
    let texts = recording.notes.compactMap { note in note.text.map { "\(note.name): \($0)" } }
    return (part.map { ["recording \($0)"] } ?? [])
      + (chosen.name.isEmpty ? [] : ["device \(chosen.name)"])
      + (others.isEmpty ? [] : ["other devices, not read: \(others.joined(separator: ", "))"])
      + texts.filter { $0.count <= 100 }
  }

  /// The description, completed by the file and the one beside it where no other value was given.
  func completed(
    _ description: RecordingDescription, besides file: RecordingFile
  ) -> RecordingDescription {
    var description = description
    description.site = description.site ?? chosen.site
    description.timeZone = description.timeZone ?? zone
    guard recording.isMobilised, recording.names.count > 1 else { return description }
    MobiliseParticipant(besides: file, timeMeasure: recording.names[1])?.complete(&description)
    return description
  }

  /// The zone that the file names; never that of this machine.
  private var zone: TimeZone? { note("TimeZone").flatMap { TimeZone(named: $0) } }

  private func note(_ name: String) -> String? {
    recording.notes.first { $0.name == name }?.text
  }

  /// The wall clock at second 0, and what is to be said of it: `StartDateTime` with its offset, else the first time since
  /// 1970 in the zone that is named, else `StartDateTime` as the reading of a local clock.
  func start(firstInstant: Double?) -> (clock: WallClock?, contradictions: [String]) {
    let first = firstInstant.map { instant in
      let offset = zone?.secondsFromGMT(for: Date(timeIntervalSince1970: instant)) ?? 0
      return WallClock(secondsSince1970: instant, utcOffsetSeconds: offset)
    }
    guard let text = note(Self.startName), !text.isEmpty else { return (first, []) }
    guard let written = Self.reading(of: text) else {
      return (first, ["\(Self.startName) is \"\(text.prefix(40))\", which is no date that is read"])
    }
    let named = WallClock(
      secondsSince1970: written.secondsSince1970, utcOffsetSeconds: written.utcOffsetSeconds ?? 0,
      isLocal: written.utcOffsetSeconds == nil)
    guard let first else { return (named, []) }
    // A local clock may have run in any zone where none is named.
    let reading = named.isLocal ? zone.map { _ in Double(first.utcOffsetSeconds) } : 0
    let used = named.isLocal ? first : named
    let difference = reading.map { first.secondsSince1970 + $0 - named.secondsSince1970 } ?? 0
    guard abs(difference) >= Self.resolution else { return (used, []) }
    return (
      used,
      [
        "\(Self.startName) is \(InstantText.text(named)), and the first of its times \(InstantText.text(first)); "
          + (named.isLocal ? "the times count" : "\(Self.startName) counts")
      ]
    )
  }

  private static let startName = "StartDateTime"
  /// Clocks are written to the second; a start that differs by less is the same, seconds.
  private static let resolution = 1.0

  /// A date in one of the ways in which tables write it.
  private static func reading(of text: String) -> DateTime? {
    DateTime(text)
      ?? DateOrder(unambiguous: text)?.seconds(text).map {
        DateTime(secondsSince1970: $0, utcOffsetSeconds: nil)
      }
  }
}

/// What the name of a matrix says: the quantity and the unit, by the rules for columns of tables.
struct MATLABName {
  /// What a matrix can be.
  enum Quantity: Hashable {
    /// Three axes of specific force.
    case acceleration
    /// Three axes of angular rate.
    case angularRate
    /// A slower sensor.
    case side(SideChannel)
    /// Instants; of several the one with the lowest rank is read.
    case time(rank: Int)
    /// Samples per second.
    case rate
  }

  /// What it is, or `nil` for a matrix that is not read.
  let quantity: Quantity?
  /// The unit in the name, or `nil`.
  let unit: ColumnUnit?

  private static let rateNames: Set<String> = [
    "fs", "sf", "sr", "rate", "freq", "frequency", "samplingrate", "samplingfrequency",
    "samplerate", "samplefrequency", "samplingfreq", "srate", "hz",
  ]

  init(_ text: String) {
    let letters = text.lowercased().filter(\.isLetter)
    let bare = letters.hasSuffix("hz") && letters.count > 2 ? String(letters.dropLast(2)) : letters
    if Self.rateNames.contains(letters) || Self.rateNames.contains(bare) {
      (quantity, unit) = (.rate, nil)
      return
    }
    let name = ColumnName(text)
    switch name.quantity {
    case .time(let rank): (quantity, unit) = (.time(rank: rank), name.unit)
    case .side(let channel): (quantity, unit) = (.side(channel), name.unit)
    default:
      if letters == "bar" {
        (quantity, unit) = (.side(.pressure), nil)
      } else {
        (quantity, unit) = Self.triad(text)
      }
    }
  }

  /// Whether a vector is called like one axis of an angular rate.
  static func isAxisOfRate(_ text: String) -> Bool {
    if case .angularRate = ColumnName(text).quantity { true } else { false }
  }

  /// Whether a matrix is called like angles as often as like an angular rate.
  static func isPerhapsAngle(_ text: String) -> Bool {
    namesOfFirstColumn(text).contains { variant in
      if case .angularRate(0, let stem) = ColumnName(variant).quantity {
        return ColumnLayout.isPerhapsAngle(stem)
      }
      return false
    }
  }

  /// Whether a matrix is called like a sensor of a kind by a name that is not known, as `acc2` and `foot_gyr` are.
  static func isUnknown(_ text: String, _ kind: ColumnLayout.Triad) -> Bool {
    guard MATLABName(text).quantity == nil, let axis = ColumnName("\(text)_x").unknownAxis else {
      return false
    }
    return kind.isNamed(in: axis.stem)
  }

  /// A matrix of three axes has the name that a table's columns have, without the axis.
  private static func triad(_ text: String) -> (Quantity?, ColumnUnit?) {
    for variant in namesOfFirstColumn(text) {
      let name = ColumnName(variant)
      switch name.quantity {
      case .acceleration(0, let stem) where !stem.isEmpty && name.unit?.isOfAcceleration ?? true:
        return (.acceleration, name.unit)
      case .angularRate(0, let stem) where !stem.isEmpty && name.otherUnit == nil:
        return (.angularRate, name.unit)
      default: continue
      }
    }
    return (nil, nil)
  }

  /// The axis goes to the end, or before a unit of one word or two: `acc_mps2`, `gyr_deg_s`.
  private static func namesOfFirstColumn(_ text: String) -> [String] {
    let words = text.split(separator: "_")
    return ["\(text)_x"]
      + (1...2).filter { $0 < words.count }.map { count in
        (words.dropLast(count) + ["x"] + words.suffix(count)).joined(separator: "_")
      }
  }
}
