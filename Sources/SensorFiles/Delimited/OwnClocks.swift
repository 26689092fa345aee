import GaitModel

/// A column that may be the clock of some sensors of a table, as `gyr_time_s` beside `time_s`.
struct OwnClock {
  /// The name as the file has it.
  let name: String
  let place: Int
  /// The unit in its name, or `nil`.
  let unit: ColumnUnit?
  /// What the sensor gives that its name says; none where it says no sensor.
  let channels: [Channel]

  /// The columns of a table whose names say a time, in its order.
  static func clocks(in names: [String]) -> [OwnClock] {
    names.indices.compactMap { OwnClock(names[$0], place: $0) }
  }

  /// Takes a name of a time, with a word for a sensor before or behind it; `nil` for any other name.
  private init?(_ text: String, place: Int) {
    let plain = ColumnName.withoutCount(text)
    let name = ColumnName(plain)
    (self.name, self.place) = (text, place)
    if case .time = name.quantity {
      (unit, channels) = (name.unit, [])
      return
    }
    let words = ColumnName.words(of: plain)
    for length in 1...3 where length < words.count {
      for start in 0...(words.count - length) {
        let sensor = words[start..<start + length].joined()
        // `time_hr` is a time in hours.
        guard start == 0 || sensor != "hr", let channels = Self.channels(of: sensor) else {
          continue
        }
        let rest = ColumnName((words[..<start] + words[(start + length)...]).joined(separator: " "))
        guard case .time = rest.quantity else { continue }
        (unit, self.channels) = (rest.unit, channels)
        return
      }
    }
    return nil
  }

  private static func channels(of sensor: String) -> [Channel]? {
    switch sensor {
    case "acc", "accel", "accelerometer", "acceleration": Channel.acceleration
    case "gyr", "gyro", "gyroscope", "angularrate", "angularvelocity": Channel.angularRate
    case "gravity", "grav": Channel.gravity
    case "gps", "gnss", "location": [.groundSpeed]
    default: ColumnName.sideChannel(sensor).map { [Channel($0)] }
    }
  }
}

/// The sensors of a table that are not in the time of their row: each row has what came at once, or row by row what each
/// sensor gave, with a clock for each.
struct OwnClocks {
  /// What is read by which other clock than that of the rows.
  private var own: [Channel: SensorClock] = [:]
  private let rows: SensorClock
  /// What is said of it by `gait inspect`.
  private(set) var conversions: [String] = []

  /// Compares the clocks of a table, all rows of them; `nil` where there is one, or all say the same.
  ///
  /// - Throws: `noClock` where a sensor's clock is another one than that of its row, and both have no time in common.
  init?(in file: RecordingFile, settings: OpeningSettings) throws(SensorFileError) {
    guard let header = try? TableHeader(of: file),
      let columns = try? ColumnLayout(names: header.names, path: file.path),
      let time = columns.column(.time)
    else { return nil }
    let found = Self.candidates(in: header.names, columns, time)
    guard !found.isEmpty else { return nil }
    func plan(
      _ column: ColumnLayout.Column, _ scale: TimeScale?
    ) throws(SensorFileError) -> TablePlan {
      var expectation = TableExpectation(isSlow: true, isShared: true)
      expectation.time = scale
      return try TablePlan(
        for: file, header: header,
        columns: ColumnLayout(columns: [column], names: header.names), expectation: expectation,
        settings: settings)
    }
    guard let used = try? plan(time, nil) else { return nil }
    rows = SensorClock(columnName: time.name, scale: used.time, sharedPlace: time.place)
    let top = header.rows(of: file)
    for (clock, channels) in found {
      // Nothing stands there before a sensor begins, as before satellites are found.
      guard top.contains(where: { clock.place < $0.count && !$0[clock.place].isEmpty }) else {
        continue
      }
      // A slow value is written when it comes, so that the time of its row is near enough where its own tells nothing.
      let isSlow = channels.allSatisfy(Channel.side.contains)
      let column = ColumnLayout.Column(
        name: clock.name, channel: .time, unit: clock.unit, place: clock.place)
      let scale = Self.scale(of: clock, in: header, besides: used.time)
      let isNamed = !clock.channels.isEmpty
      let other: TablePlan
      do throws(SensorFileError) {
        other = try plan(column, scale)
      } catch {
        // What says no sensor and tells no time is no clock of a sensor.
        if isNamed, !isSlow { throw error }
        continue
      }
      let difference = try ClockDifference(of: other, from: used, in: file)
      guard !difference.isNone(interval: 1 / used.clock.samplingRateHertz, isNamed: isNamed) else {
        continue
      }
      let names = channels.compactMap { columns.column($0)?.name }.joined(separator: ", ")
      let words = difference.words(clock.name, time.name)
      guard difference.haveTimeInCommon else {
        if isSlow { continue }
        throw SensorFileError(
          .noClock, path: file.path,
          "\(names) \(channels.count.verb("has", "have")) a clock of \(channels.count.verb("its", "their")) own: \(words), and both "
            + "have no time in common. Let both count from the same instant, write the values at the time of their row, or "
            + "leave these columns out.")
      }
      for channel in channels {
        own[channel] = SensorClock(
          columnName: clock.name, scale: other.time, sharedPlace: clock.place)
      }
      conversions.append(
        "\(names): read by \(channels.count.verb("its", "their")) own clock; \(words)")
    }
    if own.isEmpty { return nil }
  }

  /// Whether a column of that name is the clock of a sensor.
  func reads(_ name: String) -> Bool { own.values.contains { $0.columnName == name } }

  /// The clock by which a channel is read.
  func clock(of channel: Channel) -> SensorClock { own[channel] ?? rows }

  /// Clocks that may be other ones than that of the rows, in the order of the table, and what is read by each: what the name
  /// says, or what stands behind a column of time that is not beside that of the rows.
  private static func candidates(
    in names: [String], _ columns: ColumnLayout, _ time: ColumnLayout.Column
  ) -> [(clock: OwnClock, channels: [Channel])] {
    let clocks = OwnClock.clocks(in: names)
    let values = columns.columns.filter { $0.channel != .time }
    func isBesideTime(_ clock: OwnClock) -> Bool {
      let between = min(clock.place, time.place)...max(clock.place, time.place)
      return !values.contains { between.contains($0.place) }
    }
    func clock(of column: ColumnLayout.Column) -> OwnClock? {
      if let named = clocks.first(where: { $0.channels.contains(column.channel) }) { return named }
      let before = clocks.last { $0.place < column.place }
      return before.flatMap { isBesideTime($0) ? nil : $0 }
    }
    return clocks.filter { $0.place != time.place }.compactMap { each in
      let channels = values.filter { clock(of: $0)?.place == each.place }.map(\.channel)
      // A clock of all that is read is that of the rows once more.
      let isOfRows = each.channels.isEmpty && channels.count == values.count
      return channels.isEmpty || isOfRows ? nil : (each, channels)
    }
  }

  /// What a clock counts: by its name or its size, and otherwise what that of the rows counts.
  private static func scale(
    of clock: OwnClock, in header: TableHeader, besides rows: TimeScale
  ) -> TimeScale? {
    let number =
      clock.place < header.firstRow.count ? header.number(in: header.firstRow[clock.place]) : nil
    return TimeScale(named: clock.unit, stamps: [number ?? 0])
      ?? (rows.epoch == nil ? rows : nil)
  }
}
