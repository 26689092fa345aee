import GaitModel

/// Which column of `_motion.tsv` is what, as `_channels.tsv` says: one row for each column.
struct BIDSChannels {
  /// Names of the columns, in order.
  let names: [String]
  /// What is read of them.
  let columns: ColumnLayout
  /// What was chosen.
  let conversions: [String]
  /// What the file says against its own columns.
  let contradictions: [String]
  /// The rate that stands with the acceleration, Hz; `nil` when none does.
  let rate: Double?

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
    let isBad: Bool
    let rate: Double?
  }

  /// Chooses one tracked point that has an accelerometer.
  init(_ file: RecordingFile) throws(SensorFileError) {
    let entries = Self.entries(of: SmallTable(file))
    let points = Self.points(in: entries)
    guard let point = points.first(where: Self.isCentral) ?? points.first else {
      let found = Set(entries.map(\.type)).sorted().joined(separator: ", ")
      throw SensorFileError(
        .missingChannel, path: file.path,
        "no tracked point has channels of type ACCEL for x, y and z; there are the types \(found).")
    }
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
          name: entry.name, channel: channel, unit: channel == .time ? .seconds : entry.unit,
          place: entry.place)
      }, names: names)
    rate = acceleration.first?.rate
    let others = points.filter { $0 != point }
    conversions = [
      "tracked point: \(point)"
        + (others.isEmpty ? "" : "; not read: \(others.joined(separator: ", "))")
    ]
    contradictions = read.map(\.0).filter(\.isBad).map {
      "\($0.name) has the status bad in _channels.tsv and is read"
    }
  }

  private static func entries(of table: SmallTable) -> [Entry] {
    table.rows.indices.map { row in
      Entry(
        place: row, name: table.text("name", row: row) ?? "column \(row + 1)",
        component: table.text("component", row: row)?.lowercased() ?? "",
        type: table.text("type", row: row)?.uppercased() ?? "",
        point: table.text("tracked_point", row: row) ?? "n/a",
        unit: table.text("units", row: row).flatMap { ColumnUnit(written: $0) },
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
