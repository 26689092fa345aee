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

  // MARK: Excerpts

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
