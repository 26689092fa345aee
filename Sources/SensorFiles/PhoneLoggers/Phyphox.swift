import GaitModel

/// Recordings of phyphox: a folder or zip file with a table for each sensor, and what it says about
/// itself in `meta`.
enum Phyphox: LoggerFolder {
  static let name = "phyphox (folder or zip)"

  /// Either there is phyphox' own file of times, or a table of motion that is called as phyphox calls it.
  static func recognizes(_ file: RecordingFile) -> Bool {
    if let time = try? file.member("meta/time.csv") {
      return SmallTable(time).place(of: "experiment time") != nil
    }
    return tables(of: file).contains { name in
      guard PhyphoxTable.isOfMotion(name), let member = try? file.member(name) else { return false }
      return isOwn(member)
    }
  }

  /// Beside its time axes are called `X (m/s^2)` or `Gyroscope x (rad/s)`. Many tables have a column `Time (s)`: one with
  /// axes of other names is a whole recording.
  static func isOwn(_ table: RecordingFile) -> Bool {
    guard let header = try? TableHeader(firstLineOf: table), clock(of: header) != nil else {
      return false
    }
    return header.names.filter { ColumnName($0).isOfThreeAxes }.allSatisfy { name in
      let words = name.lowercased().split(separator: " ")
      return words.count > 1 && ["x", "y", "z"].contains(words[words.count - 2])
        && ["(m/s^2)", "(m/s²)", "(rad/s)"].contains(words[words.count - 1])
    }
  }

  static func open(
    _ file: RecordingFile, settings: OpeningSettings
  ) throws(SensorFileError) -> any SensorFileSource {
    let tables = try PhyphoxTables(of: file, settings: settings).tables
    return try MergedSource(tables, name: file.name, path: file.path, settings: settings)
  }

  /// The tables of the sensors, each before its copies: `Pressure.csv` before `Pressure (1).csv`.
  static func tables(of file: RecordingFile) -> [String] {
    file.members.filter { $0.lowercased().hasSuffix(".csv") && !$0.contains("/") }
      .sorted { $0.dropLast(4) < $1.dropLast(4) }
  }

  /// The time since the recording was started, which all tables share; some were edited to milliseconds.
  static func clock(of header: TableHeader) -> SensorClock? {
    let units = ["time (s)": ("s", 1), "time (ms)": ("ms", 1e-3)]
    return header.names.lazy.compactMap { name in
      units[name.lowercased()].map { unit, seconds in
        SensorClock(
          columnName: name,
          scale: TimeScale(
            secondsPerUnit: seconds, words: "\(unit) since the start", epoch: nil))
      }
    }.first
  }
}

/// What a table of phyphox holds, by the names of its columns.
struct PhyphoxTable {
  /// The quantities on three axes: an experiment may write several into one table.
  let triads: [SensorTable.Triad]
  /// The slow quantity, or `nil`.
  let side: SideChannel?

  /// Looks at a header. Columns `X (m/s^2)` do not say what they hold; the table's name does.
  init(_ header: TableHeader, name: String) {
    let names = header.names.map(ColumnName.init)
    let kinds: [(ColumnLayout.Triad, SensorTable.Triad)] = [
      (.acceleration, .acceleration), (.userAcceleration, .userAcceleration),
      (.gravity, .gravity), (.angularRate, .angularRate),
    ]
    let file = name.lowercased()
    let unnamed: SensorTable.Triad =
      file.hasPrefix("linear")
      ? .userAcceleration : file.hasPrefix("gravity") ? .gravity : .acceleration
    triads = kinds.filter { ColumnLayout.triad(in: names, $0.0) != nil }.map { _, triad in
      triad == .acceleration && header.names.contains("X (m/s^2)") ? unnamed : triad
    }
    side = SideChannel.allCases.first { side in names.contains { $0.quantity == .side(side) } }
  }

  /// How the names of tables begin that hold something that is read.
  private static let readNames = ["accelerometer", "gyroscope", "barometer", "pressure"]

  /// Whether a table should hold something that is read, by its name.
  static func isExpected(_ name: String) -> Bool {
    readNames.contains(where: name.lowercased().hasPrefix)
  }

  /// How the names of tables begin that hold an acceleration or an angular rate; the last is that of experiments with one
  /// table.
  private static let motionNames = [
    "accelero", "acceleration", "linear", "gravity", "gyroscope", "raw",
  ]

  /// Whether a table should hold an acceleration or an angular rate, by its name.
  static func isOfMotion(_ name: String) -> Bool {
    motionNames.contains(where: name.lowercased().hasPrefix)
  }
}

/// Reads the tops of phyphox' tables and chooses among them.
struct PhyphoxTables {
  /// What was chosen.
  private(set) var tables: SensorTables

  /// Looks through a folder or zip file that `Phyphox` recognizes.
  init(of folder: RecordingFile, settings: OpeningSettings) throws(SensorFileError) {
    var found = Found()
    for name in Phyphox.tables(of: folder)
    where Phyphox.hasPart(name, try? folder.member(name)) {
      do throws(SensorFileError) {
        try found.take(name, in: folder, settings: settings)
      } catch {
        found.failures.append(SensorTables.Failure(name: name, reason: error.message))
      }
    }
    if let (first, second) = found.doubles.first {
      throw SensorFileError(tables: first, second, in: folder)
    }
    let (acceleration, words) = try found.acceleration(path: folder.path)
    tables = SensorTables(
      format: Phyphox.name, device: "phyphox", acceleration: acceleration,
      gravity: found[.acceleration] == nil ? found[.gravity] : nil,
      angularRate: found[.angularRate], slow: found.slow, failures: found.failures)
    tables.conversions = [words]
    let meta = PhyphoxMetadata(of: folder)
    tables.device = meta.device
    tables.details = meta.details
    tables.pauses = meta.pauses
    tables.wallClock = meta.wallClock
    tables.namesOffset = meta.namesOffset
    tables.contradictions = meta.contradictions + Phyphox.wordsOnOthers(in: folder)
    let read = Set(tables.all.map(\.name) + tables.failures.map(\.name))
    tables.ignoredNames = folder.members.filter { !read.contains($0) && !$0.hasPrefix("meta/") }
  }

  /// The tables by what they hold. Of a slow quantity the first is read; an experiment may write what it made of it
  /// beside it.
  private struct Found {
    var triads: [SensorTable.Triad: SensorTable] = [:]
    var slow: [SensorTable] = []
    /// Tables of the same quantity on three axes: one recording has one of each.
    private(set) var doubles: [(first: String, second: String)] = []
    private var triadNames: [SensorTable.Triad: String] = [:]
    private var sideNames: [SideChannel: String] = [:]
    var failures: [SensorTables.Failure] = []

    subscript(triad: SensorTable.Triad) -> SensorTable? { triads[triad] }

    mutating func take(
      _ name: String, in folder: RecordingFile, settings: OpeningSettings
    ) throws(SensorFileError) {
      guard let member = try folder.member(name) else { return }
      let header = try TableHeader(firstLineOf: member)
      let content = PhyphoxTable(header, name: name)
      let isRead = !content.triads.isEmpty || content.side != nil
      guard isRead || PhyphoxTable.isExpected(name) else { return }
      let columns = header.names.joined(separator: ", ")
      guard let clock = Phyphox.clock(of: header) else {
        throw SensorFileError(
          .noClock, path: member.path, "the column Time (s) is needed; there are \(columns).")
      }
      guard isRead else {
        throw SensorFileError(
          .missingChannel, path: member.path,
          "none of its columns names a quantity in a unit that is known; there are \(columns).")
      }
      for triad in content.triads {
        if let first = triadNames[triad] {
          doubles.append((first, name))
          continue
        }
        triadNames[triad] = name
        triads[triad] = try SensorTable(
          triad, in: member, name: name, clock: clock,
          expectation: TableExpectation(
            accelerationUnit: triad == .userAcceleration ? .metersPerSecondSquared : nil),
          settings: settings)
      }
      if content.triads.isEmpty, let side = content.side {
        if let first = sideNames[side] {
          failures.append(
            .init(name: name, reason: "\(first) holds the same quantity and is read."))
          return
        }
        slow.append(
          try SensorTable(side, in: member, name: name, clock: clock, settings: settings))
        sideNames[side] = name
      }
    }

    func acceleration(path: String) throws(SensorFileError) -> (SensorTable, String) {
      if let total = self[.acceleration] {
        return (total, "acceleration: \(total.name), which holds gravity")
      }
      if let user = self[.userAcceleration], let gravity = self[.gravity] {
        return (user, "acceleration: the sum of \(user.name) and \(gravity.name)")
      }
      let reasons = failures.map { " \($0.name): \($0.reason)" }.joined()
      let advice =
        self[.userAcceleration] == nil
        ? "no table has the columns Acceleration x, y, z (m/s^2)"
        : "gravity is taken out of the only acceleration"
      throw SensorFileError(
        .missingChannel, path: path,
        "\(advice); record \"Acceleration with g\".\(reasons)")
    }
  }
}

/// What phyphox says about a recording in the folder `meta`.
struct PhyphoxMetadata {
  /// The times at which the clock stood while the recording was paused.
  let pauses: [ClockPause]
  /// The wall clock where the clock of the recording reads 0.
  let wallClock: WallClock?
  /// Whether it is written with its offset from UTC.
  let namesOffset: Bool
  /// What does not fit together.
  let contradictions: [String]
  private let properties: SmallTable?

  /// A pause of the wall clock shorter than this is round-off, seconds.
  private static let shortestPause = 0.01
  /// A wall clock that gains or loses more while it is not paused was set, seconds. Our choice: it may drift by a second in
  /// half a day.
  private static let leastStep = 1.0

  /// Reads `meta/time.csv` and `meta/device.csv`; what is missing is not known.
  init(of folder: RecordingFile) {
    properties = (try? folder.member("meta/device.csv")).map { SmallTable($0) }
    let times = (try? folder.member("meta/time.csv")).map { SmallTable($0) }
    let events = times.map { Self.events(in: $0) } ?? []
    var pauses: [ClockPause] = []
    var isBackward = false
    var step: Double?
    for (before, event) in zip(events, events.dropFirst()) {
      let length = event.system - before.system - (event.experiment - before.experiment)
      guard event.isStart else {
        if before.isStart, abs(length) > Self.leastStep { step = step ?? length }
        continue
      }
      if length > Self.shortestPause {
        pauses.append(ClockPause(at: event.experiment, length: length))
      }
      isBackward = isBackward || length < -Self.shortestPause
    }
    self.pauses = pauses
    contradictions =
      [
        times.flatMap { Self.spoiltWords(in: $0) }, step.map(Self.words(onStep:)),
        isBackward
          ? "clock: meta/time.csv goes back by the wall clock; such a pause is taken as none" : nil,
      ].compactMap(\.self)
    wallClock = events.first.map {
      WallClock(
        secondsSince1970: $0.system - $0.experiment, utcOffsetSeconds: $0.utcOffsetSeconds ?? 0)
    }
    namesOffset = events.first?.utcOffsetSeconds != nil
  }

  /// What recorded.
  var device: String {
    let parts = [["deviceBrand", "brand"], ["deviceModel", "model"]].compactMap(property)
    return parts.isEmpty ? "phyphox" : "phyphox (\(parts.joined(separator: " ")))"
  }

  /// One phrase for `gait inspect` for each thing said.
  var details: [String] {
    let said = ["version", "deviceBrand", "deviceModel", "deviceRelease"].compactMap { name in
      property([name]).map { "\(name): \($0)" }
    }
    return said
      + (pauses.isEmpty
        ? []
        : [
          "paused \(pauses.count.counted("time")); "
            + pauses.count.verb("the pause is a gap", "the pauses are gaps") + " of the recording"
        ])
  }

  private func property(_ names: [String]) -> String? {
    guard let rows = properties?.rows else { return nil }
    return names.lazy.compactMap { name in
      rows.first { $0.count > 1 && $0[0].lowercased() == name.lowercased() && !$0[1].isEmpty }?[1]
    }.first
  }

  private struct Event {
    let isStart: Bool
    let experiment: Double
    let system: Double
    let utcOffsetSeconds: Int?
  }

  /// The events in order; what cannot be read is passed over.
  private static func events(in table: SmallTable) -> [Event] {
    table.rows.indices.compactMap { row in
      guard let experiment = table.number("experiment time", row: row),
        let system = isSpoilt(table, row: row)
          ? written(table, row: row)?.secondsSince1970 : table.number("system time", row: row)
      else { return nil }
      return Event(
        isStart: table.text("event", row: row)?.uppercased() == "START", experiment: experiment,
        system: system, utcOffsetSeconds: written(table, row: row)?.utcOffsetSeconds)
    }
  }

  /// Whether a spreadsheet left too few digits of a system time: some end in zeros that are not written.
  private static func isSpoilt(_ table: SmallTable, row: Int) -> Bool {
    guard let text = table.text("system time", row: row),
      SpoiltClock.isCoarse(text, secondsPerUnit: 1)
    else { return false }
    guard let system = table.number("system time", row: row), let date = written(table, row: row)
    else { return true }
    return abs(system - date.secondsSince1970) > Self.leastStep
  }

  /// What to say of such a table.
  private static func spoiltWords(in table: SmallTable) -> String? {
    guard let row = table.rows.indices.first(where: { isSpoilt(table, row: $0) }) else {
      return nil
    }
    return
      "clock: \"system time\" of meta/time.csv is written as \(table.text("system time", row: row) ?? "") and tells no "
      + "second, as where a spreadsheet saved the table; "
      + (written(table, row: row) != nil
        ? "the time in words beside it is read"
        : "pauses are not known, and " + SpoiltClock.advice)
  }

  private static func words(onStep step: Double) -> String {
    "clock: by meta/time.csv the wall clock went \(step > 0 ? "ahead" : "back") by \(LocalClock.words(abs(step))) "
      + "while the experiment ran, as where it is set; the experiment's time is read, and the start is that of the first "
      + "START: where the clock was wrong until it was set, give --start and --override-start"
  }

  /// The date in words, as `2024-05-01 09:30:00.125 UTC+02:00`.
  private static func written(_ table: SmallTable, row: Int) -> DateTime? {
    table.text("system time text", row: row).flatMap { date(in: $0) }
  }

  private static func date(in text: String) -> DateTime? {
    let parts = text.split(separator: " ")
    guard parts.count == 3, parts[2].hasPrefix("UTC") else { return nil }
    return DateTime("\(parts[0])T\(parts[1])\(parts[2].dropFirst(3))")
  }
}
