import GaitModel

/// Raw samples that ActiLife exports: its lines about the device, then a table of text.
///
/// Every sample is in the table, so the rate of the first line is the clock; the times beside the
/// samples, where they were asked for, are the same rounded to milliseconds.
enum ActiLifeCSV: SensorFileFormat {
  static let name = "ActiLife export (CSV)"

  static func recognizes(_ file: RecordingFile) -> Bool { ActiLifePreamble.begins(file.head) }

  static func open(
    _ file: RecordingFile, settings: OpeningSettings
  ) throws(SensorFileError) -> any SensorFileSource {
    guard let preamble = ActiLifePreamble(file.head) else {
      return try DelimitedText.open(file, settings: settings)
    }
    if let seconds = preamble.epochSeconds {
      throw SensorFileError(
        .missingChannel, path: file.path,
        "this is a table of counts for \(seconds) s each; export the raw samples instead.")
    }
    let header = try header(of: file, preamble)
    let columns = try columns(of: header, hasRate: preamble.rateHertz != nil, path: file.path)
    var settings = settings
    let named = settings.description.samplingRateHertz
    settings.description.samplingRateHertz = preamble.rateHertz ?? named
    if settings.description.start == nil {
      settings.description.start = preamble.startSeconds.map {
        WallClock(secondsSince1970: $0, utcOffsetSeconds: 0, isLocal: true)
      }
    }
    let plan = try TablePlan(
      for: file, header: header, columns: columns,
      expectation: TableExpectation(
        accelerationUnit: .gravities, rateWords: "the rate in its first line"),
      settings: settings)
    return try DelimitedTextSource(
      file, plan: plan, layout: layout(plan, named: named),
      device: (["ActiGraph"] + [preamble.serial].compactMap(\.self)).joined(separator: " "),
      settings: settings)
  }

  /// The row of names, or the names that a table without them has.
  private static func header(
    of file: RecordingFile, _ preamble: ActiLifePreamble
  ) throws(SensorFileError) -> TableHeader {
    let lines = TableHeader.lines(in: file.head)
    guard preamble.lineCount < lines.count else {
      throw SensorFileError(
        .empty, path: file.path, "there is nothing below the lines about the device.")
    }
    let line = lines[preamble.lineCount]
    let separator = TableHeader.separator(of: line)
    let cells = TableHeader.cells(of: line, separator: separator)
    guard cells.last.map({ Double($0.replacing(",", with: ".")) }) ?? nil != nil else {
      return try TableHeader(of: file)
    }
    let axes = ["Accelerometer X", "Accelerometer Y", "Accelerometer Z"]
    guard cells.count == 3 || cells.count == 4 else {
      throw SensorFileError(
        .missingChannel, path: file.path,
        "a table without names must have 3 columns, or a time and 3; there are \(cells.count).")
    }
    return try TableHeader(
      names: cells.count == 3 ? axes : ["Timestamp"] + axes, separator: separator, for: file,
      linesAbove: preamble.lineCount)
  }

  /// The columns with the units that ActiLife writes; times only when there is no rate.
  private static func columns(
    of header: TableHeader, hasRate: Bool, path: String
  ) throws(SensorFileError) -> ColumnLayout {
    let found = try ColumnLayout(names: header.names, path: path)
    let columns = found.columns.filter { !(hasRate && $0.channel == .time) }.map { column in
      let unit: ColumnUnit? =
        if Channel.acceleration.contains(column.channel) {
          .gravities
        } else if Channel.angularRate.contains(column.channel) {
          .degreesPerSecond
        } else {
          column.unit
        }
      return ColumnLayout.Column(
        name: column.name, channel: column.channel, unit: unit, place: column.place)
    }
    return ColumnLayout(columns: columns, names: header.names)
  }

  private static func layout(_ plan: TablePlan, named: Double?) -> SensorFileLayout {
    var layout = plan.layout
    layout.format = layout.format.replacing(DelimitedText.name, with: name)
    let rate = plan.clock.samplingRateHertz
    if let named, abs(named - rate) > TableUnits.largestRateDifference * rate {
      layout.contradictions.append(
        "sampling_rate_hz of the description is \(named), the first line says \(rate); it wins")
    }
    return layout
  }
}
