import Foundation
import GaitModel
import TestSupport
import Testing

@testable import SensorFiles

/// A file of a real device, and what the maker's program read from it.
enum ActiLifeExport {
  static let folder: URL? = RealRecordings.folder.flatMap {
    let place = $0.appendingPathComponent("formats/read_gt3x")
    return FileManager.default.fileExists(atPath: place.path) ? place : nil
  }

  static let name = "TAS1H30182785_2019-09-17"

  /// The rows of the export in g, below its eleven lines of header.
  static func rows(path: String) throws -> [[Double]] {
    let stream = try RecordingFile(path: path).bytes()
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = try stream.read(into: &piece)
      if count == 0 { break }
      bytes += piece[..<count]
    }
    return bytes.split(separator: UInt8(ascii: "\n")).dropFirst(11).map { line in
      let text = String(decoding: line.filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
      return text.split(separator: ",").compactMap { Double($0) }
    }
  }
}

@Suite(.enabled(if: ActiLifeExport.folder != nil, "\(RealRecordings.absence), formats"))
struct ActiGraphReferenceTests {
  private let path: String
  private let exportPath: String

  init() throws {
    let folder = try #require(ActiLifeExport.folder)
    path = folder.appendingPathComponent("\(ActiLifeExport.name).gt3x").path
    exportPath = folder.appendingPathComponent("\(ActiLifeExport.name).csv.gz").path
  }

  @Test func `a real file decodes to the samples that the maker's program exports`() throws {
    let block = try #require(try RecordingSourceContract.allSamples(of: open(path)))
    let rows = try ActiLifeExport.rows(path: exportPath)
    let axes = [block.acceleration.x, block.acceleration.y, block.acceleration.z]
    var isCovered = [Bool](repeating: false, count: rows.count)
    var wrong = 0
    for (place, second) in block.seconds.enumerated() {
      // The export has a row for every hundredth of a second.
      let row = Int((second * 100).rounded())
      #expect(abs(second * 100 - Double(row)) < 1e-6)
      isCovered[row] = true
      for axis in 0..<3 {
        // It is rounded to a thousandth of g.
        let difference = Double(axes[axis][place]) / standardGravity - rows[row][axis]
        if abs(difference) > 0.000_501 { wrong += 1 }
      }
    }
    #expect(wrong == 0)
    #expect(block.seconds.count == 215_200)
    // Where there is no sample, the export has zeros, from the connection to a computer on, or one
    // second of repeated samples: nothing that was measured.
    let missing = rows.indices.filter { !isCovered[$0] }
    #expect(missing.count == rows.count - block.seconds.count)
    let zeros = missing.filter { rows[$0] == [0, 0, 0] }
    #expect(zeros.count == missing.count - 100)
    let held = missing.filter { rows[$0] != [0, 0, 0] }
    #expect(Set(held.map { rows[$0] }).count == 1)
  }

  @Test func `the times of sleep are held and said`() throws {
    let inspection = try SensorFile.inspection(of: path)
    let assumed = inspection.remarks.filter { $0.kind == .assumed }
    #expect(assumed.map(\.sampleCount) == [182_200])
    #expect(assumed.first?.message.contains("slept 5 times") == true)
    #expect(inspection.gapCount == 1)
    #expect(inspection.remarks.filter { $0.kind == .unreadable } == [])
  }

  @Test func `the facts are those of the device`() throws {
    let source = try open(path)
    #expect(source.facts.device == "ActiGraph Link TAS1H30182785")
    #expect(source.facts.samplingRateHertz == 100)
    #expect(source.facts.participant.identifier == "suffix_85")
    let start = try #require(source.facts.start)
    #expect(start.utcOffsetSeconds == -4 * 3600)
    #expect(start.secondsSince1970 == 1_568_745_600 + 4 * 3600)
    #expect(source.layout.details.contains("firmware 1.7.2"))
    #expect(source.layout.details.contains("accelerometer range -8 to 8 g"))
  }

  @Test func `a real file keeps what every source promises`() throws {
    #expect(try RecordingSourceContract.breaches { try open(path, blockSampleCount: $0) } == [])
  }

  @Test func `the export reads as the device's file does`() throws {
    let export = try #require(try RecordingSourceContract.allSamples(of: open(exportPath)))
    #expect(export.seconds.count == 240_500)
    #expect(try open(exportPath).facts.samplingRateHertz == 100)
    let block = try #require(try RecordingSourceContract.allSamples(of: open(path)))
    var wrong = 0
    for (place, second) in block.seconds.enumerated() {
      let row = Int((second * 100).rounded())
      if abs(export.seconds[row] - second) > 0.001 { wrong += 1 }
      if abs(export.acceleration.y[row] - block.acceleration.y[place]) > 0.006 { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  @Test func `a real file with damaged bytes is read where it is whole`() throws {
    let folder = try ScratchFolder()
    let whole = try #require(try RecordingSourceContract.allSamples(of: open(path)))
    let original = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    var random = SystemSeed(state: 11)
    for round in 0..<6 {
      var bytes = original
      // Behind the name of the first member, before the list at the end.
      let place = 100 + Int(random.next() % UInt64(bytes.count - 400))
      for offset in 0..<(round % 3 + 1) { bytes[place + offset] ^= UInt8(1 + random.next() % 255) }
      let damaged = try folder.write(bytes, to: "damaged\(round).gt3x")
      guard let source = try? open(damaged) else { continue }
      let read = try RecordingSourceContract.allSamples(of: source)
      #expect(read?.seconds.count ?? 0 <= whole.seconds.count)
      #expect(source.remarks.contains { [.truncated, .unreadable].contains($0.kind) })
    }
  }
}
