import Foundation
import GaitModel
import TestSupport
import Testing

@testable import SensorFiles

struct AxivityDamageTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func inspection(_ bytes: [UInt8]) throws -> SensorFileInspection {
    try SensorFile.inspection(of: folder.write(bytes, to: "walk.cwa"))
  }

  /// What was wrong, without what was converted.
  private func faults(_ bytes: [UInt8]) throws -> [RecordingRemark] {
    try inspection(bytes).remarks.filter { $0.kind != .converted }
  }

  private func samples(_ bytes: [UInt8]) throws -> RecordingBlock {
    let path = try folder.write(bytes, to: "walk.cwa")
    return try #require(try RecordingSourceContract.allSamples(of: open(path)))
  }

  private func offset(_ block: Int) -> Int { 1024 + block * 512 }

  private func moved(_ bytes: [UInt8], _ from: Int, to: Int) -> [UInt8] {
    var bytes = bytes
    let sector = bytes[offset(from)..<offset(from) + 512]
    bytes.replaceSubrange(offset(to)..<offset(to) + 512, with: sector)
    return bytes
  }

  private func swapped(_ bytes: [UInt8], _ first: Int, _ second: Int) -> [UInt8] {
    var result = moved(bytes, first, to: second)
    result.replaceSubrange(
      offset(first)..<offset(first) + 512, with: bytes[offset(second)..<offset(second) + 512])
    return result
  }

  @Test func `a flipped bit costs its block and is located`() throws {
    var bytes = AxivityFile.recording(40)
    let whole = try samples(bytes)
    bytes[offset(20) + 100] ^= 4
    let remarks = try faults(bytes)
    #expect(remarks.count == 1)
    #expect(remarks.first?.kind == .unreadable)
    #expect(remarks.first?.sampleCount == 120)
    let wasSet = bytes[offset(20) + 100] & 4 == 0
    let sum = wasSet ? "0xfffc" : "0x4"
    let message = "block at byte 11,264 has checksum \(sum), expected 0; 120 samples skipped"
    #expect(remarks.first?.message == message)
    let rest = try samples(bytes)
    var values = whole.acceleration.x
    values.removeSubrange(2400..<2520)
    #expect(rest.acceleration.x == values)
    // The block after the lost one keeps its place by its number.
    var expected = whole.seconds
    expected.removeSubrange(2400..<2520)
    #expect(zip(rest.seconds, expected).allSatisfy { abs($0 - $1) < 0.01 })
  }

  @Test func `neighbors that were swapped are put back`() throws {
    let bytes = AxivityFile.recording(1200)
    let whole = try samples(bytes)
    for place in [0, 1, 494, 495, 496, 511, 512, 1198] {
      let damaged = swapped(bytes, place, place + 1)
      #expect(try samples(damaged) == whole, "\(place)")
      #expect(try faults(damaged).map(\.kind) == [.inconsistent], "\(place)")
    }
  }

  @Test func `a block from far away costs itself alone`() throws {
    let bytes = AxivityFile.recording(1300)
    let damaged = swapped(bytes, 10, 1100)
    let found = try inspection(damaged)
    #expect(found.sampleCount == 1298 * 120)
    #expect(found.remarks.contains { $0.kind == .outOfOrder && $0.sampleCount == 240 })
  }

  @Test func `a repeated block is read once`() throws {
    let bytes = AxivityFile.recording(30)
    let found = try inspection(moved(bytes, 10, to: 11))
    #expect(found.sampleCount == 29 * 120)
    #expect(found.remarks.contains { $0.kind == .duplicate && $0.sampleCount == 120 })
  }

  @Test func `a file behind itself counts once, and another one is refused`() throws {
    let bytes = AxivityFile.recording(30)
    let twice = try inspection(bytes + bytes)
    #expect(twice.sampleCount == 30 * 120)
    #expect(twice.remarks.filter { $0.kind != .converted }.map(\.kind) == [.duplicate, .duplicate])
    let header = "block at byte 16,384 is the file's header once more"
    #expect(twice.remarks.contains { $0.message == header })
    var other = bytes
    other[5] = 1
    for (name, bytes) in [("walk.cwa", bytes + other), ("tail.cwa", bytes[1024...] + bytes)] {
      let path = try folder.write(Array(bytes), to: name)
      let error = #expect(throws: SensorFileError.self) { try SensorFile.inspection(of: path) }
      #expect(error?.kind == .severalRecordings)
      #expect(error?.message.contains("make a file of each") == true)
    }
    let path = try folder.write(bytes + other, to: "other.cwa")
    let error = #expect(throws: SensorFileError.self) { try SensorFile.inspection(of: path) }
    #expect(error?.message.contains("byte 16,384 (device 12289, session 7)") == true)
    // What another person's recording on the same device says of itself stands in the header's second part, too.
    var person = bytes
    person[512] = UInt8(ascii: "x")
    let second = try folder.write(bytes + person, to: "person.cwa")
    let personError = #expect(throws: SensorFileError.self) {
      try SensorFile.inspection(of: second)
    }
    #expect(personError?.message.contains("begins at byte 16,384,") == true)
    // The first file may be cut off within a block: nothing behind it lies where blocks lie.
    let cut = try folder.write(bytes[..<5000] + other, to: "cut.cwa")
    let cutError = #expect(throws: SensorFileError.self) { try SensorFile.inspection(of: cut) }
    #expect(cutError?.message.contains("another recording begins at byte 5,000,") == true)
  }

  @Test func `blocks of another session are told`() throws {
    let whole = try faults(AxivityFile.recording(30))
    let mixed = AxivityFile.recording(30) { place, block in block.session = place < 20 ? 7 : 99 }
    let found = try faults(mixed)
    #expect(whole == [] && found.map(\.kind) == [.inconsistent])
    #expect(found.first?.message.contains("is of another session than before") == true)
    #expect(found.first?.message.contains("(7 to 99)") == true)
  }

  @Test func `zeroed and missing blocks are counted once`() throws {
    var bytes = AxivityFile.recording(60)
    bytes.replaceSubrange(
      offset(20)..<offset(23), with: [UInt8](repeating: 0, count: 3 * 512))
    let zeroed = try faults(bytes)
    #expect(zeroed.map(\.sampleCount) == [360])
    #expect(zeroed.first?.message.contains("bytes 11,264 (begins with 00 00 00 00)") == true)
    bytes.removeSubrange(offset(20)..<offset(23))
    let missing = try faults(bytes)
    #expect(missing.map(\.sampleCount) == [360])
    #expect(missing.first?.message.contains("3 blocks") == true)
    #expect(abs(try inspection(bytes).durationSeconds - 60 * 1.2) < 0.05)
  }

  @Test func `a count that does not fit is cut to what fits`() throws {
    let bytes = AxivityFile.recording(10) { place, block in
      if place == 4 { block.namedCount = 60_000 }
    }
    #expect(try inspection(bytes).sampleCount == 1200)
    #expect(try faults(bytes).first?.message.contains("60000 of at most 120") == true)
  }

  @Test func `a damaged header costs no sample`() throws {
    var bytes = AxivityFile.recording(10)
    bytes.replaceSubrange(0..<1024, with: [UInt8](repeating: 0, count: 1024))
    #expect(try inspection(bytes).sampleCount == 1200)
    #expect(try inspection(Array(bytes[1024...])).sampleCount == 1200)
  }

  @Test func `a header alone is empty, nothing but damaged blocks is refused`() throws {
    var bytes = AxivityFile.recording(3)
    #expect(throws: SensorFileError.self) { try inspection(Array(bytes[..<1024])) }
    for block in 0..<3 { bytes[offset(block) + 99] ^= 1 }
    let path = try folder.write(bytes, to: "walk.cwa")
    let refused = #expect(throws: SensorFileError.self) { try SensorFile.open(path) }
    #expect(refused?.kind == .damaged)
    #expect(refused?.message.contains("none of its 3 blocks") == true)
  }

  @Test func `a file may be cut anywhere`() throws {
    let bytes = AxivityFile.recording(3)
    for end in stride(from: 4, through: bytes.count, by: 1) where end % 512 < 34 || end % 97 == 0 {
      let cut = Array(bytes[..<end])
      let whole = max(end - 1024, 0) / 512
      guard whole > 0 else {
        #expect(throws: SensorFileError.self) { try inspection(cut) }
        continue
      }
      let found = try inspection(cut)
      #expect(found.sampleCount == whole * 120)
      #expect(found.remarks.contains { $0.kind == .truncated } == (end % 512 != 0))
    }
  }

  @Test(arguments: 0..<300)
  func `random damage keeps the promises and what is whole`(seed: Int) throws {
    var random = SystemSeed(state: UInt64(seed))
    func number(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
    let packings: [AxivityBlock.Packing] = [.packed, .threeAxes, .sixAxes, .nineAxes]
    let count = 8 + number(16)
    var bytes = AxivityFile.recording(count, like: .init(packing: packings[seed % 4]))
    for _ in 0..<1 + number(6) {
      let block = number(count)
      switch number(6) {
      case 0: bytes[1024 + number(bytes.count - 1024)] ^= UInt8(1 << number(8))
      case 1: bytes = swapped(bytes, block, number(count))
      case 2:
        for place in offset(block)..<offset(block) + 512 { bytes[place] = 0 }
      case 3: bytes = moved(bytes, block, to: number(count))
      default: corrupt(&bytes, block: block, byte: number(30), value: UInt8(number(256)))
      }
    }
    if seed % 5 == 0 { bytes.removeLast(number(600)) }
    if seed % 7 == 0 { bytes[number(1024)] = UInt8(number(256)) }
    let path = try folder.write(bytes, to: "walk.cwa")
    do {
      _ = try SensorFile.open(path)
    } catch { return }
    #expect(try RecordingSourceContract.breaches { try open(path, blockSampleCount: $0) } == [])
    #expect(try inspection(bytes).sampleCount >= packings[seed % 4].capacity)
  }

  /// Writes nonsense into the head of a block and makes its checksum right again.
  private func corrupt(_ bytes: inout [UInt8], block: Int, byte: Int, value: UInt8) {
    var sector = Array(bytes[offset(block)..<offset(block) + 512])
    sector[byte] = value
    AxivityFile.seal(&sector)
    bytes.replaceSubrange(offset(block)..<offset(block) + 512, with: sector)
  }

  @Test func `a cut compressed file gives what lies before the cut`() throws {
    let packed = try ScratchFolder.gzip(AxivityFile.recording(600))
    let path = try folder.write(Array(packed[..<(packed.count / 2)]), to: "walk.cwa.gz")
    let found = try SensorFile.inspection(of: path)
    #expect(found.sampleCount > 10_000)
    #expect(found.remarks.contains { $0.kind == .truncated })
  }
}
