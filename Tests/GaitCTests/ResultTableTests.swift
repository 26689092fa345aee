import CGaitKit
import Foundation
import GaitResults
import Testing

@testable import GaitC

/// What C reads is what stands in the files.
struct ResultTableTests {
  private static let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("SampleData")

  private func tables(of name: String) throws -> [(file: DescribedFile, table: Table)] {
    let analysis = try FinishedAnalysis(
      path: Self.samples.appendingPathComponent(name).path, options: Options(nil))
    return zip(DescribedFiles.all, analysis.recording.tables).map { ($0, $1) }
  }

  @Test(arguments: ["daily-life.csv", "trouser-pocket.csv", "hip-actigraph.gt3x"])
  func `every field is of its column's kind`(_ name: String) throws {
    for (file, table) in try tables(of: name) {
      for (place, column) in file.columns.enumerated() {
        for row in table.rows {
          switch row[place] {
          case .word: #expect(column.kind == .text || column.kind == .time, "\(column.name)")
          case .count: #expect(column.kind == .integer, "\(column.name)")
          case .number, .exact: #expect(column.kind == .number, "\(column.name)")
          case .flag: #expect(column.kind == .flag, "\(column.name)")
          case .blank, .missing: break
          }
        }
      }
    }
  }

  @Test func `a participant that is not UTF-8 is refused`() {
    // In the encoding of Windows.
    let name: [CChar] = [0x4d, -4, 0]
    name.withUnsafeBufferPointer { name in
      var options = gait_default_options()
      options.participant = name.baseAddress
      withUnsafePointer(to: options) { options in
        _ = #expect(throws: BadArgument.self) { try Options(options) }
      }
    }
  }

  @Test func `numbers are those that the files' texts read as`() throws {
    var count = 0
    for (file, table) in try tables(of: "daily-life.csv") {
      let result = ResultTable(table, described: file)
      for (place, name) in table.columns.enumerated() {
        let column = try #require(result.column(named: name)?.pointee)
        #expect(result.column(at: place)?.pointee.name == column.name)
        #expect(column.rows == table.rows.count)
        for (row, fields) in table.rows.enumerated() {
          let text = fields[place].text
          if let words = column.words {
            #expect(words[row].map { String(cString: $0) } ?? "" == text)
          } else if let number = column.numbers?[row] {
            switch fields[place] {
            case .flag(let flag): #expect(number == (flag ? 1 : 0))
            default: #expect(number.isNaN ? text.isEmpty : number == Double(text), "\(name)")
            }
            count += 1
          }
          if case .missing(let reason) = fields[place] {
            #expect(column.reasons?[row].map { String(cString: $0) } == reason)
          } else {
            #expect(column.reasons?[row] == nil)
          }
        }
      }
    }
    #expect(count > 1000)
  }

  @Test func `a table has no column before the first, after the last, or of another name`() throws {
    let (file, table) = try tables(of: "daily-life.csv")[0]
    let result = ResultTable(table, described: file)
    #expect(result.column(at: -1) == nil)
    #expect(result.column(at: result.columnCount) == nil)
    #expect(result.column(named: "speed") == nil)
  }
}

/// Errors fit into their place, whatever they say.
struct CallTests {
  private func message(of text: String) -> String {
    var place = gait_error()
    let status = Call.status(&place) { throw BadArgument(text) }
    #expect(status == GAIT_BAD_ARGUMENT)
    #expect(place.status == GAIT_BAD_ARGUMENT)
    return withUnsafeBytes(of: &place.message) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  @Test func `a message is cut between letters`() {
    #expect(message(of: "short") == "short")
    for letter in ["a", "é", "–", "🚶"] {
      for start in ["", "x", "xx", "xxx"] {
        let long = start + String(repeating: letter, count: 2000)
        let cut = message(of: long)
        #expect(long.hasPrefix(cut))
        #expect(cut.utf8.count > 1019 - 4)
      }
    }
    #expect(message(of: String(repeating: "–", count: 340)).count > 338)
  }

  @Test func `a call that succeeds says so, also where nobody asks`() {
    var place = gait_error()
    #expect(Call.status(&place) { GAIT_END } == GAIT_END)
    #expect(place.status == GAIT_END)
    #expect(Call.status(nil) { throw BadArgument("x") } == GAIT_BAD_ARGUMENT)
  }
}
