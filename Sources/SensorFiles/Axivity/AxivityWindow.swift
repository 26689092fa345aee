import GaitModel

/// Reads the file's blocks, a few hundred at a time, checks them and puts them in order.
final class AxivityWindow {
  /// A block, its bytes and its times.
  struct Placed {
    let block: AxivityBlock
    let bytes: UnsafeRawPointer
    let span: AxivityClock.Span
  }

  /// Blocks in memory at once: 256 KiB, a good part of a processor's cache, holds two to four
  /// minutes at 100 Hz.
  static let capacity = 512
  /// Blocks that wait for those after them, which tell whether they are in order.
  static let waitingCount = 16
  /// Bytes of a header's mark that may lie in the sector before.
  private static let overlap = AxivityHeader.mark.count - 1

  private let stream: any ByteStream
  private let path: String
  /// The header of the file, empty where it has none.
  private let header: [UInt8]
  /// The session that the header names, and that of the block before the next one in the file.
  private let ownSession: UInt32?
  private var session: UInt32?
  private let isThinned: Bool
  /// Where the second half of a header that is there again belongs.
  private var placeOfSecondHalf: Int?
  private let bytes = UnsafeMutableRawBufferPointer.allocate(
    byteCount: capacity * AxivityCWA.sectorByteCount, alignment: 64)
  private var waiting: [(block: AxivityBlock, slot: Int)] = []
  private var clock = AxivityClock()
  /// Bytes read so far.
  private var byteCount = 0
  /// Where what was read last begins in memory, and the bytes before it in the file.
  private var start = 0
  private var ending: [UInt8] = []
  /// By how many bytes what follows a sector is to be moved, to begin where a block does.
  private var shift = 0
  private var hasEnded = false
  private var usualSampleCount = 120
  /// The block that was placed last, or `nil` before the first.
  private(set) var lastPlaced: AxivityBlock?
  /// Blocks before which the device felt one tap, and two.
  private(set) var tapCounts = (single: 0, double: 0)
  /// What was lost so far.
  private(set) var damage = DamageLog<AxivityDamage>()
  /// Bytes of a block that the end of the file cuts off.
  private(set) var cutByteCount = 0
  /// Whole blocks seen, used or not.
  private(set) var sectorCount = 0

  /// Reads the blocks of a file whose first `headerByteCount` bytes are passed over.
  init(
    _ stream: any ByteStream, of file: RecordingFile, headerByteCount: Int
  ) throws(SensorFileError) {
    self.stream = stream
    path = file.path
    header = Array(file.head.prefix(headerByteCount))
    ownSession = AxivityHeader(header).sessionIdentifier
    session = ownSession
    isThinned = file.isThinned
    byteCount = try fill(from: 0, count: headerByteCount)
  }

  deinit { bytes.deallocate() }

  /// What is wrong with the stream itself.
  var streamDamage: String? { stream.damage }

  /// The next blocks in order of time, or `nil` at the end. Their bytes are valid until the next
  /// call. The list may be empty when all blocks of the window are damaged.
  func next() throws(SensorFileError) -> [Placed]? {
    if hasEnded { return nil }
    var found = takeWaiting()
    start = found.count * AxivityCWA.sectorByteCount
    let filled = try fill(from: start, count: bytes.count - start)
    let end = try check(to: start + filled, into: &found)
    hasEnded = end < bytes.count
    byteCount += end - start
    ending = Array(bytes[start..<end].suffix(Self.overlap))
    return place(ordered(found))
  }

  /// Brings the bytes of the waiting blocks to the front.
  private func takeWaiting() -> [(block: AxivityBlock, slot: Int)] {
    let size = AxivityCWA.sectorByteCount
    let rising = waiting.sorted { $0.slot < $1.slot }
    var moved: [Int: Int] = [:]
    for (target, held) in rising.enumerated() {
      moved[held.slot] = target
      UnsafeMutableRawBufferPointer(rebasing: bytes[target * size..<(target + 1) * size])
        .copyMemory(from: sector(held.slot))
    }
    let result = waiting.map { (block: $0.block, slot: moved[$0.slot] ?? $0.slot) }
    waiting = []
    return result
  }

  private func sector(_ slot: Int) -> UnsafeRawBufferPointer {
    let start = slot * AxivityCWA.sectorByteCount
    return UnsafeRawBufferPointer(rebasing: bytes[start..<start + AxivityCWA.sectorByteCount])
  }

  /// Reads until there is no room or nothing left.
  private func fill(from start: Int, count: Int) throws(SensorFileError) -> Int {
    var filled = 0
    while filled < count {
      let room = UnsafeMutableRawBufferPointer(rebasing: bytes[start + filled..<start + count])
      let more = try stream.read(into: room)
      if more == 0 { break }
      filled += more
    }
    return filled
  }

  /// Checks what was read, and returns where it ends: behind what was filled up where something was moved.
  private func check(
    to end: Int, into found: inout [(block: AxivityBlock, slot: Int)]
  ) throws(SensorFileError) -> Int {
    let size = AxivityCWA.sectorByteCount
    var (place, end) = (start, end)
    while end - place >= size {
      if let block = try checked(place / size) { found.append((block, place / size)) }
      sectorCount += 1
      guard shift > 0 else {
        place += size
        continue
      }
      // The sector is written over with what begins in it.
      let rest = UnsafeRawBufferPointer(rebasing: bytes[place + shift..<end])
      UnsafeMutableRawBufferPointer(rebasing: bytes[place...]).copyMemory(from: rest)
      end -= shift
      end += try fill(from: end, count: shift)
      byteCount += shift
      shift = 0
    }
    cutByteCount = end - place
    return end
  }

  /// Where a sector in memory lies in the file.
  private func fileOffset(of slot: Int) -> Int {
    stream.fileOffset(of: byteCount + slot * AxivityCWA.sectorByteCount - start)
  }

  private func checked(_ slot: Int) throws(SensorFileError) -> AxivityBlock? {
    let (sector, place) = (sector(slot), fileOffset(of: slot))
    guard AxivityBlock.isMarked(sector) else {
      if try isHeader(sector, at: place) { return nil }
      if try isHeaderAcross(slot) { return nil }
      damage.note(.notABlock, at: place, samples: usualSampleCount, Self.start(of: sector))
      return nil
    }
    let sum = AxivityBlock.checksum(of: sector)
    guard sum == 0 else {
      if try isHeaderAcross(slot) { return nil }
      damage.note(
        .checksum, at: place, samples: usualSampleCount, "0x" + String(sum, radix: 16))
      return nil
    }
    do {
      let block = try AxivityBlock(sector, fileOffset: place)
      usualSampleCount = block.packing.capacity
      if block.namedSampleCount > block.sampleCount {
        damage.note(
          .count, at: place, samples: block.sampleCount,
          "\(block.namedSampleCount) of at most \(block.packing.capacity)")
      }
      noteSession(of: block)
      return block
    } catch {
      damage.note(.unusable, at: place, samples: usualSampleCount, Self.words(error, sector))
      return nil
    }
  }

  /// Told in the order of the file: blocks that are of another recording may be those that do not fit in time.
  private func noteSession(of block: AxivityBlock) {
    if let session, session != block.sessionIdentifier {
      damage.note(
        .session, at: block.fileOffset, samples: 0, "\(session) to \(block.sessionIdentifier)")
    }
    session = block.sessionIdentifier
  }

  /// Whether a sector is half of the file's own header, as where a file was put behind itself; throws where it is another
  /// file's, because one recording is of one device and one person.
  private func isHeader(
    _ sector: UnsafeRawBufferPointer, at place: Int
  ) throws(SensorFileError) -> Bool {
    let isFirstHalf = AxivityHeader.isMarked(sector)
    guard isFirstHalf || place == placeOfSecondHalf else { return false }
    let own = isFirstHalf ? header.prefix(sector.count) : header.dropFirst(sector.count)
    guard own.elementsEqual(sector) else {
      throw AxivityHeader.joined(
        at: isFirstHalf ? place : place - sector.count, of: path, isFirstHalf ? Array(sector) : [])
    }
    if isFirstHalf {
      placeOfSecondHalf = place + sector.count
      damage.note(.header, at: place, samples: 0)
    }
    return true
  }

  /// Whether a header of the file itself begins in the last bytes before a sector that is no block, as where a file that is cut
  /// off was put before itself. Where it begins within the sector, what follows is to be moved. Throws where it is another
  /// file's header.
  private func isHeaderAcross(_ slot: Int) throws(SensorFileError) -> Bool {
    let (sector, place) = (sector(slot), fileOffset(of: slot))
    let before = bytesBefore(slot)
    let text = before + Array(sector)
    guard let found = text.firstPlace(of: AxivityHeader.mark) else { return false }
    let begin = found - before.count
    guard header.starts(with: text[found...]) else {
      throw AxivityHeader.joined(at: place + begin, of: path)
    }
    // Runs of a thinned file begin where blocks of the whole one do.
    guard !isThinned else { return false }
    shift = begin > 0 ? begin : sector.count + begin
    guard begin < 0 else { return false }
    placeOfSecondHalf = place + shift
    damage.note(.header, at: place + begin, samples: 0)
    return true
  }

  /// The last bytes before a sector, in which a header's mark may begin; none where something else lies before it in the file.
  private func bytesBefore(_ slot: Int) -> [UInt8] {
    let place = slot * AxivityCWA.sectorByteCount
    let last = stream.fileOffset(of: byteCount + place - start - 1)
    guard last == fileOffset(of: slot) - 1 else { return [] }
    return place == start ? ending : Array(bytes[..<place].suffix(Self.overlap))
  }

  private static func start(of sector: UnsafeRawBufferPointer) -> String {
    "begins with "
      + sector.prefix(4).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
      .joined(separator: " ")
  }

  private static func words(_ fault: AxivityFault, _ sector: UnsafeRawBufferPointer) -> String {
    switch fault {
    case .unknownPacking: "\(sector[25] >> 4) axes in packing \(sector[25] & 15)"
    case .noSamples: "no samples"
    case .noStamp: "no time stamp"
    }
  }

  private func ordered(
    _ found: [(block: AxivityBlock, slot: Int)]
  ) -> [(block: AxivityBlock, slot: Int)] {
    let order = BlockOrder(
      starts: found.map { $0.block.nominalStart }, durations: found.map { $0.block.duration })
    if let own = blocksOfOwnSession(found, order) { return ordered(own) }
    for place in order.dropped { noteMisfit(found[place].block, among: found.map { $0.block }) }
    let isInOrder = order.moved.isEmpty && order.dropped.isEmpty
    let used = isInOrder ? found : order.kept.map { found[$0] }
    let ready = hasEnded ? used.count : max(used.count - Self.waitingCount, 0)
    waiting = Array(used[ready...])
    for place in order.moved {
      let block = found[place].block
      damage.note(.displaced, at: block.fileOffset, samples: block.sampleCount)
    }
    return Array(used[..<ready])
  }

  /// The blocks of the header's session where those of another one would take the place of some in time, as where an earlier
  /// recording without a header was put behind; what is said of the recording is the header's. `nil` where there are none.
  private func blocksOfOwnSession(
    _ found: [(block: AxivityBlock, slot: Int)], _ order: BlockOrder
  ) -> [(block: AxivityBlock, slot: Int)]? {
    func isOwn(_ place: Int) -> Bool { found[place].block.sessionIdentifier == ownSession }
    guard order.dropped.contains(where: isOwn), !found.indices.allSatisfy(isOwn) else { return nil }
    for place in found.indices where !isOwn(place) {
      noteMisfit(found[place].block, among: [])
    }
    return found.indices.filter(isOwn).map { found[$0] }
  }

  private func noteMisfit(_ block: AxivityBlock, among others: [AxivityBlock]) {
    let isRepeated = others.contains { other in
      other.fileOffset != block.fileOffset && other.sequence == block.sequence
        && other.sessionIdentifier == block.sessionIdentifier
        && other.nominalStart == block.nominalStart
    }
    damage.note(
      isRepeated ? .duplicate : .outOfOrder, at: block.fileOffset, samples: block.sampleCount)
  }

  private func place(_ ready: [(block: AxivityBlock, slot: Int)]) -> [Placed] {
    var placed: [Placed] = []
    placed.reserveCapacity(ready.count)
    for (block, slot) in ready {
      let missing = clock.missingBlocks(before: block)
      guard let span = clock.place(block), let base = bytes.baseAddress else {
        damage.note(.outOfOrder, at: block.fileOffset, samples: block.sampleCount)
        continue
      }
      noteChange(to: block, missing: missing)
      let samples = base + slot * AxivityCWA.sectorByteCount + AxivityBlock.headerByteCount
      placed.append(Placed(block: block, bytes: UnsafeRawPointer(samples), span: span))
      if block.events & 6 != 0 {
        tapCounts.single += Int(block.events >> 1 & 1)
        tapCounts.double += Int(block.events >> 2 & 1)
      }
      lastPlaced = block
    }
    return placed
  }

  /// Blocks that the numbers name and the file does not hold; those that it holds damaged have a
  /// remark already.
  private func noteChange(to block: AxivityBlock, missing: Int) {
    guard let last = lastPlaced else { return }
    let between = (block.fileOffset - last.fileOffset) / AxivityCWA.sectorByteCount - 1
    let lost = missing - max(between, 0)
    if missing > 0, lost > 0 {
      damage.note(
        .missing, at: block.fileOffset, samples: lost * block.packing.capacity,
        lost.counted("block"))
    }
    if last.rateHertz != block.rateHertz {
      damage.note(
        .rate, at: block.fileOffset, samples: 0, "\(last.rateHertz) to \(block.rateHertz) Hz")
    }
  }
}
