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
    let plan = try TablePlan(
      for: file, header: header, columns: columns,
      expectation: TableExpectation(
        accelerationUnit: .gravities, rateWords: "the rate in its first line"),
      settings: settings)
    return try DelimitedTextSource(
      file, plan: plan, layout: layout(plan, preamble, named: named),
      device: (["ActiGraph"] + [preamble.serial].compactMap(\.self)).joined(separator: " "),
      start: preamble.start.seconds.map {
        WallClock(secondsSince1970: $0, utcOffsetSeconds: 0, isLocal: true)
      },
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

  private static func layout(
    _ plan: TablePlan, _ preamble: ActiLifePreamble, named: Double?
  ) -> SensorFileLayout {
    var layout = plan.layout
    layout.contradictions += [preamble.start.remark].compactMap(\.self)
    layout.format = layout.format.replacing(DelimitedText.name, with: name)
    let rate = plan.clock.samplingRateHertz
    if let named, abs(named - rate) > TableUnits.largestRateDifference * rate {
      layout.contradictions.append(
        "sampling_rate_hz of the description is \(named), the first line says \(rate); it wins")
    }
    return layout
  }
}

/// The lines that ActiLife writes above a table: device, start, rate.
struct ActiLifePreamble {
  /// Samples per second, or `nil` when the first line does not say.
  let rateHertz: Double?
  /// When the recording began.
  let start: ActiLifeStart
  /// Seconds that a row stands for when the table holds counts, or `nil` for single samples.
  let epochSeconds: Int?
  /// The serial number, or `nil`.
  let serial: String?
  /// Lines of the preamble.
  let lineCount: Int

  /// Whether a text begins with such lines.
  static func begins(_ head: [UInt8]) -> Bool {
    TableHeader.lines(in: head, limit: 1).first.map(isFirstLine) ?? false
  }

  private static func isFirstLine(_ line: String) -> Bool {
    line.hasPrefix("---") && line.contains("Created By ActiGraph")
  }

  /// Reads the first lines of a text; `nil` when they are something else.
  init?(_ head: [UInt8]) {
    // A program for tables may have closed each line with separators.
    let lines = TableHeader.lines(in: head).map { line in
      String(line.reversed().drop { ",;\t ".contains($0) }.reversed())
    }
    guard let first = lines.first, Self.isFirstLine(first) else { return nil }
    rateHertz = Self.rate(in: first)
    serial = Self.value("Serial Number:", in: lines)
    epochSeconds = Self.value("Epoch Period (hh:mm:ss)", in: lines).flatMap(ActiLifeStart.clock)
      .flatMap { $0 > 0 ? $0 : nil }
    let end = lines.dropFirst().firstIndex { !$0.isEmpty && $0.allSatisfy { $0 == "-" } }
    lineCount = end.map { $0 + 1 } ?? 1
    start = ActiLifeStart(
      date: Self.value("Start Date", in: lines), time: Self.value("Start Time", in: lines),
      format: Self.dateFormat(in: first))
  }

  /// The number before `Hz`.
  private static func rate(in line: String) -> Double? {
    let words = line.split(separator: " ")
    guard let place = words.firstIndex(of: "Hz"), place > 0, let rate = Double(words[place - 1]),
      ActiGraphInfo.possibleRatesHertz.contains(rate)
    else { return nil }
    return rate
  }

  /// `M/d/yyyy` of `… date format M/d/yyyy at 100 Hz …`; `nil` when there is none.
  private static func dateFormat(in line: String) -> String? {
    let words = line.split(separator: " ")
    guard let place = words.firstIndex(of: "format"), place + 1 < words.count else { return nil }
    return String(words[place + 1])
  }

  private static func value(_ name: String, in lines: [String]) -> String? {
    lines.prefix(12).first { $0.hasPrefix(name) }.map { line in
      String(line.dropFirst(name.count).drop { $0 == " " || $0 == ":" })
    }
  }
}

/// When a recording began by the lines that ActiLife writes above a table, on the device's clock.
struct ActiLifeStart {
  /// The first sample, seconds since 1970; `nil` where the lines are missing or cannot be read.
  private(set) var seconds: Double?
  /// What was assumed, or why nothing could be read; `nil` where nothing is to be said.
  private(set) var remark: String?

  private static let override = "if that is wrong, give --start with --override-start"

  /// Reads a date and a time; the order of day and month is that of `format`, as `M/d/yyyy`, where the file has one.
  init(date: String?, time: String?, format: String?) {
    guard let date, let time else { return }
    let usual = date.contains(".") ? "d.M.yyyy" : "M/d/yyyy"
    let order = format ?? (date.prefix(4).allSatisfy(\.isNumber) ? "yyyy-M-d" : usual)
    let swapped = String(order.map { "Mm".contains($0) ? "d" : "d" == $0 ? "M" : $0 })
    let (day, other) = (Self.day(date, order: order), Self.day(date, order: swapped))
    guard let seconds = Self.clock(time), let start = day ?? other else {
      remark =
        "the start \"\(date) \(time)\" cannot be read\(format.map { " as \($0) hh:mm:ss" } ?? ""), so the recording has no "
        + "wall clock; give --start"
      return
    }
    self.seconds = start + Double(seconds)
    let read = CivilDate(daysSince1970: Int(start / 86_400)).text
    if day == nil {
      remark =
        "the start date \"\(date)\" cannot be \(order) and was read as \(read); \(Self.override)"
    } else if format == nil, let other, other != day, order == usual {
      remark =
        "the file does not say the order of its start date \"\(date)\", which was read as \(read) (\(order)); "
        + Self.override
    }
  }

  /// `18:40:00` or `6:40:00 PM` in seconds; `nil` for anything else.
  static func clock(_ text: String) -> Int? {
    let words = text.lowercased().split(separator: " ")
    let half = words.count == 2 ? words[1].filter(\.isLetter) : nil
    let parts = words.first?.split(separator: ":").map { Int($0) } ?? []
    guard words.count < 3, parts.count == 3, var hours = parts[0], let minutes = parts[1],
      let seconds = parts[2], (0..<24).contains(hours), (0..<60).contains(minutes),
      (0..<60).contains(seconds)
    else { return nil }
    if let half {
      guard ["am", "pm"].contains(half), (1...12).contains(hours) else { return nil }
      hours = hours % 12 + (half == "pm" ? 12 : 0)
    }
    return hours * 3600 + minutes * 60 + seconds
  }

  /// A date in the order of the letters of `order`, seconds since 1970.
  private static func day(_ text: String, order: String) -> Double? {
    let isMark: (Character) -> Bool = { "/.-".contains($0) }
    let parts = text.split(whereSeparator: isMark)
    let letters = order.lowercased().split(whereSeparator: isMark).compactMap(\.first)
    guard parts.count == 3, letters.count == 3, let year = letters.firstIndex(of: "y"),
      let month = letters.firstIndex(of: "m"), let day = letters.firstIndex(of: "d")
    else { return nil }
    func padded(_ part: Substring) -> String { part.count == 1 ? "0" + part : String(part) }
    let date = [year, month, day].map { padded(parts[$0]) }.joined(separator: "-")
    return DateTime(date + " 00:00:00")?.secondsSince1970
  }
}
