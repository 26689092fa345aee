import GaitModel

/// The rows of a table as samples whose stamps rise strictly, one after the other.
///
/// A row whose time is not later than that of the row before is left out and counted. A row that
/// cannot be read is left out and leaves its gap.
final class RowStream<Rows: TableRows> {
  /// A step of the clock that is looked at twice: longer than any pause of a running sensor.
  private let leapSeconds = SamplingClock().longestPause

  /// A stamp beyond is damaged, or of a clock that is not set, seconds from the first one: ten years later, longer than
  /// any battery lasts, or so long before that the plan takes it for one.
  private let possibleSeconds = -TableSample.longestPauseAtStart...10 * 365.25 * 86_400

  /// The time of the sample, seconds from the origin.
  private(set) var seconds = -Double.infinity
  /// Acceleration and angular rate of the sample; the last two places are 0.
  private(set) var motion = SIMD8<Float>(repeating: 0)
  /// Whether the table has slow channels.
  let hasSideChannels: Bool

  private let path: String
  private let conversion: RowConversion
  private let rows: Rows
  private let pauses: [ClockPause]
  private let hasPauses: Bool
  /// The clock of stamps without an offset from UTC, and what it shows at the sample, seconds from the origin.
  private var clock: LocalClock?
  private let hasClock: Bool
  /// The clock of stamps that were rounded.
  private var even: EvenClock?
  private let hasEven: Bool
  private var shown = 0.0
  private var clockRemarks: [RecordingRemark] = []
  /// The first step back of the clock.
  private var clockSetBack: String?
  /// The first row that is not later than the sample before it: by how much, seconds, and where it stands.
  private var firstBehind: (step: Double, line: Int)?
  /// The first row that is later than can be, and how many there are.
  private var firstBeyond: (line: Int, count: Int)?
  private var coarse = CoarseTimes()
  private var log = RemarkLog(placeWord: Rows.placeWord)
  private var origin: Double?
  private var firstSeconds = Double.infinity
  private(set) var lastSeconds = -Double.infinity
  private var (isHeld, hasPendingRow) = (false, false)
  private var heldSide: [(SideChannel, Float)] = []
  /// Watched only where no name says the unit of angular rates.
  private var fastTurns: FastTurns?
  private var impossible = ImpossibleValues()
  private var restart: TimeRestart
  private var slow = SlowRows()
  private var rowNumber = -1
  /// Spreads rows that came in packets; `nil` where each row has a time of its own.
  private var packets: PacketClock?
  private let hasPackets: Bool

  /// Begins at the first row. Second 0 is where the file's clock reads `origin`, or at the first
  /// sample; `pauses` are stretches of time that the clock left out.
  init(
    path: String, rows: Rows, conversion: RowConversion, origin: Double? = nil,
    pauses: [ClockPause] = []
  ) {
    self.path = path
    self.conversion = conversion
    self.rows = rows
    hasSideChannels = !conversion.sideChannels.isEmpty
    self.origin = origin ?? conversion.origin
    self.pauses = pauses
    hasPauses = !pauses.isEmpty
    clock = conversion.clock
    hasClock = conversion.clock != nil
    even = conversion.even
    hasEven = even != nil
    fastTurns = FastTurns(in: conversion)
    packets = conversion.packetInterval.map { PacketClock(interval: $0) }
    hasPackets = packets != nil
    restart = TimeRestart(
      looksWithoutHeader: conversion.clock == nil && (origin == nil || !hasSideChannels))
  }

  /// What was left out so far, and where the bytes end early.
  var remarks: [RecordingRemark] {
    let damage = rows.damage.map {
      RecordingRemark(kind: .truncated, sampleCount: 0, message: $0)
    }
    let notes = rows.notes.map {
      RecordingRemark(kind: .inconsistent, sampleCount: 0, message: $0)
    }
    let unread = rows.unreadCells.map { $0.remark(isRead: slow.isGiven($0.side)) }
    return clockRemarks + log.remarks + impossible.remarks + unread
      + [damage, coarse.remark(placeWord: Rows.placeWord)].compactMap(\.self)
      + notes
  }

  /// Whether the table holds an air pressure.
  var hasPressure: Bool { conversion.pressure != nil }

  /// Whether rows of slow sensors wait for their time.
  @inline(__always)
  var hasSlowRows: Bool { !slow.isEmpty }

  /// Hands out what slow sensors gave in rows of their own before a time.
  func slowRows(before seconds: Double) -> [SlowRows.Row] { slow.take(before: seconds) }

  /// Notes which slow sensors gave values, for what is said of the others.
  func noteGiven(_ sides: some Sequence<SideChannel>) { slow.note(sides) }

  /// What the slow channels give with the sample.
  var sideValues: [(SideChannel, Float)] { isHeld ? heldSide : rowSideValues }

  /// Moves on to the next sample; `false` at the end.
  @inline(__always)
  func next() throws(SensorFileError) -> Bool {
    hasPackets ? try nextOfPacket() : try nextSample()
  }

  /// Moves on to the next sample of rows that came in packets, which are read one packet ahead.
  @inline(never)
  private func nextOfPacket() throws(SensorFileError) -> Bool {
    while packets?.isWaiting ?? false {
      guard try nextSample() else {
        packets?.end()
        break
      }
      packets?.take(
        PacketClock.Sample(seconds: seconds, motion: motion, side: sideValues))
    }
    guard let sample = packets?.next() else { return false }
    (seconds, motion, isHeld, heldSide) = (sample.seconds, sample.motion, true, sample.side)
    return true
  }

  /// Moves on to the next sample with the time that its row says; `false` at the end.
  @inline(__always)
  private func nextSample() throws(SensorFileError) -> Bool {
    isHeld = false
    if hasPendingRow {
      hasPendingRow = false
      if try take(), try lookBehindLeap() { return true }
    }
    while try nextRow() {
      if try take(), try lookBehindLeap() { return true }
    }
    return false
  }

  /// Throws when the rows are not what they were taken for: angular rates are in another unit, or most rows could not be used.
  func checkShare(areAll: Bool = true) throws(SensorFileError) {
    try checkTurns()
    let total = rowNumber + 1
    if areAll { try coarse.check(of: total, path: path, placeWord: Rows.placeWord) }
    let kinds: [RecordingRemark.Kind] = [.unreadable, .notFinite, .outOfOrder]
    let unusable = kinds.reduce(0) { $0 + log.count($1) }
    guard unusable * 2 > total else { return }
    if let firstBeyond, firstBeyond.count * 2 > total {
      throw UnusableLines.beyond(
        path: path, placeWord: Rows.placeWord, count: firstBeyond.count, of: total,
        line: firstBeyond.line)
    }
    let late = log.count(.outOfOrder) - (firstBeyond?.count ?? 0)
    if late * 2 > total {
      throw UnusableLines.late(path: path, count: late, of: total, clock: clockSetBack)
    }
    throw UnusableLines.error(
      path: path, placeWord: Rows.placeWord, unusable: unusable, of: total,
      example: log.firstPlace(kinds))
  }

  /// Throws where angular rates that name no unit are in another one than they were read in.
  func checkTurns() throws(SensorFileError) {
    if let error = fastTurns?.error(path: path, placeWord: Rows.placeWord) { throw error }
  }

  /// Reads on to a row that can be read; `false` at the end.
  @inline(__always)
  private func nextRow() throws(SensorFileError) -> Bool {
    while true {
      let line = try rows.next()
      switch line {
      case .row:
        rowNumber += 1
        return true
      case .nothing, .absent: continue
      case .header:
        note(.unreadable, "the header once more, skipped")
        restart.takeHeader(line: rows.lineNumber, row: rowNumber)
      case .hidden, .tooWide, .incomplete, .unreadable:
        rowNumber += 1
        if line != .incomplete || !takeSlowRow() { note(.unreadable, line.fault) }
      case .notFinite:
        rowNumber += 1
        if !takeSlowRow() { noteNotFinite() }
      case .end: return false
      }
    }
  }

  /// Takes a row that holds what slow sensors gave and no motion; `false` for any other.
  @inline(never)
  private func takeSlowRow() -> Bool {
    guard hasSideChannels, conversion.hasTime, SlowRows.isOne(rows.raw) else { return false }
    impossible.take(rows.raw, conversion)
    let side = rowSideValues
    let seconds = origin.map(slowSeconds)
    if let words = slow.take(side, at: seconds, after: lastSeconds) { note(.outOfOrder, words) }
    return true
  }

  private func slowSeconds(since origin: Double) -> Double {
    let unit = conversion.secondsPerUnit
    let shown = (rows.raw[Channel.time.rawValue] - origin) * unit
    let passed = clock?.seconds(shown, since: origin * unit, after: lastSeconds) ?? shown
    return ClockPause.seconds(passed, with: pauses)
  }

  /// Makes the row a sample when it can be one.
  @inline(__always)
  private func take() throws(SensorFileError) -> Bool {
    let raw = rows.raw
    let stamp = conversion.hasTime ? raw[Channel.time.rawValue] : Double(rowNumber)
    let first = origin ?? stamp
    var second = (stamp - first) * conversion.secondsPerUnit
    if hasEven { second = even?.seconds(second) ?? second }
    if hasClock { second = passed(second, since: first) }
    if hasPauses { second = ClockPause.seconds(second, with: pauses) }
    let isLater = second > lastSeconds || (hasPackets && second == lastSeconds)
    guard isLater, possibleSeconds.contains(second) else {
      noteOrder(second)
      if hasClock { noteBehind(second) }
      try checkRestart(second)
      return false
    }
    let values = conversion.motion(raw)
    guard values.isFinite else {
      noteNotFinite()
      return false
    }
    if values[0] == 0, values[1] == 0, values[2] == 0, conversion.hasGravity { noteZeros() }
    impossible.take(raw, conversion)
    fastTurns?.take(raw, line: rows.lineNumber)
    origin = first
    seconds = second
    motion = values
    return true
  }

  /// Keeps the sample, unless it leaps ahead of the one before: then the row after it tells
  /// whether there was a gap (the clock goes on from the leap) or damage (it goes on from before).
  @inline(__always)
  private func lookBehindLeap() throws(SensorFileError) -> Bool {
    if seconds - lastSeconds > leapSeconds, firstSeconds.isFinite { return try settleLeap() }
    firstSeconds = min(firstSeconds, seconds)
    lastSeconds = seconds
    if hasClock { takeClock(seconds, shown: shown) }
    return true
  }

  /// What passed when a clock without an offset from UTC shows `shown`.
  @inline(never)
  private func passed(_ shown: Double, since first: Double) -> Double {
    self.shown = shown
    return clock?.seconds(
      shown, since: first * conversion.secondsPerUnit, after: lastSeconds) ?? shown
  }

  /// Takes the clock of a sample.
  private func takeClock(_ seconds: Double, shown: Double) {
    firstBehind = nil
    clock?.take(seconds, shown: shown)
  }

  /// Notes a row that is not later than the sample before. Where the next one is not, either, the clock was set back: one
  /// alone is a damaged stamp.
  private func noteBehind(_ second: Double) {
    guard second < lastSeconds - leapSeconds else { return }
    guard let first = firstBehind else {
      firstBehind = (second - lastSeconds, rows.lineNumber)
      return
    }
    if rows.lineNumber == first.line + 1 { noteStep(first.step, line: first.line) }
  }

  /// Throws where the times begin again with a row that is not later than the sample before.
  @inline(never)
  private func checkRestart(_ second: Double) throws(SensorFileError) {
    guard second < lastSeconds, !(clock?.isChange(step: second - lastSeconds) ?? false),
      let begin = restart.begin(
        second, from: firstSeconds, after: lastSeconds, row: rowNumber, line: rows.lineNumber)
    else { return }
    var last = second
    var line = try rows.next()
    while line != .end, line != .header {
      if line == .row { last = max(last, rowSeconds) }
      line = try rows.next()
    }
    throw begin.error(path: path, placeWord: Rows.placeWord, above: lastSeconds, last: last)
  }

  /// Says it where a step of the clock looks like a change of it.
  private func noteStep(_ step: Double, line: Int) {
    guard let words = clock?.remark(onStep: step),
      !clockRemarks.contains(where: { $0.message.hasSuffix(words) })
    else { return }
    let message = "\(Rows.placeWord) \(line): \(words)"
    if step < 0 { clockSetBack = clockSetBack ?? message }
    clockRemarks.append(
      RecordingRemark(kind: .inconsistent, sampleCount: 0, message: message))
  }

  @inline(never)
  private func settleLeap() throws(SensorFileError) -> Bool {
    var held = leap
    while try nextRow() {
      let next = rowSeconds
      guard next < held.seconds, next > lastSeconds else {
        hasPendingRow = true
        break
      }
      log.note(.outOfOrder, backwards, line: held.line, example: held.excerpt)
      // The row that showed the damage may not be a sample either; the next rows are checked again.
      guard try take() else { return false }
      guard seconds - lastSeconds > leapSeconds else {
        lastSeconds = seconds
        if hasClock { takeClock(seconds, shown: shown) }
        return true
      }
      held = leap
    }
    try checkOrder(ofStep: held.seconds - lastSeconds, line: held.line)
    if hasClock {
      noteStep(held.seconds - lastSeconds, line: held.line)
      takeClock(held.seconds, shown: held.shown)
    }
    seconds = held.seconds
    motion = held.motion
    (isHeld, heldSide) = (true, held.side)
    lastSeconds = held.seconds
    return true
  }

  /// Throws where a recording goes on after whole days, to the sample, as where 4/5 follows 3/5 and the month is read first.
  private func checkOrder(ofStep step: Double, line: Int) throws(SensorFileError) {
    guard let order = conversion.order, let interval = even?.interval else { return }
    let days = ((step - interval) / 86_400).rounded()
    guard days > 1, abs(step - interval - days * 86_400) < interval else { return }
    throw order.error(path: path, place: "\(Rows.placeWord) \(line)", wholeDays: Int(days))
  }

  private var leap: HeldSample {
    HeldSample(
      seconds: seconds, shown: shown, motion: motion, side: rowSideValues, line: rows.lineNumber,
      excerpt: rows.excerpt)
  }

  private var rowSeconds: Double {
    let stamp = conversion.hasTime ? rows.raw[Channel.time.rawValue] : Double(rowNumber)
    let shown = (stamp - (origin ?? 0)) * conversion.secondsPerUnit
    let second = even?.seconds(shown) ?? shown
    let passed = hasClock ? self.passed(second, since: origin ?? 0) : second
    return ClockPause.seconds(passed, with: pauses)
  }

  private var rowSideValues: [(SideChannel, Float)] {
    conversion.sideChannels.compactMap { channel in
      channel.value(in: rows.raw).map { (channel.side, $0) }
    }
  }

  private let backwards = "a time that does not fit between its neighbors, skipped"

  @inline(never)
  private func noteOrder(_ second: Double) {
    if second == lastSeconds {
      let isSame = conversion.motion(rows.raw) == motion
      note(.duplicate, coarse.take(rows, number: rowNumber, isSame: isSame))
    } else if second < possibleSeconds.lowerBound {
      note(
        .unreadable,
        "a time long before that of all others, as of a clock that is not set yet, skipped")
    } else if second > possibleSeconds.upperBound {
      firstBeyond = (firstBeyond?.line ?? rows.lineNumber, (firstBeyond?.count ?? 0) + 1)
      note(.outOfOrder, "a time more than ten years after that of the first row, skipped")
    } else {
      note(.outOfOrder, backwards)
    }
  }

  @inline(never)
  private func noteZeros() {
    note(.inconsistent, "an acceleration of 0 on all axes, which no sensor gives")
  }

  private func noteNotFinite() { note(.notFinite, "a value that is not finite, skipped") }

  private func note(_ kind: RecordingRemark.Kind, _ words: String) {
    log.note(kind, words, line: rows.lineNumber, example: rows.excerpt)
  }
}
