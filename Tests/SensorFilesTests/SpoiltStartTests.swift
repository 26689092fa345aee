import Foundation
import GaitModel
import Testing

@testable import SensorFiles

/// Starts of which a spreadsheet left too few digits, and clocks that are set while they record.
struct SpoiltStartTests {
  private let scratch: ScratchFolder
  private static let startSeconds = 1_709_627_400.0

  init() throws { scratch = try ScratchFolder() }

  // MARK: Sensor Logger

  /// `time` as the phone writes it, nanoseconds since 1970.
  private static func whole(_ second: Double) -> String {
    "\(Int(startSeconds) * 1_000_000_000 + Int((second * 1e9).rounded()))"
  }

  /// The same as Excel saves it.
  private static func excel(_ second: Double) -> String { "1.70963E+18" }

  /// The same where somebody had the cells shown with all their digits afterwards.
  private static func rounded(_ second: Double) -> String { "1709630000000000000" }

  private func logger(
    _ acceleration: (Double) -> String, _ gyroscope: (Double) -> String = SpoiltStartTests.whole,
    epoch: String = "1709627400000"
  ) throws -> SensorFileInspection {
    func table(_ stamp: (Double) -> String, _ row: (Double) -> SIMD3<Double>) -> String {
      PhoneLoggerFiles.table(
        "time,seconds_elapsed,z,y,x", rate: 100, to: 8, row: { row($0).zyx },
        stamp: { "\(stamp($0)),\($0)" })
    }
    let path = try PhoneLoggerFiles(files: [
      "Metadata.csv": "device name,recording epoch time,recording timezone,platform\n"
        + "Pixel,\(epoch),Europe/Berlin,android\n",
      "TotalAcceleration.csv": table(acceleration, Swaying.force),
      "Gyroscope.csv": table(gyroscope, Swaying.turn),
    ]).folder(in: scratch, name: UUID().uuidString)
    return try SensorFile.inspection(of: path)
  }

  /// What is said of clocks.
  private func clocks(_ found: SensorFileInspection) -> [String] {
    found.remarks.filter { $0.kind == .inconsistent }.map(\.message)
  }

  @Test func `a time that a spreadsheet saved is no start, and Metadata's is`() throws {
    for spoilt in [Self.excel, Self.rounded] {
      let both = try logger(spoilt, spoilt)
      #expect(both.facts.start?.secondsSince1970 == Self.startSeconds)
      #expect(both.facts.start?.utcOffsetSeconds == 3600)
      #expect(both.sampleCount == 800)
      let words = clocks(both)
      #expect(words.count == 1 && words[0].contains("spreadsheet"), "\(words)")
      #expect(words[0].contains("(Gyroscope.csv, TotalAcceleration.csv)"), "\(words)")
      #expect(words[0].hasSuffix("the start is that of Metadata.csv"), "\(words)")
      let one = try logger(spoilt)
      #expect(abs((one.facts.start?.secondsSince1970 ?? 0) - Self.startSeconds) < 1e-3)
      #expect(one.facts.hasAngularRate && one.sampleCount > 790)
      #expect(clocks(one)[0].hasSuffix("the start is that of the other tables"))
    }
  }

  @Test func `where Metadata was saved, too, there is no start, and it is said what to do`() throws
  {
    let found = try logger(Self.excel, Self.excel, epoch: "1.70963E+12")
    #expect(found.facts.start == nil)
    #expect(clocks(found)[0].contains("give --start"), "\(clocks(found))")
    let whole = try logger(Self.whole)
    #expect(abs((whole.facts.start?.secondsSince1970 ?? 0) - Self.startSeconds) < 1e-3)
    #expect(clocks(whole) == [])
  }

  @Test(arguments: [(300.0, "ahead of", "0:05:00 h"), (-3600, "behind", "1:00:00 h")])
  func `a phone's clock that is set while it records is said with its line`(
    step: Double, way: String, length: String
  ) throws {
    let found = try logger { Self.whole($0 < 4 ? $0 : $0 + step) }
    let words = clocks(found)
    #expect(words.count == 1, "\(words)")
    #expect(
      words[0].contains(
        "TotalAcceleration.csv: line 402: \"time\" jumps \(way) \"seconds_elapsed\" by \(length)"),
      "\(words)")
    #expect(abs((found.facts.start?.secondsSince1970 ?? 0) - Self.startSeconds) < 1e-3)
    #expect(found.durationSeconds < 8 && found.gapCount == 0)
    // One stamp alone is damaged, and small corrections are usual.
    #expect(clocks(try logger { Self.whole($0 == 4 ? $0 + step : $0) }) == [])
    #expect(clocks(try logger { Self.whole($0 < 4 ? $0 : $0 + step / 4000) }) == [])
  }

  // MARK: phyphox

  private func phyphox(_ events: String...) throws -> SensorFileInspection {
    let path = try PhoneLoggerFiles(files: [
      "Accelerometer.csv": PhoneLoggerFiles.table(
        "Time (s),Acceleration x (m/s^2),Acceleration y (m/s^2),Acceleration z (m/s^2)", rate: 100,
        to: 8, row: { Swaying.force($0).xyz }),
      "meta/time.csv": "event,experiment time,system time,system time text\n"
        + events.joined(separator: "\n") + "\n",
    ]).folder(in: scratch, name: UUID().uuidString)
    return try SensorFile.inspection(of: path)
  }

  @Test func `the written time of phyphox counts where its number was spoilt, also for pauses`()
    throws
  {
    let found = try phyphox(
      "START,0E0,1.71656E+09,2024-05-24 15:00:00.123 UTC+02:00",
      "PAUSE,4E0,1.71656E+09,2024-05-24 15:00:04.123 UTC+02:00",
      "START,4E0,1.71656E+09,2024-05-24 15:02:04.123 UTC+02:00")
    let start = found.facts.start?.secondsSince1970 ?? 0
    #expect(abs(start - 1_716_555_600.123) < 1e-3)
    #expect(found.facts.start?.utcOffsetSeconds == 7200)
    #expect(found.gapCount == 1 && abs(found.durationSeconds - 127.99) < 1e-6)
    #expect(clocks(found).first?.hasSuffix("the time in words beside it is read") == true)
    let none = try phyphox("START,0E0,1.71656E+09,")
    #expect(none.facts.start == nil)
    #expect(clocks(none).first?.contains("give --start") == true, "\(clocks(none))")
    // Zeros at the end that nobody wrote.
    let even = try phyphox("START,0E0,1.7165556E9,2024-05-24 15:00:00.000 UTC+02:00")
    #expect(even.facts.start?.secondsSince1970 == 1_716_555_600 && clocks(even) == [])
  }

  @Test func `a wall clock that is set while phyphox runs is said`() throws {
    let found = try phyphox(
      "START,0E0,1716555600.123,2024-05-24 15:00:00.123 UTC+02:00",
      "PAUSE,8E0,1716555908.123,2024-05-24 15:05:08.123 UTC+02:00")
    #expect(clocks(found).first?.contains("went ahead by 0:05:00 h") == true, "\(clocks(found))")
    #expect(found.facts.start?.secondsSince1970 == 1_716_555_600.123 && found.gapCount == 0)
  }

  // MARK: Plain tables

  @Test func `a plain table has no start of a column that a spreadsheet saved`() throws {
    func found(_ stamp: @escaping (Int) -> String) throws -> SensorFileInspection {
      try SensorFile.inspection(
        of: scratch.write(
          table(
            header: "time_s,timestamp,acc_x,acc_y,acc_z",
            stamp: { "\(Double($0) / 100),\(stamp($0))" })))
    }
    let spoilt = try found { _ in "1.70963E+12" }
    #expect(spoilt.facts.start == nil)
    #expect(
      clocks(spoilt).contains { $0.contains("\"timestamp\" is written as 1.70963E+12") },
      "\(clocks(spoilt))")
    #expect(try found { _ in "1709630000000" }.facts.start == nil)
    let whole = try found { "\(1_709_627_400_000 + 10 * $0)" }
    #expect(whole.facts.start?.secondsSince1970 == Self.startSeconds && clocks(whole) == [])
    // As some programs write each number.
    let scientific = try found { "1.70962740\($0 < 100 ? 0 : 1)\($0 % 100)E12" }
    #expect(scientific.facts.start != nil)
  }

  private func dated(_ stamp: @escaping (Int) -> String) throws -> SensorFileInspection {
    try SensorFile.inspection(
      of: scratch.write(
        table(
          header: "timestamp,seconds_elapsed,acc_x,acc_y,acc_z", rows: 1500,
          stamp: { "\(stamp($0)),\(Double($0) / 100)" })))
  }

  @Test func `dates that a spreadsheet rounded to the minute or the hour are no start`() throws {
    let minute = try dated { "2024-05-06 09:\($0 < 1300 ? 30 : 31)" }
    let hour = try dated { _ in "2024-05-06T09:00:00Z" }
    for found in [minute, hour] {
      #expect(found.facts.start == nil && found.sampleCount == 1500)
      #expect(clocks(found).contains { $0.contains("tells no second") }, "\(clocks(found))")
    }
    let whole = try dated { "2024-05-06 09:30:\(47 + $0 / 100 % 10)" }
    #expect(
      whole.facts.start?.secondsSince1970 == DateTime("2024-05-06T09:30:47Z")?.secondsSince1970)
    // A recording of a second from the beginning of a minute on.
    let path = try scratch.write(
      table(
        header: "timestamp,seconds_elapsed,acc_x,acc_y,acc_z", rows: 150,
        stamp: { "2024-05-06 09:30:0\($0 / 100),\(Double($0) / 100)" }))
    #expect(try SensorFile.open(path).facts.start != nil)
  }

  @Test(arguments: ["05/06/2024 09:30", "30:47.1", "09:30:47", "2024-05-06", "serial"])
  func `a start that is written in a way that is not read is said`(text: String) throws {
    let found = try dated { text == "serial" ? "\(45_418.39638 + Double($0) / 8_640_000)" : text }
    #expect(found.facts.start == nil)
    let lack =
      [
        "2024-05-06": "a date without a time of day, which",
        "09:30:47": "a time of day without a date, which",
      ][text]
      ?? "which is not read and"
    let said = clocks(found).filter { $0.contains("\(lack) gives no start") }
    #expect(said.count == 1 && said[0].contains("--start"), "\(clocks(found))")
    // What counts from another instant is none.
    for (first, step) in [(45_418.0, 0.01), (123_456_789, 10_000), (45_418, 10)] {
      let counter = try dated { "\(first + step * Double($0))" }
      #expect(!clocks(counter).contains { $0.contains("gives no start") })
    }
  }

  @Test func `a table whose only clock tells days lacks the time of day`() throws {
    let path = try scratch.write(
      table(header: "Date,acc_x,acc_y,acc_z", stamp: { _ in "2024-05-06" }))
    let error = #expect(throws: SensorFileError.self) { try SensorFile.open(path) }
    #expect(error?.kind == .noClock)
    #expect(error?.message.contains("\"2024-05-06\", a date without a time of day") == true)
  }

  @Test func `a table whose only clock a spreadsheet saved is called that`() throws {
    let path = try scratch.write(
      table(header: "timestamp,acc_x,acc_y,acc_z", stamp: { _ in "1.70963E+12" }))
    let error = #expect(throws: SensorFileError.self) { try SensorFile.open(path) }
    #expect(error?.kind == .noClock && error?.message.contains("spreadsheet") == true)
  }

  // MARK: Clocks that are not set yet

  /// What is found where so many first rows of 400 have a clock of their own.
  private func unset(_ count: Int, _ stamp: (Double) -> String, _ early: (Double) -> String) throws
    -> String
  {
    try scratch.write(
      table(
        header: "timestamp,acc_x,acc_y,acc_z",
        stamp: { $0 < count ? early(Double($0) / 100) : stamp(Double($0) / 100) }))
  }

  private static func epoch(_ second: Double) -> String { "\(startSeconds + second)" }
  private static func date(_ second: Double) -> String {
    "2024-03-05T08:30:\(String(format: "%06.3f", second))Z"
  }

  @Test(arguments: [1, 3, 40])
  func `first rows of a clock that was not set yet are left out and named`(count: Int) throws {
    let clocks: [((Double) -> String, (Double) -> String)] = [
      (Self.epoch, { "\($0)" }), (Self.epoch, { "\(946_684_800 + $0)" }),
      (Self.date, { "1970-01-01T00:00:\(String(format: "%06.3f", $0))Z" }),
    ]
    for (stamp, early) in clocks {
      let found = try SensorFile.inspection(of: unset(count, stamp, early))
      #expect(found.sampleCount == 400 - count)
      let start = found.facts.start?.secondsSince1970 ?? 0
      #expect(abs(start - Self.startSeconds - Double(count) / 100) < 1e-3)
      #expect(abs(found.durationSeconds - Double(399 - count) / 100) < 1e-4)
      let left = found.remarks.filter { $0.kind == .unreadable }
      #expect(left.map(\.sampleCount) == [count])
      #expect(left.first?.message.contains("a clock that is not set yet") == true)
      #expect(left.first?.message.contains(count == 1 ? "line 2;" : "lines, 2, 3") == true)
    }
  }

  @Test func `where many rows are of such a clock the refusal says so`() throws {
    let path = try unset(150, Self.epoch) { "\($0)" }
    let error = #expect(throws: SensorFileError.self) { try SensorFile.inspection(of: path) }
    #expect(
      error?.message.contains(
        "250 of 400 rows have a time more than ten years after that of the first row") == true,
      "\(String(describing: error))")
    #expect(error?.message.contains("take out the rows above line 152") == true)
  }
}
