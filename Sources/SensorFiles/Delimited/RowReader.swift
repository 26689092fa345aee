import GaitModel

/// Reads a table line by line into raw values, one place for each channel. The hot path.
final class RowReader: TableRows {
  static let placeWord = "line"

  /// The values of the last row by channel. A slow sensor without a value leaves `nan`.
  let raw: UnsafeMutablePointer<Double>
  /// The number of the last line, from 1, as an editor counts.
  private(set) var lineNumber = 0

  /// In place of a channel stands this for the first column that says whose the rows are, and less for the next.
  private static let firstOwnerSlot = -2

  private let lines: LineBuffer
  private let slots: UnsafeMutablePointer<Int8>
  private let lastColumn: Int
  /// Cells that may follow the last column that is read.
  private let spareCount: Int
  private let separator: UInt8
  private let times: TimeWriting
  /// The first channel whose cells are tried as plain numbers: not that of times whose digits are a date's.
  private let firstPlainSlot: Int
  /// How far the clock is ahead of UTC where a date does not say it, seconds.
  private let utcOffset: Double
  private let isShared: Bool
  private let countsPackets: Bool
  /// Whether the table is that of a slow sensor in one that sensors share.
  private let isSlow: Bool
  private var unread: UnreadCells
  private var counter = PacketCounter()
  private let countsTime: Bool
  private var wrap = CounterWrap()
  private let neededCount: Int
  private let path: String
  private let header: TableHeader
  /// Columns that say whose the rows are, and their cells in the last row.
  private var owners: [OwnerColumn]
  private let hasOwners: Bool
  private var ownerCells: [UnsafeBufferPointer<UInt8>]
  /// A clock or a count of rows that is not read, and its cell in the last row.
  private var watch: (any ColumnWatch)?
  private let hasWatch: Bool
  private var watchCell = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  private let watchSlot: Int
  private var (hasExchangedDate, hasRow) = (false, false)
  private var (lineWithEmpty, emptyCount, headerLine) = (0, 0, 0)
  private var lineStart: UnsafePointer<UInt8>

  init(
    lines: LineBuffer, header: TableHeader, layout: ColumnLayout, times: TimeWriting,
    isShared: Bool = false, countsPackets: Bool = false, watch: (any ColumnWatch)? = nil
  ) throws(SensorFileError) {
    self.lines = lines
    self.times = times
    firstPlainSlot = times == .digits ? Channel.time.rawValue + 1 : 0
    utcOffset = Double(layout.utcOffsetSeconds ?? 0)
    self.isShared = isShared
    unread = UnreadCells(layout)
    self.countsPackets = countsPackets
    countsTime =
      times == .numbers && !countsPackets && layout.columns.contains { $0.channel == .time }
    self.header = header
    path = lines.path
    neededCount = layout.columns.count { $0.channel != .time && $0.channel.side == nil }
    isSlow = isShared && neededCount == 0 && layout.columns.contains { $0.channel.side != nil }
    separator = header.separator
    raw = .allocate(capacity: Channel.allCases.count)
    // Channels that no column holds stay 0; the slow ones have no value yet.
    raw.initialize(repeating: 0, count: Channel.allCases.count)
    for channel in Channel.side { raw[channel.rawValue] = .nan }
    owners = OwnerColumn.columns(of: header, besides: layout)
    hasOwners = !owners.isEmpty
    ownerCells = owners.map { _ in UnsafeBufferPointer(start: nil, count: 0) }
    var slots = layout.slots
    for (index, owner) in owners.enumerated() {
      slots += Array(repeating: -1, count: max(0, owner.place + 1 - slots.count))
      slots[owner.place] = Int8(Self.firstOwnerSlot - index)
    }
    self.watch = watch
    hasWatch = watch != nil
    watchSlot = Self.firstOwnerSlot - owners.count
    if let place = watch?.place {
      slots += Array(repeating: -1, count: max(0, place + 1 - slots.count))
      slots[place] = Int8(watchSlot)
    }
    lastColumn = slots.count - 1
    spareCount = max(0, header.width - slots.count)
    self.slots = .allocate(capacity: slots.count)
    self.slots.initialize(from: slots, count: slots.count)
    lineStart = lines.start
    while lineNumber < header.lineCount, try skipLine() {}
  }

  deinit {
    raw.deallocate()
    slots.deallocate()
  }

  /// What was wrong with the bytes so far, or `nil`.
  var damage: String? { lines.damage }

  var unreadCells: [UnreadCells.Column] { unread.columns }

  /// Columns whose values come one after the other, a clock that was set, a counter that was full, and a spreadsheet that was.
  var notes: [String] {
    let cut = lines.isUsedUp ? SpreadsheetLimit.note(lineCount: lineNumber) : nil
    return owners.compactMap(\.blocks) + [watch?.note, wrap.note, cut].compactMap(\.self)
  }

  /// The beginning of the last line, for messages.
  var excerpt: String {
    let bytes = UnsafeBufferPointer(start: lineStart, count: 60).prefix { $0 != newline && $0 != 0 }
    return String(decoding: bytes, as: UTF8.self).filter { !$0.isNewline }
  }

  /// Reads the next line.
  func next() throws(SensorFileError) -> TableLine {
    if lines.start == lines.end, try !lines.refill() { return .end }
    lineStart = lines.start
    lineNumber += 1
    var p = lineStart
    let first = p.pointee
    if first == newline || first == carriageReturn || first == UInt8(ascii: "#") {
      let isHidden = isHiddenRow
      if isHidden, hasWatch { watchClock(.hidden) }
      skipToNewline(&p)
      lines.use(upTo: p + 1)
      return isHidden ? .hidden : .nothing
    }
    var line = readCells(&p)
    if skipRest(&p), line != .unreadable { line = .tooWide }
    if line == .row, hasOwners { try checkOwners() }
    if hasWatch { watchClock(line) }
    if countsTime || countsPackets, line == .row || (line.hasOnlyTime && countsAlone) {
      carryOn(&raw[Channel.time.rawValue])
    }
    lines.use(upTo: p + 1)
    if line == .row { hasRow = true }
    if isSlow, line == .row, hasNoValue { line = .absent }
    if line == .incomplete, isShared, hasNothing { line = .absent }
    if line == .unreadable, try isHeader() {
      (line, headerLine) = (.header, lineNumber)
      wrap.takeHeader()
    }
    if hasExchangedDate { throw exchangedDate }
    return line
  }

  /// Whether of a row that cannot be used the counter can be. Those of other sensors in a table that they share have steps of
  /// their own, and say nothing once there is a row.
  private var countsAlone: Bool { raw[Channel.time.rawValue].isFinite && !(isShared && hasRow) }

  /// Makes a counter that begins again one that goes on.
  @inline(__always)
  private func carryOn(_ time: inout Double) {
    if countsTime { wrap.carryOn(&time, line: lineNumber) } else { counter.unwrap(&time) }
  }

  /// Whether the last line begins with `#` and is no comment: it has all cells of a row, and is below one or begins with a
  /// cell of nothing else, as `########` is.
  @inline(never)
  private var isHiddenRow: Bool {
    var p = lineStart
    guard p.pointee == UInt8(ascii: "#"), header.names.count > 1 else { return false }
    while p.pointee == UInt8(ascii: "#") { p += 1 }
    guard hasRow || (p.pointee == separator && p - lineStart > 1) else { return false }
    var count = 1
    while p.pointee != newline {
      if p.pointee == separator { count += 1 }
      p += 1
    }
    return count >= header.names.count
  }

  /// Whether a row of a table that sensors share has nothing of this one: no value, and its time or not even that.
  private var hasNothing: Bool {
    guard raw[Channel.time.rawValue].isNaN else { return emptyCount == neededCount }
    return emptyCount == neededCount + 1 && Channel.side.allSatisfy { raw[$0.rawValue].isNaN }
  }

  /// Whether a slow sensor gave nothing in the last row, whose time is another sensor's then.
  private var hasNoValue: Bool {
    unread.lastLine != lineNumber && Channel.side.allSatisfy { raw[$0.rawValue].isNaN }
  }

  /// Throws where a row is another device's or person's than those above.
  @inline(never)
  private func checkOwners() throws(SensorFileError) {
    for index in owners.indices {
      let cell = ownerCells[index].trimmedCell
      ownerCells[index] = UnsafeBufferPointer(start: nil, count: 0)
      guard let other = owners[index].other(than: cell) else { continue }
      throw SensorFileError(
        .severalRecordings, path: path, "line \(lineNumber): \(owners[index].words(other)).")
    }
  }

  /// Compares the two clocks of a row.
  @inline(never)
  private func watchClock(_ line: TableLine) {
    watch?.look(at: &watchCell, isRow: line == .row, raw[Channel.time.rawValue], line: lineNumber)
  }

  /// Whether the last line names the columns once more, as where tables were put behind each other; throws where it names
  /// others, because the rows below it are no longer those of the first header.
  @inline(never)
  private func isHeader() throws(SensorFileError) -> Bool {
    let line = UnsafeBufferPointer(start: lineStart, count: lines.start - lineStart)
    if headerLine == lineNumber - 1 { try header.checkUnits(in: line, lineNumber, path) }
    if line.first == UInt8(ascii: "-"), ActiLifePreamble.begins(line) {
      throw SensorFileError(
        .severalRecordings, path: path,
        "line \(lineNumber) begins another table of ActiLife, with a start, a rate and a device of its own; make a file of each."
      )
    }
    // Without these letters no axes are named, and the names are not looked at.
    guard "xyz".utf8.allSatisfy({ line.contains($0) || line.contains($0 - 32) }) else {
      return false
    }
    let text = String(TextEncoding.readable(line).trimmingLineEnd.trimmingPrefix("\u{feff}"))
    let cells = TableHeader.cells(of: text, separator: TableHeader.separator(of: text))
    if cells == header.writtenNames { return true }
    let names = cells.map(ColumnName.init)
    guard ColumnLayout.namesThreeAxes(cells) || ColumnLayout.triad(in: names, .angularRate) != nil
    else { return false }
    throw SensorFileError(
      .damaged, path: path,
      "line \(lineNumber) names columns again, and others than the first header: \"\(text.prefix(200))\" in place of "
        + "\"\(header.writtenNames.joined(separator: ",").prefix(200))\". What stands below it would be read as what it is not; "
        + "make a file of each table.")
  }

  private var exchangedDate: SensorFileError {
    SensorFileError(
      .noClock, path: path,
      "line \(lineNumber): the time in \"\(excerpt)\" has day and month in another order than the lines above the table say, or "
        + "than is usual where they do not; write the right one into the first line, as in date format d/M/yyyy."
    )
  }

  @inline(__always)
  private func readCells(_ p: inout UnsafePointer<UInt8>) -> TableLine {
    var result = TableLine.row
    let separator = separator
    let last = lastColumn
    let plainFrom = firstPlainSlot
    var column = 0
    while true {
      let slot = Int(slots[column])
      if slot >= plainFrom {
        var q = p
        if let value = DecimalNumber.readPlain(&q), q.pointee == separator || isLineEnd(q) {
          raw[slot] = value
          p = q
        } else {
          readUnusualCell(&p, slot: slot, result: &result)
        }
      } else if slot == -1 {
        skipCell(&p)
      } else if slot >= 0 {
        readUnusualCell(&p, slot: slot, result: &result)
      } else {
        let start = p
        skipCell(&p)
        let cell = UnsafeBufferPointer(start: start, count: p - start)
        if slot == watchSlot {
          watchCell = cell
        } else {
          ownerCells[Self.firstOwnerSlot - slot] = cell
        }
      }
      column += 1
      if column > last { return result }
      guard p.pointee == separator else { return missing(from: column, result) }
      p += 1
    }
  }

  /// The line ended before `column`: no harm when only slow sensors would follow.
  private func missing(from column: Int, _ result: TableLine) -> TableLine {
    var result = result
    for place in column...lastColumn where slots[place] >= 0 {
      let slot = Int(slots[place])
      raw[slot] = .nan
      guard !isOptional(slot) else { continue }
      if isShared { takeEmpty(&result) } else { result = .unreadable }
    }
    return result
  }

  /// A cell with quotes, white space, an exponent, a date, or nothing that can be read.
  @inline(never)
  private func readUnusualCell(
    _ p: inout UnsafePointer<UInt8>, slot: Int, result: inout TableLine
  ) {
    let start = p
    skipCell(&p)
    let cell = UnsafeBufferPointer(start: start, count: p - start).trimmedCell
    let isTime = slot == Channel.time.rawValue
    let value =
      isTime && times != .numbers
      ? times.seconds(cell, utcOffset: utcOffset) : DecimalNumber.read(field: cell)
    raw[slot] = value ?? .nan
    if isTime, value == nil, times.isExchanged(cell) { hasExchangedDate = true }
    if isOptional(slot) {
      if value == nil { unread.take(cell, slot: slot, line: lineNumber) }
      return
    }
    if value?.isFinite ?? false { return }
    if cell.isEmpty, !isTime { return takeEmpty(&result) }
    // A table of one sensor that sensors share: what programs write for a missing value is an empty cell.
    if isShared, cell.isEmpty || (value ?? DecimalNumber.read(field: cell))?.isNaN ?? false {
      takeEmpty(&result)
    } else if value == nil {
      result = .unreadable
    } else if result != .unreadable {
      result = .notFinite
    }
  }

  /// Takes a cell that is needed and empty.
  private func takeEmpty(_ result: inout TableLine) {
    emptyCount = lineWithEmpty == lineNumber ? emptyCount + 1 : 1
    lineWithEmpty = lineNumber
    if result == .row { result = .incomplete }
  }

  private func isOptional(_ slot: Int) -> Bool { slot >= Channel.pressure.rawValue }

  @inline(__always)
  private func skipCell(_ p: inout UnsafePointer<UInt8>) {
    if p.pointee == UInt8(ascii: "\"") { skipQuoted(&p) }
    while p.pointee != separator, p.pointee != newline { p += 1 }
  }

  /// Moves to the closing quote, or not at all when the line has none.
  private func skipQuoted(_ p: inout UnsafePointer<UInt8>) {
    var q = p + 1
    while q.pointee != UInt8(ascii: "\"") {
      if q.pointee == newline { return }
      q += 1
    }
    p = q
  }

  @inline(__always)
  private func isLineEnd(_ p: UnsafePointer<UInt8>) -> Bool {
    p.pointee == newline || (p.pointee == carriageReturn && p[1] == newline)
  }

  @inline(__always)
  private func skipToNewline(_ p: inout UnsafePointer<UInt8>) {
    while p.pointee != newline { p += 1 }
  }

  /// Moves to the end of the line, and says whether more cells stand there than the header names. Without a cell behind the
  /// last one that is read it does nothing.
  @inline(__always)
  private func skipRest(_ p: inout UnsafePointer<UInt8>) -> Bool {
    let start = p
    let separator = separator
    var count = 0
    while p.pointee != newline {
      count += p.pointee == separator ? 1 : 0
      p += 1
    }
    return count > spareCount && hasMoreCells(from: start)
  }

  /// Whether one of the cells beyond those that the header names holds anything; separators in quotes part no cells.
  @inline(never)
  private func hasMoreCells(from start: UnsafePointer<UInt8>) -> Bool {
    var (p, count) = (start, 0)
    while p.pointee == separator {
      p += 1
      let cell = p
      skipCell(&p)
      count += 1
      if count > spareCount, !UnsafeBufferPointer(start: cell, count: p - cell).trimmedCell.isEmpty
      {
        return true
      }
    }
    return false
  }

  private func skipLine() throws(SensorFileError) -> Bool {
    if lines.start == lines.end, try !lines.refill() { return false }
    lineNumber += 1
    var p = lines.start
    skipToNewline(&p)
    lines.use(upTo: p + 1)
    return true
  }
}

private let newline = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")
