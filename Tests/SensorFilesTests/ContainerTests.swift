import Foundation
import GaitModel
import Testing
import TestSupport

@testable import SensorFiles

@Suite struct ContainerTests {
  private func samples(_ path: String) throws -> RecordingBlock? {
    try RecordingSourceContract.allSamples(of: SensorFile.open(path))
  }

  @Test func `a single table in a folder or zip file is the recording`() throws {
    let folder = try ScratchFolder()
    let plain = try samples(folder.write(table(), to: "plain.csv"))
    let zip = folder.path + "/walk.zip"
    try ZipWriter.write(["export/walk.csv": Array(table().utf8)], to: zip)
    let inner = folder.path + "/inner"
    try FileManager.default.createDirectory(
      atPath: inner + "/deep", withIntermediateDirectories: true)
    try table().write(toFile: inner + "/deep/walk.csv", atomically: true, encoding: .utf8)
    #expect(try samples(zip) == plain)
    #expect(try samples(inner) == plain)
    #expect(try samples(inner + "/") == plain)
  }

  @Test func `what tells the sign of a logger's table is read with it`() throws {
    let folder = try ScratchFolder()
    let total = folder.path + "/TotalAcceleration.csv"
    for path in [total, folder.path + "/Metadata.csv", folder.path + "/walk.csv"] {
      try table().write(toFile: path, atomically: true, encoding: .utf8)
    }
    #expect(try RecordingAddress(total).files() == [total, folder.path + "/Metadata.csv"])
    let walk = folder.path + "/walk.csv"
    #expect(try RecordingAddress(walk).files() == [walk])
  }

  @Test func `what is in a folder or zip file that nobody knows is listed`() throws {
    let folder = try ScratchFolder()
    let zip = folder.path + "/letters.zip"
    try ZipWriter.write(["a.txt": [65], "b.txt": [66], "__MACOSX/a.txt": [67]], to: zip)
    let error = #expect(throws: SensorFileError.self) { try SensorFile.open(zip) }
    #expect(error?.kind == .unknownFormat)
    #expect(error?.message.contains("holds a.txt, b.txt.") == true)
    #expect(error?.message.contains("table of text (CSV)") == true)
  }

  @Test func `of a zip file in a zip file it is said that it is one`() throws {
    let folder = try ScratchFolder()
    let (inner, outer) = (folder.path + "/inner.zip", folder.path + "/outer.zip")
    try ZipWriter.write(["walk.csv": Array(table().utf8)], to: inner)
    let packed = try Data(contentsOf: URL(fileURLWithPath: inner))
    try ZipWriter.write(["inner.zip": Array(packed)], to: outer)
    let error = #expect(throws: SensorFileError.self) { try SensorFile.open(outer) }
    #expect(error?.message.contains("a zip file inside another one") == true)
  }

  @Test func `an empty zip file holds nothing`() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/empty.zip"
    let end: [UInt8] = [0x50, 0x4b, 5, 6] + [UInt8](repeating: 0, count: 18)
    try Data(end).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: SensorFileError.self) { try SensorFile.open(path) }
    #expect(error?.message.contains("it holds nothing") == true)
  }

  @Test func `a folder that contains itself comes to an end`() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/loop"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: path + "/again", withDestinationPath: path)
    try FileManager.default.createSymbolicLink(
      atPath: path + "/itself.csv", withDestinationPath: path + "/itself.csv")
    try table().write(toFile: path + "/walk.csv", atomically: true, encoding: .utf8)
    #expect(try samples(path)?.seconds.count == 400)
    #expect(throws: SensorFileError.self) { try SensorFile.open(path + "/itself.csv") }
  }

  @Test func `many megabytes on one line in a zip file are read a piece at a time and refused`()
    throws
  {
    let folder = try ScratchFolder()
    let path = folder.path + "/bomb.zip"
    try ZipWriter.write(
      ["walk.csv": Array(table().utf8) + [UInt8](repeating: 48, count: 16 << 20)], to: path)
    let error = #expect(throws: SensorFileError.self) {
      var source = try SensorFile.open(path)
      while try source.nextBlock() != nil {}
    }
    #expect(error?.message.contains("line of more than") == true)
  }

  @Test func `of a zip file that is cut anywhere what lies before the cut is read, and it says so`()
    throws
  {
    let folder = try ScratchFolder()
    let path = folder.path + "/walk.zip"
    let text = table(rows: 4000)
    try ZipWriter.write(["walk.csv": Array(text.utf8)], to: path)
    let whole = try #require(try samples(path))
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    var counts: [Int] = []
    for count in stride(from: 1, to: bytes.count, by: 397) {
      let cut = try folder.write(Array(bytes.prefix(count)), to: "cut\(count).zip")
      do {
        var source = try SensorFile.open(cut)
        var seconds: [Double] = []
        while let block = try source.nextBlock() { seconds += block.seconds }
        #expect(whole.seconds.starts(with: seconds))
        #expect(source.remarks.contains { $0.message.contains("the zip file is cut off") })
        counts.append(seconds.count)
      } catch let error as SensorFileError {
        // Nothing of the table lies before the cut, or fewer than two rows.
        #expect(counts.isEmpty, "\(error)")
      }
    }
    #expect(counts == counts.sorted())
    #expect((counts.last ?? 0) > 3900)
  }

  @Test func `files before the cut of a zip file are found by their own headers`() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/two.zip"
    try ZipWriter.write(
      ["a.csv": Array(table().utf8), "b.csv": Array(table(rows: 900).utf8)], to: path)
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    let withoutList = try folder.write(Array(bytes.dropLast(30)), to: "cut.zip")
    let archive = try ZipArchive(path: withoutList)
    #expect(archive.entries.map(\.name) == ["a.csv", "b.csv"])
    for (entry, rows) in zip(archive.entries, [400, 900]) {
      let stream = try archive.bytes(of: entry)
      var text: [UInt8] = []
      var piece = [UInt8](repeating: 0, count: 1000)
      while case let count = try stream.read(into: &piece), count > 0 { text += piece[..<count] }
      #expect(text == Array(table(rows: rows).utf8))
    }
  }

  @Test func `damage inside a zip file leaves what lies before it`() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/walk.zip"
    let long = table() + (400..<60_000).map { "\(Double($0) / 100),\($0 % 13),0,9.8\n" }.joined()
    try ZipWriter.write(["walk.csv": Array(long.utf8)], to: path)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    for place in bytes.count / 2..<bytes.count / 2 + 64 { bytes[place] ^= 0xff }
    var source = try SensorFile.open(folder.write(Array(bytes), to: "damaged.zip"))
    var count = 0
    while let block = try source.nextBlock() { count += block.seconds.count }
    #expect(count > 400 && count < 60_000)
    #expect(source.remarks.contains { $0.kind == .truncated })
  }

  @Test func `a file that grows while it is read is read as it was, and says so`() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(table(), to: "walk.csv")
    var source = try SensorFile.open(path)
    let handle = try #require(FileHandle(forWritingAtPath: path))
    _ = try handle.seekToEnd()
    try handle.write(contentsOf: Data("4.00,0,0,9.81\n".utf8))
    try handle.close()
    var count = 0
    while let block = try source.nextBlock() { count += block.seconds.count }
    #expect(count == 400)
    #expect(source.remarks.contains { $0.message.contains("grew from") })
  }

  @Test func `a thinned table has the first and the last sample and stamps that rise`() throws {
    let folder = try ScratchFolder()
    let note = String(repeating: "a long note ", count: 60)
    let row = ",0.01,0.02,9.81,\(note)\n"
    let rows = ThinnedBytes.leastByteCount / row.utf8.count
    var text = "time_s,acc_x,acc_y,acc_z,note\n"
    for number in 0..<rows { text += "\(number)e-2" + row }
    let path = try folder.write(text, to: "long.csv")
    let thinned = try #require(
      try RecordingSourceContract.allSamples(of: SensorFile.excerpts(of: path)))
    #expect(thinned.seconds.count < rows * 2 / 3)
    #expect(thinned.seconds.count > rows / 3)
    #expect(thinned.seconds.first == 0)
    #expect(abs((thinned.seconds.last ?? 0) - Double(rows - 1) / 100) < 1e-6)
    #expect(zip(thinned.seconds.dropFirst(), thinned.seconds).allSatisfy { $0 > $1 })
  }

  @Test func `archives that were put behind each other are refused`() throws {
    let folder = try ScratchFolder()
    let parts = try [10, 20].map { seconds in
      let path = try ActiGraphFile.recording(seconds).write(to: folder, name: "\(seconds).gt3x")
      return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }
    let both = try folder.write(parts[0] + parts[1], to: "both.gt3x")
    do {
      _ = try SensorFile.inspection(of: both)
      Issue.record("the first of two archives was dropped")
    } catch {
      #expect(error.kind == .severalRecordings)
      #expect(
        error.message.contains("another archive begins at byte \(parts[0].count.grouped)"),
        "\(error.message)")
    }
    let alone = try folder.write(parts[1], to: "alone.gt3x")
    #expect(try SensorFile.inspection(of: alone).sampleCount == 20 * 30)
  }
}
