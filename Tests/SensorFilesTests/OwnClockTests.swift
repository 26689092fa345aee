import Foundation
import GaitModel
import TestSupport
import Testing

@testable import SensorFiles

/// Sensors that somebody put beside each other in one table, row by row as they came, with a clock for each.
struct OwnClockTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// 12 s of acceleration at 100 Hz, and beside it another sensor from `start` on, also behind the last acceleration.
  private func table(
    _ header: String, rate: Double, from start: Double, to end: Double = 12, rows limit: Int = .max,
    stamp: (Double) -> String = { "\($0)" },
    cells: (Double) -> [Double] = { Swaying.turn($0).xyz }
  ) -> String {
    let count = Int(((end - start) * rate).rounded())
    func filled(_ row: Int, _ count: Int, _ values: () -> [String], width: Int) -> [String] {
      row < count ? values() : Array(repeating: "", count: width)
    }
    let lines = (0..<min(limit, max(1200, count))).map { row in
      let (one, two) = (Double(row) / 100, start + Double(row) / rate)
      let first = filled(
        row, 1200, { ["\(one)"] + Swaying.force(one).xyz.map { "\($0)" } }, width: 4)
      let values = cells(two).map { "\($0)" }
      let second = filled(row, count, { [stamp(two)] + values }, width: values.count + 1)
      return (first + second).joined(separator: ",")
    }
    return ([header] + lines).joined(separator: "\n") + "\n"
  }

  private func found(_ text: String) throws -> (RecordingBlock, SensorFileInspection) {
    let path = try folder.write(text)
    return (try #require(try samples(path)), try SensorFile.inspection(of: path))
  }

  @Test(arguments: [
    ("time_s", "gyr_time_s"), ("time_s", "time_s"), ("time", "time.1"), ("time", "time...5"),
    ("timestamp", "gyro_timestamp"), ("acc_time_s", "gyr_time_s"), ("time_s", "time_gyr_s"),
    ("Accelerometer Timestamp", "Gyroscope Timestamp"), ("t", "angular rate time (s)"),
  ])
  func `a gyroscope that begins later is read by its own clock`(first: String, second: String)
    throws
  {
    let (block, look) = try found(
      table(
        "\(first),acc_x,acc_y,acc_z,\(second),gyr_x,gyr_y,gyr_z", rate: 100, from: 0.5, to: 12.5,
        rows: 1200))
    #expect(block.seconds.count == 1150)
    #expect(block.seconds.first == 0.5)
    let errors = largestErrors(block)
    #expect(errors.force < 1e-4 && errors.turn < 1e-3, "\(errors)")
    #expect(
      look.layout.conversions.contains {
        $0.contains("own clock; \"\(second)\" differs from \"\(first)\" by up to 0.500 s")
      }, "\(look.layout.conversions)")
  }

  @Test(arguments: [50.0, 200, 103.7])
  func `a gyroscope at another rate is read by its own clock`(rate: Double) throws {
    let (block, look) = try found(
      table("time_s,acc_x,acc_y,acc_z,gyr_time_s,gyr_x,gyr_y,gyr_z", rate: rate, from: 0))
    #expect(block.seconds.count >= 1198 && look.facts.samplingRateHertz == 100)
    let errors = largestErrors(block)
    #expect(errors.force < 1e-4 && errors.turn < 1e-3, "\(errors)")
    #expect(!look.remarks.contains { $0.message.contains("not a row of numbers") })
  }

  @Test func `a gyroscope that was cut to the rows of the acceleration is left out and said`()
    throws
  {
    let (block, look) = try found(
      table(
        "time_s,acc_x,acc_y,acc_z,gyr_time_s,gyr_x,gyr_y,gyr_z", rate: 200, from: 0, rows: 1200))
    #expect(block.angularRate == nil && block.seconds.count == 1200)
    #expect(
      look.remarks.contains { $0.message.contains("was left out: it covers 0.5") },
      "\(look.remarks)")
  }

  @Test func `slow values that stand together at the top are at their own times`() throws {
    for name in ["hr_time_s", "time_s", "heart_rate_timestamp"] {
      let (block, _) = try found(
        table(
          "time_s,acc_x,acc_y,acc_z,\(name),heart_rate_bpm", rate: 1, from: 0,
          cells: { [70 + $0] }))
      let heart = try #require(block.side[.heartRate])
      #expect(heart.seconds == (0..<12).map(Double.init) && heart.values.last == 81)
      #expect(block.seconds.count == 1200)
    }
  }

  /// What satellites give as they are found, lost and found again, beside a clock that counts from the start.
  @Test(arguments: ["empty", "held", "of day"])
  func `a slow sensor whose clock tells nothing leaves a table as it is`(kind: String) throws {
    func stamp(_ row: Int) -> String {
      switch kind {
      case "empty": row < 6000 ? "" : "\(1_714_548_600 + row / 100)"
      case "held": "\(1_714_548_600 + (row < 3000 ? row : max(3000, row - 3000)) / 100)"
      default: "12:30:\(row / 100 % 60)"
      }
    }
    let rows = (0..<8000).map { row in
      let seconds = Double(row) / 100
      let force = Swaying.force(seconds).xyz.map { "\($0)" }.joined(separator: ",")
      return "\(seconds),\(force),\(stamp(row)),\(stamp(row).isEmpty ? "" : "1.25")"
    }
    let (block, _) = try found(
      "time_s,acc_x,acc_y,acc_z,gps_time,gps_speed\n" + rows.joined(separator: "\n") + "\n")
    #expect(block.seconds.count == 8000)
    let speed = try #require(block.side[.groundSpeed])
    #expect(speed.seconds.first == (kind == "empty" ? 60 : 0))
  }

  /// Clocks beside that of the rows that are no other one.
  enum SameClock: CaseIterable {
    case same, rounded, fromElsewhere, since1970, ofTheStart, inWholeSeconds, day, words

    var name: String {
      switch self {
      case .same, .rounded, .fromElsewhere: "gyr_time_s"
      case .since1970, .ofTheStart, .inWholeSeconds, .words: "timestamp"
      case .day: "date"
      }
    }

    func stamp(_ seconds: Double) -> String {
      switch self {
      case .same: "\(seconds)"
      case .rounded: "\(seconds + 0.004)"
      case .fromElsewhere: "\(seconds + 5000)"
      case .since1970: "\(1_700_000_000_000 + Int((seconds * 1000).rounded()))"
      case .ofTheStart: "1700000000000"
      case .inWholeSeconds: "\(Int(seconds))"
      case .day: "2026-05-04"
      case .words: "pm"
      }
    }
  }

  @Test(arguments: SameClock.allCases)
  func `a clock that says what that of the rows says changes nothing`(clock: SameClock) throws {
    let (block, look) = try found(
      table(
        "time_s,acc_x,acc_y,acc_z,\(clock.name),gyr_x,gyr_y,gyr_z", rate: 100, from: 0,
        stamp: clock.stamp))
    #expect(block.seconds.count == 1200 && largestErrors(block).turn < 1e-6)
    #expect(
      !look.layout.conversions.contains { $0.contains("own clock") }, "\(look.layout.conversions)")
  }

  @Test func `clocks that have no time in common and part are refused`() throws {
    let path = try folder.write(
      table("time_s,acc_x,acc_y,acc_z,gyr_time_s,gyr_x,gyr_y,gyr_z", rate: 50, from: 0) {
        "\($0 + 5000)"
      })
    let error = #expect(throws: SensorFileError.self) { try SensorFile.inspection(of: path) }
    #expect(error?.kind == .noClock)
    let message = error?.message ?? ""
    #expect(
      message.contains("gyr_x, gyr_y, gyr_z have a clock of their own: \"gyr_time_s\" differs"),
      "\(message)")
    #expect(message.contains("by up to 5005.990 s (line 601)"), "\(message)")
  }

  @Test func `a time of something else is no sensor's clock`() {
    let names = [
      "time_s", "acc_x", "time_hr", "hr_time", "sampling_time", "gyroTimestamp_sinceReboot(s)",
    ]
    #expect(OwnClock.clocks(in: names).map(\.name) == ["time_s", "hr_time"])
  }
}
