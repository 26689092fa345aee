import GaitModel

/// Recordings of the GENEActiv: a header of text, then pages of text with 300 samples each.
///
/// Layout and units are those of the manufacturer's instructions ("Understanding .bin files",
/// Activinsights GENEActiv manual, page 16) and of its library GENEAcore (cran/GENEAcore on GitHub).
enum GENEActivBIN: SensorFileFormat {
  static let name = "GENEActiv (BIN)"

  /// The first line of the file's header.
  static let headerMark = Array("Device Identity".utf8)
  /// The first line of a page.
  static let pageMark = Array("Recorded Data".utf8)
  /// A line of every page.
  private static let timeMark = Array("Page Time:".utf8)

  /// The mark of the header, or the beginning of a page: a damaged header costs the calibration and
  /// no sample.
  static func recognizes(_ file: RecordingFile) -> Bool {
    file.head.starts(with: headerMark)
      || (file.head.firstPlace(of: pageMark) != nil && file.head.firstPlace(of: timeMark) != nil)
  }

  static func open(
    _ file: RecordingFile, settings: OpeningSettings
  ) throws(SensorFileError) -> any SensorFileSource {
    try GENEActivSource(file, settings: settings)
  }

  /// The header above the first page, the last one where the same is there again.
  ///
  /// - Throws: `severalRecordings` where another file's header is there, as where one without a page was put before.
  static func header(of file: RecordingFile) throws(SensorFileError) -> ArraySlice<UInt8> {
    var header = file.head[..<(file.head.firstPlace(of: pageMark) ?? 0)]
    guard header.starts(with: headerMark) else { return header }
    while let start = placeOfNext(in: header) {
      let next = header[start...]
      guard next.starts(with: header[..<start].prefix(next.count)) else {
        throw joined(at: start, of: file.path)
      }
      header = next
    }
    return header
  }

  /// Where a header begins behind the one that the text begins with. Notes may speak of one: a line about the device follows
  /// its first.
  private static func placeOfNext(in text: ArraySlice<UInt8>) -> Int? {
    var place = text.startIndex + 1
    while let found = Array(text[place...]).firstPlace(of: headerMark) {
      place += found + headerMark.count
      if text[place...].drop(while: { $0 == 13 || $0 == 10 }).starts(with: Array("Device ".utf8)) {
        return place - headerMark.count
      }
    }
    return nil
  }

  /// What to say of files that were put behind each other.
  static func joined(at byte: Int, of path: String) -> SensorFileError {
    SensorFileError(
      .severalRecordings, path: path,
      "another recording begins at byte \(byte.grouped), with a header of its own "
        + "(\"\(String(decoding: headerMark, as: UTF8.self))\"); make a file of each.")
  }
}

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
      path: file.path, header: try GENEActivBIN.header(of: file),
      headerByteCount: header.byteCount, rateHertz: header.rateHertz,
      decoder: GENEActivDecoder(calibration), isThinned: file.isThinned)
    let window = GENEActivWindow(try file.runs(alignedTo: .lines), setting)
    let first = try Self.firstPages(of: window, path: file.path)
    guard let start = first.first else { throw BlockClock.tooFew(file.path) }
    origin = GENEActivOrigin(start.span, slot: start.page.slot(of: 0))
    let clock = try Self.clock(of: first, origin: origin, path: file.path)
    let offset = header.utcOffsetSeconds
    let subject = GENEActivSubject(header)
    let description = settings.description.completed(
      by: subject.description(start: origin.secondsSince1970))
    layout = SensorFileLayout(
      format: GENEActivBIN.name, channels: Self.channels,
      ignoredChannels: ["light", "button"],
      conversions: Self.conversions(offset),
      contradictions: Self.contradictions(header, start.page, clock, settings.description)
        + (header.encodingRemarks + subject.unused(start: origin.secondsSince1970))
        .map { "the header: \($0)" },
      clock: clock, details: GENEActivDetails(header: header, first: start.page).sentences)
    facts = description.facts(
      name: file.name, device: GENEActivDetails(header: header, first: start.page).device,
      samplingRateHertz: clock.samplingRateHertz,
      start: WallClock(
        secondsSince1970: origin.secondsSince1970 - Double(offset ?? 0),
        utcOffsetSeconds: offset ?? 0, isLocal: offset == nil),
      namesOffset: offset != nil, hasAngularRate: false, options: settings.options)
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
      "none of its \(window.scanner.markCount.counted("page")) can be read: "
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

  private static func conversions(_ offset: Int?) -> [String] {
    ["acceleration from g to m/s²"]
      + (offset != nil
        ? []
        : [
          "the header names no offset from UTC; its times are local ones without one unless --time-zone or the "
            + "description's start_datetime or time_zone says more"
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

/// Hands out the samples of a GENEActiv recording.
final class GENEActivSource: SensorFileSource {
  let facts: RecordingFacts

  private let window: GENEActivWindow
  private let plan: GENEActivPlan
  private let blockSampleCount: Int
  private var placed: ArraySlice<GENEActivWindow.Placed> = []
  private var usedOfFirst = 0
  private var hasEnded = false

  init(_ file: RecordingFile, settings: OpeningSettings) throws(SensorFileError) {
    plan = try GENEActivPlan(for: file, settings: settings)
    window = GENEActivWindow(try file.runs(alignedTo: .lines), plan.setting)
    // A stamp, then three values.
    blockSampleCount = settings.blockSampleCount(bytesPerSample: 20)
    facts = plan.facts
  }

  var isThinned: Bool { plan.setting.isThinned }

  var layout: SensorFileLayout {
    var layout = plan.layout
    layout.details += GENEActivDetails.sentences(
      last: window.scanner.last, pressCount: window.scanner.pressCount, isThinned: isThinned)
    return layout
  }

  var remarks: [RecordingRemark] {
    plan.layout.remarks(sampleCount: 0) + [plan.assumption].compactMap(\.self) + window.remarks
      + truncations + [pageCount].compactMap(\.self)
  }

  private var truncations: [RecordingRemark] {
    var messages = [window.scanner.streamDamage].compactMap(\.self)
    if window.scanner.cutByteCount > 0 {
      messages.append(
        "the file ends inside a page, after \(window.scanner.cutByteCount.counted("byte")) of it")
    }
    return messages.map { RecordingRemark(kind: .truncated, sampleCount: 0, message: $0) }
  }

  private var pageCount: RecordingRemark? {
    let found = window.scanner.markCount
    guard hasEnded, !plan.setting.isThinned, let named = plan.pageCount, named != found else {
      return nil
    }
    return RecordingRemark(
      kind: .inconsistent, sampleCount: 0,
      message: "the header names \(named.counted("page")), the file holds \(found.grouped)")
  }

  func nextBlock() throws -> RecordingBlock? {
    while placed.isEmpty {
      guard let next = try window.next() else {
        hasEnded = true
        return nil
      }
      placed = next[...]
    }
    return GENEActivSamples(takePieces()).block(origin: plan.origin)
  }

  /// As many samples as a block may hold, of the pages that are in memory.
  private func takePieces() -> [GENEActivSamples.Piece] {
    var pieces: [GENEActivSamples.Piece] = []
    var room = blockSampleCount
    while room > 0, let next = placed.first {
      let count = min(next.page.sampleCount - usedOfFirst, room)
      pieces.append(
        GENEActivSamples.Piece(
          page: next.page, span: next.span, samples: usedOfFirst..<usedOfFirst + count))
      room -= count
      usedOfFirst += count
      if usedOfFirst == next.page.sampleCount {
        placed.removeFirst()
        usedOfFirst = 0
      }
    }
    return pieces
  }
}
