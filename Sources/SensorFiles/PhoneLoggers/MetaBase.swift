import GaitModel

/// Recordings of MetaBase, which writes a table for each sensor of a MetaMotion or MetaWear:
/// `…_Accelerometer_50.000Hz_1.7.3.csv` and, beside it, `…_Gyroscope_50.000Hz_1.7.3.csv`.
///
/// Both together are one recording: by the accelerometer's file, or by a folder with one of each.
enum MetaBase: SensorFileFormat {
  static let name = "MetaBase (a table for each sensor)"

  private static let acceleration = "_Accelerometer_"
  private static let angularRate = "_Gyroscope_"

  /// The milliseconds since 1970 are the clock that the sensors share; older versions wrote `epoc`.
  private static let clocks = ["epoch (ms)", "epoc (ms)"].map {
    SensorClock(
      columnName: $0, scale: TimeScale(secondsPerUnit: 1e-3, words: "ms since 1970", epoch: 0))
  }

  /// The clock of a table; `nil` of one that is none of MetaBase's.
  private static func clock(of file: RecordingFile) -> SensorClock? {
    guard let header = try? TableHeader(firstLineOf: file) else { return nil }
    return clocks.first { $0.place(in: header.names) != nil }
  }

  static func recognizes(_ file: RecordingFile) -> Bool {
    if file.container != nil { return members(of: file, acceleration).count == 1 }
    return fileName(file.path).contains(acceleration) && isTable(file)
  }

  static func open(
    _ file: RecordingFile, settings: OpeningSettings
  ) throws(SensorFileError) -> any SensorFileSource {
    // Both sensors are read side by side, so that neither is read in parts.
    let (first, second) = try files(of: file.whole())
    let header = try TableHeader(firstLineOf: first)
    let table = try SensorTable(
      .acceleration, in: first, name: fileName(first.path), clock: clock(of: first) ?? clocks[0],
      expectation: TableExpectation(), settings: settings)
    var tables = SensorTables(
      format: name, device: device(first.path), acceleration: table)
    if let second {
      do throws(SensorFileError) {
        tables.angularRate = try SensorTable(
          .angularRate, in: second, name: fileName(second.path),
          clock: clock(of: second) ?? clocks[0], expectation: TableExpectation(), settings: settings
        )
      } catch {
        tables.failures.append(.init(name: fileName(second.path), reason: error.message))
      }
    }
    let offset = utcOffset(in: header.names)
    tables.wallClock = WallClock(secondsSince1970: 0, utcOffsetSeconds: offset ?? 0)
    tables.namesOffset = offset != nil
    let read = Set(tables.all.map(\.name) + tables.failures.map(\.name))
    tables.ignoredNames = file.members.filter { !read.contains(fileName($0)) }
    return try MergedSource(tables, name: file.name, path: file.path, settings: settings)
  }

  /// The tables of the accelerometer and of the gyroscope of the same device and start.
  private static func files(
    of file: RecordingFile
  ) throws(SensorFileError) -> (acceleration: RecordingFile, angularRate: RecordingFile?) {
    guard file.container == nil else {
      guard let name = members(of: file, acceleration).first,
        let first = try file.member(name)
      else { throw SensorFileError(.missing, path: file.path, "its accelerometer is gone.") }
      let second = members(of: file, angularRate).filter { isPair(name, $0) }
      if second.count > 1 { throw SensorFileError(tables: second[0], second[1], in: file) }
      return (
        first, try second.first.flatMap { (name) throws(SensorFileError) in try file.member(name) }
      )
    }
    let own = fileName(file.path)
    let folder = RecordingPath(file.path).folder
    let container = try RecordingContainer(folder: folder.isEmpty ? "." : folder)
    let names = container.names.filter {
      fileName($0) == $0 && isPair(own, $0) && $0.lowercased().contains(".csv")
    }
    if names.count > 1 { throw SensorFileError(tables: names[0], names[1], in: file) }
    return (
      file,
      try names.first.map { (name) throws(SensorFileError) in
        try RecordingFile(path: folder + container.writtenName(of: name))
      }
    )
  }

  private static func members(of file: RecordingFile, _ sensor: String) -> [String] {
    file.members.filter {
      $0.contains(sensor) && ((try? file.member($0)) ?? nil).map(isTable) ?? false
    }
  }

  /// Whether a name is that of the gyroscope beside the accelerometer of another: all up to the sensor
  /// is the same.
  private static func isPair(_ own: String, _ other: String) -> Bool {
    guard let start = own.firstRange(of: acceleration),
      let second = other.firstRange(of: angularRate)
    else { return false }
    return own[..<start.lowerBound] == other[..<second.lowerBound]
  }

  private static func isTable(_ file: RecordingFile) -> Bool { clock(of: file) != nil }

  private static func fileName(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The device's name and address, which follow what the person called the recording.
  private static func device(_ path: String) -> String {
    let own = fileName(path)
    guard let sensor = own.firstRange(of: acceleration),
      let address = own[..<sensor.lowerBound].split(separator: "_").last
    else { return "MetaMotion" }
    return "MetaMotion \(address)"
  }

  /// The offset in `time (-11:00)`, in older versions `timestamp (-1100)`.
  private static func utcOffset(in names: [String]) -> Int? {
    names.lazy.compactMap { name in
      guard let start = ["time (", "timestamp ("].first(where: name.hasPrefix), name.hasSuffix(")")
      else { return nil }
      return DateTime("2000-01-01T00:00:00" + name.dropFirst(start.count).dropLast())?
        .utcOffsetSeconds
    }.first
  }
}
