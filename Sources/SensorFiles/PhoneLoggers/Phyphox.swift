import GaitModel

/// Recordings of phyphox: a folder or zip file with a table for each sensor, and what it says about
/// itself in `meta`.
enum Phyphox: SensorFileFormat {
  static let name = "phyphox (folder or zip)"

  /// Either there is phyphox' own file of times, or a table with the names of its columns.
  static func recognizes(_ file: RecordingFile) -> Bool {
    if let time = try? file.member("meta/time.csv") {
      return SmallTable(time).place(of: "experiment time") != nil
    }
    return tables(of: file).contains { name in
      guard let member = try? file.member(name), let header = try? TableHeader(firstLineOf: member)
      else { return false }
      return PhyphoxTable(header).isMotion && clock(of: header) != nil
    }
  }

  static func open(
    _ file: RecordingFile, settings: OpeningSettings
  ) throws(SensorFileError) -> any SensorFileSource {
    let tables = try PhyphoxTables(of: file, settings: settings).tables
    return try MergedSource(tables, name: file.name, path: file.path, settings: settings)
  }

  /// The tables of the sensors.
  static func tables(of file: RecordingFile) -> [String] {
    file.members.filter { $0.lowercased().hasSuffix(".csv") && !$0.contains("/") }
  }

  /// The time since the recording was started, which all tables share.
  static func clock(of header: TableHeader) -> SensorClock? {
    let name = header.names.first { $0.lowercased() == "time (s)" }
    return name.map {
      SensorClock(
        columnName: $0,
        scale: TimeScale(secondsPerUnit: 1, words: "s since the start", isEpoch: false))
    }
  }
}
