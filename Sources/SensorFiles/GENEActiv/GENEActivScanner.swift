import Foundation

/// Finds the pages in the bytes of a file, one after the other.
///
/// Every page is found by its mark, wherever it lies: whatever is damaged, reading goes on at the
/// next mark.
final class GENEActivScanner {
  /// Bytes in memory at once: a good part of a processor's cache.
  private static let capacity = 1 << 18
  /// A page has about 3,840 bytes. What has no end after four times as many is none.
  private static let longestPage = 1 << 14
  private static let usualPage = 3840
  /// A page has 8 lines above its samples. After twice as many there is nothing to wait for.
  private static let mostLines = 16
  /// Lost pages in a row over which a missing time is carried on: a minute at 100 Hz.
  private static let longestLoss = 20

  /// What of the file's header the pages need.
  struct Setting {
    let headerByteCount: Int?
    let rateHertz: Double?
    let decoder: GENEActivDecoder
    /// Whether the bytes are runs from all over the file: then pages that are cut, and text that
    /// belongs to none, are no damage.
    let isThinned: Bool
  }

  private struct Line {
    let bytes: UnsafeBufferPointer<UInt8>
    /// Where the line begins and the next one does, in memory.
    let start: Int
    let next: Int
    let hasEnd: Bool
  }

  private let stream: any ByteStream
  private let setting: Setting
  private let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
  private var start = 0
  private var filled = 0
  private var memoryOffset = 0
  private var hasEnded = false
  private var skipped: (offset: Int, count: Int)?
  private var ordinal = 0
  private var last: GENEActivPage?
  /// What was lost so far.
  private(set) var damage = DamageLog<GENEActivDamage>()
  /// Marks of pages seen, whatever followed.
  private(set) var markCount = 0
  /// Bytes of a page that the end of the file cuts off; 0 when it cuts none.
  private(set) var cutByteCount = 0

  /// Reads from the beginning of a file.
  init(_ stream: any ByteStream, _ setting: Setting) {
    self.stream = stream
    self.setting = setting
  }

  deinit { memory.deallocate() }

  /// What is wrong with the stream itself.
  var streamDamage: String? { stream.damage }

  /// The next page that can be used, or `nil` at the end.
  func next() throws(SensorFileError) -> GENEActivPage? {
    while try findMark() {
      try refill()
      markCount += 1
      let page = readPage()
      ordinal += 1
      guard let page else { continue }
      last = page
      return page
    }
    return nil
  }

  // MARK: Bytes

  /// Goes to the next mark; `false` when there is none.
  private func findMark() throws(SensorFileError) -> Bool {
    while true {
      try refill()
      if let mark = placeOfMark(from: start, to: filled) {
        skip(to: mark)
        noteSkipped()
        return true
      }
      // A mark may begin in the last few bytes.
      let rest = hasEnded ? 0 : min(filled - start, GENEActivBIN.pageMark.count - 1)
      skip(to: filled - rest)
      guard hasEnded else { continue }
      noteSkipped()
      return false
    }
  }

  /// Gets as many bytes as the longest page has, unless the file ends before.
  private func refill() throws(SensorFileError) {
    guard !hasEnded, filled - start < Self.longestPage else { return }
    memory.update(from: memory + start, count: filled - start)
    memoryOffset += start
    filled -= start
    start = 0
    while filled < Self.capacity, !hasEnded {
      let room = UnsafeMutableRawBufferPointer(
        start: memory + filled, count: Self.capacity - filled)
      let count = try stream.read(into: room)
      filled += count
      hasEnded = count == 0
    }
  }

  private func placeOfMark(from first: Int, to end: Int) -> Int? {
    let mark = GENEActivBIN.pageMark
    var place = first
    while place + mark.count <= end {
      // The samples' digits have no R.
      let rest = end - mark.count + 1 - place
      guard let found = memchr(memory + place, Int32(mark[0]), rest) else { return nil }
      place = found.assumingMemoryBound(to: UInt8.self) - memory
      if memcmp(memory + place, mark, mark.count) == 0 { return place }
      place += 1
    }
    return nil
  }

  // MARK: Between pages

  /// Passes over bytes and counts those that are no line ends and not the file's header.
  private func skip(to end: Int) {
    // Without a whole header nobody knows where it ends.
    let headerEnd = setting.headerByteCount ?? (markCount == 0 ? Int.max : 0)
    for place in start..<max(end, start) where memoryOffset + place >= headerEnd {
      switch memory[place] {
      case 9, 10, 13, 32: continue
      default: break
      }
      if skipped == nil { skipped = (memoryOffset + place, 0) }
      skipped?.count += 1
    }
    start = max(end, start)
  }

  private func noteSkipped() {
    guard let (offset, count) = skipped else { return }
    skipped = nil
    guard !setting.isThinned else { return }
    let pages = (count + Self.usualPage / 2) / Self.usualPage
    damage.note(
      .text, at: offset, blocks: max(pages, 1), samples: pages * GENEActivPage.fullCount,
      "\(count.grouped) bytes")
    ordinal += pages
  }

  // MARK: Pages

  /// Reads the page whose mark lies at `start` and goes behind it.
  private func readPage() -> GENEActivPage? {
    let offset = memoryOffset + start
    let (first, limit) = (start, min(filled, start + Self.longestPage))
    var head = GENEActivPageHead()
    start += GENEActivBIN.pageMark.count
    while head.lineCount < Self.mostLines, let line = line(at: start, limit) {
      if GENEActivPageHead.isSamples(line.bytes) { return page(head, line, at: offset) }
      if line.bytes.starts(with: GENEActivBIN.pageMark) { break }
      if !line.hasEnd { return cut(from: first) }
      if !line.bytes.isEmpty { head.read(line.bytes) }
      start = line.next
    }
    if hasEnded, start == filled { return cut(from: first) }
    return unusable(head, at: offset, "no samples")
  }

  private func cut(from first: Int) -> GENEActivPage? {
    cutByteCount = filled - first
    start = filled
    return nil
  }

  private func unusable(_ head: GENEActivPageHead, at offset: Int, _ why: String) -> GENEActivPage?
  {
    guard !setting.isThinned else { return nil }
    let words = Self.number(head) + why
    damage.note(.unusable, at: offset, samples: GENEActivPage.fullCount, words)
    return nil
  }

  private static func number(_ head: GENEActivPageHead) -> String {
    head.sequence.map { "number \($0): " } ?? ""
  }

  private func line(at place: Int, _ limit: Int) -> Line? {
    guard place < limit else { return nil }
    let found = memchr(memory + place, Int32(UInt8(ascii: "\n")), limit - place)
    let end = found.map { $0.assumingMemoryBound(to: UInt8.self) - memory } ?? limit
    var length = end - place
    while length > 0, memory[place + length - 1] == 13 || memory[place + length - 1] == 32 {
      length -= 1
    }
    return Line(
      bytes: UnsafeBufferPointer(start: memory + place, count: length), start: place,
      next: found == nil ? limit : end + 1, hasEnd: found != nil)
  }

  /// The page with its samples; most pages are whole and are done with in the first lines.
  private func page(
    _ head: GENEActivPageHead, _ line: Line, at offset: Int
  ) -> GENEActivPage? {
    start = line.next
    let digits = GENEActivDecoder.digitsPerSample
    var (count, slots): (Int, [Int]) = (GENEActivPage.fullCount, [])
    let isLong = line.bytes.count >= count * digits
    var values = isLong ? decoded(line.start, count: count) : nil
    if setting.isThinned {
      // The end of one run and the beginning of the next may look like a page.
      guard head.lineCount == GENEActivPageHead.usualLineCount,
        line.bytes.count == count * digits
      else { return nil }
    }
    if values == nil || line.bytes.count != count * digits {
      guard let found = repaired(head, line, at: offset) else { return nil }
      (count, slots, values) = found
    }
    guard let values else { return nil }
    return timed(head, at: offset, slotCount: count, slots: slots, values: values)
  }

  /// All samples, or `nil` when a letter is no digit.
  private func decoded(_ place: Int, count: Int) -> [Float]? {
    var isWhole = false
    let values = [Float](unsafeUninitializedCapacity: 3 * count) { room, filled in
      guard let target = room.baseAddress else { return }
      isWhole = setting.decoder.decode(memory + place, count: count, into: target)
      filled = 3 * count
    }
    return isWhole ? values : nil
  }

  /// What can be read of samples that are not 300 times twelve digits.
  private func repaired(
    _ head: GENEActivPageHead, _ line: Line, at offset: Int
  ) -> (count: Int, slots: [Int], values: [Float])? {
    let digits = GENEActivDecoder.digitsPerSample
    var length = line.bytes.count
    let atEnd = !line.hasEnd && hasEnded && line.next == filled
    var isCut = atEnd
    if let mark = placeOfMark(from: line.start, to: line.start + length) {
      (length, isCut, start) = (mark - line.start, true, mark)
    }
    guard isCut || length % digits == 0 || length > GENEActivPage.fullCount * digits else {
      return unplaced(head, at: offset, length)
    }
    let count = min(length / digits, GENEActivPage.fullCount)
    if count < GENEActivPage.fullCount, atEnd, start == filled {
      cutByteCount = memoryOffset + filled - offset
    } else if count * digits != length {
      noteCount(head, at: offset, length, count)
    } else if count < GENEActivPage.fullCount {
      noteCount(head, at: offset, length, count)
    }
    guard count > 0 else { return nil }
    return readable(head, line, at: offset, count: count)
  }

  private func noteCount(_ head: GENEActivPageHead, at offset: Int, _ length: Int, _ count: Int) {
    guard !setting.isThinned else { return }
    damage.note(
      .count, at: offset, samples: GENEActivPage.fullCount - count,
      "\(Self.number(head))\(length.grouped) digits")
  }

  /// Nobody knows which digits are missing: those behind them would be read as another axis.
  private func unplaced(
    _ head: GENEActivPageHead, at offset: Int, _ length: Int
  ) -> (count: Int, slots: [Int], values: [Float])? {
    _ = unusable(head, at: offset, "\(length.grouped) digits, not twelve for each sample")
    return nil
  }

  private func readable(
    _ head: GENEActivPageHead, _ line: Line, at offset: Int, count: Int
  ) -> (count: Int, slots: [Int], values: [Float])? {
    if let values = decoded(line.start, count: count) { return (count, [], values) }
    let slots = setting.decoder.readable(memory + line.start, count: count)
    damage.note(
      .letters, at: offset, samples: count - slots.count,
      "\(Self.number(head))\(count - slots.count) samples")
    guard !slots.isEmpty else { return nil }
    var values: [Float] = []
    let samples = slots.compactMap {
      decoded(line.start + $0 * GENEActivDecoder.digitsPerSample, count: 1)
    }
    for axis in 0..<3 { values += samples.map { $0[axis] } }
    return (count, slots, values)
  }

  /// Gives the page a time and a rate: its own, or those that follow from the page before.
  private func timed(
    _ head: GENEActivPageHead, at offset: Int, slotCount: Int, slots: [Int], values: [Float]
  ) -> GENEActivPage? {
    guard let rate = head.rateHertz ?? last?.rateHertz ?? setting.rateHertz else {
      return unusable(head, at: offset, "no readable rate")
    }
    guard let seconds = head.seconds ?? carriedOn(head) else {
      return unusable(head, at: offset, "no readable time")
    }
    if head.seconds == nil || head.rateHertz == nil {
      damage.note(.noTime, at: offset, samples: values.count / 3, Self.number(head) + "used")
    }
    if head.temperatureCelsius == nil {
      damage.note(.noTemperature, at: offset, samples: 0)
    }
    return GENEActivPage(
      fileOffset: offset, ordinal: ordinal, sequence: head.sequence, start: seconds,
      rateHertz: rate, temperatureCelsius: head.temperatureCelsius,
      batteryVolts: head.batteryVolts, slotCount: slotCount, slots: slots, values: values)
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
}
