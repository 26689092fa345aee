import GaitModel

/// Raw samples that ActiLife exports: its lines about the device, then a table of text.
///
/// A table of ActiLife holds every sample, so that the rate of the first line is the clock. Where times stand beside the
/// samples, rounded to milliseconds, they say where rows were cut out.
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
    let found = try columns(of: header, path: file.path)
    let times = writing(ofTimes: found.column(.time), header, in: file, preamble)
    let usesTimes = times != nil || preamble.rateHertz == nil
    let columns = usesTimes ? found : found.without([.time])
    var settings = settings
    let named = settings.description.samplingRateHertz
    settings.description.samplingRateHertz = preamble.rateHertz ?? named
    let plan = try TablePlan(
      for: file, header: header, columns: columns,
      expectation: TableExpectation(
        times: times, evenInterval: preamble.rateHertz.map { 1 / $0 },
        accelerationUnit: .gravities,
        rateSource: preamble.rateHertz == nil ? "the description" : "its first line",
        asksForClocks: false, rateWords: "the rate in its first line"),
      settings: settings)
    let start =
      plan.start
      ?? preamble.start.seconds.map {
        WallClock(secondsSince1970: $0, utcOffsetSeconds: 0, isLocal: true)
      }
    return try DelimitedTextSource(
      file, plan: plan, layout: layout(plan, preamble, named: named),
      device: (["ActiGraph"] + [preamble.serial].compactMap(\.self)).joined(separator: " "),
      start: start, settings: settings)
  }

  /// How the times are written, where they are fine enough to be used: each of the first rows has a later one. Other
  /// programs write the year first.
  private static func writing(
    ofTimes column: ColumnLayout.Column?, _ header: TableHeader, in file: RecordingFile,
    _ preamble: ActiLifePreamble
  ) -> TimeWriting? {
    guard let column else { return nil }
    // The last line may be cut.
    let cells = TableHeader.lines(in: file.head, limit: 200).dropFirst(header.lineCount).dropLast()
      .map { line in
        let cells = TableHeader.cells(of: line, separator: header.separator)
        return column.place < cells.count ? cells[column.place] : ""
      }
    let order = DateOrder(preamble.start.order)
    let writings = [order, order?.exchanged].compactMap { $0.map(TimeWriting.ordered) } + [.dates]
    return writings.first { (writing: TimeWriting) in
      let times = cells.map { writing.seconds($0) ?? .nan }
      return times.count > 1 && zip(times, times.dropFirst()).allSatisfy { $1 > $0 }
    }
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

  /// The columns with the units that ActiLife writes.
  private static func columns(
    of header: TableHeader, path: String
  ) throws(SensorFileError) -> ColumnLayout {
    let found = try ColumnLayout(names: header.names, path: path)
    let columns = found.columns.map { column in
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
    layout.contradictions += [preamble.start.remark, cut(plan, preamble)].compactMap(\.self)
    layout.format = layout.format.replacing(DelimitedText.name, with: name)
    let rate = plan.clock.samplingRateHertz
    if let named, abs(named - rate) > TableUnits.largestRateDifference * rate {
      layout.contradictions.append(
        "sampling_rate_hz of the description is \(named), the first line says \(rate); it wins")
    }
    return layout
  }
}

extension ActiLifeCSV {
  /// Seconds by which the first row may lie beside the start that the lines above the table name.
  private static let largestStartDifference = 1.5

  /// That the first row is not the first sample of the recording, or that nobody can see it; `nil` for neither.
  private static func cut(_ plan: TablePlan, _ preamble: ActiLifePreamble) -> String? {
    guard plan.hasTime, let first = plan.start else {
      let times = plan.header.names.lazy.map(ColumnName.init).first {
        if case .time = $0.quantity { true } else { false }
      }
      return times.map {
        "the times in \"\($0.text)\" are not used, because each row needs a date and a later time than the row before: where rows "
          + "were cut out cannot be seen"
      }
    }
    guard let named = preamble.start.seconds,
      abs(first.secondsSince1970 - named) > largestStartDifference
    else { return nil }
    let start = WallClock(secondsSince1970: named, utcOffsetSeconds: 0, isLocal: true)
    return
      "the first row is of \(InstantText.text(first)), and the lines above the table say \(InstantText.text(start)): the row wins, as "
      + "in a part of a longer table"
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

  /// Whether a text begins with such lines, of which the first is shorter than 300 bytes.
  static func begins(_ head: some Sequence<UInt8>) -> Bool {
    TableHeader.lines(in: Array(head.prefix(300)), limit: 1).first.map(isFirstLine) ?? false
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
      format: Self.dateFormat(in: first), otherDate: Self.value("Download Date", in: lines))
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
  /// The order of year, month and day, as `M/d/yyyy`.
  private(set) var order: String

  private static let override = "if that is wrong, give --start with --override-start"

  /// Reads a date and a time; the order of day and month is that of `format`, as `M/d/yyyy`, where the file has one, else
  /// the usual one in which `otherDate` of the file can be read, too.
  init(date: String?, time: String?, format: String?, otherDate: String? = nil) {
    let usual = date?.contains(".") ?? false ? "d.M.yyyy" : "M/d/yyyy"
    order = format ?? (date?.prefix(4).allSatisfy(\.isNumber) ?? false ? "yyyy-M-d" : usual)
    guard let date, let time else { return }
    var swapped = Self.exchanged(order)
    func reads(_ date: String, _ order: String) -> Bool {
      DateOrder(order)?.seconds("\(date) 00:00:00") != nil
    }
    let isToldByOther =
      format == nil && otherDate.map { !reads($0, order) && reads($0, swapped) } ?? false
    if isToldByOther { (order, swapped) = (swapped, order) }
    let (own, other) = (
      DateOrder(order)?.seconds("\(date) \(time)"), DateOrder(swapped)?.seconds("\(date) \(time)")
    )
    guard let start = own ?? other else {
      remark =
        "the start \"\(date) \(time)\" cannot be read\(format.map { " as \($0) hh:mm:ss" } ?? ""), so the recording has no "
        + "wall clock; give --start"
      return
    }
    seconds = start
    let read = CivilDate(daysSince1970: Int(start / 86_400)).text
    if own == nil {
      remark =
        "the start date \"\(date)\" cannot be \(order) and was read as \(read); \(Self.override)"
      order = swapped
    } else if format == nil, !isToldByOther, let other, other != own, order == usual {
      remark =
        "the file does not say the order of its start date \"\(date)\", which was read as \(read) (\(order)); "
        + Self.override
    }
  }

  private static func exchanged(_ order: String) -> String {
    String(order.map { "Mm".contains($0) ? "d" : "d" == $0 ? "M" : $0 })
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
}
