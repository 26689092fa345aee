import GaitModel

/// Finds the pages in the bytes of a file, one after the other.
///
/// Every page is found by its mark, wherever it lies: whatever is damaged, reading goes on at the
/// next mark.
final class GENEActivScanner {
  private static let usualPageByteCount = 3840
  /// A page has 8 lines above its samples. After twice as many there is nothing to wait for.
  private static let mostLines = 16
  /// Lost pages in a row over which a missing time is carried on: a minute at 100 Hz.
  private static let longestLoss = 20

  /// What of the file's header the pages need.
  struct Setting {
    /// Where the file is.
    let path: String
    /// The header, up to the first page.
    let header: ArraySlice<UInt8>
    /// `nil` when the end of the header cannot be told.
    let headerByteCount: Int?
    let rateHertz: Double?
    let decoder: GENEActivDecoder
    /// Whether the bytes are runs from all over the file: then pages that are cut, and text that
    /// belongs to none, are no damage.
    let isThinned: Bool
  }

  private let bytes: GENEActivBuffer
  private let setting: Setting
  /// Where the file's own header ends that is there again.
  private var repeatedHeaderEnd = 0
  private var skipped: (offset: Int, count: Int)?
  private var ordinal = 0
  private var isButtonDown = false
  /// The last page that could be used.
  private(set) var last: GENEActivPage?
  /// What was lost so far.
  private(set) var damage = DamageLog<GENEActivDamage>()
  /// Marks of pages seen, whatever followed.
  private(set) var markCount = 0
  /// Bytes of a page that the end of the file cuts off; 0 when it cuts none.
  private(set) var cutByteCount = 0
  /// How often the button was pressed so far.
  private(set) var pressCount = 0

  /// Reads from the beginning of a file.
  init(_ stream: any ByteStream, _ setting: Setting) {
    bytes = GENEActivBuffer(stream)
    self.setting = setting
  }

  /// What is wrong with the stream itself.
  var streamDamage: String? { bytes.streamDamage }

  /// The next page that can be used, or `nil` at the end.
  func next() throws(SensorFileError) -> GENEActivPage? {
    while try findMark() {
      try bytes.refill()
      markCount += 1
      let page = try readPage()
      ordinal += 1
      guard let page else { continue }
      last = page
      return page
    }
    return nil
  }

  // MARK: Between pages

  /// Goes to the next mark; `false` when there is none.
  private func findMark() throws(SensorFileError) -> Bool {
    while true {
      try bytes.refill()
      let mark = bytes.placeOfMark(from: bytes.start, to: bytes.end)
      // A mark may begin in the last few bytes.
      let rest = bytes.isAtEnd ? 0 : min(bytes.end - bytes.start, GENEActivBIN.pageMark.count - 1)
      try skip(to: mark ?? bytes.end - rest)
      guard mark != nil || bytes.isAtEnd else { continue }
      noteSkipped()
      return mark != nil
    }
  }

  /// Passes over bytes and counts those that are no line ends and not the file's header.
  private func skip(to end: Int) throws(SensorFileError) {
    // Without a whole header its end is unknown.
    let headerEnd = setting.headerByteCount ?? (markCount == 0 ? Int.max : 0)
    for place in bytes.start..<end
    where bytes.fileOffset(of: place) >= max(headerEnd, repeatedHeaderEnd) {
      // Tabs, line ends and spaces part the pages.
      switch bytes[place] {
      case 9, 10, 13, 32: continue
      default: break
      }
      if skipped == nil {
        if try isHeader(at: place, to: end) { continue }
        skipped = (bytes.fileOffset(of: place), 0)
      }
      skipped?.count += 1
    }
    bytes.start = end
  }

  /// Whether the text between two pages is the file's header once more, as where a file was put behind itself; throws
  /// where it is another file's, because one recording is of one device and one person.
  private func isHeader(at place: Int, to end: Int) throws(SensorFileError) -> Bool {
    guard markCount > 0,
      let header = bytes.place(of: GENEActivBIN.headerMark, from: place, to: end),
      try isOwnHeader(at: header), header == place
    else { return false }
    repeatedHeaderEnd = bytes.fileOffset(of: place) + setting.header.count
    return true
  }

  /// Throws where a line of a page that is cut off goes on with another file's header.
  private func checkCut(_ line: GENEActivBuffer.Line) throws(SensorFileError) {
    let header = bytes.place(
      of: GENEActivBIN.headerMark, from: line.start, to: line.start + line.bytes.count)
    if let header { _ = try isOwnHeader(at: header) }
  }

  /// Whether the header at a place is the file's own; throws where it is another file's, but not where a run of a thinned file
  /// cuts it.
  private func isOwnHeader(at place: Int) throws(SensorFileError) -> Bool {
    if setting.isThinned, !isInOneRun(headerAt: place) { return false }
    if !setting.header.isEmpty, bytes.lies(setting.header, at: place) { return true }
    throw GENEActivBIN.joined(at: bytes.fileOffset(of: place), of: setting.path)
  }

  /// Whether all of a header, up to the page below it, lies in the file as it does in memory.
  private func isInOneRun(headerAt place: Int) -> Bool {
    guard let end = bytes.placeOfMark(from: place, to: bytes.end) else { return false }
    return bytes.fileOffset(of: end) - bytes.fileOffset(of: place) == end - place
  }

  private func noteSkipped() {
    guard let (offset, count) = skipped else { return }
    skipped = nil
    guard !setting.isThinned else { return }
    let pages = (count + Self.usualPageByteCount / 2) / Self.usualPageByteCount
    damage.note(
      .text, at: offset, blocks: max(pages, 1), samples: pages * GENEActivPage.fullCount,
      count.counted("byte"))
    ordinal += pages
  }

  // MARK: Pages

  /// Reads the page whose mark lies at the start of the bytes, and goes behind it.
  private func readPage() throws(SensorFileError) -> GENEActivPage? {
    let (first, limit) = (bytes.start, bytes.limit)
    let offset = bytes.fileOffset(of: first)
    var head = GENEActivPageHead()
    bytes.start += GENEActivBIN.pageMark.count
    while head.lineCount < Self.mostLines, let line = bytes.line(at: bytes.start, limit: limit) {
      if GENEActivPageHead.isSamples(line.bytes) {
        bytes.start = line.next
        return try digits(head, line, at: offset).flatMap { timed(head, at: offset, $0) }
      }
      if line.bytes.starts(with: GENEActivBIN.pageMark) { break }
      if !line.hasEnd {
        if bytes.isAtEnd { bytes.start = bytes.end }
        break
      }
      try checkCut(line)
      if !line.bytes.isEmpty { head.read(line.bytes) }
      bytes.start = line.next
    }
    if bytes.isAtEnd, bytes.start == bytes.end {
      cutByteCount = bytes.end - first
    } else {
      note(.unusable, head, at: offset, samples: GENEActivPage.fullCount, "no samples")
    }
    return nil
  }

  /// The samples; nearly always they are 300 times twelve digits.
  private func digits(
    _ head: GENEActivPageHead, _ line: GENEActivBuffer.Line, at offset: Int
  ) throws(SensorFileError) -> GENEActivDigits? {
    let full = GENEActivPage.fullCount * GENEActivDecoder.digitsPerSample
    let isUsual =
      line.bytes.count == full && head.lineCount == GENEActivPageHead.usualLineCount
    // The end of one run and the beginning of the next may look like a page.
    if setting.isThinned, !isUsual { return nil }
    if line.bytes.count != full { try checkCut(line) }
    guard
      let count = line.bytes.count == full
        ? GENEActivPage.fullCount : sampleCount(head, line, at: offset)
    else { return nil }
    let text = bytes.text(from: line.start)
    let digits = GENEActivDigits(text, count: count, by: setting.decoder)
    let readable = (digits?.values.count ?? 0) / 3
    if readable < count {
      // A page that is cut off and the first line of a header may have as many letters together.
      try checkCut(line)
      note(
        .letters, head, at: offset, samples: count - readable, (count - readable).counted("sample"))
    }
    if digits?.isPressed ?? false || isButtonDown {
      pressCount += setting.decoder.pressCount(text, count: count, isDown: &isButtonDown)
    }
    return digits
  }

  /// How many samples there are in a line of another length; `nil` when that cannot be told.
  private func sampleCount(
    _ head: GENEActivPageHead, _ line: GENEActivBuffer.Line, at offset: Int
  ) -> Int? {
    let perSample = GENEActivDecoder.digitsPerSample
    var length = line.bytes.count
    let isLast = !line.hasEnd && bytes.isAtEnd && line.next == bytes.end
    var isCut = isLast
    if let mark = bytes.placeOfMark(from: line.start, to: line.start + length) {
      (length, isCut, bytes.start) = (mark - line.start, true, mark)
    }
    let count = min(length / perSample, GENEActivPage.fullCount)
    let lost = GENEActivPage.fullCount - count
    if !isCut, lost > 0, length % perSample != 0 {
      // It is unknown which digits are missing: those behind them would be read as another axis.
      note(
        .unusable, head, at: offset, samples: GENEActivPage.fullCount,
        "\(length.counted("digit")), not twelve for each sample")
      return nil
    }
    if isLast, lost > 0, bytes.start == bytes.end {
      cutByteCount = bytes.fileOffset(of: bytes.end) - offset
    } else if lost > 0 || length > GENEActivPage.fullCount * perSample {
      note(.count, head, at: offset, samples: lost, length.counted("digit"))
    }
    return count > 0 ? count : nil
  }

  /// Gives the page a time and a rate: its own, or those that follow from the page before.
  private func timed(
    _ head: GENEActivPageHead, at offset: Int, _ digits: GENEActivDigits
  ) -> GENEActivPage? {
    guard let rate = head.rateHertz ?? last?.rateHertz ?? setting.rateHertz,
      let seconds = head.seconds ?? carriedOn(head)
    else {
      note(
        .unusable, head, at: offset, samples: GENEActivPage.fullCount, "no readable time or rate")
      return nil
    }
    if head.seconds == nil || head.rateHertz == nil {
      note(.noTime, head, at: offset, samples: digits.values.count / 3, "")
    }
    if head.temperatureCelsius == nil { note(.noTemperature, head, at: offset, samples: 0, "") }
    return GENEActivPage(
      fileOffset: offset, ordinal: ordinal, sequence: head.sequence, start: seconds,
      rateHertz: rate, temperatureCelsius: head.temperatureCelsius,
      batteryVolts: head.batteryVolts, slotCount: digits.slotCount, slots: digits.slots,
      values: digits.values)
  }

  /// The time that follows from the page before, by the numbers or by the place in the file.
  private func carriedOn(_ head: GENEActivPageHead) -> Double? {
    guard let last, !setting.isThinned else { return nil }
    let numbers = head.sequence.flatMap { number in last.sequence.map { number - $0 } }
    let pages = numbers ?? ordinal - last.ordinal
    guard (1...Self.longestLoss).contains(pages) else { return nil }
    let period = GENEActivPage.period(rateHertz: last.rateHertz)
    return last.start + Double(pages * GENEActivPage.fullCount) * period
  }

  private func note(
    _ fault: GENEActivDamage, _ head: GENEActivPageHead, at offset: Int, samples: Int,
    _ words: @autoclosure () -> String
  ) {
    // In a thinned file pages are cut where its runs meet.
    let isCut = fault == .unusable || head.lineCount != GENEActivPageHead.usualLineCount
    if setting.isThinned, isCut { return }
    let number = head.sequence.map { "number \($0)" } ?? "number unknown"
    let more = words()
    damage.note(fault, at: offset, samples: samples, more.isEmpty ? number : "\(number): \(more)")
  }
}
