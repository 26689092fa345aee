import GaitModel

/// Recordings of Sensor Logger (Android and iOS): a folder or zip file with a table for each sensor.
enum SensorLogger: SensorFileFormat {
  static let name = "Sensor Logger (folder or zip)"

  /// The tables that hold an acceleration, the best first.
  private static let accelerations = [
    "TotalAcceleration.csv", "AccelerometerUncalibrated.csv", "Accelerometer.csv",
  ]

  /// Every table of Sensor Logger has this column, and no other logger's has.
  static func recognizes(_ file: RecordingFile) -> Bool {
    accelerations.contains { name in
      guard let member = try? file.member(name), let header = try? TableHeader(firstLineOf: member)
      else { return false }
      return SensorLoggerClock.elapsed.place(in: header.names) != nil
    }
  }

  static func open(
    _ file: RecordingFile, settings: OpeningSettings
  ) throws(SensorFileError) -> any SensorFileSource {
    let tables = try SensorLoggerTables(of: file, settings: settings).tables
    return try MergedSource(tables, name: file.name, path: file.path, settings: settings)
  }
}
