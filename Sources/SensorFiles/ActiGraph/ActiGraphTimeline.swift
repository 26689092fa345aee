import GaitModel

/// Brings the records of `log.bin` into order and fills the time in which the device slept.
final class ActiGraphTimeline: ActiGraphStretches {
  /// What must be known of a log to read it.
  struct Setting {
    let frames: ActiGraphFrames
    let rateHertz: Int
    /// Size and samples of most records of motion.
    let usual: (byteCount: Int, sampleCount: Int)
    var thinning: ActiGraphThinning?
  }

  /// Records that wait for those after them, which tell whether they are in order.
  private static let waitingCount = 16
  /// Those that wait may take half of the bytes in memory, so that there is room for others.
  private static let waitingByteCount = ActiGraphLog.capacity / 2
  /// A record with more samples than so many seconds have is not a record, whatever its checksum.
  private static let mostSeconds = 2
  /// A time further from the first is damaged, seconds: ten years, longer than any battery lasts.
  private static let longestSeconds = 10 * 366 * 86_400

  private let log: ActiGraphLog
  private let setting: Setting
  private let origin: Int
  private var waiting: [ActiGraphLog.Placed] = []
  private var skipped: ActiGraphLog.Placed?
  private var last: (second: Int, stretch: ActiGraphStretch)?
  private var lastSeenSecond = 0
  private var sleep = ActiGraphSleep()
  private var heartRate = ActiGraphHeartRate()
  private var damage = DamageLog<ActiGraphDamage>()
  private let heldBytes = UnsafeMutableRawBufferPointer.allocate(
    byteCount: ActiGraphRecord.longestByteCount, alignment: 16)

  /// Reads from the beginning; stretches are counted from `origin`, seconds since 1970 on the
  /// device's clock.
  init(_ stream: any ByteStream, _ setting: Setting, origin: Int) {
    self.setting = setting
    self.origin = origin
    let (frames, thinning) = (setting.frames, setting.thinning)
    log = ActiGraphLog(stream, usual: setting.usual) { record in
      thinning?.keeps(record.second) ?? true || !frames.holdsMotion(record.type)
    }
  }

  deinit { heldBytes.deallocate() }

  func heartRates(until end: Double) -> [SideChannel: SideSamples] { heartRate.take(until: end) }

  func next() throws(SensorFileError) -> [ActiGraphStretch]? {
    keepLastSample()
    guard let records = try log.next(keeping: &waiting) else { return nil }
    var found = waiting
    waiting = []
    for placed in records where isUsable(placed) { found.append(placed) }
    if log.isFinished, let skipped, skipped.record.second > found.last?.record.second ?? 0 {
      found.append(skipped)
    }
    skipped = nil
    var stretches: [ActiGraphStretch] = []
    for placed in ready(found) { place(placed, into: &stretches) }
    if log.isFinished { hold(until: lastSeenSecond + 1, into: &stretches) }
    return stretches
  }

  /// The last record's bytes are needed when the device sleeps beyond those in memory.
  private func keepLastSample() {
    guard let (second, stretch) = last, let base = heldBytes.baseAddress,
      stretch.bytes != UnsafeRawPointer(base)
    else { return }
    let byteCount = (stretch.count * stretch.frame.halfBytesPerSample + 1) / 2
    base.copyMemory(from: stretch.bytes, byteCount: min(byteCount, heldBytes.count))
    last = (
      second,
      ActiGraphStretch(
        bytes: UnsafeRawPointer(base), frame: stretch.frame, count: stretch.count,
        first: stretch.first, step: stretch.step, heldSample: stretch.heldSample)
    )
  }

  /// Takes in what is no motion, and says whether it is motion that can be read.
  private func isUsable(_ placed: ActiGraphLog.Placed) -> Bool {
    let record = placed.record
    guard setting.frames.holdsMotion(record.type) else {
      note(record)
      return false
    }
    if record.payloadByteCount <= 1 {
      sleep.note(.docked, at: record.second)
      return false
    }
    if let thinning = setting.thinning, !thinning.keeps(record.second) {
      skipped = placed
      return false
    }
    guard let frame = setting.frames.frame(of: record, in: log.bytes) else {
      damage.note(.unusable, at: placed.fileOffset, samples: 0, "unknown schema")
      return false
    }
    let count = frame.sampleCount(payloadByteCount: record.payloadByteCount)
    guard (1...Self.mostSeconds * setting.rateHertz).contains(count) else {
      damage.note(
        .unusable, at: placed.fileOffset, samples: count, record.payloadByteCount.counted("byte"))
      return false
    }
    return true
  }

  private func note(_ record: ActiGraphRecord) {
    lastSeenSecond = max(lastSeenSecond, record.second)
    if record.type == ActiGraphRecord.Kind.event, record.payloadByteCount == 1,
      let event = ActiGraphSleep.Event(log.bytes[record.payloadOffset])
    {
      sleep.note(event, at: record.second)
    }
    // Of the minutes that are looked at alone, as the samples.
    guard setting.thinning?.keeps(record.second) ?? true,
      let value = ActiGraphHeartRate.beatsPerMinute(of: record, in: log.bytes),
      record.second > last?.second ?? 0
    else { return }
    heartRate.append(seconds: Double(record.second - origin), value)
  }

  /// The records that can be placed now; the others wait.
  private func ready(_ found: [ActiGraphLog.Placed]) -> ArraySlice<ActiGraphLog.Placed> {
    let order = BlockOrder(
      starts: found.map { Double($0.record.second) },
      durations: [Double](repeating: 1, count: found.count))
    for place in order.dropped { noteMisfit(found[place], among: found) }
    for place in order.moved {
      damage.note(
        .displaced, at: found[place].fileOffset, samples: setting.usual.sampleCount)
    }
    let isInOrder = order.moved.isEmpty && order.dropped.isEmpty
    let used = isInOrder ? found : order.kept.map { found[$0] }
    var count = log.isFinished ? used.count : max(used.count - Self.waitingCount, 0)
    let first = used[count...].map { $0.record.payloadOffset }.min() ?? 0
    if !log.isFinished, log.bytes.count - first > Self.waitingByteCount { count = used.count }
    waiting = Array(used[count...])
    return used[..<count]
  }

  private func noteMisfit(_ placed: ActiGraphLog.Placed, among others: [ActiGraphLog.Placed]) {
    let isRepeated = others.contains {
      $0.fileOffset != placed.fileOffset && $0.record.second == placed.record.second
    }
    damage.note(
      isRepeated ? .duplicate : .outOfOrder, at: placed.fileOffset,
      samples: setting.usual.sampleCount)
  }

  private func place(
    _ placed: ActiGraphLog.Placed, into stretches: inout [ActiGraphStretch]
  ) {
    let record = placed.record
    guard let stretch = stretch(of: record) else { return }
    if let last {
      guard record.second > last.second, record.second - last.second < Self.longestSeconds else {
        damage.note(
          record.second == last.second ? .duplicate : .outOfOrder, at: placed.fileOffset,
          samples: stretch.count)
        return
      }
    }
    hold(until: record.second, into: &stretches)
    sleep.forget(until: record.second)
    if abs(stretch.count - setting.rateHertz) > 1, record.second > last?.second ?? .max {
      damage.note(.count, at: placed.fileOffset, samples: stretch.count)
    }
    stretches.append(stretch)
    last = (record.second, stretch)
    lastSeenSecond = max(lastSeenSecond, record.second)
  }

  /// The samples of a record, evenly within its second. A second that is hardly begun keeps the rate;
  /// one with a sample more or less, as crystals make them, does not.
  private func stretch(of record: ActiGraphRecord) -> ActiGraphStretch? {
    guard let frame = setting.frames.frame(of: record, in: log.bytes),
      let base = log.bytes.baseAddress
    else { return nil }
    let count = frame.sampleCount(payloadByteCount: record.payloadByteCount)
    let isPart = count * 10 < setting.rateHertz * 9
    return ActiGraphStretch(
      bytes: base + record.payloadOffset + frame.leadByteCount, frame: frame, count: count,
      first: Double(record.second - origin),
      step: 1 / Double(isPart ? setting.rateHertz : count))
  }

  /// Repeats the last sample while the device slept.
  private func hold(until second: Int, into stretches: inout [ActiGraphStretch]) {
    guard let last, second - last.second > 1, setting.thinning == nil,
      let end = sleep.end(after: last.second, before: second)
    else { return }
    let seconds = end - last.second - 1
    let held = ActiGraphStretch(
      bytes: last.stretch.bytes, frame: last.stretch.frame, count: seconds * setting.rateHertz,
      first: Double(last.second + 1 - origin), step: 1 / Double(setting.rateHertz),
      heldSample: last.stretch.count - 1)
    sleep.noteHold(seconds: seconds, samples: held.count)
    stretches.append(held)
  }

  var remarks: [RecordingRemark] {
    log.damage.remarks + damage.remarks + unknownRemarks + sleep.remarks + truncations
  }

  private var unknownRemarks: [RecordingRemark] {
    guard !log.unknownCounts.isEmpty else { return [] }
    let types = log.unknownCounts.sorted { $0.key < $1.key }.map { type, count in
      "type \(type): \(count.grouped)"
    }
    return [
      RecordingRemark(
        kind: .unreadable, sampleCount: 0,
        message:
          "records of types that are not known were passed over (\(types.joined(separator: ", ")))")
    ]
  }

  private var truncations: [RecordingRemark] {
    var messages = log.streamDamage.map { [$0] } ?? []
    if log.cutByteCount > 0 {
      messages.append(
        "\(ActiGraphGT3X.logName) ends inside a record, after \(log.cutByteCount.counted("byte")) of it"
      )
    }
    return messages.map { RecordingRemark(kind: .truncated, sampleCount: 0, message: $0) }
  }
}

/// Heart rates that wait for the block they belong to.
struct ActiGraphHeartRate {
  private var waiting = SideSamples()
  private var lastSeconds = -1.0

  /// Beats per minute in a record's payload; `nil` when there is none.
  static func beatsPerMinute(
    of record: ActiGraphRecord, in bytes: UnsafeRawBufferPointer
  ) -> Float? {
    let start = record.payloadOffset
    switch (record.type, record.payloadByteCount) {
    case (ActiGraphRecord.Kind.heartRate, 1...):
      return bytes[start] > 0 ? Float(bytes[start]) : nil
    case (ActiGraphRecord.Kind.heartRateBluetooth, 2...):
      // Bluetooth's heart rate measurement: flags, then one byte, or two when the first flag is set.
      if bytes[start] & 1 == 0 { return bytes[start + 1] > 0 ? Float(bytes[start + 1]) : nil }
      guard record.payloadByteCount >= 3 else { return nil }
      let rate = UInt16(bytes[start + 1]) | UInt16(bytes[start + 2]) << 8
      return rate > 0 ? Float(rate) : nil
    default: return nil
    }
  }

  /// Takes in a value; one that is not later than the last, or before the first sample, is left out.
  mutating func append(seconds: Double, _ value: Float) {
    guard seconds > lastSeconds, seconds >= 0 else { return }
    lastSeconds = seconds
    waiting.append(seconds: seconds, value)
  }

  /// The values up to a time.
  mutating func take(until end: Double) -> [SideChannel: SideSamples] {
    guard let first = waiting.seconds.first, first <= end else { return [:] }
    let count = waiting.seconds.firstIndex { $0 > end } ?? waiting.seconds.count
    let taken = SideSamples(
      seconds: Array(waiting.seconds[..<count]), values: Array(waiting.values[..<count]))
    waiting.seconds.removeFirst(count)
    waiting.values.removeFirst(count)
    return [.heartRate: taken]
  }
}
