import Foundation
import GaitModel

/// Recordings in the layout of BIDS motion: a table without header, a table that names its columns,
/// and a `.json` with the rate.
enum BIDSMotion: SensorFileFormat {
  static let name = "BIDS motion (_motion.tsv with _channels.tsv)"

  static func recognizes(_ file: RecordingFile) -> Bool {
    file.container == nil
      ? (try? BIDSFiles(of: file)) != nil
      : file.members.contains { $0.hasSuffix(BIDSFiles.motionEnding) }
  }

  static func open(
    _ file: RecordingFile, settings: OpeningSettings
  ) throws(SensorFileError) -> any SensorFileSource {
    let files = try BIDSFiles(of: file)
    let channels = try BIDSChannels(files.channels, site: settings.givenSite)
    let sidecar = BIDSSidecar(files.sidecar)
    var settings = settings
    var expectation = TableExpectation()
    expectation.clockAdvice = "give it the type LATENCY in _channels.tsv"
    let rates = sidecar.rates + channels.rates
    var contradictions: [String] = []
    if let (place, rate) = rates.first {
      contradictions = DeviceRate(place, rate)
        .contradictions(rates.dropFirst(), settings.description)
      settings.description.samplingRateHertz = rate
      expectation.rateSource = place
      expectation.rateWords = "\(rate) Hz, as \(place) says"
    }
    let isGiven = settings.givenSite != nil
    let told = isGiven ? nil : channels.site
    settings.description.site = settings.description.site ?? told
    let header = try TableHeader(
      names: channels.names, separator: UInt8(ascii: "\t"), for: files.motion)
    try check(header, path: files.motion.path)
    var plan = try TablePlan(
      for: files.motion, header: header, columns: channels.columns, expectation: expectation,
      settings: settings)
    plan = try plan.withoutRate(
      RateCoverage(plan, in: files.motion), in: files.motion, settings: settings)
    var layout = plan.layout
    layout.format = name
    layout.conversions =
      channels.conversions
      + (told.map { ["site: \($0.rawValue), as the name of the tracked point tells"] } ?? [])
      + layout.conversions
    let unknownSite =
      isGiven || told != nil || channels.point == BIDSChannels.noPoint
      ? []
      : [
        "the tracked point \"\(channels.point)\" names no site that is known; "
          + "--site or site in the description says where the device was worn"
      ]
    layout.contradictions += channels.contradictions + contradictions + unknownSite
    layout.details = sidecar.details
    return try DelimitedTextSource(
      files.motion, plan: plan, layout: layout, device: sidecar.device, settings: settings)
  }

  private static func check(_ header: TableHeader, path: String) throws(SensorFileError) {
    guard !header.firstRow.isEmpty, header.firstRow.count != header.names.count else { return }
    throw SensorFileError(
      .damaged, path: path,
      "its first row has \(header.firstRow.count.counted("column")) and _channels.tsv names "
        + "\(header.names.count); there must be a row in _channels.tsv for every column.")
  }
}

/// The files that belong to one recording in the layout of BIDS.
struct BIDSFiles {
  /// How the name of the table ends.
  static let motionEnding = "_motion.tsv"

  let motion: RecordingFile
  let channels: RecordingFile
  let sidecar: RecordingFile?

  /// The path of a table, packed or not, without the ending of its name; `nil` of any other file.
  static func base(of path: String) -> String? {
    [motionEnding, motionEnding + ".gz"].first(where: path.hasSuffix).map {
      String(path.dropLast($0.count))
    }
  }

  /// The path of the table beside it that names its columns; that of its packed copy where there is nothing else.
  static func channels(of base: String) -> String {
    let path = base + "_channels.tsv"
    let isPacked = (try? PathKind(of: path)) == nil && (try? PathKind(of: path + ".gz")) != nil
    return isPacked ? path + ".gz" : path
  }

  /// Finds the files beside the table, or in a folder that has one table.
  init(of file: RecordingFile) throws(SensorFileError) {
    if file.container == nil {
      guard let base = Self.base(of: file.path) else {
        throw SensorFileError(.unknownFormat, path: file.path, "this is no _motion.tsv.")
      }
      motion = file
      channels = try RecordingFile(path: Self.channels(of: base))
      sidecar = try? RecordingFile(path: base + "_motion.json")
      return
    }
    let names = file.members.filter { $0.hasSuffix(Self.motionEnding) }
    guard let name = names.first, names.count == 1, let motion = try file.member(name) else {
      throw SensorFileError(
        .folder, path: file.path,
        "there are \(names.count) recordings in it (\(names.prefix(8).joined(separator: ", "))); "
          + (file.container?.kind == "folder"
            ? "give the path of one of them." : "unpack it, and give one of them."))
    }
    let base = String(name.dropLast(Self.motionEnding.count))
    guard let channels = try file.member(base + "_channels.tsv") else {
      throw SensorFileError(
        .missingChannel, path: file.path,
        "\(base)_channels.tsv is missing, which names the columns of \(name).")
    }
    self.motion = motion
    self.channels = channels
    sidecar = try? file.member(base + "_motion.json")
  }
}

/// What stands in `_motion.json`: the rate and the device.
struct BIDSSidecar {
  private let values: [String: DescriptionValue]

  /// Reads the file; one that is missing or no JSON says nothing.
  init(_ file: RecordingFile?) {
    let read = file.flatMap {
      try? JSONDecoder().decode([String: DescriptionValue].self, from: Data($0.head))
    }
    values = read ?? [:]
  }

  /// Samples per second, as measured and then as set, with where they stand.
  var rates: [DeviceRate.Said] {
    ["SamplingFrequencyEffective", "SamplingFrequency"].compactMap { key in
      number(key).flatMap {
        SamplingClock.possibleRatesHertz.contains($0) ? ("\(key) of _motion.json", $0) : nil
      }
    }
  }

  /// What recorded.
  var device: String {
    let parts = ["Manufacturer", "ManufacturersModelName"].compactMap(text)
    return parts.isEmpty ? "BIDS motion" : "BIDS motion (\(parts.joined(separator: " ")))"
  }

  /// One phrase for `gait inspect` for each thing said.
  var details: [String] {
    ["TaskName", "TrackingSystemName", "DeviceSerialNumber", "SoftwareVersions"].compactMap { key in
      text(key).map { "\(key): \($0)" }
    }
  }

  private func number(_ key: String) -> Double? {
    if case .number(let value) = values[key] { value } else { nil }
  }

  private func text(_ key: String) -> String? {
    guard case .text(let value) = values[key], !value.isEmpty, value != "n/a" else { return nil }
    return value
  }
}

/// Which column of `_motion.tsv` is what, as `_channels.tsv` says: one row for each column.
struct BIDSChannels {
  /// Names of the columns, in order.
  let names: [String]
  /// What is read of them.
  let columns: ColumnLayout
  /// The tracked point that is read.
  let point: String
  /// Where it is, as far as its name tells.
  let site: WearingSite?
  /// What was chosen.
  let conversions: [String]
  /// What the file says against its own columns.
  let contradictions: [String]
  /// The rate that stands with the acceleration, Hz; none when none does.
  let rates: [DeviceRate.Said]

  /// What stands where there is no tracked point.
  static let noPoint = "n/a"

  /// Words of a tracked point that is near the body's center of mass, where walking is told best.
  private static let centralWords = [
    "lowerback", "lumbar", "sacrum", "pelvis", "waist", "hip", "trunk",
  ]

  private struct Entry {
    let place: Int
    let name: String
    let component: String
    let type: String
    let point: String
    let unit: ColumnUnit?
    /// What stands for a unit and is none that is known.
    let otherUnit: String?
    let isBad: Bool
    let rate: Double?
  }

  /// Chooses one tracked point that has an accelerometer: one at the site that is given, if any.
  init(_ file: RecordingFile, site given: WearingSite?) throws(SensorFileError) {
    let entries = Self.entries(of: SmallTable(file))
    let points = Self.points(in: entries)
    let atSite = points.first { given != nil && WearingSite(within: $0) == given }
    guard let point = atSite ?? points.first(where: Self.isCentral) ?? points.first else {
      let found = Set(entries.map(\.type)).sorted().joined(separator: ", ")
      throw SensorFileError(
        .missingChannel, path: file.path,
        "no tracked point has channels of type ACCEL for x, y and z; there are the types \(found).")
    }
    self.point = point
    site = WearingSite(within: point)
    let acceleration = Self.triad(in: entries, type: "ACCEL", point: point)
    let angularRate = Self.triad(in: entries, type: "GYRO", point: point)
    let latency = entries.first { $0.type == "LATENCY" }
    let read =
      (latency.map { [($0, Channel.time)] } ?? [])
      + Array(zip(acceleration, Channel.acceleration))
      + Array(zip(angularRate, Channel.angularRate))
    names = entries.map(\.name)
    columns = ColumnLayout(
      columns: read.map { entry, channel in
        ColumnLayout.Column(
          name: entry.name, channel: channel,
          unit: entry.unit ?? (channel == .time ? .seconds : nil),
          place: entry.place, otherUnit: entry.otherUnit)
      }, names: names)
    rates = acceleration.first?.rate.map { [("_channels.tsv", $0)] } ?? []
    let others = points.filter { $0 != point }
    conversions = [
      "tracked point: \(point)"
        + (others.isEmpty ? "" : "; not read: \(others.joined(separator: ", "))")
    ]
    let gyroscope = entries.filter { $0.type == "GYRO" && $0.point == point }.map(\.name)
    let unread =
      angularRate.isEmpty && !gyroscope.isEmpty
      ? [
        "\(gyroscope.joined(separator: ", ")): channels of type GYRO with the components x, y and z are needed, so none is read"
      ] : []
    contradictions =
      read.map(\.0).filter(\.isBad).map {
        "\($0.name) has the status bad in _channels.tsv and is read"
      } + unread
      + [given?.contradiction(of: "tracked point", named: point)].compactMap(\.self)
  }

  private static func entries(of table: SmallTable) -> [Entry] {
    table.rows.indices.map { row in
      let written = table.text("units", row: row)
      let unit = written.flatMap { ColumnUnit(written: $0) }
      return Entry(
        place: row, name: table.text("name", row: row) ?? "column \(row + 1)",
        component: table.text("component", row: row)?.lowercased() ?? "",
        type: table.text("type", row: row)?.uppercased() ?? "",
        point: table.text("tracked_point", row: row) ?? noPoint,
        unit: unit, otherUnit: unit == nil ? written : nil,
        isBad: table.text("status", row: row)?.lowercased() == "bad",
        rate: table.number("sampling_frequency", row: row))
    }
  }

  private static func points(in entries: [Entry]) -> [String] {
    var points: [String] = []
    for entry in entries where entry.type == "ACCEL" && !points.contains(entry.point) {
      if !triad(in: entries, type: "ACCEL", point: entry.point).isEmpty {
        points.append(entry.point)
      }
    }
    return points
  }

  /// The channels for x, y and z; none unless there are all three.
  private static func triad(in entries: [Entry], type: String, point: String) -> [Entry] {
    let found = ["x", "y", "z"].compactMap { axis in
      entries.first { $0.type == type && $0.point == point && $0.component == axis }
    }
    return found.count == 3 ? found : []
  }

  private static func isCentral(_ point: String) -> Bool {
    let letters = point.lowercased().filter(\.isLetter)
    return centralWords.contains { letters.contains($0) }
  }
}
