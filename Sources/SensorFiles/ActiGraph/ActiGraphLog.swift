import GaitModel

/// Reads the records of `log.bin`, a few hundred at a time, and finds the way back after damage.
final class ActiGraphLog {
  /// A record, and where it begins in the file.
  struct Placed {
    var record: ActiGraphRecord
    let fileOffset: Int
  }

  /// Bytes in memory at once: a good part of a processor's cache, and four of the longest records.
  static let capacity = 256 << 10
  /// After damage, a record is one whose time is this close to that of the last good one, seconds:
  /// a month and more, so that a device that lay asleep is found again; random bytes are far off.
  private static let longestStep = 40 * 86_400
  /// As many bytes of 0 may lie between two records, by the maker's description.
  private static let allowedZeroCount = 16

  private let stream: any ByteStream
  private let storage = UnsafeMutableRawBufferPointer.allocate(
    byteCount: capacity + ActiGraphRecord.longestByteCount, alignment: 64)
  private var count = 0
  /// The first byte that no record was read from.
  private var position = 0
  /// The file's byte at the front of the storage.
  private var fileOffset = 0
  private var isAtEnd = false
  private var lastSecond: Int?
  /// Size and samples of a usual record of motion, to say what was lost.
  private let usual: (byteCount: Int, sampleCount: Int)
  /// Whether a record's checksum is of interest.
  private let needsCheck: (ActiGraphRecord) -> Bool

  /// What was lost so far.
  private(set) var damage = DamageLog<ActiGraphDamage>()
  /// Bytes of a record that the end of the file cuts off.
  private(set) var cutByteCount = 0
  /// Records of undocumented types, by type.
  private(set) var unknownCounts: [UInt8: Int] = [:]

  /// Reads from the beginning. `usual` is a record of motion as most are; of records for which
  /// `needsCheck` is false only the head is looked at.
  init(
    _ stream: any ByteStream, usual: (byteCount: Int, sampleCount: Int) = (0, 0),
    needsCheck: @escaping (ActiGraphRecord) -> Bool = { _ in true }
  ) {
    self.stream = stream
    self.usual = usual
    self.needsCheck = needsCheck
  }

  deinit { storage.deallocate() }

  /// What is wrong with the stream itself.
  var streamDamage: String? { stream.damage }

  /// The bytes that the offsets of the records count in; valid until the next call of `next`.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: storage[..<count]) }

  /// Whether there are no more records.
  var isFinished: Bool { isAtEnd && position >= count }

  /// The next records in the order of the file, or `nil` at the end; there may be none among damage.
  /// The offsets of `kept`, records that still wait from the calls before, are brought up to date.
  func next(keeping kept: inout [Placed]) throws(SensorFileError) -> [Placed]? {
    if isFinished { return nil }
    makeRoom(keeping: &kept)
    try fill()
    let records = scan()
    if isAtEnd { position = count }
    return records
  }

  /// Moves what is still needed to the front.
  private func makeRoom(keeping kept: inout [Placed]) {
    let firstKept = kept.map { $0.record.payloadOffset }.min() ?? position
    let start = min(firstKept, position)
    guard start > 0, let base = storage.baseAddress else { return }
    storage.copyMemory(from: UnsafeRawBufferPointer(start: base + start, count: count - start))
    for place in kept.indices { kept[place].record.payloadOffset -= start }
    count -= start
    position -= start
    fileOffset += start
  }

  private func fill() throws(SensorFileError) {
    while count < storage.count {
      let more = try stream.read(
        into: UnsafeMutableRawBufferPointer(rebasing: storage[count..<storage.count]))
      if more == 0 {
        isAtEnd = true
        break
      }
      count += more
    }
  }

  private func scan() -> [Placed] {
    let bytes = bytes
    var found: [Placed] = []
    found.reserveCapacity(Self.capacity / 256)
    // Without this room a record might be cut by the end of the storage.
    let limit = isAtEnd ? count : max(count - ActiGraphRecord.longestByteCount, position + 1)
    while position < limit {
      if let record = good(bytes, at: position) {
        found.append(Placed(record: record, fileOffset: fileOffset + position))
        lastSecond = record.second
        position = record.end
        if record.type > ActiGraphRecord.Kind.last {
          unknownCounts[record.type, default: 0] += 1
        }
      } else if !passOneRecord(bytes), !passZeros(bytes) {
        passDamage(bytes, until: limit)
      }
    }
    return found
  }

  private func good(_ bytes: UnsafeRawBufferPointer, at place: Int) -> ActiGraphRecord? {
    guard let record = ActiGraphRecord(bytes, at: place), record.end <= bytes.count,
      record.second >= ActiGraphRecord.firstPossibleSecond
    else { return nil }
    return !needsCheck(record) || record.hasRightChecksum(in: bytes) ? record : nil
  }

  /// Passes over a record whose checksum is wrong and whose size is right: another record, or the
  /// end of the file, follows it.
  private func passOneRecord(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let record = ActiGraphRecord(bytes, at: position), record.isPlausible,
      record.end <= bytes.count
    else { return false }
    let isFollowed = record.end == bytes.count ? isAtEnd : isAgain(bytes, at: record.end)
    guard isFollowed else { return false }
    damage.note(
      .checksum, at: fileOffset + position,
      samples: record.payloadByteCount == usual.byteCount ? usual.sampleCount : 0)
    position = record.end
    return true
  }

  /// Passes over the few zeros that may lie between records.
  private func passZeros(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var end = position
    while end < bytes.count, bytes[end] == 0, end - position <= Self.allowedZeroCount { end += 1 }
    guard end > position, end == bytes.count ? isAtEnd : good(bytes, at: end) != nil else {
      return false
    }
    position = end
    return true
  }

  private func passDamage(_ bytes: UnsafeRawBufferPointer, until limit: Int) {
    let start = position
    if let record = ActiGraphRecord(bytes, at: start), record.isPlausible,
      record.end > bytes.count, isAtEnd
    {
      // Nothing behind it is a record either: then it is the file that ends too early.
      if place(after: start, in: bytes, until: limit) == nil {
        cutByteCount = bytes.count - start
        position = bytes.count
        return
      }
    } else if isAtEnd, bytes.count - start < ActiGraphRecord.headByteCount,
      bytes[start] == ActiGraphRecord.separator
    {
      cutByteCount = bytes.count - start
      position = bytes.count
      return
    }
    position = place(after: start, in: bytes, until: limit) ?? limit
    let lost = position - start
    damage.note(
      .notARecord, at: fileOffset + start,
      samples: usual.byteCount > 0 ? lost * usual.sampleCount / usual.byteCount : 0,
      lost.counted("byte"))
  }

  /// Where the next good record begins.
  private func place(
    after start: Int, in bytes: UnsafeRawBufferPointer, until limit: Int
  ) -> Int? {
    var place = start + 1
    while place < limit {
      if bytes[place] == ActiGraphRecord.separator, isAgain(bytes, at: place) { return place }
      place += 1
    }
    return nil
  }

  /// Whether a record that can be trusted begins here: bytes that only look like one are rare enough
  /// when type, time and checksum must all be right.
  private func isAgain(_ bytes: UnsafeRawBufferPointer, at place: Int) -> Bool {
    guard let record = ActiGraphRecord(bytes, at: place), record.isPlausible,
      record.end <= bytes.count
    else { return false }
    if let lastSecond, abs(record.second - lastSecond) > Self.longestStep { return false }
    return record.hasRightChecksum(in: bytes)
  }
}

/// Which minutes are looked at when a long recording is looked at in passing.
struct ActiGraphThinning {
  /// As many minutes are enough: as with other formats.
  private static let minuteCount = 512

  /// Every so many minutes one is looked at.
  private let period: Int

  /// Spreads minutes over a recording of so many seconds; `nil` for one that is short.
  init?(seconds: Int) {
    period = seconds / 60 / Self.minuteCount
    if period < 2 { return nil }
  }

  /// Whether a second lies in a minute that is looked at.
  @inline(__always)
  func keeps(_ second: Int) -> Bool { second / 60 % period == 0 }
}
