import Foundation
import Testing

/// Tables whose times are written as clocks and radios give them.
struct ForeignClockTests {
  @Test func `times that are too coarse are refused with a gyroscope, too`() throws {
    var table = try SpoiltTable()
    for row in table.rows.indices {
      table.rows[row][0] = String(format: "%.1f", Double(table.rows[row][0]) ?? 0)
    }
    let ending = try table.analyze()
    #expect(ending.code == 2 && ending.message.contains("too coarse"), "\(ending.message)")
  }

  @Test(arguments: [50, 200])
  func `marks for what is missing make no other unit of a gyroscope`(every: Int) throws {
    var table = try SpoiltTable()
    for row in stride(from: 7, to: table.rows.count, by: every) {
      table.set(4...6, to: "-999", in: row..<row + 1)
    }
    let ending = try table.analyze()
    #expect(ending.code == 0 && !ending.output.contains(", 0 turns"), "\(ending.output)")
  }

  private let table: SpoiltTable

  init() throws { table = try SpoiltTable() }

  /// The table with other times; each comes from the seconds since the start.
  private func timed(_ header: String, _ stamp: (Double) -> String) -> SpoiltTable {
    var timed = table
    timed.names[0] = header
    for row in timed.rows.indices {
      timed.rows[row][0] = stamp(Double(table.rows[row][0]) ?? 0)
    }
    return timed
  }

  /// The time so many seconds after half past an hour, with `mark` between minutes and seconds and `point` before thousandths.
  private static func clock(
    _ hour: String, _ mark: String, _ point: String, _ seconds: Double
  ) -> String {
    let milliseconds = Int((seconds * 1000).rounded())
    func padded(_ number: Int, _ width: Int) -> String {
      String(String(number + 10_000).suffix(width))
    }
    return hour + padded(30 + milliseconds / 60_000, 2) + mark
      + padded(milliseconds / 1000 % 60, 2) + point + padded(milliseconds % 1000, 3)
  }

  private func start(_ text: String) throws -> (analyze: String, inspect: String) {
    try Data(text.utf8).write(to: URL(fileURLWithPath: table.gait.path("day.csv")))
    let texts = try ["analyze", "inspect"].map { command in
      let ending = try table.gait(command, "day.csv", "--time-zone", "Europe/Berlin")
      #expect(ending.code == 0, "\(ending.message)")
      return ending.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    return (texts[0], texts[1])
  }

  @Test(arguments: [
    ("time (UTC)", "2026-05-05T00:30:00.000+02:00"),
    ("time [UTC]", "2026-05-05T00:30:00.000+02:00"),
    ("UTC time", "2026-05-05T00:30:00.000+02:00"), ("Time (GMT)", "2026-05-05T00:30:00.000+02:00"),
    ("utc", "2026-05-05T00:30:00.000+02:00"), ("timestamp_utc", "2026-05-05T00:30:00.000+02:00"),
    ("time (UTC+2)", "2026-05-04T22:30:00.000+02:00"),
    ("time (UTC+02:00)", "2026-05-04T22:30:00.000+02:00"),
    ("time UTC-0330", "2026-05-05T04:00:00.000+02:00"),
    ("time", "2026-05-04T22:30:00.000+02:00"),
  ]) func `a zone in the header is that of the stamps`(header: String, start: String) throws {
    let text = timed(header) { Self.clock("2026-05-04 22:", ":", ".", $0) }.text
    let (analyzed, inspected) = try self.start(text)
    #expect(analyzed.contains("from \(start)"), "\(analyzed)")
    #expect(inspected.contains("start \(start)"), "\(inspected)")
    // A stamp that says its own offset is believed.
    let own = timed(header) { Self.clock("2026-05-04 22:", ":", ".", $0) + "+01:00" }.text
    #expect(try self.start(own).analyze.contains("from 2026-05-04T23:30:00.000+02:00"))
  }

  @Test func `of a time in UTC and a local one the first is read, and a zone nobody knows is said`()
    throws
  {
    var both = timed("time (local)") { Self.clock("2026-05-04 22:", ":", ".", $0) }
    let local = both.rows
    both.add("time (UTC)") { local[$0][0].replacing("22:", with: "20:") }
    let (analyzed, inspected) = try start(both.text)
    #expect(analyzed.contains("from 2026-05-04T22:30:00.000+02:00"), "\(analyzed)")
    #expect(inspected.contains("\"time (UTC)\" is read, not \"time (local)\""), "\(inspected)")
    let summer = timed("time (CEST)") { Self.clock("2026-05-04 22:", ":", ".", $0) }.text
    let message = try table.analyze(summer).message
    #expect(message.contains("the zone in \"time (CEST)\" was not used"), "\(message)")
  }

  @Test func `digits of a clock that stand together are a date, or are refused as a time of day`()
    throws
  {
    for (point, mark) in [("", ""), (".", ""), (".", "T")] {
      let text = timed("timestamp") { Self.clock("20260504\(mark)09", "", point, $0) }.text
      let ending = try table.analyze(text)
      #expect(ending.output.contains(SpoiltTable.truth), "\(ending)")
      #expect(ending.output.contains("2026-05-04T09:30:00.000"), "\(ending.output)")
    }
    for point in ["", "."] {
      let text = timed("time") { Self.clock("09", "", point, $0) }.text
      let ending = try table.analyze(text)
      #expect(
        ending.code == 2 && ending.message.contains("a time of day without a date"), "\(ending)")
    }
    // Milliseconds since another start only look like a clock.
    let counted = timed("time") { "\(193_000_000 + Int(($0 * 1000).rounded()))" }
    let count = try table.analyze(counted.text)
    #expect(count.output.contains(SpoiltTable.truth), "\(count)")
  }

  @Test(arguments: [5, 10, 25]) func `samples that come in packets are spread evenly`(size: Int)
    throws
  {
    var row = -1
    let step = (Double(table.rows[1][0]) ?? 0) - (Double(table.rows[0][0]) ?? 0)
    let packets = timed("time_s") { _ in
      row += 1
      return String(format: "%.3f", Double(row / size * size) * step + Double(row % size) / 1000)
    }
    let ending = try table.analyze(packets.text)
    #expect(ending.output.contains("6 bouts, 206 steps"), "\(ending)")
    #expect(ending.message.contains("the times come in packets, with 1.0 ms"), "\(ending.message)")
  }

  @Test func `a clock that jitters is read as it is`() throws {
    var row = -1
    let text = timed("time_s") {
      row += 1
      return String(format: "%.4f", $0 + 0.004 * sin(Double(row * row)))
    }.text
    let ending = try table.analyze(text)
    #expect(ending.code == 0 && !ending.message.contains("packets"), "\(ending.message)")
  }
}
