import Foundation
import Testing

/// Tables of a phone that hold something else than they seem to.
struct TableRefusalTests {
  private let gait: GaitProcess

  init() throws { gait = try GaitProcess() }

  /// Rows of a sensor that turns by 20 degrees a second, 50 a second for 40 s; `noise` in m/s².
  private func rows(noise: Double) -> [String] {
    (0..<2000).map { row in
      let angle = Double(row) * 20 / 50 * .pi / 180
      let sway = noise * sin(Double(row) * 1.7)
      let (x, z) = (9.80665 * sin(angle), 9.80665 * cos(angle) + sway)
      // An axis that gives one value to the last bit would be dead.
      return "\(Double(row) / 50),\(x),\(0.01 * sin(Double(row))),\(z)"
    }
  }

  private func analyze(_ header: String, _ rows: [String]) throws -> (Int32, String) {
    let text = ([header] + rows).joined(separator: "\n") + "\n"
    try Data(text.utf8).write(to: URL(fileURLWithPath: gait.path("table.csv")))
    let ending = try gait("analyze", "table.csv")
    return (
      ending.code, ending.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    )
  }

  @Test func `gravity as a phone computes it is no acceleration`() throws {
    let (code, message) = try analyze("time_s,x,y,z", rows(noise: 0))
    #expect(code == 2 && message.contains("this is gravity alone"), "\(message)")
    let (measured, words) = try analyze("time_s,x,y,z", rows(noise: 0.02))
    #expect(measured == 0, "\(words)")
  }

  @Test func `rows in which a sensor's cells stay empty for a while are counted`() throws {
    let turning = rows(noise: 0.1).map { $0 + ",0.1,0.2,0.3" }
    let blank = turning.enumerated().map { place, row in
      guard (600..<900).contains(place) else { return row }
      return row.split(separator: ",")[0] + ",,,,0.1,0.2,0.3"
    }
    let (code, message) = try analyze("time_s,ax,ay,az,gx,gy,gz", blank)
    #expect(code == 0 && message.contains("300 lines"), "\(message)")
  }

  @Test func `sensors that take turns in a table are no dropout`() throws {
    let turns = rows(noise: 0.1).flatMap { row in
      let time = Double(row.split(separator: ",")[0]) ?? 0
      return [row + ",,,", "\(time + 0.01),,,,0.1,0.2,0.3"]
    }
    let (code, message) = try analyze("time_s,ax,ay,az,gx,gy,gz", turns)
    #expect(code == 0 && !message.contains("lines"), "\(message)")
  }

  @Test func `times of day and rows in disorder are called what they are`() throws {
    let clock = rows(noise: 0.1).enumerated().map { place, row in
      let cells = row.split(separator: ",").dropFirst().joined(separator: ",")
      return "09:30:\(String(format: "%06.3f", Double(place) / 50)),\(cells)"
    }
    let (code, message) = try analyze("time,x,y,z", clock)
    #expect(code == 2 && message.contains("a time of day without a date"), "\(message)")
    let shuffled = rows(noise: 0.1).enumerated().sorted {
      ($0.offset * 7919 % 2000, $0.offset) < ($1.offset * 7919 % 2000, $1.offset)
    }.map(\.element)
    let (disorder, words) = try analyze("time_s,x,y,z", shuffled)
    #expect(disorder == 2 && words.contains("sort the rows by time"), "\(words)")
  }
}
