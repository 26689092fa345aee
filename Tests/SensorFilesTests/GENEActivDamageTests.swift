import Foundation
import GaitModel
import TestSupport
import Testing

@testable import SensorFiles

struct GENEActivDamageTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func inspection(_ bytes: [UInt8]) throws -> SensorFileInspection {
    try SensorFile.inspection(of: folder.write(bytes, to: "walk.bin"))
  }

  /// What was wrong, without what was converted.
  private func faults(_ bytes: [UInt8]) throws -> [RecordingRemark] {
    try inspection(bytes).remarks.filter { $0.kind != .converted }
  }

  private func samples(_ bytes: [UInt8]) throws -> RecordingBlock {
    let path = try folder.write(bytes, to: "walk.bin")
    return try #require(try RecordingSourceContract.allSamples(of: open(path)))
  }

  private func expectContract(_ bytes: [UInt8]) throws {
    let path = try folder.write(bytes, to: "contract.bin")
    #expect(try RecordingSourceContract.breaches { try open(path, blockSampleCount: $0) } == [])
  }

  /// The bytes of a page.
  private func range(_ bytes: [UInt8], _ page: Int) -> Range<Int> {
    let places = GENEActivFile.pagePlaces(bytes) + [bytes.count]
    return places[page]..<places[page + 1]
  }

  /// Where in the file the line of a page that begins with these words does.
  private func place(_ bytes: [UInt8], _ page: Int, _ words: String) -> Int {
    let range = range(bytes, page)
    return bytes[range].firstRange(of: Array(words.utf8))?.lowerBound ?? range.lowerBound
  }

  /// Where the digits of a page begin.
  private func digits(_ bytes: [UInt8], _ page: Int) -> Int { range(bytes, page).upperBound - 3601 }

  private func swapped(_ bytes: [UInt8], _ first: Int, _ second: Int) -> [UInt8] {
    let (a, b) = (range(bytes, min(first, second)), range(bytes, max(first, second)))
    var result = bytes
    result.replaceSubrange(b, with: bytes[a])
    result.replaceSubrange(a, with: bytes[b])
    return result
  }

  private func replacing(_ bytes: [UInt8], _ page: Int, _ words: String, by other: String)
    -> [UInt8]
  {
    var bytes = bytes
    let place = place(bytes, page, words)
    bytes.replaceSubrange(place..<place + words.utf8.count, with: other.utf8)
    return bytes
  }

  @Test func `a letter that is no digit costs its sample and is located`() throws {
    var bytes = GENEActivFile.recording(40)
    let whole = try samples(bytes)
    bytes[digits(bytes, 20) + 12 * 100 + 5] = UInt8(ascii: "Z")
    let at = range(bytes, 20).lowerBound.grouped
    let remarks = try faults(bytes)
    #expect(remarks.map(\.kind) == [.unreadable])
    let message =
      "page at byte \(at) has letters that are no hexadecimal digits (number 20: 1 sample); "
      + "1 sample skipped"
    #expect(remarks.first?.message == message)
    let rest = try samples(bytes)
    var expected = (whole.seconds, whole.acceleration.z)
    expected.0.remove(at: 6100)
    expected.1.remove(at: 6100)
    #expect(rest.seconds == expected.0)
    #expect(rest.acceleration.z == expected.1)
    try expectContract(bytes)
  }

  @Test func `the first sample of the recording may be unreadable`() throws {
    var bytes = GENEActivFile.recording(3)
    for place in 0..<30 { bytes[digits(bytes, 0) + place] = 0 }
    #expect(try inspection(bytes).sampleCount == 897)
    try expectContract(bytes)
  }

  @Test func `neighbors that were swapped are put back`() throws {
    let bytes = GENEActivFile.recording(200)
    let whole = try samples(bytes)
    for place in [0, 63, 64, 79, 80, 198] {
      let damaged = swapped(bytes, place, place + 1)
      #expect(try samples(damaged) == whole, "\(place)")
      #expect(try faults(damaged).map(\.kind) == [.inconsistent], "\(place)")
    }
  }

  @Test func `a page from far away costs itself alone`() throws {
    let damaged = swapped(GENEActivFile.recording(300), 10, 250)
    let found = try inspection(damaged)
    #expect(found.sampleCount == 298 * 300)
    #expect(found.remarks.contains { $0.kind == .outOfOrder && $0.sampleCount == 600 })
    try expectContract(damaged)
  }

  @Test func `a repeated page is read once`() throws {
    var bytes = GENEActivFile.recording(30)
    bytes.replaceSubrange(range(bytes, 11), with: bytes[range(bytes, 10)])
    let found = try inspection(bytes)
    #expect(found.sampleCount == 29 * 300)
    #expect(found.remarks.contains { $0.kind == .duplicate && $0.sampleCount == 300 })
  }

  @Test func `a file behind itself counts once, and another one is refused`() throws {
    let bytes = GENEActivFile.recording(30)
    let twice = try inspection(bytes + bytes)
    #expect(twice.sampleCount == 30 * 300)
    #expect(!twice.remarks.contains { $0.message.contains("no page at all") })
    #expect(twice.remarks.contains { $0.kind == .duplicate && $0.sampleCount == 30 * 300 })
    let header = GENEActivFile.header(pages: 30)
    let other = GENEActivFile.header(pages: 30, subject: ["Subject Code": "P08"])
    let pages = Array(bytes[header.count...])
    let cut = Array(bytes[..<(digits(bytes, 20) + 700)])
    let cutHead = Array(bytes[..<(place(bytes, 20, "Temperature") + 4)])
    #expect(try inspection(cut + bytes).sampleCount >= 30 * 300, "its own header")
    for (name, joined) in [
      ("other.bin", bytes + other + pages), ("tail.bin", pages + bytes),
      ("cut.bin", cut + other + pages), ("cut-head.bin", cutHead + other + pages),
      ("cut-end.bin", bytes.dropLast() + other + pages),
      ("cut-mark.bin", bytes + Array("Recorded D".utf8) + other + pages),
    ] {
      let path = try folder.write(joined, to: name)
      let error = #expect(throws: SensorFileError.self) { try SensorFile.inspection(of: path) }
      #expect(error?.kind == .severalRecordings)
      #expect(error?.message.contains("make a file of each") == true)
    }
  }

  @Test func `zeroed and missing pages are counted once`() throws {
    var bytes = GENEActivFile.recording(60)
    let lost = range(bytes, 20).lowerBound..<range(bytes, 22).upperBound
    var zeroed = bytes
    zeroed.replaceSubrange(lost, with: [UInt8](repeating: 0, count: lost.count))
    let found = try faults(zeroed)
    #expect(found.first?.sampleCount == 900)
    #expect(found.first?.message.contains("bytes \(lost.lowerBound.grouped)") == true)
    #expect(found.map(\.kind) == [.unreadable, .inconsistent])
    #expect(found.last?.message == "the header names 60 pages, the file holds 57")
    bytes.removeSubrange(lost)
    let missing = try faults(bytes)
    #expect(missing.map(\.sampleCount) == [900, 0])
    #expect(missing.first?.message.contains("number 23, 3 pages") == true)
    #expect(abs(try inspection(bytes).durationSeconds - 179.99) < 0.001)
    try expectContract(bytes)
  }

  @Test func `zeroed pages at the beginning are seen`() throws {
    var bytes = GENEActivFile.recording(10)
    let lost = range(bytes, 0).lowerBound..<range(bytes, 1).upperBound
    bytes.replaceSubrange(lost, with: [UInt8](repeating: 0, count: lost.count))
    #expect(try inspection(bytes).sampleCount == 2400)
    #expect(try faults(bytes).first?.sampleCount == 600)
  }

  @Test func `a lost line end costs nothing, a lost digit its page`() throws {
    let bytes = GENEActivFile.recording(10)
    let whole = try samples(bytes)
    var joined = bytes
    joined[range(bytes, 4).upperBound - 1] = UInt8(ascii: "#")
    #expect(try samples(joined) == whole)
    joined.remove(at: range(bytes, 4).upperBound - 1)
    #expect(try samples(joined) == whole)
    var short = bytes
    short.remove(at: digits(bytes, 4) + 1000)
    #expect(try inspection(short).sampleCount == 2700)
    let remarks = try faults(short)
    #expect(remarks.map(\.sampleCount) == [300])
    #expect(remarks.first?.message.contains("number 4: 3,599 digits") == true)
  }

  @Test func `a page with another number of samples gives what it has`() throws {
    let few = GENEActivFile.recording(10) { place, page in
      if place == 3 { (page.count, page.duration) = (40, 0.4) }
    }
    #expect(try inspection(few).sampleCount == 2740)
    #expect(try inspection(few).gapCount == 0)
    #expect(try faults(few).map(\.sampleCount) == [260])
    let many = GENEActivFile.recording(10) { place, page in
      if place == 3 { page.count = 310 }
    }
    #expect(try inspection(many).sampleCount == 3000)
    #expect(try faults(many).count == 1)
    try expectContract(few)
  }

  @Test func `what a page does not say follows from the page before`() throws {
    let bytes = GENEActivFile.recording(10)
    let whole = try samples(bytes)
    for line in ["Page Time:2", "Measurement Frequency:1"] {
      let damaged = replacing(bytes, 4, line, by: String(repeating: "?", count: line.count))
      #expect(try samples(damaged) == whole)
      let remarks = try faults(damaged)
      #expect(remarks.map(\.kind) == [.assumed])
      #expect(remarks.map(\.sampleCount) == [300])
    }
    let cold = replacing(bytes, 4, "Temperature:2", by: "Temperature:x")
    #expect(try samples(cold).acceleration == whole.acceleration)
    #expect(try samples(cold).side[.temperature]?.values.count == 9)
    #expect(try faults(cold).map(\.kind) == [.unreadable])
  }

  @Test func `a misread rate does not stretch its page`() throws {
    let bytes = GENEActivFile.recording(10)
    let whole = try samples(bytes)
    for place in [0, 4] {
      for rate in ["10.00", "900.0"] {
        let damaged = replacing(bytes, place, "Frequency:100.0", by: "Frequency:\(rate)")
        #expect(try samples(damaged).seconds == whole.seconds)
      }
    }
  }

  @Test func `a wrong page time costs its page`() throws {
    let bytes = GENEActivFile.recording(40)
    let damaged = replacing(bytes, 20, "Page Time:2023", by: "Page Time:2083")
    #expect(try inspection(damaged).sampleCount == 39 * 300)
    #expect(try faults(damaged).map(\.kind) == [.outOfOrder])
  }

  @Test func `a damaged header costs its calibration and no sample`() throws {
    let bytes = GENEActivFile.recording(10)
    let header = GENEActivFile.pagePlaces(bytes)[0]
    var zeroed = bytes
    zeroed.replaceSubrange(0..<header, with: [UInt8](repeating: 0, count: header))
    for damaged in [zeroed, Array(bytes[header...])] {
      #expect(try inspection(damaged).sampleCount == 3000)
      let assumed = try faults(damaged).filter { $0.kind == .assumed }
      #expect(assumed.count == 1)
      #expect(assumed.first?.message.contains("x gain, x offset, y gain") == true)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    for gain in ["x gain:0", "x gain:-25522", "x gain:2", "x gain:nan", "x gaim:25522"] {
      let damaged = Array(text.replacing("x gain:25522", with: gain).utf8)
      let assumed = try faults(damaged).filter { $0.kind == .assumed }
      #expect(assumed.map { $0.message.contains("no usable x gain; 256 steps") } == [true])
      let value = try samples(damaged).acceleration.x[7]
      let steps = Double(GENEActivFile.Page().steps(7, 0)) * 100 - 272
      #expect(abs(Double(value) - steps / 25_600 * standardGravity) < 1e-5)
    }
  }

  @Test func `any line of the header may be missing`() throws {
    let page = GENEActivFile.bytes(GENEActivFile.Page())
    let lines = GENEActivFile.header(pages: 1).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for missing in lines.indices {
      let rest = lines.indices.filter { $0 != missing }.flatMap { lines[$0] + [10] }
      #expect(try inspection(rest + page).sampleCount == 300, "line \(missing)")
    }
  }

  @Test func `a wrong number of pages is said and believed by nobody`() throws {
    let page = GENEActivFile.bytes(GENEActivFile.Page())
    for named in [0, -3, 7, 1 << 40] {
      let bytes = GENEActivFile.header(pages: named) + page
      #expect(try inspection(bytes).sampleCount == 300)
      #expect(try faults(bytes).map(\.kind) == [.inconsistent])
    }
  }

  @Test func `a header alone is empty, nothing but damaged pages is refused`() throws {
    let header = GENEActivFile.header(pages: 3)
    let empty = #expect(throws: SensorFileError.self) { try inspection(header) }
    #expect(empty?.kind == .empty)
    var bytes = GENEActivFile.recording(3)
    for page in 0..<3 { bytes[place(bytes, page, "Page Time")] = 0 }
    let refused = #expect(throws: SensorFileError.self) { try inspection(bytes) }
    #expect(refused?.kind == .damaged)
    #expect(refused?.message.contains("none of its 3 pages") == true)
  }

  @Test func `a file may be cut anywhere`() throws {
    let bytes = GENEActivFile.recording(3)
    let places = GENEActivFile.pagePlaces(bytes)
    let start = digits(bytes, 2)
    for end in stride(from: 16, to: bytes.count, by: 1)
    where (end - places[2]).magnitude < 260 || end % 97 == 0 {
      let cut = Array(bytes[..<end])
      guard end > digits(bytes, 0) + 24 else {
        #expect(throws: SensorFileError.self) { try inspection(cut) }
        continue
      }
      let found = try inspection(cut)
      let isInLast = end > start
      let whole = end >= places[2] ? 600 : end >= places[1] ? 300 : 0
      #expect(found.sampleCount >= whole)
      if isInLast { #expect(found.sampleCount == 600 + (end - start) / 12) }
      let isInside = end > places[2] + 13 && end < bytes.count - 1
      if isInside { #expect(found.remarks.contains { $0.kind == .truncated }, "\(end)") }
    }
  }

  @Test func `a cut compressed file gives what lies before the cut`() throws {
    let packed = try ScratchFolder.gzip(GENEActivFile.recording(200))
    let path = try folder.write(Array(packed[..<(packed.count / 2)]), to: "walk.bin.gz")
    let found = try SensorFile.inspection(of: path)
    #expect(found.sampleCount > 6000)
    #expect(found.remarks.contains { $0.kind == .truncated })
  }

  @Test func `a long stretch of anything is passed over in little memory`() throws {
    let bytes = GENEActivFile.recording(6)
    let place = range(bytes, 3).lowerBound
    for filler in [UInt8(ascii: "0"), UInt8(ascii: "R"), UInt8(ascii: "\n"), 0xff] {
      var damaged = bytes
      damaged.insert(contentsOf: [UInt8](repeating: filler, count: 1 << 20), at: place)
      #expect(try inspection(damaged).sampleCount == 1800)
      #expect(try faults(damaged).isEmpty == (filler == UInt8(ascii: "\n")))
    }
  }

  @Test(arguments: 0..<100)
  func `random damage keeps the promises`(seed: Int) throws {
    var random = SystemSeed(state: UInt64(seed))
    func number(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
    let count = 4 + number(12)
    var bytes = GENEActivFile.recording(count)
    for _ in 0..<1 + number(5) {
      let pages = GENEActivFile.pagePlaces(bytes).count
      guard pages > 1 else { break }
      let page = number(pages)
      switch number(7) {
      case 0: bytes[number(bytes.count)] ^= UInt8(1 << number(8))
      case 1: bytes = swapped(bytes, page, number(pages))
      case 2: for place in range(bytes, page) { bytes[place] = 0 }
      case 3: bytes[range(bytes, page).lowerBound + number(240)] = UInt8(number(256))
      case 4: bytes.remove(at: number(bytes.count))
      case 5:
        let start = number(bytes.count)
        bytes.removeSubrange(start..<min(start + number(6000), bytes.count))
      default: bytes.insert(UInt8(number(256)), at: number(bytes.count))
      }
    }
    if seed % 5 == 0 { bytes.removeLast(min(number(4000), bytes.count - 1)) }
    let path = try folder.write(bytes, to: "walk.bin")
    guard (try? SensorFile.open(path)) != nil else { return }
    let breaches = try RecordingSourceContract.breaches { try open(path, blockSampleCount: $0) }
    #expect(breaches == [])
  }

  @Test func `runs from all over a file are read without complaint`() throws {
    let bytes = GENEActivFile.recording(200)
    var runs: [UInt8] = []
    // Runs begin and end behind a line, anywhere in a page.
    for start in stride(from: 0, to: bytes.count, by: 90_000) {
      let piece = bytes[start..<min(start + 30_011, bytes.count)]
      let first = start == 0 ? 0 : (piece.firstIndex(of: 10) ?? start) + 1
      runs += bytes[first...(piece.lastIndex(of: 10) ?? first)]
    }
    let setting = GENEActivScanner.Setting(
      path: "", header: [], headerByteCount: nil, rateHertz: nil,
      decoder: GENEActivDecoder(GENEActivCalibration()), isThinned: true)
    let window = GENEActivWindow(ListedBytes(runs), setting)
    var pages = 0
    while let placed = try window.next() {
      for each in placed {
        pages += 1
        let expected = Double(GENEActivFile.second) + Double(each.page.sequence ?? 0) * 3
        #expect(each.span.first == expected)
        #expect(abs(each.span.step - 0.01) < 1e-6)
        #expect(each.page.values.count == 900)
      }
    }
    #expect(pages > 50)
    #expect(window.remarks == [])
  }
}

/// Bytes from memory.
private final class ListedBytes: ByteStream {
  private var rest: ArraySlice<UInt8>
  let damage: String? = nil

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, rest.count)
    buffer.copyBytes(from: rest.prefix(count))
    rest = rest.dropFirst(count)
    return count
  }
}
