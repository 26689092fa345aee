import GaitModel

/// What the header and the first minutes say about a recording.
struct GENEActivPlan {
  let setting: GENEActivScanner.Setting
  /// Pages that the header names.
  let pageCount: Int?
  let origin: GENEActivOrigin
  let layout: SensorFileLayout
  let facts: RecordingFacts
  /// What was assumed in place of a calibration that cannot be read, or `nil`.
  let assumption: RecordingRemark?

  init(for file: RecordingFile, settings: OpeningSettings) throws(SensorFileError) {
    let header = GENEActivHeader(file.head)
    let calibration = GENEActivCalibration(header)
    pageCount = header.pageCount
    setting = GENEActivScanner.Setting(
      headerByteCount: header.byteCount, rateHertz: header.rateHertz,
      decoder: GENEActivDecoder(calibration), isThinned: file.isThinned)
    let window = GENEActivWindow(try file.runs(alignedTo: .lines), setting)
    let first = try Self.firstPages(of: window, path: file.path)
    guard let start = first.first else { throw BlockClock.tooFew(file.path) }
    origin = GENEActivOrigin(start.span, slot: start.page.slot(of: 0))
    let clock = try Self.clock(of: first, origin: origin, path: file.path)
    let offset = header.utcOffsetSeconds
    let description = settings.description.completed(
      by: GENEActivSubject(header).description(start: origin.secondsSince1970))
    layout = SensorFileLayout(
      format: GENEActivBIN.name, channels: Self.channels,
      ignoredChannels: ["light", "button"],
      conversions: Self.conversions(hasOffset: offset != nil),
      contradictions: Self.contradictions(header, start.page, clock, settings.description),
      clock: clock, details: GENEActivDetails(header: header, first: start.page).sentences)
    facts = description.facts(
      name: file.name, device: GENEActivDetails(header: header, first: start.page).device,
      samplingRateHertz: clock.samplingRateHertz,
      start: WallClock(
        secondsSince1970: origin.secondsSince1970 - Double(offset ?? 0),
        utcOffsetSeconds: offset ?? 0, isLocal: offset == nil),
      hasAngularRate: false, options: settings.options)
    assumption = Self.assumption(calibration)
  }

  private static func firstPages(
    of window: GENEActivWindow, path: String
  ) throws(SensorFileError) -> [GENEActivWindow.Placed] {
    while let placed = try window.next() {
      if !placed.isEmpty { return placed }
    }
    let damage =
      (window.scanner.streamDamage.map { [$0] } ?? []) + window.remarks.map(\.message)
    guard window.scanner.markCount > 0 || !damage.isEmpty else {
      throw SensorFileError(
        .empty, path: path,
        "there is no page (\"Recorded Data\") below the header of the file; check the download.")
    }
    throw SensorFileError(
      .damaged, path: path,
      "none of its \(window.scanner.markCount) pages can be read: "
        + (damage.isEmpty ? "the first one is cut off" : damage.joined(separator: "; ")) + ".")
  }

  private static func clock(
    of placed: [GENEActivWindow.Placed], origin: GENEActivOrigin, path: String
  ) throws(SensorFileError) -> ClockRegularity {
    var seconds: [Double] = []
    for each in placed where seconds.count < BlockClock.sampleCount {
      for sample in 0..<each.page.sampleCount {
        seconds.append(origin.seconds(each.span, slot: each.page.slot(of: sample)))
      }
    }
    return try BlockClock.regularity(
      of: seconds, nominalRateHertz: placed.first?.page.rateHertz, path: path)
  }

  private static var channels: [SensorFileLayout.Channel] {
    let axes = ["x", "y", "z"].map {
      SensorFileLayout.Channel(
        nameInFile: $0, name: "acc_\($0)", unit: "(100 steps - \($0) offset) / \($0) gain, in g")
    }
    return [
      SensorFileLayout.Channel(
        nameInFile: "Page Time", name: "time_s", unit: "local date and time, of each page")
    ] + axes + [
      SensorFileLayout.Channel(
        nameInFile: "Temperature", name: SideChannel.temperature.rawValue,
        unit: "°C, one for each page")
    ]
  }

  private static func conversions(hasOffset: Bool) -> [String] {
    ["acceleration from g to m/s²"]
      + (hasOffset
        ? []
        : [
          "the header names no time zone; times are given as +00:00 unless the description names "
            + "start_datetime"
        ])
  }

  private static func contradictions(
    _ header: GENEActivHeader, _ page: GENEActivPage, _ clock: ClockRegularity,
    _ description: RecordingDescription
  ) -> [String] {
    var result: [String] = []
    if let rate = header.rateHertz, abs(rate - page.rateHertz) > 0.5 {
      result.append(
        "the header names \(rate) Hz, the pages \(page.rateHertz) Hz; the pages win")
    }
    return result + (BlockClock.contradiction(clock, description).map { [$0] } ?? [])
  }

  private static func assumption(_ calibration: GENEActivCalibration) -> RecordingRemark? {
    guard !calibration.assumed.isEmpty else { return nil }
    return RecordingRemark(
      kind: .assumed, sampleCount: 0,
      message: "the header names no usable \(calibration.assumed.joined(separator: ", ")); "
        + "256 steps for 1 g without offset were taken instead")
  }
}
