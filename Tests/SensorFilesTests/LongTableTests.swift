import Foundation
import GaitModel
import TestSupport
import Testing

@testable import SensorFiles

/// Tables that are so long that stretches of them are looked at.
struct LongTableTests {
  private let folder: ScratchFolder
  private static let note = String(repeating: "a long note ", count: 60)

  init() throws { folder = try ScratchFolder() }

  /// Writes as many rows as make a long file; `row` gives the cells before the note, all of one length or nearly so.
  private func write(
    _ header: String, to name: String = "long.csv", row: (Int) -> String
  ) throws -> (path: String, rows: Int) {
    let rows = ThinnedBytes.leastByteCount / Self.note.utf8.count
    var text = header + ",note\n"
    for number in 0..<rows { text += row(number) + "," + Self.note + "\n" }
    return (try folder.write(text, to: name), rows)
  }

  private static func force(_ row: Int) -> String { "0.\(10 + row % 80),0.02,9.81" }

  @Test func `sensors that take turns in a long table are read whole`() throws {
    let (path, rows) = try write("time_s,acc_x,acc_y,acc_z,gyr_x,gyr_y,gyr_z") { row in
      let time = "\(Double(row) / 200)"
      return row.isMultiple(of: 2)
        ? time + "," + Self.force(row) + ",,," : time + ",,,,0.\(10 + row % 80),0.01,0.02"
    }
    let found = try SensorFile.inspection(of: path, isComplete: false)
    #expect(!found.isThinned)
    #expect(found.facts.hasAngularRate)
    // The first row and the last are of one sensor alone.
    #expect((rows / 2 - 2...rows / 2 + 1).contains(found.sampleCount))
    #expect(found.gapCount == 0)
  }

  @Test func `a long table of MetaBase is read whole`() throws {
    let name = "MetaHip_walk_E59CF70AD2E7_Accelerometer_100.000Hz_1.7.3.csv"
    let (path, rows) = try write("epoch (ms),x-axis (g),y-axis (g),z-axis (g)", to: name) { row in
      "\(1_679_943_616_897 + 10 * row),0.\(10 + row % 80),0.02,0.99"
    }
    let found = try SensorFile.inspection(of: path, isComplete: false)
    #expect(found.layout.format == MetaBase.name)
    #expect(found.sampleCount == rows)
    #expect(found.gapCount == 0)
  }

  @Test func `a counter that begins again between the stretches of a long table is carried on`()
    throws
  {
    // Half a stretch behind the end of the hundredth, where none is looked at.
    let rowByteCount = Self.note.utf8.count + "4294967295,0.10,0.02,9.81,\n".utf8.count
    let byteCount = ThinnedBytes.leastByteCount / Self.note.utf8.count * rowByteCount
    let start = 100 * (byteCount - ThinnedBytes.runByteCount) / (ThinnedBytes.runCount - 1)
    let turn = (start + 3 * ThinnedBytes.runByteCount / 2) / rowByteCount
    let (path, rows) = try write("time_us,acc_x,acc_y,acc_z") { row in
      let time = (4_294_967_296 + 10_000 * (row - turn)) % 4_294_967_296
      return "\(time)," + Self.force(row)
    }
    let found = try SensorFile.inspection(of: path, isComplete: false)
    #expect(found.sampleCount == rows)
    #expect(abs(found.durationSeconds - Double(rows - 1) / 100) < 1e-6)
    #expect(
      found.remarks.contains { $0.message.contains("begins again at line \(turn + 2),") },
      "\(found.remarks.map(\.message))")
    let excerpts = try RecordingSourceContract.allSamples(of: SensorFile.excerpts(of: path))
    #expect(excerpts?.seconds.count == rows)
  }

  @Test func `a long table of two people is refused with the line of the file`() throws {
    let change = 60_000
    let (path, _) = try write("time_s,acc_x,acc_y,acc_z,subject") { row in
      "\(Double(row) / 100)," + Self.force(row) + (row < change ? ",P01" : ",P02")
    }
    for isComplete in [false, true] {
      let refused = #expect(throws: SensorFileError.self) {
        try SensorFile.inspection(of: path, isComplete: isComplete)
      }
      #expect(
        refused?.message.hasPrefix("line \(change + 2):") == true, "\(refused?.message ?? "")")
    }
    let refused = #expect(throws: SensorFileError.self) {
      try RecordingSourceContract.allSamples(of: SensorFile.excerpts(of: path))
    }
    #expect(refused?.message.hasPrefix("line \(change + 2):") == true)
  }

  @Test func `lines of stretches are said to be numbered among those that were looked at`() throws {
    let (path, _) = try write("time_s,acc_x,acc_y,acc_z") { row in
      "\(Double(row) / 100)," + (row % 1000 == 999 ? "oops,," : Self.force(row))
    }
    let words = "lines are numbered among those that were looked at"
    let found = try SensorFile.inspection(of: path, isComplete: false)
    #expect(found.isThinned)
    #expect(found.remarks.contains { $0.message.hasPrefix(words) })
    let whole = try SensorFile.inspection(of: path)
    #expect(whole.remarks.contains { $0.message.contains("lines, 1001, 2001, 3001") })
    #expect(!whole.remarks.contains { $0.message.hasPrefix(words) })
  }
}
