import Foundation
import GaitModel

/// Recordings of Sensor Logger (Android and iOS): a folder or zip file with a table for each sensor.
enum SensorLogger: LoggerFolder {
  static let name = "Sensor Logger (folder or zip)"

  /// The tables that hold an acceleration, the best first.
  static let accelerations = [
    "TotalAcceleration.csv", "AccelerometerUncalibrated.csv", "Accelerometer.csv",
  ]

  /// Tables that programs wrote again, which add numbers of rows and the like, are known by their names. Others call a table
  /// `Accelerometer` as well.
  private static let rewritten: Set = [
    "totalacceleration", "accelerometeruncalibrated", "accelerometer", "gyroscope",
    "gyroscopeuncalibrated", "gravity", "magnetometer", "magnetometeruncalibrated",
  ]

  static func recognizes(_ file: RecordingFile) -> Bool {
    accelerations.contains { name in
      (try? file.member(name)).map { isOwn($0, mayBeRewritten: name != accelerations.last) }
        ?? false
    }
  }

  static func isOwn(_ table: RecordingFile) -> Bool { isOwn(table, mayBeRewritten: true) }

  /// Since version 3 every table of Sensor Logger has the seconds elapsed, and no other logger's has.
  /// Before, there were nanoseconds since 1970 and nothing else beside the axes.
  private static func isOwn(_ table: RecordingFile, mayBeRewritten: Bool) -> Bool {
    guard let header = try? TableHeader(firstLineOf: table) else { return false }
    let hasOtherColumns =
      mayBeRewritten && rewritten.contains(RecordingPath(table.path).name.lowercased())
    return SensorLoggerClock.elapsed.place(in: header.names) != nil
      || isOld(header, hasOtherColumns: hasOtherColumns)
  }

  private static func isOld(_ header: TableHeader, hasOtherColumns: Bool) -> Bool {
    let names = hasOtherColumns ? header.names.map { $0.lowercased() } : header.names
    let axes = ["x", "y", "z"]
    guard axes.allSatisfy(names.contains), let place = names.firstIndex(of: "time"),
      place < header.firstRow.count,
      hasOtherColumns
        ? names.allSatisfy({
          $0 == "time" || axes.contains($0) || ColumnName($0).quantity == nil
        }) : names.count == 4,
      let nanoseconds = Double(header.firstRow[place])
    else { return false }
    return TimeScale.epochSeconds.contains(nanoseconds / 1e9)
  }

  /// The path of the `Metadata.csv` beside a table of the acceleration that is given by itself: both whatever their case, and
  /// packed or not. `nil` beside any other file, and where there is none.
  static func metadata(beside path: String) -> String? {
    let folder = RecordingPath(path).folder
    func isCalled(_ file: String, _ name: String) -> Bool {
      [name, name + ".gz"].contains { $0.lowercased() == file.lowercased() }
    }
    let own = String(path.dropFirst(folder.count))
    guard accelerations.contains(where: { isCalled(own, $0) }) else { return nil }
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)
    return (names ?? []).filter { isCalled($0, "Metadata.csv") }.min().map { folder + $0 }
  }

  static func open(
    _ file: RecordingFile, settings: OpeningSettings
  ) throws(SensorFileError) -> any SensorFileSource {
    let tables = try SensorLoggerTables(of: file, settings: settings).tables
    return try MergedSource(tables, name: file.name, path: file.path, settings: settings)
  }
}

/// Reads the tops of Sensor Logger's tables and chooses among them.
struct SensorLoggerTables {
  /// What was chosen.
  private(set) var tables: SensorTables

  private let folder: RecordingFile
  private let settings: OpeningSettings
  private let metadata: SensorLoggerMetadata
  private let clock: SensorLoggerClock

  /// Looks through a folder or zip file that `SensorLogger` recognizes.
  init(of folder: RecordingFile, settings: OpeningSettings) throws(SensorFileError) {
    if let (first, second) = Self.doubles(in: folder).first {
      throw SensorFileError(tables: first, second, in: folder)
    }
    self.folder = folder
    self.settings = settings
    metadata = SensorLoggerMetadata(try folder.member("Metadata.csv"))
    clock = SensorLoggerClock(of: folder, metadata)
    let choice = try Choice(folder, clock: clock, metadata: metadata, settings: settings)
    tables = SensorTables(
      format: SensorLogger.name, device: metadata.device, acceleration: choice.acceleration,
      gravity: choice.gravity, angularRate: choice.angularRate)
    tables.conversions = [choice.words] + metadata.conversions
    tables.contradictions =
      clock.contradictions + choice.contradictions + metadata.contradictions
      + SensorLogger.wordsOnOthers(in: folder)
    tables.details = metadata.details
    tables.wallClock = clock.wallClock(metadata)
    tables.namesOffset = metadata.namesOffset
    tables.timeZone = metadata.namedZone
    takeGyroscope()
    for (name, side) in Self.slow { take(name, as: side) }
    listTheRest()
  }

  /// The tables of which a recording has one, and which cannot be told from those of another.
  private static let single =
    SensorLogger.accelerations + ["Gravity.csv"] + gyroscopes + ["Metadata.csv"]
  private static let gyroscopes = ["Gyroscope.csv", "GyroscopeUncalibrated.csv"]

  /// Each table with one of another recording, or a copy, beside it: `Gyroscope (1).csv` has the word `Gyroscope` in its
  /// name, `GyroscopeUncalibrated.csv` has not.
  private static func doubles(in folder: RecordingFile) -> [(String, String)] {
    let names = folder.members.filter { $0.lowercased().hasSuffix(".csv") && !$0.contains("/") }
      .sorted { $0.dropLast(4) < $1.dropLast(4) }
    return single.compactMap { table in
      let word = table.dropLast(4).lowercased()
      let same = names.filter {
        $0.dropLast(4).lowercased().split { !$0.isLetter }.contains { $0 == word }
      }
      return same.count > 1 ? (same[0], same[1]) : nil
    }
  }

  private static let slow: [(String, SideChannel)] = [
    ("Barometer.csv", .pressure), ("HeartRate.csv", .heartRate), ("Location.csv", .groundSpeed),
  ]

  private mutating func takeGyroscope() {
    let (clock, settings) = (clock.clock, settings)
    for name in Self.gyroscopes where tables.angularRate == nil {
      tables.angularRate = table(of: name) { (member, name) throws(SensorFileError) in
        try SensorTable(
          .angularRate, in: member, name: name, clock: clock, expectation: TableExpectation(),
          settings: settings)
      }
    }
  }

  private mutating func take(_ name: String, as side: SideChannel) {
    let (clock, settings) = (clock.clock, settings)
    let found = table(of: name) { (member, name) throws(SensorFileError) in
      try SensorTable(side, in: member, name: name, clock: clock, settings: settings)
    }
    if let found { tables.slow.append(found) }
  }

  /// Does without a table that cannot be read; the recording is more than its gyroscope. A table may
  /// lie in a folder of its own.
  private mutating func table(
    of file: String,
    _ read: (RecordingFile, String) throws(SensorFileError) -> SensorTable
  ) -> SensorTable? {
    let own = folder.members.first { $0.lowercased() == file.lowercased() }
    guard let name = own ?? folder.members.first(where: { isPart($0, file) }) else { return nil }
    do throws(SensorFileError) {
      return try folder.member(name).map { (member) throws(SensorFileError) in
        try read(member, name)
      }
    } catch {
      tables.failures.append(SensorTables.Failure(name: name, reason: error.message))
      return nil
    }
  }

  /// Whether a member is a table in a folder of its own. A folder with an acceleration is another recording.
  private func isPart(_ member: String, _ file: String) -> Bool {
    guard member.lowercased().hasSuffix("/" + file.lowercased()) else { return false }
    let place = member.dropLast(file.count)
    return !SensorLogger.accelerations.contains { folder.container?.place(of: place + $0) != nil }
  }

  private mutating func listTheRest() {
    let read = Set((tables.all.map(\.name) + ["Metadata.csv"]).map { $0.lowercased() })
    let failed = Set(tables.failures.map(\.name))
    tables.ignoredNames = folder.members.filter {
      !read.contains($0.lowercased()) && !failed.contains($0)
    }
  }
}

extension SensorLoggerTables {
  /// The acceleration that is read, and what must be read with it.
  private struct Choice {
    let acceleration: SensorTable
    var gravity: SensorTable?
    var angularRate: SensorTable?
    let words: String
    var contradictions: [String] = []

    /// A total acceleration where there is one that can be read; otherwise the sum with gravity.
    init(
      _ folder: RecordingFile, clock: SensorLoggerClock, metadata: SensorLoggerMetadata,
      settings: OpeningSettings
    ) throws(SensorFileError) {
      // The stamps of the acceleration are the recording's.
      let expectation = TableExpectation(
        isCoreMotion: metadata.isCoreMotion, secondClock: clock.other)
      func table(
        _ triad: SensorTable.Triad, _ name: String, unit: ColumnUnit? = nil
      ) throws(SensorFileError) -> SensorTable? {
        guard let member = try folder.member(name) else { return nil }
        var expectation = expectation
        expectation.accelerationUnit = unit
        return try SensorTable(
          triad, in: member, name: name, clock: clock.clock, expectation: expectation,
          settings: settings)
      }
      var firstFault: SensorFileError?
      for name in ["TotalAcceleration.csv", "AccelerometerUncalibrated.csv"] {
        do throws(SensorFileError) {
          guard let total = try table(.acceleration, name) else { continue }
          acceleration = total
          words = "acceleration: \(name), which holds gravity"
          contradictions = firstFault.map { ["acceleration: \($0.message)"] } ?? []
          return
        } catch {
          firstFault = firstFault ?? error
        }
      }
      let name = "Accelerometer.csv"
      guard let user = try table(.userAcceleration, name, unit: .metersPerSecondSquared) else {
        throw firstFault ?? Self.missing(folder.path)
      }
      if let gravity = try table(.gravity, "Gravity.csv") {
        acceleration = user
        self.gravity = gravity
        words = "acceleration: the sum of \(name) and Gravity.csv"
      } else if let total = try? table(.acceleration, name) {
        // Old devices that cannot take gravity out leave it in.
        acceleration = total
        words = "acceleration: \(name), which holds gravity here"
      } else {
        throw firstFault ?? Self.missing(folder.path)
      }
      contradictions = firstFault.map { ["acceleration: \($0.message)"] } ?? []
    }

    private static func missing(_ path: String) -> SensorFileError {
      SensorFileError(
        .missingChannel, path: path,
        "gravity is taken out of Accelerometer.csv and there is no Gravity.csv to add; record "
          + "Gravity or Total Acceleration as well.")
    }
  }
}
