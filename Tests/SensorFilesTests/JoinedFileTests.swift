import Foundation
import GaitModel
import TestSupport
import Testing

@testable import SensorFiles

/// Files of devices that were put behind each other: what is of two people is refused or said.
struct JoinedFileTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func inspection(_ bytes: [UInt8], _ name: String) throws -> SensorFileInspection {
    try SensorFile.inspection(of: folder.write(bytes, to: name))
  }

  /// What was wrong, without what was converted.
  private func faults(_ bytes: [UInt8], _ name: String) throws -> [RecordingRemark] {
    try inspection(bytes, name).remarks.filter { $0.kind != .converted }
  }

  /// Expects that a file is refused, with the byte where another one begins.
  private func expectRefusal(
    _ bytes: [UInt8], _ name: String, at byte: Int, _ words: String = "another recording",
    _ comment: Comment? = nil, location: SourceLocation = #_sourceLocation
  ) throws {
    let path = try folder.write(bytes, to: name)
    let error = #expect(throws: SensorFileError.self, comment, sourceLocation: location) {
      try SensorFile.inspection(of: path)
    }
    #expect(error?.kind == .severalRecordings, comment, sourceLocation: location)
    #expect(
      error?.message.contains("\(words) begins at byte \(byte.grouped)") == true,
      "\(error?.message ?? "")", sourceLocation: location)
  }

  // MARK: Zip files

  /// Bytes that cannot be packed, more than the longest comment at the end of a zip file.
  private func noise(_ seed: UInt64) -> [UInt8] {
    var random = SystemSeed(state: seed)
    return (0..<100_000).map { _ in UInt8(truncatingIfNeeded: random.next() >> 8) }
  }

  private func zip(_ members: [String: [UInt8]]) throws -> [UInt8] {
    let path = folder.path + "/part.zip"
    try ZipWriter.write(members, to: path)
    return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private func actiGraph(_ seconds: Int) throws -> [UInt8] {
    var file = ActiGraphFile.recording(seconds)
    file.others = ["more.bin": noise(UInt64(seconds))]
    let path = try file.write(to: folder, name: "part.gt3x")
    return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  @Test func `whatever follows a zip file is told, and blank bytes and comments are nothing`()
    throws
  {
    let archive = try actiGraph(20)
    for other in [Array("Device Identity\n".utf8), noise(1), noise(1) + noise(2)] {
      for blank in [[], [UInt8](repeating: 0, count: 100)] {
        let path = try folder.write(archive + blank + other, to: "both.gt3x")
        let error = #expect(throws: SensorFileError.self) { try SensorFile.inspection(of: path) }
        #expect(error?.kind == .severalRecordings)
        let byte = (archive.count + blank.count).grouped
        #expect(
          error?.message.contains("has ended before byte \(byte)") == true,
          "\(error?.message ?? "")")
      }
    }
    let alone = try faults(archive, "alone.gt3x")
    #expect(try faults(archive + [10, 0, 0xff], "blank.gt3x") == alone)
    // A comment may hold anything, also what begins an archive.
    let comment: [UInt8] = [0x50, 0x4b, 3, 4, 7]
    #expect(
      try faults(archive.dropLast(2) + [UInt8(comment.count), 0] + comment, "comment.gt3x")
        == alone)
  }

  @Test func `long archives behind each other are refused, cut off or not`() throws {
    let (first, second) = (try actiGraph(20), try actiGraph(10))
    for cut in [0, 1, 10, 22, 100, 5000, 90_000, 99_000] {
      let begin = Array(first.dropLast(cut))
      try expectRefusal(
        begin + second, "both.gt3x", at: begin.count, "another archive", "\(cut) cut off")
      try expectRefusal(
        begin + second.dropLast(50_000), "cut.gt3x", at: begin.count, "another archive",
        "\(cut) cut off, and both")
    }
    // Each alone is read as before.
    #expect(try inspection(first, "alone.gt3x").sampleCount == 20 * 30)
    let cut = try inspection(Array(first.dropLast(10)), "one.gt3x")
    #expect(cut.sampleCount == 20 * 30)
    #expect(cut.remarks.contains { $0.message.contains("the zip file is cut off") })
  }

  @Test func `short archives of which the second is cut off are refused`() throws {
    let parts = try [20, 10].map { try zip(["walk\($0).csv": Array(table(rows: $0 * 100).utf8)]) }
    for joined in [parts[0] + parts[1].dropLast(30), parts[0] + noise(1) + parts[1].dropLast(30)] {
      let begin = joined.count - parts[1].count + 30
      try expectRefusal(joined, "both.zip", at: begin, "another archive")
    }
    #expect(try inspection(parts[0] + [10, 10], "end.zip").sampleCount == 2000)
  }

  // MARK: GENEActiv

  @Test func `a header without a page before another file is refused`() throws {
    let bytes = GENEActivFile.recording(30)
    let own = GENEActivFile.header(pages: 30)
    // Another device with the same settings, of which nothing else tells the beginning.
    let text = String(decoding: own, as: UTF8.self)
    let other = Array(text.replacing("Serial Code:051386", with: "Serial Code:051387").utf8)
    for kept in [other.count, 700, 60] {
      try expectRefusal(other[..<kept] + bytes, "joined.bin", at: kept)
    }
    try expectRefusal(
      other + Array("Recorded D".utf8) + bytes, "joined.bin", at: other.count + 10)
    // Of the same recording nothing is another's, and notes are no header.
    for before in [own, Array(own[..<700]), own + Array("Recorded D".utf8)] {
      #expect(try inspection(before + bytes, "own.bin").sampleCount == 30 * 300)
    }
    let notes = GENEActivFile.header(
      pages: 30, subject: ["Subject Notes": "see\nDevice Identity\nof the other one"])
    #expect(try inspection(notes + bytes[own.count...], "notes.bin").sampleCount == 30 * 300)
  }

  @Test func `a page that a header makes as long as a whole one is no page`() throws {
    let bytes = GENEActivFile.recording(30)
    let digits = (GENEActivFile.pagePlaces(bytes).last ?? 0)..<bytes.count
    let begin = digits.upperBound - 1 - GENEActivBIN.headerMark.count
    let other = GENEActivFile.header(pages: 30, subject: ["Subject Code": "P08"])
    try expectRefusal(
      bytes[..<begin] + other + bytes[GENEActivFile.header(pages: 30).count...], "cut.bin",
      at: begin)
  }

  @Test func `pages that are numbered anew are said`() throws {
    let header = GENEActivFile.header(pages: 30).count
    let later = GENEActivFile.recording(20, like: .init(start: 1000))[header...]
    let first = GENEActivFile.recording(30)
    let found = try faults(first + later, "walk.bin").map(\.message)
    let words =
      "page at byte \(first.count.grouped) is numbered anew, as where another recording was put behind "
      + "(number 0 behind 29)"
    #expect(found.contains(words), "\(found)")
    let misread = GENEActivFile.recording(30) { place, page in
      if place == 10 { page.sequence = 3 }
    }
    #expect(try faults(misread, "misread.bin").allSatisfy { !$0.message.contains("anew") })
  }

  // MARK: Axivity

  private var other: [UInt8] {
    var bytes = AxivityFile.recording(30, like: .init(session: 99, start: 1000))
    bytes[7] = 99
    return bytes
  }

  @Test func `a second header is found where sectors part it`() throws {
    let first = AxivityFile.recording(30)
    for cut in [1, 2, 3, 4, 509, 510, 511] {
      try expectRefusal(first.dropLast(cut) + other, "cut.cwa", at: first.count - cut)
      let padding = [UInt8](repeating: 0, count: cut)
      try expectRefusal(first + padding + other, "padded.cwa", at: first.count + cut)
    }
    // The mark may lie across the bytes that are in memory at once.
    let long = AxivityFile.recording(AxivityWindow.capacity)
    try expectRefusal(long.dropLast(2) + other, "long.cwa", at: long.count - 2)
    for kept in [512, 600, 1022, 1024] {
      try expectRefusal(first[..<kept] + other, "head.cwa", at: kept)
    }
  }

  @Test func `a file that is cut off before itself counts once`() throws {
    for count in [30, 600] {
      let bytes = AxivityFile.recording(count)
      for cut in [1, 2, 3, 100, 509, 600, 5000] {
        let found = try inspection(bytes.dropLast(cut) + bytes, "cut.cwa")
        #expect(found.sampleCount == count * 120, "\(cut)")
        let header = "block at byte \((bytes.count - cut).grouped) is the file's header once more"
        #expect(found.remarks.contains { $0.message == header }, "\(found.remarks)")
      }
    }
  }

  @Test func `an earlier recording behind a whole one is said and takes nobody's place`() throws {
    let first = AxivityFile.recording(30, like: .init(start: 1000))
    var other = AxivityFile.recording(40, like: .init(session: 99))
    other[0] ^= 1
    for second in [other, Array(other[1024...])] {
      let found = try inspection(first + second, "walk.cwa")
      #expect(found.sampleCount == 30 * 120)
      let byte = first.count + second.count - 40 * 512
      let words =
        "block at byte \(byte.grouped) is of another session than before, as where another recording was put "
        + "behind (7 to 99)"
      #expect(found.remarks.contains { $0.message == words }, "\(found.remarks)")
      #expect(found.remarks.contains { $0.kind == .outOfOrder && $0.sampleCount == 40 * 120 })
    }
  }

  // MARK: Excerpts

  @Test func `excerpts know where they lie in the file`() throws {
    let bytes = AxivityFile.recording(600) { place, block in block.session = place < 400 ? 7 : 99 }
    let path = try folder.write(bytes, to: "walk.cwa")
    let runs = ThinnedBytes(
      try PlainBytes(path: path), alignment: .blocks(byteCount: 512), runCount: 10,
      runByteCount: 8192)
    let window = try AxivityWindow(
      runs, of: RecordingFile(path: path), headerByteCount: AxivityHeader.byteCount)
    while try window.next() != nil {}
    let changes = window.damage.remarks.filter { $0.message.contains("(7 to 99)") }
    // One of the runs lies around the change.
    let begin = AxivityHeader.byteCount + 400 * 512
    let words = "block at byte \(begin.grouped) is of another session"
    #expect(changes.count == 1 && changes[0].message.hasPrefix(words), "\(changes)")
  }

  @Test func `another header within an excerpt is found`() throws {
    let bytes = GENEActivFile.recording(60)
    let own = GENEActivFile.header(pages: 60)
    let other = GENEActivFile.header(pages: 60, subject: ["Subject Code": "P08"])
    let setting = GENEActivScanner.Setting(
      path: "walk.bin", header: own[...], headerByteCount: own.count, rateHertz: nil,
      decoder: GENEActivDecoder(GENEActivCalibration()), isThinned: true)
    func readAll(_ header: [UInt8]) throws {
      let joined: [UInt8] = bytes + header + bytes[own.count...]
      let path = try folder.write(joined, to: "walk.bin")
      // The third of five runs lies around the middle of the file.
      let runs = ThinnedBytes(
        try PlainBytes(path: path), alignment: .lines, runCount: 5, runByteCount: 60_000)
      let window = GENEActivWindow(runs, setting)
      while try window.next() != nil {}
    }
    try readAll(own)
    let error = #expect(throws: SensorFileError.self) { try readAll(other) }
    #expect(error?.message.contains("begins at byte \(bytes.count.grouped),") == true)
  }
}
