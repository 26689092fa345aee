import Foundation
import GaitModel

/// A table in which a logger wrote one sensor.
struct SensorTable {
  /// What is read from a table of three axes.
  enum Triad {
    /// Acceleration with gravity in it.
    case acceleration
    /// Acceleration with gravity taken out; gravity must be added.
    case userAcceleration
    /// Gravity.
    case gravity
    /// Angular rate.
    case angularRate

    /// What the columns of such a table may be called by their own.
    fileprivate var kinds: [ColumnLayout.Triad] {
      switch self {
      case .acceleration: [.acceleration]
      case .userAcceleration: [.userAcceleration, .acceleration]
      case .gravity: [.gravity, .acceleration]
      case .angularRate: [.angularRate, .acceleration]
      }
    }

    fileprivate var channels: [Channel] {
      self == .angularRate ? Channel.angularRate : Channel.acceleration
    }
  }

  /// The file's name in the folder or zip file, for people.
  let name: String
  let file: RecordingFile
  let plan: TablePlan

  /// Reads the top of a table of three axes; their names need not say of which sensor.
  init(
    _ triad: Triad, in file: RecordingFile, name: String, clock: SensorClock,
    expectation: TableExpectation, settings: OpeningSettings
  ) throws(SensorFileError) {
    let header = try TableHeader(firstLineOf: file)
    let names = header.names.map(ColumnName.init)
    let places = triad.kinds.lazy.compactMap { ColumnLayout.triad(in: names, $0) }.first
    guard let places else {
      throw SensorFileError(
        .missingChannel, path: file.path,
        "three columns x, y, z are needed; there are \(header.names.joined(separator: ", ")).")
    }
    let columns = zip(places, triad.channels).map { ($0, $1) }
    try self.init(
      columns, of: header, in: file, name: name, clock: clock, expectation: expectation,
      settings: settings)
  }

  /// Reads the top of a slow sensor's table.
  init(
    _ side: SideChannel, in file: RecordingFile, name: String, clock: SensorClock,
    settings: OpeningSettings
  ) throws(SensorFileError) {
    let header = try TableHeader(firstLineOf: file)
    let place = header.names.firstIndex { ColumnName($0).quantity == .side(side) }
    guard let place else {
      throw SensorFileError(
        .missingChannel, path: file.path,
        "no column holds \(side.rawValue); there are \(header.names.joined(separator: ", ")).")
    }
    try self.init(
      [(place, Channel(side))], of: header, in: file, name: name, clock: clock,
      expectation: TableExpectation(isSlow: true), settings: settings)
  }

  /// Reads the top of a table whose columns are known by their places.
  init(
    _ places: [(place: Int, channel: Channel)], of header: TableHeader, in file: RecordingFile,
    name: String, clock: SensorClock, expectation: TableExpectation, settings: OpeningSettings
  ) throws(SensorFileError) {
    guard let time = clock.place(in: header.names) else {
      throw SensorFileError(
        .noClock, path: file.path,
        "the column \(clock.columnName) is needed; there are "
          + "\(header.names.joined(separator: ", ")).")
    }
    let columns = ([(time, .time)] + places).map { place, channel in
      ColumnLayout.Column(ColumnName(header.names[place]), channel: channel, place: place)
    }
    let layout = ColumnLayout(columns: columns, names: header.names)
    if let unread = layout.unread.first {
      throw SensorFileError(.impossibleUnits, path: file.path, unread + ".")
    }
    var expectation = expectation
    expectation.time = clock.scale
    self.name = name
    self.file = file
    plan = try TablePlan(
      for: file, header: header, columns: layout, expectation: expectation, settings: settings)
    if let dead = plan.deadSensors.first {
      throw SensorFileError(.missingChannel, path: file.path, dead + ".")
    }
  }

  /// The same table with nothing but its stamps; all of it when a stamp may be another sensor's.
  func withoutValues(settings: OpeningSettings) throws(SensorFileError) -> SensorTable {
    guard !plan.expectation.isShared else { return self }
    let columns = plan.columns.columns.filter { $0.channel == .time }
    var expectation = plan.expectation
    expectation.isSlow = true
    return SensorTable(
      name: name, file: file,
      plan: try TablePlan(
        for: file, header: plan.header,
        columns: ColumnLayout(columns: columns, names: plan.header.names),
        expectation: expectation, settings: settings))
  }

  private init(name: String, file: RecordingFile, plan: TablePlan) {
    self.name = name
    self.file = file
    self.plan = plan
  }

  /// Begins to read; second 0 is where the common clock reads `origin`, seconds.
  func stream(origin: Double, pauses: [ClockPause]) throws(SensorFileError) -> TableStream {
    try TableStream(
      file, plan: plan, origin: origin / plan.time.secondsPerUnit, pauses: pauses)
  }

  /// What the common clock reads at the first row, seconds.
  var firstSecond: Double { plan.firstStamp * plan.time.secondsPerUnit }

  /// One phrase for `gait inspect`.
  var words: String {
    let rate = (plan.clock.samplingRateHertz * 100).rounded() / 100
    return plan.clock.sampleCount > 1 ? "\(name): \(rate) Hz" : "\(name): one sample"
  }
}

extension SensorFileError {
  /// That a folder or zip file has two tables of one sensor, which nobody can tell apart.
  init(tables first: String, _ second: String, in folder: RecordingFile) {
    self.init(
      .severalRecordings, path: folder.path,
      "\(first) and \(second) are tables of the same sensor, so this \(folder.container?.kind ?? "folder") holds more "
        + "than one recording; put the tables of each recording in a folder of its own.")
  }
}

/// The tables of a recording: which of them are read, and what is known about it besides.
struct SensorTables {
  /// A table that could not be used though the logger wrote it, and why.
  struct Failure {
    let name: String
    let reason: String
  }

  /// What the format is called.
  var format: String
  /// What recorded.
  var device: String
  /// The acceleration: its stamps are the recording's.
  var acceleration: SensorTable
  /// Gravity, when the acceleration is without it.
  var gravity: SensorTable?
  /// Angular rate.
  var angularRate: SensorTable?
  /// Slow sensors.
  var slow: [SensorTable] = []
  /// Stretches of time that the common clock left out, counted from its 0.
  var pauses: [ClockPause] = []
  /// The wall clock where the common clock reads 0, the pauses left out.
  var wallClock: WallClock?
  /// Whether the logger names the offset of the wall clock from UTC.
  var namesOffset = false
  /// Where the person was, as the logger names the zone; `nil` where it names none.
  var timeZone: TimeZone?
  /// Tables that were found damaged.
  var failures: [Failure] = []
  /// What else the logger says.
  var details: [String] = []
  /// What was chosen and converted.
  var conversions: [String] = []
  /// What does not fit together.
  var contradictions: [String] = []
  /// Files that are not read.
  var ignoredNames: [String] = []

  /// The tables that are read, the acceleration first.
  var all: [SensorTable] {
    [acceleration] + [gravity, angularRate].compactMap(\.self) + slow
  }
}

/// The clock that all tables of a recording share.
struct SensorClock {
  /// The column that holds it.
  let columnName: String
  /// What it counts; `nil`: told from its name and numbers.
  let scale: TimeScale?
  /// Its place in the one table that all sensors share; `nil` where each has a table of its own.
  var sharedPlace: Int?

  /// Its place in a table, whatever its case.
  func place(in names: [String]) -> Int? {
    sharedPlace ?? names.firstIndex { $0.lowercased() == columnName.lowercased() }
  }
}
