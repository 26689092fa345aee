import Foundation
import GaitModel
import TestSupport
import Testing

@testable import SensorFiles

/// Rows with more cells than the header names: what stands in which column cannot be told.
struct WideRowTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// A table with a column before the acceleration, and what stands in it.
  private func text(
    _ name: String = "temperature_c", more: String = "", separator: String = ",", rows: Int = 3000,
    end: (Int) -> String = { _ in "" }, cell: (Int) -> String
  ) -> String {
    let lines = (0..<rows).map { row in
      let sway = Double((row * 7919) % 101 - 50) / 100
      return ["\(Double(row) / 100)", cell(row), "\(sway)", "\(9.81 + sway / 2)", "\(-sway / 4)"]
        .joined(separator: separator) + end(row)
    }
    let header = ["time_s", name, "acc_x", "acc_y", "acc_z"].joined(separator: separator) + more
    return ([header] + lines).joined(separator: "\n") + "\n"
  }

  private func found(_ text: String) throws -> SensorFileInspection {
    try SensorFile.inspection(of: folder.write(text))
  }

  @Test(arguments: [
    ("temperature_c", "21", "21,5", ""), ("note", "walk", "walk,2", ""),
    ("note", "walk", "walk,2", ",mag_x,mag_y"),
  ])
  func `a row with a cell too many is left out and named`(
    name: String, cell: String, split: String, more: String
  ) throws {
    let end = more.isEmpty ? "" : ",1,2"
    for isSplit in [{ $0 >= 1500 && $0 / 200 % 2 == 0 }, { $0 % 3 == 1 }] as [(Int) -> Bool] {
      let found = try self.found(
        text(name, more: more, end: { _ in end }, cell: { isSplit($0) ? split : cell }))
      let count = (0..<3000).count(where: isSplit)
      #expect(found.sampleCount == 3000 - count)
      let first = (0..<3000).first(where: isSplit).map { $0 + 2 } ?? 0
      #expect(
        found.remarks.contains {
          $0.kind == .unreadable && $0.sampleCount == count
            && $0.message.hasPrefix("more cells than the header has columns")
            && $0.message.contains("lines, \(first)")
        }, "\(found.remarks)")
    }
  }

  @Test func `where most rows are so the table is refused`() throws {
    let error = #expect(throws: SensorFileError.self) {
      try found(text(cell: { $0 % 3 == 0 ? "21" : "21,5" }))
    }
    #expect(error?.message.contains("no more cells than the header") == true)
  }

  @Test func `empty cells behind the last name, and separators in quotes, are no harm`() throws {
    for end in [",", ",,,", ", ,\"\"", ",\r"] {
      let found = try self.found(text(end: { $0 % 2 == 0 ? end : "" }, cell: { _ in "21" }))
      #expect(found.sampleCount == 3000, "\(end) \(found.remarks)")
    }
    let quoted = try found(
      text(
        more: ",note", end: { $0 % 900 == 7 ? ",\"left, then right\"" : "," }, cell: { _ in "21" }))
    #expect(quoted.sampleCount == 3000, "\(quoted.remarks)")
  }

  /// Programs leave out the name of a last column.
  @Test func `a column behind the last name that all rows have is no harm`() throws {
    let found = try self.found(text(separator: ";", end: { ";\($0)" }, cell: { _ in "21" }))
    #expect(found.sampleCount == 3000, "\(found.remarks)")
  }

  /// R's `write.table` writes a name before each row and none above it.
  @Test(arguments: ["\t", ";", ","])
  func `rows that begin with their number in quotes are refused with what to do`(separator: String)
    throws
  {
    for names in ["time_s,acc_x,acc_y,acc_z", "acc_x,acc_y,acc_z,time_s"] {
      let header = names.split(separator: ",").map { "\"\($0)\"" }.joined(separator: separator)
      let rows = (1...400).map { row in
        ["\"\(row)\"", "\(Double(row) / 100)", "0.1", "9.8", "\(Double(row) / 100)"]
          .joined(separator: separator)
      }
      let error = #expect(throws: SensorFileError.self) {
        try found(([header] + rows).joined(separator: "\n") + "\n")
      }
      #expect(
        error?.message.contains("more cells (5) than its header (4)") == true
          && (separator == "," || error?.message.contains("row.names = FALSE") == true),
        "\(error?.message ?? "")")
    }
  }
}
