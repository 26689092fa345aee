import Foundation
import GaitModel
import TestSupport
import Testing

@testable import SensorFiles

struct ActiGraphDamageTests {
  private let folder: ScratchFolder
  private let file = ActiGraphFile.recording(60)
  /// Bytes of a record of thirty samples.
  private let size = 8 + 180 + 1

  init() throws { folder = try ScratchFolder() }

  private func path(_ log: [UInt8]) throws -> String { try file.write(to: folder, log: log) }

  private func inspection(_ log: [UInt8]) throws -> SensorFileInspection {
    try SensorFile.inspection(of: path(log))
  }

  /// What was wrong, without what was converted.
  private func faults(_ log: [UInt8]) throws -> [RecordingRemark] {
    try inspection(log).remarks.filter { $0.kind != .converted }
  }

  private func samples(_ log: [UInt8]) throws -> RecordingBlock {
    try #require(try RecordingSourceContract.allSamples(of: open(path(log))))
  }

  @Test func `a flipped bit costs its second and is located`() throws {
    var log = file.log
    log[20 * size + 60] ^= 8
    let remarks = try faults(log)
    #expect(remarks.map(\.kind) == [.unreadable])
    #expect(remarks.map(\.sampleCount) == [30])
    #expect(remarks.first?.message.contains("at byte 3,780 has a wrong checksum") == true)
    #expect(try samples(log).seconds.count == 59 * 30)
    #expect(try inspection(log).gapCount == 1)
  }

  @Test func `lines of info.txt that cannot be read are counted`() throws {
    var file = file
    file.info += ["Height: 170", "Ma\u{1}ss: 70", "no name"]
    let path = try file.write(to: folder, log: file.log)
    let found = try SensorFile.inspection(of: path)
    let remark = found.remarks.first { $0.message.contains("info.txt") }
    #expect(remark?.message.contains("2 of \(file.info.count) lines cannot be read") == true)
    #expect(found.facts.participant.height?.meters == 1.7)
  }

  @Test(arguments: [
    "Height: 1x0", "Height: 17500", "Height: 1.75", "Height: 5'9\"", "Heigth: 175.0",
    "Limb: Nowhere", "Mass: heavy", "Sex: 7",
  ])
  func `a line of info.txt that cannot be used is named`(line: String) throws {
    var file = file
    file.info.append(line)
    let found = try SensorFile.inspection(of: file.write(to: folder, log: file.log))
    let remarks = found.remarks.map(\.message).filter { $0.hasPrefix("info.txt") }
    #expect(remarks.count == 1 && remarks[0].contains("was not used"), "\(remarks)")
    let name = line.prefix { $0 != ":" }
    #expect(remarks[0].contains(name), "\(remarks)")
  }

  @Test func `a line of info.txt that stands twice with two values is named with both`() throws {
    var file = file
    file.info += ["Height: 175", "Limb: Wrist", "height: 182", "Limb: Wrist"]
    let found = try SensorFile.inspection(of: file.write(to: folder, log: file.log))
    let remarks = found.remarks.map(\.message).filter { $0.hasPrefix("info.txt") }
    #expect(
      remarks == [
        "info.txt: the line \"Height\" stands there as \"175\" and \"182\"; the last one counts"
      ])
    #expect(found.facts.participant.height?.meters == 1.82)
  }

  @Test(arguments: ["Height: 0", "Limb: Undefined", "Sex: ", "Side: Left", "Race: Other"])
  func `a line of info.txt that says nothing is passed over`(line: String) throws {
    var file = file
    file.info.append(line)
    let found = try SensorFile.inspection(of: file.write(to: folder, log: file.log))
    #expect(found.remarks.allSatisfy { !$0.message.contains("info.txt") })
  }

  @Test func `an info.txt that is cut within a line is said`() throws {
    let whole = file.info.map { $0 + "\r\n" }.joined()
    let path = folder.path + "/cut.gt3x"
    try ZipWriter.write(
      ["info.txt": Array(whole.utf8.dropLast(5)), "log.bin": file.log], to: path)
    let remarks = try SensorFile.inspection(of: path).remarks.map(\.message)
    #expect(remarks.contains { $0.contains("info.txt: it ends within a line") }, "\(remarks)")
  }

  @Test(arguments: [
    "Acceleration Scale: abc", "TimeZone: zz", "Start Date: x1", "Sample Rate: 3000",
  ])
  func `a line about the device that cannot be read is said`(line: String) throws {
    var file = file
    let name = String(line.prefix { $0 != ":" })
    #expect(
      try SensorFile.inspection(of: file.write(to: folder, log: file.log)).remarks.allSatisfy {
        !$0.message.contains(name)
      })
    file.info.removeAll { $0.hasPrefix(name) }
    file.info.append(line)
    let remarks = try SensorFile.inspection(of: file.write(to: folder, log: file.log)).remarks
    #expect(
      remarks.contains { $0.message.contains("info.txt: \"\(line)\" was not used; ") }, "\(remarks)"
    )
  }

  @Test(arguments: [0, 1, 2, 6, 7])
  func `a broken head costs its second`(byte: Int) throws {
    var log = file.log
    log[20 * size + byte] ^= 0x55
    let remarks = try faults(log)
    #expect(remarks.first?.kind == .unreadable)
    #expect(remarks.first?.message.contains("3,780") == true)
    #expect(try samples(log).seconds.count == 59 * 30)
  }

  @Test func `zeroed bytes cost the records they touch`() throws {
    var log = file.log
    for place in 10 * size + 50..<14 * size + 50 { log[place] = 0 }
    #expect(try samples(log).seconds.count == 55 * 30)
    #expect(try faults(log).first?.kind == .unreadable)
  }

  @Test func `a few zeros between records are no damage`() throws {
    var log = file.log
    log.insert(contentsOf: [0, 0, 0], at: 30 * size)
    log += [0, 0]
    #expect(try faults(log) == [])
    #expect(try samples(log).seconds.count == 60 * 30)
  }

  @Test func `random bytes between records are passed over`() throws {
    var random = SystemSeed(state: 5)
    var log = file.log
    let noise = (0..<5000).map { _ in
      let byte = UInt8(truncatingIfNeeded: random.next())
      return byte % 3 == 0 ? 0x1e : byte
    }
    log.insert(contentsOf: noise, at: 30 * size)
    #expect(try samples(log).seconds.count == 60 * 30)
    #expect(try faults(log).first?.message.contains("5,000 bytes") == true)
  }

  @Test func `swapped records are put back in order`() throws {
    var records = file.records
    records.swapAt(30, 35)
    let log = records.flatMap(\.self)
    #expect(try samples(log) == samples(file.log))
    #expect(try faults(log).map(\.kind) == [.inconsistent])
  }

  @Test func `a repeated record counts once`() throws {
    var records = file.records
    records.insert(records[30], at: 31)
    let log = records.flatMap(\.self)
    #expect(try samples(log) == samples(file.log))
    #expect(try faults(log).map(\.kind) == [.duplicate])
  }

  @Test(arguments: [2_000_000, 400_000_000, -40_000])
  func `a record of another time costs itself alone`(jump: Int) throws {
    var records = file.records
    records[30] = ActiGraphFile.record(
      26, at: UInt32(Int(ActiGraphFile.start) + 30 + jump), ActiGraphFile.words(second: 30))
    let log = records.flatMap(\.self)
    #expect(try samples(log).seconds.count == 59 * 30)
    #expect(try faults(log).map(\.kind) == [.outOfOrder])
  }

  @Test func `a file cut anywhere gives its whole records`() throws {
    for count in stride(from: size, to: 6 * size, by: 7) {
      let log = Array(file.log.prefix(count))
      #expect(try samples(log).seconds.count == count / size * 30)
      let isCut = count % size > 0
      #expect(try faults(log).map(\.kind) == (isCut ? [.truncated] : []))
    }
  }

  @Test func `types that nobody knows are counted, records of other sizes are not used`() throws {
    var records = file.records
    let time = ActiGraphFile.start + 30
    records.insert(ActiGraphFile.record(77, at: time, [1, 2, 3]), at: 31)
    records.insert(ActiGraphFile.record(77, at: time, [1, 2, 3]), at: 32)
    let huge = [UInt8](repeating: 1, count: 60_000)
    records[40] = ActiGraphFile.record(26, at: ActiGraphFile.start + 40, huge)
    let log = records.flatMap(\.self)
    #expect(try samples(log).seconds.count == 59 * 30)
    let remarks = try faults(log)
    #expect(remarks.contains { $0.message.contains("type 77: 2") })
    #expect(remarks.contains { $0.message.contains("cannot be used (60,000 bytes)") })
  }

  @Test func `a second with fewer samples keeps the rate`() throws {
    var records = file.records
    records[59] = ActiGraphFile.motion(59, count: 12)
    let block = try samples(records.flatMap(\.self))
    #expect(abs((block.seconds.last ?? 0) - (59 + 11.0 / 30)) < 1e-9)
  }

  @Test func `a rate that contradicts the records loses`() throws {
    var other = file
    other.info[3] = "Sample Rate: 100"
    let source = try open(other.write(to: folder))
    #expect(source.facts.samplingRateHertz == 30)
    #expect(source.layout.contradictions.count == 1)
  }

  @Test func `a log without any motion is refused with the reason`() throws {
    let empty = #expect(throws: SensorFileError.self) {
      try open(path(ActiGraphFile.event(8, at: 0)))
    }
    #expect(empty?.kind == .empty)
    let noise = #expect(throws: SensorFileError.self) {
      try open(path([UInt8](repeating: 0x1e, count: 3000)))
    }
    #expect(noise?.kind == .damaged)
    let zip = folder.path + "/info.gt3x"
    try ZipWriter.write(["info.txt": [65], "activity.bin": [0, 1, 2, 3, 4]], to: zip)
    #expect(#expect(throws: SensorFileError.self) { try open(zip) }?.kind == .noClock)
  }

  @Test(arguments: 0..<30)
  func `random damage breaks no promise`(seed: Int) throws {
    var random = SystemSeed(state: UInt64(seed) + 100)
    var log = file.log
    for _ in 0..<(1 << (seed % 8)) {
      let place = Int(random.next() % UInt64(log.count))
      switch random.next() % 4 {
      case 0: log.remove(at: place)
      case 1: log.insert(0x1e, at: place)
      case 2:
        log.replaceSubrange(place..<min(place + 200, log.count), with: repeatElement(0, count: 9))
      default: log[place] = UInt8(truncatingIfNeeded: random.next())
      }
    }
    let damaged = try path(log)
    guard (try? open(damaged)) != nil else { return }
    #expect(try RecordingSourceContract.breaches { try open(damaged, blockSampleCount: $0) } == [])
  }

  @Test func `an undamaged log of more than the memory at once is read whole`() throws {
    let long = ActiGraphFile.recording(4000)
    let path = try long.write(to: folder)
    let inspection = try SensorFile.inspection(of: path)
    #expect(inspection.sampleCount == 4000 * 30)
    #expect(inspection.remarks.filter { $0.kind != .converted } == [])
    #expect(inspection.gapCount == 0)
  }
}
