import Foundation
import GaitModel
import TestSupport
import Testing

@testable import SensorFiles

/// Tables that somebody put below each other, and rows that a spreadsheet could not show.
struct TimeRestartTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func inspection(_ text: String) throws -> SensorFileInspection {
    try SensorFile.inspection(of: folder.write(text))
  }

  private func refusal(_ text: String) -> SensorFileError? {
    #expect(throws: SensorFileError.self) { try inspection(text) }
  }

  // MARK: Two recordings

  @Test(arguments: [300, 1200])
  func `a second recording below its header is refused with the line and both ranges`(rows: Int) {
    let error = refusal(table(rows: 400) + table(rows: rows))
    #expect(error?.kind == .severalRecordings)
    let message = error?.message ?? ""
    #expect(message.contains("line 402 names the columns once more"), "\(message)")
    let range = "from 0 to 3.99 s above and from 0.00 to \(rows == 300 ? "2.99" : "11.99") s below"
    #expect(message.contains(range), "\(message)")
    #expect(message.contains("make a file of each"), "\(message)")
  }

  @Test func `a time of day that passes midnight is called one`() {
    let text = table(
      header: "time_ms,acc_x,acc_y,acc_z", rows: 4000,
      stamp: { "\((86_380_000 + $0 * 10) % 86_400_000)" })
    let error = refusal(text)
    #expect(error?.kind == .noClock)
    #expect(
      error?.message.contains("line 2002: the time goes back by a day, as a time of day") == true,
      "\(error?.message ?? "")")
  }

  @Test(arguments: [
    ("time_us", 4_294_967_296, 10_000, 4_290_000_000, 1, "32"),
    ("time_ms", 65_536, 10, 65_100, 5, "16"),
  ])
  func `a counter that is full is carried on`(
    name: String, modulus: Int, step: Int, first: Int, count: Int, bits: String
  ) throws {
    let text = table(
      header: "\(name),acc_x,acc_y,acc_z", rows: 30_000,
      stamp: { "\((first + $0 * step) % modulus)" })
    let found = try inspection(text)
    #expect(found.sampleCount == 30_000 && found.gapCount == 0)
    #expect(abs(found.durationSeconds - 299.99) < 1e-6)
    let line = (modulus - first + step - 1) / step + 2
    let said = found.remarks.map(\.message).filter { $0.hasPrefix("clock: the time begins again") }
    #expect(said.count == 1 && said[0].contains("line \(line)"), "\(said)")
    #expect(said.first?.contains("as a counter of \(bits) bits") == true, "\(said)")
    #expect(said.first?.contains("4 times behind it") == (count == 5), "\(said)")
  }

  /// As a phone gives them, with rows that are there twice or came late, and behind a pause that is long for a counter.
  @Test(arguments: [
    ("time_us", 1e6, [0, 19_000, 26_000, 63_000, 63_000, 63_000, 65_000], 20_000),
    ("time_us", 1e6, [0, 20_000, 60_000, 60_000, 80_000], 20_000),
    ("time_us", 1e6, [0, 19_000, 26_000, 64_000, 63_000, 65_000], 20_000),
    ("time_ms", 1e3, [0, 10, 40_000, 40_000, 40_010], 10),
    ("time_ns", 1e9, [0, 10_000_000, 2_000_000_000, 2_000_000_000], 10_000_000),
    ("time_ns", 1e9, [0, 10_000_000, 2_000_000_000, 1_990_000_000], 10_000_000),
  ])
  func `a time that is there twice or a little earlier is no counter that is full`(
    name: String, perSecond: Double, first: [Int], step: Int
  ) throws {
    let greatest = first.max() ?? 0
    let text = table(
      header: "\(name),acc_x,acc_y,acc_z", rows: 1000,
      stamp: { "\($0 < first.count ? first[$0] : greatest + ($0 - first.count + 1) * step)" })
    let found = try inspection(text)
    let seconds = Double(greatest + (1000 - first.count) * step) / perSecond
    #expect(abs(found.durationSeconds - seconds) < 1e-6)
    let said = found.remarks.map(\.message).filter { $0.contains("begins again") }
    #expect(said == [])
  }

  /// The last row of a round behind the first one of the next.
  @Test func `a row that comes late behind a full counter is one of the round before`() throws {
    var rows = Array(0..<3000)
    rows.swapAt(43, 44)
    let text = table(
      header: "time_ms,acc_x,acc_y,acc_z", rows: rows.count,
      stamp: { "\((65_100 + rows[$0] * 10) % 65_536)" })
    let found = try inspection(text)
    #expect(found.sampleCount >= 2999 && found.gapCount == 0)
    #expect(abs(found.durationSeconds - 29.99) < 1e-6)
    let said = found.remarks.map(\.message).filter { $0.hasPrefix("clock: the time begins again") }
    #expect(said.count == 1 && !said[0].contains("behind it"), "\(said)")
  }

  /// Above the first sample, and in the middle of a recording.
  @Test(arguments: [0..<500, 100..<700, 290..<310])
  func `a counter that is full in rows without values is carried on`(empty: Range<Int>) throws {
    let first = 4_294_967_296 - 3_000_000
    let rows = (0..<2000).map { row in
      "\((first + row * 10_000) % 4_294_967_296),"
        + (empty.contains(row) ? ",," : "\(Double((row * 7919) % 101) / 100),9.81,0.\(row % 7)")
    }
    let found = try inspection(
      (["time_us,acc_x,acc_y,acc_z"] + rows).joined(separator: "\n") + "\n")
    #expect(found.sampleCount == 2000 - empty.count && abs(found.durationSeconds - 19.99) < 1e-6)
  }

  /// A second recording, too late or too far from a full counter, or below its header.
  @Test func `a counter that begins again elsewhere is another recording`() {
    let header = "time_ms,acc_x,acc_y,acc_z"
    let cases: [(end: Int, rows: String)] = [
      (65_500, table(header: "", rows: 400, stamp: { "\($0 * 10)" })),
      (64_000, table(header: "", rows: 400, stamp: { "\($0 * 10)" })),
      (65_530, table(header: header, rows: 400, stamp: { "\($0 * 10)" })),
    ]
    for (end, rows) in cases {
      let above = table(header: header, rows: 400, stamp: { "\(end - 3990 + $0 * 10)" })
      #expect(refusal(above + rows)?.kind == .severalRecordings, "\(end)")
    }
  }

  @Test func `an older recording below a newer one is refused`() {
    let epoch = { (row: Int, start: Int) in "\(1_700_000_000_000 + start + row * 10)" }
    let error = refusal(
      table(header: "timestamp,acc_x,acc_y,acc_z", stamp: { epoch($0, 3_600_000) })
        + table(header: "timestamp,acc_x,acc_y,acc_z", stamp: { epoch($0, 0) }))
    #expect(error?.kind == .severalRecordings, "\(error?.message ?? "")")
    #expect(error?.message.contains("from -3600.00 to -3596.01 s below") == true)
  }

  /// Also where it begins with rows that stand above already.
  @Test(arguments: [400, 399, 300, 150])
  func `an export whose clock goes on below its header is one recording`(first: Int) throws {
    let found = try inspection(
      table(rows: 400) + table(rows: 700 - first, stamp: { "\(Double($0 + first) / 100)" }))
    #expect(found.sampleCount == 700 && found.gapCount == 0)
    #expect(found.remarks.map(\.message).contains { $0.hasPrefix("the header once more") })
  }

  @Test func `a second recording without a header is refused`() {
    let below = table(header: "", rows: 600)
    let error = refusal(table(rows: 400) + below)
    #expect(error?.kind == .severalRecordings)
    #expect(
      error?.message.contains("line 402: the time begins again") == true, "\(error?.message ?? "")")
  }

  @Test func `a packet that came late or twice costs its rows alone`() throws {
    let rows = table(rows: 1200).split(separator: "\n").map(String.init)
    let twice = rows[...900] + rows[851...900] + rows[901...]
    let early = rows[...900] + rows[1...60] + rows[901...]
    for lines in [twice, early] {
      let found = try inspection(lines.joined(separator: "\n") + "\n")
      #expect(found.sampleCount == 1200 && found.remarks.contains { $0.kind == .outOfOrder })
    }
  }

  @Test func `a local clock that is put back where an export goes on keeps its request for a zone`()
    throws
  {
    func clock(_ row: Int, from minute: Int) -> String {
      let (minute, second) = (minute + row / 6000, Double(row % 6000) / 100)
      return "2026-10-25T02:\(minute < 10 ? "0" : "")\(minute):\(second < 10 ? "0" : "")\(second)"
    }
    let header = "time,acc_x,acc_y,acc_z"
    let found = try inspection(
      table(header: header, rows: 12_000, stamp: { clock($0, from: 58) })
        + table(header: header, rows: 6000, stamp: { clock($0, from: 0) }))
    #expect(found.sampleCount == 12_000)
    #expect(
      found.remarks.contains { $0.message.contains("give --time-zone") }, "\(found.remarks)")
  }

  // MARK: Rows that could not be shown

  @Test(arguments: ["########", "######", "#N/A", "#WERT!", "#VALUE!", "#REF!"])
  func `a row whose first cell could not be shown is counted, and a gap`(cell: String) throws {
    for separator in [",", ";"] {
      let lines = table(rows: 1200).split(separator: "\n").enumerated().map { number, line in
        (300..<600).contains(number) ? cell + line.drop { $0 != "," } : String(line)
      }
      let text = lines.joined(separator: "\n").replacing(",", with: separator) + "\n"
      let found = try inspection(text)
      #expect(found.sampleCount == 900 && found.gapCount == 1)
      let remark = found.remarks.first { $0.kind == .unreadable }
      #expect(remark?.sampleCount == 300)
      #expect(
        remark?.message.contains("a spreadsheet could not show, skipped: 300 lines, 301,") == true,
        "\(found.remarks)")
    }
  }

  @Test func `a table without any time that could be shown says so`() {
    let lines = table(rows: 400).split(separator: "\n").enumerated().map { number, line in
      number > 0 ? "########" + line.drop { $0 != "," } : String(line)
    }
    let error = refusal(lines.joined(separator: "\n") + "\n")
    #expect(
      error?.message.contains("400 of 400 rows cannot be used") == true, "\(error?.message ?? "")")
  }

  @Test func `comments stay comments`() throws {
    var lines = table(rows: 1200).split(separator: "\n").map(String.init)
    lines.insert("# turned round, then back", at: 700)
    lines.insert("#s,m/s²,m/s²,m/s²", at: 1)
    lines.insert("# made by X, with Y, of Z, today", at: 0)
    lines.insert("#", at: 900)
    let found = try inspection(lines.joined(separator: "\n") + "\n")
    #expect(found.sampleCount == 1200 && found.remarks == [], "\(found.remarks)")
  }
}
